"""The command: whole searches on a toy, one that is killed, and what it refuses."""

import errno
import itertools
import json
import os
import sqlite3
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event
from tests.bots.lab.plugin import installed
from tests.bots.runs import call, kill_in_the_middle, plain_results

from infoset.errors import BotLoadError, CommandError
from infoset.exits import INTERRUPTED
from infoset_bots.lab.arena.jobs import play_jobs
from infoset_bots.lab.arena.plan import Plan
from infoset_bots.lab.arena.playing import Played
from infoset_bots.lab.arena.schedule import Job
from infoset_bots.lab.arena.store import read_run
from infoset_bots.lab.pools.port import ComputePool
from infoset_bots.lab.tuning import folder, scoring
from infoset_bots.lab.tuning.command import command, read_record

Tune = Callable[..., int]
# A bot of two numbers: in Leduc folding is what loses, so the less it folds the better.
BOT = '''
import json
from pathlib import Path

import infoset


class Folder(infoset.Bot):
    """Folds with the chance `fold`, raises with the chance `high`, else takes the first action."""

    def __init__(self, *, fold: float = 0.5, high: float = 0.2, styles: str = "", weights: str = "") -> None:
        record = json.loads(Path(weights).read_text()) if weights else {}
        self.fold = record.get("fold", fold) * (0.2 if "brave" in styles.split("+") else 1)
        self.high = record.get("high", high)

    @staticmethod
    def usual_weights() -> dict[str, float]:
        return {"fold": 0.5, "high": 0.2}

    def decide(self, turn: infoset.Turn) -> object:
        if self.fold > 1:
            raise ValueError("more than always")
        drawn = self.rng.random()
        verbs = [action[0] for action in turn.actions]
        if "fold" in verbs and drawn < self.fold:
            return verbs.index("fold")
        others = [index for index, verb in enumerate(verbs) if verb != "fold"]
        return others[-1] if drawn > 1 - self.high else others[0]
'''
SMALL = ["--game", "leduc", "--generations", "2", "--population", "4", "--blocks", "3"]
QUICK = [*SMALL, "--check-blocks", "5", "--processes", "0", "--seed", "1"]
COLONISTS = ["--game", "colonizers", "--option", "colony=2", "--seed", "1", "--population", "4"]
COLONISTS += ["--vary", "c=0.1..1.0", "--vary", "horizon=1..3", "--blocks", "1"]
COLONISTS += ["--check-blocks", "1"]
SQLITE_PAGE = 4096  # bytes
NUMBERS = ["--vary", "fold=0.0..1.0", "--vary", "high=0.0..1.0"]


@pytest.fixture
def tune(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leduc: None) -> Tune:
    """Runs `infoset tune` with these arguments in a folder of its own; returns the exit code."""
    monkeypatch.chdir(tmp_path)
    Path("bot.py").write_text(BOT)
    Path("start.json").write_text(json.dumps({"fold": 0.5, "high": 0.2, "zero": 0, "note": "x"}))
    return partial(call, command)


def best(path: str) -> dict[str, Any]:
    found = folder.read_best(Path(path))
    assert found is not None
    return found


