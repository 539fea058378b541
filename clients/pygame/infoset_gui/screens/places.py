"""Where the anchors of assistants lie on this picture: those of the game, and those that every game has."""

from collections.abc import Mapping, Sequence
from typing import Final

from pygame import Rect

from infoset.turn import Turn
from infoset_gui.kit.regions import named
from infoset_gui.kit.ui import Ui
from infoset_gui.views.view import BUTTON, View

SCREEN: Final = "screen:"
POINT: Final = 26  # units of a place on the screen
BOARDS: Final = ("area:board", "area:island", "area:table")  # what views call the middle of theirs


class Places:
    """The places of one picture."""

    def __init__(self, view: View, turn: Turn | None, ui: Ui, players: Mapping[str, Rect]) -> None:
        """`players` are the seats as they stand in the list of players, for games whose view has no place for them."""
        self._view = view
        self._turn = turn
        self._window = ui.window
        self._point = ui.u(POINT)
        self._regions = ui.regions
        self._players = players

    def find(self, anchor: str) -> Rect | None:
        """The place of an anchor; None where it has none now, and for panels."""
        for known in (self._view.anchors, self._players):
            if anchor in known:
                return known[anchor]
        kind, _, name = anchor.partition(":")
        match kind:
            case "action":
                return self._action(name)
            case "slot":
                return self._view.anchors.get(self._view.anchor_of_slot(name))
            case "screen":
                return point_of(name, self._window, self._point)
            case _:
                return None

    def is_on_board(self, anchors: Sequence[str]) -> bool:
        """Does one of them name a place of the game's own view?"""
        return any(anchor in self._view.anchors for anchor in anchors)

    def _action(self, number: str) -> Rect | None:
        """Where an action of the open question is done."""
        actions = self._turn.actions if self._turn is not None else ()
        if not number.isdecimal() or int(number) >= len(actions):
            return None
        name = self._view.anchor_of(actions[int(number)])
        if name.startswith(BUTTON):
            region = named(self._regions, name.removeprefix(BUTTON))
            return None if region is None else region.shape.box
        return self._view.anchors.get(name)


def panel_of(anchor: str) -> str:
    """The panel that an anchor names; empty for any other place."""
    name = anchor.removeprefix(SCREEN)
    return "" if name == anchor or "," in name else name


def board_of(view: View, area: Rect) -> Rect:
    """The middle of a game's picture, else all of its area."""
    return next((view.anchors[name] for name in BOARDS if name in view.anchors), area)


def point_of(name: str, window: Rect, side: int) -> Rect | None:
    """`0.5,0.1` as a place of the window, None for a panel."""
    right, comma, down = name.partition(",")
    if not comma:
        return None
    try:
        x, y = float(right), float(down)
    except ValueError:
        return None
    found = Rect(0, 0, side, side)
    found.center = round(window.width * x), round(window.height * y)
    return found
