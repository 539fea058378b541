"""An audience: who can hears with others of the same machine, everybody else alone, and each everything once."""

from collections.abc import Callable
from typing import Any, cast

from infoset_protocol.codec import Prepared
from infoset_server.network.audience import Audience
from infoset_server.network.line import Line
from infoset_server.network.outbox import Delivery


class Group:
    """Lines of one machine. `sent` counts what has travelled there for them together."""

    def __init__(self) -> None:
        self.lines: dict[Line, Callable[[], None]] = {}
        self.sent = 0

    def __len__(self) -> int:
        return len(self.lines)

    def join(self, line: Line, on_left: Callable[[], None]) -> None:
        self.lines[line] = on_left

    def leave(self, line: Line) -> None:
        del self.lines[line]

    def send(self, message: Prepared, delivery: Delivery, key: str | None) -> None:
        self.sent += 1
        for line in self.lines:
            cast(Any, line).heard.append(message.type)

    def expel(self, line: Line) -> None:
        """The line cannot stay."""
        self.lines.pop(line)()


class Machine:
    """As Groups: another machine, with every group that was begun for it."""

    def __init__(self) -> None:
        self.begun: list[Group] = []

    def begin(self) -> Group:
        self.begun.append(Group())
        return self.begun[-1]


class Listener:
    """A client and its line in one, here or at another machine."""

    def __init__(self, machine: Machine | None = None) -> None:
        self.groups = machine
        self.heard: list[str] = []
        self.alone = 0  # messages that it was sent by itself

    @property
    def line(self) -> Any:
        return self

    def send(self, message: Prepared, delivery: Delivery, key: str | None) -> None:
        self.alone += 1
        self.heard.append(message.type)


def say(audience: Audience[Listener], *words: str) -> None:
    for word in words:
        audience.send(Prepared({"type": word}), Delivery.STREAM, "m_1")


def test_those_of_one_machine_hear_together_and_others_alone() -> None:
    machine = Machine()
    here, *there = Listener(), Listener(machine), Listener(machine)
    audience: Audience[Listener] = Audience()
    for listener in (here, *there):
        audience.add(listener)
    say(audience, "one", "two")
    assert [listener.heard for listener in (here, *there)] == [["one", "two"]] * 3
    assert [group.sent for group in machine.begun] == [2]
    assert (here.alone, there[0].alone, there[1].alone) == (2, 0, 0)


def test_whoever_leaves_a_machine_hears_alone_until_the_next_one_takes_it() -> None:
    first, second = Machine(), Machine()
    listener = Listener(first)
    audience: Audience[Listener] = Audience()
    audience.add(listener)
    say(audience, "together")
    listener.groups = None
    first.begun[0].expel(listener.line)
    say(audience, "alone")
    listener.groups = second
    say(audience, "still alone", "together again")
    assert listener.heard == ["together", "alone", "still alone", "together again"]
    assert listener.alone == 2
    assert len(first.begun[0]) == 0
    assert len(second.begun[0]) == 1


def test_a_group_ends_with_its_last_listener_and_another_begins_with_the_next() -> None:
    machine = Machine()
    audience: Audience[Listener] = Audience()
    for word in ("one", "two"):
        listener = Listener(machine)
        audience.add(listener)
        assert listener in audience
        say(audience, word)
        audience.discard(listener)
        assert listener not in audience
        assert listener.heard == [word]
    assert [len(group) for group in machine.begun] == [0, 0]
    assert len(audience) == 0


def test_whoever_is_added_twice_hears_once() -> None:
    audience: Audience[Listener] = Audience()
    for listener in (Listener(), Listener(Machine())):
        audience.add(listener)
        audience.add(listener)
        say(audience, "once")
        assert listener.heard == ["once"]
    audience.clear()
    assert len(audience) == 0


def test_whoever_leaves_while_others_are_told_is_told_nothing_more() -> None:
    audience: Audience[Listener] = Audience()
    first, second = Listener(), Listener()
    first.send = lambda *message: audience.discard(second)  # type: ignore[method-assign]
    audience.add(first)
    audience.add(second)
    say(audience, "one")
    assert second.heard == []
