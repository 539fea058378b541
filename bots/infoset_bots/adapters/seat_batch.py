"""Many plays of one game in each of which a seat learns: the loop behind `InfosetBatchEnv`. Compiled.

Every play is a `Play` as a single environment has it, with streams of its own, so both show the same.
"""

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from infoset_bots.adapters.coder import Coder
from infoset_bots.adapters.encoding import Encoding
from infoset_bots.adapters.menu import Menu
from infoset_bots.adapters.play import Play, asked_play, open_stream
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
        self.ended: list[int] = []  # by the rules, in the last step
        self.returns: list[float] = []  # of these, in the same order
        self.cut: list[int] = []  # after too many plies
        self._chance: list[Rng] = []
        self._choice: list[Rng] = []
        self._coders: list[Coder] = [encoding.coder() for _ in range(size)]
        mask = vec[u8]([0] * (size * encoding.actions))
        self._mask = mask
        self._menus: list[Menu] = [
            Menu(mask, i64(at) * self.actions, self.actions) for at in range(size)
        ]

    def __reduce__(self) -> tuple[object, ...]:
        """For pickle: what is shown of the plays is worked out again."""
        made = (self.encoding, self.seats, self.opponents, self.max_plies)
        return resumed, (made, self.plays, self._chance, self._choice)

    def begin(self, seeds: Sequence[int | None], deal: Json = None) -> None:
        """New plays everywhere. Where there is no seed, the streams go on."""
        if not self._chance:
            self._chance = [open_stream(None) for _ in range(self.size)]
            self._choice = [open_stream(None) for _ in range(self.size)]
        plays: list[Play] = []
        for at, seed in enumerate(seeds):
            if seed is not None:
                self.open_streams(at, seed)
            plays.append(self._new_play(at, deal))
        self.take_over(plays, self._chance, self._choice)
        for at in range(self.size):
            self.show_again(at)

    def take_over(self, plays: list[Play], chance: list[Rng], choice: list[Rng]) -> None:
        """Goes on with these plays and their streams. Nothing is shown of them yet."""
        self.plays = plays
        self._chance = chance
        self._choice = choice
        self.rows = [b""] * self.size
        self.ended, self.returns, self.cut = [], [], []

    def begin_again(self, at: int, seed: int | None = None) -> None:
        """A new play in one place."""
        if seed is not None:
            self.open_streams(at, seed)
        self.plays[at] = self._new_play(at, None)
        self.show_again(at)

    def _new_play(self, at: int, deal: Json) -> Play:
        return asked_play(
            self.encoding,
            self._chance[at],
            self.max_plies,
            deal,
            self.seats[at],
            self.opponents,
            self._choice[at],
        )

    def open_streams(self, at: int, seed: int) -> None:
        """From here on the play in this place is that of the seed."""
        self._chance[at] = open_stream(seed)
        self._choice[at] = open_stream(seed).branch(OPPONENTS)

    def check(self, numbers: Sequence[int]) -> None:
        """Raises IllegalActionError for the first number that may not be said in its place."""
        if len(numbers) != self.size:
            raise ValueError(f"actions: expected {self.size}, got {len(numbers)}")
        actions = int(self.actions)
        for at in range(self.size):
            number = numbers[at]
            if not 0 <= number < actions or not self._mask[self.actions * i64(at) + i64(number)]:
                self.plays[at].choices.check(self.seats[at], number, f"place {at}")

    def step(self, numbers: Sequence[int]) -> None:
        """One number in every place, and what the others do up to the next one. They must be checked."""
        self.ended, self.returns, self.cut = [], [], []
        for at in range(self.size):
            if self.plays[at].say_of(self.seats[at], numbers[at], self._menus[at]):
                self._go_on(at)
            else:
                self._say_more(at)

    def mask(self) -> bytearray:
        """1 for each number that may be said, place by place."""
        return bytearray(self._mask)

    def show_again(self, at: int) -> None:
        """Works out what is shown of a play that goes on, perhaps in the middle of a decision."""
        self._coders[at].look(self.plays[at].state, self.seats[at])
        self._say_more(at)

    def _say_more(self, at: int) -> None:
        """Shows the same position after one more number of a decision."""
        play = self.plays[at]
        self._show(at, play, play.choices.parts_of(self.seats[at]))

    def _go_on(self, at: int) -> None:
        """Lets the others play, and looks at what has come of it."""
        play, seat = self.plays[at], self.seats[at]
        play.play_others(seat, self.opponents, self._choice[at])
        self._coders[at].look(play.state, seat)
        self._show(at, play, ())
        if play.is_over:
            self.ended.append(at)
            self.returns.append(play.returns()[seat])
        elif play.is_cut:
            self.cut.append(at)

    def _show(self, at: int, play: Play, parts: tuple[int, ...]) -> None:
        coder, menu = self._coders[at], self._menus[at]
        state = play.state
        self.rows[at] = coder.row(state, parts)
        menu.clear()
        if not play.is_over and not play.is_cut:
            coder.list_numbers(state, parts, menu)


def resumed(
    made: tuple[Encoding, list[int], Policy, int],
    plays: list[Play],
    chance: list[Rng],
    choice: list[Rng],
) -> SeatBatch:
    """A batch made of these, which goes on with the plays."""
    batch = SeatBatch(*made)
    if plays:
        batch.take_over(plays, chance, choice)
        for at in range(batch.size):
            batch.show_again(at)
    return batch
