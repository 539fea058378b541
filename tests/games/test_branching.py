"""A match that begins in the middle of another: the same position, other luck, fresh clocks, a whole record."""

import random
from typing import Any

import pytest

from infoset_games.clocks import Clock
from infoset_games.decision import Choice
from infoset_games.fairness import draws
from infoset_games.luck import LuckSource, seed_commitment
from infoset_games.match import Match
from infoset_games.notices import Asked, Told
from infoset_games.record import Record, read_record, write_record
from infoset_games.registry import make_game
from infoset_games.replay import canonical, state_hash
from infoset_games.steps import BRANCH, RecordError, Step, own_from
from infoset_games.terms import Terms

GAMES: dict[str, dict[str, Any]] = {"colonizers": {}, "catan": {}, "crossfire": {}}
STEPS = {"colonizers": 40, "catan": 60, "crossfire": 9}
BANK = Terms(clock=Clock(kind="bank", main_ms=60_000, inc_ms=0), max_plies=3_000)


def played(name: str, steps: int, seed: str = "infoset-luck/1:old") -> Match:
    """A match after so many random decisions, of a second each."""
    match, rng = Match(make_game(name, GAMES[name]), BANK, seed), random.Random(7)
    match.start(0)
    while len(match.steps) < steps or any(one.sealed is not None for one in match.open.values()):
        asked = rng.choice([one for one in match.open.values() if one.sealed is None])
        choice = Choice(rng.randrange(asked.space.size))
        match.submit(asked.seat, asked.number, choice, asked.opened_ms + 1_000)
    return match


def tried(match: Match, seed: str, terms: Terms = BANK) -> Match:
    """Another match that begins where this one is."""
    deal = match.game.deal_anew(match.deal, match.state, LuckSource(seed).anew())
    other = Match(match.game, terms, seed, deal)
    other.begin_with(match.steps, 500)
    return other


def sights(match: Match) -> list[str]:
    return [canonical(match.observation(viewer)) for viewer in (*range(match.game.seats), None)]


def play_out(match: Match, seed: int = 3) -> None:
    rng = random.Random(seed)
    while match.over is None:
        asked = next(one for one in match.open.values() if one.sealed is None)
        match.submit(asked.seat, asked.number, Choice(rng.randrange(asked.space.size)), 600)


def record_of(match: Match) -> Record:
    return Record(
        match.game,
        match.terms,
        match.deal,
        tuple({"name": f"p{seat}"} for seat in range(match.game.seats)),
        tuple(match.steps),
        seed_commitment(match.seed),
        match.seed,
    )


@pytest.mark.parametrize("name", GAMES)
def test_everybody_knows_what_they_knew_and_is_asked_the_same_on_fresh_clocks(name: str) -> None:
    was = played(name, STEPS[name])
    now = tried(was, "infoset-luck/1:new")
    assert sights(now) == sights(was)
    assert now.ver == was.ver + 1
    assert list(now.open) == list(was.open)
    for seat, asked in now.open.items():
        assert asked.kind == was.open[seat].kind
        assert asked.opened_ms == 500
        assert now.undoable(seat) is None
    assert now.banks_ms() == [60_000] * now.game.seats
    assert was.banks_ms() != now.banks_ms()
    assert (now.timeouts, now.illegal) == ([0] * now.game.seats,) * 2


def test_the_beginning_is_told_once_with_the_whole_position() -> None:
    was = played("catan", 30)
    deal = was.game.deal_anew(was.deal, was.state, LuckSource("s").anew())
    notices = Match(was.game, BANK, "s", deal).begin_with(was.steps, 0)
    told, *asked = notices
    assert isinstance(told, Told)
    assert told.is_undo
    assert told.views[None] == [{"e": "branched"}]
    assert all(isinstance(one, Asked) for one in asked)


@pytest.mark.parametrize("name", GAMES)
def test_it_is_a_record_whole_and_goes_on_from_its_steps_alone(name: str) -> None:
    match = tried(played(name, STEPS[name]), "infoset-luck/1:new")
    play_out(match)
    again = Match(match.game, match.terms, match.seed, match.deal)
    for step in match.steps:
        again.redo(step, 0)
    assert state_hash(again.state) == state_hash(match.state)
    assert again.over == match.over
    record = record_of(match)
    lines = list(write_record(record))
    read = read_record(lines, make_game)
    assert read.steps == record.steps
    assert list(write_record(read)) == lines


@pytest.mark.parametrize("name", GAMES)
def test_all_its_own_luck_follows_from_its_seed(name: str) -> None:
    match = tried(played(name, STEPS[name]), "infoset-luck/1:new")
    play_out(match)
    found = list(draws(record_of(match)))
    assert all(is_drawn for _, is_drawn in found)
    assert found[0][0] == f"step {own_from(match.steps)}, what lies in store"
    numbers = [match.steps[int(what.split()[1].rstrip(",")) - 1].kind for what, _ in found]
    assert numbers[0] == BRANCH


def test_luck_that_was_chosen_is_found_out() -> None:
    match = tried(played("colonizers", 40), "infoset-luck/1:new")
    play_out(match)
    match.deal = [*match.deal[:-2], match.deal[-1], match.deal[-2]]
    assert match.deal[-1] != match.deal[-2]
    truth = [is_drawn for what, is_drawn in draws(record_of(match)) if "store" in what]
    assert truth == [False]


@pytest.mark.parametrize("name", GAMES)
def test_nothing_from_there_is_as_in_the_old_match(name: str) -> None:
    """What chance brings depends on the new seed alone: not on the old one, nor on the old order of the deck."""
    was = played(name, STEPS[name])
    decks = {canonical(tried(was, f"infoset-luck/1:{n}").state.to_plain()) for n in range(4)}
    play_out(one := tried(was, "infoset-luck/1:a"))
    play_out(two := tried(was, "infoset-luck/1:b"))
    drawn = [[s.chance for s in match.steps[own_from(match.steps) :]] for match in (one, two)]
    assert len(decks) == 4 or drawn[0] != drawn[1]
    if name == "colonizers":
        assert len(decks) == 4


def test_a_branch_of_a_branch() -> None:
    for name in GAMES:
        first = tried(played(name, STEPS[name] - 4), "infoset-luck/1:first")
        rng = random.Random(1)
        for _ in range(2):
            for asked in list(first.open.values()):
                if first.over is None and asked.seat in first.open:
                    first.submit(
                        asked.seat, asked.number, Choice(rng.randrange(asked.space.size)), 900
                    )
        second = tried(first, "infoset-luck/1:second")
        assert sights(second) == sights(first)
        play_out(second)
        assert all(is_drawn for _, is_drawn in draws(record_of(second)))


def test_steps_that_lead_to_the_end_or_nowhere_are_refused() -> None:
    over = played("colonizers", 20)
    play_out(over)
    with pytest.raises(RecordError, match="over"):
        Match(over.game, BANK, "s", over.deal).begin_with(over.steps, 0)
    with pytest.raises(RecordError, match="first step"):
        Match(over.game, BANK, "s", over.deal).begin_with([], 0)
    with pytest.raises(RecordError, match="first step"):
        Match(over.game, BANK, "s", over.deal).redo(Step(BRANCH), 0)
