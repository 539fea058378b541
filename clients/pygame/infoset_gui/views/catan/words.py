"""Catan in words: what is asked, advice, and places by what lies around them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from infoset_gui.views.catan.island import Charts
from infoset_gui.views.view import Look, Step

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
    "discard": "Whoever holds more than seven cards loses half of them, rounded down, when a seven is rolled.",
    "victim": "You take one card of that hand, whichever it is.",
    "free_road": "The card builds two roads; they cost nothing.",
    "deal": "One of those who said yes, or whose own offer you like, gets the deal. Withdraw to keep your cards.",
    "robber": "The hex under the robber yields nothing. You take a card from one player there.",
    "main": "Press Road, Settlement or City and then a marked place. Trade helps to what you lack.",
    "answer": "Only the player whose turn it is trades; another offer is sent back to them.",
}


def task(look: Look) -> str:
    """What is asked or going on, in a line."""
    if look.turn is not None:
        return TASKS.get(look.turn.kind, look.turn.kind)
    phase = look.obs.get("phase", "")
    if phase == "over":
        return "The game is over"
    return f"{look.names[look.obs['turn']]} {WAITING.get(phase, '')}"


class Places:
    """Hexes, corners and edges of one board, by what lies around them."""

    def __init__(self, charts: Charts, board: Mapping[str, Any]) -> None:
        self._charts = charts
        self._board = board

    def hex(self, number: int) -> str:
        """A hex by its terrain and number: `wheat 8`."""
        terrain = self._charts.terrain[int(self._board["terrain"][number])]
        figure = self._board["numbers"][number]
        return f"{terrain} {figure}" if figure else terrain

    def around(self, vertex: int) -> str:
        """A corner by the hexes around it."""
        return ", ".join(self.hex(number) for number in self._charts.hexes_at(vertex))

    def vertex(self, vertex: int) -> str:
        """A corner by its hexes and its harbour."""
        parts = [self.around(vertex)]
        for at, edge in enumerate(self._charts.harbour_edges):
            if vertex in self._charts.edges[edge]:
                parts.append(f"harbour {self._charts.harbours[self._board['harbours'][at]]}")
        return ", ".join(parts)

    def edge(self, edge: int) -> str:
        """An edge by the hexes on both sides."""
        one, other = self._charts.edges[edge]
        shared = [at for at in self._charts.hexes_at(one) if at in self._charts.hexes_at(other)]
        names = [self.hex(number) for number in shared]
        return f"between {' and '.join(names)}" if len(names) > 1 else f"along {names[0]}"


def lesson(own: int, target: int) -> Sequence[Step]:
    """What a newcomer on seat `own` is shown, where `target` points win."""
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
