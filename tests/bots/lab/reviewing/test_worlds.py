"""Worlds are held against what was true: exactly where all draws are alike, and whoever draws wrongly stands out."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.bots.runs import call, keep_run

from infoset.errors import CommandError
from infoset_bots.lab.reviewing.commands import worlds
from infoset_bots.lab.reviewing.judging import Sitting
from infoset_bots.lab.reviewing.kept import find_kept, read_lines
from infoset_bots.lab.reviewing.sampling import Look, OpenFact, Sampling, look_around
from infoset_bots.lab.reviewing.worlds import (
    WorldsReport,
    bits_of,
    chance_of_any,
    errors_off,
    expected_bits,
    held_against_truth,
    learnt,
)
from infoset_bots.search.habits import Habits, load_habits
from infoset_bots.search.secrets import LEAF
from infoset_games.core import State
from infoset_games.game import Game
from infoset_games.record import Record, read_record
from infoset_games.rng import Rng
from infoset_games.steps import ACT, START, Step
from infoset_games.terms import Terms
from infoset_games.testing.toys.leduc import BET, CHECK, FOLD, Leduc, LeducState

SAMPLING = Sampling(worlds=40, most=0, seed="seed")
MATCHES = 150
BOTS = '''
"""One goes on with the two highest cards alone, the other whatever it has: what the second still looks at is high."""

from infoset.bot import Bot


def first_of(turn, verbs):
    return next(at for at, action in enumerate(turn.actions) if action[0] in verbs)


class Loud(Bot):
    def decide(self, turn):
        is_high = turn.observation.cards[turn.seat] >= 4
        return first_of(turn, ("bet", "call") if is_high else ("check", "fold"))


class Pushy(Bot):
    def decide(self, turn):
        return first_of(turn, ("bet", "call"))
'''


class Tilted(Leduc):
    """Draws the other card as if the lowest came as often as all others."""

    def determinize(self, observation: Any, rng: Rng) -> State:
        world = super().determinize(observation, rng.branch(0))
        assert isinstance(world, LeducState)
        if world.cards[1 - observation.seat] < 2:
            return world
        return super().determinize(observation, rng.branch(1))


class Skewed(Leduc):
    """Draws the other card from a deck in which the highest is never on top."""

    def determinize(self, observation: Any, rng: Rng) -> State:
        for number in range(100):
            world = super().determinize(observation, rng.branch(number))
            assert isinstance(world, LeducState)
            if world.cards[1 - observation.seat] < 4:
                return world
        raise AssertionError("there are lower cards")


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Matches of which nobody's play tells anything."""
    run = tmp_path_factory.mktemp("runs") / "quiet"
    return keep_run(run, "random", "random", "--game", "leduc", "--matches", str(MATCHES))


