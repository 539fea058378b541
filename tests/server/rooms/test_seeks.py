"""Who goes together, without a server around."""

from dataclasses import dataclass, field
from typing import cast

from infoset_protocol.messages import ClockSpec, CreateRoom
from infoset_server.accounts.clients import Client
from infoset_server.common.ids import Ticket
from infoset_server.config import RoomLimits
from infoset_server.matches.settings import read_settings
from infoset_server.rooms.seeks import Seek, SeekQueue


@dataclass
class Account:
    """What pairing knows of a user: the class, if there is one, and whom it keeps away."""

    classroom: str | None = None
    id: str = ""
    blocked: list[str] = field(default_factory=list)


@dataclass
class Wire:
    """What pairing asks of a line."""

    is_here: bool = True


@dataclass(eq=False)
class Person:
    """A client with a user."""

    user: Account = field(default_factory=Account)
    is_program: bool = False
    line: Wire = field(default_factory=Wire)


@dataclass
class Desk:
    """A pairing and the groups that came of it, by ticket."""

    groups: list[list[str]] = field(default_factory=list)
    pairing: SeekQueue = field(init=False)

    def __post_init__(self) -> None:
        self.pairing = SeekQueue(lambda group: self.groups.append([s.ticket for s in group]))

    def seek(self, ticket: str, client: Person, move_ms: int = 1_000, fill_at: int = 99) -> None:
        clock = ClockSpec(kind="per_move", move_ms=move_ms)
        settings = read_settings(CreateRoom(game="colonizers", clock=clock), RoomLimits())
        self.pairing.add(Seek(Ticket(ticket), cast(Client, client), settings, fill_at))


def test_a_full_match_is_made_as_soon_as_it_can_be() -> None:
    handlers = Desk()
    for name in "abcd":
        handlers.seek(name, Person())
    assert [sorted(group) for group in handlers.groups] == [["a", "b", "c", "d"]]
    assert handlers.pairing.open == []


def test_the_oldest_go_first() -> None:
    handlers = Desk()
    handlers.seek("other", Person(), move_ms=2_000)
    for name in "abcd":
        handlers.seek(name, Person(), move_ms=1_000)
    assert [seek.ticket for seek in handlers.pairing.open] == ["other"]


def test_a_class_goes_together_with_itself_only() -> None:
    handlers = Desk()
    pupils = [Person(Account("7b")) for _ in range(4)]
    for name, person in zip("abcd", [Person(), Person(Account("7c")), *pupils[:2]], strict=True):
        handlers.seek(name, person)
    assert handlers.groups == []
    for name, person in zip("ef", pupils[2:], strict=True):
        handlers.seek(name, person)
    assert [sorted(group) for group in handlers.groups] == [["c", "d", "e", "f"]]


def test_nobody_is_put_to_a_table_who_was_told_to_go() -> None:
    handlers, replaced = Desk(), Person(Account(id="ann"))
    handlers.seek("before", replaced)
    replaced.line.is_here = False  # whoever has the connection has not said yet that it is gone
    for name in "abc":
        handlers.seek(name, Person(Account(id="ann")))
    assert handlers.groups == []
    handlers.seek("d", Person())
    assert [sorted(group) for group in handlers.groups] == [["a", "b", "c", "d"]]


def test_two_seeks_of_one_client_do_not_meet() -> None:
    handlers, ann = Desk(), Person()
    for name, client in (("a", ann), ("b", ann), ("c", Person()), ("d", Person())):
        handlers.seek(name, client)
    assert handlers.groups == []


def test_who_keeps_somebody_away_waits_for_others() -> None:
    for blocked, blocking in (("u_bob", "u_ann"), ("u_ann", "u_bob")):
        handlers = Desk()
        people = {"u_ann": Person(Account(id="u_ann")), "u_bob": Person(Account(id="u_bob"))}
        people[blocking].user.blocked.append(blocked)
        handlers.seek("a", people["u_ann"])
        for name in "cd":
            handlers.seek(name, Person())
        handlers.seek("b", people["u_bob"])
        assert handlers.groups == []
        handlers.seek("e", Person())
        assert len(handlers.groups) == 1
        assert not {"a", "b"} <= set(handlers.groups[0])


def test_who_is_due_takes_along_who_fits() -> None:
    handlers = Desk()
    handlers.seek("late", Person(), fill_at=50)
    handlers.seek("due", Person(), fill_at=10)
    handlers.seek("other", Person(), move_ms=2_000, fill_at=20)
    assert handlers.pairing.next_fill_ms() == 10
    handlers.pairing.fill(9)
    assert handlers.groups == []
    handlers.pairing.fill(10)
    assert [sorted(group) for group in handlers.groups] == [["due", "late"]]
    assert handlers.pairing.next_fill_ms() == 20
    handlers.pairing.fill(1_000)
    assert handlers.groups[1:] == [["other"]]
    assert handlers.pairing.next_fill_ms() is None


def test_seeks_are_closed_by_client_and_ticket() -> None:
    handlers, ann, bob = Desk(), Person(), Person()
    for name, client in (("a", ann), ("b", ann), ("c", bob)):
        handlers.seek(name, client)
    assert handlers.pairing.remove(cast(Client, bob), "a") == 0
    assert handlers.pairing.remove(cast(Client, ann), "a") == 1
    assert handlers.pairing.count(cast(Client, ann)) == 1
    assert handlers.pairing.remove(cast(Client, ann)) == 1
    assert [seek.ticket for seek in handlers.pairing.open] == ["c"]


def test_a_match_that_was_begun_elsewhere_closes_the_seeks_it_answers() -> None:
    desk = Desk()
    ann, bob = Person(), Person()
    desk.seek("a", ann)
    desk.seek("b", bob)
    desk.seek("c", ann)
    desk.pairing.answered(["a", "b", "unknown"])
    assert [seek.ticket for seek in desk.pairing.open] == ["c"]
    assert desk.groups == []


def test_a_person_sits_at_a_table_once_and_programs_of_one_account_meet() -> None:
    desk = Desk()
    ann, script = Account(id="ann"), Account(id="script")
    for number in range(2):
        desk.seek(f"ann {number}", Person(ann))
        desk.seek(f"script {number}", Person(script, is_program=True))
    assert desk.groups == []
    desk.seek("bob", Person())
    assert [sorted(group) for group in desk.groups] == [["ann 0", "bob", "script 0", "script 1"]]
    assert [seek.ticket for seek in desk.pairing.open] == ["ann 1"]
