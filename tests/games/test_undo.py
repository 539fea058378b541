"""Taking a step back: never behind a reveal, and the match is then as it was, but for the time that has passed."""

import random
from typing import Any

import pytest

from infoset_games.clocks import Clock
from infoset_games.core import CHANCE, State
from infoset_games.decision import Choice
from infoset_games.game import Game
from infoset_games.match import Match
from infoset_games.notices import Asked, Closed, Notice, Told
from infoset_games.record import Record, read_record, write_record
from infoset_games.registry import make_game
from infoset_games.replay import canonical, state_hash
from infoset_games.steps import ACT, UNDO, RecordError, Step
from infoset_games.terms import Terms

TRIES = {"colonizers": 4_500, "catan": 5_000, "crossfire": 500}
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "colonizers": ("colonizers", {}),
    "catan": ("catan", {}),
    "catan-hidden": ("catan", {"public_discards": False, "bank_public": False}),
    "catan-two": ("catan", {"seats": 2}),
    "crossfire": ("crossfire", {}),
}
BANK = Clock(kind="bank", main_ms=60_000, inc_ms=5_000)


def sights(match: Match) -> list[str]:
    """What every seat and a spectator are shown, as text."""
    return [canonical(match.observation(viewer)) for viewer in (*range(match.game.seats), None)]


def sights_of(game: Game, state: State) -> list[str]:
    """The same of a position."""
    viewers = (*range(game.seats), None)
    return [canonical(game.write_observation(state.observe(viewer))) for viewer in viewers]


def bank_of(match: Match) -> int:
    """What seat 0 has left in its bank."""
    banks = match.banks_ms(0)
    assert banks is not None
    return banks[0]


def act(match: Match, index: int = 0, now_ms: int = 0, seat: int | None = None) -> list[Notice]:
    """A seat that is asked takes the action at `index`."""
    asked = next(iter(match.open.values())) if seat is None else match.open[seat]
    return match.submit(asked.seat, asked.number, Choice(index), now_ms)


def act_by(match: Match, verb: str, now_ms: int = 0) -> list[Notice]:
    """The seat that is asked takes its first action of this verb."""
    (asked,) = match.open.values()
    written = [
        match.game.write_action(match.state, asked.seat, asked.space.item(index))
        for index in range(asked.space.size)
    ]
    return act(match, [action[0] for action in written].index(verb), now_ms)


def try_everything(game: Game, tries: int, rng: random.Random) -> dict[str, int]:
    """So many tries to take something back in random matches. Returns how many were right, wrong, and by consent."""
    count = {"undone": 0, "refused": 0, "by consent": 0}
    while count["undone"] + count["refused"] < tries:
        match = Match(game, Terms(max_plies=1_500), f"seed {rng.random()}")
        match.start(0)
        before: list[tuple[State, int]] = []  # of plies that could be taken back
        while match.over is None and count["undone"] + count["refused"] < tries:
            seat = rng.randrange(game.seats)
            if rng.random() < 0.5:
                try_one(match, seat, before, count)
            if match.over is None:
                play_one(match, rng, before)
    return count


def play_one(match: Match, rng: random.Random, before: list[tuple[State, int]]) -> None:
    """A random action, and what everybody knew before it where no chance came of it."""
    asked = rng.choice([each for each in match.open.values() if each.sealed is None])
    was, plies = match.state.copy(), len(match.log)
    act(match, rng.randrange(asked.space.size), seat=asked.seat)
    drawn = any(CHANCE in joint for joint in match.log[plies:])
    if len(match.log) != plies:
        if drawn or len(match.log) != plies + 1 or len(match.log[-1]) != 1:
            before.clear()
        else:
            if before and before[-1][1] != asked.seat:
                before.clear()
            before.append((was, asked.seat))


def try_one(
    match: Match,
    seat: int,
    before: list[tuple[State, int]],
    count: dict[str, int],
) -> None:
    """`seat` takes back what it may; what it may not, no record has it take back either."""
    number = match.undoable(seat)
    if number is None:
        count["refused"] += 1
        with pytest.raises(RecordError):
            match.redo(Step(UNDO, seat, match.steps[-1].decision), 0)
        return
    count["undone"] += 1
    count["by consent"] += bool(match.undo_asks(seat))
    assert before, "chance, several seats or another seat have acted since"
    was, by = before.pop()
    assert by == seat
    ver = match.ver
    notices = match.undo(seat, 0)
    assert sights(match) == sights_of(match.game, was)
    assert state_hash(match.state) == state_hash(was)
    assert [notice.ver for notice in notices if isinstance(notice, Told)] == [ver + 1]
    assert list(match.open) == [seat]
    assert match.open[seat].number != number


@pytest.mark.parametrize("name", GAMES)
def test_no_undo_crosses_a_reveal(name: str) -> None:
    """Beside `check_undo_crosses_no_reveal` of the kit, which asks the worlds of every seat."""
    rules, options = GAMES[name]
    tries = TRIES[rules] // sum(each == rules for each, _ in GAMES.values())
    count = try_everything(make_game(rules, options), tries, random.Random(name))
    assert (count["undone"] > 0) == (rules != "crossfire")  # there both sides command at once
    assert (count["by consent"] > 0) == (rules == "catan")


