"""Lists as data: rows, what can be pressed in them, what stands above. A screen says what there is, nothing of how it looks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from infoset_gui.kit.regions import Press

BETWEEN: Final = "  ·  "


@dataclass(frozen=True, kw_only=True)
class Button:
    """Something to press. With a `reason` it does nothing, and says why; `tone` as the kinds of `widgets.button`."""

    name: str
    label: str
    press: Press
    icon: str = ""
    tone: str = "plain"
    tooltip: str = ""
    reason: str = ""
    is_on: bool = False


@dataclass(frozen=True)
class Badge:
    """A word on a colour of the theme: `good`, `warn`, `bad`, `accent` or `muted`."""

    text: str
    tone: str = "muted"


@dataclass(frozen=True)
class Link:
    """A name among facts; with a press it leads to somebody. `name` is that of its region."""

    text: str
    name: str = ""
    press: Press | None = None
    tooltip: str = ""


@dataclass(frozen=True, kw_only=True)
class Row:
    """One thing of a list: the cover of a game or a sign, what it is called, facts below, words and buttons at the right.

    With a `press` the whole row can be pressed: its region has the `name`, its `label` says what a press does.
    """

    title: str | Sequence[str | Link]
    cover: str = ""
    sign: str = ""
    facts: Sequence[str | Link] = ()
    aside: str = ""
    badges: Sequence[Badge] = ()
    buttons: Sequence[Button] = ()
    name: str = ""
    label: str = ""
    press: Press | None = None
    tooltip: str = ""


@dataclass(frozen=True)
class Heading:
    """Words above a part of a list."""

    text: str


@dataclass(frozen=True)
class Note:
    """Words in a list, in as many lines as they need; `level` 2 belongs to the line above, `seat` is whose they are.

    With a `press` they lead somewhere: their region has the `name`.
    """

    text: str
    level: int = 1
    seat: int = -1
    name: str = ""
    press: Press | None = None
    is_on: bool = False


@dataclass(frozen=True, kw_only=True)
class Curve:
    """Shares from 0 to 1 along a way from 0 to 1, one line for each seat; `at` is where one is.

    `marks` are points that stand out. A press on it tells `go` a place of the way; `label` says it all in words.
    """

    name: str
    label: str
    lines: Sequence[Sequence[tuple[float, float]]]
    marks: Sequence[tuple[float, float]]
    at: float
    go: Callable[[float], None]


@dataclass(frozen=True)
class Column:
    """A column of a table, `width` units at least; one of 0 takes what is left."""

    title: str
    width: int
    is_strong: bool = False


@dataclass(frozen=True)
class Marked:
    """A cell with a sign before its text."""

    sign: str
    text: str


@dataclass(frozen=True)
class Span:
    """A cell that shows between what a value lies; all of a column on one scale. `tooltip` says it in words."""

    name: str
    low: float
    middle: float
    high: float
    tooltip: str


@dataclass(frozen=True)
class Cells:
    """One line of a table, a cell for each column."""

    cells: Sequence[str | Marked | Span]
    is_own: bool = False


Item = Row | Heading | Note | Cells | Button | Curve
Thing = TypeVar("Thing")


class Rows(Sequence[Item]):
    """Rows of one height, each made of its thing when it is seen: for lists of thousands."""

    def __init__(self, things: Sequence[Thing], make: Callable[[Thing], Item]) -> None:
        self._things: Sequence[Any] = things
        self._make = make

    def __len__(self) -> int:
        return len(self._things)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return Rows(self._things[at], self._make)
        return self._make(self._things[at])


@dataclass(frozen=True)
class Tabs:
    """What is listed: one of several, `options` being values with their labels."""

    name: str
    options: Sequence[tuple[str, str]]
    value: str
    change: Callable[[str], None]


@dataclass(frozen=True)
class Search:
    """A field for what is looked for."""

    name: str
    value: str
    change: Callable[[str], None]
    hint: str


@dataclass(frozen=True, kw_only=True)
class Bar:
    """A line above a list: a title, what can be chosen or facts at the left, buttons and a search at the right."""

    title: str = ""
    tabs: Tabs | None = None
    about: str = ""
    buttons: Sequence[Button] = ()
    search: Search | None = None


@dataclass(frozen=True)
class Empty:
    """What stands where there is nothing."""

    sign: str
    title: str
    about: str


@dataclass(frozen=True, kw_only=True)
class Listing:
    """A whole list. `name` is that of what can be moved; rows stay while others are loading."""

    name: str
    rows: Sequence[Item]
    empty: Empty | None = None
    bars: Sequence[Bar] = ()
    columns: Sequence[Column] = ()
    is_loading: bool = False
