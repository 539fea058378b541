"""What an experiment is, as data: who plays, how often, under which rules. Plays nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from infoset_bots.arena.plan import Entry
from infoset_games.core import Json


@dataclass(frozen=True)
class Table:
    """Who sits at the table, and how many games are played where nothing else is asked for."""

    bots: tuple[Entry, ...]  # one for each seat
    games: int


@dataclass(frozen=True)
class Setup:
    """One experiment. `key` is what it is asked for by, `title` says who plays.

    `legacy` is the table of the published experiment that it repeats, None where there is none.
    """

    key: str
    title: str
    table: Table
    legacy: Table | None = None


@dataclass(frozen=True)
class Series:
    """The experiments of one game, and its options in them: ours, and those of the published ones."""

    game: str
    setups: tuple[Setup, ...]
    options: Mapping[str, Json] = field(default_factory=dict)
    legacy_options: Mapping[str, Json] = field(default_factory=dict)