@pytest.fixture(scope="module")
def loud(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Matches in which one player shows what it has."""
    folder = tmp_path_factory.mktemp("loud")
    file = folder / "made.py"
    file.write_text(BOTS)
    words = (
        f"pushy={file}:Pushy",
        f"loud={file}:Loud",
        "--game",
        "leduc",
        "--matches",
        "400",
    )
    return keep_run(folder / "run", *words)


def looked(
    run: Path, make: Callable[[], Game] = Leduc, sampling: Sampling = SAMPLING
) -> list[Look]:
    """All looks into the matches of a run, with worlds as these rules draw them."""
    return list(_looks(run, make, sampling))


def _looks(run: Path, make: Callable[[], Game], sampling: Sampling) -> Iterator[Look]:
    for kept in find_kept([run]):
        record = read_record(read_lines(kept), lambda name, options, rules: make())
        for seat, player in enumerate(kept.players):
            yield from look_around(Sitting(record, seat, player, kept.number, kept.unit), sampling)


def report_of(looks: list[Look]) -> WorldsReport:
    return held_against_truth("leduc", MATCHES, SAMPLING, looks)


COUNTS = [{0: 3, 1: 2, 2: 1}, {0: 1, 1: 1}, {0: 40, 1: 1}, {1: 2, 3: 5}]


@pytest.mark.parametrize("counts", COUNTS, ids=str)
def test_whichever_draw_was_the_truth_surprises_add_up_to_nothing(counts: dict[int, int]) -> None:
    draws = sum(counts.values())
    facts = [
        OpenFact(1, "bob", ["card"], counts, value) for value, n in counts.items() for _ in range(n)
    ]
    assert len(facts) == draws
    surprise = sum(bits_of(fact, fact.true) - expected_bits(fact) for fact in facts)
    assert surprise == pytest.approx(0, abs=1e-9)
    assert sum(chance_of_any(fact) for fact in facts) == pytest.approx(
        sum(fact.true > 0 for fact in facts)
    )
    looks = [Look(at, at, "ann", 0, 1, 0, [fact]) for at, fact in enumerate(facts)]
    row = report_of(looks).kinds[0]
    assert row.surprise.mean == pytest.approx(0, abs=1e-9)
    assert row.left.mean <= 0  # nothing can be learnt from the others
    assert row.missed == pytest.approx(row.due)


def test_where_nobody_tells_anything_truth_and_worlds_are_alike(quiet: Path) -> None:
    report = report_of(looked(quiet))
    row = report.kinds[0]
    assert (row.kind, row.holder, row.part) == (LEAF, None, None)
    assert row.facts > 1000
    assert errors_off(row.surprise) < 2
    assert row.left.mean < 0.02
    assert all(errors_off(chance.excess) < 2 for chance in report.chances)
    assert abs(row.missed - row.due) < 4 * row.due**0.5 + 1


def test_who_draws_wrongly_stands_out(quiet: Path) -> None:
    row = report_of(looked(quiet, Skewed)).kinds[0]
    assert row.surprise.low is not None
    assert row.surprise.low > 0.1
    assert row.left.low is not None
    assert row.left.low > 0.05
    assert row.missed > 10 * (row.due + 1)


def test_whoever_shows_what_they_have_leaves_something_to_win(loud: Path) -> None:
    """Once they have gone on, not before; and it is theirs, not that of who looks."""
    report = report_of(looked(loud))
    parts = {row.part: row.left for row in report.parts}
    assert parts[2].low is not None
    assert parts[2].low > 0 > parts[0].mean
    holders = {row.holder: row.left.mean for row in report.holders}
    assert holders["loud"] > 0 > holders["pushy"]


def test_what_was_learnt_from_some_matches_makes_worlds_of_others_better(quiet: Path) -> None:
    """Worlds that are drawn wrongly become better again."""
    few = replace(SAMPLING, worlds=16, most=2)
    looks = looked(quiet, Tilted, few)
    half = [look for look in looks if look.match % 2]
    habits = Habits("leduc", Leduc.rules, learnt(half)).to_text()
    weighed = looked(quiet, Tilted, replace(few, habits=habits))
    before, after = (
        report_of([look for look in found if not look.match % 2]) for found in (looks, weighed)
    )
    assert before.truth is not None
    assert after.truth is not None
    assert after.truth.mean < before.truth.mean - 0.1
    surprises = [report.kinds[0].surprise for report in (before, after)]
    assert errors_off(surprises[0]) > 2
    assert abs(surprises[1].mean) < surprises[0].mean / 2


def drawn(other: int) -> list[dict[tuple[Any, ...], int]]:
    """How many worlds have what, at each decision of seat 0 in a play against that card."""
    players = ({"name": "ann"}, {"name": "bob"})
    moves = (Step(ACT, 0, 1, CHECK), Step(ACT, 1, 1, BET), Step(ACT, 0, 2, FOLD))
    steps = (Step(START, chance=[4, other]), *moves)
    play = Record(Leduc(), Terms(), {"first": 0}, players, steps, "the same")
    looks = look_around(Sitting(play, 0, "ann", 0, 0), SAMPLING)
    return [
        {tuple(fact.what): fact.counts[1] - fact.true for fact in look.facts if 1 in fact.counts}
        for look in looks
    ]


def test_the_same_worlds_are_drawn_whatever_the_truth_is() -> None:
    """Twins: plays that look the same to the seat until it has folded."""
    first, *others = map(drawn, (0, 1, 2, 3, 5))
    assert len(first) == 2
    assert sum(first[0].values()) == SAMPLING.worlds  # each has one of the five cards
    assert len(first[0]) == 5
    assert all(other == first for other in others)


def test_a_look_counts_the_truth_and_every_world(quiet: Path) -> None:
    looks = looked(quiet)
    assert looks == looked(quiet)
    for look in looks:
        for fact in look.facts:
            assert fact.counts[fact.true] >= 1
            assert sum(fact.counts.values()) == SAMPLING.worlds + 1
            assert fact.about != look.seat


def test_parts_of_a_match_come_in_order(quiet: Path) -> None:
    by_sitting: dict[tuple[int, int], list[int]] = {}
    for look in looked(quiet):
        by_sitting.setdefault((look.match, look.seat), []).append(look.part)
    assert all(parts == sorted(parts) for parts in by_sitting.values())
    assert {part for parts in by_sitting.values() for part in parts} <= {0, 1, 2, 3}
    assert any(len(set(parts)) > 1 for parts in by_sitting.values())


def test_what_is_too_rare_has_no_interval_and_does_not_come_first() -> None:
    """Of a hundred things that one world of eight says, twelve should come; of forty, none has come by chance soon enough."""

    def seen(what: str, facts: int, trues: int) -> list[Look]:
        counts = {0: 7, 1: 1}
        return [
            Look(
                at,
                at,
                "ann",
                0,
                1,
                0,
                [OpenFact(1, "bob", ["card", what], counts, int(at < trues))],
            )
            for at in range(facts)
        ]

    report = report_of([*seen("rare", 40, 0), *seen("usual", 100, 30)])
    usual, rare = report.things
    assert (usual.what, rare.what) == (["card", "usual"], ["card", "rare"])
    assert (rare.said, rare.true, rare.excess.mean) == (0.125, 0.0, -0.125)
    assert rare.excess.low is None
    assert usual.excess.low is not None
    assert usual.excess.low > 0


# The command.


def test_the_command_tells_the_words_of_the_game(
    colonies: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    each, file = tmp_path / "each.jsonl", tmp_path / "worlds.json"
    words = ("--worlds", "10", "--decisions", "3", "--seed", "1", "--processes", "0")
    assert call(worlds, str(colonies), *words, "--each", str(each), "--json", str(file)) == 0
    text = capsys.readouterr().out
    assert "6 matches of colonizers, 10 worlds each, seed 1" in text
    assert "furthest from what worlds said" in text
    assert not any(
        line.startswith(("module ", "role ")) for line in text.split("furthest")[1].splitlines()
    )
    report = json.loads(file.read_text())
    assert report["format"] == 1
    assert {row["kind"] for row in report["kinds"]} == {"module", "role"}
    looks = [json.loads(line) for line in each.read_text().splitlines()]
    assert len(looks) == report["looks"]
    facts = sum(len(look["facts"]) for look in looks)
    assert facts == sum(row["facts"] for row in report["kinds"])


def test_one_process_and_two_say_the_same(colonies: Path, tmp_path: Path) -> None:
    files = [tmp_path / "none.json", tmp_path / "two.json"]
    for file, processes in zip(files, ("0", "2"), strict=True):
        words = ("--worlds", "10", "--decisions", "2", "--seed", "1", "--processes", processes)
        assert call(worlds, str(colonies), *words, "--json", str(file)) == 0
    assert files[0].read_bytes() == files[1].read_bytes()


def test_what_was_learnt_weighs_worlds_and_nothing_is_learnt_of_these(
    quiet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "habits.json"
    cheap = ("--worlds", "10", "--decisions", "1", "--seed", "1", "--processes", "0")
    assert call(worlds, str(quiet), *cheap, "--learn", str(file)) == 0
    assert load_habits(str(file)).weights
    assert call(worlds, str(quiet), *cheap, "--habits", str(file)) == 0
    assert "10 worlds each, weighed by habits, seed 1" in capsys.readouterr().out
    with pytest.raises(CommandError, match="--learn: expected worlds without --habits"):
        call(worlds, str(quiet), "--habits", str(file), "--learn", str(tmp_path / "again.json"))


def test_habits_of_other_rules_and_other_files_are_refused(quiet: Path, tmp_path: Path) -> None:
    file = tmp_path / "habits.json"
    file.write_text(Habits("leduc", "leduc/0.9", {}).to_text())
    with pytest.raises(
        CommandError, match=r"--habits: .*: learnt under leduc/0\.9, and .* is leduc/"
    ):
        call(worlds, str(quiet), "--habits", str(file))
    file.write_text("{}")
    with pytest.raises(
        CommandError, match="--habits: expected what `infoset worlds --learn` writes"
    ):
        call(worlds, str(quiet), "--habits", str(file))


def test_a_game_without_worlds_is_refused(quiet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Leduc, "worlds", False)
    with pytest.raises(CommandError, match="leduc: expected a game that can draw worlds"):
        call(worlds, str(quiet), "--processes", "0")


def test_a_match_in_which_nothing_is_hidden_says_so(quiet: Path) -> None:
    looks = [replace(look, facts=[]) for look in looked(quiet)[:3]]
    report = report_of(looks)
    assert (report.looks, report.kinds, report.things) == (3, [], [])
