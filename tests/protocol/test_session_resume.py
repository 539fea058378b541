"""A session that goes on over another connection: what is sent again, and what is not done twice."""

from typing import Any

import orjson
import pytest
from tests.protocol.test_session_server import HELLO, SEEK, WELCOME

from infoset_protocol.codec import Encoded, Encoding, Prepared, decode
from infoset_protocol.errors import CloseCode, ErrorCode, ProtocolError
from infoset_protocol.framing import LineFramer
from infoset_protocol.session import (
    Incoming,
    Outgoing,
    Refused,
    Repeated,
    Request,
    ServerSession,
    SessionLimits,
    State,
)
from infoset_protocol.session.history import History

JSON = Encoding.JSON
AGAIN = WELCOME | {"resumed": True, "resume_token": "rt_2"}
OK = Prepared({"type": "ok"})


def answers_in(item: Incoming) -> list[tuple[dict[str, Any], int | None]]:
    """What is to be sent once more because a request came again."""
    assert isinstance(item, Repeated)
    return [(answer.message.plain, answer.re) for answer in item.answers]


@pytest.fixture(params=[False, True], ids=["here", "elsewhere"], autouse=True)
def place(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A session goes on at the same server or at another one: its client cannot tell."""
    monkeypatch.setattr(Talk, "moves", request.param)


class Talk:
    """A client, the session it has, and every frame it was sent."""

    moves = False

    def __init__(self, **limits: int) -> None:
        self.session = self.greeted({}, **limits)
        self.frames: list[bytes] = []
        self.send(self.session.welcome(WELCOME)[0])

    @staticmethod
    def greeted(hello: dict[str, Any] | None = None, **limits: int) -> ServerSession:
        """A connection on which nothing but `hello` has been said."""
        session = ServerSession(JSON, SessionLimits(**limits))
        session.receive_frame(orjson.dumps(HELLO | (hello or {})))
        return session

    def say(self, **plain: Any) -> list[Incoming]:
        return self.session.receive_frame(orjson.dumps(plain))

    def send(self, out: Outgoing) -> None:
        self.frames.append(self.session.send(*out))

    def push(self, times: int = 1) -> None:
        """Tells the client something, numbered."""
        for _ in range(times):
            self.send(Outgoing(Prepared({"type": "room", "room": {"n": len(self.frames)}})))

    def resume(self, seq: int, opened: ServerSession | None = None) -> list[bytes]:
        """Comes back on a fresh connection; what the client missed."""
        opened = opened or self.greeted()
        assert self.session.can_resume(opened, seq)
        welcome, missed, waiting = self.go_on(opened, seq)
        assert decode(self.session.send(*welcome), JSON)["resumed"]
        assert waiting == []
        return missed

    def go_on(
        self, opened: ServerSession, seq: int
    ) -> tuple[Outgoing, list[bytes], list[Incoming]]:
        """The session goes on where `opened` is."""
        if not self.moves:
            return self.session.resume(opened, AGAIN, seq)
        parked = self.session.park()
        assert self.session.state is State.CLOSED
        self.session = opened
        return opened.adopt(parked, AGAIN, seq)

    def numbered(self) -> list[bytes]:
        return [frame for frame in self.frames if b'"seq"' in frame]


def code_of(incoming: list[Incoming]) -> ErrorCode:
    (item,) = incoming
    assert isinstance(item, Refused)
    return ErrorCode(item.error.code)


@pytest.mark.parametrize("seq", range(6))
def test_what_was_missed_is_sent_again_byte_for_byte_and_in_order(seq: int) -> None:
    talk = Talk()
    talk.push(5)
    assert talk.resume(seq) == talk.numbered()[seq:]


def test_numbers_go_on_where_they_were() -> None:
    talk = Talk()
    talk.push(3)
    talk.resume(1)
    talk.push()
    assert [decode(frame, JSON)["seq"] for frame in talk.numbered()] == [1, 2, 3, 4]


def test_a_session_can_be_resumed_again_and_again() -> None:
    talk = Talk()
    talk.push(4)
    for seq in (1, 1, 3):  # the second time as if the first answer had been lost
        assert talk.resume(seq) == talk.numbered()[seq:]
    talk.push()
    assert talk.resume(4) == talk.numbered()[4:]


def test_to_resume_is_to_acknowledge() -> None:
    talk = Talk()
    talk.push(4)
    talk.resume(3)
    assert not talk.session.can_resume(talk.greeted(), 2)


def test_what_was_acknowledged_is_kept_no_longer() -> None:
    talk = Talk()
    talk.push(4)
    talk.session.acknowledge(2)
    assert not talk.session.can_resume(talk.greeted(), 1)
    assert talk.resume(2) == talk.numbered()[2:]


def ask(talk: Talk, decision: int, match: str = "g_1") -> None:
    question = {"type": "your_turn", "match_id": match, "decision": decision}
    talk.send(Outgoing(Prepared(question)))


def act(talk: Talk, number: int, decision: int, match: str = "g_1") -> None:
    talk.say(type="act", id=number, match_id=match, decision=decision, index=0)


def test_an_act_acknowledges_the_question_that_it_answers_and_all_before() -> None:
    talk = Talk()
    talk.push(2)
    ask(talk, 7)
    talk.push(2)
    act(talk, 2, 7)
    assert not talk.session.can_resume(talk.greeted(), 2)
    assert talk.resume(3) == talk.numbered()[3:]


def test_an_act_that_answers_another_question_acknowledges_nothing() -> None:
    talk = Talk()
    ask(talk, 7)
    act(talk, 2, 8)
    act(talk, 3, 7, match="g_2")
    assert talk.session.can_resume(talk.greeted(), 0)


def test_a_question_is_acknowledged_once() -> None:
    talk = Talk()
    ask(talk, 7)
    act(talk, 2, 7)
    talk.push(2)
    act(talk, 3, 7)
    assert talk.resume(1) == talk.numbered()[1:]


def test_nobody_can_acknowledge_or_have_what_was_never_sent() -> None:
    talk = Talk()
    talk.push(2)
    with pytest.raises(ProtocolError, match="at most 2") as wrong:
        talk.session.acknowledge(3)
    assert wrong.value.code is ErrorCode.BAD_OPTION
    assert not talk.session.can_resume(talk.greeted(), 3)


def test_only_so_many_messages_are_kept() -> None:
    talk = Talk(max_kept_messages=3)
    talk.push(5)
    assert not talk.session.can_resume(talk.greeted(), 1)
    assert talk.resume(2) == talk.numbered()[2:]


def test_only_so_many_bytes_are_kept() -> None:
    talk = Talk(max_kept_bytes=100)
    talk.push(20)
    kept = next(seq for seq in range(21) if talk.session.can_resume(talk.greeted(), seq))
    sizes = [len(frame) - len(b',"seq":%d' % seq) for seq, frame in enumerate(talk.numbered(), 1)]
    assert sum(sizes[kept:]) <= 100 < sum(sizes[kept - 1 :])


def test_a_frame_above_all_bounds_is_not_kept_at_all() -> None:
    history = History(max_bytes=10, max_messages=5)
    history.keep(Encoded(b"x" * 5, b"x" * 6, 0))
    assert (len(history), history.since(1), history.since(0)) == (0, [], None)


def test_a_session_stays_with_its_encoding() -> None:
    other = ServerSession(Encoding.MSGPACK)
    assert not Talk().session.can_resume(other, 0)


def test_who_takes_smaller_frames_now_cannot_have_the_larger_ones() -> None:
    talk = Talk()
    talk.send(Outgoing(Prepared({"type": "room", "room": {"text": "x" * 1100}})))
    modest = talk.greeted({"max_frame": 1024})
    assert not talk.session.can_resume(modest, 0)
    assert talk.session.can_resume(modest, 1)


def test_the_connection_that_was_greeted_is_used_up() -> None:
    talk = Talk()
    opened = talk.greeted()
    talk.resume(0, opened)
    assert opened.state is (State.WELCOMED if talk.moves else State.CLOSED)


def test_a_stream_is_read_on_with_the_framer_of_the_new_connection() -> None:
    talk = Talk()
    opened = ServerSession(JSON, framer=LineFramer(8192))
    opened.receive_data(orjson.dumps(HELLO) + b"\n")
    talk.resume(0, opened)
    (item,) = talk.session.receive_data(orjson.dumps(SEEK | {"id": 9}) + b"\n")
    assert isinstance(item, Request)


def test_a_request_whose_answer_was_lost_gets_it_again_and_is_not_executed_twice() -> None:
    talk = Talk()
    talk.say(**SEEK, id=2)
    talk.send(Outgoing(OK, 2))
    talk.resume(0)
    assert answers_in(*talk.say(**SEEK, id=2)) == [(OK.plain, 2)]


def test_a_request_that_is_worked_on_is_answered_once_when_it_is_done() -> None:
    talk = Talk()
    talk.say(**SEEK, id=2)
    talk.resume(0)
    assert talk.say(**SEEK, id=2) == [Repeated(())]
    talk.send(Outgoing(OK, 2))
    assert len(talk.numbered()) == 1


def test_a_request_whose_answer_is_not_kept_is_a_duplicate() -> None:
    talk = Talk()
    talk.say(**SEEK, id=2)
    talk.send(Outgoing(OK, 2))
    talk.session.acknowledge(1)
    talk.resume(1)
    assert code_of(talk.say(**SEEK, id=2)) is ErrorCode.DUPLICATE_ID


def test_a_request_that_never_arrived_is_taken_like_any_other() -> None:
    talk = Talk()
    talk.say(**SEEK, id=2)
    talk.resume(0)
    (item,) = talk.say(**SEEK, id=3)
    assert isinstance(item, Request)


def test_ids_go_on_growing_behind_a_resume() -> None:
    talk = Talk()
    talk.resume(0)
    talk.say(**SEEK, id=7)
    assert code_of(talk.say(**SEEK, id=7)) is ErrorCode.DUPLICATE_ID
    assert code_of(talk.say(**SEEK, id=6)) is ErrorCode.DUPLICATE_ID


def test_an_answer_for_the_moment_is_made_anew() -> None:
    talk = Talk()
    talk.say(type="ping", id=2)
    talk.send(Outgoing(Prepared({"type": "pong", "now_ms": 1}), 2))
    talk.resume(0)
    (item,) = talk.say(type="ping", id=2)
    assert isinstance(item, Request)


def test_all_parts_of_an_answer_come_again() -> None:
    talk = Talk()
    talk.say(type="replay", id=2, replay="r_1")
    parts = [
        Outgoing(Prepared({"type": "replay_part", "replay": "r_1", "items": [], "more": more}), 2)
        for more in (True, False)
    ]
    for part in parts:
        talk.send(part)
    talk.resume(0)
    again = talk.say(type="replay", id=2, replay="r_1")
    assert answers_in(*again) == [(part.message.plain, part.re) for part in parts]


def test_requests_behind_the_hello_are_held_against_the_old_session() -> None:
    talk = Talk()
    talk.say(**SEEK, id=2)
    talk.send(Outgoing(OK, 2))
    opened = talk.greeted()
    for number in (2, 3):
        opened.receive_frame(orjson.dumps(SEEK | {"id": number}))
    _, _, (first, second) = talk.go_on(opened, 0)
    assert answers_in(first) == [(OK.plain, 2)]
    assert isinstance(second, Request)
    assert code_of(talk.say(**SEEK, id=3)) is ErrorCode.DUPLICATE_ID


def test_a_farewell_ends_the_connection_and_not_the_session() -> None:
    talk = Talk()
    bye = talk.session.farewell(CloseCode.REPLACED, "replaced")
    assert (bye.message.plain["code"], bye.message.plain["resume"]) == (4409, False)
    assert talk.session.state is State.WELCOMED
