"""`infoset ladder export`: the matches of a ladder as files, played again and named, secrets kept."""

import argparse
import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.server.contests.ladder.made import result

from infoset_games.decision import Choice
from infoset_games.match import Match
from infoset_games.record import Record, read_record
from infoset_games.registry import make_game
from infoset_games.terms import Terms
from infoset_protocol.messages import CreateRoom
from infoset_server.commands.ladder import command
from infoset_server.common.clock import wall_clock_ms
from infoset_server.config import load_config
from infoset_server.contests.ladder.catalogue import StoredLadders, read_files, restore_ladder
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.meetings import MEETING, Meeting, meeting_key
from infoset_server.contests.ladder.programs import offer
from infoset_server.contests.ladder.results import VOID, Seating, result_of, walkover
from infoset_server.contests.ladder.sources import OfferedBot
from infoset_server.matches.match_records import HeadRoom, HeadSeat, MatchHead, write_head
from infoset_server.matches.records import Records, open_records
from infoset_server.matches.report import outcome_of
from infoset_server.storage.notes import LADDERS

OPTIONS = {"colony": 2}
SEATS = 4

Line = Callable[..., int]


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, Any]:
    return {"data_dir": tmp_path / "data", "store.ballast_mb": 0}


@pytest.fixture
def line(settings: dict[str, Any]) -> Line:
    """Runs the command; the ladder is there."""

    def run(*words: str) -> int:
        parser = argparse.ArgumentParser()
        do = command(parser)
        chosen = [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
        return do(parser.parse_args([*chosen, *words]))

    words = ("open", "--game", "colonizers", "--hosted", "all", "--option", "colony=2")
    assert run("create", *words) == 0
    return run


def played(seed: str) -> Match:
    """A match of random play."""
    match, rng = Match(make_game("colonizers", OPTIONS), Terms(), seed), random.Random(seed)
    match.start(0)
    while match.over is None:
        seat, asked = next(iter(match.open.items()))
        match.submit(seat, asked.number, Choice(rng.randrange(asked.space.size)), 0)
    return match


def head_of(match_id: str, match: Match) -> MatchHead:
    return MatchHead(
        match_id=match_id,
        rules=match.game.rules,
        asked=CreateRoom(game="colonizers", options=OPTIONS),
        room=HeadRoom("AB2C", "u_0", "house", "brief", "c_code"),
        seats=tuple(HeadSeat(f"u_{seat}", "same", "bot") for seat in range(SEATS)),
        seed=match.seed,
        deal=match.deal,
        created_at=1_000,
    )


async def play_season(settings: dict[str, Any]) -> None:
    """Two matches, one whose deal is still secret, one without a result, one without a match, one that is lost."""
    records: Records = await open_records(load_config(None, settings), wall_clock_ms)
    file = read_files(settings["data_dir"] / "ladders")["open"]
    limits = load_config(None, {}).rooms
    notes = records.notebook.writer(LADDERS)
    ladder: Ladder = restore_ladder("open", file, StoredLadders(), limits, notes)
    offer(ladder, [OfferedBot(f"bot{n}", f"bot{n}", str(n), f"bot{n}") for n in range(SEATS)], 0.0)
    entries = tuple(entry.id for entry in ladder.entries.values())
    seating = Seating(entries, (False,) * SEATS, "x_1")
    for number in (1, 2, 3):
        match, match_id = played(f"seed {number}"), f"m_{number}"
        await records.journal.create(write_head(head_of(match_id, match), records.box), match.steps)
        ladder.count(result_of(number, match_id, outcome_of(match), seating, at_ms=number))
    meeting = Meeting("x_2", "open", 0, entries, same_deal=True, played=["m_3"], running="m_9")
    notes.put(MEETING, meeting_key(meeting), meeting.to_plain())
    ladder.count(result(4, entries, (1,) * SEATS, reason=VOID))
    ladder.count(walkover(5, seating, [False, True, False, False], 5))
    ladder.count(result(6, entries, (1, 2, 3, 4)))
    await records.close()


def read(file: Path) -> Record:
    return read_record(file.read_text("utf-8").splitlines(), make_game)


def test_every_match_that_may_be_seen_is_a_replay_with_the_names_of_the_entries(
    line: Line, settings: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(play_season(settings))
    folder = tmp_path / "replays"
    assert line("export", "open", str(folder)) == 1
    told = capsys.readouterr()
    assert "2 of 4 matches written" in told.out
    assert "m_3: its deal is to be played again" in told.err
    assert "m_6" not in told.err
    assert "1 matches are not recorded any more" in told.err
    assert sorted(file.name for file in folder.iterdir()) == ["m_1.jsonl", "m_2.jsonl"]
    record, match = read(folder / "m_1.jsonl"), played("seed 1")
    assert (record.seed, record.deal, len(record.steps)) == ("seed 1", match.deal, len(match.steps))
    assert [player["name"] for player in record.players] == ["bot0 0", "bot1 1", "bot2 2", "bot3 3"]


def test_without_the_key_nothing_can_be_read(
    line: Line, settings: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(play_season(settings))
    key = settings["data_dir"] / "server.key"
    key.unlink()
    assert line("export", "open", str(tmp_path / "replays")) == 1
    assert "server.key" in capsys.readouterr().err
    assert not key.exists()
    key.write_text("no key")
    assert line("export", "open", str(tmp_path / "replays")) == 1
    assert "infoset ladder: " in capsys.readouterr().err
