"""The conformance kit finds what it is for: every fault planted in a sound toy fails its check.

Each fault is a small variant of a toy game with the name of the check that must refuse it.
"""

import itertools
import random
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from infoset_games.core import CHANCE, OVER, IllegalActionError, Json, Result, State
from infoset_games.game import Event, Game
from infoset_games.rng import Rng
from infoset_games.spaces import ActionSpace, ListSpace
from infoset_games.testing import (
    ConformanceError,
    cases,
    check_events_rule_out_no_world,
    check_worlds_are_uniform,
    random_play,
)
from infoset_games.testing.toys import Ambush, Leduc
from infoset_games.testing.toys.ambush import AmbushState, Watch
from infoset_games.testing.toys.leduc import BET, CALL, CHECK, FOLD, UNKNOWN, LeducState, Table
from infoset_games.writing import ValueWriter, word

SEEDS = tuple("123456789")
FAULTS: list[Any] = []


def caught_by(check: str, game: type[Game] = Leduc) -> Callable[[type[Any]], type[Any]]:
    """Plants a fault: a state class, or a game class, that the named check must refuse."""

    def plant(variant: type[Any]) -> type[Any]:
        faulty: type[Any] = variant
        if issubclass(variant, State):
            faulty = type(variant.__name__, (game,), {"state_class": variant})
        FAULTS.append(pytest.param(faulty, check, id=variant.__name__))
        return variant

    return plant


# Leaks.


@caught_by("twins_look_alike")
class LeaksInTheLegalOrder(LeducState):
    """The better action for the seat, given the other's card, comes first."""

    def legal(self, seat: int) -> ActionSpace:
        space = super().legal(seat)
        if seat != self.mover() or seat == CHANCE:
            return space
        actions = [space.item(index) for index in range(space.size)]
        return ListSpace(sorted(actions, reverse=self.cards[1 - seat] > 2))


@caught_by("twins_look_alike")
class LeaksInTheFallback(LeducState):
    def fallback(self, seat: int) -> int:
        return self.cards[1 - seat] % 2


@caught_by("twins_look_alike")
class LeaksInTheKind(LeducState):
    def kind(self, seat: int) -> str:
        return "lucky" if self.cards[seat] > self.cards[1 - seat] else "unlucky"


@caught_by("twins_look_alike")
class LeaksInAnErrorText(LeducState):
    def verify(self, seat: int, action: int) -> None:
        try:
            super().verify(seat, action)
        except IllegalActionError as error:
            raise IllegalActionError(f"{error}, not against {self.cards[-1]}") from None


@caught_by("observations_tell_no_more_than_events")
class LeaksInTheObservation(LeducState):
    """A seat observes both cards: consistent in itself, but no event has told it so."""

    def observe(self, seat: int | None) -> Table:
        cards = [*self.cards, UNKNOWN, UNKNOWN]
        return replace(super().observe(seat), cards=(cards[0], cards[1]))


@caught_by("worlds_fit_the_observation", Ambush)
class LeaksWhatDeterminizeForgets(AmbushState):
    """A seat observes a trap of the others, but the worlds made for it know nothing of that."""

    def observe(self, seat: int | None) -> Watch:
        watch = super().observe(seat)
        return replace(watch, points=tuple(pair[0] for pair in self.traps) or watch.points)


@caught_by("events_tell_no_more_than_observations")
class LeaksInAnEvent(Leduc):
    def narrate(self, before: State, joint: Mapping[int, int], after: State) -> list[Event]:
        events = super().narrate(before, joint, after)
        assert isinstance(before, LeducState)
        for event in events:
            if event.kind == "bet":
                event.facts["card"] = before.cards[event.facts["by"]]
        return events


@caught_by("events_tell_no_more_than_observations")
class LeaksHalfOfADrawnCard(Leduc):
    def narrate(self, before: State, joint: Mapping[int, int], after: State) -> list[Event]:
        events = super().narrate(before, joint, after)
        for event in events:
            if event.kind == "dealt":
                event.facts["suit"] = event.secrets["card"] % 2
        return events


@caught_by("events_tell_no_more_than_observations", Ambush)
class LeaksASealedChoice(Ambush):
    """Everybody is in the audience of the secret set-up."""

    def narrate(self, before: State, joint: Mapping[int, int], after: State) -> list[Event]:
        everybody = range(self.seats)
        return [
            Event(event.kind, event.facts, event.secrets, everybody)
            for event in super().narrate(before, joint, after)
        ]