def colonizers() -> Match:
    """Four colonists are picked, and seat 0 is to draw."""
    match = Match(make_game("colonizers", {}), Terms(clock=BANK), "seed")
    match.start(0)
    for _ in range(4):
        act(match)
    return match


def test_a_card_that_was_kept_is_chosen_again() -> None:
    match = colonizers()
    act_by(match, "draw")
    assert match.undoable(0) is None  # two cards were seen
    known = sights(match)
    act_by(match, "keep")
    assert match.undoable(0) == 3
    assert match.undo_asks(0) == []
    notices = match.undo(0, 0)
    assert sights(match) == known
    assert [type(notice) for notice in notices] == [Closed, Told, Asked]
    (told,) = (notice for notice in notices if isinstance(notice, Told))
    assert told.views[None] == [{"e": "undone", "by": 0}]
    assert match.undoable(0) is None  # next would be the draw


def test_a_picked_colonist_is_not_given_back() -> None:
    match = Match(make_game("colonizers", {}), Terms(), "seed")
    match.start(0)
    act(match)
    assert match.undoable(0) is None  # the next seat has seen which are left


def test_a_step_is_taken_back_by_its_seat_alone_and_once() -> None:
    match = colonizers()
    act_by(match, "draw")
    act_by(match, "keep")
    assert [match.undoable(seat) for seat in range(4)] == [3, None, None, None]
    match.undo(0, 0)
    with pytest.raises(RecordError, match="decision 3 of seat 0 cannot be taken back"):
        match.redo(Step(UNDO, 0, 3), 0)


def test_the_answer_that_was_taken_back_is_not_accepted_again() -> None:
    match = colonizers()
    act_by(match, "draw")
    (asked,) = match.open.values()
    act_by(match, "keep")
    match.undo(0, 0)
    again = match.submit(0, asked.number, Choice(0), 0, may_repeat=True)
    assert [type(notice).__name__ for notice in again] == ["Stale"]


def test_time_that_was_used_stays_used() -> None:
    match = colonizers()
    act_by(match, "draw", 1_000)
    bank = bank_of(match)
    act_by(match, "keep", 11_000)
    assert bank_of(match) == bank - 10_000 + 5_000
    match.undo(0, 14_000)
    assert match.open[0].left_ms(14_000) == bank - 13_000
    match.start_clock(0, 15_000)  # the question leaves a little later
    act_by(match, "keep", 17_000)
    assert bank_of(match) == bank - 15_000 + 5_000  # and one increment


def test_nothing_is_taken_back_when_no_time_would_be_left() -> None:
    match = Match(
        make_game("colonizers", {}), Terms(clock=Clock(kind="per_move", move_ms=10_000)), "seed"
    )
    match.start(0)
    for _ in range(4):
        act(match)
    act_by(match, "draw")
    act_by(match, "keep", 9_000)
    steps = list(match.steps)
    assert match.undo(0, 10_000) == []
    assert match.steps == steps
    assert match.undo(0, 9_500) != []


def test_what_was_asked_of_the_next_seat_is_withdrawn() -> None:
    match = Match(make_game("catan", {}), Terms(), "seed")
    match.start(0)
    act(match)
    act(match)
    assert list(match.open) == [1]
    assert match.undo_asks(0) == [1, 2, 3]
    notices = match.undo(0, 0)
    assert notices[0] == Closed(1, 1, "withdrawn")
    assert match.undo_asks(0) == []  # the settlement before the road, in the own turn
    match.undo(0, 0)
    assert match.undoable(0) is None
    assert match.log == []


def test_nobody_takes_back_what_somebody_has_answered() -> None:
    match = Match(make_game("catan", {}), Terms(), "seed")
    match.start(0)
    for _ in range(3):
        act(match)
    assert match.undoable(0) is None
    match.undo(1, 0)
    assert match.undoable(0) is None  # seat 0 has seen the answer


def test_who_has_left_is_not_asked() -> None:
    match = Match(make_game("catan", {}), Terms(), "seed")
    match.start(0)
    match.forfeit(3, "resign", 0)
    act(match)
    act(match)
    assert match.undo_asks(0) == [1, 2]


def test_steps_taken_back_count_for_the_longest_match() -> None:
    match = Match(make_game("catan", {}), Terms(max_plies=10), "seed")
    match.start(0)
    while match.over is None:
        if match.undoable(0) is None:
            act(match)
        else:
            match.undo(0, 0)
    assert match.over.reason == "aborted"


def test_a_record_with_an_undo_plays_the_same_match() -> None:
    match = colonizers()
    act_by(match, "draw", 1_000)
    act_by(match, "keep", 2_000)
    match.undo(0, 3_000)
    act(match, 1, 4_000)
    assert [step.kind for step in match.steps[-4:]] == [ACT, ACT, UNDO, ACT]
    match.abort("shutdown")
    record = Record(
        match.game, match.terms, match.deal, ({"name": "x"},) * 4, tuple(match.steps), "0" * 64
    )
    lines = list(write_record(record))
    assert '"step":"undo","seat":0,"decision":3,"ms":2000' in lines[-4]
    again = read_record(lines, lambda name, options, rules: make_game(name, options))
    assert again.steps == record.steps
    *_, (_, restored, _) = again.play()
    assert state_hash(restored.state) == state_hash(match.state)
    assert restored.banks_ms() == match.banks_ms()
