"""Ladders: who is how strong."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from prometheus_client.core import Metric

from infoset_protocol.codec import Prepared
from infoset_server.accounts.classrooms import Classroom
from infoset_server.accounts.clients import Client, User
from infoset_server.admin.commands import Command
from infoset_server.admin.ladder_commands import LadderCommands
from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.app.service import Restored, TakeIn
from infoset_server.common.ids import MatchId, UserId
from infoset_server.contests.contest import Contest, ContestMatch
from infoset_server.contests.ladder.classes import ClassLadders
from infoset_server.contests.ladder.ladder import Ladder, LadderState
from infoset_server.contests.ladder.service import Ladders
from infoset_server.contests.ladder.sources import HouseBots
from infoset_server.contests.ladder.told import contest_match_of, contest_of
from infoset_server.contests.tournaments.rating import Ratings, ratings_of
from infoset_server.handlers.ladder_answers import LadderAnswers
from infoset_server.handlers.ladder_batches import LadderBatchHandlers
from infoset_server.handlers.ladders import LadderHandlers, standings_of
from infoset_server.handlers.requests import RequestHandler
from infoset_server.http.ladders import LadderPages, open_viewers
from infoset_server.http.routes import Route
from infoset_server.matches.report import MatchReport
from infoset_server.matches.runner import MatchRunner
from infoset_server.monitoring.metrics import counter, labelled_gauge
from infoset_server.network.listener import Listener
from infoset_server.rooms.far_match import FarMatch
from infoset_server.rooms.restored_matches import RestoredMatches
from infoset_server.storage.errors import UnavailableError
from infoset_server.storage.node import FOREVER_S
from infoset_server.storage.port import MatchStore

logger = logging.getLogger(__name__)

LADDER_FILES: Final = "ladders"  # in the data folder


class LadderFeature(Feature):
    """Without a store nothing is rated."""

    @staticmethod
    def is_wanted(core: Core) -> bool:
        """As Feature."""
        return core.records is not None

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        records = core.records
        assert records is not None, "`is_wanted` has looked"
        self.ladders = Ladders(
            core.matchmaker,
            core.people,
            records,
            core.config.rooms,
            core.config.data_dir / LADDER_FILES,
            core.wall_ms,
            [HouseBots(core.hosting), *core.services.bot_sources()],
            core.config.store.lease_s if records.store.is_shared else FOREVER_S,
            core.config.ladder_records,
            core.finished.drop,
            core.services.delete_matches,
        )
        core.hosting.needed.append(self.ladders.needed_bots)

    def handlers(self) -> Iterable[RequestHandler]:
        """As Service; a seek may be for a ladder."""
        core = self.core
        answers = LadderAnswers(self.ladders, core.durability.when_stored)
        entering = LadderHandlers(self.ladders, core.room_handlers, answers, core.shares.of)
        return [*entering.handlers(), *LadderBatchHandlers(self.ladders, answers).handlers()]

    def routes(self) -> Iterable[Route]:
        """As Service."""
        core = self.core
        viewers = open_viewers(core.config.connections, core.people.accounts, core.clock_s)
        return LadderPages(self.ladders, viewers).routes()

    def commands(self) -> Iterable[Command[Any]]:
        """As Service."""
        core = self.core
        class_ladders = ClassLadders(self.ladders, core.config.ladders)
        classrooms = core.people.accounts.classrooms
        return LadderCommands(self.ladders, class_ladders, classrooms).commands()

    async def restore(self, store: MatchStore) -> None:
        """As Service."""
        await self.ladders.restore()

    @property
    def leaves_rated(self) -> bool:
        """As Service."""
        return self.ladders.is_elsewhere

    async def restore_own_matches(self, matches: RestoredMatches) -> Sequence[MatchRunner]:
        """As Service: those of meetings, where the ladders are run here."""
        if self.ladders.is_elsewhere:
            return ()
        try:
            awaited = self.ladders.awaited()
            near = await matches.leave_near(awaited)
            return await matches.revive([one for one in awaited if one not in near])
        except UnavailableError as problem:  # whoever had the ladders has not ended yet
            logger.warning("the ladders are not taken yet: %s", problem)
            await self.ladders.step_back()
            return ()

    async def begin(self, restored: Restored) -> None:
        """As Service."""
        self.ladders.settle_meetings()
        for match_id, classroom in self.ladders.matches_of_classes():
            self.core.finished.keep_in_class(match_id, classroom)

    def open(self, listener: Listener, take_in: TakeIn) -> None:
        """As Service: matches begin, now or when this server comes to run the ladders."""
        self.ladders.start(partial(take_in, leaves_near=True))

    def client_came(self, client: Client) -> None:
        """As Service."""
        self.ladders.arrived(client)

    def client_back(self, client: Client) -> None:
        """As Service."""
        self.ladders.pair_soon()

    def client_left(self, client: Client) -> None:
        """As Service."""
        self.ladders.gone(client)

    def ratings(self, ladder: str, game: str, classroom: str | None) -> Ratings | None:
        """As Service; that of a class is there for its own competitions alone."""
        one = self.ladders.ladders.get(ladder)
        if one is None or one.file.game != game or one.file.classroom not in (None, classroom):
            return None
        return ratings_of(one)

    def standings_of(self, user: User, viewer: User) -> Iterable[Mapping[str, Any]]:
        """As Service."""
        classrooms = self.core.people.accounts.classrooms
        for ladder in self.ladders.ladders.values():
            if ladder.is_for(viewer) or classrooms.teaches(viewer, ladder.file.classroom):
                yield from standings_of(ladder, user)

    def contest(self, kind: str, name: str) -> Contest | None:
        """As Service."""
        ladder = self.ladders.ladders.get(name) if kind == "ladder" else None
        return None if ladder is None else self._told(ladder)

    def contest_match(self, match_id: str) -> ContestMatch | None:
        """As Service."""
        found = self.ladders.ladders.values()
        told = (contest_match_of(self._told(one), one, match_id) for one in found)
        return next((match for match in told if match is not None), None)

    def _told(self, ladder: Ladder) -> Contest:
        return contest_of(ladder, self.core.people.accounts.classrooms)

    def match_over(self, report: MatchReport) -> None:
        """As Service."""
        self.ladders.match_over(report)

    def match_reported(self, report: MatchReport) -> None:
        """As Service."""
        self.ladders.match_over(report)

    def match_gone(self, match_id: MatchId) -> None:
        """As Service."""
        self.ladders.match_gone(match_id)

    def match_put_aside(self, match_id: MatchId, told: Prepared, users: set[UserId]) -> None:
        """As Service."""
        self.ladders.match_gone(match_id)

    def far_match_learnt(self, far: FarMatch) -> None:
        """As Service."""
        self.ladders.matches.learnt(far)

    @property
    def are_run_here(self) -> bool:
        """As Service."""
        return self.ladders.matches.is_ours

    def far_match_missed(self, match_id: MatchId, seat: int, decision: int) -> None:
        """As Service."""
        self.ladders.matches.missed(match_id, seat, decision)

    def far_match_crashed(self, match_id: MatchId, bot: str, log: str, at_ms: int) -> None:
        """As Service."""
        self.ladders.matches.crashed(match_id, bot, log, at_ms or None)

    def bot_taken_over(self, bot: str, before: UserId, owner: User) -> None:
        """As Service."""
        self.ladders.bot_taken_over(bot, before, owner)

    def counts_of_class(self, one: Classroom) -> Mapping[str, int]:
        """As Service."""
        mine = self.ladders.of_class(one.id)
        return {"ladders": len(mine), "results": sum(len(ladder.results) for ladder in mine)}

    def matches_of_class(self, one: Classroom) -> Iterable[str]:
        """As Service."""
        for ladder in self.ladders.of_class(one.id):
            yield from ladder.match_ids()

    def leave_class(self, one: Classroom) -> None:
        """As Service: nothing begins any more on its ladders, which are deleted as soon as the class is."""
        if self.ladders.is_elsewhere:
            return
        for ladder in self.ladders.of_class(one.id):
            if ladder.state is not LadderState.CLOSED:
                ladder.set_state(LadderState.CLOSING)

    def has_left_class(self, classroom: str) -> bool:
        """As Service."""
        return self.ladders.has_left_class(classroom)

    def owes_result(self, match_id: MatchId) -> bool:
        """As Service."""
        return self.ladders.matches.owes(match_id)

    def metrics(self) -> Iterable[Metric]:
        """As Service."""
        sizes = {
            name: sum(ladder.recordings.sizes.values())
            for name, ladder in self.ladders.ladders.items()
        }
        about = "Bytes of recorded matches by ladder"
        yield labelled_gauge("ladder_record_bytes", about, "ladder", sizes)
        deleted = self.ladders.retention.deleted
        found = self.ladders.ladders.items()
        seasons = {name: one.seasons.current.number for name, one in found if one.file.seasons}
        yield labelled_gauge("ladder_season", "Season that is on by ladder", "ladder", seasons)
        batches = {name: len(one.batches.open_ones()) for name, one in found}
        about = "Batches of matches that are played by ladder"
        yield labelled_gauge("ladder_batches", about, "ladder", batches)
        yield counter("ladder_records_deleted", "Recorded matches of ladders deleted", deleted)

    def tidy(self) -> None:
        """As Service."""
        self.ladders.retention.sweep()

    def needed_users(self) -> Iterable[UserId]:
        """As Service."""
        return self.ladders.owners()

    async def close(self) -> None:
        """As Service."""
        await self.ladders.close()
