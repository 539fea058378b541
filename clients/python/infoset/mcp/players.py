"""Decides who may connect over HTTP: everybody with a token that the Infoset server accepts, each with a seat of their own."""

import asyncio
import hashlib
from collections.abc import Callable
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Final, Self

from mcp.server.auth.provider import AccessToken

from infoset.client import Client
from infoset.errors import InfosetError, LoginError
from infoset.mcp.player import Player

MOST_PLAYERS: Final = 64

MakeClient = Callable[[str], Client]  # of a token


class Players:
    """One player for each token, logged in when it is first shown. Use as an async context manager."""

    def __init__(self, make_client: MakeClient, most: int = MOST_PLAYERS) -> None:
        """Admits so many players at once; one without a match makes room for a new one."""
        self._make_client = make_client
        self._most = most
        self._players: dict[str, tuple[Player, AsyncExitStack]] = {}
        self._entering = asyncio.Lock()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for _, stack in self._players.values():
            await stack.aclose()
        self._players.clear()

    async def verify_token(self, token: str) -> AccessToken | None:
        """The access of a token that the server takes, None for any other: the SDK's TokenVerifier."""
        name = digest(token)
        async with self._entering:
            known = self._players.get(name)
            if known is not None and known[0].is_lost:
                del self._players[name]
                await known[1].aclose()
            if name not in self._players and not await self._enter(name, token):
                return None
        return AccessToken(token=name, client_id=name, scopes=[])

    def find(self, access: AccessToken) -> Player:
        """The player of an access that was given."""
        return self._players[access.client_id][0]

    async def _enter(self, name: str, token: str) -> bool:
        """Logs in. Returns whether the server accepts the token."""
        if len(self._players) >= self._most and not await self._make_room():
            return False
        stack = AsyncExitStack()
        try:
            player = await stack.enter_async_context(Player(self._make_client(token)))
        except LoginError:
            return False
        except (InfosetError, ValueError):  # not there now, or no token at all
            return False
        self._players[name] = player, stack
        return True

    async def _make_room(self) -> bool:
        """Lets the oldest player without a match go. Returns whether there was one."""
        for name, (player, stack) in self._players.items():
            if not player.is_playing:
                del self._players[name]
                await stack.aclose()
                return True
        return False


def digest(token: str) -> str:
    """What stands for a token, in memory and in logs."""
    return hashlib.sha256(token.encode()).hexdigest()[:32]
