"""Checks that what a game writes piece by piece is what it writes as plain values, with the sizes that it has announced."""

from mypy_extensions import i64

from infoset_games.core import Json
from infoset_games.game import Game
from infoset_games.testing.plays import Play
from infoset_games.writing import WORDS, ValueWriter


class PlainWriter(ValueWriter):
    """Makes plain values of what it is told. Raises ValueError for what cannot be encoded."""

    def __init__(self) -> None:
        self._values: list[Json] = []  # the open ones, outermost first; the whole one at the end
        self._sizes: list[int] = []
        self._keys: list[str | None] = [None]

    def value(self) -> Json:
        """The value that was written."""
        if self._sizes or len(self._values) != 1:
            raise ValueError(f"{len(self._sizes)} objects and lists have no end")
        return self._values[0]

    def begin_object(self, size: i64) -> None:
        self._begin({}, int(size))

    def key(self, number: i64) -> None:
        self._keys[-1] = WORDS[number]

    def end_object(self) -> None:
        self._end()

    def begin_list(self, size: i64) -> None:
        self._begin([], int(size))

    def end_list(self) -> None:
        self._end()

    def number(self, value: i64) -> None:
        self._add(int(value))

    def text(self, number: i64) -> None:
        self._add(WORDS[number])

    def _begin(self, value: Json, size: int) -> None:
        self._values.append(value)
        self._sizes.append(size)
        self._keys.append(None)

    def _end(self) -> None:
        size = self._sizes.pop()
        self._keys.pop()
        value = self._values.pop()
        if len(value) != size:
            raise ValueError(f"{value}: {size} items were announced")
        self._add(value)

    def _add(self, value: Json) -> None:
        if not self._values:
            self._values.append(value)
        elif isinstance(self._values[-1], list):
            self._values[-1].append(value)
        else:
            self._add_field(self._values[-1], value)

    def _add_field(self, fields: dict[str, Json], value: Json) -> None:
        key, self._keys[-1] = self._keys[-1], None
        if key is None or key in fields:
            raise ValueError(f"{value} has no key of its own in {fields}")
        fields[key] = value


def check_observations_are_put_as_they_are_written(play: Play) -> None:
    """`put_observation`, where a game has it, tells what `write_observation` returns, in the same order."""
    if type(play.game).put_observation is Game.put_observation:
        return
    for position in play.positions():
        for seat in (*position.seats(), None):
            observation = position.state().observe(seat)
            out = PlainWriter()
            try:
                position.game.put_observation(observation, out)
                put = out.value()
            except ValueError as error:
                raise position.fault(f"seat {seat}: put_observation: {error}") from error
            written = position.game.write_observation(observation)
            equal = repr(put) == repr(written)  # the order of keys counts
            position.expect(equal, f"seat {seat}: put as {put}, written as {written}")
