"""Every way to say something wrong, one at a time, against a live server: one documented answer each.

A *scene* is a match of four with a host, next to an open room. After each wrong word a second client
looks: the lobby says what it said before, the bystander heard nothing, and the scene goes on.
"""

import contextlib
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import pytest
from tests.faults.mutations import BAD_JSON, BAD_MSGPACK
from tests.faults.peers import (
    PATIENCE_S,
    TRANSPORTS,
    Peer,
    Plain,
    upgrade_request,
    websocket_frame,
)
from tests.faults.playing import open_room, take_seat
from tests.faults.servers import FORGETFUL, UNHURRIED, Child, eventually, running_server

from infoset_games.registry import known_games
from infoset_protocol.codec import Encoding
from infoset_protocol.errors import ERRORS, ErrorCode

MAX_SAFE_INT: Final = 2**53 - 1
MAX_FRAME: Final = 262_144
ALL_ANSWER: Final = ("replay",)  # without `id` nobody would get it: such a request has no effect
LONG_CLOCK: Final = {"kind": "per_move", "move_ms": 3_600_000}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Child]:
    """One server for the whole table; it must end with a clean log."""
    own = {"rooms.max_rooms_per_user": 100}
    with running_server(tmp_path_factory.mktemp("bad"), UNHURRIED | FORGETFUL | own) as child:
        yield child
        assert child.problems() == []


@dataclass
class Scene:
    """Who is there, and the ids that a wrong message may name.

    `sinner` sits on seat 0 of the running match and has the open decision; `other` sits on seat 1.
    `bystander` is in no room and reads the lobby.
    """

    sinner: Peer
    other: Peer
    bystander: Peer
    peers: list[Peer]
    ids: dict[str, Any] = field(default_factory=dict)
    turn: Plain = field(default_factory=dict)

    def lobby(self) -> list[Plain]:
        """The rooms as the bystander is told them now."""
        rooms: list[Plain] = self.bystander.ask("watch_lobby")["rooms"]
        self.bystander.ask("watch_lobby", on=False)
        self.bystander.fence()  # changes that came in between are in the next look
        return sorted(rooms, key=lambda room: str(room["room"]))

    def end(self) -> None:
        """Everybody leaves, and nothing is left of the match and the rooms."""
        for peer in self.peers[:3]:
            peer.ask("resign", match_id=self.ids["MATCH"])
        for peer in self.peers:
            if peer is not self.bystander:
                peer.socket.close()
        eventually(lambda: self.lobby() == [], "the scene is cleared")
        self.bystander.socket.close()

    def settle(self) -> None:
        """Reads whatever is still on its way to anybody."""
        for peer in self.peers:
            peer.fence()


def set_the_scene(port: int, transport: str) -> Scene:
    """Logs everybody in, fills a room and starts its match; opens a second room."""
    peers = [Peer(port, each) for each in (transport, *TRANSPORTS)]
    for peer in peers:
        peer.hello(f"at {peer.transport}")
    sinner, *others, bystander = peers
    room = open_room(sinner, clock=LONG_CLOCK)
    for seat, peer in enumerate((sinner, *others)):
        take_seat(peer, room, seat)
    turn = sinner.wait_type("your_turn")
    open_one = open_room(sinner, title="open")
    locked = open_room(others[0], unlisted=True)
    foreign = open_room(others[1], title="another host's")
    scene = Scene(sinner, others[0], bystander, peers, turn=turn)
    scene.ids = {
        "MATCH": turn["match_id"],
        "DECISION": turn["decision"],
        "ROOM": room,
        "OPEN": open_one,
        "LOCKED": locked,
        "FOREIGN": foreign,
    }
    scene.lobby()
    scene.settle()
    return scene


@pytest.fixture(scope="module", params=TRANSPORTS)
def scene(request: pytest.FixtureRequest, server: Child) -> Iterator[Scene]:
    """A scene for each transport of the one who says wrong things."""
    ready = set_the_scene(server.port, request.param)
    yield ready
    ready.end()


# A row: what is sent, and the code and `data` of the one error that answers. Words in capitals are
# replaced by the scene's ids. `...` as `want` leaves its words to the protocol's own tests.
Row = tuple[str, Plain, str, Plain]

INTEGER: Final = "an integer"
MISSING: Final = "present: the field is required"

