"""The rules of Liar's Dice.

Everybody rolls under a cup. In turn a seat raises the bid ("under all cups there are four fives")
or calls the last bidder a liar. Then the cups are lifted: if the bid holds, the caller loses a die,
otherwise the bidder; the loser opens the next round. The play ends when somebody has no dice left,
and most dice win.
"""

from collections.abc import Sequence
from typing import Annotated

from infoset_games import declared
from infoset_games.core import CHANCE, OVER
from infoset_games.game import Event
from infoset_games.rng import Rng
from msgspec import Meta

Face = Annotated[int, Meta(ge=1, le=6)]
Die = Annotated[int, Meta(ge=0, le=6)]
COVERED = 0  # stands for the face of somebody else's die
FACES = range(1, 7)


class Options(declared.Options, frozen=True):
    seats: Annotated[int, Meta(ge=2, le=4, description="players")] = 3
    dice: Annotated[int, Meta(ge=1, le=5, description="dice of each")] = 3


class Liar(declared.Action, frozen=True):
    """The last bid is called a lie."""


class Bid(declared.Action, frozen=True):
    """There are at least so many dice with this face."""

    count: Annotated[int, Meta(ge=1, le=20)]
    face: Face


class Roll(declared.Action, frozen=True):
    face: Face


ROLLS = [Roll(face) for face in FACES]
BIDS = [Bid(count, face) for count in range(1, 21) for face in FACES]  # from the lowest up


class Position(declared.Position):
    opener: Annotated[int, Meta(ge=0, le=3)]  # bids first in this round
    left: list[Annotated[int, Meta(ge=0, le=5)]]  # dice that each seat still has
    cups: list[list[Die]]  # the faces of this round, by seat
    bids: list[Bid]  # of this round, in order
    lifted: list[list[Face]]  # the cups of the last round

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

    def choices(self) -> Sequence[declared.Action]:
        if self.roller() is not None:
            return ROLLS
        possible = BIDS[: len(FACES) * sum(self.left)]
        if not self.bids:
            return possible
        return [Liar(), *possible[BIDS.index(self.bids[-1]) + 1 :]]

    def refusal(self) -> str:
        last = f", higher than {self.bids[-1].count} of {self.bids[-1].face}" if self.bids else ""
        return f"expected a bid on 1 to {sum(self.left)} dice{last}"

    def play(self, action: declared.Action) -> None:
        match action:
            case Roll(face):
                self.cups[self.roller() or 0].append(face)
            case Bid():
                self.bids.append(action)
            case _:
                self.lift()

    def lift(self) -> None:
        """The cups are lifted: who was wrong loses a die and opens the next round."""
        bid = self.bids[-1]
        holds = sum(cup.count(bid.face) for cup in self.cups) >= bid.count
        self.opener = self.turn(len(self.bids) if holds else len(self.bids) - 1)
        self.left[self.opener] -= 1
        self.lifted, self.cups, self.bids = self.cups, [[] for _ in self.left], []

    def seen(self, seat: int | None) -> "Position":
        cups = [cup if at == seat else [COVERED] * len(cup) for at, cup in enumerate(self.cups)]
        return Position(self.opener, self.left, cups, self.bids, self.lifted)

    def scores(self) -> Sequence[int]:
        return self.left


class LiarsDice(declared.DeclaredGame[Options, Position]):
    name = "liars_dice"
    rules = "liars_dice/2.0"
    options_type = Options
    position_type = Position
    actions = (Liar, Bid)
    chance = (Roll,)

    def set_up(self, rng: Rng) -> Position:
        left, empty = [self.given.dice] * self.seats, [list[int]() for _ in range(self.seats)]
        return Position(int(rng.below(self.seats)), left, empty, [], list(empty))

    def check(self, position: Position) -> None:
        for name in ("left", "cups", "lifted"):
            if len(getattr(position, name)) != self.seats:
                raise ValueError(f"{name}: expected {self.seats} entries, one for each seat")
        if position.opener >= self.seats or max(position.left) > self.given.dice:
            raise ValueError("opener, left: expected seats and dice of this game")

    def guess(self, seen: Position, seat: int, rng: Rng) -> Position:
        for (
            cup
        ) in seen.cups:  # dice know nothing of each other: whatever is covered is rolled again
            cup[:] = [1 + int(rng.below(6)) if face == COVERED else face for face in cup]
        return seen

    def tell(
        self, before: Position, seat: int, action: declared.Action, after: Position
    ) -> list[Event]:
        match action:
            case Roll(face):
                roller = before.roller() or 0
                return [Event("rolled", {"by": roller}, {"face": face}, seen_by=(roller,))]
            case Liar():
                cups = {"cups": [list(cup) for cup in after.lifted], "loser": after.opener}
                return [Event("liar", {"by": seat}), Event("lifted", cups)]
        return super().tell(before, seat, action, after)

    def may_take_back(self, before: Position, action: declared.Action) -> bool:
        return isinstance(action, Bid)  # shows no die
