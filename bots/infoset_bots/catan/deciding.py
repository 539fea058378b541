"""Decides with the searches of the thesis: samples worlds, values every move in each, takes the best mean. Compiled.

The thesis' players read the others' hands. These are given an observation: they search worlds drawn
from all that agree with it, each as if it were open, and the mean over the worlds decides.

A world's values do not depend on what else is searched, in which order or where; so a crew of
processes gives the same answer as one alone.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from infoset_bots.catan.budget import Budget, TimeIsUpError, TreeTooLargeError
from infoset_bots.catan.mini_mid_max import MiniMidMax
from infoset_bots.catan.minimax import Minimax
from infoset_bots.catan.moves import KINDS, is_pruned, kind_of, rank
from infoset_bots.catan.plies import LOST, Plies
from infoset_bots.catan.reactions import is_option, reaction_value
from infoset_bots.catan.settings import MINIMIZE, Settings
from infoset_bots.search.decision import (
    Arm,
    Decision,
    OutOfTime,
    Question,
    decide,
    forced,
    never,
    settled,
)
from infoset_games.catan.actions import END_TURN, MAIN, OFFER
from infoset_games.catan.state import CatanState, own
from infoset_games.evaluation import Evaluation
from infoset_games.rng import Rng

WORLD: Final = "world"  # labels of streams
TIES: Final = "ties"
UNLIMITED: Final = 9_000_000_000_000_000_000
NONE: Final = -1

Values = list[float]  # by move


@final
class Inquiry:
    """One decision of one seat: what it knows, the seed of its worlds, what it values and how it searches."""

    def __init__(
        self, question: Question, seed: int, scores: Evaluation, settings: Settings
    ) -> None:
        self.question = question
        self.seed = seed
        self.scores = scores
        self.settings = settings
        self.streams = Rng(str(seed), WORLD)

    def world(self, number: int) -> CatanState:
        """The world of that number; the same wherever it is drawn."""
        return own(self.question.world(self.streams.branch(number)))

    def plies(self) -> Plies:
        return Plies(self.scores, self.question.seat, self.settings.wishful)

    def values(
        self, number: int, depth: int, moves: Sequence[int], out_of_time: OutOfTime
    ) -> Values | None:
        """The values of moves in one world; None where a tree is too large. Raises TimeIsUpError.

        Without depth nothing is limited.
        """
        world = self.world(number)
        plies = self.plies()
        try:
            return [self.value(plies, world, move, depth, out_of_time) for move in moves]
        except TreeTooLargeError:
            return None

    def value(
        self, plies: Plies, world: CatanState, move: int, depth: int, out_of_time: OutOfTime
    ) -> float:
        """The value of a move, by the odds of what it can lead to."""
        if world.phase != MAIN:
            return reaction_value(plies, world, move)
        if depth == 0:
            budget = Budget(plies, UNLIMITED, never)
        else:
            budget = Budget(plies, self.settings.max_nodes, out_of_time)
        total = 0.0
        for odds, state in plies.outcomes(world, move):
            total += odds * self.plan(plies, state, self.settings.moves - 1, depth, budget)
        return total

    def plan(
        self, plies: Plies, state: CatanState, moves: i64, depth: int, budget: Budget
    ) -> float:
        """The value after a move if the turn ends there, or goes on for up to so many `moves` more."""
        best = LOST
        if moves > 0 and state.phase == MAIN and state.turn == plies.seat:
            for move in plies.moves(state):
                if move == END_TURN:
                    continue
                total = 0.0
                for odds, after in plies.outcomes(state, move):
                    total += odds * self.plan(plies, after, moves - 1, depth, budget)
                best = max(best, total)
        return max(best, self.search(plies, state, depth, budget))

    def search(self, plies: Plies, state: CatanState, depth: int, budget: Budget) -> float:
        """The value of the tree behind `state`, which is used up."""
        settings = self.settings
        if settings.malice == MINIMIZE:
            return Minimax(plies, settings.epsilon, budget).value(state, depth)
        return MiniMidMax(plies, settings.epsilon, settings.malice, budget).value(state, depth)


@mypyc_attr(allow_interpreted_subclasses=True)
class Crew:
    """Who computes the values of several worlds."""

    @abstractmethod
    def values(
        self,
        inquiry: Inquiry,
        numbers: Sequence[int],
        depth: int,
        moves: Sequence[int],
        out_of_time: OutOfTime,
    ) -> dict[int, Values | None]:
        """By world what `Inquiry.values` says; worlds that time did not suffice for are missing."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Alone(Crew):
    """One world after the other, in this process."""

    def values(
        self,
        inquiry: Inquiry,
        numbers: Sequence[int],
        depth: int,
        moves: Sequence[int],
        out_of_time: OutOfTime,
    ) -> dict[int, Values | None]:
        found: dict[int, Values | None] = {}
        for number in numbers:
            try:
                found[number] = inquiry.values(number, depth, moves, out_of_time)
            except TimeIsUpError:
                break
        return found


