"""A session under any order of pushes, requests, acknowledgements, cuts and returns, against a simple model.

The model is what a client with an unbroken connection would have: every message once and in order, every
request carried out once.
"""

from typing import Any

import orjson
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from tests.protocol.test_session_server import HELLO, SEEK, WELCOME

from infoset_protocol.codec import Encoding, Prepared, decode
from infoset_protocol.session import (
    Outgoing,
    Refused,
    Repeated,
    Request,
    ServerSession,
    SessionLimits,
)

KEPT = 6
AGAIN = WELCOME | {"resumed": True}


class Conversation(RuleBasedStateMachine):
    """`told` is the whole stream in truth, `heard` what the client has of it."""

    def __init__(self) -> None:
        super().__init__()
        self.log_in()

    def log_in(self) -> None:
        """A fresh session: nothing was told yet."""
        self.session = greeted()
        self.told: list[bytes] = []
        self.heard: list[bytes] = []
        self.acknowledged = 0
        self.on_the_way: list[bytes] = []  # written, and lost if the connection breaks now
        self.requests = 0
        self.executed: list[int] = []  # by the server
        self.worked_on: list[int] = []
        self.is_there = True
        welcome, waiting = self.session.welcome(WELCOME)
        self.session.send(*welcome)
        assert waiting == []

    def tell(self, out: Outgoing) -> None:
        frame = self.session.send(*out)
        self.told.append(frame)
        self.on_the_way.append(frame)

    def say(self, plain: dict[str, Any]) -> list[Any]:
        return list(self.session.receive_frame(orjson.dumps(plain)))

    @precondition(lambda self: self.is_there)
    @rule()
    def push(self) -> None:
        self.tell(Outgoing(Prepared({"type": "room", "room": {"n": len(self.told)}})))

    @precondition(lambda self: self.is_there and len(self.worked_on) < 8)
    @rule(at_once=st.booleans())
    def ask(self, at_once: bool) -> None:
        self.requests += 1
        (item,) = self.say(SEEK | {"id": self.requests})
        assert isinstance(item, Request)
        self.executed.append(self.requests)
        self.worked_on.append(self.requests)
        if at_once:
            self.answer()

    @precondition(lambda self: self.is_there and self.worked_on)
    @rule()
    def answer(self) -> None:
        self.tell(Outgoing(Prepared({"type": "ok"}), self.worked_on.pop(0)))

    @precondition(lambda self: self.is_there)
    @rule(count=st.integers(0, 3))
    def hear(self, count: int) -> None:
        self.heard += self.on_the_way[:count]
        del self.on_the_way[:count]

    @precondition(lambda self: self.is_there)
    @rule()
    def acknowledge(self) -> None:
        (item,) = self.say({"type": "ack", "seq": len(self.heard)})
        assert isinstance(item, Request)
        self.session.acknowledge(len(self.heard))
        self.acknowledged = len(self.heard)

    @precondition(lambda self: self.is_there)
    @rule()
    def break_off(self) -> None:
        self.is_there = False
        self.on_the_way = []

    @precondition(lambda self: not self.is_there)
    @rule(repeats=st.lists(st.integers(1, 40), max_size=4))
    def come_back(self, repeats: list[int]) -> None:
        opened, seq = greeted(), len(self.heard)
        missed_most = len(self.told) - max(self.acknowledged, len(self.told) - KEPT)
        can = self.session.can_resume(opened, seq)
        assert can is (len(self.told) - seq <= missed_most)
        self.is_there = True
        if not can:
            self.log_in()
            return
        welcome, missed, _ = self.session.resume(opened, AGAIN, seq)
        assert decode(self.session.send(*welcome), Encoding.JSON)["resumed"]
        assert missed == self.told[seq:]
        self.acknowledged = seq
        self.on_the_way = list(missed)
        for number in sorted(set(repeats)):
            if number <= self.requests:
                self.repeat(number)

    def repeat(self, number: int) -> None:
        """A request from before is never carried out again, and its answer is that of the first time."""
        first_kept = max(self.acknowledged, len(self.told) - KEPT)
        kept = [decode(frame, Encoding.JSON) for frame in self.told[first_kept:]]
        answers = [message for message in kept if message.get("re") == number]
        (item,) = self.say(SEEK | {"id": number})
        if number in self.worked_on:
            assert item == Repeated(())
        elif not answers:
            assert isinstance(item, Refused)
        else:
            assert isinstance(item, Repeated)
            assert len(item.answers) == len(answers)
            for answer in item.answers:
                assert answer.re == number
                self.tell(answer)

    @invariant()
    def the_client_has_the_beginning_of_the_truth(self) -> None:
        assert self.heard == self.told[: len(self.heard)]
        assert self.heard + self.on_the_way == self.told or not self.is_there
        if self.told:
            assert decode(self.told[-1], Encoding.JSON)["seq"] == len(self.told)

    @invariant()
    def every_request_is_carried_out_once(self) -> None:
        assert self.executed == list(range(1, self.requests + 1))


def greeted() -> ServerSession:
    """A connection on which a client has said hello."""
    session = ServerSession(
        Encoding.JSON, SessionLimits(max_kept_messages=KEPT, max_bad_messages=10**6)
    )
    session.receive_frame(orjson.dumps({name: HELLO[name] for name in ("type", "proto", "auth")}))
    return session


TestConversation = Conversation.TestCase
TestConversation.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
