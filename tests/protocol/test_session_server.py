"""The server's end of a conversation, driven by frames only."""

import itertools
from typing import Any

import msgpack
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from infoset_protocol.codec import Encoding, Prepared, decode, encode
from infoset_protocol.errors import CloseCode, ErrorCode, ProtocolError
from infoset_protocol.framing import LineFramer, make_framer
from infoset_protocol.messages import (
    CLIENT_MESSAGES,
    SERVER_MESSAGES,
    Act,
    AuthAnswer,
    Hello,
    Pong,
    Seek,
    read_server_message,
)
from infoset_protocol.session import (
    TRANSITIONS,
    Incoming,
    Left,
    Opening,
    Outgoing,
    Proof,
    Refused,
    Request,
    ServerSession,
    SessionLimits,
    State,
    Step,
    carries_seq,
)

JSON = Encoding.JSON
HELLO = {"type": "hello", "id": 1, "proto": [1], "auth": {"kind": "guest", "name": "rnd"}}
SEEK = {"type": "seek", "game": "colonizers"}
WELCOME: dict[str, Any] = {
    "type": "welcome",
    "proto": 1,
    "minor": 0,
    "session": "s_1",
    "resume_token": "rt_1",
    "resumed": False,
    "user": "u_1",
    "name": "rnd",
    "scopes": ["play"],
    "features": [],
    "limits": {
        "max_frame_in": 262_144,
        "max_inflight": 16,
        "msgs_per_s": 50,
        "queue_bytes": 1_048_576,
        "resume_ttl_ms": 120_000,
    },
    "server": "infoset/0",
    "now_ms": 1_790_000_000_000,
}


def _say(session: ServerSession, plain: dict[str, Any]) -> list[Incoming]:
    write = orjson.dumps if session.encoding is JSON else msgpack.packb
    return session.receive_frame(write(plain))


def _one(incoming: list[Incoming]) -> Incoming:
    (item,) = incoming
    return item


def _refused(incoming: list[Incoming]) -> Refused:
    item = _one(incoming)
    assert isinstance(item, Refused)
    return item


def _written(session: ServerSession, out: Outgoing) -> dict[str, Any]:
    """What the client reads, checked against the models."""
    plain = decode(session.send(*out), session.encoding)
    read_server_message(plain)
    return plain


def _replies(session: ServerSession, incoming: list[Incoming]) -> list[dict[str, Any]]:
    return [_written(session, out) for out in _refused(incoming).replies]


def _welcomed(limits: SessionLimits | None = None, features: tuple[str, ...] = ()) -> ServerSession:
    session = ServerSession(JSON, limits or SessionLimits())
    _say(session, HELLO)
    out, waiting = session.welcome(WELCOME | {"features": list(features)})
    session.send(*out)
    assert waiting == []
    return session


def _in_state(state: State) -> ServerSession:
    session = ServerSession(JSON)
    if state is not State.OPENED:
        _say(session, HELLO)
    if state is State.CHALLENGED:
        session.challenge("bm9uY2U", "here")
    if state is State.WELCOMED:
        session.welcome(WELCOME)
    if state is State.CLOSED:
        session.close(CloseCode.NORMAL, "done")
    assert session.state is state
    return session


FRAMES: dict[Step, dict[str, Any]] = {
    Step.HELLO: HELLO,
    Step.AUTH: {"type": "auth", "sig": "c2ln"},
    Step.REQUEST: SEEK,
    Step.LEAVE: {"type": "bye"},
}


def test_the_table_knows_every_step_in_every_state_that_listens() -> None:
    listening = [state for state in State if state is not State.CLOSED]
    assert set(TRANSITIONS) == set(itertools.product(listening, Step))


@pytest.mark.parametrize(("where", "then"), TRANSITIONS.items(), ids=str)
def test_a_frame_moves_the_conversation_as_the_table_says(
    where: tuple[State, Step], then: State | ErrorCode
) -> None:
    state, step = where
    session = _in_state(state)
    incoming = _say(session, FRAMES[step])
    if isinstance(then, State):
        assert session.state is then
        assert not any(isinstance(item, Refused) for item in incoming)
        return
    refused = _refused(incoming)
    assert refused.error.code is then
    assert session.state is (State.CLOSED if refused.close else state)
    assert refused.close is (CloseCode.PROTOCOL_VIOLATION if then is ErrorCode.NOT_READY else None)


