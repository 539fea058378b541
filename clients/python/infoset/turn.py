"""What a bot is shown: the match it plays (`Match`) and the question it must answer (`Turn`).

No network in here: the same objects come from a server and from a local arena.
"""

import math
import operator
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from infoset.errors import WrongChoiceError
from infoset_games.core import State
from infoset_games.game import Game
from infoset_games.rng import Rng

if TYPE_CHECKING:
    from infoset.remote import Remote

Action = list[Any]  # `[verb, argument, ...]` in the game's notation
Answer = (
    Any  # what `decide` may return: an index, an action, or picks; checked by `Turn.read_answer`
)

MAX_SHOWN_ACTIONS = 12  # legal actions named in a complaint
MAX_NOTE = 500  # characters
MAX_SAID = 300  # characters of a line of talk
NOT_DECIDED = "fallback: "  # begins the note of an act that is played for a bot
WRONG_ANSWER = "wrong answer"
ILLEGAL = "illegal"


@dataclass(frozen=True)
class Player:
    """Who sits on a seat."""

    seat: int
    name: str = ""
    is_bot: bool = False


@dataclass(frozen=True)
class Match:
    """One play of a game as its player knows it: all that stays the same from start to end."""

    match_id: str
    game: str
    rules: str
    seat: int
    players: tuple[Player, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    consts: Mapping[str, Any] = field(default_factory=dict)
    clock: Mapping[str, Any] = field(default_factory=dict)
    engine: Game | None = None  # the rules themselves, where the same version is installed here
    compute: Mapping[str, Any] = field(default_factory=dict)  # what thinking on the server may use

    @property
    def seats(self) -> int:
        """How many seats the match has."""
        return len(self.players)


@dataclass(frozen=True)
class MatchResult:
    """How a match ended. `places` (1 is best, ties share), `scores` and `returns` go by seat."""

    reason: str
    places: tuple[int, ...]
    scores: tuple[float, ...]
    returns: tuple[float, ...]
    seat: int

    @property
    def place(self) -> int | None:
        """The player's own place, None if the match had no places."""
        return self.places[self.seat] if self.seat < len(self.places) else None

    @property
    def score(self) -> float | None:
        """The player's own score, None if the match had no scores."""
        return self.scores[self.seat] if self.seat < len(self.scores) else None


@dataclass(frozen=True)
class Slot:
    """One factor of a joint order: every combination of one option per slot is legal."""

    name: str
    options: list[Any]


@dataclass(frozen=True)
class Choice:
    """A checked answer: exactly one of an index, one option per slot, or a written action.

    A `note` that begins with `fallback:` tells the server that the program has not decided itself. `value` is what
    the program expects of each seat, from -1 to 1.
    """

    index: int | None = None
    picks: tuple[int, ...] | None = None
    action: Action | None = None
    note: str | None = field(default=None, compare=False)
    value: tuple[float, ...] | None = field(default=None, compare=False)


@dataclass
class Remark:
    """What a bot says of its act to its owner alone, and what it says to the table."""

    note: str | None = None
    value: tuple[float, ...] | None = None
    said: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Turn:
    """One open decision of one seat.

    `n` counts the actions an index can name (None: too many, answer with picks). `actions` lists them
    readably where they can be listed; a joint order has `slots` instead. `params` describe further
    actions that are answered in written form. `fallback` is what a missed deadline plays.
    `remote` thinks on the server, where that is offered (None elsewhere, and for `quick` bots).
    `deadline_ms` is the time left when the turn arrived (None: untimed); `clock_ms` the time banks by
    seat; `optional` turns may be left unanswered (return None).
    """

    match: Match
    decision: int
    kind: str
    n: int | None
    actions: list[Action] = field(default_factory=list)
    slots: list[Slot] = field(default_factory=list)
    params: list[Mapping[str, Any]] = field(default_factory=list)
    fallback: int = 0
    plain_observation: Mapping[str, Any] = field(default_factory=dict)
    deadline_ms: int | None = None
    clock_ms: tuple[int, ...] = ()
    optional: bool = False
    tick: int | None = None  # simultaneous games: the round being decided
    ver: int = 0  # the version of the position that is shown
    remote: "Remote | None" = field(default=None, compare=False, repr=False)
    values: list[float | None] = field(default_factory=list, compare=False, repr=False)
    remark_made: Remark = field(default_factory=Remark, compare=False, repr=False)

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return self.match.seat

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.match.game

    @property
    def is_product(self) -> bool:
        """Is this a joint order, one option for each slot?"""
        return bool(self.slots)

    @cached_property
    def observation(self) -> Any:
        """Everything the seat knows now: the game's own type where the game is installed, else a dict.

        Raises ValueError if the installed rules cannot read what the server sent.
        """
        if self.match.engine is None:
            return self.plain_observation
        return self.match.engine.read_observation(self.plain_observation)

    def determinize(self, rng: Rng) -> State:
        """A complete position drawn from all that agree with what the seat knows.

        Raises RuntimeError where the rules of the match are not installed here.
        """
        if self.match.engine is None:
            raise RuntimeError(f"the rules {self.match.rules} are not installed here")
        return self.match.engine.determinize(self.observation, rng)

    def index_of(self, action: Sequence[Any]) -> int:
        """The position of an action like `["build", 5]`, the first of equals. Raises ValueError."""
        wanted = _plain(action)
        for index, candidate in enumerate(self.actions):
            if candidate == wanted:
                return index
        raise WrongChoiceError(f"{wanted!r} is not legal now; {self._legal_text()}")

    def actions_with(self, verb: str) -> list[Action]:
        """The legal actions that begin with `verb`."""
        return [action for action in self.actions if action[0] == verb]

    def weigh(self, values: Iterable[float | None]) -> None:
        """Notes what the bot thinks of the actions: a value for each, in their order, None where it has none.

        For whoever looks at its trace (docs/traces.md); plays nothing. What is not finite counts as none. Raises
        ValueError unless there is a value for each of `actions`, and TypeError or ValueError for what is no number.
        """
        noted = [_finite(value) for value in values]
        if self.is_product and noted:
            raise ValueError(f"values: a joint order lists no actions to weigh, got {len(noted)}")
        if len(noted) != len(self.actions):
            want = f"a number or None for each of {len(self.actions)} listed actions"
            raise ValueError(f"values: expected {want}, got {len(noted)}")
        self.values[:] = noted

    def remark(self, note: str | None = None, value: Sequence[float] | None = None) -> None:
        """Says something of the act that will answer this turn, to be read in the replay by the bot's owner alone.

        `note` is cut at 500 characters; `value` is the result that the bot expects of each seat, from -1 to 1.
        Raises ValueError for a `value` that is none.
        """
        if value is not None:
            seats = self.match.seats
            if len(value) != seats or not all(-1 <= one <= 1 for one in value):
                raise ValueError(f"value: expected a number from -1 to 1 for each of {seats} seats")
            self.remark_made.value = tuple(value)
        if note is not None:
            self.remark_made.note = note[:MAX_NOTE] or None

    def say(self, text: str) -> None:
        """Says something to the table just before the act is sent, where the room lets programs talk.

        It is cut at 300 characters. What the server refuses is logged; the act is sent all the same.
        """
        if text.strip():
            self.remark_made.said.append(text.strip()[:MAX_SAID])

    def with_remark(self, choice: Choice) -> Choice:
        """The choice with what was remarked; what says that nobody has decided stays as it is."""
        made = self.remark_made
        return replace(choice, note=choice.note or made.note, value=choice.value or made.value)

    def random_answer(self, rng: random.Random) -> Answer:
        """A legal answer drawn uniformly: an index, or picks where there are too many for an index."""
        if self.n is not None:
            return rng.randrange(self.n)
        return [rng.randrange(len(slot.options)) for slot in self.slots]

    def fallback_choice(self, why: str | None = None) -> Choice:
        """What a missed deadline would play; `why` the program has not decided itself is told to the server."""
        note = None if why is None else f"{NOT_DECIDED}{why}"[:MAX_NOTE]
        if self.n is None:
            return Choice(picks=tuple(0 for _ in self.slots), note=note)
        return Choice(index=self.fallback, note=note)

    def read_answer(self, answer: Answer) -> Choice:
        """Checks what a bot returned. Raises WrongChoiceError, which says what was expected."""
        if isinstance(answer, str | bytes | Mapping | bool) or answer is None:
            legal = "" if self.is_product else f"; {self._legal_text()}"
            raise WrongChoiceError(f"expected {self._answer_text()}, got {answer!r}{legal}")
        if not isinstance(answer, Sequence) and not hasattr(answer, "tolist"):
            return self._read_index(answer)
        value = _plain(answer)
        if not isinstance(value, list):
            return self._read_index(value)
        return self._read_picks(value) if self.is_product else self._read_action(value)

    def _read_index(self, answer: object) -> Choice:
        try:
            index = operator.index(answer)  # type: ignore[arg-type]  # tried, not trusted
        except TypeError:
            raise WrongChoiceError(f"expected {self._answer_text()}, got {answer!r}") from None
        if self.n is None or not 0 <= index < self.n:
            raise WrongChoiceError(f"expected {self._answer_text()}, got {index}")
        return Choice(index=index)

    def _read_action(self, action: Action) -> Choice:
        if action in self.actions:
            return Choice(index=self.actions.index(action))
        if action and any(action[0] == param.get("kind") for param in self.params):
            return Choice(action=action)
        raise WrongChoiceError(f"{action!r} is not legal now; {self._legal_text()}")

    def _read_picks(self, value: list[Any]) -> Choice:
        if len(value) != len(self.slots):
            raise WrongChoiceError(f"expected {self._answer_text()}, got {len(value)} of them")
        return Choice(
            picks=tuple(
                _read_pick(slot, pick) for slot, pick in zip(self.slots, value, strict=True)
            )
        )

    def _answer_text(self) -> str:
        if self.is_product:
            names = ", ".join(slot.name for slot in self.slots)
            index = "" if self.n is None else f"an index from 0 to {self.n - 1} or "
            return f"{index}one option per slot ({names})"
        return f"an index from 0 to {(self.n or 0) - 1} or one of the legal actions"

    def _legal_text(self) -> str:
        if self.is_product:
            return f"this is a joint order: {self._answer_text()}"
        shown = ", ".join(repr(action) for action in self.actions[:MAX_SHOWN_ACTIONS])
        more = len(self.actions) - MAX_SHOWN_ACTIONS
        return f"legal: {shown}" + (f" and {more} more" if more > 0 else "")


def _finite(value: float | None) -> float | None:
    """A number as JSON can hold it, also one of another library."""
    return None if value is None or not math.isfinite(value) else float(value)


def _read_pick(slot: Slot, pick: Any) -> int:
    """A position among the slot's options, or the option itself."""
    if isinstance(pick, list) and pick in slot.options:
        return slot.options.index(pick)
    if isinstance(pick, int) and not isinstance(pick, bool) and 0 <= pick < len(slot.options):
        return pick
    raise WrongChoiceError(
        f"slot {slot.name}: expected 0 to {len(slot.options) - 1} or one of {slot.options!r}, got {pick!r}"
    )


def _plain(value: Any) -> Any:
    """Tuples and arrays as lists, numbers of other libraries as ints: how the wire writes them."""
    if hasattr(value, "tolist"):  # numpy's arrays and scalars
        value = value.tolist()
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return [_plain(item) for item in value]
    return value
