"""The models: strict about what a client sends, tolerant of what a newer server adds."""

import inspect
import re
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from infoset_protocol import messages
from infoset_protocol.codec import Encoding, decode, encode
from infoset_protocol.errors import ErrorCode, ProtocolError
from infoset_protocol.messages import (
    CLIENT_MESSAGES,
    SERVER_MESSAGES,
    Act,
    ClientMessage,
    ClockSpec,
    Configure,
    CreateRoom,
    Events,
    Hello,
    MatchOver,
    Part,
    ReplayList,
    Room,
    RoomInfo,
    ServerMessage,
    Sit,
    Unknown,
    read_client_message,
    read_server_message,
    unknown_fields,
)

SAFE = 2**53 - 1
PARTS: list[type[Part]] = [
    model
    for model in vars(messages).values()
    if inspect.isclass(model) and issubclass(model, Part) and model.__module__ != Part.__module__
]

HELLO = {"type": "hello", "proto": [1], "auth": {"kind": "guest", "name": "rnd"}}
ACT = {"type": "act", "id": 40, "match_id": "g_5xT2", "decision": 17, "index": 1}
ROOM = {
    "room": "R7K2",
    "title": "evening",
    "game": "colonizers",
    "rules": "colonizers/1.0",
    "clock": {"kind": "none"},
    "status": "open",
    "host": "u_12",
    "seats": [{"seat": 0, "kind": "open"}],
}

SIM_JOB = {"w": "w_1", "acts": [], "chance": "sample", "fill": "random", "keep": True}
# One valid request of every type, as short as it can be.
REQUESTS: list[dict[str, Any]] = [
    HELLO,
    {"type": "auth", "sig": "c2ln"},
    {"type": "ping"},
    {"type": "ack", "seq": 4},
    {"type": "cancel"},
    {"type": "bye"},
    {"type": "describe"},
    {"type": "seek", "game": "colonizers"},
    {"type": "unseek"},
    {"type": "block"},
    {"type": "watch_lobby"},
    {"type": "create_room", "game": "colonizers"},
    {"type": "join", "room": "R7K2"},
    {"type": "leave", "room": "R7K2"},
    {"type": "sit", "room": "R7K2"},
    {"type": "ready", "room": "R7K2"},
    {"type": "configure", "room": "R7K2", "changes": {}},
    {"type": "add_bot", "room": "R7K2", "bot": "random"},
    {"type": "kick", "room": "R7K2", "seat": 1},
    {"type": "start", "room": "R7K2"},
    {"type": "chat", "room": "R7K2", "text": "hi \U0001f600"},
    ACT,
    {"type": "sync", "match_id": "g_1"},
    {"type": "undo", "match_id": "g_5xT2", "decision": 17},
    {"type": "answer_undo", "match_id": "g_5xT2", "seat": 1, "decision": 17},
    {"type": "resign", "match_id": "g_1"},
    {"type": "watch", "match_id": "g_1"},
    {"type": "unwatch", "match_id": "g_1"},
    {"type": "consent", "match_id": "m_1"},
    {"type": "replays"},
    {"type": "replay", "replay": "r_1"},
    {"type": "publish", "replay": "r_1"},
    {"type": "review", "replay": "r_1"},
    {"type": "know", "match_id": "m_1"},
    {"type": "my_games"},
    {"type": "show_profile"},
    {"type": "follow"},
    {"type": "hand_over"},
    {"type": "determinize", "match_id": "g_1"},
    {"type": "simulate", "match_id": "g_1", "jobs": [SIM_JOB]},
    {"type": "rollout", "match_id": "g_1", "first": "all"},
    {"type": "release", "match_id": "g_1"},
    {"type": "assist_invite", "match_id": "g_1"},
    {"type": "assist_join", "code": "ac_1"},
    {"type": "assist_grant", "assistant": "a_1", "rights": ["view"]},
    {"type": "assist_revoke"},
    {"type": "overlay", "match_id": "g_1"},
    {"type": "suggest", "match_id": "g_1", "decision": 1, "top": []},
    {"type": "accept", "match_id": "g_1", "suggestion": 1},
    {"type": "stage", "match_id": "g_1", "decision": 1},
    {"type": "commit", "match_id": "g_1", "decision": 1},
    {"type": "assist_log", "match_id": "g_1", "text": "hi"},
    {"type": "ladders"},
    {"type": "ladder_register", "ladder": "open", "name": "ferris", "kind": "bot"},
    {"type": "ladder_queue", "ladder": "open", "entry": "e_1"},
    {"type": "ladder_batch", "ladder": "open", "entry": "e_1", "matches": 20},
    {"type": "ladder_batch_cancel", "ladder": "open", "batch": "b_1"},
    {"type": "ladder_batches", "ladder": "open"},
    {"type": "ladder_alerts"},
    {"type": "standings", "ladder": "open"},
    {"type": "tournaments"},
    {"type": "tournament_enter", "tournament": "autumn"},
    {"type": "tournament_leave", "tournament": "autumn"},
    {"type": "tournament_berserk", "tournament": "autumn"},
]


