"""The command: all experiments from end to end, a run that is killed, and what it refuses."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.bots.runs import call, kill_in_the_middle, lines, plain_results

from infoset import extras
from infoset.errors import CommandError, InfosetError, MissingExtraError
from infoset.exits import INTERRUPTED
from infoset_bots.lab.arena import run as running
from infoset_bots.lab.arena.jobs import play_jobs
from infoset_bots.lab.arena.store import RESULTS
from infoset_bots.lab.experiments import command as commands
from infoset_bots.lab.experiments.command import REPORT, command
from infoset_bots.lab.experiments.results import ANALYSIS, read_analysis
from infoset_bots.lab.experiments.setup import Series

Experiment = Callable[..., int]
FILES = {ANALYSIS, REPORT, "wins.png", "wins.svg", "points.png", "points.svg"}
NUMBERS = ("1", "2", "3", "4", "5")


@pytest.fixture
def experiment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Experiment:
    """Runs `infoset experiment` with these arguments in a folder of its own; returns the exit code."""
    monkeypatch.chdir(tmp_path)
    return partial(call, command)


@pytest.fixture
def small(small_series: Series, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the command find the small experiments."""
    monkeypatch.setattr(commands, "find_series", lambda game: small_series)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("legacy", [False, True], ids=["ours", "legacy"])
def test_all_five_go_from_the_first_match_to_the_plots(
    experiment: Experiment, legacy: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    form, end = (["--legacy"], "-legacy") if legacy else ([], "")
    assert experiment("colonizers", *NUMBERS, *form, "--games", "9", "--jobs", "0") == 0
    out, err = capsys.readouterr()
    matches = dict(zip(NUMBERS, (9,) * 5 if legacy else (9, 9, 24, 12, 12), strict=True))
    for number in NUMBERS:
        folder = Path("experiment-runs", "colonizers", number + end)
        assert {path.name for path in folder.iterdir()} >= FILES
        assert lines(folder) == matches[number]
        analysis = read_analysis(folder / ANALYSIS)
        assert (analysis.experiment, analysis.legacy) == (number, legacy)
        assert analysis.summary.matches == matches[number]
        assert sum(row.wins for row in analysis.summary.bots) == pytest.approx(matches[number])
        assert analysis.options["legacy"] is legacy
        assert (folder / REPORT).read_text() in out
        assert f"experiment {number}, {matches[number]} matches of colonizers, seed 1" in err
    assert out.count("chi-square test") == 5
    assert out.count("counts and means, as published") == (5 if legacy else 0)


@pytest.mark.usefixtures("small")
def test_the_same_seed_gives_the_same_results_in_any_number_of_processes(
    experiment: Experiment,
) -> None:
    asked = ("colonizers", "4", "--games", "12", "--seed", "x")
    assert experiment(*asked, "--jobs", "0", "--out", "a") == 0
    assert experiment(*asked, "--jobs", "2", "--out", "b") == 0
    assert experiment(*asked[:-1], "y", "--jobs", "0", "--out", "c") == 0
    assert plain_results(Path("a/4")) == plain_results(Path("b/4"))
    assert plain_results(Path("a/4")) != plain_results(Path("c/4"))


def test_a_run_that_is_killed_goes_on_without_losing_or_doubling_a_match(
    experiment: Experiment, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["colonizers", "1", "--games", "60"]
    assert experiment(*asked, "--jobs", "0", "--out", "whole") == 0
    cut = Path("cut", "1")
    resumed = [*asked, "--jobs", "2", "--out", "cut"]
    kill_in_the_middle("experiment", "infoset_bots.lab.experiments.command:command", resumed, cut)
    before = lines(cut)
    assert 0 < before < 60, "the run was over before it could be killed"
    assert not (cut / ANALYSIS).exists()
    capsys.readouterr()
    assert experiment(*asked, "--jobs", "0", "--out", "cut") == 0
    out, err = capsys.readouterr()
    assert f"{60 - before} to play" in err
    assert plain_results(cut) == plain_results(Path("whole", "1"))
    written = (cut / RESULTS).read_text().splitlines()
    assert sorted(json.loads(line)["match"] for line in written) == list(range(60))
    assert experiment(*asked, "--jobs", "0", "--out", "cut") == 0
    again = capsys.readouterr()
    assert "0 to play" in again.err
    assert again.out == out


@pytest.mark.usefixtures("small")
def test_an_interrupted_run_says_how_to_go_on(
    experiment: Experiment, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: Any) -> Any:
        batches = play_jobs(*arguments)
        yield next(batches)
        batches.close()
        signal.raise_signal(signal.SIGTERM)  # ends as tidily as Ctrl-C

    monkeypatch.setattr(running, "play_jobs", interrupted)
    assert experiment("colonizers", "1", "2", "--jobs", "0", "--out", "r") == INTERRUPTED
    assert "the same command goes on with it" in capsys.readouterr().err
    assert lines(Path("r/1")) == 1
    assert not Path("r/2").exists()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), r"experiments on which game\? games with experiments: catan, colonizers"),
        (
            ("go", "1"),
            r"there are no experiments on 'go'; games with experiments: catan, colonizers",
        ),
        (("colonizers", "1", "6"), r"there is no experiment '6' on colonizers; experiments: 1 \("),
        (("colonizers", "strength", "--legacy"), r"experiment strength has no legacy form"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    experiment: Experiment, arguments: tuple[str, ...], complaint: str, tmp_path: Path
) -> None:
    with pytest.raises(InfosetError, match=complaint):
        experiment(*arguments)
    assert list(tmp_path.iterdir()) == []


def test_without_a_number_it_is_told_which_there_are(
    experiment: Experiment, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert experiment("colonizers") == 0
    assert capsys.readouterr().out.startswith("experiments: 1 (four random), 2 (four heuristic)")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments", [("--games", "0"), ("--games", "x"), ("--jobs", "-1"), ("--nonsense",)]
)
def test_options_out_of_range_are_refused(
    experiment: Experiment, arguments: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit):
        experiment("colonizers", "1", *arguments)


@pytest.mark.usefixtures("small")
def test_another_run_in_the_way_is_noticed_before_anything_is_played(
    experiment: Experiment,
) -> None:
    assert experiment("colonizers", "2", "--games", "2", "--jobs", "0", "--out", "r") == 0
    with pytest.raises(CommandError, match="r/2 holds another run: matches 2 instead of 3"):
        experiment("colonizers", "1", "2", "--games", "3", "--jobs", "0", "--out", "r")
    assert not Path("r/1").exists()


@pytest.mark.usefixtures("small")
def test_a_report_that_cannot_be_written_is_named(experiment: Experiment) -> None:
    Path("r/1", REPORT).mkdir(parents=True)
    with pytest.raises(CommandError, match=r"r/1/report.txt.*: Is a directory"):
        experiment("colonizers", "1", "--games", "2", "--jobs", "0", "--out", "r")


def test_the_help_of_infoset_loads_no_library_for_reports() -> None:
    load = (
        "import sys, infoset_bots.lab.experiments.command; "
        "print({'matplotlib', 'scipy', 'numpy'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", load], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_a_missing_library_is_noticed_before_anything_is_played(
    experiment: Experiment, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == "matplotlib" else name)
    with pytest.raises(MissingExtraError, match=r"needs the extra `lab`: python -m pip install "):
        experiment("colonizers", "1", "--games", "1")
    assert list(tmp_path.iterdir()) == []
