"""A match to try an assistant in: against house bots, on a seat that does what the assistant suggests."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TextIO

from infoset.assistant.advice import Advice
from infoset.client import Client
from infoset.errors import ConnectionLostError, RequestError
from infoset.printing import clean
from infoset_protocol.messages import (
    Accept,
    Act,
    AssistInvite,
    ClientMessage,
    CreateRoom,
    Error,
    Join,
    MatchOver,
    Ok,
    Room,
    Start,
    YourTurn,
)

PACE_S: Final = 1.0  # before each answer: an assistant needs time, and so does who looks on


class Trial:
    """`client` has the feature `assist`. What the assistant shows is written to `out`."""

    def __init__(self, client: Client, game: str, out: TextIO, pace_s: float = PACE_S) -> None:
        self._client = client
        self._game = game
        self._out = out
        self._pace_s = pace_s
        self._advice = Advice()
        self._room = ""
        self._shown: list[str] = []

    async def open(self) -> str:
        """Makes a room and sits down; returns the code for the assistant. Raises RequestError."""
        asked = CreateRoom(game=self._game, assist="auto", unlisted=True)
        room = await self._client.request(asked)
        if not isinstance(room, Room):
            raise ConnectionLostError("the server's answer to `create_room` says nothing")
        self._room = room.room.room
        await self._client.request(Join(room=self._room, seat=0, code=room.room.code))
        rights: Any = ["view", "draw", "suggest", "compute", "act"]
        reply = await self._client.request(AssistInvite(room=self._room, rights=rights))
        data = reply.data if isinstance(reply, Ok) else None
        return str((data or {}).get("code"))

    async def play(self) -> None:
        """Starts the match and plays it to its end. Raises RequestError and the like."""
        await self._client.request(Start(room=self._room))
        answers: set[asyncio.Task[None]] = set()
        async for message in self._client:
            if self._advice.take(message):
                self._show()
            if isinstance(message, YourTurn):
                answers.add(self._begin(self._answer(message)))
            elif isinstance(message, Error):
                self._out.write(f"! {clean(message.msg)}\n")
            elif isinstance(message, MatchOver):
                places = ", ".join(map(str, message.places))
                self._out.write(f"over: {message.reason}, places {places}\n")
                break
        for answer in answers:
            answer.cancel()
        await asyncio.gather(*answers, return_exceptions=True)

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        return asyncio.get_running_loop().create_task(work)

    async def _answer(self, turn: YourTurn) -> None:
        """Plays what was suggested meanwhile, or else the fallback; an assistant may have been faster."""
        await asyncio.sleep(self._pace_s)
        fitting = [
            one for one in self._advice.suggestions.values() if one.decision == turn.decision
        ]
        message: ClientMessage = Act(
            match_id=turn.match_id, decision=turn.decision, index=turn.fallback
        )
        if fitting and fitting[0].top[0].orders is None:
            message = Accept(match_id=turn.match_id, suggestion=fitting[0].suggestion)
        try:
            await self._client.request(message)
        except RequestError as refusal:
            if refusal.code not in ("stale_decision", "already_sealed", "wrong_state"):
                self._out.write(f"! {clean(refusal)}\n")

    def _show(self) -> None:
        """Writes what is on the screen now, as far as it was not there before."""
        lines = self._advice.lines()
        for line in lines:
            if line not in self._shown:
                self._out.write(line + "\n")
        self._out.flush()
        self._shown = lines
