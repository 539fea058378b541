"""Finished matches told again, and running ones up to now: what is told to whom, in which form, in parts."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import (
    TRANSPORTS,
    Client,
    Message,
    Server,
    open_server,
    play_on,
    play_out,
    play_some,
    start_match,
)
from tests.integration.test_login import account, log_in, token_of

from infoset.client import Client as SdkClient
from infoset.errors import RequestError
from infoset.replaying.film import RecordReel
from infoset.replaying.source import (
    fetch,
    fetch_lines,
    fetch_list,
    load_file,
    save_lines,
    view_text,
)
from infoset_games.colonizers import Colonizers
from infoset_games.fairness import draws
from infoset_games.record import dump, read_record, write_record
from infoset_games.registry import make_game
from infoset_games.views import PUBLIC
from infoset_protocol.codec import Encoding, encode
from infoset_protocol.messages import Unknown
from infoset_server.app.features.replays import ReplayFeature
from infoset_server.matches.match_log import StoredJournal

QUICK: dict[str, Any] = {"replays__share": 1.0}  # nobody else has to wait for these tests


@pytest.fixture
async def server(serve: Callable[..., Any]) -> Server:
    """A server that keeps matches."""
    started: Server = await serve(store__enabled=True, **QUICK)
    return started


@pytest.fixture(params=["here", "elsewhere"])
async def playing(request: pytest.FixtureRequest, serve: Callable[..., Any]) -> Server:
    """A server that plays its matches itself, or has another one do that."""
    started: Server = await serve(with_play=request.param == "elsewhere", **QUICK)
    return started


async def finished(server: Server, names: tuple[str, ...] = ("ann",), **room: Any) -> str:
    """A match that `names` have played to its end."""
    players = [await server.connect(name) for name in names]
    match_id = await start_match(players, **room)
    await play_out(players, match_id)
    return match_id


async def test_a_match_of_another_server_key_is_refused_with_the_reason(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_server(tmp_path, store__enabled=True, **QUICK) as server:
        match_id = await finished(server)
        await server.app.close(0)
    (tmp_path / "server.key").unlink()
    async with open_server(tmp_path, store__enabled=True, **QUICK) as server:
        ann = await server.connect("ann")
        refusal = await ann.refused("replay", replay=match_id, view="public", form="events")
        assert refusal["code"] == "wrong_state"
        assert "is this the server key it was made with?" in refusal["msg"]
        assert match_id in caplog.text


async def parts_of(client: Client, **asked: Any) -> list[Message]:
    """All parts of a replay, which must be one stream."""
    start = len(client.heard)
    await client.ask("replay", **asked)
    while (
        not (parts := [m for m in client.heard[start:] if m["type"] == "replay_part"])
        or parts[-1]["more"]
    ):
        await client.settled()
    assert [part["i"] for part in parts] == list(range(len(parts)))
    assert len({part["re"] for part in parts}) == 1
    assert all(part["more"] for part in parts[:-1])
    return parts


async def entries_of(client: Client, match_id: str, **asked: Any) -> list[Message]:
    parts = await parts_of(client, replay=match_id, **asked)
    return [entry for part in parts for entry in part["entries"]]


def heard_of(client: Client, match_id: str) -> list[Message]:
    """What a client was told of a match, as a replay would write it."""
    envelope = ("seq", "re", "match_id")
    return [
        {name: value for name, value in message.items() if name not in envelope}
        for message in client.heard
        if message.get("match_id") == match_id and message["type"] != "seat_status"
    ]


def without_presence(entries: list[Message]) -> list[Message]:
    """Whether somebody was online is told live only."""
    for entry in entries:
        for player in entry.get("players", []):
            player.pop("online", None)
    return entries


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_replay_shows_what_a_watcher_was_shown(server: Server, transport: str) -> None:
    ann = await server.connect("ann")
    eve = await server.connect("eve", transport, features=["obs"])
    match_id = await start_match([ann])
    await eve.ask("watch", match_id=match_id)
    await play_on(ann, match_id)
    over = await eve.expect("match_over")
    assert over["replay"] == match_id
    watched = without_presence(heard_of(eve, match_id))
    assert await entries_of(eve, match_id, form="frames") == watched
    for entry in watched:
        if entry["type"] == "events":
            del entry["obs"]
    assert await entries_of(eve, match_id) == watched


async def test_a_replay_through_a_seat_shows_what_its_player_was_shown(server: Server) -> None:
    ann = await server.connect("ann", features=["obs"])
    match_id = await start_match([ann])
    await play_on(ann, match_id)
    kinds = ("events", "match_over")
    played = [m for m in heard_of(ann, match_id) if m["type"] in kinds]
    told = await entries_of(ann, match_id, view="seat:0", form="frames")
    assert [m for m in told if m["type"] in kinds] == played
    assert (told[0]["role"], told[0]["view"], told[0]["seat"]) == ("watcher", "seat", 0)


async def test_the_view_of_all_has_everything_that_any_seat_has_seen(server: Server) -> None:
    eve = await server.connect("eve")
    match_id = await finished(server)
    everything = await entries_of(eve, match_id, view="all", form="frames")
    seats = [
        await entries_of(eve, match_id, view=f"seat:{seat}", form="frames") for seat in range(4)
    ]
    public = await entries_of(eve, match_id, form="frames")
    revealed = 0
    for number, entry in enumerate(everything):
        if entry["type"] != "events":
            continue
        assert entry["obs"] == {
            "public": public[number]["obs"],
            "seats": [seat[number]["obs"] for seat in seats],
        }
        for place, event in enumerate(entry["items"]):
            views = [told[number]["items"][place] for told in (public, *seats)]
            assert event in views
            revealed += event != views[0]
    assert revealed > 10


async def test_a_range_begins_with_the_position_there(server: Server) -> None:
    eve = await server.connect("eve")
    match_id = await finished(server)
    whole = await entries_of(eve, match_id, form="frames")
    some = await entries_of(eve, match_id, form="frames", first=10, last=14)
    kinds = [entry["type"] for entry in some]
    assert kinds == ["match_start", "snapshot", "events", "events", "events", "events"]
    assert [entry["ver"] for entry in some] == [10, 10, 11, 12, 13, 14]
    by_version = {entry["ver"]: entry for entry in whole if entry["type"] == "events"}
    assert some[1]["obs"] == by_version[10]["obs"]
    assert some[2:] == [by_version[version] for version in range(11, 15)]
    last = whole[-2]["ver"]
    behind = await entries_of(eve, match_id, first=last + 100)
    assert [entry["type"] for entry in behind] == ["match_start", "snapshot", "match_over"]
    assert (await eve.refused("replay", replay=match_id, first=5, last=4))["code"] == "bad_option"


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_the_record_comes_over_the_wire_byte_for_byte(server: Server, transport: str) -> None:
    eve = await server.connect("eve", transport)
    match_id = await finished(server)
    lines = await entries_of(eve, match_id, view="all", form="actions")
    text = [dump(line) for line in lines]
    record = read_record(text, make_game)
    assert list(write_record(record)) == text
    assert (record.seed, record.about["match_id"]) == ("test-seed-0", match_id)
    assert record.players[0]["name"] == "ann"
    *_, (_, match, _) = record.play()
    assert match.over is not None
    some = await entries_of(eve, match_id, view="all", form="actions", first=1, last=9)
    assert some == [line for line in lines if line in some]
    assert 0 < len(some) < len(lines)
    refusal = await eve.refused("replay", replay=match_id, form="actions")
    assert (refusal["code"], refusal["data"]["path"]) == ("bad_option", "view")


@pytest.mark.parametrize("encoding", list(Encoding))
async def test_no_part_is_larger_than_the_client_takes(server: Server, encoding: Encoding) -> None:
    match_id = await finished(server)
    eve = await server.connect("eve", f"tcp-{encoding}", max_frame=16_384)
    parts = await parts_of(eve, replay=match_id, form="frames", view="all")
    sizes = [len(encode(part, encoding)) for part in parts]
    assert max(sizes) <= 16_384
    assert min(sizes[:-1]) > 4_096
    fay = await server.connect("fay", f"tcp-{encoding}")
    whole = await entries_of(fay, match_id, form="frames", view="all")
    assert [entry for part in parts for entry in part["entries"]] == whole


async def test_a_replay_can_be_cancelled_and_too_many_are_refused(serve: Any) -> None:
    server: Server = await serve(store__enabled=True, replays__share=0.0001, replays__slice_ms=1)
    match_id = await finished(server)
    eve = await server.connect("eve")
    for number in (1_001, 1_002, 1_003):
        await eve.tell("replay", id=number, replay=match_id)
    refusal = await eve.expect("error")
    assert (refusal["re"], refusal["code"]) == (1_003, "busy")
    await eve.tell("cancel", target=1_001)
    refusal = await eve.expect("error")
    assert (refusal["re"], refusal["code"]) == (1_001, "cancelled")
    assert server.app.feature(ReplayFeature).streams.open_streams == 1
    await eve.tell("bye")
    await server.until(lambda: server.app.feature(ReplayFeature).streams.open_streams == 0)


async def test_a_replay_that_is_cancelled_before_it_begins_is_answered(server: Server) -> None:
    match_id = await finished(server)
    eve = await server.connect("eve")
    together = (
        {"type": "replay", "id": 1_001, "replay": match_id},
        {"type": "cancel", "id": 1_002, "target": 1_001},
    )
    await eve.wire.send(b"\n".join(encode(one, Encoding.JSON) for one in together))
    refusal = await eve.expect("error")
    assert (refusal["re"], refusal["code"]) == (1_001, "cancelled")


@pytest.mark.parametrize("form", ["frames", "assist"])
async def test_whoever_leaves_before_a_replay_was_found_leaves_no_trace(
    server: Server, form: str
) -> None:
    """The server of the test must not log an error; of a replay that is not there neither."""
    match_id = await finished(server)
    for replay in (match_id, "m_unknown"):
        for number in range(8):
            eve = await server.connect(f"eve{number}")
            await eve.tell("replay", id=1_001, replay=replay, form=form, view="seat:0")
            for _ in range(number):
                await asyncio.sleep(0)
            await eve.tell("bye")
            await eve.ended()
            await server.until(lambda: server.app.feature(ReplayFeature).streams.open_streams == 0)


async def test_a_reader_who_does_not_read_gets_no_more_parts(server: Server) -> None:
    match_id = await finished(server)
    eve = await server.connect("eve", max_frame=16_384)
    connection = server.connection_of(eve)
    connection.on_pause()
    await eve.tell("replay", id=1_001, replay=match_id, form="frames", view="all")
    fay = await server.connect("fay")
    assert await entries_of(fay, match_id)  # while the other stream stands still
    assert (
        server.app.feature(ReplayFeature).streams.open_streams,
        len(eve.of_type("replay_part")),
    ) == (1, 0)
    connection.on_resume()
    await eve.expect("replay_part", more=False)


async def test_finished_matches_are_listed_newest_first_page_by_page(server: Server) -> None:
    ann = await server.connect("ann")
    matches = []
    for _ in range(3):
        matches.append(await start_match([ann], options={"colony": 4}))
        await play_on(ann, matches[-1])
        ann.forget()
    page = await ann.ask("replays", count=2)
    assert [item["replay"] for item in page["items"]] == [matches[2], matches[1]]
    rest = await ann.ask("replays", count=2, before=page["cursor"])
    assert [item["replay"] for item in rest["items"]] == [matches[0]]
    assert "cursor" not in rest
    item = rest["items"][0]
    over = next(m for m in ann.of_type("match_over") if m["match_id"] == matches[0])
    assert (item["game"], item["places"], item["reason"]) == (
        "colonizers",
        over["places"],
        over["reason"],
    )
    assert (item["players"][0], item["users"][0]) == ("ann", ann.user)
    assert item["moves"] == ann.of_type("events")[0]["ver"] - 1 + len(
        [m for m in ann.of_type("events") if m["match_id"] == matches[0]]
    )
    for chosen, number in (
        ({"user": ann.user}, 3),
        ({"user": "u_nobody"}, 0),
        ({"game": "colonizers"}, 3),
        ({"game": "chess"}, 0),
    ):
        assert len((await ann.ask("replays", **chosen))["items"]) == number
    assert (await ann.refused("replays", before="m_unknown"))["code"] == "not_found"


async def test_a_page_fits_into_the_frame_of_its_reader(server: Server) -> None:
    eve = await server.connect("eve", max_frame=4_096)
    match_id = await finished(server, options={"colony": 4})
    (original,) = server.app.core.finished.behind(None)
    for number in range(30):
        one = replace(original, replay=f"m_{number}")
        server.app.core.finished._by_id[one.replay] = one
    seen: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        page = await eve.ask("replays", count=100, **cursor)
        seen += [item["replay"] for item in page["items"]]
        if "cursor" not in page:
            break
        cursor = {"before": page["cursor"]}
    assert seen == [*(f"m_{number}" for number in reversed(range(30))), match_id]


async def test_the_list_outlives_the_server(tmp_path: Path) -> None:
    async with open_server(tmp_path, store__enabled=True, **QUICK) as server:
        match_id = await finished(server)
        eve = await server.connect("eve")
        before = await entries_of(eve, match_id, view="seat:2", form="frames")
        listed = (await eve.ask("replays"))["items"]
    async with open_server(tmp_path, store__enabled=True, **QUICK) as server:
        eve = await server.connect("eve")
        assert (await eve.ask("replays"))["items"] == listed
        assert await entries_of(eve, match_id, view="seat:2", form="frames") == before


async def test_a_match_that_ended_just_before_a_crash_is_listed_after_it(tmp_path: Path) -> None:
    async with open_server(tmp_path, store__enabled=True, **QUICK) as server:
        server.app.core.finished.add = lambda *_: None  # type: ignore[method-assign]
        StoredJournal.finish, finish = never, StoredJournal.finish  # type: ignore[method-assign, assignment]
        try:
            match_id = await finished(server)
        finally:
            StoredJournal.finish = finish  # type: ignore[method-assign]
    async with open_server(tmp_path, store__enabled=True, **QUICK) as server:
        eve = await server.connect("eve")
        assert [item["replay"] for item in (await eve.ask("replays"))["items"]] == [match_id]
        assert (await entries_of(eve, match_id))[-1]["type"] == "match_over"


async def never(journal: StoredJournal, match_id: str, epoch: int, status: str) -> None:
    """The server is gone before this."""


async def test_a_room_without_watchers_shows_its_matches_to_their_players_only(
    server: Server,
) -> None:
    auth = {"kind": "guest", "name": "ann", "token": "swordfish"}
    ann, eve = await server.connect("ann", auth=auth), await server.connect("eve")
    match_id = await start_match([ann], watch="off")
    assert (await eve.refused("replay", replay=match_id))["code"] == "forbidden"
    await play_on(ann, match_id)
    assert (await eve.refused("replay", replay=match_id))["code"] == "not_found"
    assert (await eve.ask("replays"))["items"] == []
    again = await server.connect("ann", auth=auth)
    assert len((await again.ask("replays"))["items"]) == 1
    assert await entries_of(again, match_id)


async def test_a_match_of_an_unlisted_room_is_told_to_who_knows_its_id(server: Server) -> None:
    eve = await server.connect("eve")
    match_id = await finished(server, unlisted=True)
    assert (await eve.ask("replays"))["items"] == []
    assert await entries_of(eve, match_id)


async def test_what_is_not_there_is_not_found(server: Server) -> None:
    eve = await server.connect("eve")
    assert (await eve.refused("replay", replay="m_unknown"))["code"] == "not_found"
    match_id = await finished(server)
    refusal = await eve.refused("replay", replay=match_id, view="seat:4")
    assert (refusal["code"], refusal["data"]["path"]) == ("bad_option", "view")


async def test_a_server_that_keeps_nothing_says_so(serve: Any) -> None:
    server: Server = await serve()
    ann = await server.connect("ann")
    match_id = await start_match([ann])
    await play_on(ann, match_id)
    assert "replay" not in (await ann.expect("match_over"))
    assert (await ann.refused("replay", replay=match_id))["code"] == "unsupported"
    assert (await ann.ask("replays"))["items"] == []


async def test_rules_that_are_not_installed_any_more_are_named(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = await finished(server)
    eve = await server.connect("eve")
    monkeypatch.setattr(Colonizers, "rules", "colonizers/999.0")
    refusal = await eve.refused("replay", replay=match_id)
    assert (refusal["code"], refusal["data"]["known"]) == ("game_unknown", ["colonizers/999.0"])


# While a match runs.


async def test_a_player_sees_the_match_so_far_through_his_own_eyes_only(playing: Server) -> None:
    ann, bob = [await playing.connect(name, features=["obs"]) for name in ("ann", "bob")]
    match_id = await start_match([ann, bob])
    await play_some([ann, bob], match_id, decisions=6)
    told = await entries_of(ann, match_id, view="seat:0", form="frames")
    played = [m for m in heard_of(ann, match_id) if m["type"] == "events"]
    assert [m for m in told if m["type"] == "events"] == played
    assert "match_over" not in [m["type"] for m in told]
    assert "seed" not in str(told).replace("seed_commit", "")
    for view in ("public", "seat:1", "all"):
        assert (await ann.refused("replay", replay=match_id, view=view))["code"] == "forbidden"
    refusal = await ann.refused("replay", replay=match_id, view="seat:0", form="actions")
    assert refusal["code"] == "forbidden"


async def test_a_program_that_may_not_watch_hears_of_its_own_running_match_and_of_no_other(
    playing: Server,
) -> None:
    token = token_of(playing, account(playing, "bob"), scopes=frozenset({"play"}))
    ann, bob = await playing.connect("ann"), await log_in(playing, token)
    match_id, other = await start_match([bob]), await start_match([ann])
    await play_on(bob, match_id, until=lambda turn: turn["decision"] == 6)
    told = await entries_of(bob, match_id, view="seat:0", form="events")
    lived = [m for m in heard_of(bob, match_id) if m["type"] == "events"]
    assert [m for m in told if m["type"] == "events"] == lived
    for replay in (other, "m_nowhere"):
        refusal = await bob.refused("replay", replay=replay)
        assert (refusal["code"], refusal["data"]) == ("forbidden", {"scope": "watch"})
    await play_on(bob, match_id)
    await bob.expect("match_over")
    refusal = await bob.refused("replay", replay=match_id, view="seat:0")
    assert refusal["code"] == "forbidden"


async def test_a_stranger_sees_the_public_side_of_a_running_match(playing: Server) -> None:
    ann, eve = await playing.connect("ann"), await playing.connect("eve", features=["obs"])
    match_id = await start_match([ann])
    await eve.ask("watch", match_id=match_id)
    await play_on(ann, match_id, until=lambda turn: turn["decision"] == 6)
    told = await entries_of(eve, match_id, form="frames")
    watched = without_presence(heard_of(eve, match_id))
    assert [m for m in told if m["type"] == "events"] == [
        m for m in watched if m["type"] == "events"
    ]
    for view in ("seat:0", "all"):
        assert (await eve.refused("replay", replay=match_id, view=view))["code"] == "forbidden"


async def test_the_record_is_open_when_the_match_is_over(server: Server) -> None:
    ann, eve = await server.connect("ann"), await server.connect("eve")
    match_id = await start_match([ann])
    await eve.ask("watch", match_id=match_id)
    assert (await eve.refused("replay", replay=match_id, form="actions"))["code"] == "forbidden"
    await play_on(ann, match_id)
    await eve.expect("match_over")
    assert await entries_of(eve, match_id, view="all", form="actions")


# The SDK.


async def test_the_sdk_fetches_a_record_and_writes_it_byte_for_byte(
    server: Server, tmp_path: Path
) -> None:
    match_id = await finished(server)
    async with SdkClient(f"infoset://127.0.0.1:{server.port}", name="sdk") as client:
        lines = await fetch_lines(client, match_id)
        reel = await fetch(client, match_id, PUBLIC)
        assert [one["replay"] for one in await fetch_list(client, 5)] == [match_id]
    file, again = tmp_path / "match.jsonl", tmp_path / "again.jsonl"
    save_lines(lines, file)
    assert [words for words, follows in draws(load_file(file)) if not follows] == []
    save_lines(list(write_record(load_file(file))), again)
    assert file.read_bytes() == again.read_bytes()
    assert isinstance(reel, RecordReel)
    eve = await server.connect("eve")
    for view in reel.views:
        told = await entries_of(eve, match_id, view=view_text(view), form="frames")
        messages = [m for frame in reel.film(view).frames for m in frame.messages]
        shown = [m.to_plain() for m in messages if not isinstance(m, Unknown)]
        by_server = [
            (m["type"], m.get("ver"), m.get("obs"), m.get("items")) for m in without_start(told)
        ]
        assert by_server == [(m["type"], m.get("ver"), m.get("obs"), m.get("items")) for m in shown]


def without_start(entries: list[Message]) -> list[Message]:
    assert entries[0]["type"] == "match_start"
    return entries[1:]


async def test_the_sdk_shows_a_running_match_as_far_as_it_may(server: Server) -> None:
    ann = await server.connect("ann")
    match_id = await start_match([ann])
    turn = await play_on(ann, match_id, until=lambda turn: turn["decision"] == 4)
    async with SdkClient(f"infoset://127.0.0.1:{server.port}", name="sdk") as client:
        reel = await fetch(client, match_id, PUBLIC)
        assert list(reel.views) == [PUBLIC]
        assert reel.film(PUBLIC).frames[-1].version == turn["ver"]
        with pytest.raises(RequestError) as refusal:
            await fetch(client, match_id, 0)
        assert refusal.value.code == "forbidden"
