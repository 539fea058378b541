"""`infoset rank`: equal deals for every strategy, turns to win, the quickest first."""

import argparse
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.bots.runs import call

from infoset.errors import BotLoadError, CommandError
from infoset_bots.catan.ranking import (
    REPORT,
    Standing,
    command,
    folder_name,
    make_plan,
    ranking_text,
    standing_of,
)
from infoset_bots.catan.strategies import STRATEGIES
from infoset_bots.lab.arena.intervals import Estimate
from infoset_bots.lab.arena.plan import Plan
from infoset_bots.lab.arena.players import find_player
from infoset_bots.lab.arena.record import Record, Thinking
from infoset_bots.lab.arena.schedule import Job, Schedule
from infoset_bots.lab.arena.store import RunFolder


def record(job: Job, name: str, points: int, rounds: int) -> Record:
    """A match in which the strategy got so many points, and else the first rival ten."""
    seat = job.seats.index(name)
    scores = [2.0] * 4
    scores[(seat + 1) % 4] = 10.0 if points < 10 else 3.0
    scores[seat] = float(points)
    places = [1 + sum(other > own for other in scores) for own in scores]
    return Record(
        match=job.number,
        deal=job.deal,
        seating=job.seating,
        seed=job.seed,
        deal_hash=f"{job.deal}",
        bots=list(job.seats),
        places=places,
        scores=scores,
        returns=[0.0] * 4,
        reason="finished",
        ending="finished",
        plies=100,
        rounds=rounds,
        decisions=[10] * 4,
        misses=[0] * 4,
        illegal=[0] * 4,
        exceptions=[0] * 4,
        crashes=[0] * 4,
        thinking=Thinking([2.0] * 4, [5.0] * 4),
    )


def play(folder: Path, name: str, deals: int, points: int, rounds: int) -> Plan:
    """A run that is over, as if it had been played."""
    plan = make_plan(name, "random_by_kind", deals, "1")
    with RunFolder.create(folder / folder_name(plan), plan) as run:
        label = plan.labels[0]
        run.add([record(job, label, points, rounds) for job in Schedule(plan, 4).jobs()])
    return plan


def test_every_strategy_can_be_made() -> None:
    for spec in STRATEGIES.values():
        find_player(spec, "catan")


def test_strategies_play_equal_deals_from_the_same_seats_in_turn() -> None:
    jobs = {}
    for name in ("text", "strong_now"):
        plan = make_plan(name, "random_by_kind", 8, "seed")
        assert plan.matches == 8
        jobs[name] = list(Schedule(plan, 4).jobs())
        assert [job.seats.index(name) for job in jobs[name]] == [0, 1, 2, 3] * 2
    assert len({job.seed for job in jobs["text"]}) == 8
    assert [job.seed for job in jobs["text"]] == [job.seed for job in jobs["strong_now"]]


def test_a_match_not_won_is_extrapolated_to_the_target(tmp_path: Path) -> None:
    """Five points in 40 rounds are ten in 80."""
    plan = play(tmp_path, "text", 2, points=5, rounds=40)
    with RunFolder.resume(tmp_path / folder_name(plan)) as folder:
        standing = standing_of(folder)
    assert standing.turns_to_win == Estimate(80.0, None, None, 2)  # two that are alike
    assert (standing.share.mean, standing.matches) == (0.0, 2)


def test_the_same_command_reports_a_run_that_is_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(tmp_path, "text", 1, points=5, rounds=40)
    play(tmp_path, "strong", 1, points=10, rounds=20)
    parser = argparse.ArgumentParser()
    run: Callable[[argparse.Namespace], int] = command(parser)
    asked = ["text", "strong", "--deals", "1", "--jobs", "0", "--out", str(tmp_path)]
    assert run(parser.parse_args(asked)) == 0
    said = capsys.readouterr().out
    lines = said.splitlines()
    assert lines[0].endswith(
        "against three random_by_kind, seed 1; every deal from one seat, in turn"
    )
    assert lines[2].split() == [
        *(
            "strategy",
            "matches",
            "turns",
            "to",
            "win",
            "win",
            "%",
            "points",
            "ms",
            "mean",
            "ms",
            "max",
        )
    ]
    assert [line.split()[:3] for line in lines[3:]] == [
        ["strong", "1", "20.0"],
        ["text", "1", "80.0"],
    ]
    assert (tmp_path / REPORT).read_text() == said


