"""How a match of Crossfire looks as text: the map with fog, and beside it the own units. Pure.

A square is two columns. The first is its terrain (`#` mountain, `~` water, `f` forest, `:` desert, blank
ground), the number of an own unit, or `E` for an enemy; the second is a dot where the seat sees the
square, the direction of a unit in motion, `-` or `|` where an enemy beam was seen, or `?` where an enemy
may be hidden. A star marks the own king where it stands still. At the end the units of seat 1 (or of the
enemy) have letters.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from infoset.turn import Action, Match
from infoset.watching.canvas import Canvas
from infoset.watching.names import player_name
from infoset.watching.text import Style
from infoset.wording import say
from infoset_games.crossfire.commands import FIRE
from infoset_games.crossfire.geometry import DIRECTION_NAMES, column_name, members
from infoset_games.crossfire.guide import Guide
from infoset_games.crossfire.observation import SPECTATOR, Observation
from infoset_games.crossfire.report import Report
from infoset_games.crossfire.stage import PERIOD
from infoset_games.crossfire.terrain import DESERT, FOREST, GROUND, MOUNTAIN, WATER
from infoset_games.crossfire.units import ALIVE, IDLE, KING, MOTION, NO_ORDER, SIDE, SQUARE

TERRAIN_SIGNS: Final = {MOUNTAIN: "#", WATER: "~", FOREST: "f", DESERT: ":", GROUND: " "}
TERRAIN_INKS: Final[dict[int, tuple[str, ...]]] = {
    MOUNTAIN: ("dim",),
    WATER: ("blue",),
    FOREST: ("green",),
    DESERT: ("yellow",),
    GROUND: (),
}
SIDE_INKS: Final = ("on_blue", "on_red")  # the own units, the enemy's
ARROWS: Final = "^>v<"  # by direction
MARGIN: Final = 3  # columns for the numbers of rows
SEATS: Final = 2
LEGEND: Final = range(1, 4)  # lines that say what the signs of the map mean
ENEMY_UNITS: Final = "abcdefgh"  # by number, once they are revealed


class CrossfireBoard:
    """What one seat sees and concludes; for a stranger only the map, until all is revealed."""

    def __init__(self, style: Style) -> None:
        self._style = style

    def draw(
        self, match: Match, observation: Mapping[str, Any], choices: Sequence[Action], width: int
    ) -> list[str]:
        view = read(match, observation)
        size = view.board.geometry.size
        canvas = Canvas(MARGIN + 2 * size, size + 1)
        for at in range(size):
            canvas.put(0, MARGIN + 2 * at, column_name(at), "dim")
            canvas.put(at + 1, 0, f"{at + 1:>2}", "dim")
        draw_terrain(canvas, view)
        if view.reveal is not None:
            draw_revealed(canvas, view)
        elif view.last is not None:
            draw_seen(canvas, view, view.last)
        elif view.seat != SPECTATOR:
            draw_spawns(canvas, view)
        return canvas.lines(self._style)

    def panel(self, match: Match, observation: Mapping[str, Any], width: int) -> list[str]:
        view = read(match, observation)
        phase = say(f"crossfire-tell-phase-{view.phase}")
        head = say("crossfire-tell-head", round=view.round, phase=phase)
        lines = [self._style.paint(head, "bold")]
        if view.phase != "over":
            left = PERIOD - (view.round - 1) % PERIOD
            now, later = (
                say("crossfire-tell-shrinks-now"),
                say("crossfire-tell-shrinks-in", count=left),
            )
            lines.append(now if left == 1 else later)
        times = ", ".join(map(str, view.recharge))
        return [*lines, say("crossfire-tell-recharge", times=times)]

    def facts(
        self, match: Match, observation: Mapping[str, Any], choices: Sequence[Action]
    ) -> list[str]:
        drawn = self.draw(match, observation, choices, 0)
        return [*self.panel(match, observation, 0), *legend(), *drawn]

    def own(
        self, match: Match, seat: int, observation: Mapping[str, Any], public: Mapping[str, Any]
    ) -> list[str]:
        view = read(match, observation)
        if view.last is None:
            return unit_places(view)
        lines = [unit_text(view, view.last, unit) for unit in range(view.board.units)]
        enemies = [view.board.geometry.name(square) for square in view.last.enemies]
        if enemies:
            lines.append(say("crossfire-tell-enemies", squares=", ".join(enemies)))
        hidden = sum(1 for squares in Guide(view).where_enemies_may_be() if squares)
        lines.append(say("crossfire-tell-may-live", count=hidden))
        return lines

    def say(self, match: Match, event: Mapping[str, Any]) -> str | None:
        return tell(match, event, self._style)


def legend() -> list[str]:
    """What the signs of the map mean, in lines."""
    return [say(f"crossfire-tell-legend-{line}") for line in LEGEND]


def read(match: Match, observation: Mapping[str, Any]) -> Observation:
    """The observation. Raises ValueError where it is not of these rules."""
    assert match.engine is not None
    view: Observation = match.engine.read_observation(observation)
    return view


# The map.


def place_of(view: Observation, square: int) -> tuple[int, int]:
    """Row and column on the canvas."""
    size = view.board.geometry.size
    return 1 + square // size, MARGIN + 2 * (square % size)


def draw_terrain(canvas: Canvas, view: Observation) -> None:
    """The terrain as it is now, and which of it is in view."""
    stage = view.board.stage_after(view.played())
    seen = view.last.visible if view.last is not None else 0
    for square in range(view.board.count):
        terrain = int(stage.terrain[square])
        row, column = place_of(view, square)
        canvas.put(row, column, TERRAIN_SIGNS[terrain], *TERRAIN_INKS[terrain])
        if seen >> square & 1:
            canvas.put(row, column + 1, ".", "dim")


def draw_spawns(canvas: Canvas, view: Observation) -> None:
    """Before the first round everybody knows where all units stand."""
    for side, seat in enumerate((view.seat, 1 - view.seat)):
        for unit, square in enumerate(view.board.spawns(seat)):
            row, column = place_of(view, square)
            sign = str(unit + 1) if side == 0 else "E"
            canvas.put(row, column, sign, SIDE_INKS[side], "bold")


def draw_seen(canvas: Canvas, view: Observation, report: Report) -> None:
    """The own units, and what they see and cannot rule out of the enemy."""
    for square in {square for where in Guide(view).where_enemies_may_be() for square in where}:
        row, column = place_of(view, square)
        canvas.put(row, column + 1, "?", "magenta")
    for squares, sign in ((report.light_across, "-"), (report.light_along, "|")):
        for square in members(squares):
            row, column = place_of(view, square)
            canvas.put(row, column + 1, sign, "red", "bold")
    for square in report.enemies:
        row, column = place_of(view, square)
        canvas.put(row, column, "E", SIDE_INKS[1], "bold")
    for unit, square in enumerate(report.squares):
        if report.alive >> unit & 1:
            row, column = place_of(view, square)
            motion = report.motions[unit]
            arrow = ARROWS[motion] if motion != IDLE else "*" if unit == view.king else " "
            canvas.put(row, column, f"{unit + 1}{arrow}", SIDE_INKS[0], "bold")


def draw_revealed(canvas: Canvas, view: Observation) -> None:
    """All units that live, when the play is over."""
    cells = view.reveal
    assert cells is not None
    own = max(view.seat, 0)
    for seat in range(SEATS):
        for number in range(view.board.units):
            unit = SIDE * seat + number
            if not cells[ALIVE + unit]:
                continue
            row, column = place_of(view, int(cells[SQUARE + unit]))
            motion = int(cells[MOTION + unit])
            arrow = ARROWS[motion] if motion != IDLE else "*" if cells[KING + unit] else " "
            sign = str(number + 1) if seat == own else ENEMY_UNITS[number]
            canvas.put(row, column, f"{sign}{arrow}", SIDE_INKS[seat != own], "bold")


# Words.


def unit_places(view: Observation) -> list[str]:
    """Where the own units will start."""
    if view.seat == SPECTATOR:
        return []
    spawns = view.board.spawns(view.seat)
    name = view.board.geometry.name
    return [
        say("crossfire-tell-starts", unit=unit, square=name(square))
        for unit, square in enumerate(spawns, 1)
    ]


def unit_text(view: Observation, report: Report, unit: int) -> str:
    """One own unit in a line."""
    called = say("crossfire-tell-unit", unit=unit + 1)
    if unit == view.king:
        called = say("crossfire-tell-king-unit", unit=unit + 1)
    if not report.alive >> unit & 1:
        return say("crossfire-tell-fallen", unit=called)
    motion, wait = report.motions[unit], report.waits[unit]
    state = say("crossfire-tell-idle")
    if motion != IDLE:
        state = say("crossfire-tell-moving", way=way_name(motion))
    charge = say("crossfire-fires-in", count=wait) if wait else say("crossfire-charged")
    where = view.board.geometry.name(report.squares[unit])
    return say("crossfire-tell-stands", unit=called, square=where, state=state, charge=charge)


def way_name(direction: int) -> str:
    """A direction."""
    return say(f"crossfire-way-{DIRECTION_NAMES[direction]}")


def tell(match: Match, event: Mapping[str, Any], style: Style) -> str | None:
    """An event in words; None for one that is not worth a line."""
    match event["e"]:
        case "setup":
            return say("crossfire-tell-did-setup", name=player_name(match, event["by"]))
        case "round":
            told = say("crossfire-tell-did-round", round=event["round"])
            if event["reduction"]:
                told = say("crossfire-tell-did-shrink", round=event["round"])
            return style.paint(f"-- {told} --", "dim")
        case "orders":
            return None
        case "units":
            return _say_units(event)
        case "sight":
            return _say_sight(event)
        case "over":
            return style.paint(f"-- {say('terminal-over')} --", "dim")
        case kind:
            raise KeyError(kind)


def _say_units(event: Mapping[str, Any]) -> str | None:
    """What became of the own commands, told to their owner."""
    orders = event["orders"]
    if not isinstance(orders, list):
        return None
    parts = []
    for unit, (order, moved, alive) in enumerate(
        zip(orders, event["moved"], event["alive"], strict=True), start=1
    ):
        if order != NO_ORDER and order >= FIRE:
            parts.append(say("crossfire-tell-did-fired", unit=unit, way=way_name(order - FIRE)))
        elif order != NO_ORDER:
            done = "went" if moved else "stopped"
            parts.append(say(f"crossfire-tell-did-{done}", unit=unit, way=way_name(order)))
        if not alive and order != NO_ORDER:
            parts[-1] = say("crossfire-tell-did-fallen", deed=parts[-1])
    return say("crossfire-tell-did-units", units=", ".join(parts)) if parts else None


def _say_sight(event: Mapping[str, Any]) -> str | None:
    enemies, fallen = event["enemies"], event["fallen"]
    if not isinstance(enemies, list):
        return None
    seen = sum(1 for square in enemies if square >= 0)
    dead = sum(1 for square in fallen if square >= 0)
    parts = [say("crossfire-tell-did-see", count=seen)] if seen else []
    parts += [say("crossfire-tell-did-see-fallen", count=dead)] if dead else []
    return ", ".join(parts) or None
