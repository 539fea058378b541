"""Finds the experiments of a game through entry points. Plays nothing.

A distribution offers the experiments of its game in the group `infoset.experiments`:

    [project.entry-points."infoset.experiments"]
    hexes = "hexes_game.experiments:SERIES"

What it names is a Series (setup.py).
"""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from infoset.errors import CommandError
from infoset_bots.lab.experiments.setup import Series, Setup

GROUP: Final = "infoset.experiments"


@cache
def installed() -> Mapping[str, EntryPoint]:
    """The installed series by game, not loaded yet."""
    return by_game(entry_points(group=GROUP))


def by_game(plugins: Iterable[EntryPoint]) -> dict[str, EntryPoint]:
    """Series by game; of two for one game the first counts."""
    found: dict[str, EntryPoint] = {}
    for plugin in plugins:
        found.setdefault(plugin.name, plugin)
    return found


def find_series(game: str, known: Mapping[str, EntryPoint] | None = None) -> Series:
    """The experiments of a game. Raises CommandError, which says what games have any."""
    known = installed() if known is None else known
    if game not in known:
        raise CommandError(f"there are no experiments on {game!r}; {games_text(known)}")
    plugin = known[game]
    try:
        series = plugin.load()
    except Exception as error:
        raise CommandError(
            f"experiments on {game} ({plugin.value}): {type(error).__name__}: {error}"
        ) from error
    if not isinstance(series, Series):
        raise CommandError(f"experiments on {game} ({plugin.value}): expected a Series")
    return series


def games_text(known: Mapping[str, EntryPoint] | None = None) -> str:
    """The games that have experiments, in words."""
    games = sorted(installed() if known is None else known)
    return f"games with experiments: {', '.join(games) or 'none'}"


def find_setup(series: Series, key: str) -> Setup:
    """One experiment. Raises CommandError, which lists those that exist."""
    for setup in series.setups:
        if setup.key == key:
            return setup
    raise CommandError(f"there is no experiment {key!r} on {series.game}; {listing(series)}")


def listing(series: Series) -> str:
    """All experiments of a game in one line."""
    named = (f"{setup.key} ({setup.title})" for setup in series.setups)
    return f"experiments: {', '.join(named)}"