BAD_MESSAGES: Final[list[Row]] = [
    ("unknown type", {"type": "frobnicate"}, "unknown_type", {"type": "frobnicate"}),
    ("server's type", {"type": "your_turn"}, "unknown_type", {"type": "your_turn"}),
    ("no type", {}, "bad_message", {"path": "type"}),
    ("type null", {"type": None}, "bad_message", {"path": "type"}),
    ("type number", {"type": 7}, "bad_message", {"path": "type"}),
    ("field missing", {"type": "act", "decision": 1, "index": 0},
     "bad_message", {"path": "match_id", "want": MISSING}),
    ("field null", {"type": "act", "match_id": None, "decision": 1, "index": 0},
     "bad_message", {"path": "match_id", "want": MISSING}),
    ("no choice", {"type": "act", "match_id": "MATCH", "decision": 1},
     "bad_message", {"path": "", "want": "exactly one of index, picks, action"}),
    ("two choices", {"type": "act", "match_id": "MATCH", "decision": 1, "index": 0, "picks": [0]},
     "bad_message", {"path": "", "want": "exactly one of index, picks, action"}),
    ("bool for int", {"type": "act", "match_id": "MATCH", "decision": "DECISION", "index": True},
     "bad_message", {"path": "index", "want": INTEGER}),
    ("text for int", {"type": "act", "match_id": "MATCH", "decision": "1", "index": 0},
     "bad_message", {"path": "decision", "want": INTEGER}),
    ("fraction for int", {"type": "act", "match_id": "MATCH", "decision": 1.5, "index": 0},
     "bad_message", {"path": "decision", "want": INTEGER}),
    ("negative index", {"type": "act", "match_id": "MATCH", "decision": "DECISION", "index": -1},
     "bad_message", {"path": "index", "want": "an integer of at least 0"}),
    ("list for text", {"type": "join", "room": ["R"]}, "bad_message",
     {"path": "room", "want": "text"}),
    ("not a ref", {"type": "join", "room": "no such/room"}, "bad_message", {"path": "room"}),
    ("ref too long", {"type": "join", "room": "R" * 41}, "bad_message", {"path": "room"}),
    ("not a slug", {"type": "seek", "game": "Colonizers"}, "bad_message", {"path": "game"}),
    ("seat too high", {"type": "sit", "room": "OPEN", "seat": 16}, "bad_message",
     {"path": "seat", "want": "an integer below 16"}),
    ("number for bool", {"type": "ready", "room": "OPEN", "ready": 1}, "bad_message",
     {"path": "ready", "want": "true or false"}),
    ("object for list", {"type": "act", "match_id": "MATCH", "decision": 1, "picks": {}},
     "bad_message", {"path": "picks", "want": "a list"}),
    ("wrong item", {"type": "act", "match_id": "MATCH", "decision": 1, "picks": [0, "x"]},
     "bad_message", {"path": "picks.1", "want": INTEGER}),
    ("text for object", {"type": "create_room", "game": "colonizers", "options": "x"},
     "bad_message", {"path": "options", "want": "an object"}),
    ("too many options", {"type": "create_room", "game": "colonizers",
                          "options": {str(n): n for n in range(65)}},
     "bad_message", {"path": "options"}),
    ("unknown enum", {"type": "create_room", "game": "colonizers", "watch": "everybody"},
     "bad_message", {"path": "watch"}),
    ("reader's enum", {"type": "create_room", "game": "colonizers", "watch": "other"},
     "bad_message", {"path": "watch"}),
    ("unknown clock", {"type": "seek", "game": "colonizers", "clock": {"kind": "hourglass"}},
     "bad_message", {"path": "clock.kind"}),
    ("inside missing", {"type": "seek", "game": "colonizers", "clock": {}},
     "bad_message", {"path": "clock.kind", "want": MISSING}),
    ("chat too long", {"type": "chat", "room": "ROOM", "text": "x" * 301},
     "bad_message", {"path": "text", "want": "text of at most 300 characters"}),
    ("note too long", {"type": "act", "match_id": "MATCH", "decision": "DECISION", "index": 0,
                       "note": "x" * 501}, "bad_message", {"path": "note"}),
    ("no picks", {"type": "act", "match_id": "MATCH", "decision": "DECISION", "picks": []},
     "bad_message", {"path": "picks"}),
    ("kick nobody", {"type": "kick", "room": "OPEN"}, "bad_message", {"path": ""}),
    ("watch nothing", {"type": "watch"}, "bad_message",
     {"path": "", "want": "exactly one of match_id, room"}),
    ("chat nowhere", {"type": "chat", "text": "hi"}, "bad_message",
     {"path": "", "want": "exactly one of room, match_id"}),
    ("bad view", {"type": "watch", "match_id": "MATCH", "view": "seat:16"}, "bad_message",
     {"path": "view"}),
    ("page too big", {"type": "replays", "count": 101}, "bad_message", {"path": "count"}),
]  # fmt: skip

