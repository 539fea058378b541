"""The program's players on their seats: told what happens, asked for an action. Knows no table."""

import asyncio
import logging
import random
from collections.abc import Sequence
from typing import Final

from infoset.bot import Bot
from infoset.turn import Match
from infoset.wording import say
from infoset_bots.lab.arena.alarm import Alarm
from infoset_bots.lab.arena.players import ClassPlayer, Player
from infoset_bots.lab.arena.playing import bot_seed, program_seed
from infoset_bots.lab.arena.programs import ProgramSeat
from infoset_bots.lab.arena.seats import ClassSeat, Question, Seat
from infoset_games import match as rules
from infoset_games.choices import resolve
from infoset_games.core import IllegalActionError, Result
from infoset_games.notices import Told

logger = logging.getLogger(__name__)

MOVE: Final = "move"  # labels a stream


class ProgramPlayer:
    """One seat. The same question after the same story gets the same answer, also after an undo.

    It is shown what its seat observes and nothing else (`make_turn` in arena/seats.py).
    """

    def __init__(
        self,
        player: Player,
        match: Match,
        seed: str,
        alarm: Alarm,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self._match = match
        self._seed = bot_seed(seed, match.seat, match.players[match.seat].name)
        self._bot: Bot | None = None
        self._seat = self._sit(player, seed, alarm, loop)
        self._heard = 0

    def _sit(
        self, player: Player, seed: str, alarm: Alarm, loop: asyncio.AbstractEventLoop
    ) -> Seat:
        name = self._match.players[self._match.seat].name
        if isinstance(player, ClassPlayer):
            make = player.make

            def made() -> Bot:
                self._bot = make()
                return self._bot

            return ClassSeat(self._match, made, self._seed, alarm)
        argv = player.argv_for(program_seed(seed, self._match.seat, name), self._match.seat)
        return ProgramSeat(self._match, argv, player.mode, loop)

    def start(self) -> None:
        self._seat.start()

    def hear(self, told: Sequence[Told]) -> None:
        """Tells what has happened since the last time; `told` is all there is."""
        for news in told[self._heard :]:
            self._seat.tell(news)
        self._heard = len(told)

    def decide(self, match: rules.Match, number: int, limit_s: float) -> tuple[int, str]:
        """The code of a legal action, and what went wrong, if anything: then the harmless one is played.

        `number` is that of the step, which opens the random numbers of this decision.
        """
        asked = match.open[self._match.seat]
        if self._bot is not None:
            self._bot.rng = random.Random("\x1f".join((self._seed, MOVE, str(number))))
        limit_ms = int(limit_s * 1000)
        question = Question(match.game, match.state, asked, match.ver, limit_ms, (), limit_s)
        faults = self._failures()
        reply = self._seat.ask(question)
        fallback = asked.space.item(asked.fallback)
        if reply.choice is None:
            return fallback, say("terminal-table-too-slow", seconds=f"{limit_s:g}")
        try:
            code = resolve(
                match.game,
                match.state,
                asked.seat,
                index=reply.choice.index,
                picks=None if reply.choice.picks is None else list(reply.choice.picks),
                action=reply.choice.action,
            )
        except IllegalActionError as error:
            return fallback, say("terminal-table-not-allowed", why=str(error))
        return code, say("terminal-table-failed") if self._failures() > faults else ""

    def _failures(self) -> int:
        faults = self._seat.faults
        return faults.illegal + faults.exceptions + faults.crashes

    def over(self, reason: str, result: Result) -> None:
        self._seat.over(reason, result)

    def leave(self) -> None:
        self._seat.leave()
