"""How a table looks in a terminal: the position, the numbers of all places, what can be done, what happened. Pure.

Shows what everybody may know; a program's cards only where they are asked for.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from infoset.seated.catan import CatanWording
from infoset.seated.listing import list_actions
from infoset.turn import MatchResult, Turn
from infoset.watching.catan import island_of
from infoset.watching.catan_map import NARROW, SEAT_LETTERS, WIDE, IslandPicture, width_with
from infoset.watching.catan_words import card_name, cards_text
from infoset.watching.scene import Scene
from infoset.watching.text import Style, wrap
from infoset.wording import say
from infoset_bots.lab.tabletop.party import Party, Place
from infoset_bots.lab.tabletop.world import World
from infoset_games.catan.cards import DEV_KINDS, RESOURCES
from infoset_games.catan.cells import FRESH, USABLE
from infoset_games.catan.topology import EDGES, VERTICES
from infoset_games.core import Json
from infoset_games.notices import Told

ANNOUNCED: Final = frozenset(  # events of a program's seat that its announcement has told
    [
        *("road", "settlement", "city", "robber", "victim", "buy", "bought", "play", "bank"),
        *("plenty", "offer", "accept", "reject", "counter", "withdraw", "trade", "end_turn"),
    ]
)


class View:
    """The look of one table."""

    def __init__(self, party: Party, style: Style, width: int) -> None:
        self._party = party
        self._style = style
        self._width = width
        self._match = party.match(-1)
        self._scene = Scene(self._match, style)
        self._wording = CatanWording()

    def task(self, kind: str) -> str:
        """What a decision of this kind asks for."""
        return self._wording.task(kind)

    def places(self, world: World) -> list[str]:
        """The board with the numbers of all corners, and again with those of all edges."""
        half = WIDE if width_with(WIDE) <= self._width else NARROW
        picture = IslandPicture(half)
        island = island_of(world.state.observe(None))
        corners = replace(island, open_vertices=frozenset(range(VERTICES)))
        edges = replace(island, open_edges=frozenset(range(EDGES)))
        return [
            say("terminal-table-corners"),
            *picture.draw(corners).lines(self._style),
            "",
            say("terminal-table-edges"),
            *picture.draw(edges).lines(self._style),
        ]

    def position(self, world: World, choices: Sequence[Any] = ()) -> list[str]:
        """The position as everybody sees it."""
        self._scene.see(self.observation(world))
        self._scene.choices = choices
        return self._scene.board(self._width)

    def actions(self, world: World, seat: int, actions: list[list[Json]]) -> list[str]:
        """What a person can do, by kind."""
        state = world.state
        turn = Turn(
            match=self._match,
            decision=0,
            kind=state.kind(seat),
            n=len(actions),
            actions=actions,
            params=[] if state.kind(seat) == "roll" else list(world.params(seat)),
        )
        if turn.kind == "roll":
            words = [self._wording.write(action) for action in actions if action != ["roll"]]
            return [say("terminal-table-first", actions=", ".join(words))] if words else []
        return list_actions(turn, self._wording, self._style, self._width)

    def news(self, told: Sequence[Told], announced: int | None = None) -> list[str]:
        """What happened, in lines; without what the seat `announced` has said itself."""
        return [f"  {line}" for line in self._scene.say(self.events(told, announced))]

    def events(self, told: Sequence[Told], announced: int | None = None) -> list[dict[str, Json]]:
        """The same as everybody may see it."""
        return [
            event
            for news in told
            for event in news.views[None]
            if announced is None or event["e"] not in ANNOUNCED or event.get("by") != announced
        ]

    def cards(self, world: World, seat: int) -> list[str]:
        """What a program's seat holds."""
        state = world.state
        hand = [int(state.hand(seat, resource)) for resource in range(RESOURCES)]
        devs = [int(state.cells[USABLE + DEV_KINDS * seat + kind]) for kind in range(DEV_KINDS)]
        if state.turn == seat:
            devs = [count + int(state.cells[FRESH + kind]) for kind, count in enumerate(devs)]
        names = [
            say("catan-count", count=count, name=card_name(kind))
            for kind, count in enumerate(devs)
            if count
        ]
        return [
            say(
                "terminal-table-holds",
                name=self._party.names[seat],
                cards=cards_text(hand) or say("catan-tell-no-cards"),
                more=", ".join(names) or say("terminal-table-nothing-else"),
            )
        ]

    def wrapped(self, line: str) -> list[str]:
        """A line in pieces as wide as the terminal."""
        return wrap(line, self._width, "   ")

    def seats(self) -> list[str]:
        """Who sits where, by the letters on the board."""
        return [
            f"  ({SEAT_LETTERS[seat]}) {place_text(place)}"
            for seat, place in enumerate(self._party.places)
        ]

    def result(self, world: World) -> list[str]:
        """The scores, best place first."""
        over = world.match.over
        assert over is not None
        result = over.result
        self._scene.result = MatchResult(
            over.reason, result.places, result.scores, result.returns, -1
        )
        return self._scene.final_table()

    def observation(self, world: World) -> dict[str, Any]:
        """What everybody may know, as plain values."""
        return world.game.write_observation(world.state.observe(None))


def place_text(place: Place) -> str:
    """Who sits somewhere, and for a program how it plays."""
    if not place.spec:
        return place.name
    return say("terminal-table-played-by", name=place.name, bot=place.spec)
