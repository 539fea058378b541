"""A cluster in time that passes at once: no fault loses or doubles what was acknowledged, and each rule is needed for that."""

import os
import subprocess
import sys
from typing import Any

import pytest
from tests.simulated.simulate import AT_THE_HALL, CONTESTS, FAULTS, Findings, run

from infoset_server.config import EVEN

SEEDS = 10  # in a test, and
CONTEST_SEEDS = 2  # with a ladder or a tournament
TABLES = 3  # at a time, where something is to be found
# The first seeds that show what they are to show, or little before: those before them cost half a minute, and minutes.
SHOWS = 38  # a match of a ladder without its meeting
FENCE_SHOWS = 95
FEW = 400  # seeds in which a broken rule shows at least once, by far


@pytest.mark.parametrize("first", range(0, 4 * SEEDS, SEEDS))
@pytest.mark.parametrize("place", [AT_THE_HALL, EVEN])
def test_no_seed_finds_anything_lost_doubled_or_unfinished(place: str, first: int) -> None:
    total = Findings()
    for seed in range(first, first + SEEDS):
        found = run(seed, place=place)
        assert found.is_sound, (
            f"python -m tests.simulated.simulate --first {seed} --seeds 1 --place {place} --tell: "
            f"{[*found.wrongs, *found.lost, *found.unfinished]}"
        )
        total.add(found)
    assert total.matches == SEEDS
    assert min(total.kills, total.freezes, total.cuts, total.resumed) > 0


def test_players_stay_connected_while_their_matches_move() -> None:
    total = Findings()
    for seed in range(SEEDS):
        found = run(seed, matches=2, faults=("move",), place=EVEN)
        assert found.is_sound, (seed, found.wrongs, found.lost, found.unfinished)
        total.add(found)
    assert total.moved > 5 * SEEDS
    assert (total.sent_away, total.resumed) == (0, 0)


@pytest.mark.parametrize("contest", CONTESTS)
@pytest.mark.parametrize("place", [AT_THE_HALL, EVEN])
def test_each_match_of_a_contest_counts_once(place: str, contest: str) -> None:
    total = Findings()
    for seed in range(CONTEST_SEEDS):
        found = run(seed, place=place, contest=contest)
        assert found.is_sound, (
            f"python -m tests.simulated.simulate --first {seed} --seeds 1 --place {place} --{contest} --tell: "
            f"{[*found.wrongs, *found.lost, *found.unfinished]}"
        )
        total.add(found)
    assert total.results > 5 * CONTEST_SEEDS
    assert (total.elsewhere > 0) is (place == EVEN)
    assert min(total.kills, total.freezes, total.cuts, total.resumed) > 0


@pytest.mark.parametrize("contest", [None, *CONTESTS])
def test_a_seed_replays_exactly(contest: str | None) -> None:
    assert run(7, contest=contest).trace == run(7, contest=contest).trace


@pytest.mark.parametrize("contest", CONTESTS)
def test_a_seed_replays_exactly_in_a_process_whose_objects_lie_elsewhere(contest: str) -> None:
    def found_with(malloc: str) -> str:
        words = ("-m", "tests.simulated.simulate", "--first", "2", "--seeds", "1", "--place", EVEN)
        environ = os.environ | {"PYTHONMALLOC": malloc}
        command = [sys.executable, *words, f"--{contest}"]
        done = subprocess.run(command, env=environ, capture_output=True, text=True, check=True)
        return done.stdout.partition("Findings")[2]

    assert found_with("malloc") == found_with("pymalloc")


def test_another_seed_is_another_evening() -> None:
    assert run(7).trace != run(8).trace


@pytest.mark.parametrize(
    ("rule", "faults", "first"),
    [
        ("commit", FAULTS, 0),
        ("gaps", ("loss", "links"), 0),
        ("fence", ("freeze", "links", "database"), FENCE_SHOWS),
        ("leaving", ("links",), 0),
    ],
)
def test_a_cluster_without_a_rule_is_found_out(
    rule: str, faults: tuple[str, ...], first: int
) -> None:
    seeds = range(first, first + FEW)
    found = (run(seed, faults=faults, without=rule, matches=TABLES) for seed in seeds)
    assert any(not one.is_sound for one in found)


def test_a_match_of_a_ladder_that_begins_before_it_is_noted_is_found_out() -> None:
    named: dict[str, Any] = {"without": "meeting", "place": EVEN, "contest": "ladder"}
    found = (run(seed, faults=("kill", "database"), **named) for seed in range(SHOWS, FEW))
    assert any(not one.is_sound for one in found)


def test_a_table_that_does_not_know_its_match_is_found_out() -> None:
    faults = ("kill", "database")
    found = (run(seed, faults=faults, without="table", contest="tournament") for seed in range(FEW))
    assert any(not one.is_sound for one in found)
