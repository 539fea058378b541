"""All webhooks of a server and their messages: kept before anything is sent, and until nothing more is to be known.

The id of a message about a match follows from the match and the webhook. So a match that ends twice, because the server
was killed in between, is one message, and a receiver that is sent it twice knows it again.
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from typing import Final

from infoset_server.common.ids import UserId, fresh_id
from infoset_server.config import WebhookSettings
from infoset_server.contests.contest import Contest, ContestMatch
from infoset_server.storage.notes import Notes
from infoset_server.webhooks.documents import (
    MESSAGES,
    SERVER_WEBHOOK,
    WEBHOOKS,
    Kind,
    Message,
    Webhook,
)
from infoset_server.webhooks.events import FINISHED, TEST, tested_event
from infoset_server.webhooks.signing import fresh_secret

logger = logging.getLogger(__name__)

BOTH_MS: Final = int(timedelta(hours=24) / timedelta(milliseconds=1))  # old secrets sign so long
MOST_SECRETS: Final = 3  # former ones that still sign
GIVEN_UP: Final = "given up"
TOO_MANY: Final = "given up: too many messages waited (webhooks.max_waiting)"


class Outbox:
    """By id. Sends nothing; whoever does is told by `on_waiting` that there is something for a webhook."""

    def __init__(self, settings: WebhookSettings, notes: Notes, wall_ms: Callable[[], int]) -> None:
        self.settings = settings
        self.wall_ms = wall_ms
        self.on_waiting: Callable[[Webhook], None] = lambda webhook: None
        self._notes = notes
        self._webhooks: dict[str, Webhook] = {}
        self._messages: dict[str, dict[str, Message]] = {}  # by webhook and id, oldest first

    # What outlives the server.

    def restore(self, webhooks: Mapping[str, bytes], messages: Mapping[str, bytes]) -> None:
        """Takes in what was noted by an earlier server."""
        for webhook in WEBHOOKS.read(webhooks):
            self._enter(webhook)
        for message in sorted(MESSAGES.read(messages), key=lambda one: (one.created_ms, one.id)):
            if message.webhook in self._messages:
                self._messages[message.webhook][message.id] = message
            else:  # the webhook was removed, and the server killed
                self._notes.drop(MESSAGES.name, message.id)

    def set_server(self, url: str | None) -> None:
        """The address that the settings name for the results of the server; None: there is none any more."""
        there = self._webhooks.get(SERVER_WEBHOOK)
        if url is None:
            if there is not None:
                self.remove(there)
        elif there is None:
            self._add(SERVER_WEBHOOK, "server", "", "", None, url)
        elif there.url != url:
            there.url, there.off = url, ""
            self.note(there)

    # Webhooks.

    def __iter__(self) -> Iterator[Webhook]:
        """All of them, in the order in which they were made."""
        yield from list(self._webhooks.values())

    def find(self, name: str) -> Webhook | None:
        """The webhook of this id."""
        return self._webhooks.get(name)

    def of(self, contest: Contest) -> list[Webhook]:
        """Those of a competition."""
        return [
            one
            for one in self._webhooks.values()
            if (one.kind, one.name, one.identity) == (contest.kind, contest.name, contest.identity)
        ]

    def add(self, contest: Contest, url: str) -> Webhook:
        """A new one, with a secret."""
        owner = min(contest.deciders, default=None)
        webhook_id = fresh_id("w")
        return self._add(webhook_id, contest.kind, contest.name, contest.identity, owner, url)

    def _add(
        self, name: str, kind: Kind, contest: str, identity: str, owner: UserId | None, url: str
    ) -> Webhook:
        made = Webhook(name, kind, contest, identity, owner, url, fresh_secret(), self.wall_ms())
        self._enter(made)
        self.note(made)
        return made

    def _enter(self, webhook: Webhook) -> None:
        self._webhooks[webhook.id] = webhook
        self._messages[webhook.id] = {}

    def note(self, webhook: Webhook) -> None:
        """Something about a webhook has changed."""
        self._notes.put(WEBHOOKS.name, webhook.id, WEBHOOKS.write(webhook))

    def rotate(self, webhook: Webhook) -> str:
        """A new secret. The one before signs beside it for a day."""
        now_ms = self.wall_ms()
        still = [pair for pair in webhook.former if now_ms < pair[1]]
        webhook.former = [(webhook.secret, now_ms + BOTH_MS), *still][:MOST_SECRETS]
        webhook.secret = fresh_secret()
        self.note(webhook)
        return webhook.secret

    def switch_off(self, webhook: Webhook, why: str) -> None:
        """Nothing is sent to it any more, and what waits is given up."""
        webhook.off = why
        self.note(webhook)
        for message in self.messages(webhook):
            if not message.is_over:
                self.give_up(message, why)

    def switch_on(self, webhook: Webhook) -> None:
        """It is sent again what comes from now on."""
        webhook.off = ""
        self.note(webhook)

    def remove(self, webhook: Webhook) -> None:
        """Nothing of it is kept."""
        del self._webhooks[webhook.id]
        self._notes.drop(WEBHOOKS.name, webhook.id)
        for message in self._messages.pop(webhook.id):
            self._notes.drop(MESSAGES.name, message)

    # Messages.

    def messages(self, webhook: Webhook) -> list[Message]:
        """All that are known, oldest first."""
        return list(self._messages.get(webhook.id, {}).values())

    def message(self, webhook: Webhook, name: str) -> Message | None:
        """The message of this id."""
        return self._messages.get(webhook.id, {}).get(name)

    def tell(
        self, webhook: Webhook, match: str, body: str, held_by: ContestMatch | None = None
    ) -> None:
        """The result of a match is to be sent, unless it is known already.

        With `held_by` it waits until results of this round of a tournament may be known.
        """
        message_id = f"msg_{webhook.id}_{match}"
        if webhook.off or message_id in self._messages[webhook.id]:
            return
        now_ms = self.wall_ms()
        made = Message(
            message_id, webhook.id, FINISHED, match, body, now_ms, "waiting", due_ms=now_ms
        )
        if held_by is not None:
            made.status, made.round = "held", held_by.round
            made.tournament, made.identity = held_by.contest.name, held_by.contest.identity
        self._put(made)
        self._shorten(webhook)

    def test(self, webhook: Webhook) -> Message:
        """A message by which an organiser sees whether messages arrive; it is tried once."""
        now_ms = self.wall_ms()
        body = tested_event(webhook.id, now_ms)
        made = Message(
            fresh_id("msg"), webhook.id, TEST, "", body, now_ms, "waiting", due_ms=now_ms, once=True
        )
        self._put(made)
        self._shorten(webhook)
        return made

    def send_again(self, message: Message) -> None:
        """Sends a message that is over once more, as it was and under its id, with all the attempts of a new one."""
        message.status = "waiting"
        message.attempts = 0
        message.due_ms = self.wall_ms()
        self._put(message)

    def held(self) -> list[Message]:
        """All messages about results that may not be known yet."""
        known = (one for webhook in self._webhooks.values() for one in self.messages(webhook))
        return [one for one in known if one.status == "held"]

    def release(self, message: Message) -> None:
        """A result may be known: the message that was held is sent."""
        message.status = "waiting"
        message.due_ms = self.wall_ms()
        self._put(message)

    def give_up(self, message: Message, why: str) -> None:
        """A message is sent no more."""
        self._fail(message, f"{GIVEN_UP}: {why}")

    def next_of(self, webhook: Webhook) -> Message | None:
        """The message that is sent next, when its time has come."""
        waiting = [one for one in self.messages(webhook) if one.status == "waiting"]
        return min(waiting, key=lambda one: one.due_ms, default=None)

    def delivered(self, message: Message, said: str) -> None:
        """The receiver has it."""
        self._tried(message, said)
        message.status = "delivered"
        self._keep(message)

    def failed(self, message: Message, said: str, due_ms: int | None) -> None:
        """An attempt has failed; the next one is due then, or (None) there is none."""
        self._tried(message, said)
        if due_ms is None:
            self._fail(message, said if message.once else f"{GIVEN_UP}: {said}")
        else:
            message.due_ms = due_ms
            self._keep(message)

    def _tried(self, message: Message, said: str) -> None:
        message.attempts += 1
        message.tried_ms = self.wall_ms()
        message.said = said

    def _fail(self, message: Message, said: str) -> None:
        message.status, message.said = "failed", said
        self._keep(message)

    def _put(self, message: Message) -> None:
        """Keeps a message that is to be sent."""
        self._messages[message.webhook][message.id] = message
        self._keep(message)
        if message.status == "waiting":
            self.on_waiting(self._webhooks[message.webhook])

    def _keep(self, message: Message) -> None:
        if self.message_is_known(message):
            self._notes.put(MESSAGES.name, message.id, MESSAGES.write(message))

    def message_is_known(self, message: Message) -> bool:
        """Is it still one of a webhook's, rather than removed meanwhile?"""
        return self._messages.get(message.webhook, {}).get(message.id) is message

    def _shorten(self, webhook: Webhook) -> None:
        """Gives up what waits beyond the limit, and forgets what has been over for long."""
        known = self._messages[webhook.id]
        open_ones = [one for one in known.values() if not one.is_over]
        for message in open_ones[: max(0, len(open_ones) - self.settings.max_waiting)]:
            logger.warning("webhook %s: %s is %s", webhook.id, message.id, TOO_MANY)
            self._fail(message, TOO_MANY)
        over = [one for one in known.values() if one.is_over]
        for message in over[: max(0, len(over) - self.settings.keep)]:
            del known[message.id]
            self._notes.drop(MESSAGES.name, message.id)
