"""Finds the experiments of a game through its descriptor.

The descriptor of a game (infoset_games/descriptor.py) names a Series (setup.py) in the field `experiments`, for
instance `"hexes_game.experiments:SERIES"`.
"""

from collections.abc import Mapping

from infoset.errors import CommandError
from infoset_bots.lab.experiments.setup import Series, Setup
from infoset_games.descriptor import BrokenPartError, Descriptor, installed, load_part


def with_experiments(known: Mapping[str, Descriptor] | None = None) -> list[str]:
    """The games that have experiments, sorted; `known` None asks the installed ones."""
    games = installed().games if known is None else known
    return sorted(name for name, descriptor in games.items() if descriptor.experiments)


def find_series(game: str, known: Mapping[str, Descriptor] | None = None) -> Series:
    """The experiments of a game. Raises CommandError, which says what games have any."""
    games = installed().games if known is None else known
    if game not in with_experiments(games):
        raise CommandError(f"there are no experiments on {game!r}; {games_text(games)}")
    try:
        series = load_part(game, "experiments", games[game])
    except BrokenPartError as error:
        raise CommandError(str(error)) from error
    if not isinstance(series, Series):
        raise CommandError(f"{game}: experiments ({games[game].experiments}): expected a Series")
    return series


def games_text(known: Mapping[str, Descriptor] | None = None) -> str:
    """The games that have experiments, in words."""
    return f"games with experiments: {', '.join(with_experiments(known)) or 'none'}"


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