@pytest.mark.parametrize("step", Step)
def test_a_closed_session_swallows_everything(step: Step) -> None:
    session = _in_state(State.CLOSED)
    assert _say(session, FRAMES[step]) == []
    assert session.receive_frame(b"garbage") == []
    assert session.state is State.CLOSED


def test_a_login_is_an_opening_and_a_welcome_that_answers_it() -> None:
    session = ServerSession(JSON)
    opening = _one(_say(session, HELLO))
    assert isinstance(opening, Opening)
    assert (opening.proto, opening.hello.auth.name) == (1, "rnd")
    out, waiting = session.welcome(WELCOME)
    assert (_written(session, out)["re"], waiting) == (1, [])
    assert session.state is State.WELCOMED


def test_a_login_with_a_challenge_answers_each_step() -> None:
    session = ServerSession(JSON)
    _say(session, HELLO | {"auth": {"kind": "key", "pub": "cHVi"}})
    asked = _written(session, session.challenge("bm9uY2U", "here"))
    told = {"nonce": "bm9uY2U", "server": "here", "address": True}
    assert asked == {"type": "challenge", "re": 1, **told}
    proof = _one(_say(session, {"type": "auth", "id": 2, "sig": "c2ln"}))
    assert proof == Proof(AuthAnswer(id=2, sig="c2ln"))
    out, _ = session.welcome(WELCOME)
    assert _written(session, out)["re"] == 2


def test_the_wish_to_resume_is_passed_on() -> None:
    resume = {"session": "s_81bd", "token": "rt_Zk3", "seq": 417}
    opening = _one(_say(ServerSession(JSON), HELLO | {"resume": resume}))
    assert isinstance(opening, Opening)
    assert opening.hello.resume is not None
    assert opening.hello.resume.to_plain() == resume


@pytest.mark.parametrize("proto", [[1], [2, 1], [7, 1, 1, 0]])
def test_the_highest_common_major_is_chosen(proto: list[int]) -> None:
    opening = _one(_say(ServerSession(JSON), HELLO | {"proto": proto}))
    assert isinstance(opening, Opening)
    assert opening.proto == 1


def test_no_common_major_ends_the_connection() -> None:
    session = ServerSession(JSON)
    error, bye = _replies(session, _say(session, HELLO | {"proto": [2, 3]}))
    assert (error["code"], error["re"], error["fatal"]) == ("proto_unsupported", 1, True)
    assert error["data"] == {"supported": [1]}
    assert (bye["type"], bye["code"], bye["resume"]) == ("bye", 4406, False)
    assert session.state is State.CLOSED


@pytest.mark.parametrize(
    "plain", [SEEK, {"type": "ping", "id": 4}, {"type": "no_such"}, {"type": "bye"}]
)
def test_anything_before_hello_ends_the_connection(plain: dict[str, Any]) -> None:
    session = ServerSession(JSON)
    error, bye = _replies(session, _say(session, plain))
    assert (error["code"], error["fatal"], "seq" in error) == ("not_ready", True, False)
    assert error.get("re") == plain.get("id")
    assert bye["code"] == 4400


def test_a_bad_hello_may_be_corrected() -> None:
    session = ServerSession(JSON)
    (error,) = _replies(session, _say(session, HELLO | {"auth": {}}))
    assert (error["code"], error["re"]) == ("bad_message", 1)
    assert error["data"]["path"] == "auth.kind"
    assert isinstance(_one(_say(session, HELLO)), Opening)


def test_requests_behind_hello_wait_for_the_welcome() -> None:
    session = ServerSession(JSON)
    _say(session, HELLO)
    assert _say(session, SEEK | {"id": 5}) == []
    assert _say(session, {"type": "ping", "id": 6}) == []
    _, waiting = session.welcome(WELCOME)
    assert [item.message.type for item in waiting if isinstance(item, Request)] == ["seek", "ping"]


