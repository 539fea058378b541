"""Steps of a match as a table knows them: some of their cards are told, some assumed. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from infoset_games.catan.actions import (
    BANK_TRADE,
    DRAWN,
    PLAY_KNIGHT,
    PLAY_MONOPOLY,
    PLAY_PLENTY,
    PLAY_ROAD_BUILDING,
    STOLEN,
)
from infoset_games.catan.cards import KNIGHT, MONOPOLY, PLENTY, RESOURCES, ROAD_BUILDING
from infoset_games.match import Match
from infoset_games.notices import Notice, Told
from infoset_games.steps import ACT, Step

KIND_PLAYED: Final = {
    PLAY_KNIGHT: KNIGHT,
    PLAY_ROAD_BUILDING: ROAD_BUILDING,
}


@dataclass(frozen=True)
class Taken:
    """One step: what a seat did, and the code of what chance brought; None: nothing.

    `is_told` is False for a card that is only assumed.
    """

    seat: int
    action: int
    chance: int | None = None
    is_told: bool = True


def redo(match: Match, taken: Taken) -> list[Notice]:
    """Plays one step."""
    decision = match.open[taken.seat].number
    chance = [] if taken.chance is None else [taken.chance]
    return match.redo(Step(ACT, taken.seat, decision, taken.action, chance=chance), 0)


def told_in(notices: Sequence[Notice]) -> list[Told]:
    return [notice for notice in notices if isinstance(notice, Told)]


def retold(steps: Sequence[Taken], thefts: Sequence[int], draws: Sequence[int]) -> list[Taken]:
    """The steps with these cards: `thefts` are the untold ones, `draws` all."""
    stolen, drawn = iter(thefts), iter(draws)
    found: list[Taken] = []
    for taken in steps:
        if is_draw(taken):
            found.append(replace(taken, chance=DRAWN + next(drawn)))
        elif not taken.is_told:
            found.append(replace(taken, chance=STOLEN + next(stolen)))
        else:
            found.append(taken)
    return found


def is_draw(taken: Taken) -> bool:
    """Did the seat draw a development card?"""
    return taken.chance is not None and taken.chance >= DRAWN


def kind_drawn(taken: Taken) -> int:
    """The development card that the seat drew."""
    assert taken.chance is not None
    return taken.chance - DRAWN


def is_monopoly(code: int) -> bool:
    return PLAY_MONOPOLY <= code < PLAY_MONOPOLY + RESOURCES


def kind_played(code: int) -> int:
    """The development card that an action plays, or -1."""
    if code in KIND_PLAYED:
        return KIND_PLAYED[code]
    if is_monopoly(code):
        return MONOPOLY
    return PLENTY if PLAY_PLENTY <= code < BANK_TRADE else -1
