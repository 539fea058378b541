"""The rules of Liar's Dice: who may do what, and what comes of it. Writes nothing for the wire.

Everybody rolls under a cup. In turn a seat raises the bid ("under all cups there are four fives")
or calls the last bidder a liar. Then the cups are lifted: if the bid holds, the caller loses a die,
otherwise the bidder; the loser opens the next round. The play ends when somebody has no dice left,
and most dice win. An action is a small int: LIAR, or 1, 2, 3 ... for the bids from the lowest up.
"""

from collections.abc import Mapping
from typing import Any, Final

from infoset_games.core import CHANCE, OVER, IllegalActionError, Json, Result, State
from infoset_games.placing import returns_of
from infoset_games.rng import Rng
from infoset_games.spaces import ActionSpace, ListSpace

LIAR: Final = 0
FACES: Final = 6
COVERED: Final = 0  # stands for the face of somebody else's die
SPECTATOR: Final = -1


def bid_code(count: int, face: int) -> int:
    """The action "there are at least `count` dice with `face`"; a higher bid has a higher code."""
    return FACES * (count - 1) + face


def read_bid(code: int) -> list[int]:
    """The count and the face of a bid."""
    return [(code - 1) // FACES + 1, (code - 1) % FACES + 1]


class LiarsDiceState(State):
    """A position; `left`, `cups` and `lifted` are indexed by seat."""

    def __init__(self, plain: Mapping[str, Json]) -> None:
        self.opener: int = plain["opener"]  # bids first in this round
        self.left: list[int] = list(plain["left"])  # dice that each seat still has
        self.cups: list[list[int]] = [list(cup) for cup in plain["cups"]]  # the faces of this round
        self.bids: list[list[int]] = [list(bid) for bid in plain["bids"]]  # [count, face], in order
        self.lifted: list[list[int]] = [list(cup) for cup in plain["lifted"]]  # of the last round

    def to_plain(self) -> dict[str, Json]:
        return {
            "opener": self.opener,
            "left": list(self.left),
            "cups": [list(cup) for cup in self.cups],
            "bids": [list(bid) for bid in self.bids],
            "lifted": [list(cup) for cup in self.lifted],
        }

    def copy(self) -> "LiarsDiceState":
        return LiarsDiceState(self.to_plain())

    def observe(self, seat: int | None) -> dict[str, Any]:
        own = SPECTATOR if seat is None else seat
        seen = [cup if at == own else [COVERED] * len(cup) for at, cup in enumerate(self.cups)]
        return LiarsDiceState(self.to_plain() | {"cups": seen}).to_plain() | {"seat": own}

    def roller(self) -> int | None:
        """The seat that chance gives the next die to; None when all cups are full."""
        seats = range(len(self.left))
        return next((seat for seat in seats if len(self.cups[seat]) < self.left[seat]), None)

    def mover(self) -> int:
        if 0 in self.left:
            return OVER
        return CHANCE if self.roller() is not None else self.turn(len(self.bids))

    def turn(self, number: int) -> int:
        """The seat whose turn is `number` of this round, from 0."""
        return (self.opener + number) % len(self.left)

    def legal(self, seat: int) -> ActionSpace:
        if seat != self.mover():
            return ListSpace(())
        if seat == CHANCE:
            return ListSpace(range(1, FACES + 1))
        last = bid_code(*self.bids[-1]) if self.bids else 0
        raises = range(last + 1, bid_code(sum(self.left), FACES) + 1)
        return ListSpace([LIAR, *raises] if self.bids else raises)

    def verify(self, seat: int, action: int) -> None:
        if seat != self.mover():
            raise IllegalActionError("it is not your turn")
        if not self.legal(seat).contains(action):
            higher = f", higher than {self.bids[-1]}" if self.bids else ""
            bid = f"a bid on 1 to {sum(self.left)} dice{higher}"
            raise IllegalActionError(f"expected {f'1 to {FACES}' if seat == CHANCE else bid}")

    def apply(self, joint: Mapping[int, int]) -> None:
        ((_, action),) = joint.items()
        roller = self.roller()
        if roller is not None:
            self.cups[roller].append(action)
        elif action != LIAR:
            self.bids.append(read_bid(action))
        else:
            self.lift()

    def lift(self) -> None:
        """The cups are lifted: who was wrong loses a die and opens the next round."""
        count, face = self.bids[-1]
        holds = sum(cup.count(face) for cup in self.cups) >= count
        self.opener = self.turn(len(self.bids) if holds else len(self.bids) - 1)
        self.left[self.opener] -= 1
        self.lifted, self.cups, self.bids = self.cups, [[] for _ in self.left], []

    def sample_chance(self, rng: Rng) -> int:
        return 1 + int(rng.below(FACES))

    def kind(self, seat: int) -> str:
        return "answer" if self.bids else "open"

    def scores(self) -> tuple[float, ...]:
        return tuple(self.left)

    def result(self) -> Result | None:
        if self.mover() != OVER:
            return None
        places = [1 + sum(other > own for other in self.left) for own in self.left]
        return Result(places, self.left, returns_of(places), "finished")
