"""A match is a function of its deal and its steps: taken again they give the same match and notices."""

import random
from typing import Any

import pytest

from infoset_games.clocks import Clock
from infoset_games.decision import Choice
from infoset_games.game import Game
from infoset_games.match import Match
from infoset_games.notices import Notice, Told
from infoset_games.registry import make_game
from infoset_games.replay import state_hash
from infoset_games.steps import (
    ACT,
    BRANCH,
    FORGIVE,
    KINDS,
    LEAVE,
    MISS,
    REPLACE,
    START,
    UNDO,
    RecordError,
    Step,
)
from infoset_games.terms import Terms
from infoset_games.testing.toys import Ambush, Leduc

BANK = Clock(kind="bank", main_ms=60_000, inc_ms=500, first_ms=2_000, grace_ms=100)
GAMES: dict[str, Game] = {
    "leduc": Leduc(),
    "ambush": Ambush(),
    "colonizers": make_game("colonizers", {}),
}
TERMS = {
    "fallback": Terms(clock=BANK, max_timeouts=2),
    "random": Terms(clock=BANK, on_timeout="random", max_timeouts=3, absent="forfeit"),
    "forfeit": Terms(clock=BANK, on_timeout="forfeit"),
    "berserk": Terms(clock=BANK, max_timeouts=2, berserk=(1,)),
}


def eventful(game: Game, terms: Terms, seed: int) -> tuple[Match, list[Notice]]:
    """A match in which everything happens now and then, and what it told."""
    rng = random.Random(seed)
    match = Match(game, terms, f"seed {seed}")
    now_ms = 0
    told = match.start(now_ms)
    while match.over is None:
        now_ms += rng.randrange(3_000)
        told += something(match, now_ms, rng)
    return match, told


def something(match: Match, now_ms: int, rng: random.Random) -> list[Notice]:
    """One thing that players, clocks or owners may do."""
    luck = rng.random()
    seat = rng.randrange(match.game.seats)
    if luck < 0.03:
        return match.tick(match.next_deadline_ms() or now_ms)
    if luck < 0.035:
        return match.forfeit(seat, "resign", now_ms)
    if luck < 0.05:
        match.forgive(seat)
        return []
    if luck < 0.06:
        return match.abort("shutdown")
    if luck < 0.16 and match.undoable(seat) is not None:
        return match.undo(seat, now_ms)
    asked = rng.choice(list(match.open.values()))
    index = -1 if luck < 0.1 else rng.randrange(asked.space.size)
    return match.submit(asked.seat, asked.number, Choice(index), now_ms, replace=luck > 0.9)


def facts(match: Match) -> dict[str, Any]:
    """All there is to know about a match, but for the time its open decisions have taken."""
    return {
        "state": state_hash(match.state),
        "log": match.log,
        "ver": match.ver,
        "open": {
            seat: (asked.number, asked.kind, asked.sealed, asked.budget_ms)
            for seat, asked in match.open.items()
        },
        "over": match.over and (match.over.reason, match.over.result),
        "timeouts": match.timeouts,
        "banks": match.banks_ms(),
        "left": [match.has_left(seat) for seat in range(match.game.seats)],
        "steps": match.steps,
    }


def again(match: Match, steps: list[Step]) -> tuple[Match, list[Notice]]:
    """A match like `match` made from its deal and `steps`."""
    restored = Match(match.game, match.terms, match.seed, match.deal)
    told: list[Notice] = []
    for step in steps:
        told += restored.redo(step, 5_000)
    return restored, told


@pytest.mark.parametrize("terms", TERMS)
@pytest.mark.parametrize("name", GAMES)
def test_the_steps_taken_again_give_the_same_match(name: str, terms: str) -> None:
    kinds: set[str] = set()
    for seed in range(40):
        match, told = eventful(GAMES[name], TERMS[terms], seed)
        restored, retold = again(match, match.steps)
        assert facts(restored) == facts(match)
        assert sum(restored.illegal) == sum(step.tries for step in match.steps)
        views = [notice for notice in told if isinstance(notice, Told)]
        assert [notice for notice in retold if isinstance(notice, Told)] == views
        kinds.update(step.kind for step in match.steps)
    missing = {BRANCH} if GAMES[name].simultaneous else {BRANCH, REPLACE}
    assert kinds == set(KINDS) - missing - (set() if name == "colonizers" else {UNDO})