REFUSED: Final[list[Row]] = [
    ("stale act", {"type": "act", "match_id": "MATCH", "decision": 999, "index": 0},
     "stale_decision", {"open": ["DECISION"]}),
    ("act before its time", {"type": "act", "match_id": "MATCH", "decision": 0, "index": 0},
     "stale_decision", {"open": ["DECISION"]}),
    ("unknown match", {"type": "act", "match_id": "m_nobody", "decision": 1, "index": 0},
     "not_found", {}),
    ("sync unknown match", {"type": "sync", "match_id": "m_nobody"}, "not_found", {}),
    ("resign elsewhere", {"type": "resign", "match_id": "m_nobody"}, "not_found", {}),
    ("join full room", {"type": "join", "room": "ROOM", "any_seat": True}, "wrong_state", {}),
    ("sit while playing", {"type": "sit", "room": "ROOM", "seat": 2}, "wrong_state", {}),
    ("ready while playing", {"type": "ready", "room": "ROOM"}, "wrong_state", {}),
    ("start while playing", {"type": "start", "room": "ROOM"}, "wrong_state", {}),
    ("configure while playing", {"type": "configure", "room": "ROOM", "changes": {"title": "x"}},
     "wrong_state", {}),
    ("join unknown room", {"type": "join", "room": "ZZZZZZ"}, "not_found", {}),
    ("join locked room", {"type": "join", "room": "LOCKED"}, "wrong_code", {}),
    ("join with wrong code", {"type": "join", "room": "LOCKED", "code": "guess"}, "wrong_code", {}),
    ("leave a room not entered", {"type": "leave", "room": "FOREIGN"}, "not_found", {}),
    ("sit in a room not entered", {"type": "sit", "room": "FOREIGN", "seat": 0}, "not_found", {}),
    ("ready without a seat", {"type": "ready", "room": "OPEN"}, "wrong_state", {}),
    ("ready in the same breath without a seat", {"type": "join", "room": "FOREIGN", "ready": True},
     "wrong_state", {}),
    ("stand up without a seat", {"type": "sit", "room": "OPEN"}, "wrong_state", {}),
    ("seat that is none", {"type": "sit", "room": "OPEN", "seat": 7}, "not_found", {}),
    ("join on a seat that is none", {"type": "join", "room": "FOREIGN", "seat": 9}, "not_found", {}),
    ("bot that is none", {"type": "add_bot", "room": "OPEN", "seat": 0, "bot": "nobody"},
     "bad_option", {"path": "bot"}),
    ("bot on no seat", {"type": "add_bot", "room": "OPEN", "seat": 7, "bot": "random"},
     "not_found", {}),
    ("kick a stranger", {"type": "kick", "room": "OPEN", "user": "u_nobody"}, "not_found", {}),
    ("kick an empty seat", {"type": "kick", "room": "OPEN", "seat": 0}, "not_found", {}),
    ("unknown game", {"type": "seek", "game": "chess"}, "game_unknown", {"known": list(known_games())}),
    ("describe unknown game", {"type": "describe", "game": "chess"}, "game_unknown",
     {"known": list(known_games())}),
    ("unknown rules", {"type": "create_room", "game": "colonizers", "rules": "colonizers/99.0"},
     "game_unknown", {}),
    ("unknown option", {"type": "create_room", "game": "colonizers", "options": {"dragons": 3}},
     "bad_option", {"path": "options.dragons"}),
    ("unknown option with a long name", {"type": "create_room", "game": "colonizers",
                                         "options": {"x" * 70_000: 1}},
     "bad_option", {"path": "options." + "x" * 37 + "..."}),
    ("bad option", {"type": "create_room", "game": "colonizers", "options": {"colony": "many"}},
     "bad_option", {"path": "options.colony"}),
    ("list as option", {"type": "create_room", "game": "colonizers", "options": {"colony": [8]}},
     "bad_option", {"path": "options.colony"}),
    ("wrong seats", {"type": "create_room", "game": "colonizers", "seats": 9}, "bad_option",
     {"path": "seats"}),
    ("clock too fast", {"type": "create_room", "game": "colonizers",
                        "clock": {"kind": "per_move", "move_ms": 1}},
     "bad_option", {"path": "clock.move_ms"}),
    ("clock too slow", {"type": "create_room", "game": "colonizers",
                        "clock": {"kind": "bank", "main_ms": MAX_SAFE_INT}},
     "bad_option", {"path": "clock.main_ms"}),
    ("rated", {"type": "create_room", "game": "colonizers", "rated": True}, "bad_option",
     {"path": "rated"}),
    ("no misses allowed", {"type": "create_room", "game": "colonizers", "max_timeouts": 0},
     "bad_option", {"path": "max_timeouts"}),
    ("configure nonsense", {"type": "configure", "room": "OPEN",
                            "changes": {"title": "y", "options": {"dragons": 3}}},
     "bad_option", {"path": "options.dragons"}),
    ("watch own match", {"type": "watch", "match_id": "MATCH"}, "forbidden", {"scope": "watch"}),
    ("watch a seat", {"type": "watch", "match_id": "MATCH", "view": "seat:1"}, "forbidden",
     {"scope": "watch"}),
    ("watch locked room", {"type": "watch", "room": "LOCKED"}, "not_found", {}),
    ("unwatch what is not watched", {"type": "unwatch", "match_id": "MATCH"}, "wrong_state", {}),
    ("chat in a foreign room", {"type": "chat", "room": "FOREIGN", "text": "hi"}, "not_found", {}),
    ("block nobody", {"type": "block", "user": "u_nobody"}, "not_found", {}),
    ("unseek unknown", {"type": "unseek", "ticket": "t_nobody"}, "not_found", {}),
    ("auth out of place", {"type": "auth", "sig": "x"}, "wrong_state", {}),
    ("replay", {"type": "replay", "replay": "r_nobody"}, "unsupported", {"feature": "replay"}),
]  # fmt: skip


