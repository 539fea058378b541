"""A step is taken back when that is kept: what everybody hears, and what becomes of it when the store refuses."""

import pytest
from tests.server.matches.match_parts import Book, HandClock
from tests.server.matches.test_runner import MATCH, TIMED, Table, begun

from infoset_games.core import State
from infoset_games.testing.toys import Leduc
from infoset_protocol.messages import AnswerUndo, CreateRoom, Undo
from infoset_server.common.request_errors import BadOptionError, NotYourSeatError, WrongStateError
from infoset_server.config import RoomLimits
from infoset_server.matches.settings import Delay, read_settings
from infoset_server.storage.errors import UnavailableError


class Open(Leduc):
    """Leduc poker in which a bet can be taken back: it shows no card."""

    def is_reversible(self, before: State, seat: int, action: int, after: State) -> bool:
        return True


@pytest.fixture
async def time(monkeypatch: pytest.MonkeyPatch) -> HandClock:
    return HandClock(monkeypatch)


def acted(
    time: HandClock, log: Book | None = None, delay: Delay | None = None
) -> tuple[Table, int]:
    """A table at which a seat has bet, and the other is asked; and which seat that is."""
    table = begun(time, TIMED, log, Open(), delay)
    seat = table.mover
    table.act()
    if log is not None:
        log.say()
    return table, seat


def ask(table: Table, seat: int, decision: int = 1) -> None:
    table.live.undo.ask(table.guests[seat].client, Undo(id=8, match_id=MATCH, decision=decision))


def answer(table: Table, seat: int, *, agree: bool = True) -> None:
    """The other seat says what it thinks of that."""
    request = AnswerUndo(id=9, match_id=MATCH, seat=seat, decision=1, agree=agree)
    table.live.undo.answer(table.guests[1 - seat].client, request)


async def test_nobody_hears_of_it_before_it_is_kept(time: HandClock) -> None:
    book = Book()
    table, seat = acted(time, book)
    ask(table, seat)
    table.forget()
    answer(table, seat)
    assert [guest.heard() for guest in table.guests] == [[], []]
    book.say()
    assert table.guests[seat].types() == ["undo_status", "events", "your_turn"]
    assert table.guests[1 - seat].types() == ["undo_status", "turn_closed", "events", "ok"]
    assert [step.kind for step in book.steps] == ["start", "act", "undo"]


async def test_what_cannot_be_kept_has_not_happened(time: HandClock) -> None:
    book = Book()
    table, seat = acted(time, book)
    ask(table, seat)
    table.forget()
    answer(table, seat)
    book.say(UnavailableError("away", retry_ms=70))
    status, error = table.guests[1 - seat].heard()
    assert (status["status"], error["code"]) == ("lapsed", "unavailable")
    assert [step.kind for step in table.live.match.steps] == ["start", "act"]
    assert table.mover == 1 - seat
    ask(table, seat)  # it can be asked again
    answer(table, seat)
    book.say()
    assert table.mover == seat


async def test_nothing_is_taken_back_while_the_organiser_has_stopped_the_clocks(
    time: HandClock,
) -> None:
    table, seat = acted(time)
    table.live.clock.freeze(True)
    with pytest.raises(WrongStateError, match="organiser"):
        ask(table, seat)


async def test_a_wrong_decision_is_named(time: HandClock) -> None:
    table, seat = acted(time)
    with pytest.raises(WrongStateError, match="decision 5 cannot be taken back"):
        ask(table, seat, decision=5)
    with pytest.raises(WrongStateError, match=f"seat {seat} does not ask for decision 1 back"):
        answer(table, seat)


async def test_who_resigns_ends_what_was_asked(time: HandClock) -> None:
    table, seat = acted(time)
    ask(table, seat)
    table.resign(1 - seat)
    assert table.live.is_over
    assert table.live.seating.undo_vote.question is None
    with pytest.raises(NotYourSeatError):
        answer(table, seat)


async def test_delayed_watchers_see_it_later(time: HandClock) -> None:
    table, seat = acted(time, delay=Delay(ms=1_000))
    table.live.spectators.admit(table.cy.client)
    table.live.spectators.begin([table.cy.client])
    ask(table, seat)
    answer(table, seat)
    table.cy.heard()
    await time.pass_ms(500)
    assert table.cy.heard() == []
    await time.pass_ms(1_000)
    told = [m for m in table.cy.heard() if m["type"] == "events"][-1]
    assert told["items"] == [{"e": "undone", "by": seat}]
    assert told["obs"] == table.live.match.observation(None)


def test_rated_rooms_have_none() -> None:
    asked = {"type": "create_room", "game": "colonizers"}
    limits = RoomLimits()
    plain = CreateRoom.model_validate(asked)
    rated = CreateRoom.model_validate(asked | {"rated": True})
    wrong = CreateRoom.model_validate(asked | {"rated": True, "undo": True})
    assert read_settings(plain, limits).allows_undo
    assert not read_settings(rated, limits, may_rate=True).allows_undo
    with pytest.raises(BadOptionError, match="undo: expected false in a rated match"):
        read_settings(wrong, limits, may_rate=True)
