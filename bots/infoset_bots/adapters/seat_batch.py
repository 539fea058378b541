"""Many plays of one game in each of which a seat learns: the loop behind `InfosetBatchEnv`. Compiled.

Every play is a `Play` as a single environment has it, with streams of its own, so both show the same.
"""

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from infoset_bots.adapters.encoding import Encoding, Options
from infoset_bots.adapters.play import Play, open_stream
from infoset_games.core import Json
from infoset_games.policies import Policy
from infoset_games.rng import Rng

OPPONENTS: Final = 1  # the branch of a seed's stream from which the opponents draw


@final
class SeatBatch:
    """A play for each of `seats`, the one that learns. Whatever is asked of all plays at once comes in their order."""

    def __init__(
        self, encoding: Encoding, seats: list[int], opponents: Policy, max_plies: int
    ) -> None:
        size = len(seats)
        self.encoding = encoding
        self.seats = seats
        self.opponents = opponents
        self.max_plies = max_plies
        self.size = size
        self.actions: i64 = encoding.actions
        self.plays: list[Play] = []
        self.rows: list[
            Sequence[float]
        ] = []  # what the seat knows; bytes, where the encoding gives them
        self.rewards: list[float] = [0.0] * size
        self.ended: list[int] = []  # by the rules, in the last step
        self.cut: list[int] = []  # after too many plies
        self._chance: list[Rng] = []
        self._choice: list[Rng] = []
        self._options: list[Options] = []
        self._mask = vec[u8]([0] * (size * encoding.actions))

    def __reduce__(self) -> tuple[object, ...]:
        made = (self.encoding, self.seats, self.opponents, self.max_plies)
        return SeatBatch, made, self.__getstate__()

    def begin(self, seeds: Sequence[int | None], deal: Json = None) -> None:
        """New plays everywhere. Where there is no seed, the streams go on."""
        if not self._chance:
            self._chance = [open_stream(None) for _ in range(self.size)]
            self._choice = [open_stream(None) for _ in range(self.size)]
        plays: list[Play] = []
        for at, seed in enumerate(seeds):
            if seed is not None:
                self.open_streams(at, seed)
            plays.append(Play(self.encoding, self._chance[at], self.max_plies, deal))
        self.plays = plays
        self.rows = [b""] * self.size
        self._options = [{} for _ in range(self.size)]
        self._mask = vec[u8]([0] * (self.size * int(self.actions)))
        self.ended = []
        self.cut = []
        for at in range(self.size):
            self._go_on(at)

    def begin_again(self, at: int, seed: int | None = None) -> None:
        """A new play in one place."""
        if seed is not None:
            self.open_streams(at, seed)
        self.plays[at] = Play(self.encoding, self._chance[at], self.max_plies)
        self._go_on(at)

    def open_streams(self, at: int, seed: int) -> None:
        """From here on the play in this place is that of the seed."""
        self._chance[at] = open_stream(seed)
        self._choice[at] = open_stream(seed).branch(OPPONENTS)

    def check(self, numbers: Sequence[int]) -> None:
        """Raises IllegalActionError for the first number that may not be said in its place."""
        if len(numbers) != self.size:
            raise ValueError(f"actions: expected {self.size}, got {len(numbers)}")
        for at in range(self.size):
            if numbers[at] not in self._options[at]:
                self.plays[at].choices.check(self.seats[at], numbers[at], f"place {at}")

    def step(self, numbers: Sequence[int]) -> None:
        """One number in every place, and what the others do up to the next one. They must be checked."""
        self.ended = []
        self.cut = []
        for at in range(self.size):
            self.plays[at].say_checked(self.seats[at], numbers[at])
            self._go_on(at)

    def mask(self) -> bytes:
        """1 for each number that may be said, place by place."""
        return bytes(self._mask)

    def _go_on(self, at: int) -> None:
        """Lets the others play, and looks at what has come of it."""
        play, seat = self.plays[at], self.seats[at]
        play.play_others(seat, self.opponents, self._choice[at])
        self.rows[at] = play.tensor(seat)
        self.rewards[at] = 0.0
        options: Options = {}
        if play.is_over:
            self.rewards[at] = play.returns()[seat]
            self.ended.append(at)
        elif play.is_cut:
            self.cut.append(at)
        else:
            options = play.choices.options(seat)
        self._show(i64(at), options)

    def _show(self, at: i64, options: Options) -> None:
        """Writes the part of the mask that belongs to one place."""
        mask = self._mask
        first = at * self.actions
        for number in self._options[at]:
            mask[first + i64(number)] = 0
        for number in options:
            mask[first + i64(number)] = 1
        self._options[at] = options