def answer(inquiry: Inquiry, worlds: int, crew: Crew, out_of_time: OutOfTime = never) -> Decision:
    """The move of the best mean value; of equals the kind that the thesis prefers, then any.

    `visits` of an arm are the worlds it was valued in, `work` of the decision is their number. A world
    whose tree is too large is searched less deep. When time is up those worlds decide that are done; if
    there are none, one world without depth.
    """
    world = inquiry.world(0)
    seat = inquiry.question.seat
    space = world.legal(seat)
    if space.size == 1:
        return forced(space.item(0))
    moves = [space.item(index) for index in range(space.size)]
    if world.phase == MAIN:
        moves = prune(inquiry, worlds, world, [move for move in moves if move < OFFER])
    else:
        moves = [move for move in moves if is_option(world, move)]
    if len(moves) == 1:
        return settled(space, moves[0])
    if world.phase == MAIN:
        found = search(inquiry, worlds, crew, moves, out_of_time)
    else:
        found = Alone().values(inquiry, range(worlds), 0, moves, never)
    rows = [row for _, row in sorted(found.items()) if row is not None]
    means = [sum([row[i] for row in rows]) / len(rows) for i in range(len(moves))]
    arms = [
        Arm(move, space.index(move), len(rows), mean)
        for move, mean in zip(moves, means, strict=True)
    ]
    chosen = choose(world, moves, means, Rng(str(inquiry.seed), TIES))
    return decide(arms, arms[chosen], len(rows))


def search(
    inquiry: Inquiry, worlds: int, crew: Crew, moves: Sequence[int], out_of_time: OutOfTime
) -> dict[int, Values | None]:
    """The values of moves by world, each as deep as its tree allows."""
    done: dict[int, Values | None] = {}
    pending = list(range(worlds))
    depth = int(inquiry.settings.depth)
    while pending:
        found = crew.values(inquiry, pending, depth, moves, out_of_time)
        done.update({number: row for number, row in found.items() if row is not None})
        if len(found) < len(pending):  # time is up
            break
        pending = [number for number in pending if number not in done]
        depth -= 1
    return done or Alone().values(inquiry, [0], 0, moves, never)


def prune(inquiry: Inquiry, worlds: int, world: CatanState, moves: list[int]) -> list[int]:
    """The moves that epsilon leaves: of kinds it prunes the one of the best mean value as it stands."""
    epsilon = inquiry.settings.epsilon
    if epsilon == 0:
        return moves
    found = Alone().values(inquiry, range(worlds), 0, moves, never)
    rows = [row for row in found.values() if row is not None]
    best = vec[i64]([NONE] * KINDS)
    for place in range(len(moves)):
        kind = kind_of(world, moves[place])
        rival = best[kind]
        if rival == NONE or sum_at(rows, place) > sum_at(rows, int(rival)):
            best[kind] = place
    return [
        move
        for place, move in enumerate(moves)
        if not is_pruned(kind_of(world, move), epsilon) or best[kind_of(world, move)] == place
    ]


def sum_at(rows: Sequence[Values], place: int) -> float:
    return sum([row[place] for row in rows])


def choose(world: CatanState, moves: Sequence[int], means: Sequence[float], rng: Rng) -> int:
    """The place of the best move; of equals the kind that comes first, of those any."""
    most = max(means)
    tied = [place for place in range(len(moves)) if means[place] == most]
    first = min([rank(kind_of(world, moves[place])) for place in tied])
    equal = [place for place in tied if rank(kind_of(world, moves[place])) == first]
    return equal[rng.below(len(equal))]
