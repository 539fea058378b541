"""A position of Catan told in sentences, for readers who see no map. Pure.

Places have the numbers that actions take. A corner is told with the hexes it touches, a road with the corners it
joins, so nobody has to know the geometry by heart; corners without a piece are told where something may be built.
"""

from collections.abc import Sequence
from typing import Final

from infoset.turn import Action, Match
from infoset.watching.catan_words import trade_text
from infoset.watching.names import player_name
from infoset_games.catan.cards import HARBOUR_NAMES, SPECIAL_POINTS, TERRAIN_NAMES
from infoset_games.catan.observation import Observation
from infoset_games.catan.topology import EDGE_ENDS, HARBOUR_EDGES, hexes_around
from infoset_games.catan.wire import write_answers, write_trade

AT_CORNERS: Final = ("place_settlement", "settlement", "city")
AT_EDGES: Final = ("place_road", "road", "free_road")


def island_facts(view: Observation) -> list[str]:
    """Hexes by number with what they yield on which roll, harbours, the robber."""
    board = view.veiled.board
    hexes = [
        f"{at} {TERRAIN_NAMES[terrain]} {number}" if number else f"{at} {TERRAIN_NAMES[terrain]}"
        for at, (terrain, number) in enumerate(zip(board.terrain, board.numbers, strict=True))
    ]
    harbours = [
        f"{HARBOUR_NAMES[kind]} at {' '.join(map(str, EDGE_ENDS[edge]))}"
        for kind, edge in zip(board.harbours, HARBOUR_EDGES, strict=True)
    ]
    return [
        f"hexes (number, terrain, roll): {'; '.join(hexes)}",
        f"harbours (kind, corners): {'; '.join(harbours)}",
        f"robber: hex {view.robber}",
    ]


def seat_facts(match: Match, view: Observation, seat: int, hand: str) -> list[str]:
    """What everybody sees of a player; `hand` is what the viewer knows of their cards."""
    you = ", you" if seat == match.seat else ""
    name = player_name(match, seat)
    called = f"seat {seat}" if name == f"seat {seat}" else f"seat {seat} ({name})"
    road, army = (
        f" and {what} (+{SPECIAL_POINTS})" if holder == seat else ""
        for what, holder in (("longest", view.longest), ("largest army", view.army))
    )
    cards = f"{view.hand_size(seat)} cards" + (f" ({hand})" if hand else "")
    told = (
        f"{called}{you}: {view.points(seat)} points, {cards}, "
        f"{view.dev_count(seat)} development cards, {view.knights(seat)} knights played{army}, "
        f"road length {view.road_length(seat)}{road}"
    )
    return [
        told,
        *_pieces("settlements", [corner_fact(view, corner) for corner in view.settlements(seat)]),
        *_pieces("cities", [corner_fact(view, corner) for corner in view.cities(seat)]),
        *_pieces("roads", [edge_fact(edge) for edge in view.roads(seat)]),
    ]


def _pieces(what: str, places: Sequence[str]) -> list[str]:
    return [f"  {what}: {'; '.join(places)}"] if places else []


def corner_fact(view: Observation, corner: int) -> str:
    """`23 wheat 5, ore 11`: a corner and what it yields on which roll."""
    board = view.veiled.board
    around = [
        f"{TERRAIN_NAMES[board.terrain[at]]} {board.numbers[at]}"
        for at in hexes_around(corner)
        if board.numbers[at]
    ]
    return f"{corner} {', '.join(around)}".rstrip()


def edge_fact(edge: int) -> str:
    """`17 (10-11)`: an edge and its corners."""
    one, other = EDGE_ENDS[edge]
    return f"{edge} ({one}-{other})"


def offer_facts(match: Match, view: Observation) -> list[str]:
    """The offer on the table with the answers so far."""
    if view.phase not in ("answer", "deal"):
        return []
    give, take = write_trade(int(view.veiled.offer))
    lines = [f"offer: {trade_text(give, take)}"]
    for seat, answer in enumerate(write_answers(view)):
        match answer:
            case ["counter", give, take]:
                lines.append(f"  {player_name(match, seat)}: would give {trade_text(give, take)}")
            case [word]:
                lines.append(f"  {player_name(match, seat)}: {word}")
            case _:
                pass
    return lines


def choice_facts(view: Observation, choices: Sequence[Action]) -> list[str]:
    """Where the places are that the actions name: corners with their yield, edges with their corners."""
    corners = _named(choices, AT_CORNERS)
    edges = _named(choices, AT_EDGES)
    held = {corner for seat in range(view.seats) for corner in view.settlements(seat)}
    open_corners = [corner_fact(view, corner) for corner in corners if corner not in held]
    return [
        *([f"open corners: {'; '.join(open_corners)}"] if open_corners else []),
        *([f"open edges: {'; '.join(map(edge_fact, edges))}"] if edges else []),
    ]


def _named(choices: Sequence[Action], verbs: Sequence[str]) -> list[int]:
    return sorted({action[1] for action in choices if action[0] in verbs and len(action) > 1})