def fill_in(value: Any, ids: dict[str, Any]) -> Any:
    """The message with the scene's ids in the place of words in capitals."""
    match value:
        case str():
            return ids.get(value, value)
        case list():
            return [fill_in(item, ids) for item in value]
        case dict():
            return {name: fill_in(item, ids) for name, item in value.items()}
        case _:
            return value


def cases(rows: list[Row]) -> pytest.MarkDecorator:
    """The rows as parameters, under their names."""
    return pytest.mark.parametrize(
        ("message", "code", "data"), [row[1:] for row in rows], ids=[row[0] for row in rows]
    )


def check_error(said: Plain, code: str, data: Plain) -> None:
    """It is this error, with this data, and all the data the table of errors promises for it."""
    assert said["type"] == "error"
    assert said["code"] == code, said
    assert said["msg"]
    assert {name: said.get("data", {}).get(name) for name in data} == data
    if data:
        assert set(said["data"]) == set(ERRORS[ErrorCode(code)].data)


def refuse_once(scene: Scene, message: Plain, code: str, data: Plain) -> None:
    """The message, with `id` and without, brings that error and nothing else, for nobody."""
    before = scene.lobby()
    scene.settle()
    sinner = scene.sinner
    filled = fill_in(message, scene.ids)
    sinner.last_id += 1
    sinner.send(**filled, id=sinner.last_id)
    number = sinner.last_id
    (said,) = sinner.fence()
    check_error(said, code, fill_in(data, scene.ids))
    assert said["re"] == number
    sinner.send(**filled)
    if message.get("type") in ALL_ANSWER:
        assert sinner.fence() == []
    else:
        (said,) = sinner.fence()
        check_error(said, code, fill_in(data, scene.ids))
        assert "re" not in said
    for peer in scene.peers:
        assert peer.fence() == []
    assert scene.lobby() == before


class TestBadMessages:
    """A connection may send few bad messages in its life, so these sinners are made for the day."""

    @pytest.fixture(autouse=True)
    def fresh_sinner(self, scene: Scene, server: Child) -> Iterator[None]:
        """Somebody without a past, for the length of one test."""
        seated = scene.sinner
        with Peer(server.port, seated.transport) as sinner:
            sinner.hello("new")
            scene.sinner = sinner
            scene.peers.append(sinner)
            yield
            scene.peers.remove(sinner)
            scene.sinner = seated

    @cases(BAD_MESSAGES)
    def test_a_bad_message_is_refused_by_field(
        self, scene: Scene, message: Plain, code: str, data: Plain
    ) -> None:
        refuse_once(scene, message, code, data)


@cases(REFUSED)
def test_a_request_that_cannot_be_is_refused_and_changes_nothing(
    scene: Scene, message: Plain, code: str, data: Plain
) -> None:
    refuse_once(scene, message, code, data)


# Requests about a room that is full but not playing: three guests are seated, one is not ready.


@pytest.fixture
def full_room(server: Child) -> Iterator[tuple[str, list[Peer], Peer]]:
    """Its id, those who sit in it (the host first), and somebody outside."""
    peers = [Peer(server.port, transport) for transport in TRANSPORTS]
    outsider = Peer(server.port)
    for peer in (*peers, outsider):
        peer.hello("full")
    room = open_room(peers[0])
    for seat, peer in enumerate(peers):
        assert peer.ask("join", room=room, seat=seat)["type"] == "room"
    for peer in peers:
        peer.fence()
    yield room, peers, outsider
    for peer in (*peers, outsider):
        peer.socket.close()


FULL_ROOM: Final[list[tuple[str, str, Plain, str]]] = [
    ("outsider", "join", {"any_seat": True}, "room_full"),
    ("outsider", "join", {"seat": 0}, "seat_taken"),
    ("outsider", "sit", {"seat": 0}, "not_found"),
    ("outsider", "kick", {"seat": 0}, "not_found"),
    ("guest", "join", {"any_seat": True}, "already_seated"),
    ("guest", "sit", {"seat": 0}, "seat_taken"),
    ("guest", "start", {}, "not_host"),
    ("guest", "configure", {"changes": {"title": "mine"}}, "not_host"),
    ("guest", "add_bot", {"bot": "random"}, "not_host"),
    ("guest", "kick", {"seat": 0}, "not_host"),
    ("host", "add_bot", {"bot": "random"}, "room_full"),
    ("host", "add_bot", {"bot": "random", "seat": 2}, "seat_taken"),
]


@pytest.mark.parametrize(("who", "request_type", "fields", "code"), FULL_ROOM)
def test_a_full_room_stays_as_it_is(
    full_room: tuple[str, list[Peer], Peer],
    who: str,
    request_type: str,
    fields: Plain,
    code: str,
) -> None:
    room, peers, outsider = full_room
    sinner = {"outsider": outsider, "guest": peers[1], "host": peers[0]}[who]
    said = sinner.ask(request_type, room=room, **fields)
    assert (said["type"], said.get("code")) == ("error", code)
    for peer in (*peers, outsider):
        assert peer.fence() == []
    shown = outsider.ask("watch_lobby")["rooms"]
    (seats,) = [one["seats"] for one in shown if one["room"] == room]
    assert [seat["kind"] for seat in seats] == ["human"] * 4


