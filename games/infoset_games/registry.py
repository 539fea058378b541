"""Finds games by name, through their descriptors, and makes them with their options.

A distribution offers games as descriptor.py says. The rules of all games that it names are loaded at once, those
of a family when one of its games is first asked for. Games of families are found by name; `known_games` does not
list them.

A plug-in that cannot be loaded is reported by `broken_games` and leaves the others alone.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint
from typing import Any, Final

from infoset_games import descriptor
from infoset_games.core import Json
from infoset_games.descriptor import Descriptors
from infoset_games.game import Game, OptionError

MAX_SHARED_GAMES: Final = 256  # instances kept by one registry; players choose the options


class UnknownGameError(LookupError):
    """No game of that name can be played here. `known` lists the names that can, `short` says it without them."""

    def __init__(self, name: str, known: Iterable[str], reason: str = "") -> None:
        self.name = name
        self.known = tuple(known)
        why = f"cannot be loaded ({reason})" if reason else "is not installed"
        self.short = f"no game {name!r}" + (f" ({reason})" if reason else "")
        super().__init__(f"game {name!r} {why}; known games: {', '.join(self.known) or 'none'}")


class RulesVersionError(ValueError):
    """The installed rules are not the version asked for; a replay made by those would differ."""

    def __init__(self, wanted: str, installed: str) -> None:
        super().__init__(f"rules: expected {wanted}, installed is {installed}")
        self.wanted = wanted
        self.installed = installed


class Registry:
    """The games of one set of plug-ins, and one shared instance per game and options."""

    def __init__(self, plugins: Iterable[EntryPoint] | Descriptors = ()) -> None:
        """Loads the rules of `plugins`. Never raises for a bad one: `broken` says what is wrong with it."""
        known = plugins if isinstance(plugins, Descriptors) else Descriptors(plugins)
        self.games: dict[str, type[Game]] = {}
        self._families = known.families
        self.broken: dict[str, str] = dict(known.broken)
        self._shared: dict[tuple[type[Game], str], Game] = {}
        for name, found in known.games.items():
            try:
                self._add(name, descriptor.load(name, "rules", found.rules))
            except (descriptor.BrokenPartError, TypeError, ValueError) as error:
                self.broken[name] = str(error)

    def find(self, name: str) -> type[Game]:
        """The class of a game. Raises UnknownGameError, which lists the known names."""
        found = self.games.get(name) or self._find_relative(name)
        if found is None:
            family = name.replace("/", "_", 1).partition("_")[0]
            reason = self.broken.get(name) or self.broken.get(family, "")
            raise UnknownGameError(name, self.names(), reason)
        return found

    def family(self, name: str) -> tuple[str, ...]:
        """The names of the games of a family, sorted; none where it is not installed."""
        loaded = self._load_family(name)
        members = () if loaded is None else loaded.names()
        return tuple(sorted(f"{name}_{member}" for member in members))

    def names(self) -> tuple[str, ...]:
        """The games that can be played, sorted."""
        return tuple(sorted(self.games))

    def make(
        self, name: str, options: Mapping[str, Json] | None = None, rules: str | None = None
    ) -> Game:
        """The game under `options`; equal options share one instance.

        Raises UnknownGameError; OptionError for an option that is unknown or out of range;
        RulesVersionError where the installed rules are not `rules` (None takes any).
        """
        game_class = self.find(name)
        game = self._share(game_class, dict(options or {}))
        if rules is not None and rules != game.rules:
            raise RulesVersionError(rules, game.rules)
        return game

    @contextmanager
    def register(self, name: str, game_class: type[Game]) -> Iterator[None]:
        """Adds a game for the length of a `with` block, without an entry point.

        Raises TypeError if it is no Game, ValueError if it has another name or the name is taken.
        """
        self._add(name, game_class)
        try:
            yield
        finally:
            del self.games[name]
            self._shared = {
                key: game for key, game in self._shared.items() if key[0] is not game_class
            }

    def _find_relative(self, name: str) -> type[Game] | None:
        """The class of a game of a family."""
        family, _, member = name.replace("/", "_", 1).partition("_")
        loaded = self._load_family(family)
        if loaded is None:
            return None
        try:
            found: type[Game] = loaded.find(member)
        except LookupError:
            return None
        return found

    def _load_family(self, name: str) -> Any:
        """The module with the games of a family, None where there is none or it cannot be loaded."""
        if name not in self._families or name in self.broken:
            return None
        members = self._families[name].members
        try:
            return import_module(members)
        except (Exception, SystemExit) as error:  # noqa: BLE001 (a stranger's code raises anything)
            self.broken[name] = f"{members}: {type(error).__name__}: {error}"
            return None

    def _add(self, name: str, game_class: Any) -> None:
        if not (isinstance(game_class, type) and issubclass(game_class, Game)):
            raise TypeError(f"{game_class!r}: expected a subclass of infoset_games.game.Game")
        if getattr(game_class, "name", None) != name:
            raise ValueError(f"{game_class.__name__}.name: expected {name!r}")
        if name in self.games:
            raise ValueError(f"game {name!r}: the name is taken by {self.games[name]!r}")
        self.games[name] = game_class

    def _share(self, game_class: type[Game], options: dict[str, Json]) -> Game:
        asked = (game_class, _text(options))
        if asked not in self._shared:
            described = game_class.describe_options()
            for option in options:
                if option not in described:
                    raise OptionError(option, f"one of the options {', '.join(sorted(described))}")
            game = game_class(**options)
            in_force = (game_class, _text(game.options()))
            game = self._shared.setdefault(in_force, game)
            self._shared[asked] = game
            while len(self._shared) > MAX_SHARED_GAMES:
                del self._shared[next(iter(self._shared))]
            return game
        return self._shared[asked]


def _text(options: Mapping[str, Json]) -> str:
    return json.dumps(options, sort_keys=True)


@cache
def installed() -> Registry:
    """The registry of everything installed in this Python; read once per process."""
    return Registry(descriptor.installed())


def find_game(name: str) -> type[Game]:
    """The class of an installed game. Raises UnknownGameError, which lists the known names."""
    return installed().find(name)


def known_games() -> tuple[str, ...]:
    """The names of the installed games that can be played, sorted."""
    return installed().names()


def family_games(family: str) -> tuple[str, ...]:
    """The names of the installed games of a family that can be played, sorted."""
    return installed().family(family)


def broken_games() -> dict[str, str]:
    """The installed plug-ins that cannot be loaded: name -> what is wrong with each."""
    return dict(installed().broken)


def make_game(
    name: str, options: Mapping[str, Json] | None = None, rules: str | None = None
) -> Game:
    """An installed game under `options`, shared by all who ask for equal ones. See Registry.make."""
    return installed().make(name, options, rules)


@contextmanager
def register(name: str, game_class: type[Game]) -> Iterator[None]:
    """Adds a game to the installed ones for the length of a `with` block (for tests)."""
    with installed().register(name, game_class):
        yield