@caught_by("event_views_keep_their_shape")
class LeaksByTheLengthOfAnEvent(Leduc):
    def narrate(self, before: State, joint: Mapping[int, int], after: State) -> list[Event]:
        return [Longer(event) for event in super().narrate(before, joint, after)]


class Longer(Event):
    """Tells those who may know more in one list longer than that of the others."""

    def __init__(self, event: Event) -> None:
        super().__init__(event.kind, event.facts, event.secrets, list(event.seen_by))

    def view(self, seat: int | None) -> dict[str, Json]:
        return {**super().view(seat), "extra": [0] * (seat in self.seen_by)}


@caught_by("event_views_keep_their_shape")
class TellsNulls(Leduc):
    def narrate(self, before: State, joint: Mapping[int, int], after: State) -> list[Event]:
        return [*super().narrate(before, joint, after), Event("note", {"why": None})]


# Determinize.


@dataclass(frozen=True)
class Smuggler(Table):
    """An observation that carries the true state along; its written form does not show it."""

    truth: LeducState | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and Leduc().write_observation(
            self
        ) == Leduc().write_observation(other)

    __hash__ = None  # type: ignore[assignment]  # equal to tables that it does not hash like


class SmugglingState(LeducState):
    def observe(self, seat: int | None) -> Table:
        return Smuggler(**vars(super().observe(seat)), truth=self)


@caught_by("worlds_follow_from_observation_and_seed")
class ReturnsTheTruth(Leduc):
    state_class = SmugglingState

    def determinize(self, observation: Any, rng: Rng) -> State:
        truth: LeducState | None = getattr(observation, "truth", None)
        return truth.copy() if truth else super().determinize(observation, rng)


@caught_by("worlds_fit_the_observation")
class ForgetsTheOwnCard(Leduc):
    def determinize(self, observation: Any, rng: Rng) -> State:
        return super().determinize(replace(observation, cards=(UNKNOWN, UNKNOWN)), rng)


@caught_by("worlds_follow_from_observation_and_seed")
class DrawsWorldsFromElsewhere(Leduc):
    streams = itertools.count()

    def determinize(self, observation: Any, rng: Rng) -> State:
        return super().determinize(observation, Rng("elsewhere", str(next(self.streams))))


@caught_by("determinize_disturbs_nothing")
class DisturbsTheNextDeal(Leduc):
    asked = 0

    def deal(self, rng: Rng) -> Json:
        return {"first": int(rng.below(2)) ^ (self.asked > 0)}

    def determinize(self, observation: Any, rng: Rng) -> State:
        self.asked += 1
        return super().determinize(observation, rng)


@caught_by("worlds_can_be_played_to_the_end", Ambush)
class MakesWorldsWithoutAnEnd(Ambush):
    def determinize(self, observation: Any, rng: Rng) -> State:
        world = super().determinize(observation, rng)
        assert isinstance(world, AmbushState)
        world.rounds = 10**9
        return world


# Rules.


@caught_by("a_copy_lives_its_own_life")
class SharesItsBetsWithCopies(LeducState):
    def copy(self) -> "SharesItsBetsWithCopies":
        twin = type(self)(self.ranks, self.first)
        twin.cards, twin.open, twin.bets = self.cards.copy(), self.open, self.bets
        return twin


@caught_by("equal_plies_give_equal_states")
class UsesTheGlobalGenerator(LeducState):
    def sample_chance(self, rng: Rng) -> int:
        return random.choice(self.undealt())  # noqa: TID251 (the planted fault)


@caught_by("legal_actions_are_exactly_those_verified")
class VerifiesMoreThanItLists(LeducState):
    def verify(self, seat: int, action: int) -> None:
        if action != FOLD or seat != self.mover():
            super().verify(seat, action)


@caught_by("legal_actions_are_exactly_those_verified")
class VerifiesLessThanItLists(LeducState):
    def verify(self, seat: int, action: int) -> None:
        super().verify(seat, action)
        if action == CALL and self.open != UNKNOWN:
            raise IllegalActionError("not now")


@caught_by("legal_actions_are_exactly_those_verified")
class ListsActionsForOthers(LeducState):
    def legal(self, seat: int) -> ActionSpace:
        waits = seat != self.mover() and seat != CHANCE
        return ListSpace((CHECK, BET)) if waits else super().legal(seat)


@caught_by("the_fast_questions_agree_with_the_general_ones")
class CountsOneActionLess(LeducState):
    def legal_size(self) -> int:
        return super().legal_size() - 1


@caught_by("quick_plays_are_those_ply_by_ply")
class PlaysPastTheHorizon(LeducState):
    def play_randomly(self, rng: Rng, horizon: int) -> int:
        return int(super().play_randomly(rng, 1_000))


