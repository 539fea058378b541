"""What a bracket is made of: pairings, and where those who meet in them come from."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Entrant:
    """The player of this seed, the best is 0."""

    seed: int


@dataclass(frozen=True)
class WinnerOf:
    """Who wins a pairing."""

    pairing: int


@dataclass(frozen=True)
class LoserOf:
    """Who loses it."""

    pairing: int


Source = Entrant | WinnerOf | LoserOf


@dataclass(frozen=True)
class Pairing:
    """Two who meet. `name` says where: W2.1 is the first of the second round among those who have not lost,
    L3.2 one among those who have lost once, F1 the final, F2 its repetition.

    `place` is that of who is out after losing here, 0 where nobody is. A pairing with `only_if` is played
    only where that pairing was won by its second side.
    """

    number: int
    name: str
    sides: tuple[Source, Source]
    place: int
    only_if: int | None = None


@dataclass(frozen=True)
class Schedule:
    """All pairings of a bracket, each after those its sides come from."""

    players: int
    pairings: tuple[Pairing, ...]

    def text(self) -> str:
        """A line for each pairing."""
        return "\n".join(write_pairing(pairing, self.pairings) for pairing in self.pairings)


def write_pairing(pairing: Pairing, pairings: tuple[Pairing, ...]) -> str:
    """A pairing in words, players counted from 1: `W2.1  1 - winner of W1.1`."""
    first, second = (write_source(side, pairings) for side in pairing.sides)
    line = f"{pairing.name}  {first} - {second}"
    if pairing.place:
        line += f", the loser is {pairing.place}."
    if pairing.only_if is not None:
        line += f", if {second} has won {pairings[pairing.only_if].name}"
    return line


def write_source(source: Source, pairings: tuple[Pairing, ...]) -> str:
    """A source in words."""
    match source:
        case Entrant(seed):
            return str(seed + 1)
        case WinnerOf(pairing):
            return f"winner of {pairings[pairing].name}"
        case LoserOf(pairing):
            return f"loser of {pairings[pairing].name}"
