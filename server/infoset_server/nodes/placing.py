"""Which server of the cluster plays which match: where one begins, and where it goes if it moves."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from infoset_server.accounts.clients import Client
from infoset_server.cluster.far_line import FarLine
from infoset_server.common.ids import MatchId
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.settings import RoomSettings
from infoset_server.nodes.lending import Lending, is_upload
from infoset_server.nodes.moving import AT_ONCE, MatchMoves, MoveError
from infoset_server.nodes.node_trunk import NodeTrunk
from infoset_server.programs.hosting import Hosting
from infoset_server.rooms.far_match import FarMatch
from infoset_server.rooms.match_registry import MatchRegistry
from infoset_server.rooms.room import Room

MORE_THAN_MEAN: Final = 1.5  # times as many matches as others, for the sake of short ways
AT_THE_HALL: Final = "hall"  # where an operator wants a match


def why_here(room: Room, hosting: Hosting) -> str | None:
    """What keeps a room's match at the hall, in words; None where another server may play it."""
    settings = room.settings
    if room.lasting == "demo":
        return "its room is the server's"
    if settings.is_rated and room.part is None:
        return "it counts for a ladder, and how is not known"
    for seat in room.seats:
        if seat.client is not None and seat.client.user.is_sandboxed:
            return "a program of its owner's plays in it"
    bots = [seat.bot for seat in room.seats if seat.bot is not None]
    return why_by_settings(settings) or why_by_bots(bots, settings.game.name, hosting)


def why_by_settings(settings: RoomSettings) -> str | None:
    """What in the settings of a match keeps it at the hall."""
    if settings.start_from is not None:
        return "it goes on from a match that is stored here"
    if settings.talk == "all":
        return "programs may talk in it"
    if settings.assist != "off":
        return "players may have assistants"
    if settings.terms.clock.kind == "correspondence":
        return "it lasts for days"
    return None


def why_by_bots(bots: Iterable[str], game: str, hosting: Hosting) -> str | None:
    """Which of a match's bots keeps it at the hall: one that may begin no match, or an upload that is not kept for others."""
    for bot in bots:
        is_own_upload = is_upload(bot) and hosting.uploads.lent(bot) is None
        if is_own_upload or hosting.find(bot, game) is None:
            return f"{bot} is known here only"
    return None


def is_begun(live: MatchRunner | FarMatch) -> bool:
    """Does whoever plays a match know of it?"""
    return not isinstance(live, FarMatch) or live.is_begun


