"""What a game's view is: it draws what a seat sees, and turns presses into answers.

The descriptor of a game (infoset_games/descriptor.py) names its view in the field `window`, for instance
`"hexes_game.window:HexesView"`: a class that is made once for each match, `HexesView(match)`. Games without one, and
those whose view cannot be loaded here, get `PlainView`.
"""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pygame import Rect

from infoset.game_views import load_view
from infoset.turn import Action, Answer, Match, Turn
from infoset_gui.kit.regions import Press
from infoset_gui.kit.ui import Ui
from infoset_protocol.messages import KnownSeat

logger: Final = logging.getLogger(__name__)
BUTTON: Final = "button:"  # and the name of a region: what `anchor_of` may say instead of an anchor
FRESH_S: Final = 1.7  # as long as news are shown, and animated


@dataclass(frozen=True)
class Sketch:
    """What an assistant proposes for a product decision, to be drawn where it would be done.

    `name` is what the button is called that accepts it elsewhere on the screen.
    """

    name: str
    by: str
    words: str
    picks: Mapping[str, int]  # by slot, as far as it says
    accept: Press
    is_best: bool  # of what its assistant proposes


@dataclass(frozen=True)
class Look:
    """What there is to be seen at one moment."""

    match: Match
    seat: int  # whose eyes these are, -1 for a stranger
    obs: Mapping[str, Any]
    turn: Turn | None  # what is asked, of this seat
    names: Sequence[str]
    now_s: float
    fresh: Sequence[Mapping[str, Any]] = ()  # events of the newest change
    age_s: float = 1e9  # since then
    say: Callable[[Mapping[str, Any]], str | None] = field(default=lambda event: None)  # in words
    laid_ready: Mapping[str, int] = field(default_factory=dict)  # orders by slot, from an assistant
    sketches: Sequence[Sketch] = ()  # of assistants, for the open question
    known: Sequence[KnownSeat] = ()  # what may be concluded of the others, where that is wanted
    eyes: Sequence[Mapping[str, Any]] = ()  # what each seat sees, where that is shown all at once
    hints: bool = True
    animated: bool = True
    answer: Callable[[Answer], None] = field(default=lambda answer: None)
    answer_all: Callable[[Sequence[Answer]], None] = field(
        default=lambda answers: None
    )  # this question and those of its kind that follow, one after the other
    refuse: Callable[[str], None] = field(default=lambda why: None)  # says why something cannot be
    explain: Callable[[Action], None] = field(
        default=lambda action: None
    )  # says why an action that is not listed cannot be, in the words of the rules

    @property
    def actions(self) -> Sequence[Action]:
        """What may be answered, where it is listed."""
        return self.turn.actions if self.turn else ()

    def by_verb(self, verb: str) -> dict[Any, int]:
        """Positions of the legal actions with a verb, by their first argument (None where there is none)."""
        found: dict[Any, int] = {}
        for index, action in enumerate(self.actions):
            if action[0] == verb:
                argument = action[1] if len(action) > 1 else None
                key = tuple(argument) if isinstance(argument, list) else argument
                found.setdefault(key, index)
        return found


@dataclass(frozen=True)
class Step:
    """A place at the table that newcomers are shown, with what there is to say of it."""

    anchor: str
    title: str
    text: str


class View(ABC):
    """The look of one match."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.anchors: dict[str, Rect] = {}  # places of the last picture, as assistants name them

    @abstractmethod
    def draw(self, ui: Ui, rect: Rect, look: Look) -> None:
        """Draws everything, with the regions that answer. Fills `anchors`. Raises ValueError, KeyError, TypeError
        or IndexError for an observation of other rules."""

    @abstractmethod
    def task(self, look: Look) -> str:
        """What is asked or going on, in a line."""

    def guide(self, look: Look) -> str:
        """Advice for who plays this for the first time; empty where there is none."""
        return ""

    def lesson(self, look: Look) -> Sequence[Step]:
        """What is to be shown to who is here for the first time, in order."""
        return ()

    def on_turn(self, look: Look) -> None:
        """Another question is open: what was half chosen is forgotten."""
        return

    def on_event(self, event: Mapping[str, Any]) -> None:
        """Something has happened and is shown from now on; told once, in order."""
        return

    def on_position(self, obs: Mapping[str, Any]) -> None:
        """The position is another one, and not drawn yet: for what the words of the log need of it."""
        return

    def say(self, event: Mapping[str, Any], usual: str | None) -> str | None:
        """An event in words for the log; `usual` is what the terminal says."""
        return usual

    def anchor_of(self, action: Action) -> str:
        """The anchor (or `BUTTON`) of the place where an action is done, to point it out; empty where it has none."""
        return ""

    def write_action(self, action: Action) -> str:
        """An action in words, as an assistant proposes it; empty where the usual ones will do."""
        return ""

    def write_picks(self, turn: Turn, picks: Mapping[str, int]) -> str:
        """What is chosen for some slots of a product decision, in words; empty where the usual ones will do."""
        return ""

    def anchor_of_slot(self, slot: str) -> str:
        """The anchor of what a slot of a product decision is about; empty where it has none."""
        return f"slot:{slot}"

    def draw_over(self, ui: Ui) -> None:
        """Draws what lies over the whole screen, such as a dialog of the game's own. Comes last."""
        return

    def deciders(self, obs: Mapping[str, Any]) -> Iterable[int]:
        """The seats that are to decide, as far as they are known: their clocks run."""
        return ()

    def complete(self, look: Look) -> tuple[Answer, str] | None:
        """What was prepared for the open question and not sent: as an answer, with what to tell of it; None: nothing was.

        Where something is missing, the harmless choice stands.
        """
        return None

    def is_forced(self, look: Look) -> bool:
        """Is the open question none, as there is but one answer and nothing to think about?"""
        return False

    def undo(self) -> bool:
        """Takes back the last step of what is not sent yet; was there any?"""
        return False

    def on_key(self, key: str, look: Look) -> bool:
        """A key that no region wants; was it of use?"""
        return False

    def on_drag(self, right: int, down: int) -> None:
        """The board was dragged."""
        return

    def on_zoom(self, steps: int, at: tuple[int, int]) -> bool:
        """The wheel was turned; was it of use?"""
        return False

    def outcome(self, look: Look, scores: Sequence[float]) -> str:
        """Why a match that was played to its end is over, in the words of the game; empty where there are none."""
        return ""

    def statistics(self, look: Look) -> Sequence[tuple[str, Sequence[str]]]:
        """Rows of figures about the play, for the end: a name and a value for each seat."""
        return ()


def all_eyes(obs: Mapping[str, Any]) -> Mapping[str, Any]:
    """The public observation, and of every player what only that player knows of itself."""
    seats = obs.get("seats", [])
    players = obs["public"].get("players")
    if not isinstance(players, list) or len(seats) != len(players):
        return dict(obs["public"])
    own = [{**player, **seats[at]["players"][at]} for at, player in enumerate(players)]
    return {**obs["public"], "players": own}


def find_view(match: Match, fallback: Callable[[Match], View]) -> View:
    """The view of a game: its own where one is installed, else the `fallback`."""
    make = load_view(match.game, "window")
    if make is None:
        return fallback(match)
    try:
        view: View = make(match)
    except Exception:  # a stranger's code raises anything, and the match can be played all the same
        logger.exception("%s is shown as any game is", match.game)
        return fallback(match)
    return view
