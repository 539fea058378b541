"""What belongs to a game, named in one place: its rules, and everything that has a default.

A distribution offers a game with an entry point in the group `infoset.games`, which names a `Descriptor`:

    [project.entry-points."infoset.games"]
    hexes = "hexes_game:GAME"

    GAME = Descriptor(rules="hexes_game.rules:Hexes", page="hexes_game:page/view.js")

What a descriptor names is text, and is imported when it is first needed: a server never loads the view of the
window. So a descriptor belongs into a module that imports nothing else. A distribution with many games names a
`Family` instead.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, TypeVar

GROUP: Final = "infoset.games"

_PACKAGE: Final = r"[^\W\d]\w*(\.[^\W\d]\w*)*"
_OBJECT: Final = re.compile(rf"{_PACKAGE}:[^\W\d]\w*")
_SCRIPT: Final = re.compile(rf"{_PACKAGE}:([\w-]+/)+[\w-]+\.js")
_FOLDER: Final = re.compile(rf"{_PACKAGE}:[\w-]+(/[\w-]+)*")
_POLICY: Final = re.compile(r"[a-z][a-z0-9_]*")

T = TypeVar("T")


class DescriptorError(ValueError):
    """A descriptor is wrong; the message names the field and says what was expected."""


class BrokenPartError(RuntimeError):
    """A descriptor names something that cannot be used; the message says what, and why."""

    def __init__(self, game: str, part: str, value: str, why: object) -> None:
        super().__init__(f"{game}: {part} ({value}): {why}")


@dataclass(frozen=True, kw_only=True)
class Descriptor:
    """Everything that one game brings. Whatever is left out has a default that works for any game.

    A field is `"module:attribute"` unless it says otherwise. Raises DescriptorError for one that cannot be.
    """

    rules: str  # the class of the game (game.Game)
    policies: Mapping[str, str] = field(default_factory=dict)  # by name; called: a policies.Policy
    evaluation: str = ""  # called: an evaluation.Evaluation; default: points
    anchors: str = ""  # a function for anchors.open_book; default: any name will do
    places: str = ""  # called: a places.Places; default: the verb and number of an action
    tables: str = ""  # called: a tables.Tables; default: no paces, no test rooms
    knowledge: str = (
        ""  # called: a knowledge.Knowledge; default: tells no chances of what is hidden
    )
    encoding: str = ""  # called with the game: an Encoding for learners; default: by a survey
    experiments: str = ""  # a Series of the laboratory; default: none
    words: str = (
        ""  # "package:folder" with the catalogues of its words; default: `words` beside the rules
    )
    page: str = ""  # "package:folder/view.js": the view of the page, served with all of its folder
    window: str = ""  # called with the match: a View of the window
    terminal: str = ""  # called with the style: a Board of the terminal

    def __post_init__(self) -> None:
        if not self.rules:
            raise DescriptorError("rules: expected 'module:attribute', got nothing")
        for name in ("rules", *PARTS):
            _check(name, getattr(self, name), _OBJECT, "'module:attribute'")
        _check("page", self.page, _SCRIPT, "'package:folder/file.js'")
        _check("words", self.words, _FOLDER, "'package:folder'")
        if not isinstance(self.policies, Mapping):
            raise DescriptorError(f"policies: expected a mapping by name, got {self.policies!r}")
        for name, value in self.policies.items():
            if not isinstance(name, str) or not _POLICY.fullmatch(name) or name == "random":
                raise DescriptorError(
                    f"policies: expected names of a-z, 0-9 and _ but 'random', got {name!r}"
                )
            _check(f"policies[{name!r}]", value or None, _OBJECT, "'module:attribute'")


@dataclass(frozen=True)
class Family:
    """Many games of one distribution: those of the family `museum` are called `museum_chess`, `museum/chess`.

    `members` names a module with `find(member)`, which returns the class of a game or raises LookupError, and
    `names()`. It is loaded when a game of the family is first asked for. Its games have the defaults of a Descriptor.
    """

    members: str

    def __post_init__(self) -> None:
        _check("members", self.members or None, re.compile(_PACKAGE), "a module")


PARTS: Final = (
    "evaluation",
    "anchors",
    "places",
    "tables",
    "knowledge",
    "encoding",
    "experiments",
    "window",
    "terminal",
)


def _check(name: str, value: object, form: re.Pattern[str], expected: str) -> None:
    if value != "" and not (isinstance(value, str) and form.fullmatch(value)):
        raise DescriptorError(f"{name}: expected {expected}, got {value!r}")


class Descriptors:
    """The descriptors of one set of plug-ins, by name."""

    def __init__(self, plugins: Iterable[EntryPoint]) -> None:
        """Never raises for a bad plug-in: `broken` says what is wrong with it. Of two with one name the first counts."""
        self.games: dict[str, Descriptor] = {}
        self.families: dict[str, Family] = {}
        self.broken: dict[str, str] = {}
        for plugin in plugins:
            try:
                self._add(plugin.name, plugin.load())
            except (Exception, SystemExit) as error:  # noqa: BLE001 (a stranger's code raises anything)
                self.broken[plugin.name] = f"{plugin.value}: {type(error).__name__}: {error}"

    def _add(self, name: str, found: object) -> None:
        if name in self.games or name in self.families:
            raise ValueError(f"game {name!r}: the name is taken")
        if isinstance(found, Descriptor):
            self.games[name] = found
        elif isinstance(found, Family):
            self.families[name] = found
        else:
            raise TypeError(f"expected an infoset_games.descriptor.Descriptor, got {found!r}")


@cache
def installed() -> Descriptors:
    """The descriptors of everything installed in this Python; read once per process."""
    return Descriptors(entry_points(group=GROUP))


@contextmanager
def describing(game: str, descriptor: Descriptor) -> Iterator[None]:
    """Adds a descriptor to the installed ones for the length of a `with` block (for tests)."""
    games = installed().games
    before = games.get(game)
    games[game] = descriptor
    try:
        yield
    finally:
        del games[game]
        if before is not None:
            games[game] = before


def descriptor_of(game: str) -> Descriptor | None:
    """The descriptor of an installed game; None where it has none, as a game of a family."""
    return installed().games.get(game)


def load(game: str, part: str, value: str) -> Any:
    """What `value` names ("module:attribute"). Raises BrokenPartError, whatever the module does."""
    module, _, name = value.partition(":")
    try:
        return getattr(import_module(module), name)
    except (Exception, SystemExit) as error:
        raise BrokenPartError(game, part, value, f"{type(error).__name__}: {error}") from error


def load_part(game: str, part: str, descriptor: Descriptor | None = None) -> Any:
    """What the descriptor of a game names for `part` (of PARTS), None where it names nothing.

    `descriptor` None takes that of the installed game. Raises BrokenPartError.
    """
    assert part in PARTS
    known = descriptor or descriptor_of(game)
    value = "" if known is None else getattr(known, part)
    return load(game, part, value) if value else None


def make_part(
    game: str,
    part: str,
    kind: type[T],
    default: Callable[[], T],
    descriptor: Descriptor | None = None,
) -> T:
    """What the descriptor of a game names for `part`, called, and a `kind`; the `default` where it names nothing.

    `descriptor` as for `load_part`. Raises BrokenPartError.
    """
    known = descriptor or descriptor_of(game)
    value = "" if known is None else getattr(known, part)
    return make(game, part, value, kind) if value else default()


def make(game: str, part: str, value: str, kind: type[T]) -> T:
    """What `value` names, called without arguments and found to be a `kind`. Raises BrokenPartError."""
    maker = load(game, part, value)
    try:
        made = maker()
    except (Exception, SystemExit) as error:
        raise BrokenPartError(game, part, value, f"{type(error).__name__}: {error}") from error
    if not isinstance(made, kind):
        raise BrokenPartError(game, part, value, f"expected {kind.__name__}, got {made!r}")
    return made