class Placement:
    """Knows how much each server has to play."""

    def __init__(
        self,
        nodes: Mapping[str, NodeTrunk],
        claim_of: Callable[[str], str],
        play: MatchRegistry,
        hosting: Hosting,
        moves: MatchMoves,
        here: str,
    ) -> None:
        """`here` is the name of this server, which may be one of the nodes as well."""
        self._nodes = nodes
        self._claim_of = claim_of
        self._play = play
        self._hosting = hosting
        self._moves = moves
        self._here = here
        self.lending: Final = Lending(nodes, hosting, here, self._matches_of)
        self._bound: dict[MatchId, str] = {}  # the claims to which matches are on their way

    def choose(self, room: Room) -> NodeTrunk | None:
        """Where most of the room's players are connected, of the servers that can play its match and have no more to
        play than others; then the one with the fewest. None where the hall is to play it.
        """
        loads = {node: self._load(node) for node in self._able(room)}
        most = MORE_THAN_MEAN * (sum(loads.values()) + len(loads))  # each with the new match
        free = [node for node, load in loads.items() if (load + 1) * len(loads) <= most]
        players = Counter(
            self._where_is(one.client) for one in room.seats if one.client is not None
        )
        return min(free, key=lambda node: (-players[node.name], loads[node]), default=None)

    def _where_is(self, client: Client) -> str:
        """The server at which a client is connected."""
        line = client.line
        return line.edge.partition("/")[0] if isinstance(line, FarLine) else self._here

    def has_places(self, settings: RoomSettings, bots: Sequence[str]) -> bool:
        """Could another server begin a match by these settings now, with a place for each program of uploaded bots?"""
        game = settings.game
        if why_by_settings(settings) or why_by_bots(bots, game.name, self._hosting):
            return False
        self.lending.offer(bots)
        able = [node for node in self._nodes.values() if self._has_bots(node, settings, bots)]
        versions = self._versions_of(game.name, bots) if able else {}
        return any(node.has_versions(versions) for node in able)

    def _able(self, room: Room) -> list[NodeTrunk]:
        if why_here(room, self._hosting) is not None:
            return []
        self.lending.offer(seat.bot for seat in room.seats if seat.bot is not None)
        versions = self._versions(room)
        return [node for node in self._nodes.values() if self._can_play(node, room, versions)]

    def _can_play(self, node: NodeTrunk, room: Room, versions: Mapping[str, str]) -> bool:
        bots = [seat.bot for seat in room.seats if seat.bot is not None]
        if not self._has_bots(node, room.settings, bots):
            return False
        if room.deal is not None and not node.takes_deals:
            return False
        return room.part is None or node.has_versions(versions)

    def _has_bots(self, node: NodeTrunk, settings: RoomSettings, bots: Sequence[str]) -> bool:
        game = settings.game
        return node.knows(game.name, game.rules, bots) and self.lending.have_places(node, bots)

    def _versions(self, room: Room) -> dict[str, str]:
        """Those that a room's house bots have here, where it is for a ladder: there each is an entry of its own."""
        if room.part is None:
            return {}
        bots = [seat.bot for seat in room.seats if seat.bot is not None]
        return self._versions_of(room.settings.game.name, bots)

    def _versions_of(self, game: str, bots: Iterable[str]) -> dict[str, str]:
        offered = self._hosting.for_game(game)
        return {name: offered[name].version for name in bots if name in offered}

    def _load(self, node: NodeTrunk) -> int:
        claim = self._claim_of(node.name)
        there = sum(far.id not in self._bound for far in self._matches_of(node))
        return there + sum(bound == claim for bound in self._bound.values())

    def _matches_of(self, node: NodeTrunk) -> list[FarMatch]:
        claim = self._claim_of(node.name)
        return [far for far in self._play.far.values() if far.node == claim]

    # What an operator wants.

    async def move(self, match_id: str, where: str) -> None:
        """A match goes to the server of this name, or to the hall; returns when it goes on there. Raises MoveError."""
        known = MatchId(match_id)
        live = self._play.far.get(known) or self._play.running.get(known)
        if live is None:
            raise MoveError(f"{match_id}: expected a match that is being played")
        claim = self._claim(where, self._play.room_of(live))
        if claim == self._where(known):
            raise MoveError(f"{match_id} is played there already")
        await self._go(known, claim)
        found = self._where(known)
        if found is None:
            raise MoveError(f"{match_id} has ended meanwhile")
        if found != claim:
            raise MoveError(f"{match_id} stays where it was; the servers' logs say why")

    def _claim(self, where: str, room: Room) -> str:
        if where == AT_THE_HALL:
            return self._moves.here
        node = self._nodes.get(where)
        if node is None or not node.is_ready or not node.hands_over or node.is_leaving:
            able = ", ".join(sorted([*self._nodes, AT_THE_HALL]))
            raise MoveError(f"{where}: expected a server that plays matches: {able}")
        why = why_here(room, self._hosting)
        if why is not None:
            raise MoveError(f"the match is the hall's: {why}")
        self.lending.offer(seat.bot for seat in room.seats if seat.bot is not None)
        if not self._can_play(node, room, self._versions(room)):
            raise MoveError(
                f"{where} lacks its bots, places for them, or these rules: {room.settings.game.rules}"
            )
        return self._claim_of(node.name)

    def _where(self, match_id: MatchId) -> str | None:
        """The claim of whoever plays it; None where it is over."""
        far = self._play.far.get(match_id)
        if far is not None:
            return far.node
        return self._moves.here if match_id in self._play.running else None

    async def rebalance(self) -> int:
        """Matches go from where most are to where fewest are, until that is even; returns how many. Raises MoveError.

        Those that end meanwhile, or are on their way already, are left alone.
        """
        moved = 0
        while steps := self._plan():
            ways = asyncio.Semaphore(AT_ONCE)
            ends = await asyncio.gather(
                *(self._bring(match_id, node, ways) for match_id, node in steps),
                return_exceptions=True,
            )
            for end in ends:
                if isinstance(end, BaseException):
                    raise end
            moved += ends.count(True)
            if True not in ends:
                break
        return moved

    def _plan(self) -> list[tuple[MatchId, NodeTrunk]]:
        """Which matches have to go where, for as many at one server as at another."""
        load = {
            node: self._load(node)
            for node in self._nodes.values()
            if node.is_ready and node.hands_over
        }
        steps = []
        for live in self._play.running.values():
            node = self._fewest(live, load)
            if node is not None:
                steps.append((live.id, node))
                load[node] += 1
        there = {node: self._matches_of(node) for node in load}
        while (step := self._next_step(there, load)) is not None:
            far, most, node = step
            there[most].remove(far)
            steps.append((far.id, node))
            load[most] -= 1
            load[node] += 1
        return steps

    def _fewest(
        self, live: MatchRunner | FarMatch, load: Mapping[NodeTrunk, int]
    ) -> NodeTrunk | None:
        """Where a match may go that is not on its way."""
        if live.id in self._play.moving or not is_begun(live):
            return None
        able = [node for node in self._able(self._play.room_of(live)) if node in load]
        return min(able, key=lambda node: load[node], default=None)

    def _next_step(
        self, there: Mapping[NodeTrunk, list[FarMatch]], load: Mapping[NodeTrunk, int]
    ) -> tuple[FarMatch, NodeTrunk, NodeTrunk] | None:
        for most in sorted(load, key=lambda node: load[node], reverse=True):
            for far in there[most]:
                node = self._fewest(far, load)
                if node is not None and load[node] + 1 < load[most]:
                    return far, most, node
        return None

    async def _bring(self, match_id: MatchId, node: NodeTrunk, ways: asyncio.Semaphore) -> bool:
        """Has a match go to a server; False where it has ended, or goes elsewhere. Raises MoveError."""
        async with ways:
            before = self._where(match_id)
            if before is None or match_id in self._play.moving:
                return False
            await self._go(match_id, self._claim_of(node.name))
            found = self._where(match_id)
            if found == before:
                raise MoveError(f"{match_id} stays where it was; the servers' logs say why")
            return found is not None

    async def _go(self, match_id: MatchId, claim: str) -> None:
        """Returns when a match goes on there; until then it counts as there. Raises MoveError."""
        way = self._moves.begin(match_id, claim)
        self._bound[match_id] = claim
        try:
            await way
        finally:
            self._bound.pop(
                match_id, None
            )  # it may have set out again, and arrived, before we heard

    async def empty(self, node: NodeTrunk) -> None:
        """A server stops: others go on with its matches, or else the hall."""
        node.is_leaving = True
        ways = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(self._send_off(far, ways) for far in self._matches_of(node)))

    async def emptied(self, node: NodeTrunk) -> bool:
        """Has a server that stops no match, when those have arrived that were on their way from there, or to there?"""
        claim = self._claim_of(node.name)
        there = [far.id for far in self._matches_of(node)]
        expected = [match_id for match_id, bound in self._bound.items() if bound == claim]
        await self._moves.arrived((*there, *expected))
        return self.is_empty(node)

    def is_empty(self, node: NodeTrunk) -> bool:
        """Has a server no match, and is none on its way there?"""
        is_expected = self._claim_of(node.name) in self._bound.values()
        return not (is_expected or self._matches_of(node))

    async def _send_off(self, far: FarMatch, ways: asyncio.Semaphore) -> None:
        async with ways:
            if self._play.far.get(far.id) is not far:
                return
            node = self.choose(self._play.room_of(far))
            is_able = node is not None and node.hands_over
            claim = self._claim_of(node.name) if node and is_able else self._moves.here
            try:
                await self._go(far.id, claim)
            except MoveError:
                return  # it is on its way, or its end is