def test_other_settings_in_the_same_folder_are_refused(tmp_path: Path) -> None:
    play(tmp_path, "text", 1, points=5, rounds=40)
    parser = argparse.ArgumentParser()
    run = command(parser)
    with pytest.raises(CommandError, match="another run: seed '1' instead of '2'"):
        run(parser.parse_args(["text", "--deals", "1", "--seed", "2", "--out", str(tmp_path)]))


def test_a_bot_that_has_changed_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    bot, data, out = tmp_path / "bot.py", tmp_path / "w.json", tmp_path / "out"
    bot.write_text(
        "import infoset\n\nclass Mine(infoset.Bot):\n    def __init__(self, weights):\n        pass\n"
        "    def decide(self, turn): return turn.n - 1\n"
    )
    data.write_text("1")
    words = [f"mine={bot}:weights={data}", "--deals", "1", "--jobs", "0", "--out", str(out)]
    assert call(command, *words) == 0
    data.write_text("2")
    with pytest.raises(CommandError, match=r"since this run began .*w\.json has changed"):
        call(command, "strong", *words)
    assert not (out / "strong").exists()
    data.write_text("1")
    assert call(command, *words) == 0


def test_a_bot_that_cannot_play_catan_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    bot, out = tmp_path / "bot.py", tmp_path / "out"
    bot.write_text(
        "import infoset\n\nclass Picky(infoset.Bot):\n    def check_game(self, game):\n"
        "        raise ValueError('w.json: expected weights for catan')\n"
    )
    for words in ((str(bot),), ("strong", "--against", str(bot))):
        with pytest.raises(
            BotLoadError, match=r"cannot play catan: w\.json: expected weights for catan"
        ):
            call(command, *words, "--deals", "1", "--jobs", "0", "--out", str(out))
    assert not out.exists()


def test_whoever_never_got_a_point_comes_last() -> None:
    some = Estimate(0.5, 0.4, 0.6, 10)
    standings = [
        Standing("none", 4, some, None, None, 1.0, 2.0),
        Standing("slow", 4, some, Estimate(90.0, None, None, 1), some, 1.0, 2.0),
    ]
    lines = ranking_text(standings, make_plan("text", "random", 1, "1")).splitlines()
    assert [line.split()[0] for line in lines[3:]] == ["slow", "none"]


def test_any_bot_can_be_ranked_under_a_name_of_its_own() -> None:
    plan = make_plan("mine=minimax:depth=1", "random", 1, "1")
    assert plan.labels == ("mine", "random")
    assert make_plan("random", "random", 1, "1").labels == ("random", "rival")
    with pytest.raises(CommandError, match="there is no bot 'unheard'"):
        make_plan("unheard", "random", 1, "1")


def test_rounds_are_positive_however_few_matches_say_so(tmp_path: Path) -> None:
    """Some matches that took long would bring Student's interval below zero."""
    plan = make_plan("text", "random_by_kind", 5, "1")
    jobs = list(Schedule(plan, 4).jobs())
    points = [10, 10, 10, 10, 1]
    with RunFolder.create(tmp_path / "text", plan) as folder:
        folder.add([record(job, "text", points[job.number], 40) for job in jobs])
        standing = standing_of(folder)
    assert standing.turns_to_win is not None
    assert standing.turns_to_win.mean == (4 * 40 + 400) / 5
    assert standing.turns_to_win.low is not None
    assert standing.turns_to_win.low > 0
    assert standing.points is not None
    assert standing.points.low is not None
    assert standing.points.low > 0


PAGE = Path(__file__).parents[3] / "benchmarks" / "figures" / "catan.md"
ROW = re.compile(
    r"^(\w+) +(\d+) +([\d.]+) \[([\d.]+), ([\d.]+)\] +[\d.]+ \[[\d.]+, ([\d.]+)\]", re.MULTILINE
)


def test_the_published_ranking_has_every_strategy_and_figures_that_can_be() -> None:
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))
    assert sorted(row[0] for row in rows) == sorted(STRATEGIES)
    for _, matches, mean, low, high, most_share in rows:
        assert int(matches) >= 50
        assert 0 < float(low) < float(mean) < float(high)
        assert float(most_share) <= 100
    assert [float(row[2]) for row in rows] == sorted(float(row[2]) for row in rows)
