"""One bot on one seat: which questions it answers, and how often."""

import asyncio
import dataclasses
import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from infoset.bot import Bot
from infoset.botseat import BotSeat
from infoset.client import Incoming
from infoset.fitting import Fitting
from infoset.turn import Answer, Match, Turn
from infoset_games.game import Game
from infoset_games.registry import make_game
from infoset_protocol.messages import Act, ClientMessage, read_server_message

Plain = dict[str, Any]
Plains = Sequence[Plain]

ASKED = {
    "decision": 1,
    "kind": "main",
    "n": 2,
    "legal": {"kind": "list", "actions": [["stay"], ["go"]]},
    "fallback": 0,
}
SNAPSHOT = {"type": "snapshot", "match_id": "m_1", "ver": 0, "obs": {}, "pending": [ASKED]}
TURN = {"type": "your_turn", "match_id": "m_1", "seat": 0, "ver": 0, **ASKED}
EVENTS = {"type": "events", "match_id": "m_1", "ver": 1, "items": [{"kind": "news"}]}
OVER = {
    "type": "match_over",
    "match_id": "m_1",
    "reason": "finished",
    "places": [1],
    "scores": [1],
    "returns": [1],
}
ACT_OK = {"type": "act_ok", "match_id": "m_1", "decision": 1, "elapsed_ms": 1}
MATCH = Match(match_id="m_1", game="toy", rules="toy/1.0", seat=0)


class Goer(Bot):
    """Counts how often it is asked; what happens at the table is decided by `Table.steps`."""

    quick = True

    def __init__(self, table: "Table") -> None:
        self.table = table

    def decide(self, turn: Turn) -> Answer:
        self.table.asked += 1
        return 1

    def on_events(self, match: Match, events: Sequence[Mapping[str, Any]]) -> None:
        self.table.tell(*self.table.steps.pop(0))


class Table:
    """A seat whose every act is accepted; `meanwhile` arrives before the first acceptance is known.

    So does `inbox`, but it is looked at later. Each `steps` arrives when the bot hears of an event.
    """

    def __init__(
        self, is_sealed: bool, meanwhile: Plains, *steps: Plains, inbox: Plains = ()
    ) -> None:
        self.asked = 0
        self.acts: list[Act] = []
        self.steps = list(steps)
        self.seat = BotSeat(MATCH, lambda: Goer(self), self._ask)
        self._is_sealed = is_sealed
        self._meanwhile = meanwhile
        self._inbox = inbox
        self._arrivals = itertools.count(1)

    async def play(self) -> None:
        self.tell(TURN)
        await self.seat.play()

    def tell(self, *plains: Plain) -> None:
        for plain in plains:
            self.seat.take(self._arrive(plain))

    def _arrive(self, plain: Plain) -> Incoming:
        return Incoming(plain, read_server_message(plain), next(self._arrivals))

    async def _ask(self, message: ClientMessage) -> Incoming:
        assert isinstance(message, Act)
        self.acts.append(message)
        meanwhile, self._meanwhile = self._meanwhile, []
        self.tell(*meanwhile)
        inbox, self._inbox = self._inbox, []
        for late in [self._arrive(plain) for plain in inbox]:
            asyncio.get_running_loop().call_soon(self.seat.take, late)
        return self._arrive(ACT_OK | ({"sealed": True} if self._is_sealed else {}))


@pytest.mark.parametrize("is_sealed", [False, True])
async def test_a_question_that_came_before_its_acceptance_is_not_answered_again(
    is_sealed: bool,
) -> None:
    table = Table(is_sealed, [SNAPSHOT, EVENTS], [OVER])
    await table.play()
    assert len(table.acts) == 1


@pytest.mark.parametrize("is_sealed", [False, True])
async def test_a_question_that_waits_in_the_inbox_is_not_answered_again_either(
    is_sealed: bool,
) -> None:
    table = Table(is_sealed, [], [OVER], inbox=[SNAPSHOT, EVENTS])
    await table.play()
    assert len(table.acts) == 1


async def test_a_sealed_choice_is_sent_again_where_the_server_asks_again_later() -> None:
    table = Table(True, [EVENTS], [SNAPSHOT, EVENTS], [OVER])
    await table.play()
    assert [act.index for act in table.acts] == [1, 1]
    assert table.asked == 1


@pytest.mark.parametrize("quick", [False, True])
async def test_a_game_that_a_bot_cannot_play_is_told_in_one_sentence(
    quick: bool, caplog: pytest.LogCaptureFixture
) -> None:
    asked: list[str] = []

    class Picky(Bot):
        def check_game(self, game: Game) -> None:
            asked.append(game.name)
            if game.name == "catan":
                raise ValueError("w.npz: expected weights for catan")

        def decide(self, turn: Turn) -> Answer:
            return 1

    Picky.quick = quick
    fitting = Fitting()
    acts: list[int | None] = []

    async def ask(message: ClientMessage) -> Incoming:
        assert isinstance(message, Act)
        acts.append(message.index)
        seats[-1].take(Incoming(OVER, read_server_message(OVER), 2))
        return Incoming(ACT_OK, read_server_message(ACT_OK), 3)

    seats: list[BotSeat] = []
    for name in ("catan", "catan", "colonizers", None):
        engine = None if name is None else make_game(name, {})
        match = dataclasses.replace(MATCH, engine=engine)
        seats.append(BotSeat(match, Picky, ask, fitting=fitting))
        seats[-1].take(Incoming(TURN, read_server_message(TURN), 1))
        await seats[-1].play()
    assert asked == ["catan", "colonizers"]
    assert acts == [0, 0, 1, 1]  # the fallback where it cannot play
    assert [seat.faults.exceptions for seat in seats] == [1, 1, 0, 0]
    assert caplog.text.count("w.npz: expected weights for catan") == 2
    assert "Traceback" not in caplog.text