# Acts, in a match of their own because some of them count.


@pytest.fixture(params=TRANSPORTS)
def match(
    request: pytest.FixtureRequest, server: Child
) -> Iterator[tuple[Peer, Plain, list[Peer]]]:
    """The player to move, the question, and the three others at the table."""
    peers = [Peer(server.port, each) for each in (request.param, *TRANSPORTS[:3])]
    for peer in peers:
        peer.hello("acts")
    room = open_room(peers[0], clock=LONG_CLOCK)
    for seat, peer in enumerate(peers):
        take_seat(peer, room, seat)
    turn = peers[0].wait_type("your_turn")
    for peer in peers:
        peer.fence()
    yield peers[0], turn, peers[1:]
    for peer in peers:
        if not peer.is_ended:
            peer.ask("resign", match_id=turn["match_id"])
        peer.socket.close()


def act(peer: Peer, turn: Plain, **choice: object) -> Plain:
    """Answers the question."""
    return peer.ask("act", match_id=turn["match_id"], decision=turn["decision"], **choice)


@pytest.mark.parametrize(
    "choice",
    [
        {"index": 99},
        {"index": MAX_SAFE_INT},
        {"picks": [0]},
        {"action": ["fly", 1]},
        {"action": 5},
        {"action": {}},
        {"action": []},
        {"action": [[["pick"]]]},
        {"action": ["pick", "1"]},
        {"action": ["pick", True]},
        {"action": ["pick", 1.5]},
        {"action": ["pick", -1]},
        {"action": ["pick", MAX_SAFE_INT]},
        {"action": "pick"},
    ],
    ids=repr,
)
def test_an_illegal_act_leaves_the_decision_open_and_the_third_is_a_miss(
    match: tuple[Peer, Plain, list[Peer]], choice: Plain
) -> None:
    player, turn, others = match
    for left in (2, 1):
        said = act(player, turn, **choice)
        assert (said["code"], said["data"]["left"]) == ("illegal_action", left)
        assert said["data"]["why"]
        assert player.fence() == []
        for other in others:
            assert other.fence() == []
    said = act(player, turn, **choice)
    assert (said["code"], said["data"]["left"]) == ("illegal_action", 0)
    (missed,) = [one for one in player.fence() if one["type"] == "timeout"]
    assert (missed["seat"], missed["applied"], missed["misses"]) == (0, "fallback", 1)
    for other in others:
        assert [one["type"] for one in other.fence()][:2] == ["timeout", "events"]


def test_a_doubled_act_is_done_once_and_the_second_is_stale(
    match: tuple[Peer, Plain, list[Peer]],
) -> None:
    player, turn, others = match
    first, second = player.last_id + 1, player.last_id + 2
    player.last_id = second
    for number in (first, second):
        player.send(
            type="act", id=number, match_id=turn["match_id"], decision=turn["decision"], index=0
        )
    said = player.fence()
    assert [(one["type"], one.get("code")) for one in said if one.get("re") == first] == [
        ("act_ok", None)
    ]
    assert [(one["type"], one.get("code")) for one in said if one.get("re") == second] == [
        ("error", "stale_decision")
    ]
    for other in others:
        assert [one["type"] for one in other.fence()].count("events") == 1


def test_an_act_out_of_turn_is_stale_and_nobody_hears_of_it(
    match: tuple[Peer, Plain, list[Peer]],
) -> None:
    player, turn, (early, *others) = match
    said = act(early, turn, index=0)
    assert (said["code"], said["data"]) == ("stale_decision", {"open": []})
    for peer in (player, early, *others):
        assert peer.fence() == []


def test_an_act_in_somebody_elses_match_is_refused(
    match: tuple[Peer, Plain, list[Peer]], server: Child
) -> None:
    player, turn, others = match
    with Peer(server.port, player.transport) as stranger:
        stranger.hello("stranger")
        assert act(stranger, turn, index=0)["code"] == "not_your_seat"
        assert stranger.ask("resign", match_id=turn["match_id"])["code"] == "not_your_seat"
        assert stranger.ask("sync", match_id=turn["match_id"])["code"] == "not_found"
        assert stranger.ask("watch", match_id=turn["match_id"])["type"] == "ok"
        stranger.fence()
        assert act(stranger, turn, index=0)["code"] == "not_your_seat"
        assert stranger.fence() == []
    for peer in (player, *others):
        assert [one for one in peer.fence() if one["type"] != "room"] == []


# The envelope.


@pytest.fixture(params=TRANSPORTS)
def guest(request: pytest.FixtureRequest, server: Child) -> Iterator[Peer]:
    """Somebody welcomed, in no room."""
    with Peer(server.port, request.param) as peer:
        peer.hello("guest")
        yield peer


@pytest.fixture(params=TRANSPORTS)
def newcomer(request: pytest.FixtureRequest, server: Child) -> Iterator[Peer]:
    """Somebody who has said nothing yet."""
    with Peer(server.port, request.param) as peer:
        yield peer