@pytest.mark.parametrize("name", GAMES)
def test_a_match_cut_off_anywhere_goes_on_as_it_would_have(name: str) -> None:
    terms = TERMS["random"]
    for seed in range(5):
        match = Match(GAMES[name], terms, f"seed {seed}")
        match.start(0)
        while match.over is None:
            restored, _ = again(match, list(match.steps))
            assert facts(restored) == facts(match)
            asked = next(each for each in match.open.values() if each.sealed is None)
            is_missed = match.ver % 5 == 1
            # The same choice at once, or none: both must draw and charge the same from here.
            for each in (match, restored):
                opened = each.open[asked.seat].opened_ms
                if is_missed:
                    each.tick(each.next_deadline_ms() or 0)
                else:
                    each.submit(asked.seat, asked.number, Choice(0), opened + 400)
            assert facts(restored) == facts(match)


def test_equal_seeds_bring_equal_luck_however_the_seats_play() -> None:
    """What duplicate deals rest on: the n-th draw of chance depends on the seed and n alone."""
    luck: list[list[int]] = []
    for choice in (0, 1):
        match = Match(GAMES["colonizers"], Terms(), "seed")
        match.start(0)
        while match.over is None:
            asked = next(iter(match.open.values()))
            index = min(choice, asked.space.size - 1)
            match.submit(asked.seat, asked.number, Choice(index), 0)
        luck.append([code for step in match.steps for code in step.chance])
    first, second = sorted(luck, key=len)
    assert first == second[: len(first)]
    assert len(first) > 2


def test_nobody_is_charged_for_the_time_between_a_step_and_its_being_taken_again() -> None:
    match = Match(Leduc(), TERMS["fallback"], "seed")
    match.start(0)
    asked = next(iter(match.open.values()))
    restored = Match(Leduc(), TERMS["fallback"], "seed", match.deal)
    restored.redo(match.steps[0], 3_600_000)
    assert restored.open[asked.seat].left_ms(3_600_000) == asked.left_ms(0)


@pytest.mark.parametrize(
    ("step", "why"),
    [
        (Step(START), "first step"),
        (Step(ACT, 9, 1), "seat 9: expected 0..1"),
        (Step(ACT, 0, 7), "decision 7 of seat 0 is not open"),
        (Step(MISS, 1, 1), "decision 1 of seat 1 is not open"),
        (Step(ACT, 0, 1, 99), "step 2: "),
        (Step(REPLACE, 0, 1, 1), "'replace' of a decision"),
        (Step("dance", 0, 1, 1), "no kind of step: 'dance'"),
        (Step(LEAVE, -1), "seat -1"),
        (Step(FORGIVE, 4), "seat 4"),
        (Step(ACT, 0, 1, 1, chance=[3]), "more chance"),
    ],
)
def test_a_step_that_cannot_have_happened_is_refused(step: Step, why: str) -> None:
    match = Match(Leduc(), Terms(), "seed", {"first": 0})
    match.start(0)
    with pytest.raises(RecordError, match=why):
        match.redo(step, 0)


@pytest.mark.parametrize(("chance", "why"), [([], "less chance"), ([999], "no such chance: 999")])
def test_chance_that_cannot_have_happened_is_refused(chance: list[int], why: str) -> None:
    match = Match(Leduc(), Terms(), "seed")
    with pytest.raises(RecordError, match=why):
        match.redo(Step(START, chance=chance), 0)


def test_nothing_follows_the_end() -> None:
    match = Match(Leduc(), Terms(), "seed")
    match.start(0)
    match.abort("shutdown")
    with pytest.raises(RecordError, match="step 3: the match is over"):
        match.redo(Step(FORGIVE, 0), 0)
