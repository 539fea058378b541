"""`infoset demonstrations`: kept matches become arrays, which say what a bot on `answer_of` would be shown and might say."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.bots.runs import call, keep_run

from infoset.errors import CommandError
from infoset_bots.lab.imitation.command import command
from infoset_games.registry import register
from infoset_games.testing.toys import Ambush, Leduc

RECORDER = '''
"""Plays at random through the numbers of a learner, and writes down what it was shown and said."""

import json

import infoset
from infoset_bots.adapters.answering import answer_of
from infoset_bots.adapters.encoding import encoding_of


class Recorder(infoset.Bot):
    def __init__(self, into):
        self.into = into

    def on_start(self, match):
        self.encoding = encoding_of(match.engine)

    def decide(self, turn):
        def choose(cells, mask):
            number = self.rng.choice([at for at, is_open in enumerate(mask) if is_open])
            row = [turn.seat, turn.decision, number, cells.tolist(), mask.tolist()]
            with open(self.into, "a", encoding="utf-8") as file:
                print(json.dumps(row), file=file)
            return number

        return answer_of(turn, self.encoding, choose)
'''


@pytest.fixture(scope="module", autouse=True)
def toys() -> Iterator[None]:
    with register("leduc", Leduc), register("ambush", Ambush):
        yield


@pytest.fixture(scope="module")
def leducs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four deals of Leduc, each from both seats."""
    folder = tmp_path_factory.mktemp("runs") / "leduc"
    words = ("ann=random", "bob=random", "--game", "leduc", "--duplicate", "--matches", "8")
    return keep_run(folder, *words)


def arrays(path: Path) -> dict[str, Any]:
    with np.load(path) as stored:
        return dict(stored)


def test_everything_that_was_decided_is_a_row(
    leducs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "set.npz"
    assert call(command, str(leducs), "--out", str(out)) == 0
    told = arrays(out)
    results = [json.loads(line) for line in (leducs / "results.jsonl").read_text().splitlines()]
    decided = dict.fromkeys(("ann", "bob"), 0)
    for result in results:
        for seat, bot in enumerate(result["bots"]):
            decided[bot] += result["decisions"][seat]
            mine = (told["match"] == result["match"]) & (told["seat"] == seat)
            assert mine.sum() == result["decisions"][seat]
            assert set(told["place"][mine]) <= {result["places"][seat]}
            assert set(told["return"][mine]) <= {result["returns"][seat]}
            assert set(told["unit"][mine]) <= {result["deal"]}
            assert set(told["players"][told["player"][mine]]) <= {bot}
    rows = len(told["action"])
    assert rows == sum(decided.values())
    assert told["action_mask"][np.arange(rows), told["action"]].all()
    assert (told["form"], told["game"]) == ("infoset-demonstrations/1", "leduc")
    assert json.loads(str(told["options"])) == Leduc().options()
    purpose = f"leduc/1.0 (SurveyedEncoding: {told['observation'].shape[1]} cells, 4 actions)"
    assert told["purpose"] == purpose
    ann, bob, last = capsys.readouterr().out.splitlines()[-3:]
    assert ann == f"ann: {decided['ann']} decisions in 8 matches"
    assert bob == f"bob: {decided['bob']} decisions in 8 matches"
    assert last == f"{out}: {rows} rows for {purpose}"


@pytest.mark.parametrize("game", ["colonizers", "crossfire"])
def test_rows_are_what_a_bot_is_shown_in_that_place(game: str, tmp_path: Path) -> None:
    bot, log, out = (tmp_path / name for name in ("recorder.py", "log.jsonl", "set.npz"))
    bot.write_text(RECORDER)
    options = ("--option", "preset=mini") if game == "crossfire" else ("--option", "colony=2")
    words = (f"it={bot}:Recorder:into={log}", "random", "--game", game, "--matches", "1", *options)
    run = keep_run(tmp_path / "run", *words)
    assert call(command, str(run), "--player", "it", "--out", str(out)) == 0
    told = arrays(out)
    assert list(told["players"]) == ["it"]
    rows = sorted(json.loads(line) for line in log.read_text().splitlines())
    assert len(rows) == len(told["action"])
    names = ("seat", "decision", "action", "observation", "action_mask")
    columns = (told[name].tolist() for name in names)
    assert sorted(map(list, zip(*columns, strict=True))) == rows


def test_replays_in_a_folder_are_taken_too(leducs: Path, tmp_path: Path) -> None:
    out = tmp_path / "set.npz"
    assert call(command, str(leducs / "matches"), "--out", str(out)) == 0
    assert set(arrays(out)["unit"]) == set(range(8))


def test_a_match_without_a_result_has_neither_place_nor_return(
    leducs: Path, tmp_path: Path
) -> None:
    file, out = tmp_path / "cut.jsonl", tmp_path / "set.npz"
    lines = (leducs / "matches" / "0.jsonl").read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:3]))
    assert call(command, str(file), "--out", str(out)) == 0
    told = arrays(out)
    assert list(told["place"]) == [0]
    assert np.isnan(told["return"]).all()


def test_what_cannot_be_gathered_is_refused_by_name(leducs: Path, tmp_path: Path) -> None:
    out = tmp_path / "set.npz"
    ranked = ("random", "--game", "leduc", "--option", "ranks=4", "--matches", "1")
    other = keep_run(tmp_path / "ranked", *ranked) / "matches" / "0.jsonl"
    mixed = tmp_path / "mixed"
    mixed.mkdir()
    shutil.copy(leducs / "matches" / "0.jsonl", mixed / "a.jsonl")
    shutil.copy(other, mixed / "b.jsonl")
    begun = tmp_path / "begun.jsonl"
    begun.write_text("".join((mixed / "a.jsonl").read_text().splitlines(keepends=True)[:2]))
    nowhere = tmp_path / "nowhere" / "set.npz"
    for words, why in (
        ((leducs, "--player", "cleo", "--out", out), "--player cleo: expected one of ann, bob"),
        ((mixed, "--out", out), r"b\.jsonl: expected a match .*, got one "),
        ((begun, "--out", out), "nobody decided anything in 1 match"),
        ((leducs, "--out", nowhere), r"set\.npz: No such file or directory"),
    ):
        with pytest.raises(CommandError, match=why):
            call(command, *map(str, words))
        assert not out.exists()
