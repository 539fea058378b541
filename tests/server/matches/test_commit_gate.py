"""What of a match is kept, who hears of it when, and what happens where it cannot be kept."""

from functools import partial

import pytest
from tests.server.matches.match_parts import Book

from infoset_games.decision import Choice
from infoset_games.match import Match
from infoset_games.terms import Terms
from infoset_games.testing.toys import Leduc
from infoset_server.common.ids import MatchId
from infoset_server.matches.commit_gate import CommitGate
from infoset_server.matches.match_log import LostMatchError
from infoset_server.storage.errors import StorageFullError


class Table:
    """A match of Leduc poker and what is heard of it. The time is a number."""

    def __init__(self, *, is_kept: bool = True) -> None:
        self.now_ms = 1_000
        self.heard: list[str] = []
        self.book = Book()
        self.commit_gate = CommitGate(
            MatchId("m_1"),
            Match(Leduc(), Terms(), "seed"),
            self.book if is_kept else None,
            lambda: self.now_ms,
            on_undone=lambda now_ms: self.heard.append(f"back at {now_ms}"),
            on_lost=lambda error: self.heard.append(f"lost: {error}"),
            on_failed=lambda: self.heard.append("failed"),
        )

    def start(self) -> None:
        self.commit_gate.match.start(0)
        self.settle("begun")

    def play(self, name: str) -> None:
        """Whoever is to act does something."""
        (asked,) = self.commit_gate.match.open.values()
        self.commit_gate.match.submit(asked.seat, asked.number, Choice(0), self.now_ms)
        self.settle(name)

    def settle(self, name: str) -> None:
        self.commit_gate.settle(
            partial(self.heard.append, name),
            lambda error: self.heard.append(f"no {name}: {error}"),
        )

    def wait(self, name: str) -> None:
        self.commit_gate.when_settled(partial(self.heard.append, name))


@pytest.fixture
def table() -> Table:
    """The match has begun, as is kept and told."""
    table = Table()
    table.start()
    table.book.say()
    assert table.heard.pop() == "begun"
    return table


def test_without_a_log_everything_is_told_at_once() -> None:
    table = Table(is_kept=False)
    table.start()
    table.play("raise")
    assert table.heard == ["begun", "raise"]
    assert not table.commit_gate.is_kept
    assert table.commit_gate.count == len(table.commit_gate.steps) == 2


def test_what_waits_for_a_beginning_waits_until_one_is_kept() -> None:
    table = Table()
    table.start()
    table.wait("came")
    table.book.say(StorageFullError("full"))
    assert table.heard == ["back at 1000", "no begun: full"]
    assert table.commit_gate.is_writing
    table.wait("came later")
    table.start()
    table.book.say()
    assert table.heard[2:] == ["begun", "came", "came later"]


def test_what_waits_for_a_beginning_is_served_where_another_server_has_the_match() -> None:
    table = Table()
    table.start()
    table.wait("came")
    table.book.say(LostMatchError("m_1"))
    assert table.heard == ["lost: m_1", "came"]
    assert not table.commit_gate.is_writing


def test_nobody_hears_of_what_is_not_kept_yet(table: Table) -> None:
    table.play("raise")
    assert table.commit_gate.is_writing
    assert table.commit_gate.count == len(table.commit_gate.steps) == 1
    assert table.heard == []
    table.book.say()
    assert not table.commit_gate.is_writing
    assert table.heard == ["raise"]
    assert table.commit_gate.steps == table.book.steps == table.commit_gate.match.steps


def test_what_a_log_keeps_at_once_is_told_at_once(table: Table) -> None:
    table.book.is_quick = True
    table.play("raise")
    assert table.heard == ["raise"]
    assert not table.commit_gate.is_writing


def test_what_changes_nothing_is_told_without_the_log(table: Table) -> None:
    table.settle("refusal")
    assert table.heard == ["refusal"]


def test_what_waits_is_called_in_order_until_something_is_written_again(table: Table) -> None:
    table.play("raise")
    table.wait("first")
    table.commit_gate.when_settled(partial(table.play, "call"))
    table.wait("last")
    assert table.commit_gate.waiting == 4
    table.book.say()
    assert table.heard == ["raise", "first"]
    assert table.commit_gate.waiting == 2
    table.book.say()
    assert table.heard == ["raise", "first", "call", "last"]
    assert table.commit_gate.waiting == 0


def test_where_another_server_goes_on_nothing_more_happens_by_itself(table: Table) -> None:
    table.play("raise")
    commit_gate, heard = table.commit_gate, table.heard
    commit_gate.then(partial(heard.append, "somebody is back"))
    commit_gate.when_settled(partial(setattr, commit_gate, "is_gone", True))
    commit_gate.then(partial(heard.append, "somebody was away for too long"))
    table.wait("a request")
    table.book.say()
    assert heard == ["raise", "somebody is back", "a request"]


def test_what_goes_wrong_in_one_that_waits_stops_no_other(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise ValueError("a mistake of ours")

    table.play("raise")
    table.commit_gate.when_settled(fail)
    table.wait("last")
    table.book.say()
    assert table.heard == ["raise", "last"]
    assert "m_1: what had to wait failed" in caplog.text


def test_what_is_settled_need_not_wait(table: Table) -> None:
    table.commit_gate.when_settled(partial(table.heard.append, "now"))
    table.play("raise")
    table.commit_gate.when_settled(partial(table.heard.append, "later"))
    assert table.heard == ["now"]
    table.book.say()
    assert table.heard == ["now", "raise", "later"]


def test_a_match_goes_back_to_what_is_kept_before_the_refusal_is_told(table: Table) -> None:
    before = table.commit_gate.match
    table.play("raise")
    table.wait("last")
    table.book.say(StorageFullError("no room"))
    assert table.heard == ["back at 1000", "no raise: no room", "last"]
    after = table.commit_gate.match
    assert after is not before
    assert after.steps == before.steps[:1]
    (asked,) = after.open.values()
    assert asked.opened_ms == 1_000  # nobody pays for our trouble


def test_a_match_that_another_server_has_is_neither_told_nor_undone(table: Table) -> None:
    before = table.commit_gate.match
    table.play("raise")
    table.book.say(LostMatchError("taken"))
    assert table.heard == ["lost: taken"]
    assert table.commit_gate.match is before


def test_what_cannot_be_told_is_reported_and_who_waits_goes_on(table: Table) -> None:
    def fail() -> None:
        raise ValueError("the rules failed")

    (asked,) = table.commit_gate.match.open.values()
    table.commit_gate.match.submit(asked.seat, asked.number, Choice(0), 0)
    table.commit_gate.settle(fail, lambda error: None)
    table.wait("last")
    table.book.say()
    assert table.heard == ["failed", "last"]


def test_only_what_is_neither_kept_nor_being_written_is_taken_back(table: Table) -> None:
    table.commit_gate.undo()
    assert table.heard == []
    (asked,) = table.commit_gate.match.open.values()
    table.commit_gate.match.submit(asked.seat, asked.number, Choice(0), 0)
    table.commit_gate.undo()
    assert table.heard == ["back at 1000"]
    assert len(table.commit_gate.match.steps) == 1
    table.play("raise")
    table.commit_gate.undo()
    assert table.heard == ["back at 1000"]
    assert len(table.commit_gate.match.steps) == 2


def test_the_log_hears_of_the_end(table: Table) -> None:
    table.commit_gate.close("finished")
    assert table.book.status == "finished"
    assert table.commit_gate.epoch == 3
