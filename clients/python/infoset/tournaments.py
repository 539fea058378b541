"""Tournaments as a player has them: which there are, entering, leaving, going berserk. Playing needs nothing of this.

Once you have entered, matches come as any others do: `Host` with an empty `Plan`, or `infoset bot`, plays them.
`TournamentTable` in the stream of a `Client` says whom you meet, where and when. A program is ready by being there; a person (`is_person`) needs a
`Caller` of the `Host`, which says so for them.
"""

from collections.abc import AsyncIterator

from infoset.client import Client
from infoset.remote import expect
from infoset_protocol.messages import (
    Tournament,
    TournamentBerserk,
    TournamentEnter,
    TournamentInfo,
    TournamentLeave,
    TournamentList,
    Tournaments,
)


async def list_tournaments(
    client: Client, follow: bool | None = None
) -> AsyncIterator[TournamentInfo]:
    """The tournaments you may know of, newest first. With `follow` the server tells you of changes from now on.

    Raises as `Client.request`.
    """
    before = None
    while True:
        request = Tournaments(follow=follow, before=before)
        page = expect(await client.request(request), TournamentList)
        for one in page.items:
            yield one
        follow, before = None, page.cursor
        if before is None:
            return


async def enter_tournament(
    client: Client, tournament: str, bot: str | None = None
) -> TournamentInfo:
    """Takes part, or lets a bot you have uploaded (`ferris`, `ferris@3`) take part. Raises as `Client.request`."""
    request = TournamentEnter(tournament=tournament, bot=bot)
    return expect(await client.request(request), Tournament).tournament


async def leave_tournament(
    client: Client, tournament: str, bot: str | None = None
) -> TournamentInfo:
    """Takes part no more; once it has begun that is for good. Raises as `Client.request`."""
    request = TournamentLeave(tournament=tournament, bot=bot)
    return expect(await client.request(request), Tournament).tournament


async def go_berserk(
    client: Client, tournament: str, bot: str | None = None, *, on: bool = True
) -> TournamentInfo:
    """Plays the next match on half the main time and without increment, for a point more; with `on` false not after all.

    Raises as `Client.request`, also where the tournament has no `berserk`.
    """
    request = TournamentBerserk(tournament=tournament, bot=bot, on=on)
    return expect(await client.request(request), Tournament).tournament