def test_unknown_fields_are_accepted_with_a_warning(guest: Peer) -> None:
    said = guest.ask("unseek", colour="red", x_mine=1, also=None)
    assert said == {"type": "ok", "re": said["re"], "seq": said["seq"]} | {
        "warn": ["unknown field ignored: colour"]
    }


def test_with_the_feature_strict_unknown_fields_are_refused(newcomer: Peer) -> None:
    newcomer.hello("strict", features=["strict"])
    said = newcomer.ask("unseek", colour="red")
    check_error(said, "bad_message", {"path": "colour"})
    assert newcomer.ask("unseek", x_mine=1)["type"] == "ok"


def test_an_id_that_does_not_grow_is_refused(guest: Peer) -> None:
    for _ in range(5):
        guest.ask("unseek")
    for number in (guest.last_id, guest.last_id - 1, 2, 0):
        guest.send(type="unseek", id=number)
        assert [one["code"] for one in guest.fence()] == ["duplicate_id"]


@pytest.mark.parametrize("number", [-1, 1.5, True, "7", MAX_SAFE_INT + 1.0, [], {}], ids=repr)
def test_an_id_that_is_none_is_refused_without_re(guest: Peer, number: object) -> None:
    guest.send(type="unseek", id=number)
    (said,) = guest.fence()
    assert said["code"] in ("bad_message", "bad_frame")
    assert "re" not in said


# What ends a connection: one `error` that is fatal, `bye` with the code, nothing behind it.


def check_end(peer: Peer, code: str, close: int) -> Plain:
    """The connection ends like that; returns the error."""
    assert peer.wait_closed() == close
    *before, error, bye = peer.inbox
    assert (error["type"], error["code"], error["fatal"]) == ("error", code, True)
    assert (bye["type"], bye["code"]) == ("bye", close)
    assert bye["resume"] is False
    assert [one for one in before if one["type"] in ("bye", "welcome")] == []
    assert close == ERRORS[ErrorCode(code)].close
    return error


@pytest.mark.parametrize("type_", ["ping", "seek", "auth", "bye", "frobnicate"])
def test_anything_before_hello_ends_the_connection(newcomer: Peer, type_: str) -> None:
    newcomer.send(type=type_, id=5, game="colonizers", sig="x")
    assert check_end(newcomer, "not_ready", 4400)["re"] == 5


def test_a_second_hello_ends_the_connection(guest: Peer) -> None:
    guest.send(type="hello", id=9, proto=[1], auth={"kind": "guest"})
    assert check_end(guest, "not_ready", 4400)["re"] == 9


def test_a_hello_in_an_unknown_version_ends_the_connection(newcomer: Peer) -> None:
    newcomer.send(type="hello", id=1, proto=[2, 99], auth={"kind": "guest"})
    error = check_end(newcomer, "proto_unsupported", 4406)
    assert error["data"] == {"supported": [1]}


@pytest.mark.parametrize(
    "auth",
    [
        {"kind": "token", "token": "guess"},
        {"kind": "token", "token": ""},
        {"kind": "ticket", "token": "guess"},
    ],
    ids=repr,
)
def test_wrong_credentials_end_the_connection_with_one_text_for_all(
    newcomer: Peer, auth: Plain
) -> None:
    newcomer.send(type="hello", id=1, proto=[1], auth=auth)
    newcomer.send(type="seek", id=2, game="colonizers")
    error = check_end(newcomer, "auth_failed", 4401)
    assert error["msg"] == "wrong or expired credentials"
    assert [one.get("re") for one in newcomer.inbox if one["type"] == "error"] == [1]


def test_a_bad_hello_may_be_said_again(newcomer: Peer) -> None:
    newcomer.send(type="hello", id=1, proto=[], auth={"kind": "guest"})
    said = newcomer.wait_type("error")
    assert (said["code"], said["data"]["path"], said["re"]) == ("bad_message", "proto", 1)
    newcomer.send(type="hello", id=1, proto=[1], auth={"kind": "token"})
    said = newcomer.wait_type("error")
    assert (said["code"], said["data"]["path"]) == ("bad_message", "auth")
    newcomer.hello()


def oversized(peer: Peer, size: int) -> bytes:
    """A valid message of exactly `size` bytes."""
    empty = len(peer.encode({"type": "ping", "pad": ""}))
    if peer.encoding is Encoding.MSGPACK:  # a long text has a longer header
        empty += 2 if size < 1 << 16 else 4
    payload = peer.encode({"type": "ping", "pad": "x" * (size - empty)})
    assert len(payload) == size
    return payload


def test_a_frame_of_the_largest_size_is_read_and_one_byte_more_ends_the_connection(
    guest: Peer,
) -> None:
    guest.send_payload(oversized(guest, MAX_FRAME))
    assert guest.fence() == []
    guest.send_payload(oversized(guest, MAX_FRAME + 1))
    assert check_end(guest, "frame_too_big", 4413)["data"] == {"limit": MAX_FRAME}


