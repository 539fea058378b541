"""Every wrong request, one at a time, against a live server: one documented answer each.

A *scene* is a match of four with a host, next to an open room. After each wrong word a second client
looks: the lobby says what it said before, the bystander heard nothing, and the scene goes on.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import pytest
from tests.faults.bad_messages.words import LONG_CLOCK, MAX_SAFE_INT, check_error
from tests.faults.peers import TRANSPORTS, Peer, Plain
from tests.faults.playing import open_room, take_seat
from tests.faults.servers import Child, eventually

from infoset_games.registry import known_games

ALL_ANSWER: Final = ("replay",)  # without `id` nobody would get it: such a request has no effect


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
    ("not a ref", {"type": "sync", "match_id": "no such/match"}, "bad_message",
     {"path": "match_id"}),
    ("ref too long", {"type": "sync", "match_id": "m" * 41}, "bad_message", {"path": "match_id"}),
    ("text too long", {"type": "join", "room": "R" * 65}, "bad_message", {"path": "room"}),
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
    ("undo elsewhere", {"type": "undo", "match_id": "m_nobody", "decision": 1}, "not_found", {}),
    ("undo of nothing", {"type": "undo", "match_id": "MATCH", "decision": 999}, "wrong_state", {}),
    ("agree to nothing", {"type": "answer_undo", "match_id": "MATCH", "seat": 0, "decision": 1},
     "wrong_state", {}),
    ("join full room", {"type": "join", "room": "ROOM", "any_seat": True}, "wrong_state", {}),
    ("sit while playing", {"type": "sit", "room": "ROOM", "seat": 2}, "wrong_state", {}),
    ("ready while playing", {"type": "ready", "room": "ROOM"}, "wrong_state", {}),
    ("start while playing", {"type": "start", "room": "ROOM"}, "wrong_state", {}),
    ("configure while playing", {"type": "configure", "room": "ROOM", "changes": {"title": "x"}},
     "wrong_state", {}),
    ("join unknown room", {"type": "join", "room": "ZZZZZZ"}, "not_found", {}),
    ("join locked room", {"type": "join", "room": "LOCKED"}, "not_found", {}),
    ("join with wrong code", {"type": "join", "room": "LOCKED", "code": "guess"}, "not_found", {}),
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
