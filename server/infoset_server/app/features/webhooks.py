"""Results that are sent to the addresses of organisers."""

import random
import ssl
from collections.abc import Iterable, Iterator
from functools import cache, partial
from typing import Any

from prometheus_client.core import Metric

from infoset_server.admin.commands import Command
from infoset_server.admin.webhook_commands import WebhookCommands
from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.app.service import TakeIn
from infoset_server.contests.contest import ContestMatch
from infoset_server.matches.replays import Finished
from infoset_server.matches.report import MatchReport
from infoset_server.monitoring.metrics import labelled_gauge
from infoset_server.network.listener import Listener
from infoset_server.storage.notes import WEBHOOKS
from infoset_server.storage.port import MatchStore
from infoset_server.webhooks import documents
from infoset_server.webhooks.addresses import Guard
from infoset_server.webhooks.documents import SERVER_WEBHOOK, Webhook
from infoset_server.webhooks.events import finished_event
from infoset_server.webhooks.outbox import Outbox
from infoset_server.webhooks.posting import HttpsPost, make_tls
from infoset_server.webhooks.sender import Sender


class WebhookSetupError(Exception):
    """The file `webhooks.ca_file` cannot be used; the message says why."""


class WebhookFeature(Feature):
    """Without a store nothing is sent: a result must outlive the server. Of a cluster, the hall sends.

    It comes behind the competitions, which know by then what a match was in them.
    """

    @staticmethod
    def is_wanted(core: Core) -> bool:
        """As Feature."""
        return core.records is not None and core.config.webhooks.enabled

    def __init__(self, core: Core) -> None:
        """Raises WebhookSetupError."""
        super().__init__(core)
        settings = core.config.webhooks
        self.outbox = Outbox(settings, core.notes_of(WEBHOOKS), core.wall_ms)
        tls = cache(partial(make_tls, settings.ca_file))
        try:
            if settings.ca_file is not None:  # what the system trusts is read for the first message
                tls()
        except (OSError, ssl.SSLError) as problem:
            raise WebhookSetupError(f"webhooks.ca_file {settings.ca_file}: {problem}") from None
        guard = Guard(settings.private_networks)
        self._post = HttpsPost(guard, tls, settings.timeout_s, lambda: core.wall_ms() / 1000)
        self.sender = Sender(
            self.outbox, self._post, core.durability.when_stored, random.SystemRandom()
        )

    def commands(self) -> Iterable[Command[Any]]:
        """As Service."""
        return WebhookCommands(self.outbox, self.sender, self.core.services.contest).commands()

    def metrics(self) -> Iterator[Metric]:
        """As Service."""
        counts: dict[str, int] = dict.fromkeys(("held", "waiting", "delivered", "failed"), 0)
        for webhook in self.outbox:
            for message in self.outbox.messages(webhook):
                counts[message.status] += 1
        yield labelled_gauge("webhook_messages", "Results to be sent and sent", "status", counts)

    async def restore(self, store: MatchStore) -> None:
        """As Service."""
        kept = await store.documents(documents.WEBHOOKS.name)
        self.outbox.restore(kept, await store.documents(documents.MESSAGES.name))
        self.outbox.set_server(self.core.config.webhooks.results_to)

    def open(self, listener: Listener, take_in: TakeIn) -> None:
        """As Service: what waits is sent from now on."""
        self.sender.start()

    def match_over(self, report: MatchReport) -> None:
        """As Service. What was aborted has no result, and what nobody may list is nobody's business."""
        outcome, finished = report.outcome, self.core.finished.find(report.match_id)
        if outcome is None or outcome.is_void or finished is None:
            return
        place = self.core.services.contest_match(report.match_id)
        told = self._told(finished, place)
        if told:
            body = finished_event(finished, outcome, place, self.core.config.webhooks.site or "")
            held_by = None if place is None or place.is_shown else place
            for webhook in told:
                self.outbox.tell(webhook, report.match_id, body, held_by)

    def _told(self, finished: Finished, place: ContestMatch | None) -> list[Webhook]:
        """The webhooks of its competition; that of the server, too, where everybody may know of the match."""
        found = [] if place is None else self.outbox.of(place.contest)
        server = self.outbox.find(SERVER_WEBHOOK)
        if place is None:
            is_for_all = finished.is_listed and finished.classroom is None
        else:
            is_for_all = place.contest.is_for_all and finished.classroom is None
        return [*found, server] if server is not None and is_for_all else found

    def tidy(self) -> None:
        """As Service: sends what was held until now, forgets the webhooks of competitions that are gone."""
        self.send_released()
        for webhook in self.outbox:
            is_over = all(one.is_over for one in self.outbox.messages(webhook))
            if webhook.id != SERVER_WEBHOOK and is_over and not self._is_there(webhook):
                self.outbox.remove(webhook)

    def send_released(self) -> None:
        """Sends what was held and may be known by now."""
        for message in self.outbox.held():
            contest = self.core.services.contest("tournament", message.tournament)
            if contest is None or contest.identity != message.identity:
                self.outbox.give_up(message, "its tournament was removed")
            elif message.round <= contest.shown_round:
                self.outbox.release(message)

    def _is_there(self, webhook: Webhook) -> bool:
        contest = self.core.services.contest(webhook.kind, webhook.name)
        return contest is not None and contest.identity == webhook.identity

    async def close(self) -> None:
        """As Service."""
        await self.sender.close()
        self._post.close()