def _refusal(plain: dict[str, Any]) -> ProtocolError:
    with pytest.raises(ProtocolError) as caught:
        read_client_message(plain)
    return caught.value


def test_the_samples_here_cover_every_request() -> None:
    assert {plain["type"] for plain in REQUESTS} == set(CLIENT_MESSAGES)


@pytest.mark.parametrize("encoding", Encoding)
@pytest.mark.parametrize("plain", REQUESTS, ids=lambda plain: plain["type"])
def test_a_request_survives_the_wire_in_both_encodings(
    plain: dict[str, Any], encoding: Encoding
) -> None:
    message = read_client_message(decode(encode(plain, encoding), encoding))
    assert type(message) is CLIENT_MESSAGES[plain["type"]]
    again = decode(encode(message.to_plain(), encoding), encoding)
    assert read_client_message(again) == message
    assert plain.items() <= again.items() or plain["type"] == "hello"


@pytest.mark.parametrize("model", PARTS, ids=lambda model: model.__name__)
def test_every_model_and_field_is_described(model: type[BaseModel]) -> None:
    assert (model.__doc__ or "").strip().endswith(".")
    own = {name: field for name, field in model.model_fields.items() if name != "type"}
    assert [name for name, field in own.items() if not field.description] == []


@pytest.mark.parametrize(
    "model",
    [*CLIENT_MESSAGES.values(), *SERVER_MESSAGES.values()],
    ids=lambda model: model.__name__,
)
def test_the_type_is_the_first_field_of_every_message(model: type[BaseModel]) -> None:
    assert next(iter(model.model_fields)) == "type"


def test_every_reply_is_a_message_of_the_server() -> None:
    replies = {name for model in CLIENT_MESSAGES.values() for name in model.replies}
    assert replies <= set(SERVER_MESSAGES)


def test_unnumbered_are_exactly_the_messages_that_need_not_survive_a_reconnect() -> None:
    unnumbered = {name for name, model in SERVER_MESSAGES.items() if not model.sequenced}
    assert unnumbered == {
        *("welcome", "challenge", "pong", "progress", "lobby", "lagged", "overlay_show", "bye"),
    }


def _annotations(field: FieldInfo) -> str:
    return str(field.annotation)


@pytest.mark.parametrize("model", PARTS, ids=lambda model: model.__name__)
def test_only_types_that_both_encodings_read_alike_are_used(model: type[BaseModel]) -> None:
    for name, field in model.model_fields.items():
        text = _annotations(field)
        assert not re.search(r"tuple|set\[|bytes|datetime|Enum'", text), name
        assert "dict[" not in text or "dict[str," in text, name


@pytest.mark.parametrize("model", PARTS, ids=lambda model: model.__name__)
def test_every_list_of_a_message_is_bounded(model: type[BaseModel]) -> None:
    schema = model.model_json_schema()
    for name, field in schema["properties"].items():
        for form in field.get("anyOf", [field]):
            if form.get("type") == "array":
                assert "maxItems" in form, name


@pytest.mark.parametrize("model", CLIENT_MESSAGES.values(), ids=lambda model: model.__name__)
def test_every_text_of_a_request_is_bounded(model: type[BaseModel]) -> None:
    for name, field in model.model_json_schema()["properties"].items():
        for form in field.get("anyOf", [field]):
            if form.get("type") == "string":
                assert form.keys() & {"maxLength", "pattern", "enum", "const"}, name


