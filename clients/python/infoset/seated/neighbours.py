"""What a person says about others at the table, as words that a terminal can read.

block              whom one keeps away
block NAME         never to be paired with them, to sit in one room, or to hear them
unblock NAME       lets them near again
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

from infoset.printing import clean
from infoset.refusals import TROUBLE, trouble_words
from infoset.remote import Request
from infoset.wording import say
from infoset_protocol.messages import Block, Ok, SeatInfo


class Neighbours:
    """The people around one person. `request` sends to the server."""

    def __init__(self, request: Request, seats: Iterable[SeatInfo], own: int) -> None:
        """`own` is the person's seat."""
        self._request = request
        self._users = {
            clean(seat.name).lower(): seat.user
            for seat in seats
            if seat.kind == "human" and seat.user and seat.name and seat.seat != own
        }
        self._verbs: Mapping[str, Callable[[str], Awaitable[str]]] = {
            "block": self._block,
            "unblock": self._unblock,
        }

    async def obey(self, line: str) -> str | None:
        """Does what a line says; returns what to show. None: it is none of these sentences."""
        word, _, name = line.strip().partition(" ")
        verb = self._verbs.get(word)
        if verb is None:
            return None
        try:
            return await verb(name.strip().lower())
        except TROUBLE as error:
            return trouble_words(error)

    async def _block(self, name: str) -> str:
        if not name:
            return said_of(await self._ask(Block()))
        user = self._users.get(name)
        if user is None:
            people = ", ".join(self._users) or say("terminal-none")
            return say("terminal-no-person", name=repr(name), people=people)
        return said_of(await self._ask(Block(user=user)))

    async def _unblock(self, name: str) -> str:
        kept = await self._ask(Block())
        for one in kept:
            if clean(one["name"]).lower() == name:
                return said_of(await self._ask(Block(user=one["user"], on=False)))
        return say("terminal-unblock-expected", kept=said_of(kept))

    async def _ask(self, message: Block) -> Sequence[Mapping[str, Any]]:
        """Those who are kept away after that."""
        reply = await self._request(message)
        blocked = (reply.data or {}).get("blocked") if isinstance(reply, Ok) else None
        return blocked if isinstance(blocked, list) else ()


def said_of(kept: Sequence[Mapping[str, Any]]) -> str:
    """Those who are kept away, in words."""
    names = ", ".join(clean(one["name"]) for one in kept)
    return say("terminal-kept-away", names=names or say("terminal-nobody"))
