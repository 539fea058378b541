"""Makes the schedules of single and double elimination, with byes for the best seeds."""

from typing import Final

from infoset_games.contests.brackets.schedule import (
    Entrant,
    LoserOf,
    Pairing,
    Schedule,
    Source,
    WinnerOf,
)

FEWEST: Final = 2
MOST: Final = 1_024

Side = Source | None  # None: a bye, so the opponent goes on


def single_elimination(players: int) -> Schedule:
    """An entrant who loses is out. Raises ValueError for a number of players out of 2..1024."""
    maker = Maker(players)
    maker.play_down()
    return maker.schedule()


def double_elimination(players: int) -> Schedule:
    """An entrant who loses twice is out; the final is played again if it is its loser's first defeat.

    Those who drop among the losers meet them crosswise, so that who has met does not meet again soon. Raises
    ValueError as `single_elimination`.
    """
    maker = Maker(players)
    rounds = maker.play_down(is_double=True)
    left = rounds[0] if len(rounds) == 1 else maker.pair_up(rounds[0], "L1")
    for number, dropped in enumerate(rounds[1:], start=1):
        left = maker.meet(left, crossed(dropped, number), f"L{2 * number}")
        if len(left) > 1:
            left = maker.pair_up(left, f"L{2 * number + 1}")
    maker.finals(left[0])
    return maker.schedule()


def seeding(size: int) -> list[int]:
    """The seeds from top to bottom of a bracket of `size`, a power of 2: the two best meet at last."""
    order = [0]
    while len(order) < size:
        double = 2 * len(order)
        order = [seed for best in order for seed in (best, double - 1 - best)]
    return order


def crossed(dropped: list[Side], number: int) -> list[Side]:
    """Those who drop in round `number` of the winners in another order: backwards, or the halves changed."""
    if number % 2:
        return dropped[::-1]
    half = len(dropped) // 2
    return dropped[half:] + dropped[:half]


class Maker:
    """A schedule being made. Nobody is met without a pairing, so byes leave none."""

    def __init__(self, players: int) -> None:
        """Raises ValueError."""
        if not FEWEST <= players <= MOST:
            raise ValueError(f"players: expected {FEWEST}..{MOST}, got {players}")
        self.players = players
        self.made: list[tuple[str, Source, Source, int | None]] = []
        self.best: Side = None  # who has not lost at all

    def schedule(self) -> Schedule:
        """What was made, with the places of the losers: those who go in one round share theirs."""
        out = self.ousters()
        places: dict[int, int] = {}
        place = self.players + 1
        for stage in dict.fromkeys(self.stage(number) for number in out):
            losers = [number for number in out if self.stage(number) == stage]
            place -= len(losers)
            places |= dict.fromkeys(losers, place)
        return Schedule(
            self.players,
            tuple(
                Pairing(number, name, (first, second), places.get(number, 0), only_if)
                for number, (name, first, second, only_if) in enumerate(self.made)
            ),
        )

    def ousters(self) -> list[int]:
        """The pairings whose loser is out, in order. A final that may be repeated is none."""
        stay = {
            side.pairing for made in self.made for side in made[1:3] if isinstance(side, LoserOf)
        }
        stay |= {number for number, made in enumerate(self.made) if made[3] is not None}
        stay |= {made[3] for made in self.made if made[3] is not None}
        return [number for number in range(len(self.made)) if number not in stay]

    def stage(self, number: int) -> str:
        """The round of a pairing."""
        return self.made[number][0].partition(".")[0]

    def play_down(self, *, is_double: bool = False) -> list[list[Side]]:
        """The rounds of those who have not lost; the losers of each, from top to bottom."""
        size = 1 << (self.players - 1).bit_length()
        sides: list[Side] = [
            Entrant(seed) if seed < self.players else None for seed in seeding(size)
        ]
        dropped: list[list[Side]] = []
        while len(sides) > 1:
            is_final = len(sides) == FEWEST and not is_double
            stage = "F1" if is_final else f"W{len(dropped) + 1}"
            losers: list[Side] = []
            sides = self.pair_up(sides, stage, losers)
            dropped.append(losers)
        self.best = sides[0]
        return dropped

    def pair_up(
        self, sides: list[Side], stage: str, losers: list[Side] | None = None
    ) -> list[Side]:
        """Neighbours meet; the winners."""
        return self.meet(sides[::2], sides[1::2], stage, losers)

    def meet(
        self,
        firsts: list[Side],
        seconds: list[Side],
        stage: str,
        losers: list[Side] | None = None,
    ) -> list[Side]:
        """The first meets the first, and so on; the winners. `losers` takes the others."""
        winners: list[Side] = []
        pairs = list(zip(firsts, seconds, strict=True))
        for count, (first, second) in enumerate(pairs, start=1):
            if first is None or second is None:
                winners.append(second if first is None else first)
                lost: Side = None
            else:
                name = stage if len(pairs) == 1 else f"{stage}.{count}"
                winners.append(WinnerOf(self.add(name, first, second)))
                lost = LoserOf(len(self.made) - 1)
            if losers is not None:
                losers.append(lost)
        return winners

    def finals(self, other: Side) -> None:
        """The final against who has lost once, and its repetition."""
        best = self.best
        assert best is not None
        assert other is not None
        final = self.add("F1", best, other)
        self.add("F2", best, other, final)

    def add(self, name: str, first: Source, second: Source, only_if: int | None = None) -> int:
        """A pairing; its number."""
        self.made.append((name, first, second, only_if))
        return len(self.made) - 1
