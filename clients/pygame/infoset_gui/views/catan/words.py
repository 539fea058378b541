"""Catan in words: what is asked, advice, and places by what lies around them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from infoset.wording import is_said, say
from infoset_gui.views.catan.island import Charts
from infoset_gui.views.catan.names import exchange_words, land_words
from infoset_gui.views.view import Look, Step

GUIDES: Final[Mapping[str, str]] = {  # kinds of questions, by the lesson that is about them
    "place_settlement": "catan-lesson-settlement-1",
    "place_road": "catan-lesson-road-1",
    "roll": "catan-lesson-roll-1",
    "discard": "catan-lesson-seven-1",
    "robber": "catan-lesson-robber-1",
    "victim": "catan-lesson-robber-1",
    "free_road": "catan-dev-about-1",
    "main": "catan-lesson-turn-1",
    "answer": "catan-lesson-answer-1",
    "deal": "catan-lesson-deal-1",
}
TOUR: Final = (  # places that newcomers are shown
    ("area:island", "island"),
    ("seat:{own}", "seat"),
    ("area:bank", "bank"),
    ("area:bar", "bar"),
)


def guide(look: Look) -> str:
    """Advice for what is asked."""
    kind = look.turn.kind if look.turn else ""
    return say(GUIDES[kind]) if kind in GUIDES else ""


def task(look: Look) -> str:
    """What is asked or going on, in a line."""
    if look.turn is not None:
        return asked_words(look.turn.kind, look)
    phase = look.obs.get("phase", "")
    if phase == "over":
        return say("match-over")
    if phase == "discard":
        return say("catan-halving")
    name = look.names[look.obs["turn"]]
    if phase == "answer":
        return say("catan-offers", name=name, me=False)
    if phase.startswith("place"):
        return say("catan-places", name=name, me=False)
    if phase == "roll":
        return say("catan-rolls", name=name, me=False)
    return say("catan-plays", name=name, me=False)


def asked_words(kind: str, look: Look) -> str:
    """What a question of this kind asks of the seat that looks."""
    if kind == "discard":
        return say("catan-ask-discard", count=look.obs["players"][look.seat]["due"])
    key = f"catan-ask-{kind}"
    return say(key) if is_said(key) else kind


class Places:
    """Hexes, corners and edges of one board, by what lies around them."""

    def __init__(self, charts: Charts, board: Mapping[str, Any]) -> None:
        self._charts = charts
        self._board = board

    def hex(self, number: int) -> str:
        """A hex by its terrain and number: `wheat 8`."""
        terrain = self._charts.terrain[int(self._board["terrain"][number])]
        return land_words(terrain, self._board["numbers"][number])

    def around(self, vertex: int) -> str:
        """A corner by the hexes around it."""
        return ", ".join(self.hex(number) for number in self._charts.hexes_at(vertex))

    def vertex(self, vertex: int) -> str:
        """A corner by its hexes and its harbour."""
        parts = [self.around(vertex)]
        for at, edge in enumerate(self._charts.harbour_edges):
            if vertex in self._charts.edges[edge]:
                kind = self._charts.harbours[int(self._board["harbours"][at])]
                parts.append(say("catan-harbour", exchange=exchange_words(kind)))
        return ", ".join(parts)

    def edge(self, edge: int) -> str:
        """An edge by the hexes on both sides."""
        one, other = self._charts.edges[edge]
        shared = [at for at in self._charts.hexes_at(one) if at in self._charts.hexes_at(other)]
        names = [self.hex(number) for number in shared]
        if len(names) < 2:
            return say("catan-along", hex=names[0])
        return say("catan-between", one=names[0], other=names[1])


def lesson(own: int, target: int) -> Sequence[Step]:
    """What a newcomer on seat `own` is shown, where `target` points win."""
    steps = (
        Step(
            anchor.format(own=own),
            say(f"catan-tour-{what}-title"),
            say(f"catan-tour-{what}-1", target=target),
        )
        for anchor, what in TOUR
    )
    return (*steps, Step("area:side", say("match-log"), say("window-table-side")))
