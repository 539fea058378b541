"""What recorded players did, as numbers: exactly what a learner would have been shown in their place, and nothing that was not theirs."""

import random
from typing import Any

import pytest
from tests.games.test_record import record_of

from infoset_bots.adapters.demonstrations import Demonstration, demonstrations
from infoset_bots.adapters.encoding import Encoding, EncodingError, Options, Parts, encoding_of
from infoset_games.clocks import Clock
from infoset_games.core import State
from infoset_games.decision import Choice
from infoset_games.game import Game
from infoset_games.match import Match
from infoset_games.registry import make_game
from infoset_games.spaces import ProductSpace
from infoset_games.steps import MISS, UNDO
from infoset_games.terms import Terms
from infoset_games.testing.toys import Ambush, Leduc

UNTIMED = Terms(max_plies=3_000)
GAMES: dict[str, Game] = {
    "leduc": Leduc(),
    "ambush": Ambush(seats=3),  # all decide at once, slot by slot
    "colonizers": make_game("colonizers", {"colony": 3}),
    "catan": make_game("catan", {"seats": 3, "target": 4}),
    "crossfire": make_game("crossfire", {"preset": "mini"}),
}


def say(
    match: Match, seat: int, encoding: Encoding, rng: random.Random, now_ms: int = 0
) -> list[Demonstration]:
    """Lets a seat say any numbers that it may until its decision is complete; what it was shown, and said."""
    asked, state = match.open[seat], match.state
    found: list[Demonstration] = []
    parts: Parts = ()
    code: int | None = None
    while code is None:
        options = encoding.options(state, seat, parts)
        number = rng.choice(sorted(options))
        cells = encoding.tensor(state.observe(seat), parts)
        found.append(Demonstration(seat, asked.number, cells, tuple(options), number))
        parts, code = (*parts, number), options[number]
    match.submit(seat, asked.number, choice_of(match, seat, code), now_ms)
    return found


def choice_of(match: Match, seat: int, code: int) -> Choice:
    """As a bot answers: a product by its slots, what is on no list as it is written."""
    space = match.open[seat].space
    if isinstance(space, ProductSpace):
        return Choice(picks=list(space.split(code)))
    if space.contains(code):
        return Choice(index=space.index(code))
    return Choice(action=match.game.write_action(match.state, seat, code))


def played(encoding: Encoding, seed: int) -> tuple[Match, list[Demonstration]]:
    """A match of seats that say anything they may, and what they said."""
    match, rng = Match(encoding.game, UNTIMED, f"seed {seed}"), random.Random(seed)
    match.start(0)
    said: list[Demonstration] = []
    while match.over is None:
        waiting = [one.seat for one in match.open.values() if one.sealed is None]
        said += say(match, rng.choice(waiting), encoding, rng)
    return match, said


@pytest.mark.parametrize("name", GAMES)
def test_what_was_said_is_read_out_of_the_record(name: str) -> None:
    """Also every trade that is spelled, on the menu or not, and every command of every unit."""
    encoding = encoding_of(GAMES[name])
    said: list[Demonstration] = []
    for seed in range(3):
        match, said = played(encoding, seed)
        record = record_of(match)
        assert list(demonstrations(record, encoding)) == said
        mine = [one for one in said if one.seat == 1]
        assert list(demonstrations(record, encoding, {1})) == mine
    if name == "catan":
        assert len({(one.seat, one.decision) for one in said}) < len(said)


def test_only_what_a_seat_decided_itself_is_shown() -> None:
    """Not what was played for it, not what it took back, not what another did in its place."""
    encoding = encoding_of(make_game("colonizers", {}))
    rng = random.Random(5)
    terms = Terms(clock=Clock(kind="per_move", move_ms=1_000))
    match, now_ms = Match(encoding.game, terms, "seed"), 0
    match.start(now_ms)
    said: list[Demonstration] = []
    replaced: set[int] = set()
    undone = 0
    while match.over is None:
        (seat,) = match.open
        if len(match.steps) == 100:
            match.forgive(2)
            replaced.add(2)
        if len(match.steps) == 150:
            now_ms = match.next_deadline_ms() or now_ms
            match.tick(now_ms)
            continue
        numbers = say(match, seat, encoding, rng, now_ms)
        if match.undoable(seat) is not None and rng.random() < 0.5:
            match.undo(seat, now_ms)
            undone += match.steps[-1].kind == UNDO
            continue
        if seat not in replaced:
            said += numbers
    assert undone
    assert any(step.kind == MISS for step in match.steps)
    assert list(demonstrations(record_of(match), encoding)) == said


def test_what_was_played_before_a_branch_belongs_to_others() -> None:
    encoding = encoding_of(Leduc())
    rng = random.Random(1)
    old = Match(encoding.game, UNTIMED, "old")
    old.start(0)
    say(old, next(iter(old.open)), encoding, rng)
    new = Match(encoding.game, UNTIMED, "new", old.deal)
    new.begin_with(old.steps, 0)
    said: list[Demonstration] = []
    while new.over is None:
        said += say(new, next(iter(new.open)), encoding, rng)
    assert list(demonstrations(record_of(new), encoding)) == said


class Twice(Encoding):
    """Leduc, spelled: first `say`, then the action."""

    actions, row, cells, low, high = 5, (5,), 1, 0.0, 1.0

    def options(self, state: State, seat: int, parts: Parts) -> Options:
        return super().options(state, seat, ()) if parts else {4: None}

    def tensor(self, observation: Any, parts: Parts = ()) -> list[float]:
        return [float(len(parts))]


def test_an_encoding_that_spells_needs_no_more_than_its_options() -> None:
    encoding = Twice(Leduc())
    match, said = played(encoding, 1)
    assert [one.number for one in said[::2]] == [4] * (len(said) // 2)
    assert list(demonstrations(record_of(match), encoding)) == said


class Mute(Twice):
    """Has no end."""

    def options(self, state: State, seat: int, parts: Parts) -> Options:
        return {4: None}


class Wrong(Twice):
    """Says what it may not."""

    def spell(self, state: State, seat: int, action: int) -> Parts:
        return (3,)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (Mute, r"leduc: no numbers were found for action \['\w+'\]; its Encoding needs a `spell`"),
        (Wrong, r"leduc: spell: \['\w+'\] has the number 3 behind \(\), expected one of \[4\]"),
    ],
)
def test_an_encoding_that_cannot_say_an_action_is_named(make: type[Encoding], why: str) -> None:
    match, _ = played(encoding_of(Leduc()), 1)
    with pytest.raises(EncodingError, match=why):
        list(demonstrations(record_of(match), make(Leduc())))


def test_what_an_encoding_is_for_is_said_in_words() -> None:
    encoding = encoding_of(GAMES["colonizers"])
    assert encoding.purpose() == "colonizers/1.0 (ColonizersEncoding: 242 cells, 48 actions)"
