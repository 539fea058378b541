"""What the end of a play is worth to each seat, on a scale from 0 to 1. Compiled."""

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i64

from infoset_games.core import Result

# By place in a play of four: D. Crha, "Board game with artificial intelligence" (2020), section 4.4.
FOUR_PLACES: Final[tuple[float, ...]] = (1.0, 0.2, 0.1, 0.0)


@final
class Rewards:
    """`by_place` for games of as many seats as it has entries; for others half of 1 + the return.

    Seats that share places share the mean of their rewards; where all share one place nobody has
    won, and everybody gets the reward of the last place.
    """

    def __init__(self, by_place: Sequence[float] = FOUR_PLACES) -> None:
        """Raises ValueError if a reward is outside 0..1."""
        for reward in by_place:
            if not 0.0 <= reward <= 1.0:
                raise ValueError(f"rewards: expected numbers from 0 to 1, got {reward}")
        self.by_place = tuple(by_place)

    def of(self, result: Result) -> list[float]:
        """The rewards by seat."""
        places = result.places
        count = len(places)
        if count != len(self.by_place):
            return [0.5 + 0.5 * value for value in result.returns]
        taken: i64 = 0  # a bit for each place
        for place in places:
            taken |= i64(1) << i64(place)
        if taken == (i64(1) << i64(count + 1)) - 2:  # 1, 2, 3, ..., nothing is shared
            return [self.by_place[place - 1] for place in places]
        rewards: list[float] = []
        for place in places:
            shared = places.count(place)
            if shared == 1:
                rewards.append(self.by_place[place - 1])
            elif shared == count:
                rewards.append(self.by_place[count - 1])
            else:
                rewards.append(sum(self.by_place[place - 1 : place - 1 + shared]) / shared)
        return rewards
