"""Where the matches of a room begin that goes on from a finished one: the steps until then, and the position they lead to.

What chance is to bring from there comes from the seed of the new match, what the old deal had left in store included:
nobody can foretell it from the old record.
"""

import asyncio
import math
import time
from dataclasses import dataclass, field
from typing import Final

from infoset_games.core import Json, State
from infoset_games.game import Game
from infoset_games.luck import LuckSource
from infoset_games.match import Match
from infoset_games.record import Record
from infoset_games.steps import Step
from infoset_server.common.ids import UserId
from infoset_server.common.request_errors import BadOptionError

MOST_STEPS: Final = 3_000  # of another match; each match that begins there stores them once more
PAUSE_S: Final = 1.0  # between two matches of one room, for the same reason
SLICE_S: Final = 0.004  # for which steps are taken before others have their turn


@dataclass
class Opening:
    """A position of a finished match, `ver` its version there. `users` played that, and `bots` are the house bots by seat."""

    ver: int
    deal: Json
    steps: tuple[Step, ...]
    state: State
    left: frozenset[int]  # seats whose players had left by then
    users: frozenset[UserId] = frozenset()
    bots: tuple[str | None, ...] = ()
    begun_s: float = field(default=-math.inf)  # when a match began here last

    def deal_for(self, game: Game, seed: str) -> Json:
        """The deal of a new match, of which nobody knows what is left in store."""
        return game.deal_anew(self.deal, self.state, LuckSource(seed).anew())


async def open_at(record: Record, ver: int) -> Opening:
    """The first position from version `ver` on in which a seat decides.

    Raises BadOptionError where there is none or it is too far, and RecordError for a record that cannot be played.
    """
    match = Match(record.game, record.terms, record.seed or "", record.deal)
    began_s = time.thread_time()
    for number, step in enumerate(record.steps, 1):
        if number > MOST_STEPS:
            raise BadOptionError("start_from.ver", f"one within the first {MOST_STEPS} steps")
        match.redo(step, 0)
        if match.over is not None:
            break
        if match.ver >= ver:
            seats = range(record.game.seats)
            left = frozenset(seat for seat in seats if match.has_left(seat))
            return Opening(match.ver, record.deal, record.steps[:number], match.state, left)
        if time.thread_time() - began_s >= SLICE_S:
            await asyncio.sleep(0)
            began_s = time.thread_time()
    raise BadOptionError("start_from.ver", "one before the end of the match")
