"""One match as a language model plays it: text out, written answers in."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final

from infoset.botseat import CLOSED, write_act
from infoset.client import Incoming
from infoset.errors import ConnectionLostError, ReplyTimeoutError, RequestError, WrongChoiceError
from infoset.mcp.refusal import RefusedError
from infoset.printing import clean
from infoset.seated.entry import read_entry
from infoset.seated.telling import BLACK, tell_question, tell_turn
from infoset.seated.wording import wording_for
from infoset.tracking import Asked, MatchTracker, Missed, Over, is_replaced_by
from infoset.turn import MAX_NOTE, NOT_DECIDED, Match, MatchResult, Turn
from infoset.watching.scene import Scene
from infoset_protocol.messages import ActOk, ChatMsg, ClientMessage, ServerMessage, Unknown

Ask = Callable[[ClientMessage], Awaitable[Incoming]]
NOTHING_ASKED: Final = "nothing is asked of you now; call wait_for_turn"


class TextSeat:
    """The seat of a `Host`. What it tells depends on what the server told this seat, and on nothing else."""

    def __init__(self, match: Match, ask: Ask) -> None:
        self.scene = Scene(match, BLACK, own=match.seat)
        self.turn: Turn | None = None  # what is asked now
        self.log: list[str] = []  # all that has happened, in words
        self._ask = ask
        self._tracker = MatchTracker(match)
        self._told = 0  # lines of the log that `tell` has told
        self._changed = asyncio.Event()
        self._over = asyncio.Event()

    @property
    def match(self) -> Match:
        return self.scene.match

    @property
    def result(self) -> MatchResult | None:
        return self.scene.result

    def take(self, incoming: Incoming) -> None:
        """Notes one message about the match."""
        self.log += self._words(incoming.message)
        for happening in self._tracker.take(incoming.message, incoming.arrival):
            match happening:
                case Asked(turn):
                    self.turn = turn
                case Missed(decision, why):
                    self.log.append(f"your decision {decision} was closed: {clean(why)}")
                    self._close(decision)
                case Over():
                    self.turn = None
                    self._over.set()
                case _:
                    pass
        if is_replaced_by(incoming.message, self.match.seat):
            self.turn = None
        self._changed.set()

    def _words(self, message: ServerMessage | Unknown) -> list[str]:
        if isinstance(message, ChatMsg):
            return [f"{clean(message.name)} says: {clean(message.text)}"]
        return self.scene.take(message)

    def _close(self, decision: int) -> None:
        if self.turn is not None and self.turn.decision == decision:
            self.turn = None

    async def play(self) -> None:
        """Returns when the match is over."""
        await self._over.wait()

    async def wait(self, seconds: float) -> None:
        """Returns when something is asked or the match is over, or after so many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.turn is None and self.result is None:
                    self._changed.clear()
                    await self._changed.wait()

    def tell(self) -> str:
        """What has happened since it was told last, then what is asked, or how the match ended."""
        news, self._told = self.log[self._told :], len(self.log)
        happened = ["since then:", *(f"  {line}" for line in news), ""] if news else []
        if self.result is not None:
            return "\n".join([*happened, *self.scene.final_table()])
        if self.turn is None:
            return "\n".join([*happened, "it is not your turn; call wait_for_turn again"])
        return "\n".join([*happened, *tell_turn(self.turn), *self._time()])

    def _time(self) -> list[str]:
        """How long there was when it was asked, where the match has a clock."""
        turn = self.turn
        if turn is None or turn.deadline_ms is None:
            return []
        return [f"time for this decision: {turn.deadline_ms / 1000:.0f} s from when it was asked"]

    async def act(self, answer: str, note: str = "", value: Sequence[float] | None = None) -> None:
        """Answers what is asked: the position of an action, or an action in words. `note` and `value` are remarked.

        Raises RefusedError, which says why and what is legal, or that nothing is asked.
        """
        turn = self.turn
        if turn is None:
            raise RefusedError(NOTHING_ASKED if self.result is None else "the match is over")
        try:
            choice = read_entry(turn, wording_for(turn.match), answer, is_by_position=True)
            turn.remark(note_of(note), value)
        except (WrongChoiceError, ValueError) as error:
            raise RefusedError("\n".join([clean(error), "legal:", *tell_question(turn)])) from None
        act = write_act(turn, turn.with_remark(choice))
        try:
            reply = await self._ask(act)
        except RequestError as error:
            if error.code in CLOSED:
                self._close(turn.decision)
                raise RefusedError(f"too late: {clean(error.msg)}") from None
            raise RefusedError(
                "\n".join([clean(error.msg), "legal:", *tell_question(turn)])
            ) from None
        except (ConnectionLostError, ReplyTimeoutError) as error:
            raise RefusedError(f"not known to be played: {error}; call wait_for_turn") from None
        self._accept(turn, reply)

    def _accept(self, turn: Turn, reply: Incoming) -> None:
        self._tracker.settle(turn.decision, reply.arrival)
        if not (isinstance(reply.message, ActOk) and reply.message.sealed):
            self._tracker.close(turn.decision)
        self._close(turn.decision)


def note_of(text: str) -> str | None:
    """The note of an act; never one that says the program has not decided itself."""
    return text.strip().removeprefix(NOT_DECIDED.strip()).strip()[:MAX_NOTE] or None