def test_before_hello_eight_kilobytes_are_the_limit(newcomer: Peer) -> None:
    newcomer.send_payload(oversized(newcomer, 8193))
    assert check_end(newcomer, "frame_too_big", 4413)["data"] == {"limit": 8192}


def test_an_announced_size_is_refused_before_it_comes(guest: Peer) -> None:
    announcements = {
        "tcp-json": b"{" + b"x" * MAX_FRAME,
        "tcp-msgpack": b"\x00\xff\xff\xff",
        "ws-json": b"\x81\xff" + (1 << 40).to_bytes(8) + bytes(4),
        "ws-msgpack": b"\x82\xff" + (1 << 40).to_bytes(8) + bytes(4),
    }
    guest.send_bytes(announcements[guest.transport])
    assert check_end(guest, "frame_too_big", 4413)["data"] == {"limit": MAX_FRAME}


BAD_FRAMES: Final = [("json", bad) for bad in BAD_JSON] + [("msgpack", bad) for bad in BAD_MSGPACK]


@pytest.mark.parametrize(("encoding", "bad"), BAD_FRAMES, ids=lambda value: repr(value)[:30])
@pytest.mark.parametrize("kind", ["tcp", "ws"])
def test_a_broken_frame_is_answered_once_and_the_connection_goes_on(
    server: Child, kind: str, encoding: str, bad: bytes
) -> None:
    with Peer(server.port, f"{kind}-{encoding}") as peer:
        peer.hello("broken")
        peer.send_payload(bad)
        said = peer.fence()
        if kind == "tcp" and not bad:
            assert said == []  # an empty frame keeps a stream alive
            return
        assert [(one["type"], one["code"], one.get("fatal")) for one in said] == [
            ("error", "bad_frame", None)
        ]
        assert "re" not in said[0]


def test_the_fifth_broken_frame_ends_the_connection(guest: Peer) -> None:
    bad = b"[]" if guest.encoding is Encoding.JSON else b"\xc1"
    for _ in range(4):
        guest.send_payload(bad)
    assert [one["code"] for one in guest.fence()] == ["bad_frame"] * 4
    guest.send_payload(bad)
    guest.send(type="unseek", id=99)
    check_end(guest, "bad_frame", 4400)


def test_the_twentieth_bad_message_ends_the_connection(guest: Peer) -> None:
    for number in range(19):
        said = guest.ask("join", room=number)
        assert (said["code"], said.get("fatal")) == ("bad_message", None)
    guest.send(type="join", room=19, id=guest.last_id + 1)
    check_end(guest, "bad_message", 4400)


# WebSocket's own rules.

PING: Final = b'{"type":"ping","id":2}'

BAD_WEBSOCKET: Final = {
    "binary on a text connection": websocket_frame(PING, 2),
    "not masked": b"\x81" + bytes((len(PING),)) + PING,
    "reserved opcode": websocket_frame(PING, 3),
    "reserved bit": bytes((0xC1, 0x80)) + bytes(4),
    "ping too long": websocket_frame(b"x" * 126, 9),
    "too many pings": websocket_frame(b"", 9) * 101,
    "too many pongs": websocket_frame(b"", 10) * 101,
    "ping in pieces": websocket_frame(b"x", 9, fin=False),
    "continues nothing": websocket_frame(PING, 0),
    "begins twice": websocket_frame(PING, 1, fin=False) + websocket_frame(PING, 1),
    "too many pieces": websocket_frame(b"{", 1, fin=False)
    + websocket_frame(b" ", 0, fin=False) * 64,
    "close code that is none": websocket_frame((999).to_bytes(2), 8),
    "close of one byte": websocket_frame(b"x", 8),
}


@pytest.mark.parametrize("bad", BAD_WEBSOCKET.values(), ids=BAD_WEBSOCKET.keys())
def test_what_websocket_forbids_ends_the_connection(server: Child, bad: bytes) -> None:
    with Peer(server.port, "ws-json") as peer:
        peer.hello("websocket")
        peer.send_bytes(bad)
        check_end(peer, "bad_frame", 4400)


def test_text_on_a_msgpack_websocket_ends_the_connection(server: Child) -> None:
    with Peer(server.port, "ws-msgpack") as peer:
        peer.hello("websocket")
        peer.send_bytes(websocket_frame(PING, 1))
        check_end(peer, "bad_frame", 4400)


# First bytes and HTTP.