def test_bounds_of_integers_reach_the_json_schema() -> None:
    schema = Act.model_json_schema()["properties"]["decision"]
    assert (schema["type"], schema["minimum"], schema["maximum"]) == ("integer", 0, SAFE)


def test_the_choice_between_ways_to_act_reaches_the_json_schema() -> None:
    assert Act.model_json_schema()["oneOf"] == [
        {"required": ["index"]},
        {"required": ["picks"]},
        {"required": ["action"]},
    ]


def test_nobody_may_send_the_enum_value_that_stands_for_newer_ones() -> None:
    assert "other" not in ClockSpec.model_json_schema()["properties"]["kind"]["enum"]
    error = _refusal({"type": "seek", "game": "catan", "clock": {"kind": "other"}})
    assert error.data == {
        "path": "clock.kind",
        "want": "one of 'none', 'per_move', 'bank' or 'correspondence'",
    }


@pytest.mark.parametrize("three", [3, 3.0])
def test_an_integral_float_counts_as_an_integer(three: float) -> None:
    message = read_client_message({"type": "sit", "room": "R", "seat": three})
    assert isinstance(message, Sit)
    assert (message.seat, type(message.seat)) == (3, int)


@pytest.mark.parametrize(
    ("value", "want"),
    [
        (True, "an integer"),
        ("3", "an integer"),
        (3.5, "an integer"),
        (float("nan"), "an integer"),
        (float("inf"), "an integer"),
        ([3], "an integer"),
        (-1, "an integer of at least 0"),
        (16, "an integer below 16"),
        (1e300, "an integer below 16"),
    ],
)
def test_what_is_no_seat_number_is_refused_in_plain_words(value: object, want: str) -> None:
    error = _refusal({"type": "sit", "room": "R", "seat": value})
    assert error.code is ErrorCode.BAD_MESSAGE
    assert error.data == {"path": "seat", "want": want}
    assert error.msg == f"sit: `seat` must be {want}"


@pytest.mark.parametrize("value", [2**53, -(2**53), float(2**53)])
def test_an_integer_beyond_what_a_float_holds_is_refused(value: float) -> None:
    data = _refusal({"type": "ping", "t": value}).data
    assert data is not None
    assert data["path"] == "t"
    assert str(SAFE) in data["want"]


@pytest.mark.parametrize(
    ("change", "path", "want"),
    [
        ({"match_id": None}, "match_id", "present: the field is required"),
        ({"match_id": "g 1"}, "match_id", "an id of A-Z, a-z, 0-9, _ and -, at most 40 characters"),
        ({"match_id": "g\n"}, "match_id", "an id of A-Z, a-z, 0-9, _ and -, at most 40 characters"),
        (
            {"match_id": "g" * 41},
            "match_id",
            "an id of A-Z, a-z, 0-9, _ and -, at most 40 characters",
        ),
        ({"match_id": 7}, "match_id", "text"),
        ({"index": None}, "", "exactly one of index, picks, action"),
        ({"picks": [1]}, "", "exactly one of index, picks, action"),
        ({"action": ["skip"]}, "", "exactly one of index, picks, action"),
        ({"index": None, "picks": []}, "picks", "at least 1 items long"),
        ({"index": None, "picks": [0] * 257}, "picks", "no longer than 256 items"),
        ({"index": None, "picks": [0, "1"]}, "picks.1", "an integer"),
        ({"index": None, "picks": {}}, "picks", "a list"),
        ({"replace": 1}, "replace", "true or false"),
        ({"note": "x" * 501}, "note", "text of at most 500 characters"),
        ({"id": -1}, "id", "an integer of at least 0"),
    ],
)
def test_a_bad_act_is_refused_with_the_field_and_what_belongs_there(
    change: dict[str, Any], path: str, want: str
) -> None:
    error = _refusal(ACT | change)
    assert error.code is ErrorCode.BAD_MESSAGE
    assert error.data == {"path": path, "want": want}
    assert error.msg.startswith("act: ")
    assert want in error.msg


