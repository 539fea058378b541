"""What a position of Colonizers is worth to a seat before the end. Compiled.

From D. Crha, "Board game with artificial intelligence" (Charles University, 2020), section 4.3.
"""

from typing import Final, final

from mypy_extensions import i64

from infoset_games.colonizers.cells import HAND_SIZE, POINTS
from infoset_games.colonizers.state import ColonizersState
from infoset_games.core import State
from infoset_games.evaluation import Evaluation

CARD_WORTH: Final = 0.6  # points that a card in the hand stands for
OMNIUM_WORTH: Final = 0.3  # points that a unit of omnium stands for


@final
class ColonyWorth(Evaluation):
    """Points with the bonus of a full colony, and a little for cards and omnium.

    The same at the end as before it, so that both compare; a drawn play counts like any other.
    """

    def value(self, state: State, seat: i64) -> float:
        assert isinstance(state, ColonizersState)
        cells = state.cells
        return (
            float(i64(cells[POINTS + seat]))
            + CARD_WORTH * float(i64(cells[HAND_SIZE + seat]))
            + OMNIUM_WORTH * float(state.omnium[seat])
        )