def exchange(port: int, data: bytes) -> bytes:
    """Everything the server says to these first bytes before it closes."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as plain:
        with contextlib.suppress(ConnectionError):
            plain.sendall(data)
        said = b""
        with contextlib.suppress(ConnectionError):
            while chunk := plain.recv(65_536):
                said += chunk
        return said


@pytest.mark.parametrize(
    "first",
    [
        b"\x16\x03\x01\x02\x00",
        b"\xef\xbb\xbf{",
        b"SSH-2.0-x\r\n",
        b"\xff",
    ],
    ids=repr,
)
def test_a_first_byte_of_no_wire_is_closed_without_a_word(server: Child, first: bytes) -> None:
    assert exchange(server.port, first) == b""


UPGRADE: Final = upgrade_request(0, "infoset.1.json").replace(b":0\r\n", b"\r\n")

HTTP: Final = {
    "garbage": (b"G\x00\xff\xfe\r\n\r\n", b"400"),
    "another protocol": (b"GOPHER\r\n\r\n", b"400"),
    "no host": (b"GET / HTTP/1.1\r\n\r\n", b"400"),
    "a stranger's host": (b"GET / HTTP/1.0\r\nHost: evil.example\r\n\r\n", b"421"),
    "no such page": (b"GET /etc/passwd HTTP/1.0\r\nHost: localhost\r\n\r\n", b"404"),
    "upgrade elsewhere": (UPGRADE.replace(b"/v1", b"/v9"), b"404"),
    "a stranger's page": (UPGRADE[:-2] + b"Origin: https://evil.example\r\n\r\n", b"403"),
    "unknown subprotocol": (UPGRADE.replace(b"infoset.1", b"infoset.9"), b"400"),
    "bad key": (UPGRADE.replace(b"AAAA==", b"!!!"), b"400"),
    "old version": (UPGRADE.replace(b"Version: 13", b"Version: 8"), b"400"),
    "endless header": (b"GET / HTTP/1.1\r\nX: " + b"x" * 40_000, b"431"),
    "header flood": (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5000, b"431"),
    "too many headers": (
        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 900 + b"\r\n",
        b"431",
    ),
}


@pytest.mark.parametrize(("request_head", "status"), HTTP.values(), ids=HTTP.keys())
def test_http_that_is_none_gets_a_status_and_ends(
    server: Child, request_head: bytes, status: bytes
) -> None:
    said = exchange(server.port, request_head)
    assert said.startswith(b"HTTP/1.1 " + status), said[:200]


# Times.


@pytest.fixture(scope="module")
def doorkeeper(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Child]:
    """A server that does not wait long for a hello: whoever says one there is perhaps too late."""
    own = {"times.hello_s": 0.4, "times.frame_s": 0.4, "times.sweep_s": 0.1}
    with running_server(tmp_path_factory.mktemp("doorkeeper"), own) as child:
        yield child
        assert child.problems() == []


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Child]:
    """A server that waits for nothing long, once it has been greeted."""
    own = {
        "times.frame_s": 0.4,
        "times.idle_s": 2.0,
        "times.sweep_s": 0.1,
        "times.keepalive_s": 0.2,
        "times.pong_s": 1.5,
    }
    with running_server(tmp_path_factory.mktemp("impatient"), own) as child:
        yield child
        assert child.problems() == []


HALVES: Final = {
    "tcp-json": b'{"type":"pi',
    "tcp-msgpack": b"\x00\x00\x00\x20\x81",
    "ws-json": websocket_frame(PING, 1)[:9],
    "ws-msgpack": websocket_frame(PING, 2)[:9],
}


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_half_a_frame_and_then_silence_ends_the_connection(
    impatient: Child, transport: str
) -> None:
    with Peer(impatient.port, transport) as peer:
        peer.hello("half")
        peer.send_bytes(HALVES[transport])
        assert peer.wait_closed() == 4400


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_half_a_hello_and_then_silence_ends_the_connection(
    doorkeeper: Child, transport: str
) -> None:
    with Peer(doorkeeper.port, transport) as peer:
        peer.send_bytes(HALVES[transport])
        assert peer.wait_closed() in (4400, 4408)


@pytest.mark.parametrize("transport", ["ws-json", "ws-msgpack"])
def test_a_websocket_that_says_no_hello_is_closed_with_4408(
    doorkeeper: Child, transport: str
) -> None:
    with Peer(doorkeeper.port, transport) as peer:
        assert peer.wait_closed() == 4408


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_keep_alives_are_no_hello(doorkeeper: Child, transport: str) -> None:
    keep_alive = {"tcp-json": b"\n", "tcp-msgpack": bytes(4)}
    with Peer(doorkeeper.port, transport) as peer:
        peer.send_bytes(keep_alive.get(transport, websocket_frame(b"", 9)))
        assert peer.wait_closed() == 4408


@pytest.mark.parametrize("first", [b"", b"GET /v1 HTTP/1.1\r\nHost: loc"], ids=["nothing", "half"])
def test_who_never_finishes_the_first_word_is_cut_off(doorkeeper: Child, first: bytes) -> None:
    assert exchange(doorkeeper.port, first) == b""


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_guest_who_does_nothing_is_dropped_with_4440(impatient: Child, transport: str) -> None:
    with Peer(impatient.port, transport) as peer:
        peer.hello("idle")
        assert peer.wait_closed() == 4440


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_who_promised_pongs_and_sends_none_is_dropped(impatient: Child, transport: str) -> None:
    with Peer(impatient.port, transport) as peer:
        peer.hello("pongs", features=["pong"])
        assert peer.ask("seek", game="colonizers", fill_ms=60_000)["type"] == "ok"  # never idle
        assert peer.wait_closed() == 4440
