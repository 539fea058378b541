"""A bit flips in what is stored: the server starts, names the match, tells its players, and guesses nothing."""

import asyncio
import logging
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest
from tests.integration.harness import (
    SETTINGS,
    Client,
    Server,
    open_room,
    open_server,
    play_some,
    seat_all,
)

from infoset_games.match import Match
from infoset_games.replay import state_hash
from infoset_server.app.server import App
from infoset_server.common.clock import wall_clock_ms
from infoset_server.config import load_config
from infoset_server.matches.records import open_records
from infoset_server.storage.errors import StoreError
from infoset_server.storage.opening import FILE_NAME

HIT: Final = ("ann", "bob", "cat", "dan")
SPARED: Final = ("eve", "fay", "gil", "hal")
DECISIONS: Final = 4
RAW_FLIPS: Final = 60  # in the bytes of the file
Picture = tuple[object, ...]


class Scene:
    """The folder of a server that has stopped in the middle of two matches, one of which will be hit."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.hit = self.spared = ""
        self.pictures: dict[str, Picture] = {}

    async def play(self) -> None:
        """Plays both matches for a while."""
        async with open_server(self.folder, store__enabled=True) as server:
            players, self.hit = await table(server, HIT)
            await players[0].ask("consent", match_id=self.hit)
            others, self.spared = await table(server, SPARED)
            await others[0].ask("seek", game="colonizers", fill_ms=3_600_000)
            for group, match_id in ((players, self.hit), (others, self.spared)):
                await play_some(group, match_id, DECISIONS)
                self.pictures[match_id] = picture(server.live(match_id).match)
            await server.app.close(0)


async def table(server: Server, names: tuple[str, ...]) -> tuple[list[Client], str]:
    """A match of four."""
    players = [await come(server, name) for name in names]
    room = await open_room(players[0])
    await seat_all(players, room, ready=True)
    return players, (await players[0].expect("match_start"))["match_id"]


async def come(server: Server, name: str) -> Client:
    """Somebody who is known by a secret."""
    auth = {"kind": "guest", "name": name, "token": f"the secret of {name}"}
    return await server.connect(name, auth=auth)


def picture(match: Match) -> Picture:
    """What a restart must not change."""
    asked = {seat: (one.number, one.kind, one.sealed) for seat, one in match.open.items()}
    return state_hash(match.state), match.ver, asked, match.steps


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    made = Scene(tmp_path_factory.mktemp("scene"))
    asyncio.run(made.play())
    return made


def copied(scene: Scene, folder: Path) -> Path:
    """The scene in a folder of its own."""
    data = folder / "data"
    shutil.copytree(scene.folder, data)
    return data


def flip(data: Path, table: str, column: str, where: str, key: tuple[Any, ...]) -> None:
    """Flips one bit of a value, behind the store's back."""
    rng = random.Random(f"{table} {column} {where}")
    with closing(sqlite3.connect(data / FILE_NAME)) as database, database:
        select = f"SELECT {column} FROM {table} WHERE {where}"
        (value,) = database.execute(select, key).fetchone()
        update = f"UPDATE {table} SET {column} = ? WHERE {where}"
        assert database.execute(update, (flipped(value, rng), *key)).rowcount == 1


def flipped(value: bytes | str | int | None, rng: random.Random) -> bytes | str | int:
    """The value with one bit changed."""
    match value:
        case bytes():
            at = rng.randrange(len(value))
            return value[:at] + bytes([value[at] ^ 1 << rng.randrange(8)]) + value[at + 1 :]
        case str():
            at = rng.randrange(len(value))
            return value[:at] + chr(ord(value[at]) ^ 1) + value[at + 1 :]
        case int():
            return value ^ 1 << rng.randrange(20)
        case None:
            return 1


async def check_spared(server: Server, scene: Scene) -> None:
    """The other match is as it was, and goes on."""
    assert picture(server.live(scene.spared).match) == scene.pictures[scene.spared]
    players = [await come(server, name) for name in SPARED]
    await play_some(players, scene.spared, DECISIONS + 1)
    assert server.live(scene.spared).match.ver > scene.pictures[scene.spared][1]  # type: ignore[operator]


ENTRY_COLUMNS: Final = ("body", "kind", "seat", "decision", "epoch", "at_ms", "crc", "chain")


