"""What seats may conclude: chances come true as often as they say, follow from observations alone, and add up."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from math import sqrt
from typing import Any, Final

import pytest

from infoset_games.core import CHANCE, State
from infoset_games.game import Game
from infoset_games.knowledge import (
    Fact,
    Knowledge,
    Tally,
    What,
    has_knowledge,
    interval_of,
    knowledge_of,
)
from infoset_games.registry import make_game
from infoset_games.replay import canonical, random_joint
from infoset_games.rng import Rng
from infoset_games.testing.plain import through_json
from infoset_games.testing.plays import random_play
from infoset_games.testing.twins import twins

GAMES: Final[list[tuple[str, dict[str, Any]]]] = [
    ("catan", {"round_limit": 15}),
    ("catan", {"seats": 3, "public_discards": False, "round_limit": 12}),
    ("colonizers", {}),
    ("crossfire", {"preset": "mini"}),
]
NAMES: Final = ["catan", "catan-hidden-discards", "colonizers", "crossfire"]
WORLDS: Final = 60
LIMITS: Final = (0.0, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 1.0)  # of the bins of said chances
MIN_PLAYS: Final = 10  # in a bin that is judged
SIGMAS: Final = 4.0
TWIN_PLACES: Final = 8  # of a play, at which twins are compared
TWIN_PLAYS: Final = {"catan": 6}  # in which little is hidden
MODEL_ERROR: Final = {"crossfire": 0.08}  # its worlds are not equally frequent, as its rules say

Truth = dict[int, set[What]]


def true_things(game: Game, state: State, viewer: int) -> Truth:
    """What the other seats really have."""
    held = knowledge_of(game.name).held(game, state.observe(viewer), state)
    return {seat: set(held.get(seat, {})) for seat in range(game.seats) if seat != viewer}


def concluded(game: Game, view: Any, label: str) -> dict[int, tuple[Fact, ...]]:
    """By seat what its observation says, as a server works it out."""
    knowledge = knowledge_of(game.name)
    if not knowledge.needs_worlds:
        found = knowledge.counted(game, view)
    else:
        tally = Tally()
        for number in range(WORLDS):
            world = game.determinize(view, Rng(label).branch(number))
            tally.add(knowledge.held(game, view, world))
        found = tally.facts(knowledge.sure(game, view))
    return {known.seat: known.facts for known in found}


def moments(game: Game, plays: int, each: int) -> Iterator[tuple[int, State]]:
    """Positions of random plays, with the number of the play."""
    for play in range(plays):
        chance, choice = Rng(f"chance {play}"), Rng(f"choice {play}")
        state, ply = game.begin(Rng(f"deal {play}")), 0
        while state.result() is None:
            if CHANCE not in state.to_act():
                ply += 1
                if ply % each == 0:
                    yield play, state
            state.apply(joint_without_habits(game, state, chance, choice))


def joint_without_habits(game: Game, state: State, chance: Rng, choice: Rng) -> dict[int, int]:
    """A random joint action, but nobody plays a development card: not to play one would tell that one has none.

    Knowledge assumes no habits, so that is what its chances are right for.
    """
    while True:
        joint = dict(random_joint(state, chance, choice))
        verbs = [game.write_action(state, *one)[0] for one in joint.items()]
        if not any(str(verb).startswith("play_") for verb in verbs):
            return joint


@dataclass
class Bins:
    """How often more came true than was said, by what was said: whoever says too much stands out in one of them."""

    excess: dict[int, dict[int, float]] = field(default_factory=dict)  # by bin and play
    counts: dict[int, int] = field(default_factory=dict)

    def add(self, play: int, chance: float, is_true: bool) -> None:
        place = sum(chance >= limit for limit in LIMITS)
        row = self.excess.setdefault(place, {})
        row[play] = row.get(play, 0.0) + is_true - chance
        self.counts[place] = self.counts.get(place, 0) + 1

    @property
    def judged(self) -> list[int]:
        """The bins with enough plays."""
        return [place for place, row in self.excess.items() if len(row) >= MIN_PLAYS]

    def judge(self, model_error: float = 0.0) -> list[str]:
        """What is wrong, bin by bin."""
        return [fault for place in self.judged for fault in self._judge(place, model_error)]

    def _judge(self, place: int, model_error: float) -> Iterator[str]:
        rows = self.excess[place].values()
        error = SIGMAS * sqrt(sum(one * one for one in rows))  # of the sum: plays are independent
        if abs(sum(rows)) > error + model_error * self.counts[place]:
            yield f"said {LIMITS[place - 1]} or more, {self.counts[place]} times: {sum(rows):+.1f} came true beside what was said"


@pytest.mark.parametrize(
    ("setting", "plays", "each"),
    list(zip(GAMES, (50, 75, 60, 40), (37, 37, 5, 4), strict=True)),
    ids=NAMES,
)
def test_what_is_said_to_be_likely_comes_true_as_often(
    setting: tuple[str, dict[str, Any]], plays: int, each: int
) -> None:
    game = make_game(*setting)
    said, bragged = Bins(), Bins()
    for number, (play, state) in enumerate(moments(game, plays, each)):
        viewer = number % game.seats
        truth = true_things(game, state, viewer)
        for seat, facts in concluded(game, state.observe(viewer), f"{number}").items():
            assert {fact.what for fact in facts if fact.is_sure} <= truth[seat]
            for fact in facts:
                if not fact.is_sure:
                    is_true = fact.what in truth[seat]
                    said.add(play, fact.chance, is_true)
                    bragged.add(play, fact.chance + (1 - fact.chance) / 2, is_true)
    assert len(said.judged) >= 3, "the plays say too little"
    assert said.judge(MODEL_ERROR.get(game.name, 0.0)) == []
    assert bragged.judge(), (
        "chances that are half as far from certainty as they should be pass, too"
    )


@pytest.mark.parametrize("setting", GAMES, ids=NAMES)
def test_whatever_is_true_is_held_possible(setting: tuple[str, dict[str, Any]]) -> None:
    game = make_game(*setting)
    if knowledge_of(game.name).needs_worlds:
        pytest.skip("LOUD: worlds that are drawn may miss what is unlikely")
    for number, (_, state) in enumerate(moments(game, 2, 37)):
        viewer = number % game.seats
        found = concluded(game, state.observe(viewer), "")
        for seat, things in true_things(game, state, viewer).items():
            assert things - {("role", -1)} <= {fact.what for fact in found[seat]}


@pytest.mark.parametrize("setting", [GAMES[0], GAMES[2]], ids=["catan", "colonizers"])
def test_what_is_counted_agrees_with_worlds(setting: tuple[str, dict[str, Any]]) -> None:
    game = make_game(*setting)
    worlds = 200
    looked = 0
    for number, (_, state) in enumerate(moments(game, 2, 53)):
        viewer = number % game.seats
        view = state.observe(viewer)
        hits: dict[tuple[int, What], int] = {}
        for index in range(worlds):
            world = game.determinize(view, Rng(f"{number}").branch(index))
            for seat, things in true_things(game, world, viewer).items():
                for what in things:
                    hits[seat, what] = hits.get((seat, what), 0) + 1
        for seat, facts in concluded(game, view, "").items():
            for fact in facts:
                share = hits.get((seat, fact.what), 0) / worlds
                spread = sqrt(fact.chance * (1 - fact.chance) / worlds)
                assert abs(share - fact.chance) <= 5 * spread + 1 / worlds, (number, seat, fact)
                looked += 1
    assert looked > 50


@pytest.mark.parametrize("setting", GAMES, ids=NAMES)
def test_twins_give_the_same_answer(setting: tuple[str, dict[str, Any]]) -> None:
    game = make_game(*setting)
    knowledge = knowledge_of(game.name)
    compared = told_apart = 0
    plays = [
        random_play(game, f"twins of knowledge {number}")
        for number in range(TWIN_PLAYS.get(game.name, 1))
    ]
    for position in chain.from_iterable(play.decisions(TWIN_PLACES) for play in plays):
        for seat in position.seats():
            truth, *worlds = twins(position, seat)
            told = answer_of(game, knowledge, truth, seat)
            hidden = hidden_from(game, truth, seat)
            for world in worlds:
                assert answer_of(game, knowledge, world, seat) == told
                compared += 1
                told_apart += hidden_from(game, world, seat) != hidden
    assert compared > 10
    assert told_apart >= 3, "an answer that peeked would have been the same"


def hidden_from(game: Game, state: State, seat: int) -> Truth | None:
    """What a peek would tell; None before there is anything."""
    if game.name == "crossfire" and getattr(state.observe(seat), "last", None) is None:
        return None
    return true_things(game, state, seat)


def answer_of(game: Game, knowledge: Knowledge, state: State, seat: int) -> str:
    """All that is told to a seat, from its observation as it is written."""
    view = game.read_observation(through_json(game.write_observation(state.observe(seat))))
    facts = concluded(game, view, "told")
    effects = knowledge.effects(game, view)
    return canonical(
        {
            "facts": [[seat, [fact.to_plain() for fact in found]] for seat, found in facts.items()],
            "wholes": [known.to_plain() for known in knowledge.counted(game, view)],
            "effects": [effect.to_plain() for effect in effects],
        }
    )


@pytest.mark.parametrize("setting", GAMES[:3], ids=NAMES[:3])
def test_the_outcomes_of_an_action_add_up(setting: tuple[str, dict[str, Any]]) -> None:
    game = make_game(*setting)
    kinds: set[Any] = set()
    for number, (_, state) in enumerate(moments(game, 3, 13)):
        view = state.observe(number % game.seats)
        for effect in knowledge_of(game.name).effects(game, view):
            kinds.add(effect.action[0])
            total = sum(outcome.chance for outcome in effect.outcomes)
            if effect.action != ("draw",):
                assert total == pytest.approx(1)
            assert all(0 < outcome.chance <= 1 + 1e-12 for outcome in effect.outcomes)
    wanted = {"catan": {"roll", "steal", "buy_dev"}, "colonizers": {"draw", "steal", "swap"}}
    assert kinds == wanted[game.name]


def chance_plies(
    game: Game, plays: int, wanted: Callable[[Any], bool]
) -> Iterator[tuple[State, list[Any], State]]:
    """Positions before chance plies of random plays, what chance brought, and what came of it."""
    for play in range(plays):
        for position in random_play(game, f"plies {play}").positions():
            if CHANCE in position.joint:
                before = position.state()
                written = game.write_action(before, CHANCE, position.joint[CHANCE])
                if wanted(written):
                    after = before.copy()
                    after.apply(position.joint)
                    yield before, written, after


def test_a_roll_of_catan_gives_what_was_told() -> None:
    game = make_game(*GAMES[0])
    looked = 0
    for before, written, after in chance_plies(game, 24, lambda action: action[0] == "dice"):
        looked += 1
        first, second = written[1:3]
        (roll, *_) = knowledge_of("catan").effects(game, before.observe(0))
        (told,) = [one for one in roll.outcomes if one.what == ("sum", first + second)]
        was, now = sizes(before), sizes(after)
        if first + second == 7:
            due: Any = after.observe(0)
            assert [-row[0] for row in told.gains] == [due.due(seat) for seat in range(4)]
        else:
            assert [sum(row) for row in told.gains] == [
                b - a for a, b in zip(was, now, strict=True)
            ]
            for seat in range(4):
                hands = [state.observe(seat) for state in (before, after)]
                gained = [
                    b - a for a, b in zip(hands[0].hand(seat), hands[1].hand(seat), strict=True)
                ]
                assert list(told.gains[seat]) == gained
    assert looked > 20


def sizes(state: State) -> list[int]:
    view: Any = state.observe(0)
    return [view.hand_size(seat) for seat in range(view.seats)]


def test_what_a_theft_brings_was_held_possible() -> None:
    game = make_game(*GAMES[0])
    looked = 0
    for before, written, _ in chance_plies(game, 24, lambda action: action[0] == "stolen"):
        view: Any = before.observe(None)
        thief, victim = view.turn, int(view.veiled.victim)
        effects = knowledge_of("catan").effects(game, before.observe(thief))
        (theft,) = [one for one in effects if one.action == ("steal", victim)]
        assert ("resource", written[1]) in [outcome.what for outcome in theft.outcomes]
        looked += 1
    assert looked > 2


def test_few_possible_hands_are_told_one_by_one() -> None:
    game = make_game(*GAMES[0])
    looked = 0
    for number, (_, state) in enumerate(moments(game, 24, 29)):
        viewer = number % game.seats
        for known in knowledge_of("catan").counted(game, state.observe(viewer)):
            if known.wholes:
                looked += 1
                truth: Any = state.observe(known.seat)
                assert sum(whole.chance for whole in known.wholes) == pytest.approx(1)
                assert tuple(truth.hand(known.seat)) in [whole.counts for whole in known.wholes]
                expected = sum(whole.counts[0] * whole.chance for whole in known.wholes)
                means = [fact.mean for fact in known.facts if fact.what == ("resource", 0)]
                assert sum(mean or 0 for mean in means) == pytest.approx(expected)
    assert looked > 5


def test_enemies_in_view_are_certain() -> None:
    game = make_game("crossfire", {"preset": "mini"})
    looked = 0
    for number, (_, state) in enumerate(moments(game, 20, 3)):
        viewer = number % game.seats
        view: Any = state.observe(viewer)
        seen: set[int] = set() if view.last is None else set(view.last.enemies)
        if view.last is not None and view.last.past is None:  # nobody has moved
            seen = set(view.board.spawns(1 - viewer))
        facts = concluded(game, view, "seen").get(1 - viewer, ())
        assert {("enemy", square) for square in seen} == {
            fact.what for fact in facts if fact.is_sure
        }
        assert all(fact.interval for fact in facts if not fact.is_sure)
        looked += bool(seen)
    assert looked > 10


def test_a_game_without_knowledge_tells_nothing() -> None:
    assert not has_knowledge("leduc")
    assert has_knowledge("catan")
    assert knowledge_of("leduc").counted(make_game("catan"), None) == []


def test_the_interval_of_a_chance() -> None:
    low, high = interval_of(50, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)  # Newcombe (1998), Wilson's score
    assert interval_of(100, 100)[1] == 1.0
    assert 0.95 < interval_of(100, 100)[0] < 1.0


def test_tallies_can_be_added() -> None:
    one, other, both = Tally(), Tally(), Tally()
    for tally, held in ((one, {1: {("enemy", 3): 2}}), (other, {1: {("enemy", 3): 1}, 2: {}})):
        tally.add(held)
        both.take(1, tally.to_plain())
    assert both.worlds == 2
    assert both.to_plain() == [[1, ["enemy", 3], 2, 3]]


def test_facts_come_likeliest_first() -> None:
    """And in an order that does not depend on how they were found."""
    tally = Tally()
    tally.add({1: {("enemy", 9): 1, ("enemy", 3): 1}})
    tally.add({1: {("enemy", 3): 1}})
    (known,) = tally.facts({1: frozenset({("enemy", 5)})})
    assert [fact.what for fact in known.facts] == [("enemy", 3), ("enemy", 5), ("enemy", 9)]
