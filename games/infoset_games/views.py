"""What a match shows to a stranger, to a seat, or to all together, for those who look on or back.

`State.observe` and `Event.view` decide about one viewer; here is only what becomes of several.
"""

from typing import Final, Literal, TypeAlias

from infoset_games.core import Json
from infoset_games.match import Match
from infoset_games.notices import Told

Viewer: TypeAlias = int | None  # one projection of the game: a seat's, or the public one
View: TypeAlias = int | Literal["all"] | None

PUBLIC: Final = None
ALL: Final = "all"


def shown_items(told: Told, view: View) -> list[dict[str, Json]]:
    """The events of a state change in a view; in that of all, each with whatever any seat has seen of it.

    A seat that has seen an event's secrets has a view of it of its own; all others share the public one.
    """
    if view != ALL:
        return told.views[view]
    seats = [items for seat, items in told.views.items() if seat is not PUBLIC]
    return [
        next((items[i] for items in seats if items[i] is not public), public)
        for i, public in enumerate(told.views[PUBLIC])
    ]


def shown_observation(match: Match, view: View) -> dict[str, Json]:
    """The observation in a view; in that of all, `{"public": ..., "seats": [...]}`."""
    if view != ALL:
        return match.observation(view)
    seats = [match.observation(seat) for seat in range(match.game.seats)]
    return {"public": match.observation(PUBLIC), "seats": seats}