def test_requests_behind_hello_wait_through_a_challenge() -> None:
    session = ServerSession(JSON)
    _say(session, HELLO)
    session.challenge("bm9uY2U", "here")
    assert _say(session, SEEK) == []
    _say(session, FRAMES[Step.AUTH])
    _, waiting = session.welcome(WELCOME)
    assert waiting == [Request(Seek(game="colonizers"))]


def test_only_so_many_requests_may_wait_for_the_welcome() -> None:
    session = ServerSession(JSON, SessionLimits(max_pipelined=2))
    _say(session, HELLO)
    assert _say(session, SEEK) == _say(session, SEEK) == []
    (error,) = _replies(session, _say(session, SEEK | {"id": 3}))
    assert (error["code"], error["re"], error["data"]) == ("too_many_inflight", 3, {"limit": 2})


def test_requests_that_waited_are_held_against_the_limits_too() -> None:
    session = ServerSession(JSON, SessionLimits(max_inflight=1))
    _say(session, HELLO)
    _say(session, SEEK | {"id": 2})
    _say(session, SEEK | {"id": 3})
    _, (first, second) = session.welcome(WELCOME)
    assert isinstance(first, Request)
    (error,) = _replies(session, [second])
    assert (error["code"], error["re"]) == ("too_many_inflight", 3)


def test_a_request_comes_with_the_names_of_ignored_fields() -> None:
    session = _welcomed()
    request = _one(_say(session, SEEK | {"colour": "red", "x_mine": 1}))
    assert request == Request(Seek(game="colonizers"), ("colour",))
    assert isinstance(request, Request)
    assert request.warnings == ["unknown field ignored: colour"]


def test_warnings_stay_few_and_short_whatever_was_sent() -> None:
    fields = {f"{i:04}" + "x" * 300: 1 for i in range(200)}
    request = _one(_say(_welcomed(), SEEK | fields))
    assert isinstance(request, Request)
    assert len(request.warnings) == 64
    assert max(map(len, request.warnings)) < 80


def test_the_feature_strict_refuses_unknown_fields() -> None:
    session = _welcomed(features=("strict",))
    (error,) = _replies(session, _say(session, SEEK | {"id": 2, "colour": "red", "x_mine": 1}))
    assert (error["code"], error["re"]) == ("bad_message", 2)
    assert error["data"] == {"path": "colour", "want": "left out: there is no such field"}
    assert isinstance(_one(_say(session, SEEK | {"id": 3, "x_mine": 1})), Request)


def test_ids_must_grow() -> None:
    session = _welcomed()
    for number in (0, 4, 9):
        assert isinstance(_one(_say(session, SEEK | {"id": number})), Request)
    for number in (9, 3):
        (error,) = _replies(session, _say(session, SEEK | {"id": number}))
        assert (error["code"], error["re"]) == ("duplicate_id", number)
        assert "fatal" not in error


def test_the_id_of_a_bad_request_is_answered_and_used_up() -> None:
    session = _welcomed()
    (error,) = _replies(session, _say(session, {"type": "seek", "id": 5.0}))
    assert (error["code"], error["re"]) == ("bad_message", 5)
    (error,) = _replies(session, _say(session, SEEK | {"id": 5}))
    assert error["code"] == "duplicate_id"


@pytest.mark.parametrize("number", [-1, True, "4", 1.5, 7.0, [1], {}])
def test_an_error_about_a_bad_id_answers_no_id_or_a_whole_one(number: object) -> None:
    session = _welcomed()
    incoming = _say(session, {"type": "ping", "id": number})
    whole = number == 7
    assert isinstance(_one(incoming), Request if whole else Refused)
    if not whole:
        (error,) = _replies(session, incoming)
        assert (error["data"]["path"], "re" in error) == ("id", False)


def test_an_unknown_type_is_answered_and_keeps_the_connection() -> None:
    session = _welcomed()
    (error,) = _replies(session, _say(session, {"type": "teleport", "id": 8}))
    assert (error["code"], error["re"], error["data"]) == ("unknown_type", 8, {"type": "teleport"})
    assert isinstance(_one(_say(session, SEEK)), Request)