@pytest.mark.parametrize("seq", [1, 2, -1], ids=["first", "second", "last"])
@pytest.mark.parametrize("column", ENTRY_COLUMNS)
async def test_a_match_with_a_flipped_bit_in_a_step_is_put_aside_and_its_players_are_told(
    scene: Scene, tmp_path: Path, column: str, seq: int
) -> None:
    data = copied(scene, tmp_path)
    number = seq if seq > 0 else len(scene.pictures[scene.hit][3])  # type: ignore[arg-type]
    flip(data, "entries", column, "match_id = ? AND seq = ?", (scene.hit, number))
    async with open_server(data, store__enabled=True) as server:
        assert list(server.app.play.running) == [scene.spared]
        (incident,) = server.incidents
        assert scene.hit in incident
        ann = await come(server, "ann")
        told = await ann.expect("error", match_id=scene.hit)
        assert told["code"] == "internal"
        assert told["data"]["incident"] in incident
        asked = {"match_id": scene.hit, "decision": 1, "index": 0}
        assert (await ann.refused("act", **asked))["data"] == told["data"]
        assert (await ann.refused("replay", replay=scene.hit))["code"] == "internal"
        assert not ann.of_type("match_start", "snapshot", "match_over")
        await check_spared(server, scene)
        server.incidents.clear()
        await server.app.close(0)
    async with open_server(data, store__enabled=True) as server:  # and bob hears it a day later
        assert list(server.app.play.running) == [scene.spared]
        bob = await come(server, "bob")
        assert (await bob.expect("error", match_id=scene.hit))["data"] == told["data"]


HEAD_COLUMNS: Final = (
    "seed_box",
    "options",
    "game",
    "rules_version",
    "seed_commitment",
    "created_at",
)


@pytest.mark.parametrize("column", HEAD_COLUMNS)
async def test_a_match_with_a_flipped_bit_in_its_head_is_put_aside_and_nobody_knows_whose_it_was(
    scene: Scene, tmp_path: Path, column: str
) -> None:
    data = copied(scene, tmp_path)
    flip(data, "matches", column, "match_id = ?", (scene.hit,))
    async with open_server(data, store__enabled=True) as server:
        assert list(server.app.play.running) == [scene.spared]
        (incident,) = server.incidents
        assert scene.hit in incident
        ann = await come(server, "ann")
        told = await ann.refused("sync", match_id=scene.hit)
        assert told["code"] == "not_found", "it may have been a class's, of which nobody else knows"
        await check_spared(server, scene)
        server.incidents.clear()


@pytest.mark.parametrize("column", ["node", "epoch", "seq"])
async def test_a_flipped_bit_in_who_owns_a_match_stops_at_most_that_match(
    scene: Scene, tmp_path: Path, column: str
) -> None:
    data = copied(scene, tmp_path)
    flip(data, "owners", column, "match_id = ?", (scene.hit,))
    async with open_server(data, store__enabled=True) as server:
        if scene.hit in server.app.play.running:
            assert picture(server.live(scene.hit).match) == scene.pictures[scene.hit]
        else:
            assert scene.hit in server.incidents[0]
        await check_spared(server, scene)
        server.incidents.clear()


async def test_a_damaged_document_is_named_and_stops_no_match(scene: Scene, tmp_path: Path) -> None:
    with closing(sqlite3.connect(scene.folder / FILE_NAME)) as database:
        kinds = dict(database.execute("SELECT kind, min(key) FROM documents GROUP BY kind"))
    assert {"room", "seek", "user", "consent", "era"} <= set(kinds)
    for kind, key in kinds.items():
        data = copied(scene, tmp_path / kind)
        flip(data, "documents", "body", "kind = ? AND key = ?", (kind, key))
        async with open_server(data, store__enabled=True) as server:
            assert server.incidents[0].endswith(f"document {kind}/{key} is damaged and left out")
            for match_id in (scene.hit, scene.spared):
                assert picture(server.live(match_id).match) == scene.pictures[match_id]
            server.incidents.clear()


async def test_whatever_bit_of_the_file_flips_no_match_becomes_another(
    scene: Scene, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)  # what it says of it is tested above
    content = (scene.folder / FILE_NAME).read_bytes()
    rng = random.Random(4)
    starts = 0
    for number in range(RAW_FLIPS):
        data = tmp_path / str(number)
        shutil.copytree(scene.folder, data)
        damaged = bytearray(content)
        damaged[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        (data / FILE_NAME).write_bytes(damaged)
        found = await start(data)
        starts += found is not None
        for match_id, shown in (found or {}).items():
            assert shown == scene.pictures[match_id]
        shutil.rmtree(data)
    assert starts > RAW_FLIPS // 2


async def start(data: Path) -> dict[str, Picture] | None:
    """The matches that go on in a server that starts there; None where it says that it cannot."""
    config = load_config(None, SETTINGS | {"data_dir": data, "store.enabled": True})
    try:
        records = await open_records(config, wall_clock_ms)
    except StoreError:
        return None
    app = App(config, records=records)
    try:
        await app.revive()
        return {match_id: picture(live.match) for match_id, live in app.play.running.items()}
    except StoreError:
        return None
    finally:
        await app.close(0)
        await app.close_records()