@pytest.mark.parametrize(
    ("plain", "path", "want"),
    [
        (HELLO | {"proto": []}, "proto", "at least 1 items long"),
        (HELLO | {"proto": list(range(9))}, "proto", "no longer than 8 items"),
        (HELLO | {"auth": "me"}, "auth", "an object"),
        (
            HELLO | {"auth": {"kind": "spy"}},
            "auth.kind",
            "one of 'guest', 'token', 'ticket' or 'key'",
        ),
        (HELLO | {"auth": {"kind": "token"}}, "auth", "complete: kind token needs `token`"),
        (HELLO | {"auth": {"kind": "key"}}, "auth", "complete: kind key needs `pub`"),
        (HELLO | {"max_frame": 1023}, "max_frame", "an integer of at least 1024"),
        (HELLO | {"max_frame": 2**53}, "max_frame", f"an integer of at most {SAFE}"),
        (
            {"type": "seek", "game": "Catan"},
            "game",
            "a name of a-z, 0-9 and _ that begins with a letter, at most 32 characters",
        ),
        ({"type": "create_room", "game": "g", "options": []}, "options", "an object"),
        (
            {"type": "create_room", "game": "g", "options": {str(i): i for i in range(65)}},
            "options",
            "no longer than 64 items",
        ),
        (
            {"type": "configure", "room": "R", "changes": {"colour": 1}},
            "changes.colour",
            "left out: there is no such field",
        ),
        (
            {
                "type": "configure",
                "room": "R",
                "changes": {"clock": {"kind": "bank", "inc_ms": "1"}},
            },
            "changes.clock.inc_ms",
            "an integer",
        ),
        ({"type": "kick", "room": "R"}, "", "exactly one of user, seat"),
        ({"type": "chat", "text": "to whom?"}, "", "exactly one of room, match_id"),
        (
            {"type": "chat", "room": "R", "text": "x" * 301},
            "text",
            "text of at most 300 characters",
        ),
        ({"type": "watch", "match_id": "g", "view": "seat:16"}, "view", "public, all or seat:N"),
        ({"type": "replays", "count": 101}, "count", "an integer of at most 100"),
        ({"type": 5}, "type", "the name of a message"),
        ({}, "type", "the name of a message"),
    ],
)
def test_a_bad_request_is_refused_with_the_field_and_what_belongs_there(
    plain: dict[str, Any], path: str, want: str
) -> None:
    error = _refusal(plain)
    assert error.code is ErrorCode.BAD_MESSAGE
    assert error.data == {"path": path, "want": want}


def test_an_unknown_type_is_named_but_not_at_full_length() -> None:
    error = _refusal({"type": "x" * 5000})
    assert error.code is ErrorCode.UNKNOWN_TYPE
    assert error.data == {"type": "x" * 37 + "..."}
    assert len(error.msg) < 100


@pytest.mark.parametrize("kind", ["token", "ticket"])
def test_credentials_with_what_they_need_are_accepted(kind: str) -> None:
    plain = HELLO | {"auth": {"kind": kind, "token": "bt_1"}}
    message = read_client_message(plain)
    assert isinstance(message, Hello)
    assert message.auth.token == "bt_1"


def test_null_is_the_same_as_absent_at_every_level() -> None:
    plain = {
        "type": "hello",
        "id": None,
        "proto": [1],
        "minor": None,
        "auth": {"kind": "guest", "name": None},
        "features": None,
    }
    short = {"type": "hello", "proto": [1], "auth": {"kind": "guest"}}
    assert read_client_message(plain) == read_client_message(short)


def test_a_null_inside_a_game_action_stays() -> None:
    message = read_client_message(ACT | {"index": None, "action": ["offer", None]})
    assert isinstance(message, Act)
    assert message.action == ["offer", None]
    assert message.to_plain()["action"] == ["offer", None]


def test_absent_fields_are_not_sent_and_the_type_comes_first() -> None:
    plain = Act(match_id="g_1", decision=3, index=0, id=9).to_plain()
    assert plain == {"type": "act", "id": 9, "match_id": "g_1", "decision": 3, "index": 0}
    assert next(iter(plain)) == "type"


def test_a_message_cannot_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        Act(match_id="g_1", decision=3, index=0).index = 1  # type: ignore[misc]