@pytest.mark.parametrize("plain", [{}, {"type": None}, {"type": 3}, {"type": ["hello"]}])
def test_a_message_without_a_type_is_a_bad_message_in_every_state(plain: dict[str, Any]) -> None:
    for state in (State.OPENED, State.GREETED, State.CHALLENGED, State.WELCOMED):
        session = _in_state(state)
        (error,) = _replies(session, _say(session, plain))
        assert (error["code"], error["data"]["path"]) == ("bad_message", "type")
        assert session.state is state


def test_the_fifth_bad_frame_ends_the_connection() -> None:
    session = _welcomed()
    for _ in range(4):
        (error,) = _replies(session, session.receive_frame(b"{"))
        assert (error["code"], "fatal" in error, "re" in error) == ("bad_frame", False, False)
    error, bye = _replies(session, session.receive_frame(b"{"))
    assert (error["fatal"], bye["code"], bye["resume"]) == (True, 4400, False)
    assert session.state is State.CLOSED


def test_the_twentieth_bad_message_ends_the_connection() -> None:
    session = _welcomed()
    for _ in range(19):
        (error,) = _replies(session, _say(session, {"type": "seek"}))
        assert (error["code"], "fatal" in error) == ("bad_message", False)
    error, bye = _replies(session, _say(session, {"type": "seek"}))
    assert (error["code"], error["fatal"], bye["code"]) == ("bad_message", True, 4400)


def test_frames_grow_with_the_welcome() -> None:
    session = ServerSession(JSON, SessionLimits(max_frame_before=200, max_frame_in=400))
    assert session.max_frame_in == 200
    _say(session, HELLO)
    session.welcome(WELCOME)
    assert session.max_frame_in == 400
    assert isinstance(_one(_say(session, SEEK | {"x_padding": "x" * 300})), Request)
    error, bye = _replies(session, _say(session, SEEK | {"x_padding": "x" * 400}))
    assert (error["code"], error["data"], bye["code"]) == ("frame_too_big", {"limit": 400}, 4413)
    assert "seq" not in error


def test_saying_bye_ends_the_session() -> None:
    session = _welcomed()
    assert _say(session, {"type": "bye", "id": 7}) == [Left()]
    assert session.state is State.CLOSED
    assert _written(session, session.close(CloseCode.NORMAL, "bye"))["resume"] is False


@pytest.mark.parametrize(
    ("code", "resume"), [(CloseCode.RESTARTING, True), (CloseCode.REPLACED, False)]
)
def test_a_bye_says_whether_resuming_makes_sense(code: CloseCode, resume: bool) -> None:
    session = _welcomed()
    bye = _written(session, session.close(code, "r" * 1000, retry_ms=4200))
    assert (bye["code"], bye["resume"], bye["retry_ms"]) == (code, resume, 4200)
    assert bye["reason"] == "r" * 512


def test_before_the_welcome_there_is_nothing_to_resume() -> None:
    session = ServerSession(JSON)
    assert _written(session, session.close(CloseCode.RESTARTING, "restart"))["resume"] is False


def test_numbered_messages_count_up_and_others_leave_no_gap() -> None:
    session = _welcomed()
    frames = [
        session.send({"type": "events", "match_id": "g", "ver": 1, "items": []}),
        session.send(Pong(now_ms=3), re=2),
        session.send(Prepared({"type": "ok"}), re=3),
        session.send({"type": "lobby", "full": True}),
        session.send({"type": "error", "code": "stale_decision", "msg": "closed"}, re=4),
        session.send({"type": "error", "code": "bad_message", "msg": "bad"}, re=5),
        session.send({"type": "ok"}, re=6),
    ]
    assert [orjson.loads(frame).get("seq") for frame in frames] == [1, None, 2, None, 3, None, 4]
    assert session.seq == 4


def test_every_type_carries_a_number_as_its_model_says() -> None:
    for name, model in SERVER_MESSAGES.items():
        if name != "error":
            assert carries_seq(Prepared({"type": name})) is model.sequenced


