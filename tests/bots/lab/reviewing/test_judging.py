"""Decisions are judged by what the seat knew, and by nothing else."""

from dataclasses import replace

from infoset_bots.lab.reviewing.blunders import is_blunder
from infoset_bots.lab.reviewing.judging import Judged, Judgement, Sitting, judge_sitting
from infoset_bots.lab.reviewing.losses import Loss
from infoset_bots.lab.reviewing.making import make_playout
from infoset_bots.lab.reviewing.moments import Moment, final_answers, moments_of
from infoset_bots.lab.reviewing.reference import find_reference
from infoset_games.record import Record
from infoset_games.steps import ACT, MISS, REPLACE, START, Step
from infoset_games.terms import Terms
from infoset_games.testing.toys.leduc import BET, CALL, CHECK, FOLD, Leduc

OWN = 4  # one of the two highest cards
JUDGEMENT = Judgement("monte_carlo:worlds=30", "", 0, 40, 0, 0.05, "seed")


def record(steps: list[Step], other: int = 0) -> Record:
    """A play that seat 0 begins with a card of its own, against another."""
    players = ({"name": "ann"}, {"name": "bob"})
    start = Step(START, chance=[OWN, other])
    return Record(Leduc(), Terms(), {"first": 0}, players, (start, *steps), "the same")


def judged(play: Record, seat: int = 0) -> list[Judged]:
    make = find_reference(JUDGEMENT.reference, "leduc")
    sitting = Sitting(play, seat, "ann", 0, 0)
    return list(judge_sitting(sitting, JUDGEMENT, make, make_playout("leduc", "", 0)))


def folded() -> list[Step]:
    """Seat 0 folds one of the best cards."""
    return [Step(ACT, 0, 1, CHECK), Step(ACT, 1, 1, BET), Step(ACT, 0, 2, FOLD)]


def test_what_a_seat_cannot_know_makes_no_difference() -> None:
    """Twins: plays that look the same to seat 0 until it has folded."""
    first, *others = [judged(record(folded(), other)) for other in (0, 1, 2, 3, 5)]
    assert len(first) == 2
    assert all(other == first for other in others)


def test_to_fold_a_good_card_is_a_blunder() -> None:
    check, fold = judged(record(folded()))
    assert (fold.kind, fold.played, fold.better) == ("answer", ["fold"], ["call"])
    assert fold.loss.is_surely_above(0.05)
    assert not fold.agrees
    assert abs(check.loss.mean) <= 2 * check.loss.error + 0.2


def test_a_seat_is_judged_for_what_it_chose_itself() -> None:
    """What was missed is not judged."""
    steps = [
        Step(ACT, 0, 1, CHECK),
        Step(MISS, 1, 1, CHECK, chance=[2]),
        Step(ACT, 0, 2, BET),
        Step(ACT, 1, 2, CALL),
    ]
    play = record(steps)
    found = {
        seat: [one.number for one in moments_of(play, seat) if isinstance(one, Moment)]
        for seat in (0, 1)
    }
    assert found == {0: [1, 2], 1: [2]}


def test_of_a_choice_that_was_made_anew_the_last_one_counts() -> None:
    steps = [Step(ACT, 0, 1, CHECK), Step(REPLACE, 0, 1, BET), Step(ACT, 0, 2, CALL)]
    assert final_answers(record(steps), 0) == {1: BET, 2: CALL}


def test_what_is_to_be_confirmed_is_a_blunder_twice_and_costs_what_the_second_look_says() -> None:
    sure = replace(JUDGEMENT, confirm=60)
    sitting = Sitting(record(folded()), 0, "ann", 0, 0)
    make, playout = find_reference(sure.reference, "leduc"), make_playout("leduc", "", 0)
    check, fold = judge_sitting(sitting, sure, make, playout)
    assert (check.again is None) == (not check.loss.is_surely_above(sure.threshold))
    assert fold.again is not None
    assert fold.again != fold.loss
    assert fold.cost == fold.again
    assert is_blunder(fold, sure.threshold)
    assert not is_blunder(replace(fold, again=Loss(0.01, 0.02)), sure.threshold)
