"""What the descriptor of a game names for showing it: the view of the window, the board of the terminal."""

import logging
from typing import Any, Final, Literal

from infoset_games.descriptor import BrokenPartError, load_part

logger: Final = logging.getLogger(__name__)


def load_view(game: str, place: Literal["window", "terminal"]) -> Any:
    """The class that a game is shown with in that place, None where it has none or it cannot be loaded.

    What cannot be loaded is logged: a match can still be played with the view for any game.
    """
    try:
        return load_part(game, place)
    except BrokenPartError as error:
        logger.warning("shown as any game is: %s", error)
        return None