def test_only_what_is_set_shows_in_the_changes_of_a_room() -> None:
    message = read_client_message(
        {"type": "configure", "room": "R", "changes": {"title": "late", "watch": None, "seats": 3}}
    )
    assert isinstance(message, Configure)
    assert message.changes.model_fields_set == {"title", "seats"}


def test_settings_of_a_room_fall_to_their_published_defaults() -> None:
    message = read_client_message({"type": "create_room", "game": "colonizers"})
    assert isinstance(message, CreateRoom)
    assert (message.assist, message.compute, message.watch) == ("off", True, "public")


def test_unknown_fields_are_ignored_and_reported() -> None:
    plain = ACT | {"zeta": 1, "alpha": {}, "x_mine": 2, "gone": None}
    assert read_client_message(plain) == read_client_message(ACT)
    assert unknown_fields(plain) == ("alpha", "zeta")
    assert unknown_fields(ACT) == ()


def test_unknown_fields_of_an_unknown_type_are_all_but_private_ones() -> None:
    assert unknown_fields({"type": "zzz", "x_a": 1}) == ("type",)


def test_a_client_ignores_fields_it_does_not_know() -> None:
    plain = {
        "type": "events",
        "match_id": "g",
        "ver": 3,
        "items": [{"e": "novelty"}],
        "mood": 1,
    }
    message = read_server_message(plain)
    assert isinstance(message, Events)
    assert message.items == [{"e": "novelty"}]


def test_a_client_is_handed_messages_it_does_not_know() -> None:
    plain = {"type": "fireworks", "re": 4, "seq": 9, "colour": "red"}
    assert read_server_message(plain) == Unknown("fireworks", 4, 9, plain)
    bare = {"type": "fireworks", "re": "4"}
    assert read_server_message(bare) == Unknown("fireworks", None, None, bare)


def test_a_client_reads_enum_values_it_does_not_know_as_other() -> None:
    room = ROOM | {"status": "paused", "clock": {"kind": "hourglass"}}
    message = read_server_message({"type": "room", "room": room})
    assert isinstance(message, Room)
    assert (message.room.status, message.room.clock.kind) == ("other", "other")


def test_a_server_does_not_send_enum_values_it_does_not_know() -> None:
    with pytest.raises(ValidationError, match="'open', 'playing' or 'over'"):
        RoomInfo.model_validate(ROOM | {"status": "paused"})


@pytest.mark.parametrize(
    ("plain", "path"),
    [
        ({"type": "room", "room": ROOM | {"status": 3}}, "room.status"),
        ({"type": "room"}, "room"),
        ({"type": ["room"]}, "type"),
        ({}, "type"),
    ],
)
def test_a_client_refuses_messages_it_cannot_rely_on(plain: dict[str, Any], path: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        read_server_message(plain)
    assert caught.value.code is ErrorCode.BAD_MESSAGE
    assert caught.value.data is not None
    assert caught.value.data["path"] == path


def test_whole_scores_stay_whole_and_halves_stay_halves() -> None:
    message = read_server_message(
        {
            "type": "match_over",
            "match_id": "g",
            "reason": "finished",
            "places": [1, 2],
            "scores": [31, 2.5],
            "returns": [1.0, -1],
        }
    )
    assert isinstance(message, MatchOver)
    assert encode({"type": "x", "scores": message.scores}, Encoding.JSON).endswith(b"[31,2.5]}")


@pytest.mark.parametrize("score", [float("nan"), float("inf"), "3", True])
def test_a_score_is_a_finite_number(score: object) -> None:
    plain = {"type": "match_over", "match_id": "g", "reason": "finished", "places": [1]}
    with pytest.raises(ProtocolError) as caught:
        read_server_message(plain | {"scores": [score], "returns": [0]})
    assert caught.value.code is ErrorCode.BAD_MESSAGE


def test_a_list_of_something_else_is_refused_in_plain_words() -> None:
    with pytest.raises(ProtocolError) as caught:
        read_server_message({"type": "replay_list", "items": [3]})
    assert caught.value.data == {"path": "items.0", "want": "an object"}
    assert ReplayList(items=[{}]).cursor is None


def test_all_messages_stand_below_their_base() -> None:
    assert all(issubclass(model, ClientMessage) for model in CLIENT_MESSAGES.values())
    assert all(issubclass(model, ServerMessage) for model in SERVER_MESSAGES.values())