def test_nothing_is_numbered_before_the_welcome() -> None:
    session = ServerSession(JSON)
    _say(session, HELLO)
    error = ProtocolError(ErrorCode.AUTH_FAILED, "wrong or expired credentials", fatal=True)
    error_sent, bye = (_written(session, out) for out in session.refuse(error, re=1).replies)
    assert ("seq" in error_sent, error_sent["re"], bye["code"]) == (False, 1, 4401)


def test_one_prepared_message_goes_to_many_with_their_own_numbers() -> None:
    prepared = Prepared({"type": "events", "match_id": "g", "ver": 1, "items": []})
    ahead, behind = _welcomed(), _welcomed()
    ahead.send({"type": "ok"})
    assert [orjson.loads(s.send(prepared))["seq"] for s in (ahead, behind)] == [2, 1]


def test_a_frame_the_client_cannot_take_is_not_written_and_uses_no_number() -> None:
    session = ServerSession(JSON)
    _say(session, HELLO | {"max_frame": 1024})
    session.welcome(WELCOME)
    assert session.max_frame_out == 1024
    with pytest.raises(ProtocolError) as caught:
        session.send({"type": "ok", "data": {"text": "x" * 1024}})
    assert (caught.value.code, caught.value.fatal) == (ErrorCode.FRAME_TOO_BIG, True)
    assert orjson.loads(session.send({"type": "ok"}))["seq"] == 1


def test_only_so_many_requests_may_be_unanswered() -> None:
    session = _welcomed(SessionLimits(max_inflight=2))
    _say(session, SEEK | {"id": 2})
    _say(session, SEEK | {"id": 3})
    (error,) = _replies(session, _say(session, SEEK | {"id": 4}))
    assert (error["code"], error["data"]) == ("too_many_inflight", {"limit": 2})
    session.send({"type": "progress", "done": 0.5}, re=2)
    assert isinstance(_one(_say(session, SEEK | {"id": 5})), Refused)
    session.send({"type": "ok"}, re=2)
    assert isinstance(_one(_say(session, SEEK | {"id": 6})), Request)


def test_a_replay_is_answered_by_its_last_part() -> None:
    session = _welcomed(SessionLimits(max_inflight=1))
    _say(session, {"type": "replay", "id": 2, "replay": "r"})
    part = {"type": "replay_part", "replay": "r", "i": 0, "entries": [], "more": True}
    session.send(part, re=2)
    assert isinstance(_one(_say(session, SEEK | {"id": 3})), Refused)
    session.send(part | {"i": 1, "more": False}, re=2)
    assert isinstance(_one(_say(session, SEEK | {"id": 4})), Request)


def test_requests_without_id_or_reply_are_never_owed_an_answer() -> None:
    session = _welcomed(SessionLimits(max_inflight=1))
    for plain in (
        {"type": "ack", "id": 2, "seq": 1},
        SEEK,
        SEEK,
        {"type": "ack", "id": 3, "seq": 1},
    ):
        assert isinstance(_one(_say(session, plain)), Request)


def test_an_error_of_the_owner_is_written_with_all_it_carries() -> None:
    session = _welcomed()
    error = ProtocolError(
        ErrorCode.STALE_DECISION,
        "decision 17 is closed",
        {"open": [18]},
        match_id="g_1",
        decision=17,
        retry_ms=5,
    )
    refused = session.refuse(error, re=41)
    assert refused.close is None
    assert [_written(session, out) for out in refused.replies] == [
        {
            "type": "error",
            "re": 41,
            "seq": 1,
            "code": "stale_decision",
            "msg": "decision 17 is closed",
            "retry_ms": 5,
            "match_id": "g_1",
            "decision": 17,
            "data": {"open": [18]},
        }
    ]


def test_a_fatal_error_without_a_code_of_its_own_closes_as_a_violation() -> None:
    session = _welcomed()
    assert session.refuse(ProtocolError(ErrorCode.BUSY, "no", fatal=True)).close == 4400


