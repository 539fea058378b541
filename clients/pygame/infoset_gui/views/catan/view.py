"""Catan on the screen: the island, the players beside it, one's own cards and what can be done with them below."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from pygame import Rect

from infoset.turn import Action, Match
from infoset_gui.kit.layout import Box
from infoset_gui.kit.regions import Press, Round
from infoset_gui.kit.theme import BLACK, PATTERNS, mix
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import icon_button
from infoset_gui.views.catan.bar import (
    DEV_ABOUT,
    DEV_NAMES,
    HIGH,
    TABLE,
    TradeTable,
    amounts_text,
    button_row,
    draw_bank,
    draw_card,
    draw_choices,
    draw_deal,
    draw_offer,
    draw_victims,
)
from infoset_gui.views.catan.dice import draw_die, draw_histogram
from infoset_gui.views.catan.island import (
    DEEP,
    TOKEN,
    Island,
    between,
    draw_building,
    draw_ground,
    draw_road,
    draw_robber,
    read_charts,
    tone,
)
from infoset_gui.views.view import Look, Step, View

COLUMN: Final = 246
NEW_S: Final = 1.6
TASKS: Final = {
    "place_settlement": "Place a settlement",
    "place_road": "Place a road beside it",
    "roll": "Roll the dice",
    "discard": "Put cards aside for the seven",
    "robber": "Move the robber",
    "victim": "Whom do you rob?",
    "free_road": "Build a free road",
    "main": "Trade, build, or end your turn",
    "answer": "Answer the offer",
    "deal": "Close the deal, or withdraw",
}
WAITING: Final = {
    "place_settlement": "places a settlement",
    "place_road": "places a road",
    "roll": "is to roll",
    "dice": "rolls",
    "discard": "has rolled a seven",
    "robber": "moves the robber",
    "victim": "chooses whom to rob",
    "theft": "steals",
    "free_road": "builds a free road",
    "main": "trades and builds",
    "draw": "draws a card",
    "answer": "waits for answers",
    "deal": "closes a deal",
}
GUIDES: Final = {
    "place_settlement": "More dots below a number mean more cards. Look for different resources, and numbers of your own.",
    "place_road": "Roads lead to where the next settlement will stand.",
    "roll": "Every settlement beside a hex with the rolled number yields a card, every city two.",
    "robber": "The hex under the robber yields nothing. You take a card from one player there.",
    "main": "Press Road, Settlement or City and then a marked place. Trade helps to what you lack.",
    "answer": "Only the player whose turn it is trades; another offer is sent back to them.",
}
BUILDS: Final = (
    ("road", "Road", "road", "1"),
    ("settlement", "Settlement", "settlement", "2"),
    ("city", "City", "city", "3"),
)
ON_VERTEX: Final = ("place_settlement", "settlement", "city")
ON_EDGE: Final = ("place_road", "road", "free_road")
CHOSEN_FIRST: Final = ("road", "settlement", "city")  # only after the button is pressed


class CatanView(View):
    """One match of Catan."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self._charts = read_charts(match.consts)
        self._trade = TradeTable(self._charts)
        self._mode = ""  # what is being built, or `bank`, `plenty`, `monopoly`
        self._first: int | None = None  # the first card of a year of plenty
        self._dice: Counter[int] = Counter()
        self._gained: Counter[int] = Counter()
        self._stolen: Counter[int] = Counter()
        self._shows_dice = False
        self._board: Mapping[str, Any] | None = None  # terrain and numbers

    def task(self, look: Look) -> str:
        if look.turn is not None:
            return TASKS.get(look.turn.kind, look.turn.kind)
        phase = look.obs.get("phase", "")
        if phase == "over":
            return "The game is over"
        return f"{look.names[look.obs['turn']]} {WAITING.get(phase, '')}"

    def guide(self, look: Look) -> str:
        return GUIDES.get(look.turn.kind, "") if look.turn else ""

    def lesson(self, look: Look) -> Sequence[Step]:
        own = max(look.seat, 0)
        target = look.match.options.get("target", 10)
        return (
            Step(
                "area:island",
                "The island",
                f"Settlements at the corners are worth a point, cities two. Who has {target} points in a turn of their own wins. "
                "Every roll yields cards beside the hexes with that number: more dots, more often.",
            ),
            Step(
                f"seat:{own}",
                "Players",
                "Points, cards in hand, development cards, knights and roads. Below stands which cards a hand holds for certain. "
                "The longest road and the largest army bring two points; a star marks them.",
            ),
            Step(
                "area:bank",
                "The bank",
                "What is left of each resource, and of the development cards.",
            ),
            Step(
                "area:bar",
                "Your cards and what you can do",
                "In your turn: roll, then trade and build. Press Road, Settlement or City, then a marked place. What you cannot "
                "do says why when you press it. Trade asks the others, Bank uses your harbours.",
            ),
            Step(
                "area:side",
                "What happened",
                "Everything is told here in words. Above, the arrows change how fast others play.",
            ),
        )

    def on_turn(self, look: Look) -> None:
        kind = look.turn.kind if look.turn else ""
        if kind != "main" or not look.by_verb(self._mode):
            self._mode = ""
        self._first = None
        self._trade.close()

    def on_event(self, event: Mapping[str, Any]) -> None:
        match event.get("e"):
            case "dice":
                self._dice[sum(event["dice"])] += 1
            case "yield":
                self._gained[event["by"]] += sum(event["cards"])
            case "theft":
                self._stolen[event["from"]] += 1
            case _:
                pass

    def say(self, event: Mapping[str, Any], usual: str | None) -> str | None:
        """Places by what lies around them, where that is known."""
        places = {
            "settlement": ("vertex", self._around),
            "city": ("vertex", self._around),
            "robber": ("hex", self._at),
        }
        if usual is None or event.get("e") not in places or self._board is None:
            return usual
        field, words = places[event["e"]]
        return usual.replace(f"{field} {event[field]}", words(event[field]))

    def _at(self, number: int) -> str:
        """A hex by its terrain and number."""
        assert self._board is not None
        terrain = self._charts.terrain[int(self._board["terrain"][number])]
        figure = self._board["numbers"][number]
        return f"{terrain} {figure}" if figure else terrain

    def _around(self, vertex: int) -> str:
        """A corner by the hexes around it."""
        return ", ".join(
            self._at(at)
            for at, corners in enumerate(self._charts.hex_vertices)
            if vertex in corners
        )

    def anchor_of(self, action: Action) -> str:
        verb = str(action[0])
        if verb in ON_VERTEX:
            return f"node:{action[1]}"
        if verb in ON_EDGE:
            return f"edge:{action[1]}"
        return f"hex:{action[1]}" if verb == "move_robber" else ""

    def undo(self) -> bool:
        if self._trade.kind:
            return self._trade.undo()
        had = bool(self._mode)
        self._mode, self._first = "", None
        return had

    def statistics(self, look: Look) -> Sequence[tuple[str, Sequence[str]]]:
        players = look.obs["players"]
        seats = range(len(players))
        return (
            (
                "Settlements, cities",
                [f"{len(one['settlements'])}, {len(one['cities'])}" for one in players],
            ),
            ("Longest road", [str(one["road"]) for one in players]),
            ("Knights", [str(one["played"][0]) for one in players]),
            ("Cards from the dice", [str(self._gained[seat]) for seat in seats]),
            ("Cards lost to thieves", [str(self._stolen[seat]) for seat in seats]),
        )

    # The picture.

    def draw(self, ui: Ui, rect: Rect, look: Look) -> None:
        self.anchors = {}
        self._board = look.obs["board"]
        box = Box(rect, ui.u(8))
        if look.seat >= 0:
            bar = box.bottom(ui.u(self._bar_height(look)))
            self.anchors["area:bar"] = bar
            self._draw_bar(ui, bar, look)
        column = box.right(ui.u(COLUMN))
        self.anchors["area:island"] = box.rest.copy()
        self._draw_board(ui, box.rest, look)
        self._draw_column(ui, column, look)

    def _bar_height(self, look: Look) -> int:
        is_table = self._trade.kind or (
            look.turn is not None and look.turn.kind in ("answer", "deal")
        )
        return TABLE if is_table else HIGH

    def _draw_board(self, ui: Ui, rect: Rect, look: Look) -> None:
        island = Island(self._charts, rect)
        obs = look.obs
        with ui.clipped(rect):
            ui.still(
                ("island", repr(obs["board"])), rect, lambda: self._draw_ground(ui, rect, island)
            )
            new = self._new_places(look)
            self._draw_places(ui, island, look)
            for seat, player in enumerate(obs["players"]):
                for edge in player["roads"]:
                    draw_road(ui, island, edge, seat, is_new=("road", edge) in new)
            draw_robber(ui, island, obs["robber"], is_new=("robber", obs["robber"]) in new)
            for seat, player in enumerate(obs["players"]):
                for name, is_city in (("settlements", False), ("cities", True)):
                    for vertex in player[name]:
                        kind = "city" if is_city else "settlement"
                        draw_building(
                            ui, island, vertex, seat, is_city=is_city, is_new=(kind, vertex) in new
                        )
        self._note_anchors(island)
        self._draw_dice(ui, Rect(rect.x, rect.y, ui.u(150), ui.u(56)), look)

    def _draw_ground(self, ui: Ui, rect: Rect, island: Island) -> None:
        assert self._board is not None
        ui.surface.fill(ui.theme.ground, rect)
        ui.fill(rect, tone(ui, DEEP), 12)
        draw_ground(ui, island, self._board)

    def _new_places(self, look: Look) -> set[tuple[str, int]]:
        """What was just built or moved, to be pointed out."""
        if look.age_s > NEW_S or not look.animated:
            return set()
        fields = {"road": "edge", "settlement": "vertex", "city": "vertex", "robber": "hex"}
        return {
            (event["e"], event[fields[event["e"]]])
            for event in look.fresh
            if event.get("e") in fields
        }

    def _note_anchors(self, island: Island) -> None:
        side = round(island.radius * 0.5)
        for name, places in (("hex", island.hexes), ("node", island.vertices)):
            for number, (x, y) in enumerate(places):
                self.anchors[f"{name}:{number}"] = Rect(
                    round(x) - side // 2, round(y) - side // 2, side, side
                )
        for number in range(len(self._charts.edges)):
            x, y = island.edge_middle(number)
            self.anchors[f"edge:{number}"] = Rect(
                round(x) - side // 2, round(y) - side // 2, side, side
            )

    def _draw_places(self, ui: Ui, island: Island, look: Look) -> None:
        """Where something can be done, as a mark to press."""
        for index, action in enumerate(look.actions):
            verb = action[0]
            if verb in CHOSEN_FIRST and verb != self._mode:
                continue
            if verb in ON_EDGE:
                self._draw_edge_place(ui, island, look, index, action[1])
            elif verb in ON_VERTEX:
                self._draw_vertex_place(ui, island, look, index, action[1], verb)
            elif verb == "move_robber":
                self._draw_hex_place(ui, island, look, index, action[1])

    def _draw_edge_place(self, ui: Ui, island: Island, look: Look, index: int, edge: int) -> None:
        start, end = island.edge(edge)
        name = f"edge {edge}"
        is_here = ui.is_hovered(name) or ui.is_focused(name)
        ends = [between(start, end, 0.24), between(start, end, 0.76)]
        if look.hints or is_here:
            ui.art.line(ui.surface, ends, BLACK, island.radius * 0.17)
            ink = ui.theme.seat(look.seat) if is_here else TOKEN
            ui.art.line(ui.surface, ends, ink, island.radius * 0.1)
        shape = Round(island.edge_middle(edge), island.radius * 0.26)
        ui.region(
            name,
            shape,
            f"road at edge {edge}",
            lambda: look.answer(index),
            tooltip=f"Road here\n{self._edge_text(island, look, edge)}",
        )

    def _draw_vertex_place(
        self, ui: Ui, island: Island, look: Look, index: int, vertex: int, verb: str
    ) -> None:
        name = f"vertex {vertex}"
        place = island.vertices[vertex]
        is_here = ui.is_hovered(name) or ui.is_focused(name)
        size = island.radius * (0.2 if is_here else 0.13)
        if verb == "city":
            size *= 2.2
        if look.hints or is_here:
            ink = ui.theme.seat(look.seat) if is_here else TOKEN
            fill = None if verb == "city" else ink
            ui.art.disc(
                ui.surface,
                place,
                size,
                fill,
                BLACK if verb != "city" else ink,
                max(1.5, island.radius * 0.05),
            )
        what = "City" if verb == "city" else "Settlement"
        ui.region(
            name,
            Round(place, island.radius * 0.3),
            f"{what.lower()} at vertex {vertex}",
            lambda: look.answer(index),
            tooltip=f"{what} here\n{self._vertex_text(island, look, vertex)}",
        )

    def _draw_hex_place(self, ui: Ui, island: Island, look: Look, index: int, number: int) -> None:
        name = f"hex {number}"
        middle = island.hexes[number]
        if ui.is_hovered(name) or ui.is_focused(name) or look.hints:
            ink = ui.theme.accent if ui.is_hovered(name) or ui.is_focused(name) else TOKEN
            ui.art.disc(
                ui.surface, middle, island.radius * 0.68, None, ink, max(2.0, island.radius * 0.06)
            )
        ui.region(
            name,
            Round(middle, island.radius * 0.7),
            f"robber to hex {number}",
            lambda: look.answer(index),
            tooltip=f"The robber to {self._hex_text(look, number)}",
        )

    def _hex_text(self, look: Look, number: int) -> str:
        board = look.obs["board"]
        terrain = self._charts.terrain[int(board["terrain"][number])]
        return f"{terrain} {board['numbers'][number]}" if board["numbers"][number] else terrain

    def _vertex_text(self, island: Island, look: Look, vertex: int) -> str:
        parts = [self._hex_text(look, number) for number in island.hexes_at(vertex)]
        for at, edge in enumerate(self._charts.harbour_edges):
            if vertex in self._charts.edges[edge]:
                parts.append(f"harbour {self._charts.harbours[look.obs['board']['harbours'][at]]}")
        return ", ".join(parts)

    def _edge_text(self, island: Island, look: Look, edge: int) -> str:
        one, other = self._charts.edges[edge]
        shared = [number for number in island.hexes_at(one) if number in island.hexes_at(other)]
        return (
            "between " + " and ".join(self._hex_text(look, number) for number in shared)
            if len(shared) > 1
            else f"along {self._hex_text(look, shared[0])}"
        )

    def _draw_dice(self, ui: Ui, rect: Rect, look: Look) -> None:
        """The last roll, and on demand how often each number came."""
        first, second = look.obs["dice"]
        side = ui.u(40)
        place = Rect(rect.x + ui.u(4), rect.y + ui.u(6), side, side)
        if first:
            for at, value in enumerate((first, second)):
                draw_die(
                    ui, place.move(at * (side + ui.u(6)), 0), value, is_faint=not look.obs["rolled"]
                )
        spot = Rect(
            place.right + side + ui.u(14) if first else place.x,
            place.y + ui.u(4),
            ui.u(32),
            ui.u(32),
        )
        ui.fill(spot, ui.theme.surface, 8)
        icon_button(
            ui,
            "dice statistics",
            spot,
            "chart",
            "How often each number came",
            self._toggle_dice,
            key="s",
            is_on=self._shows_dice,
        )
        if self._shows_dice:
            draw_histogram(
                ui,
                Rect(rect.x + ui.u(4), place.bottom + ui.u(10), ui.u(248), ui.u(136)),
                self._dice,
            )

    def _toggle_dice(self) -> None:
        self._shows_dice = not self._shows_dice

    # The players.

    def _draw_column(self, ui: Ui, rect: Rect, look: Look) -> None:
        box = Box(rect, ui.u(6))
        self._draw_bank_row(ui, box.top(ui.u(64)), look)
        players = look.obs["players"]
        gap = ui.u(6)
        height = min(ui.u(104), (box.rest.height - gap * (len(players) - 1)) // len(players))
        for seat, player in enumerate(players):
            self._draw_player(ui, box.top(height), look, seat, player)

    def _draw_bank_row(self, ui: Ui, rect: Rect, look: Look) -> None:
        ui.fill(rect, ui.theme.surface, 9, ui.theme.line)
        self.anchors["area:bank"] = rect
        inner = Box(rect.inflate(-2 * ui.u(10), -2 * ui.u(5)))
        head = Box(inner.top(ui.u(22)))
        round_text = f"Round {look.obs['round']}" if look.obs["round"] else "Setting up"
        deck = f"{look.obs['deck_n']} cards"
        place = head.right(ui.width(deck, "caption") + ui.u(24))
        ui.icon("deck", (place.x + ui.u(8), place.centery), 15, ui.theme.muted)
        ui.text(
            deck,
            Rect(place.x + ui.u(20), place.y, place.width, place.height),
            "caption",
            ui.theme.muted,
        )
        ui.text(round_text, head.rest, "label")
        self._draw_counts(ui, inner.rest, look.obs["bank"], "bank")

    def _draw_counts(self, ui: Ui, rect: Rect, counts: Sequence[int], name: str) -> None:
        """A count for each resource, also for none."""
        width = rect.width / len(counts)
        for at, count in enumerate(counts):
            cell = Rect(round(rect.x + at * width), rect.y, round(width), rect.height)
            ui.icon(
                self._charts.resources[at], (cell.x + ui.u(10), cell.centery), 17, ui.theme.muted
            )
            ui.text(
                str(count),
                Rect(cell.x + ui.u(21), cell.y, cell.width - ui.u(21), cell.height),
                "label",
            )
            ui.hint(f"{name} {at}", cell, f"{count} {self._charts.resources[at]} in the {name}")
            self.anchors[f"{name}:{at}"] = cell

    def _draw_player(
        self, ui: Ui, rect: Rect, look: Look, seat: int, player: Mapping[str, Any]
    ) -> None:
        colour = ui.theme.seat(seat)
        is_turn = look.obs["turn"] == seat and look.obs["phase"] != "over"
        ui.fill(
            rect, ui.theme.soft(colour, 0.12) if is_turn else ui.theme.surface, 9, ui.theme.line
        )
        if is_turn:
            ui.frame(rect, colour, 9, 1.5, PATTERNS[seat % 4])
        self.anchors[f"seat:{seat}"] = rect
        box = Box(rect.inflate(-2 * ui.u(9), -2 * ui.u(5)), ui.u(1))
        third = box.rest.height // 3
        head = Box(box.top(third), ui.u(7))
        mark = head.left(ui.u(22))
        ui.fill(Rect(mark.x, mark.centery - ui.u(10), ui.u(20), ui.u(20)), colour, 6)
        ui.text(
            str(seat + 1),
            Rect(mark.x, mark.y, ui.u(20), mark.height),
            "label",
            ui.ink_on(colour),
            align="center",
        )
        points = f"{player['points']}"
        secret = self._secret_points(look, seat)
        if secret:
            points += f"+{secret}"
        place = head.right(ui.width(points, "strong") + ui.u(22))
        ui.icon("star", (place.x + ui.u(8), place.centery), 16, ui.theme.text)
        ui.text(
            points,
            Rect(place.x + ui.u(20), place.y, place.width - ui.u(20), place.height),
            "strong",
        )
        ui.hint(
            f"points {seat}",
            place,
            f"{player['points']} points that all see" + (f", {secret} hidden" if secret else ""),
        )
        name = f"{look.names[seat]} (you)" if seat == look.seat else look.names[seat]
        ui.text(name, head.rest, "strong", may_cut=True)
        self._draw_figures(ui, box.top(third), look, seat, player)
        self._draw_known(ui, box.rest, look, seat, player)

    def _secret_points(self, look: Look, seat: int) -> int:
        """Own victory point cards."""
        if seat != look.seat or "victory" not in self._charts.dev_cards:
            return 0
        kind = self._charts.dev_cards.index("victory")
        rows = [look.obs["players"][seat]["usable"], look.obs["fresh"]]
        return sum(row[kind] for row in rows if len(row) > kind)

    def _draw_figures(
        self, ui: Ui, rect: Rect, look: Look, seat: int, player: Mapping[str, Any]
    ) -> None:
        holds = {"road": look.obs["longest"] == seat, "knight": look.obs["army"] == seat}
        figures = (
            ("hand", player["cards"], "cards in hand"),
            ("deck", player["devs"], "development cards"),
            ("knight", player["played"][0], "knights played"),
            ("road", player["road"], "roads in a row"),
        )
        width = rect.width // 4
        for at, (sign, count, about) in enumerate(figures):
            cell = Rect(rect.x + at * width, rect.y, width, rect.height)
            is_best = holds.get(sign, False)
            ink = ui.theme.warn if is_best else ui.theme.muted
            ui.icon(sign, (cell.x + ui.u(9), cell.centery), 17, ink)
            ui.text(
                f"{count}{'*' if is_best else ''}",
                Rect(cell.x + ui.u(21), cell.y, width - ui.u(21), cell.height),
                "label",
                ink if is_best else None,
            )
            words = f"{count} {about}"
            if is_best:
                words += (
                    f"\nHolds the {'longest road' if sign == 'road' else 'largest army'}: 2 points"
                )
            ui.hint(f"{sign} {seat}", cell, words)

    def _draw_known(
        self, ui: Ui, rect: Rect, look: Look, seat: int, player: Mapping[str, Any]
    ) -> None:
        """What is known of a hand."""
        counts, unknown = known_hand(look.obs, seat)
        x = rect.x
        for at, count in enumerate(counts):
            if count:
                ui.icon(self._charts.resources[at], (x + ui.u(8), rect.centery), 15, ui.theme.muted)
                ui.text(str(count), Rect(x + ui.u(18), rect.y, ui.u(19), rect.height), "caption")
                x += ui.u(37)
        if unknown:
            ui.icon("question", (x + ui.u(8), rect.centery), 15, ui.theme.muted)
            ui.text(str(unknown), Rect(x + ui.u(18), rect.y, ui.u(20), rect.height), "caption")
        words = f"Certain: {amounts_text(self._charts, counts)}" + (
            f"; {unknown} more" if unknown else ""
        )
        ui.hint(f"known {seat}", rect, words)

    # What can be done.

    def _draw_bar(self, ui: Ui, rect: Rect, look: Look) -> None:
        is_asked = look.turn is not None
        ui.fill(
            rect,
            ui.theme.surface,
            10,
            ui.theme.accent if is_asked else ui.theme.line,
            1.5 if is_asked else 1,
        )
        inner = rect.inflate(-2 * ui.u(12), -2 * ui.u(9))
        hand = look.obs["players"][look.seat]["hand"] or [0] * len(self._charts.resources)
        if self._trade.kind and is_asked:
            self._trade.draw(ui, inner, look, hand)
            return
        match look.turn.kind if look.turn else "":
            case "answer":
                draw_offer(ui, inner, look, self._charts, self._counter)
            case "deal":
                draw_deal(ui, inner, look, self._charts)
            case "victim":
                draw_victims(ui, inner, look)
            case "discard":
                self._draw_discard(ui, inner, look, hand)
            case _ if self._mode in ("bank", "plenty", "monopoly"):
                self._draw_mode(ui, inner, look)
            case _:
                self._draw_usual(ui, inner, look, hand)

    def _counter(self) -> None:
        self._trade.open("counter")

    def _draw_discard(self, ui: Ui, rect: Rect, look: Look, hand: Sequence[int]) -> None:
        due = look.obs["players"][look.seat]["due"]
        losses = look.by_verb("discard")
        draw_choices(
            ui,
            rect,
            f"Put {due} more {'card' if due == 1 else 'cards'} aside",
            self._charts,
            {resource: answering(look, index) for resource, index in losses.items()},
            "lose",
            None,
            hand,
        )

    def _draw_mode(self, ui: Ui, rect: Rect, look: Look) -> None:
        if self._mode == "bank":
            draw_bank(ui, rect, look, self._charts, self._close)
        elif self._mode == "monopoly":
            claims = look.by_verb("play_monopoly")
            draw_choices(
                ui,
                rect,
                "All cards of which kind?",
                self._charts,
                {resource: answering(look, index) for resource, index in claims.items()},
                "claim",
                self._close,
            )
        else:
            self._draw_plenty(ui, rect, look)

    def _draw_plenty(self, ui: Ui, rect: Rect, look: Look) -> None:
        """Two cards from the bank, one after the other."""
        gifts = {
            tuple(sorted(action[1:])): index
            for index, action in enumerate(look.actions)
            if action[0] == "play_plenty"
        }
        choices: dict[int, Press] = {}
        for resource in range(len(self._charts.resources)):
            if self._first is None:
                if any(resource in pair for pair in gifts):
                    choices[resource] = partial(self._take_first, look, gifts, resource)
            else:
                index = gifts.get(tuple(sorted((self._first, resource))))
                if index is not None:
                    choices[resource] = answering(look, index)
        title = (
            "Which card do you take first?"
            if self._first is None
            else f"{self._charts.resources[self._first].title()}, and which second?"
        )
        draw_choices(ui, rect, title, self._charts, choices, "take", self._close)

    def _take_first(self, look: Look, gifts: Mapping[tuple[int, ...], int], resource: int) -> None:
        alone = gifts.get((resource,))
        if alone is not None:
            look.answer(alone)
        else:
            self._first = resource

    def _close(self) -> None:
        self._mode, self._first = "", None

    def _draw_usual(self, ui: Ui, rect: Rect, look: Look, hand: Sequence[int]) -> None:
        row = Box(rect, ui.u(12))
        cards = row.left(ui.u(46) * len(hand) + ui.u(4) * (len(hand) - 1))
        for at, count in enumerate(hand):
            cell = Rect(cards.x + at * ui.u(50), cards.y, ui.u(46), cards.height)
            draw_card(ui, cell, self._charts.resources[at], str(count), is_faint=not count)
            ui.hint(f"own {at}", cell, f"You have {count} {self._charts.resources[at]}")
            self.anchors[f"hand:{at}"] = cell
        devs = self._dev_cards(look)
        if devs:
            self._draw_devs(ui, row.left(ui.u(52) * len(devs)), look, devs)
        buttons = self._buttons(look)
        if buttons:
            button_row(ui, row.rest, buttons)
        else:
            ui.text(self.task(look), row.rest, "body", ui.theme.muted, align="center", may_cut=True)

    def _dev_cards(self, look: Look) -> list[tuple[int, int, int]]:
        """Own development cards: kind, how many, how many of them are new."""
        usable = look.obs["players"][look.seat]["usable"]
        fresh = look.obs["fresh"] or [0] * len(self._charts.dev_cards)
        return [
            (kind, old + new, new)
            for kind, (old, new) in enumerate(zip(usable, fresh, strict=False))
            if old + new
        ]

    def _draw_devs(
        self, ui: Ui, rect: Rect, look: Look, devs: Sequence[tuple[int, int, int]]
    ) -> None:
        for at, (kind, count, new) in enumerate(devs):
            cell = Rect(rect.x + at * ui.u(52), rect.y, ui.u(46), rect.height)
            name = self._charts.dev_cards[kind]
            press = self._play(look, name)
            ground = mix(ui.theme.raised, ui.theme.seat(3), 0.3)
            ui.fill(
                cell,
                ground,
                7,
                ui.theme.good if press and look.hints else ui.theme.line,
                2 if press and look.hints else 1,
            )
            ui.icon(name, (cell.centerx, cell.y + cell.height * 0.36), 28, ui.theme.text)
            ui.text(
                str(count),
                Rect(cell.x, cell.bottom - ui.u(26), cell.width, ui.u(22)),
                "strong",
                align="center",
            )
            words = f"{DEV_NAMES.get(name, name)}: {DEV_ABOUT.get(name, '')}"
            if new:
                words += f"\n{new} bought in this turn"
            region = f"play {name}"
            self.anchors[f"dev:{kind}"] = cell
            if press is None:
                ui.hint(region, cell, words)
            else:
                ui.region(region, cell, region, press, tooltip=f"{words}\nPress to play")
                if ui.is_focused(region):
                    ui.focus_ring(cell)

    def _play(self, look: Look, name: str) -> Press | None:
        """What pressing a development card does, None where it cannot be played now."""
        found = [index for index, action in enumerate(look.actions) if action[0] == f"play_{name}"]
        if not found:
            return None
        if name in ("plenty", "monopoly"):
            return lambda: self._set_mode(name)
        return answering(look, found[0])

    def _buttons(self, look: Look) -> list[tuple[str, str, str, Press | None, str, str, bool]]:
        """Name, label, sign, what it does, key, why it cannot, is it on?"""
        if look.turn is not None and look.turn.kind in (
            "place_settlement",
            "place_road",
            "free_road",
            "robber",
        ):
            return []
        buttons: list[tuple[str, str, str, Press | None, str, str, bool]] = []
        rolls = look.by_verb("roll")
        if rolls:
            buttons.append(("roll", "Roll", "dice", answering(look, rolls[None]), "r", "", False))
        if look.turn is not None and look.turn.kind == "main":
            for verb, label, sign, key in BUILDS:
                reason = "" if look.by_verb(verb) else self._why_not(look, verb, label)
                buttons.append(
                    (
                        verb,
                        label,
                        sign,
                        partial(self._set_mode, verb),
                        key,
                        reason,
                        self._mode == verb,
                    )
                )
            buys = look.by_verb("buy_dev")
            reason = "" if buys else self._why_not(look, "dev", "card")
            buttons.append(
                ("buy", "Buy card", "deck", answering(look, buys.get(None, 0)), "4", reason, False)
            )
            can_offer = any(param.get("kind") == "offer" for param in look.turn.params)
            others = [seat for seat in range(look.match.seats) if seat != look.seat]
            buttons.append(
                (
                    "trade",
                    "Trade",
                    "swap",
                    lambda: self._trade.open("offer", others),
                    "t",
                    "" if can_offer else "no more offers in this turn",
                    False,
                )
            )
            banks = look.by_verb("bank")
            buttons.append(
                (
                    "bank",
                    "Bank",
                    "harbour",
                    lambda: self._set_mode("bank"),
                    "b",
                    "" if banks else "you have too few cards of one kind for the bank",
                    False,
                )
            )
            ends = look.by_verb("end_turn")
            buttons.append(
                (
                    "end turn",
                    "End turn",
                    "forward",
                    answering(look, ends.get(None, 0)),
                    "e",
                    "" if ends else "not yet",
                    False,
                )
            )
        return buttons

    def _why_not(self, look: Look, what: str, label: str) -> str:
        """Why something cannot be built: the missing cards, else that there is no place or piece."""
        price = self._charts.prices.get(what)
        hand = look.obs["players"][look.seat]["hand"]
        if price is not None and len(hand) == len(price):
            missing = [max(0, cost - have) for cost, have in zip(price, hand, strict=True)]
            if any(missing):
                return f"{label} needs {amounts_text(self._charts, price)}; missing: {amounts_text(self._charts, missing)}"
        return f"there is no place or no piece left for a {label.lower()}"

    def _set_mode(self, mode: str) -> None:
        self._mode = "" if self._mode == mode else mode
        self._first = None


def answering(look: Look, index: int) -> Press:
    """A press that answers with this action."""
    return lambda: look.answer(index)


def known_hand(obs: Mapping[str, Any], seat: int) -> tuple[list[int], int]:
    """The cards that a hand holds for certain, and how many more there are."""
    player = obs["players"][seat]
    if player["hand"]:
        return list(player["hand"]), 0
    unsure, deals = obs.get("unsure", []), obs.get("deals", [])
    if seat not in unsure or not deals:
        return [], player["cards"]
    first = 1 + 5 * unsure.index(seat)
    certain = [min(deal[first + at] for deal in deals) for at in range(5)]
    return certain, player["cards"] - sum(certain)
