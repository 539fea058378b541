"""When the search behind one move must end: too many positions, or no time. Compiled."""

from typing import Final, final

from mypy_extensions import i64

from infoset_bots.catan.plies import Plies
from infoset_bots.search.decision import OutOfTime

BETWEEN_CHECKS: Final = 512  # positions from one look at the time to the next


class TreeTooLargeError(Exception):
    """The tree has more positions than allowed."""


class TimeIsUpError(Exception):
    """The time for the decision is over."""


@final
class Budget:
    """Allows `max_nodes` more positions to be valued, and asks `out_of_time` now and then."""

    def __init__(self, plies: Plies, max_nodes: i64, out_of_time: OutOfTime) -> None:
        self.plies = plies
        self.most: i64 = plies.valued + max_nodes
        self.next_check: i64 = plies.valued + BETWEEN_CHECKS
        self.out_of_time = out_of_time

    def check(self) -> None:
        """Raises TreeTooLargeError or TimeIsUpError."""
        valued = self.plies.valued
        if valued > self.most:
            raise TreeTooLargeError
        if valued >= self.next_check:
            self.next_check = valued + BETWEEN_CHECKS
            if self.out_of_time():
                raise TimeIsUpError
