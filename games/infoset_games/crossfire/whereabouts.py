"""Where one unseen unit may be, as sets of squares by motion. Compiled."""

from typing import final

from infoset_games.crossfire.geometry import DIRECTIONS


@final
class Whereabouts:
    """The states a unit may be in: idle on the squares of `resting`, or sliding, by direction."""

    def __init__(self, resting: int, moving: list[int]) -> None:
        self.resting = resting
        self.moving = moving

    def __reduce__(self) -> tuple[object, ...]:
        return Whereabouts, (self.resting, self.moving)

    def squares(self) -> int:
        """Where the unit may be, whatever it does there."""
        squares = self.resting
        for states in self.moving:
            if states:
                squares |= states
        return squares

    def size(self) -> int:
        """How many states there are."""
        size = self.resting.bit_count()
        for states in self.moving:
            size += states.bit_count()
        return size

    def within(self, squares: int) -> "Whereabouts":
        """The states on some squares only."""
        moving = [states & squares if states else 0 for states in self.moving]
        return Whereabouts(self.resting & squares, moving)


def resting_on(squares: int) -> Whereabouts:
    """Idle, somewhere in a set."""
    return Whereabouts(squares, [0] * DIRECTIONS)
