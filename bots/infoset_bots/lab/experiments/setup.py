"""What an experiment is, as data: who plays, how often, under which rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from infoset_bots.lab.arena.plan import Entry, Plan
from infoset_bots.lab.arena.schedule import RANDOM
from infoset_games.core import Json

Seating = Literal["blocks", "turns", "random"]
BLOCKS: Final[Seating] = "blocks"
TURNS: Final[Seating] = "turns"
SHUFFLED: Final[Seating] = "random"


@dataclass(frozen=True)
class Table:
    """Who sits at the table, and how many games are played where nothing else is asked for.

    `seating`: `blocks` plays each deal under all its seatings; else every match has a deal of its own, and
    the seatings take `turns` or are drawn at `random`.
    """

    bots: tuple[Entry, ...]  # one for each seat
    games: int
    seating: Seating = BLOCKS

    def is_of(self, plan: Plan) -> bool:
        """Does the plan play this table?"""
        listed, own = (
            [(one.label, one.spec) for one in bots] for bots in (plan.entries, self.bots)
        )
        return listed == own and seating_of(plan) == self.seating


def seating_of(plan: Plan) -> Seating:
    """How a plan seats its bots."""
    if plan.duplicate:
        return BLOCKS
    return SHUFFLED if plan.seatings == RANDOM else TURNS


@dataclass(frozen=True)
class Published:
    """What was published of the table's first bot: the part of `games` that it won, means of points and of
    turns to win."""

    games: int
    share: float
    points: float
    turns: float


@dataclass(frozen=True)
class Setup:
    """One experiment. `key` is what it is asked for by, `title` says who plays.

    `legacy` is the table of the published experiment that it repeats, None where there is none;
    `published` are figures to compare with.
    """

    key: str
    title: str
    table: Table
    legacy: Table | None = None
    published: Published | None = None

    def is_legacy(self, plan: Plan) -> bool:
        """Does the plan play the published form, and not ours?"""
        return self.legacy is not None and self.legacy.is_of(plan) and not self.table.is_of(plan)


@dataclass(frozen=True)
class Series:
    """The experiments of one game, and its options in them: ours, and those of the published ones."""

    game: str
    setups: tuple[Setup, ...]
    options: Mapping[str, Json] = field(default_factory=dict)
    legacy_options: Mapping[str, Json] = field(default_factory=dict)
