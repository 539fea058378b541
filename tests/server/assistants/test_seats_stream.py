"""What an assistant is sent: the bytes of its seat, all of them, none besides, and nothing after its farewell."""

from pathlib import Path

import pytest
from tests.integration.tables import Numbers
from tests.server.assistants.seats import AssistedTable, open_table

from infoset_games.replay import state_hash
from infoset_games.rng import Rng
from infoset_protocol.codec import Encoding, decode

STREAM = {"events", "your_turn", "turn_closed", "timeout", "seat_status", "match_over"}
GAMES = ("catan", "colonizers", "crossfire")


def without_seq(frame: bytes, encoding: Encoding) -> bytes:
    """The frame without its number in the stream, otherwise byte for byte."""
    mark = b'"seq":' if encoding is Encoding.JSON else b"\xa3seq"
    before, _, behind = frame.partition(mark)
    if encoding is Encoding.JSON:
        return before + behind.lstrip(b"0123456789")
    width = {0xCC: 2, 0xCD: 3, 0xCE: 5}.get(behind[0], 1)
    return before + behind[width:]


def stream_of(table: AssistedTable, link: int, since: int = 0) -> list[bytes]:
    """The frames about the match that were pushed to a client."""
    return [
        without_seq(frame, table.encoding)
        for frame in table.links[link].sent[since:]
        if (plain := decode(frame, table.encoding))["type"] in STREAM and "re" not in plain
    ]


def play_round(table: AssistedTable, rng: Rng) -> None:
    """Everybody who is asked answers."""
    for seat in list(table.live.match.open):
        asked = table.live.match.open.get(seat)
        if asked is not None and asked.sealed is None:
            table.play(seat, seat, index=rng.below(min(asked.space.size, 1 << 30)))


@pytest.mark.parametrize("encoding", list(Encoding))
@pytest.mark.parametrize("game", GAMES)
async def test_an_assistants_stream_is_its_seats_stream_byte_for_byte(
    game: str, encoding: Encoding, tmp_path: Path
) -> None:
    table = await open_table(tmp_path, game, "auto", encoding)
    helper = table.assist()
    since = len(table.links[0].sent)
    rng = Rng("moves")
    for _ in range(60):
        play_round(table, rng)
    table.tell(0, "resign", match_id=table.match_id)
    for seat in range(1, len(table.live.match_seats)):
        table.tell(seat, "resign", match_id=table.match_id)
    owner, assistant = stream_of(table, 0, since), stream_of(table, helper)
    assert len(owner) > 10
    assert assistant == owner
    assert decode(table.links[helper].sent[-1], encoding)["type"] == "match_over"
    await table.close()


async def test_one_who_is_attached_before_the_match_hears_it_from_the_start(tmp_path: Path) -> None:
    table = AssistedTable(Encoding.JSON, tmp_path)
    owner, other = table.connect("ann", features=["assist"]), table.connect("bob")
    table.tell(owner, "create_room", game="crossfire", clock={"kind": "none"}, assist="advice")
    (room,) = table.app.lobby.rooms
    table.tell(owner, "join", room=room, seat=0)
    helper = table.connect("helper")
    table.ok(helper, "assist_join", code=table.invite(room=room))
    table.tell(other, "join", room=room, seat=1, ready=True)
    table.tell(owner, "ready", room=room)
    (table.live,) = table.app.play.running.values()
    start = table.of_type(helper, "match_start")[0]
    own = table.of_type(owner, "match_start")[0]
    assert start.pop("role") == "assist"
    assert own.pop("role") == "player"
    assert {**start, "seq": 0, "compute": 0} == {**own, "seq": 0, "compute": 0}
    assert stream_of(table, helper) == stream_of(table, owner)
    assert start["players"][0]["assisted"] is True
    await table.close()


@pytest.mark.parametrize("game", GAMES)
async def test_one_that_comes_late_is_shown_what_its_owner_would_be_shown(
    game: str, tmp_path: Path
) -> None:
    table = await open_table(tmp_path, game)
    rng = Rng("moves")
    for _ in range(5):
        play_round(table, rng)
    helper = table.assist()
    at = {"match_id": table.match_id}
    own, shown = table.ok(0, "sync", **at), table.of_type(helper, "snapshot")[0]
    asked_for = table.ok(helper, "sync", **at)
    for snapshot in (own, shown, asked_for):
        for name in ("re", "seq"):
            snapshot.pop(name, None)
    assert own == shown == asked_for
    assert own["obs"] != table.live.match.observation(1)
    await table.close()


async def test_an_assistant_that_was_sent_away_is_told_nothing_more(tmp_path: Path) -> None:
    table = await open_table(tmp_path)
    helper = table.assist("draw", "suggest", "act")
    table.ok(helper, "overlay", match_id=table.match_id, items=[{"k": "mark", "at": ["cell:1,1"]}])
    table.ok(0, "assist_revoke", assistant=table.assistant_id(helper))
    heard = table.heard(helper)
    assert heard[-1]["type"] == "assist_status"
    assert heard[-1]["on"] is False
    for _ in range(3):
        table.play(0, 0)
        table.play(1, 1)
    assert table.heard(helper) == heard
    for request in (
        {"kind": "sync"},
        {"kind": "overlay"},
        {"kind": "suggest", "decision": table.decision(0), "top": [{"index": 0}]},
        {"kind": "assist_log", "text": "hello?"},
        {"kind": "stage", "decision": table.decision(0)},
    ):
        kind = str(request.pop("kind"))
        answer = table.ask(helper, kind, match_id=table.match_id, **request)
        assert answer["type"] == "error"
        assert answer["code"] in ("not_found", "not_your_seat")
        assert "obs" not in answer
    assert table.play(helper, 0)["code"] == "not_your_seat"
    assert table.of_type(0, "overlay_show")[-1]["items"] == []
    await table.close()


