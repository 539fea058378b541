"""Plans of experiments, and folders that hold other runs."""

from dataclasses import replace
from pathlib import Path

import pytest

from infoset.errors import CommandError
from infoset_bots.catan import experiments as catan
from infoset_bots.catan.ranking import make_plan as rank_plan
from infoset_bots.lab.arena.plan import Plan
from infoset_bots.lab.arena.schedule import Schedule
from infoset_bots.lab.experiments.catalogue import find_setup
from infoset_bots.lab.experiments.colonizers import SERIES
from infoset_bots.lab.experiments.play import is_begun, make_plan, open_run


def plan_of(key: str, *, legacy: bool = False, games: int | None = None) -> Plan:
    return make_plan(SERIES, find_setup(SERIES, key), legacy=legacy, games=games, seed="s")


@pytest.mark.parametrize(
    ("key", "block", "matches"),
    [("1", 1, 1000), ("2", 1, 1000), ("3", 24, 72), ("4", 6, 54), ("5", 6, 54)],
)
def test_ours_plays_whole_deals_under_all_seatings(key: str, block: int, matches: int) -> None:
    plan = plan_of(key)
    assert plan.matches == matches
    jobs = list(Schedule(plan, 4).jobs())
    assert len(jobs) == matches
    assert len({job.seats for job in jobs if job.deal == 0}) == block
    assert plan.options["legacy"] is False


@pytest.mark.parametrize(("key", "matches"), [("1", 1000), ("3", 50), ("4", 50), ("5", 50)])
def test_legacy_plays_the_published_rules_and_seats_at_random(key: str, matches: int) -> None:
    plan = plan_of(key, legacy=True)
    jobs = list(Schedule(plan, 4).jobs())
    assert len(jobs) == matches
    assert len({job.deal for job in jobs}) == matches
    assert plan.options["legacy"] is True
    assert all(label == "random" or label.endswith("_legacy") for label in plan.labels)
    if key != "1":
        assert jobs[0].seats != jobs[1].seats or jobs[1].seats != jobs[2].seats


@pytest.mark.parametrize("legacy", [False, True])
def test_on_catan_every_match_has_its_deal_and_the_seats_take_turns(legacy: bool) -> None:
    setup = find_setup(catan.SERIES, "15")
    plan = make_plan(catan.SERIES, setup, legacy=legacy, games=8, seed="s")
    jobs = list(Schedule(plan, 4).jobs())
    assert len({job.seed for job in jobs}) == len(jobs) == 8
    assert [job.seats.index(plan.labels[0]) for job in jobs] == [0, 1, 2, 3] * 2
    assert setup.is_legacy(plan) == legacy


def test_the_tables_on_catan_are_the_matches_of_the_ranking() -> None:
    """So the figures of one are those of the other."""
    for setup in catan.SERIES.setups:
        plan = make_plan(catan.SERIES, setup, legacy=False, games=8, seed="s")
        assert plan == rank_plan(plan.labels[0], "random_by_kind", 8, "s")


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert plan_of("4", games=7).matches == 12
    assert plan_of("4", games=7, legacy=True).matches == 7


def test_what_was_never_published_has_no_legacy_form() -> None:
    with pytest.raises(CommandError, match="experiment strength has no legacy form"):
        plan_of("strength", legacy=True)


def test_a_folder_with_another_run_is_refused_with_what_differs(tmp_path: Path) -> None:
    plan = plan_of("1", games=3)
    assert not is_begun(tmp_path, plan)
    with open_run(tmp_path, plan):
        pass
    assert is_begun(tmp_path, plan)
    other = replace(plan, seed="t", matches=4)
    with pytest.raises(
        CommandError, match="another run: seed 's' instead of 't'; matches 3 instead of 4"
    ):
        open_run(tmp_path, other)
    with open_run(tmp_path, plan) as folder:
        assert folder.plan == plan
