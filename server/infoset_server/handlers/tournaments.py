"""Requests about tournaments: which there are, entering, leaving. Checks and answers; the rest is the tournaments'."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from infoset_protocol import messages as wire
from infoset_server.accounts.clients import Client
from infoset_server.accounts.users import PLAY, AccountError
from infoset_server.common.request_errors import (
    BadOptionError,
    ForbiddenError,
    NotFoundError,
    WrongStateError,
)
from infoset_server.contests.tournaments.definition import TournamentError
from infoset_server.contests.tournaments.director import Director
from infoset_server.contests.tournaments.entrants import Entrant
from infoset_server.contests.tournaments.services import TournamentServices
from infoset_server.contests.tournaments.tournament import Tournament
from infoset_server.contests.tournaments.tournaments import Tournaments
from infoset_server.handlers.requests import RequestHandler, take_page

HOSTED: Final = "hosted"  # as in `open_to`


class TournamentHandlers:
    """What clients ask about tournaments. Each method answers one request and may raise RequestError."""

    def __init__(
        self,
        tournaments: Tournaments,
        services: TournamentServices,
        settle: Callable[[Callable[[], None]], None],
    ) -> None:
        """`settle(call)` calls when everything noted is stored."""
        self._tournaments = tournaments
        self._services = services
        self._settle = settle

    def handlers(self) -> list[RequestHandler]:
        """What is served here."""
        return [
            RequestHandler("tournaments", self.list_tournaments),
            RequestHandler("tournament_enter", self.enter, PLAY),
            RequestHandler("tournament_leave", self.leave, PLAY),
            RequestHandler("tournament_berserk", self.berserk, PLAY),
        ]

    def list_tournaments(self, client: Client, request: wire.Tournaments) -> dict[str, Any]:
        """A page of the tournaments that the client may know of, newest first."""
        if request.before is not None:
            self._find(client, request.before)
        if request.follow is not None:
            self._tournaments.news.follow(client, request.follow)
        told = map(self._tournaments.teller.tell, self._behind(request.before))
        known = (one.info(client) for one in told if one.gate.may_know(client.user))
        items, is_more = take_page(known, request.count, client.line)
        page: dict[str, Any] = {"type": "tournament_list", "items": items}
        return page | {"cursor": items[-1]["tournament"]} if is_more else page

    def enter(self, client: Client, request: wire.TournamentEnter) -> None:
        """The client, or a bot that they uploaded, takes part; answered when that is stored."""
        director = self._find(client, request.tournament)
        one = director.tournament
        if request.bot is None:
            entrant = Entrant(client.user.name, user=client.user.id)
        else:
            title = self._services.owned(request.bot, client.user, one.file.game)
            if title is None:
                raise BadOptionError("bot", f"a bot you have uploaded that plays {one.file.game}")
            entrant = Entrant(title, bot=title)
        if not any((entrant.user, entrant.bot) == (who.user, who.bot) for who in one.entrants):
            self._check(client, one, entrant.bot)
            try:
                self._tournaments.add(one, [entrant])
            except (TournamentError, AccountError) as problem:
                raise WrongStateError(str(problem)) from None
        self._answer(client, request, director)

    def leave(self, client: Client, request: wire.TournamentLeave) -> None:
        """The client, or a bot that they uploaded, takes part no more; answered when that is stored."""
        director = self._find(client, request.tournament)
        one = director.tournament
        mine = self._mine(client, one, request.bot)
        staying = [number for number in mine if number not in one.course.withdrawn]
        try:
            for number in reversed(staying):
                one.withdraw(number)
        except TournamentError as problem:
            raise WrongStateError(str(problem)) from None
        if staying:
            director.changed()
        self._answer(client, request, director)

    def berserk(self, client: Client, request: wire.TournamentBerserk) -> None:
        """The client, or a bot that they uploaded, plays the next match berserk; answered when that is stored."""
        director = self._find(client, request.tournament)
        one = director.tournament
        staying = set(self._mine(client, one, request.bot)) - one.course.withdrawn
        if not staying:
            raise WrongStateError(f"none of your entrants is in {one.id} any more")
        try:
            director.go_berserk(staying, is_on=request.on)
        except TournamentError as problem:
            raise WrongStateError(str(problem)) from None
        self._answer(client, request, director)

    # Inside.

    def _mine(self, client: Client, one: Tournament, bot: str | None) -> list[int]:
        """As `_entries`. Raises WrongStateError where there are none."""
        mine = list(self._entries(client, one, bot))
        if not mine:
            who = "you do" if bot is None else f"{bot} does"
            raise WrongStateError(f"{who} not take part in {one.id}")
        return mine

    def _find(self, client: Client, name: str) -> Director:
        """A tournament that the client may know of. Raises NotFoundError."""
        director = next(
            (one for one in self._tournaments.directors() if one.tournament.id == name), None
        )
        if director is None:
            raise NotFoundError(f"tournament {name}")
        if not self._tournaments.teller.gate(director.tournament).may_know(client.user):
            raise NotFoundError(f"tournament {name}")
        return director

    def _behind(self, name: str | None) -> Iterator[Director]:
        """All tournaments from the newest on, or those made before one."""
        is_behind = name is None
        for director in reversed(self._tournaments.directors()):
            if is_behind:
                yield director
            is_behind = is_behind or director.tournament.id == name

    def _check(self, client: Client, one: Tournament, bot: str | None) -> None:
        """Raises ForbiddenError or WrongStateError where nobody enters like this."""
        kind = client.kind if bot is None else HOSTED
        obstacle = self._tournaments.teller.gate(one).obstacle(client.user, kind, bot)
        if obstacle is not None:
            raise ForbiddenError(f"{one.id}: {obstacle}")
        if not one.admits:
            raise WrongStateError(f"{one.id} is {one.state}; it takes no more entrants")

    def _entries(self, client: Client, one: Tournament, bot: str | None) -> Iterator[int]:
        """The numbers of the client, or of all versions of their bot that are meant by its name."""
        for number in self._tournaments.teller.gate(one).entries.get(client.user.id, []):
            title = one.entrants[number].bot
            if title == bot or (title is not None and title.partition("@")[0] == bot):
                yield number

    def _answer(
        self,
        client: Client,
        request: wire.TournamentEnter | wire.TournamentLeave | wire.TournamentBerserk,
        director: Director,
    ) -> None:
        def reply() -> None:
            told = self._tournaments.teller.tell(director)
            client.line.reply(request, told.message(client))

        self._settle(reply)
