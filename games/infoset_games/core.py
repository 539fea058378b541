"""A complete position (`State`), how it ends (`Result`), and the words both share. Compiled.

A state moves by plies. Every ply is a *joint* action: one action for each seat to act, so a
turn-based move, a chance draw and a simultaneous round take the same path. Inside the rules an
action is a small int, its *code*; the readable form (`["build", 5]`) is made by the game (game.py).
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Final, NewType

from mypy_extensions import i64, mypyc_attr

from infoset_games.pickling import reduced
from infoset_games.rng import Rng
from infoset_games.spaces import ActionSpace

Seat = NewType("Seat", int)

CHANCE: Final = -1  # draws cards and rolls dice: acts like a seat, is never asked
OVER: Final = -2  # `State.mover()` of a finished play
SEVERAL: Final = -3  # `State.mover()` where seats decide simultaneously

MAX_ODDS: Final = 4096  # a chance node with more outcomes does not list them

Json = Any  # plain values of the wire: str, int, float, bool, list, dict with str keys


class IllegalActionError(ValueError):
    """The rules forbid this action now; the message says why, in words fit for the player's eyes."""


class Result:
    """How a play ended: `places` (1 is best, ties share), `scores` by the rules, `returns` in [-1, 1], all by seat.

    `ending` says why in one word of the game's own (`finished`, `draw`, ...).
    """

    def __init__(
        self, places: Sequence[int], scores: Sequence[float], returns: Sequence[float], ending: str
    ) -> None:
        self.places = tuple(places)
        self.scores = tuple(scores)
        self.returns = tuple(returns)
        self.ending = ending

    def __reduce__(self) -> tuple[object, ...]:
        return Result, (self.places, self.scores, self.returns, self.ending)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Result):
            return NotImplemented
        return (self.places, self.scores, self.returns, self.ending) == (
            other.places,
            other.scores,
            other.returns,
            other.ending,
        )

    def __hash__(self) -> int:
        return hash((self.places, self.scores, self.returns, self.ending))

    def __repr__(self) -> str:
        return f"Result(places={self.places}, scores={self.scores}, ending={self.ending!r})"


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A complete position: mutable, cheap to copy, knows nothing of wires or clocks.

    Subclasses answer the questions below. `mover`, `legal_size`, `legal_item` and `move` are the
    same questions as `to_act`, `legal` and `apply` for the inner loops of search and rollouts, where
    one seat acts at a time and nothing may be allocated.
    """

    @abstractmethod
    def mover(self) -> i64:
        """The one seat to act, or CHANCE, OVER or SEVERAL."""

    def to_act(self) -> tuple[int, ...]:
        """The seats that owe an action: () when over, (CHANCE,) at a chance node, several = simultaneous."""
        mover = self.mover()
        if mover == OVER:
            return ()
        return (int(mover),)

    @abstractmethod
    def legal(self, seat: int) -> ActionSpace:
        """What `seat` may do now. Empty for a seat that does not act; never needs another seat's secrets."""

    def legal_size(self) -> i64:
        """How many actions the mover has (a seat, not chance)."""
        return i64(self.legal(int(self.mover())).size)

    def legal_item(self, index: i64) -> i64:
        """The mover's action at `index`, 0 <= index < legal_size()."""
        return i64(self.legal(int(self.mover())).item(int(index)))

    @abstractmethod
    def verify(self, seat: int, action: int) -> None:
        """Returns if `seat` may take `action` now; raises IllegalActionError with the reason if not."""

    @abstractmethod
    def apply(self, joint: Mapping[int, int]) -> None:
        """Plays one ply: an action for each of `to_act()`. Deterministic. Trusts that they are legal."""

    def move(self, action: i64) -> None:
        """`apply` for the one mover (a seat, or chance)."""
        self.apply({int(self.mover()): int(action)})

    @abstractmethod
    def sample_chance(self, rng: Rng) -> i64:
        """Draws a chance action with its probability under the rules. Only at chance nodes."""

    def chance_odds(self) -> Sequence[tuple[int, float]]:
        """Every action of `legal(CHANCE)`, in that order, with its probability. Only at chance nodes.

        () where there are more than MAX_ODDS. As it stands all are equally likely: to be overridden
        where `sample_chance` draws otherwise (the conformance kit compares the two).
        """
        space = self.legal(CHANCE)
        if space.size > MAX_ODDS:
            return ()
        return tuple((space.item(index), 1.0 / space.size) for index in range(space.size))

    def play_randomly(self, rng: Rng, horizon: i64) -> i64:
        """Plays on in place, uniformly over legal positions, to the end or for `horizon` plies; returns how many.

        To be overridden where a game can do the same, number for number, more quickly.
        """
        plies: i64 = 0
        while plies < horizon:
            mover = self.mover()
            if mover >= 0:
                self.move(self.legal_item(rng.below(self.legal_size())))
            elif mover == CHANCE:
                self.move(self.sample_chance(rng))
            elif mover == OVER:
                return plies
            else:
                self.apply({seat: self.draw_legal(seat, rng) for seat in self.to_act()})
            plies += 1
        return plies

    def draw_legal(self, seat: i64, rng: Rng) -> int:
        """One of `legal(seat)`, drawn uniformly by position."""
        return self.legal(int(seat)).draw(rng)

    def fallback(self, seat: int) -> int:
        """The index of the harmless action that a missed deadline plays."""
        return 0

    @abstractmethod
    def kind(self, seat: int) -> str:
        """What `seat` decides now, in one word (`pick`, `build`, `discard`, ...)."""

    def key(self, action: i64) -> i64:
        """What `action` means whatever the hidden cards are: search trees merge actions of equal key."""
        return action

    def seen_key(self, action: int, viewer: int) -> int:
        """What `viewer`, who does not act, can tell of an action taken now: equal where it sees no difference.

        Searches that keep a tree for every seat merge by it. To be overridden where others do not see
        all of `key`, and where codes outgrow 63 bits.
        """
        return int(self.key(i64(action)))

    @abstractmethod
    def observe(self, seat: int | None) -> Any:
        """Everything `seat` knows now, memory included: enough to play, to resume, to determinize.

        None is an uninvolved spectator. Changes nothing and draws no random number.
        """

    @abstractmethod
    def copy(self) -> "State":
        """An independent equal state."""

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)

    def __copy__(self) -> "State":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> "State":
        """The same as `copy`: what copies share never changes."""
        return self.copy()

    @abstractmethod
    def result(self) -> Result | None:
        """The result when over, else None."""

    def scores(self) -> tuple[float, ...]:
        """Points by the rules as they stand now, by seat; () where the rules count none before the end."""
        return ()

    @abstractmethod
    def to_plain(self) -> dict[str, Json]:
        """The whole position as plain values, secrets included: for logs, hashes and tests, never for a seat."""
