"""What happened in a match while its program was away, asked of the server: a match as its own seat saw it, up to now."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

from infoset.remote import expect
from infoset.tracking import Behind, Happened
from infoset.turn import Match
from infoset_protocol.messages import ClientMessage, Replay, ReplayPart, ServerMessage, Unknown

VERSIONS: Final = 100  # asked for at a time, so that usually one part holds them

Ask = Callable[[ClientMessage], Awaitable[ServerMessage | Unknown]]


async def catch_up(ask: Ask, match: Match, behind: Behind) -> AsyncIterator[Happened]:
    """What the seat was not told, in order. Raises as `Client.request`.

    Only the first part of an answer is looked at, since that is all that comes through a bridge; the rest is asked for anew.
    """
    told = behind.told
    while told < behind.ver:
        last = min(told + VERSIONS, behind.ver)
        view = f"seat:{match.seat}"
        message = Replay(replay=match.match_id, view=view, form="events", first=told, last=last)
        before = told
        for entry in expect(await ask(message), ReplayPart).entries:
            if entry.get("type") == "events" and entry["ver"] > told:
                told = entry["ver"]
                if entry["items"]:
                    yield Happened(entry["items"], told)
        if told == before:
            return