def test_numbers_are_tuned_from_the_start_to_the_check(
    tune: Tune, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune("bot.py", *NUMBERS, *QUICK, "--out", "run") == 0
    out, err = capsys.readouterr()
    found = best("run")
    assert found["start"] == {"fold": 0.5, "high": 0.5}
    assert set(found["values"]) == {"fold", "high"}
    assert found["bot"].startswith("bot.py:fold=")
    assert found["check"]["rank"]["units"] == 5
    assert "on 5 fresh deals, best against start" in out
    assert "2 parameters of bot.py, up to 64 matches of leduc, seed 1" in err
    played = [len(plain_results(path)) for path in sorted(Path("run").glob("generation-*"))]
    assert played == [6, 24, 24]


def test_weights_come_out_as_a_file_that_the_bot_takes(tune: Tune) -> None:
    assert tune("bot.py", "--weights", "start.json", *QUICK, "--out", "run") == 0
    found = json.loads(Path("run", "weights.json").read_text())
    assert (found["zero"], found["note"]) == (0, "x")
    assert 0.25 <= found["fold"] <= 0.75
    assert 0.1 <= found["high"] <= 0.3
    assert best("run")["bot"] == "bot.py:weights=run/weights.json"
    assert tune("bot.py:weights=run/weights.json", *NUMBERS, *QUICK, "--out", "next") == 0


def test_weights_may_be_given_in_toml(tmp_path: Path) -> None:
    path = tmp_path / "start.toml"
    path.write_text("fold = 0.5\nhigh = 2\n")
    assert read_record(str(path), "bot.py", "leduc") == {"fold": 0.5, "high": 2}


def test_a_bot_may_tell_its_own_weights(tune: Tune) -> None:
    assert tune("bot.py", "--weights", "--only", "fold", "--vary", "high=0.0..1.0", *QUICK,
                "--out", "run") == 0  # fmt: skip
    assert set(best("run")["values"]) == {"weights.fold", "high"}


def test_the_genetic_search_combines_and_shows_its_best(
    tune: Tune, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--genetic", "--vary", "styles=+brave+loud", "--vary", "fold=0.4|0.8"]
    assert tune("bot.py", *options, *QUICK, "--score", "wins", "--out", "run") == 0
    out, _ = capsys.readouterr()
    assert "different candidates in all" in out
    assert set(best("run")["values"]) == {"styles+brave", "styles+loud", "fold"}


def test_a_candidate_that_comes_again_is_not_played_again(tune: Tune) -> None:
    options = ["--genetic", "--vary", "styles=+brave", *QUICK]
    assert tune("bot.py", *options, "--out", "run") == 0
    played = sum(len(plain_results(path)) for path in Path("run").glob("generation-*"))
    assert played == 2 * 6  # with and without: two candidates, three deals, both seatings


def test_others_may_sit_at_the_other_seats(tune: Tune) -> None:
    assert tune("bot.py", *NUMBERS, *QUICK, "--against", "random", "--out", "run") == 0
    records = plain_results(Path("run", "generation-0"))
    assert {label for record in records for label in record["bots"]} == {"c0", "rival1"}


def test_equal_seeds_give_equal_runs_in_any_number_of_processes(tune: Tune) -> None:
    # Processes know no toy that was registered here, so this one is on Colonizers.
    fixed = ["ismcts:iterations=2", *COLONISTS, "--generations", "1"]
    assert tune(*fixed, "--processes", "0", "--out", "alone") == 0
    assert tune(*fixed, "--processes", "2", "--out", "together") == 0
    assert best("alone") == best("together")


def test_a_killed_run_goes_on_and_ends_as_if_it_had_not_been(tune: Tune) -> None:
    fixed = ["ismcts:iterations=2", *COLONISTS, "--generations", "2", "--processes", "0"]
    assert tune(*fixed, "--out", "whole") == 0
    kill_in_the_middle(
        "tune",
        "infoset_bots.lab.tuning.command:command",
        [*fixed, "--out", "killed"],
        Path("killed", "generation-1"),
    )
    assert tune("--resume", "killed", "--processes", "0") == 0
    assert best("killed") == best("whole")
    for number in range(3):
        name = f"generation-{number}"
        assert plain_results(Path("killed", name)) == plain_results(Path("whole", name))


def test_ctrl_c_leaves_a_run_that_ends_as_if_it_had_not_been(
    tune: Tune, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune("bot.py", *NUMBERS, *QUICK, "--out", "whole") == 0
    played = itertools.count(1)

    def interrupted(
        pool: ComputePool, plan: Plan, jobs: Iterator[Job]
    ) -> Generator[list[Played], None, None]:
        for batch in play_jobs(pool, plan, jobs):
            yield batch
            if next(played) == 15:  # in the middle of generation 1
                raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(scoring, "play_jobs", interrupted)
        assert tune("bot.py", *NUMBERS, *QUICK, "--out", "broken") == INTERRUPTED
    assert "go on with it: infoset tune --resume broken" in capsys.readouterr().err
    assert folder.read_best(Path("broken")) is None
    assert tune("show", "broken") == 0
    assert "generation" in capsys.readouterr().out
    assert tune("--resume", "broken", "--processes", "0") == 0
    assert best("broken") == best("whole")


def test_a_disk_without_room_is_told_and_the_run_goes_on_when_there_is_some(
    tune: Tune, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune("bot.py", *NUMBERS, *QUICK, "--out", "whole") == 0
    pages = Path("whole", folder.STUDY).stat().st_size // SQLITE_PAGE
    search, places = ["bot.py", *NUMBERS, *QUICK, "--out"], ("early", "late")
    for place, room in zip(places, (pages // 3, pages - 1), strict=True):
        with database_of_at_most(room), pytest.raises(CommandError) as told:
            tune(*search, place)
        assert str(told.value) == (
            f"{Path(place, folder.STUDY)}: database or disk is full; every result that was kept before "
            "counts: go on with the run once it can be written"
        )
        assert tune("--resume", place, "--processes", "0") == 0
        assert best(place) == best("whole")


@contextmanager
def database_of_at_most(pages: int) -> Iterator[None]:
    """SQLite says of a file that may not grow what it says of a disk without room."""

    def limit(connection: sqlite3.Connection, record: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages}")

    event.listen(Engine, "connect", limit)
    try:
        yield
    finally:
        event.remove(Engine, "connect", limit)


def test_a_disk_without_room_is_told_when_the_result_is_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(path: Path, text: str) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(folder, "write_whole", full)
    with pytest.raises(CommandError, match=r"best.json: No space left on device; every result"):
        folder.write_best(Path(), {})


def test_a_run_is_shown_at_any_time(tune: Tune, capsys: pytest.CaptureFixture[str]) -> None:
    assert tune("bot.py", *NUMBERS, *QUICK, "--out", "run") == 0
    shown = capsys.readouterr().out
    assert tune("show", "run") == 0
    assert capsys.readouterr().out == shown


def test_a_run_is_shown_while_it_goes_on_and_notices_nothing(
    tune: Tune, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune("bot.py", *NUMBERS, *QUICK, "--out", "whole") == 0
    capsys.readouterr()
    shown: list[str] = []

    def watched(
        pool: ComputePool, plan: Plan, jobs: Iterator[Job]
    ) -> Generator[list[Played], None, None]:
        yield from play_jobs(pool, plan, jobs)
        before = Path("run", folder.STUDY).read_bytes()
        assert tune("show", "run") == 0
        shown.append(capsys.readouterr().out)
        assert Path("run", folder.STUDY).read_bytes() == before

    monkeypatch.setattr(scoring, "play_jobs", watched)
    assert tune("bot.py", *NUMBERS, *QUICK, "--out", "run") == 0
    none_yet, first, *_ = shown
    assert none_yet == "no candidate has a score yet\n"
    assert first.splitlines()[-1].startswith("0 ")
    assert best("run") == best("whole")


def test_a_run_that_is_over_is_not_played_again(tune: Tune) -> None:
    assert tune("bot.py", *NUMBERS, *QUICK, "--out", "run") == 0
    before = {path: path.read_bytes() for path in Path("run").rglob("results.jsonl")}
    assert tune("--resume", "run", "--processes", "0") == 0
    assert {path: path.read_bytes() for path in before} == before  # thinking times and all


def test_a_folder_is_used_by_one_process_at_a_time(tune: Tune) -> None:
    assert tune("bot.py", *NUMBERS, *QUICK, "--out", "run") == 0
    with folder.held(Path("run")), pytest.raises(CommandError, match="run"):
        tune("--resume", "run")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "expected one bot to tune, got 0"),
        (["bot.py"], "nothing to tune"),
        (["bot.py", "--vary", "fold=1"], "--vary fold=1: expected"),
        (["bot.py", "--vary", "fold=0.0..1.0"], "at least two numbers"),
        (["bot.py", "--vary", "styles=+a"], "CMA-ES varies numbers only; add --genetic"),
        (["bot.py", "--vary", "weights.x=1..2"], "expected --weights with such an entry"),
        (["bot.py", "--weights", "none.json"], "none.json: No such file"),
        (["bot.py", "--weights", "bot.py"], "bot.py: "),
        (["random", "--weights", "--vary", "a=1..2"], "random tells no weights of its own"),
        (["bot.py", "--weights", "--only", "luck"], "--only luck: no such weight; known: fold"),
        (["bot.py:fold=9", *NUMBERS], "fold: starts at 9"),
        (["nobody", *NUMBERS], "there is no bot 'nobody'"),
        (["random", *NUMBERS], "has no parameter 'fold'"),
        (["random", "--weights", "start.json"], "has no parameter 'weights'"),
        (["bot.py", *NUMBERS, "--population", "3"], "--population: expected at least 4"),
        (["bot.py", *NUMBERS, "--against", "nobody"], "there is no bot 'nobody'"),
        (["bot.py", *NUMBERS, "--game", "chess"], "chess"),
        (["show"], "show: expected the folder of one run"),
        (["show", "nowhere"], "nowhere: no tuning run is here"),
        (["--resume", "nowhere"], "nowhere: no tuning run is here"),
        (["bot.py", "--resume", "nowhere"], "--resume takes no bot"),
    ],
)
def test_what_cannot_be_tuned_is_refused_before_anything_is_written(
    tune: Tune, arguments: list[str], complaint: str
) -> None:
    game = [] if "--game" in arguments else ["--game", "leduc"]
    with pytest.raises(CommandError, match=complaint):
        tune(*arguments, *game)
    assert not list(Path().rglob("*.db"))
    assert not Path("tuning-runs").exists()


@pytest.mark.parametrize(
    "words",
    [
        ["bot.py:weights=others.json", *NUMBERS],
        ["bot.py", *NUMBERS, "--weights", "others.json"],
        ["bot.py", *NUMBERS, "--against", "bot.py:weights=others.json"],
        ["bot.py", "--vary", "weights=start.json|others.json", "--genetic"],
    ],
)
def test_a_bot_that_cannot_play_the_game_is_refused_before_anything_is_written(
    tune: Tune, words: list[str]
) -> None:
    checking = (
        "    def check_game(self, game):\n        if self.others:\n"
        "            raise ValueError(f'others.json: not for {game.name}')\n"
    )
    told = BOT.replace("self.high =", "self.others = 'others' in weights; self.high =")
    Path("bot.py").write_text(f"{told}\n{checking}")
    Path("others.json").write_text(json.dumps({"fold": 0.5, "high": 0.2}))
    with pytest.raises(BotLoadError, match=r"cannot play leduc: others\.json: not for leduc"):
        tune(*words, *QUICK)
    assert not Path("tuning-runs").exists()


def test_a_second_run_in_one_folder_is_refused(tune: Tune) -> None:
    assert tune("bot.py", *NUMBERS, *QUICK, "--out", "run") == 0
    with pytest.raises(CommandError, match="holds a run already; go on with it"):
        tune("bot.py", *NUMBERS, *QUICK, "--out", "run")


def test_a_bot_that_fails_is_named_and_not_tuned(tune: Tune) -> None:
    tune_one_that_fails(tune)


def test_a_bot_that_fails_ends_the_run_at_once_and_may_be_mended(tune: Tune) -> None:
    tune_one_that_fails(tune)
    plan, records = read_run(Path("run/generation-1"))
    assert len(records) < plan.matches
    Path("bot.py").write_text(BOT.replace("raise ValueError", "str"))
    with pytest.raises(CommandError, match=r"bot\.py has changed.*add --mended"):
        tune("--resume", "run", "--processes", "0")
    assert tune("--resume", "run", "--mended", "--processes", "0") == 0
    assert tune("--resume", "run", "--processes", "0") == 0


def test_a_bot_or_rival_that_has_changed_is_not_tuned_on_under_its_name(tune: Tune) -> None:
    Path("rival.py").write_text(BOT)
    for name in ("given", "one", "two"):
        Path(f"{name}.json").write_text("{}")
    arguments = ["bot.py", "--vary", "weights=one.json|two.json", "--genetic"]
    arguments += ["--against", "rival.py:weights=given.json"]
    assert tune(*arguments, *QUICK, "--out", "run") == 0
    settings = Path("run/settings.json").read_bytes()
    for name in ("bot.py", "rival.py", "given.json", "two.json"):
        before = Path(name).read_text()
        Path(name).write_text(f"{before}\n")
        with pytest.raises(CommandError, match=f"{name} has changed"):
            tune("--resume", "run", "--processes", "0")
        Path(name).write_text(before)
    assert Path("run/settings.json").read_bytes() == settings
    assert tune("--resume", "run", "--processes", "0") == 0


def test_rules_that_changed_under_their_version_are_not_tuned_on(
    tune: Tune, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with installed("changing_tuned", tmp_path / "games", monkeypatch) as package:
        arguments = ("ismcts:iterations=2", "--vary", "c=0.1..2", "--vary", "horizon=0..9")
        assert tune(*arguments, *QUICK, "--game", package.name, "--out", "run") == 0
        (package / "rules.py").write_text(f"{(package / 'rules.py').read_text()}\n# other\n")
        with pytest.raises(CommandError, match=r"rules\.py has changed"):
            tune("--resume", "run", "--processes", "0")


def test_a_bot_that_changes_while_it_is_tuned_ends_the_run(
    tune: Tune, monkeypatch: pytest.MonkeyPatch
) -> None:
    def edited(*arguments: Any) -> Any:
        Path("bot.py").write_text(f"{BOT}\n")
        return play_jobs(*arguments)

    monkeypatch.setattr(scoring, "play_jobs", edited)
    with pytest.raises(CommandError, match=r"bot\.py"):
        tune("bot.py", *NUMBERS, *QUICK, "--out", "run")
    monkeypatch.setattr(scoring, "play_jobs", play_jobs)
    Path("bot.py").write_text(BOT)
    assert tune("--resume", "run", "--processes", "0") == 0


def test_a_search_of_an_earlier_version_goes_on_and_says_what_it_does_not_know(
    tune: Tune, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune("bot.py", *NUMBERS, *QUICK, "--out", "run") == 0
    plain = json.loads(Path("run/settings.json").read_text())
    del plain["files"]
    Path("run/settings.json").write_text(json.dumps(plain))
    capsys.readouterr()
    assert tune("--resume", "run", "--processes", "0") == 0
    assert "not known to be what they were when this run began: bot.py\n" in capsys.readouterr().err
    with pytest.raises(CommandError, match="--mended: expected --resume"):
        tune("bot.py", "--mended", *NUMBERS, *QUICK)


def tune_one_that_fails(tune: Tune) -> None:
    """Folding more often than always is what it cannot do; only the start folds less."""
    with pytest.raises(CommandError, match=r"match \d+ went wrong"):
        tune("bot.py:fold=1.0", "--vary", "fold=0.9..9.0", "--vary", "high=0.0..1.0", *QUICK,
             "--out", "run")  # fmt: skip