@pytest.mark.parametrize("encoding", Encoding)
def test_a_stream_is_framed_decoded_and_limited_in_one_call(encoding: Encoding) -> None:
    session = ServerSession(encoding, framer=make_framer(encoding, 10))
    framer = make_framer(encoding, 10)
    stream = b"".join(
        framer.frame(encode(plain, encoding)) + framer.KEEP_ALIVE for plain in (HELLO, SEEK)
    )
    incoming = [
        item for i in range(len(stream)) for item in session.receive_data(stream[i : i + 1])
    ]
    assert [type(item) for item in incoming] == [Opening]
    _, (request,) = session.welcome(WELCOME)
    assert isinstance(request, Request)
    big = framer.frame(encode(SEEK | {"x_padding": "x" * 100_000}, encoding))
    assert isinstance(_one(session.receive_data(big)), Request)


def test_a_stream_fault_is_answered_once_and_after_the_frames_before_it() -> None:
    session = ServerSession(JSON, framer=LineFramer(10))
    hello = LineFramer.frame(encode(HELLO, JSON))
    opening, refused = session.receive_data(hello + b"x" * 9000)
    assert isinstance(opening, Opening)
    error, bye = _replies(session, [refused])
    assert (error["code"], error["data"], bye["code"]) == ("frame_too_big", {"limit": 8192}, 4413)
    assert session.receive_data(b"more") == []


def test_a_stream_fault_alone_is_answered_too() -> None:
    session = ServerSession(JSON, framer=LineFramer(10))
    assert _refused(session.receive_data(b"x" * 9000)).close is CloseCode.FRAME_TOO_BIG


@pytest.mark.parametrize("state", State)
@given(frame=st.binary(max_size=80), encoding=st.sampled_from(Encoding))
def test_no_bytes_make_a_session_raise_and_every_bad_frame_is_answered_once(
    state: State, frame: bytes, encoding: Encoding
) -> None:
    session = ServerSession(encoding)
    if state is State.WELCOMED:
        _say(session, HELLO)
        session.welcome(WELCOME)
    incoming = session.receive_frame(frame)
    for item in incoming:
        if isinstance(item, Refused):
            errors = [out for out in item.replies if out.message.type == "error"]
            assert len(errors) == 1
            for out in item.replies:
                _written(session, out)
    try:
        decode(frame, encoding)
    except ProtocolError:
        assert isinstance(_one(incoming), Refused)


values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2**54) | st.floats() | st.text(max_size=50),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3)
    ),
    max_leaves=8,
)
names = sorted({name for model in CLIENT_MESSAGES.values() for name in model.model_fields})
requests = st.builds(
    lambda kind, fields: {"type": kind, **fields},
    st.sampled_from(sorted(CLIENT_MESSAGES)),
    st.dictionaries(st.sampled_from([n for n in names if n != "type"]), values, max_size=6),
)


@given(st.lists(requests, max_size=8))
def test_no_message_makes_a_session_raise_and_every_id_is_answered_at_most_once(
    plains: list[dict[str, Any]],
) -> None:
    session = ServerSession(Encoding.MSGPACK)
    _say(session, HELLO)
    session.welcome(WELCOME)
    for plain in plains:
        was = session.state
        incoming = session.receive_frame(msgpack.packb(plain))
        assert len(incoming) == (0 if was is State.CLOSED else 1)
        for item in incoming:
            if isinstance(item, Refused):
                assert (item.close is None) == (session.state is not State.CLOSED)
                for out in item.replies:
                    assert len(session.send(*out)) <= 1024  # fits any client


def test_a_valid_act_reaches_the_owner_as_it_is() -> None:
    act = {"type": "act", "id": 40, "match_id": "g_5xT2", "decision": 17, "index": 1}
    expected = Act(id=40, match_id="g_5xT2", decision=17, index=1)
    assert _say(_welcomed(), act) == [Request(expected)]


def test_the_greeting_is_kept_for_the_owner() -> None:
    session = ServerSession(JSON)
    assert session.hello is None
    _say(session, HELLO | {"features": ["obs"]})
    assert isinstance(session.hello, Hello)
    assert session.hello.features == ["obs"]
