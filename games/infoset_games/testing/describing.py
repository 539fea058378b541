"""Checks of what a game says about itself: name, rules version, seats, options, constants."""

import re
from typing import Final

from infoset_games.core import Json
from infoset_games.game import Game, OptionError
from infoset_games.replay import canonical
from infoset_games.testing.plain import fault_of
from infoset_games.testing.plays import ConformanceError

SLUG: Final = re.compile(r"[a-z][a-z0-9_-]{0,31}")
VERSION: Final = re.compile(r"\d+\.\d+")


def check_the_game_describes_itself(game: Game) -> None:
    """Name, rules version, seats and constants are well formed and the same for equal games."""
    _expect(game, SLUG.fullmatch(game.name) is not None, f"name {game.name!r} is no slug")
    name, _, version = game.rules.partition("/")
    well_formed = name == game.name and VERSION.fullmatch(version) is not None
    _expect(game, well_formed, f"rules {game.rules!r}: expected {game.name}/major.minor")
    fewest, most = game.seat_range
    within = 1 <= fewest <= game.seats <= most
    _expect(game, within, f"{game.seats} seats, but seat_range is {game.seat_range}")
    _expect(game, type(game.simultaneous) is bool, "simultaneous is no bool")
    consts = game.consts()
    _expect(game, not fault_of(consts), f"consts are not plain: {fault_of(consts)}")
    again = type(game)(**game.options())
    _expect(game, canonical(again.consts()) == canonical(consts), "equal games, other constants")


def check_options_rebuild_the_game(game: Game) -> None:
    """The class called with `options()` gives an equal game; described defaults are the real ones."""
    options, described = game.options(), game.describe_options()
    _expect(game, not fault_of(options), f"options are not plain: {fault_of(options)}")
    again = type(game)(**options).options()
    _expect(game, canonical(again) == canonical(options), f"options {options} come back as {again}")
    _expect(
        game, set(options) == set(described), "options() and describe_options() differ in names"
    )
    for name, about in described.items():
        missing = {"type", "default", "about"} - set(about)
        _expect(game, not missing, f"option {name} is described without {', '.join(missing)}")
    defaults = {name: about["default"] for name, about in described.items()}
    real = type(game)().options()
    _expect(game, canonical(real) == canonical(defaults), f"defaults are {real}, not {defaults}")


def check_bad_options_are_refused_by_name(game: Game) -> None:
    """A value of a wrong type raises OptionError with the option's name as its path."""
    for name in game.describe_options():
        wrong: list[Json] = [None, [], {"x": 1}, 0.5, -(10**9)]
        for value in wrong:
            try:
                type(game)(**{name: value})
            except OptionError as error:
                _expect(game, error.path == name, f"{name}={value!r}: the error names {error.path}")
            except Exception as error:
                raised = f"{type(error).__name__}: {error}"
                message = f"{game.name}: {name}={value!r} raises {raised}; expected OptionError"
                raise ConformanceError(message) from error
            else:
                _expect(game, False, f"{name}={value!r} is accepted")


def _expect(game: Game, holds: bool, what: str) -> None:
    if not holds:
        raise ConformanceError(f"{game.name}: {what}")