@caught_by("quick_plays_are_those_ply_by_ply")
class DrawsAnotherNumberInItsPlayouts(LeducState):
    def play_randomly(self, rng: Rng, horizon: int) -> int:
        rng.word()
        return int(super().play_randomly(rng, horizon))


@caught_by("the_fast_questions_agree_with_the_general_ones")
class MovesTwice(LeducState):
    def move(self, action: int) -> None:
        super().move(action)
        if self.mover() == CHANCE:
            super().move(self.undealt()[0])


@caught_by("chance_draws_what_may_happen")
class DealsACardTwice(LeducState):
    def sample_chance(self, rng: Rng) -> int:
        return int(rng.below(2 * self.ranks))


@caught_by("chance_keeps_to_its_odds")
class DrawsHighCardsMoreOften(LeducState):
    """The last card has its own probability and that of the first."""

    def sample_chance(self, rng: Rng) -> int:
        card = super().sample_chance(rng)
        cards = self.undealt()
        return cards[-1] if card == cards[0] else card


@caught_by("chance_keeps_to_its_odds")
class ListsOddsThatAreTooSmall(LeducState):
    """Nine chances in ten are accounted for."""

    def chance_odds(self) -> list[tuple[int, float]]:
        return [(card, 0.9 * share) for card, share in super().chance_odds()]


@caught_by("chance_keeps_to_its_odds")
class ForgetsAnOutcome(LeducState):
    """The odds leave out a card that chance may draw."""

    def chance_odds(self) -> list[tuple[int, float]]:
        cards = self.undealt()[1:]
        return [(card, 1 / len(cards)) for card in cards]


@caught_by("chance_keeps_to_its_odds")
class CannotReadItsCards(Leduc):
    """Writes what chance does, but does not read it."""

    def read_action(self, state: State, seat: int, value: Json) -> int:
        if seat == CHANCE:
            raise IllegalActionError("nobody plays chance")
        return super().read_action(state, seat, value)


@caught_by("chance_keeps_to_its_odds")
class TakesABetForACard(Leduc):
    """What a seat may say names a card where chance is to act."""

    def read_action(self, state: State, seat: int, value: Json) -> int:
        if seat == CHANCE and value == ["check"]:
            return int(state.legal(CHANCE).item(0))
        return super().read_action(state, seat, value)


@caught_by("looking_changes_nothing")
class CountsHowOftenItIsSeen(LeducState):
    looks = itertools.count()

    def observe(self, seat: int | None) -> Table:
        return replace(super().observe(seat), first=next(self.looks) % 2)


