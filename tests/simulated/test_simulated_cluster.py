"""A cluster in time that passes at once: no fault loses or doubles what was acknowledged, and each rule is needed for that."""

import asyncio
import os
import subprocess
import sys
from contextlib import suppress

import pytest
from tests.simulated.simulate import AT_THE_HALL, CONTESTS, Findings, run

from infoset_server.config import EVEN
from infoset_server.nodes.departure import Departure

SEEDS = 10  # in a test, and
CONTEST_SEEDS = 2  # with a ladder or a tournament
WISHES = (
    5,
    6,
)  # the first seeds in which an organiser wants something, of ladders as of tournaments
TABLES = "3"  # at a time, where something is to be found
# The first seeds that show what they are to show, or little before: those before them cost half a minute, and minutes.
MEETING_SHOWS = 38  # a match of a ladder without its meeting
FENCE_SHOWS = 95
ENDING_SHOWS = 81  # a match of a deleted tournament that nobody ends
FEW = "400"  # seeds in which a broken rule shows at least once, by far


def told_by(*words: str, **environ: str) -> "subprocess.CompletedProcess[str]":
    """What comes of `simulate` with these words."""
    command = [sys.executable, "-m", "tests.simulated.simulate", *words]
    return subprocess.run(
        command, env=os.environ | environ, capture_output=True, text=True, check=False
    )


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


def drained(seeds: int) -> Findings:
    """What comes of evenings in which nothing happens but that servers end in order, and matches move."""
    total = Findings()
    for seed in range(seeds):
        found = run(seed, matches=2, faults=("drain", "move"), place=EVEN)
        assert found.is_sound, (seed, found.wrongs, found.lost, found.unfinished)
        total.add(found)
    assert total.drained > 3 * seeds
    assert total.moved > seeds
    return total


def test_whose_match_has_left_a_server_that_ends_stays_connected() -> None:
    assert drained(SEEDS).lost_servers == 0


def test_whose_match_has_left_is_sent_away_by_a_hall_that_is_not_told_that_all_was_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control."""
    monkeypatch.setattr(Departure, "take", departure_without_last_word)
    assert drained(2).lost_servers > 0


async def departure_without_last_word(self: Departure, grace_s: float) -> bool:
    """As a node of an earlier release."""
    self.is_begun = True
    self.hall_came()
    with suppress(TimeoutError):
        await asyncio.wait_for(self._is_empty.wait(), grace_s)
    return False


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


@pytest.mark.parametrize("contest", CONTESTS)
@pytest.mark.parametrize("place", [AT_THE_HALL, EVEN])
def test_what_an_organiser_has_done_holds(place: str, contest: str) -> None:
    total = Findings()
    for seed in WISHES:
        found = run(seed, place=place, contest=contest)
        assert found.is_sound, (
            f"python -m tests.simulated.simulate --first {seed} --seeds 1 --place {place} --{contest} --tell: "
            f"{[*found.wrongs, *found.lost, *found.unfinished]}"
        )
        total.add(found)
    assert total.wishes > 0


@pytest.mark.parametrize("contest", [None, *CONTESTS])
def test_a_seed_replays_exactly(contest: str | None) -> None:
    assert run(7, contest=contest).trace == run(7, contest=contest).trace


@pytest.mark.parametrize("contest", CONTESTS)
def test_a_seed_replays_exactly_in_a_process_whose_objects_lie_elsewhere(contest: str) -> None:
    words = ("--first", "2", "--seeds", "1", "--place", EVEN, f"--{contest}")
    found = [told_by(*words, PYTHONMALLOC=malloc) for malloc in ("malloc", "pymalloc")]
    assert [one.returncode for one in found] == [0, 0], found
    assert len({one.stdout.partition("Findings")[2] for one in found}) == 1


def test_another_seed_is_another_evening() -> None:
    assert run(7).trace != run(8).trace


@pytest.mark.parametrize(
    ("rule", "first", "words"),
    [
        ("commit", 0, ["--matches", TABLES]),
        ("gaps", 0, ["--matches", TABLES, "--faults", "loss", "links"]),
        ("fence", FENCE_SHOWS, ["--matches", TABLES, "--faults", "freeze", "links", "database"]),
        ("leaving", 0, ["--matches", TABLES, "--faults", "links"]),
        (
            "meeting",
            MEETING_SHOWS,
            ["--ladder", "--place", EVEN, "--faults", "kill", "database"],
        ),
        ("table", 0, ["--tournament", "--faults", "kill", "database"]),
        ("ending", ENDING_SHOWS, ["--tournament", "--place", EVEN]),
    ],
)
def test_a_cluster_without_a_rule_is_found_out(rule: str, first: int, words: list[str]) -> None:
    """By the command, whose evenings are the same wherever they are: so it always takes as long."""
    done = told_by(
        "--without", rule, "--first", str(first), "--seeds", FEW, "--until-faulty", *words
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "seed " in done.stdout
