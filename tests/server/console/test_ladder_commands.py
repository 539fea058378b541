"""Commands about ladders: states, benches, and words that find an entry."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from tests.server.ladder.made import make_ladder, user

from infoset_server.accounts.roles import ALL_SCOPES
from infoset_server.console.commands import ConsoleError, Operator, Result
from infoset_server.console.ladder_commands import LadderCommands
from infoset_server.ladder.definition import LadderFileError
from infoset_server.ladder.entries import EntryState
from infoset_server.ladder.ladder import Ladder, LadderState
from infoset_server.ladder.service import Ladders
from infoset_server.requests import NotFoundError, WrongStateError

ADMIN = Operator(None, ALL_SCOPES)


class FakeLadders:
    """One ladder, and a folder with a bad file."""

    def __init__(self, ladder: Ladder) -> None:
        self.ladders = {ladder.name: ladder}
        self.fresh: list[str] | None = ["new"]

    def find(self, name: str) -> Ladder:
        if name not in self.ladders:
            raise NotFoundError(f"ladder {name}")
        return self.ladders[name]

    def load(self) -> list[str]:
        if self.fresh is None:
            raise LadderFileError("bad.toml: game: Field required")
        return self.fresh

    def pair_soon(self) -> None:
        """Nobody is here."""


def given(ladder: Ladder) -> tuple[FakeLadders, Any]:
    """The ladders, and a way to give commands."""
    fake = FakeLadders(ladder)
    commands = {one.name: one for one in LadderCommands(cast(Ladders, fake)).commands()}

    def do(name: str, **asked: Any) -> Result:
        command = commands[name]
        return cast(Result, command.run(ADMIN, command.arguments.model_validate(asked)))

    return fake, do


def test_a_ladder_is_paused_and_closed_for_ever() -> None:
    ladder = make_ladder()
    _, do = given(ladder)
    assert do("ladder", ladder="open", state="paused").message == "ladder open is paused"
    assert ladder.state is LadderState.PAUSED
    assert do("ladder", ladder="open", state="closing").message == "ladder open is closed"
    with pytest.raises(WrongStateError):
        do("ladder", ladder="open", state="open")
    with pytest.raises(NotFoundError):
        do("ladder", ladder="other", state="open")


def test_an_entry_is_benched_by_name_with_a_reason_and_taken_back() -> None:
    ladder = make_ladder()
    entry = ladder.register(user("ann"), "ferris", "1", "bot", {})
    _, do = given(ladder)
    do("bench", ladder="open", entry="ferris", reason="too loud")
    assert (entry.state, entry.why) == (EntryState.BENCHED, "too loud")
    with pytest.raises(ConsoleError, match="benched already"):
        do("bench", ladder="open", entry=entry.id)
    assert do("entry-log", ladder="open", entry="ferris").rows == [{"line": "benched: too loud"}]
    do("unbench", ladder="open", entry="ferris 1")
    assert entry.state is EntryState.IDLE


def test_a_name_of_several_entries_is_refused() -> None:
    ladder = make_ladder()
    for version in ("1", "2"):
        ladder.register(user("ann"), "ferris", version, "bot", {})
    _, do = given(ladder)
    with pytest.raises(ConsoleError, match="of one entry, this is of 2"):
        do("bench", ladder="open", entry="ferris")
    with pytest.raises(ConsoleError, match="this is of 0"):
        do("bench", ladder="open", entry="nobody")


def test_ladders_and_entries_are_listed_and_new_files_taken_in() -> None:
    ladder = make_ladder()
    ladder.register(user("ann"), "ferris", "1", "bot", {})
    fake, do = given(ladder)
    (row,) = do("ladders").rows
    assert (row["ladder"], row["state"], row["entries"]) == ("open", "open", 1)
    (entry,) = do("entries", ladder="open").rows
    assert (entry["name"], entry["rating"], entry["state"]) == ("ferris 1", 1500, "idle")
    assert do("load-ladders").message == "new: new"
    fake.fresh = None
    with pytest.raises(ConsoleError, match=r"bad\.toml: game"):
        do("load-ladders")


def test_everything_takes_an_administrator() -> None:
    commands = LadderCommands(cast(Ladders, SimpleNamespace())).commands()
    assert {command.scope for command in commands} == {"admin"}