@caught_by("the_log_is_the_whole_play")
class KeepsChanceOutsideTheLog(Leduc):
    starts = itertools.count()

    def start(self, deal: Json) -> State:
        super().start(deal)
        return super().start({"first": next(self.starts) // 2 % 2})


@caught_by("results_are_sound")
class RanksTheLoserFirst(LeducState):
    def result(self) -> Result | None:
        result = super().result()
        if result is None or result.places == (1, 1):
            return result
        return Result(result.places[::-1], result.scores, result.returns, result.ending)


@caught_by("results_are_sound")
class PaysInChips(LeducState):
    def result(self) -> Result | None:
        result = super().result()
        return result and Result(result.places, result.scores, result.scores, result.ending)


@caught_by("results_are_sound")
class HasAResultTooEarly(LeducState):
    def result(self) -> Result | None:
        return super().result() or Result((1, 1), (0, 0), (0, 0), "running")


# Steps that are taken back.


class ShowsCardsOnABet(LeducState):
    """Both cards are seen as soon as somebody has bet."""

    def observe(self, seat: int | None) -> Table:
        table = super().observe(seat)
        has_bet = any(BET in betting for betting in self.bets)
        return replace(table, cards=(self.cards[0], self.cards[1])) if has_bet else table


@caught_by("a_deal_drawn_anew_leads_to_the_same_position")
class DealsAnewWhatAllHaveSeen(Leduc):
    """Who begins has come out with the first question."""

    def deal_anew(self, deal: Json, state: State, rng: Rng) -> Json:
        return {"first": 1 - deal["first"]}


@caught_by("undo_crosses_no_reveal")
class TakesBackWhatWasSeen(Leduc):
    state_class = ShowsCardsOnABet

    def is_reversible(self, before: State, seat: int, action: int, after: State) -> bool:
        return True


@caught_by("undo_is_allowed_by_what_all_know")
class TellsByWhatCanBeTakenBack(Leduc):
    """Only who has the better card may think again."""

    def is_reversible(self, before: State, seat: int, action: int, after: State) -> bool:
        assert isinstance(before, LeducState)
        return before.cards[seat] > before.cards[1 - seat]


# Notation and description.


@caught_by("actions_survive_their_notation")
class WritesTwoActionsAlike(Leduc):
    def write_action(self, state: State, seat: int, action: int) -> list[Json]:
        return super().write_action(state, seat, CHECK if action == BET else action)


@caught_by("actions_survive_their_notation")
class CrashesOnGarbage(Leduc):
    def read_action(self, state: State, seat: int, value: Json) -> int:
        return super().read_action(state, seat, [value[0]])


@caught_by("actions_survive_their_notation", Ambush)
class RepeatsAnOption(Ambush):
    def write_option(self, state: State, seat: int, slot: int, option: int) -> list[Json]:
        return ["field", option // 2]


@caught_by("observations_survive_the_wire")
class LosesTheBettingOnTheWire(Leduc):
    def read_observation(self, value: Json) -> Any:
        return replace(super().read_observation(value), bets=((), ()))


@caught_by("observations_survive_the_wire", Ambush)
class WritesTuples(Ambush):
    def write_observation(self, observation: Any) -> dict[str, Json]:
        return {**super().write_observation(observation), "sprung": observation.sprung}


class PutsItsObservations(Leduc):
    """Sound: what the faults below are variants of."""

    names: tuple[str, ...] = ("seat", "first", "dealt", "cards", "open", "bets")
    seen = 2  # cards that are announced

    def put_observation(self, observation: Any, out: ValueWriter) -> None:
        written = self.write_observation(observation)
        out.begin_object(len(self.names))
        for name in self.names:
            self.put(name, written[name], out)
        out.end_object()

    def put(self, name: str, value: Json, out: ValueWriter) -> None:
        out.key(word(name))
        if not isinstance(value, list):
            out.number(value)
            return
        out.begin_list(self.seen if name == "cards" else len(value))
        for item in value:
            if isinstance(item, list):
                out.begin_list(len(item))
                for number in item:
                    out.number(number)
                out.end_list()
            else:
                out.number(item)
        out.end_list()


@caught_by("observations_are_put_as_they_are_written")
class PutsTheFieldsInAnotherOrder(PutsItsObservations):
    names = ("first", "seat", "dealt", "cards", "open", "bets")


@caught_by("observations_are_put_as_they_are_written")
class PutsLessThanItWrites(PutsItsObservations):
    names = ("seat", "first", "dealt", "cards", "open")


@caught_by("observations_are_put_as_they_are_written")
class AnnouncesMoreThanItPuts(PutsItsObservations):
    seen = 3


@caught_by("a_bad_observation_is_refused_by_field")
class ReadsAnything(Leduc):
    def read_observation(self, value: Json) -> Any:
        return super().read_observation({**value, "first": 1 if value["first"] == 1 else 0})


@caught_by("a_bad_deal_is_refused")
class StartsFromAnything(Leduc):
    def start(self, deal: Json) -> State:
        return super().start({"first": deal["first"]})


@caught_by("positions_are_plain")
class HashesFloats(LeducState):
    def to_plain(self) -> dict[str, Json]:
        return {**super().to_plain(), "pot": 0.5}


@caught_by("the_game_describes_itself")
class HasNoRulesVersion(Leduc):
    rules = "leduc"


@caught_by("options_rebuild_the_game")
class ForgetsItsOptions(Leduc):
    def options(self) -> dict[str, Json]:
        return {"ranks": 3 if self.ranks == 3 else self.ranks + 1, "joker": False}

    def __init__(self, ranks: int = 3, joker: bool = False) -> None:
        super().__init__(ranks)


@caught_by("bad_options_are_refused_by_name")
class TakesAnyOption(Leduc):
    def __init__(self, ranks: Any = 3) -> None:
        super().__init__(ranks if isinstance(ranks, int) else 3)


@caught_by("questions_are_small")
class TellsTooMuchEachTime(Leduc):
    def write_observation(self, observation: Any) -> dict[str, Json]:
        return {**super().write_observation(observation), "rules": "x" * 3000}


def test_a_game_that_puts_its_observations_as_it_writes_them_is_sound() -> None:
    dict(cases(PutsItsObservations(), SEEDS))["observations_are_put_as_they_are_written"]()


@pytest.mark.parametrize(("faulty", "check"), FAULTS)
def test_a_planted_fault_is_found_by_its_check(faulty: type[Game], check: str) -> None:
    run = dict(cases(faulty(), SEEDS))[check]
    with pytest.raises(ConformanceError):
        run()


def test_every_check_has_a_planted_fault() -> None:
    checks = {name for name, _ in cases(Leduc())}
    elsewhere = {"another_process_agrees", "worlds_need_the_written_observation_only"}
    assert checks - elsewhere == {parameters.values[1] for parameters in FAULTS}


FAULTS_OF_A_PROCESS = '''
from infoset_games.testing.toys import Leduc
from infoset_games.testing.toys.leduc import LeducState

class Salted(Leduc):
    """Determinizes by the order of a set of texts, which differs from process to process."""

    def determinize(self, observation, rng):
        for name in {"clubs", "hearts", "spades", "diamonds"}:
            if name == "hearts":
                break
            rng.word()
        return super().determinize(observation, rng)

class Remembered(LeducState):
    last = None

    def observe(self, seat):
        Remembered.last = self
        return super().observe(seat)

class Remembers(Leduc):
    """The observation is clean, but the module remembers which state was looked at last."""

    state_class = Remembered

    def determinize(self, observation, rng):
        last = Remembered.last
        if last is None or LeducState.observe(last, observation.seat) != observation:
            return super().determinize(observation, rng)
        return last.copy()
'''


@pytest.mark.parametrize(
    ("name", "check", "reason"),
    [
        ("Salted", "another_process_agrees", "worlds differ in a process with PYTHONHASHSEED"),
        ("Remembers", "worlds_need_the_written_observation_only", "makes another world of it"),
    ],
)
def test_a_fault_that_only_another_process_shows_is_found(
    name: str, check: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "faults_of_a_process.py").write_text(FAULTS_OF_A_PROCESS)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "faults_of_a_process", raising=False)
    game = getattr(import_module("faults_of_a_process"), name)(ranks=13)
    with pytest.raises(ConformanceError, match=reason):
        dict(cases(game))[check]()


# Uniformity.


class PrefersLowCards(Leduc):
    def determinize(self, observation: Any, rng: Rng) -> State:
        one, other = (super(PrefersLowCards, self).determinize(observation, rng) for _ in range(2))
        assert isinstance(one, LeducState)
        assert isinstance(other, LeducState)
        return one if one.cards <= other.cards else other


class NeverDealsTheLastCard(Leduc):
    def determinize(self, observation: Any, rng: Rng) -> State:
        while True:
            world = super().determinize(observation, rng)
            assert isinstance(world, LeducState)
            if observation.cards[1] == UNKNOWN and world.cards[1:] == [2 * self.ranks - 1]:
                continue
            return world


class IgnoresWhatDidNotSpring(Ambush):
    def possible(self, sprung: int, safe: int) -> Any:
        return super().possible(sprung, 0)


LEDUC_DEALS: list[Json] = [{"first": 0}, {"first": 1}]


@pytest.mark.parametrize(
    ("game", "deals", "reason"),
    [
        (PrefersLowCards(), LEDUC_DEALS, "not uniform"),
        (NeverDealsTheLastCard(), LEDUC_DEALS, "not uniform"),
        (IgnoresWhatDidNotSpring(fields=3), [{}], "cannot have come about"),
    ],
    ids=["skewed", "incomplete", "impossible"],
)
def test_worlds_that_are_not_uniform_are_found(game: Game, deals: list[Json], reason: str) -> None:
    plays = [random_play(game, seed) for seed in SEEDS]
    with pytest.raises(ConformanceError, match=reason):
        sum(check_worlds_are_uniform(play, deals) for play in plays)


@pytest.mark.parametrize("faulty", [LeaksInAnEvent, LeaksHalfOfADrawnCard])
def test_events_that_exclude_worlds_are_found_by_enumeration(faulty: type[Leduc]) -> None:
    plays = [random_play(faulty(), seed) for seed in SEEDS]
    with pytest.raises(ConformanceError, match="which excludes what its observation allows"):
        sum(check_events_rule_out_no_world(play, LEDUC_DEALS) for play in plays)


def test_a_play_without_an_end_is_a_fault() -> None:
    class Endless(AmbushState):
        def mover(self) -> int:
            return super().mover() if self.round == 0 else CHANCE

        def to_act(self) -> tuple[int, ...]:
            return super().to_act() if self.round == 0 else (CHANCE,)

        def sample_chance(self, rng: Rng) -> int:
            return 0

        def apply(self, joint: Mapping[int, int]) -> None:
            if CHANCE not in joint:
                super().apply(joint)

    endless = type("Endless", (Ambush,), {"state_class": Endless})
    assert Endless(2, 5, 3).mover() != OVER
    with pytest.raises(ConformanceError, match="no end after 20000 plies"):
        random_play(endless(), "1")