async def test_while_a_stand_in_plays_the_assistants_are_told_nothing(tmp_path: Path) -> None:
    table = await open_table(tmp_path)
    helper = table.assist("draw", "suggest", "act")
    match_seat = table.live.match_seats[0]
    owner = match_seat.client
    assert owner is not None
    table.live.seat_presence.stand_in(match_seat, "random")
    before = len(table.links[helper].sent)
    for _ in range(2):
        table.play(0, 0)
        table.play(1, 1)
    assert len(table.links[helper].sent) == before
    assert table.play(helper, 0)["code"] == "not_your_seat"
    assert table.code(helper, "overlay", match_id=table.match_id) == "not_your_seat"
    table.live.seat_presence.take_back(match_seat, owner)
    assert [message["type"] for message in table.heard(helper)[-3:]] == [
        *("match_start", "snapshot", "seat_status")
    ]
    assert table.play(helper, 0)["type"] == "act_ok"
    await table.close()


async def test_nobody_but_the_owner_hears_what_an_assistant_says(tmp_path: Path) -> None:
    table = await open_table(tmp_path)
    helper, second = table.assist("draw", "suggest", "act"), table.assist(name="second")
    watcher = table.connect("eve")
    table.ok(watcher, "watch", match_id=table.match_id)
    others = (1, second, watcher)
    before = [len(table.links[link].sent) for link in others]
    at, decision = {"match_id": table.match_id}, table.decision(0)
    table.ok(helper, "overlay", **at, items=[{"k": "mark", "at": ["cell:1,1"]}])
    table.ok(helper, "suggest", **at, decision=decision, top=[{"index": 3}])
    table.ok(helper, "assist_log", **at, level="error", text="I know something")
    table.ok(helper, "act", **at, decision=decision, index=1)
    assert [len(table.links[link].sent) for link in others] == before
    shown = {message["type"] for message in table.heard(0)}
    assert {"overlay_show", "suggestion", "assist_note"} <= shown
    await table.close()


async def test_everybody_hears_that_a_seat_is_assisted_and_not_by_whom(tmp_path: Path) -> None:
    table = await open_table(tmp_path)
    helper = table.assist()
    told = table.of_type(1, "assist_status")
    assert [(message["on"], message["seat"]) for message in told] == [(True, 0)]
    assert set(told[0]) == {"type", "seq", "on", "match_id", "seat"}
    own = [m for m in table.of_type(0, "assist_status") if "assistant" in m]
    assert own[-1]["name"] == "helper"
    assert own[-1]["rights"] == ["view", "draw", "suggest"]
    assert own[-1]["mode"] == "auto"
    late = table.connect("eve")
    table.ok(late, "watch", match_id=table.match_id)
    seats = table.of_type(late, "match_start")[0]["players"]
    assert [seat.get("assisted") for seat in seats] == [True, None]
    table.ok(0, "assist_revoke")
    assert table.of_type(1, "assist_status")[-1]["on"] is False
    assert table.of_type(helper, "assist_status")[-1]["on"] is False
    table.tell(0, "resign", match_id=table.match_id)
    assert table.of_type(1, "match_over")[0]["assisted"] == [0]
    await table.close()


async def test_a_match_without_assistants_says_nothing_of_them(tmp_path: Path) -> None:
    table = await open_table(tmp_path)
    table.play(0, 0)
    table.play(1, 1)
    table.tell(0, "resign", match_id=table.match_id)
    assert "assisted" not in str(table.heard(1)[-1])
    assert all(match_seat.assistants is None for match_seat in table.live.match_seats)
    await table.close()


@pytest.mark.parametrize("plies", [5, 30, 90])
async def test_no_byte_to_an_assistant_depends_on_what_its_seat_cannot_know(
    plies: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = Numbers(monkeypatch)
    for name in ("service.fresh_id", "assistant.secrets.token_urlsafe"):
        monkeypatch.setattr(f"infoset_server.assistants.{name}", lambda prefix: f"{prefix}_x")
    tables = []
    for _ in range(2):
        numbers.restart()
        table = await open_table(tmp_path, "colonizers")
        tables.append((table, table.assist("draw", "suggest", "act", "compute")))
    rng = Rng("moves")
    for _ in range(plies):
        state = tables[0][0].state
        action = state.legal(int(state.mover())).draw(rng)
        for table, _ in tables:
            table.act(action)
    game, observation = tables[0][0].live.match.game, tables[0][0].state.observe(0)
    for number, (table, _) in enumerate(tables):
        table.replace(game.determinize(observation, Rng(f"twin {number}")))
        table.forget()
    assert state_hash(tables[0][0].state) != state_hash(tables[1][0].state)
    for table, helper in tables:
        at, decision = {"match_id": table.match_id}, table.decision(0)
        for kind, fields in (
            ("sync", {}),
            ("suggest", {"decision": decision, "top": [{"action": ["no"]}]}),
            ("suggest", {"decision": decision, "top": [{"index": 0}], "text": "so"}),
            ("act", {"decision": decision, "index": 4_000_000}),
            ("overlay", {"items": [{"k": "mark", "at": ["hand:1"]}]}),
            ("stage", {"decision": decision, "orders": {"x": 1}}),
            ("commit", {"decision": decision}),
        ):
            table.ask(helper, kind, **at, **fields)
    (one, first), (other, second) = tables
    assert one.links[first].sent == other.links[second].sent
    assert len(one.links[first].sent) >= 7
    for table, _ in tables:
        await table.close()
