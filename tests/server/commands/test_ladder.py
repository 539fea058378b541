"""`infoset ladder`: a file is made, a finished season is looked at, and rebuilt bit for bit."""

import argparse
import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
from tests.server.contests.ladder.made import result

from infoset_server.commands.ladder import command
from infoset_server.common.clock import wall_clock_ms
from infoset_server.config import load_config
from infoset_server.contests.ladder.catalogue import StoredLadders, read_files, restore_ladder
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.programs import offer
from infoset_server.contests.ladder.rating_worker import RatingWorker
from infoset_server.contests.ladder.sources import OfferedBot
from infoset_server.contests.ladder.tables import NEWEST, table_kind
from infoset_server.matches.records import Records, open_records
from infoset_server.storage.notes import LADDERS

Line = Callable[..., int]


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, Any]:
    """A data folder of its own."""
    return {"data_dir": tmp_path, "store.ballast_mb": 0}


@pytest.fixture
def any_store(settings: dict[str, Any], store_url: str | None) -> None:
    """And a database of each kind in turn."""
    if store_url is not None:
        settings["store.url"] = store_url


@pytest.fixture
def line(settings: dict[str, Any]) -> Line:
    """Runs the command."""

    def run(*words: str) -> int:
        parser = argparse.ArgumentParser()
        do = command(parser)
        chosen = [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
        return do(parser.parse_args([*chosen, *words]))

    return run


async def open_store(settings: dict[str, Any]) -> Records:
    return await open_records(load_config(None, settings), wall_clock_ms)


async def play_season(settings: dict[str, Any], matches: int, newer: str = "") -> None:
    """Random results, with the tables that the server would have published; then a `newer` version comes."""
    records = await open_store(settings)
    file = read_files(settings["data_dir"] / "ladders")["open"]
    limits = load_config(None, {}).rooms
    ladder: Ladder = restore_ladder(
        "open", file, StoredLadders(), limits, records.notebook.writer(LADDERS)
    )
    offer(ladder, [OfferedBot(name, name, "1", name) for name in ("ann", "bob", "cat")], 0.0)
    ids = [entry.id for entry in ladder.entries.values()]
    for number in range(1, matches + 1):
        pair = [ids[number % 3], ids[(number + 1) % 3]]
        ladder.count(result(number, pair, (1, 2) if number % 4 else (2, 1)))
    rating_worker = RatingWorker()
    reckoned = await rating_worker.reckon("open", ladder.terms(), ladder.results)
    await rating_worker.close()
    ladder.standings.publish(reckoned, matches)
    if newer:
        offer(ladder, [OfferedBot(newer, newer, "2", newer)], 0.0)
    await records.close()


def made(line: Line) -> None:
    words = ("open", "--game", "crossfire", "--hosted", "all", "--option", "preset=mini")
    assert line("create", *words) == 0


def test_a_file_is_made_once_and_checked(
    line: Line, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made(line)
    file = tmp_path / "ladders" / "open.toml"
    assert 'preset = "mini"' in file.read_text("utf-8")
    assert line("create", "open", "--game", "crossfire") == 1
    assert "is there already" in capsys.readouterr().err
    assert line("create", "bad", "--game", "crossfire", "--option", "preset=tiny") == 1
    assert "options.preset: expected one of" in capsys.readouterr().err
    assert not (tmp_path / "ladders" / "bad.toml").exists()
    assert line("create", "open", "--game", "crossfire", "--force", "--option", "x=1") == 1
    assert 'preset = "mini"' in file.read_text("utf-8")  # as it was
    assert line("create", "odd", "--game", "crossfire", "--option", "preset") == 1
    assert "expected NAME=VALUE" in capsys.readouterr().err


@pytest.mark.usefixtures("any_store")
def test_a_season_is_shown_drawn_and_rebuilt_bit_for_bit(
    line: Line, tmp_path: Path, settings: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    made(line)
    asyncio.run(play_season(settings, 45))
    assert line("standings", "open") == 0
    assert "open, 45 results" in capsys.readouterr().out
    assert line("crosstable", "open", "--plots", str(tmp_path / "plots")) == 0
    drawn = {path.name for path in (tmp_path / "plots").iterdir()}
    assert drawn == {
        f"open-{kind}.{suffix}"
        for kind in ("ratings", "history", "crosstable")
        for suffix in ("png", "svg")
    }
    capsys.readouterr()
    assert line("history", "open", "--json", "-") == 0
    assert len(json.loads(capsys.readouterr().out)["lines"]) == 3
    assert line("entry", "open", "bob", "--json", str(tmp_path / "bob.json")) == 0
    assert json.loads((tmp_path / "bob.json").read_text("utf-8"))["games"] == 30
    assert line("entry", "open", "nobody") == 1
    assert line("standings", "other") == 1
    capsys.readouterr()
    assert line("rebuild", "open") == 0
    assert capsys.readouterr().out == "45 results, 5 tables, 0 differ\n"


def test_an_entry_with_several_versions_is_named_by_one_of_them(
    line: Line, settings: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    made(line)
    asyncio.run(play_season(settings, 6, newer="bob"))
    capsys.readouterr()
    assert line("entry", "open", "bob") == 1
    told = capsys.readouterr().err
    assert "bob: expected one entry, there are 'bob 1', 'bob 2'" in told
    assert line("entry", "open", "bob 2") == 0
    assert line("entry", "open", "dan") == 1
    told = capsys.readouterr().err
    assert "dan: expected the id, the name or name and version of an entry" in told
    assert "standings" in told


@pytest.mark.usefixtures("any_store")
def test_a_table_that_does_not_follow_from_the_results_is_found_out(
    line: Line, settings: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    made(line)
    asyncio.run(play_season(settings, 20))

    async def tamper() -> None:
        records = await open_store(settings)
        kind = table_kind("open")
        body = orjson.loads((await records.store.documents(kind))[NEWEST])
        body["rows"][0][1] += 1e-9
        await records.store.change_documents({(kind, NEWEST): orjson.dumps(body)})
        await records.close()

    asyncio.run(tamper())
    assert line("rebuild", "open") == 1
    said = capsys.readouterr().out
    assert "after 20: ratings differ by up to" in said
    assert "2 tables, 1 differ" in said


def test_a_data_folder_that_is_made_for_the_file_is_told(
    line: Line, settings: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings["data_dir"] = tmp_path / "new"
    for is_told in (True, False):
        assert line("create", "open", "--game", "crossfire", "--force") == 0
        told = f"{tmp_path / 'new'} was not there before: "
        assert (told in capsys.readouterr().out) is is_told


def test_what_is_missing_is_said_when_the_file_is_made_and_beside_the_table(
    line: Line, settings: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    async def begin() -> None:
        await (await open_store(settings)).close()

    asyncio.run(begin())
    asked = ("create", "few", "--game", "colonizers", "--hosted", "random,heuristic,nobody")
    assert line(*asked) == 0
    said = capsys.readouterr().out
    assert "hosted: nobody is no bot of this server that plays colonizers" in said
    assert "2 bots of this server are too few for a table of 4 seats" in said
    assert line(*asked[:-1], "random,heuristic", "--copies", "2", "--force") == 0
    assert "too few" not in capsys.readouterr().out
    assert line(*asked, "--force") == 0
    capsys.readouterr()
    assert line("standings", "few") == 0
    said = capsys.readouterr().out
    assert "nothing is played: hosted: no bot nobody" in said
    assert "a table has 4 seats" in said
    assert line("standings", "few", "--json", "-") == 0
    assert len(json.loads(capsys.readouterr().out)["lacks"]) == 4


def test_from_files_alone_everybody_calculates_the_same_table(
    line: Line, settings: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made(line)
    asyncio.run(play_season(settings, 45))
    folder = tmp_path / "published"
    assert line("results", "open", str(folder)) == 0
    assert "45 results, 2 files are new" in capsys.readouterr().out
    (tmp_path / "infoset.sqlite").unlink()
    assert line("rebuild", "open", "--from", str(folder)) == 0
    assert capsys.readouterr().out == "45 results, 1 tables, 0 differ\n"
    (day,) = folder.glob("*.csv")
    text = day.read_text("utf-8").splitlines()
    place = text[0].split(",").index("place")
    for number in (1, 2):  # the first match, turned round
        cells = text[number].split(",")
        cells[place] = "2" if cells[place] == "1" else "1"
        text[number] = ",".join(cells)
    day.write_text("\n".join([*text, ""]), "utf-8")
    assert line("rebuild", "open", "--from", str(folder)) == 1
    assert "ratings differ by up to" in capsys.readouterr().out
    assert line("rebuild", "other", "--from", str(folder)) == 1
    assert "expected the results of other, not open" in capsys.readouterr().err
    assert line("rebuild", "open", "--from", str(tmp_path / "nowhere")) == 1
    assert "ladder.json" in capsys.readouterr().err
