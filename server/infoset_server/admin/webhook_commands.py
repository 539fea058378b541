"""Commands about webhooks: whose a competition is has its results sent, to an https address of their choice."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from pydantic import Field

from infoset_server.accounts.users import ORGANISE, ConsoleError
from infoset_server.admin.commands import Arguments, Command, Operator, Result, Stakes
from infoset_server.admin.ownership import is_known, require_power
from infoset_server.contests.contest import Contest
from infoset_server.webhooks.addresses import AddressError, Guard, is_number, read_target
from infoset_server.webhooks.documents import Message, Webhook
from infoset_server.webhooks.outbox import Outbox
from infoset_server.webhooks.sender import Sender

MORE_S: Final = 2.0  # than an attempt takes at most


class NewWebhook(Arguments):
    tournament: str | None = Field(default=None, min_length=1, max_length=32)
    ladder: str | None = Field(default=None, min_length=1, max_length=32)
    url: str = Field(min_length=1, max_length=500)


class OneWebhook(Arguments):
    webhook: str = Field(min_length=1, max_length=32)


class OneMessage(OneWebhook):
    message: str = Field(min_length=1, max_length=96)


class Listing(OneWebhook):
    number: int = Field(default=50, ge=1, le=1_000)


class WebhookCommands:
    """Raises ConsoleError where nothing is done."""

    def __init__(
        self, outbox: Outbox, sender: Sender, find: Callable[[str, str], Contest | None]
    ) -> None:
        """`find` tells a competition by kind and name."""
        self._outbox = outbox
        self._sender = sender
        self._find = find
        self._guard = Guard(outbox.settings.private_networks)

    def commands(self) -> list[Command[Any]]:
        """What can be asked here."""
        return [
            Command("webhooks", Arguments, self.list_all, ORGANISE, is_noted=False),
            Command("webhook-add", NewWebhook, self.add, ORGANISE),
            Command("webhook-remove", OneWebhook, self.remove, ORGANISE),
            Command("webhook-secret", OneWebhook, self.rotate, ORGANISE),
            Command("webhook-on", OneWebhook, self.switch_on, ORGANISE),
            Command("webhook-test", OneWebhook, self.test, ORGANISE),
            Command("webhook-messages", Listing, self.messages, ORGANISE, is_noted=False),
            Command("webhook-resend", OneMessage, self.resend, ORGANISE),
        ]

    def list_all(self, operator: Operator, asked: Arguments) -> Result:
        """Where results are sent."""
        rows = [
            self._row(webhook)
            for webhook in self._outbox
            if is_known(operator, self._stakes(webhook))
        ]
        return Result("" if rows else "no results are sent anywhere: see docs/webhooks.md", rows)

    def add(self, operator: Operator, asked: NewWebhook) -> Result:
        """Sends the results of a tournament or ladder to an address; its secret is shown this once."""
        contest = self._contest(operator, asked)
        try:
            target = read_target(asked.url, self._outbox.settings.ports)
            if is_number(target.host):
                self._guard.require([target.host])
        except AddressError as problem:
            raise ConsoleError(f"url: {problem}") from None
        there = self._outbox.of(contest)
        most = self._outbox.settings.max_per_contest
        if any(one.url == asked.url for one in there):
            raise ConsoleError(f"url: results of {contest.name} are sent there already")
        if len(there) >= most:
            raise ConsoleError(
                f"results of {contest.name} are sent to as many addresses as may be, {most} "
                "(webhooks.max_per_contest); remove one"
            )
        made = self._outbox.add(contest, asked.url)
        return Result(
            f"{made.id}: results of {contest.name} are sent there from now on", secret=made.secret
        )

    def remove(self, operator: Operator, asked: OneWebhook) -> Result:
        """Sends nothing to an address any more, and forgets its messages."""
        webhook = self._found(operator, asked)
        self._outbox.remove(webhook)
        return Result(f"{webhook.id} is removed")

    def rotate(self, operator: Operator, asked: OneWebhook) -> Result:
        """A new secret, shown this once; the one before signs beside it for a day."""
        secret = self._outbox.rotate(self._found(operator, asked))
        return Result(
            f"{asked.webhook} has a new secret; for 24 hours, the old one signs, too", secret=secret
        )

    def switch_on(self, operator: Operator, asked: OneWebhook) -> Result:
        """Sends again to an address whose receiver wanted no more."""
        self._outbox.switch_on(self._found(operator, asked))
        return Result(f"{asked.webhook} is sent results from now on")

    async def test(self, operator: Operator, asked: OneWebhook) -> Result:
        """Sends a test, once, and says what came of it."""
        message = self._outbox.test(self._that_is_on(operator, asked))
        most_s = self._outbox.settings.timeout_s + MORE_S
        try:
            async with asyncio.timeout(most_s):
                await self._sender.attempted(message)
        except TimeoutError:
            return Result(f"{message.id} waits for messages before it")
        if message.status != "delivered":
            raise ConsoleError(f"the test did not arrive: {message.said}")
        return Result(f"the test has arrived: {message.said}")

    def messages(self, operator: Operator, asked: Listing) -> Result:
        """What was sent to an address, and what waits; newest first."""
        webhook = self._found(operator, asked)
        newest = self._outbox.messages(webhook)[: -asked.number - 1 : -1]
        return Result("" if newest else "nothing was sent so far", [row_of(one) for one in newest])

    def resend(self, operator: Operator, asked: OneMessage) -> Result:
        """Sends a message once more, as it was."""
        webhook = self._that_is_on(operator, asked)
        message = self._outbox.message(webhook, asked.message)
        if message is None:
            raise ConsoleError(f"message: {asked.webhook} has none of this id")
        if not message.is_over:
            raise ConsoleError(f"message: it is {message.status} still")
        self._outbox.send_again(message)
        return Result(f"{message.id} is sent again")

    # Inside.

    def _row(self, webhook: Webhook) -> dict[str, Any]:
        known = self._outbox.messages(webhook)
        counts = {
            status: sum(one.status == status for one in known)
            for status in ("waiting", "held", "delivered", "failed")
        }
        return {
            "webhook": webhook.id,
            "of": webhook.kind,
            "name": webhook.name,
            "url": webhook.url,
            "state": f"off: {webhook.off}" if webhook.off else "on",
            "created_ms": webhook.created_ms,
            **counts,
        }

    def _contest(self, operator: Operator, asked: NewWebhook) -> Contest:
        """The competition of which somebody speaks. Raises ConsoleError, or as `require_power`."""
        if (asked.tournament is None) == (asked.ladder is None):
            raise ConsoleError("expected exactly one of tournament and ladder")
        kind = "ladder" if asked.tournament is None else "tournament"
        name = asked.tournament or asked.ladder or ""
        unknown = ConsoleError(f"there is no {kind} {name}")
        contest = self._find(kind, name)
        if contest is None:
            raise unknown
        require_power(operator, Stakes(contest.deciders), unknown)
        return contest

    def _stakes(self, webhook: Webhook) -> Stakes:
        """It belongs to whose the competition is, also to a teacher who took a class over."""
        contest = self._find(webhook.kind, webhook.name)
        if contest is not None and contest.identity == webhook.identity:
            return Stakes(contest.deciders)
        return Stakes(frozenset(() if webhook.owner is None else (webhook.owner,)))

    def _found(self, operator: Operator, asked: OneWebhook) -> Webhook:
        unknown = ConsoleError(f"there is no webhook {asked.webhook}")
        webhook = self._outbox.find(asked.webhook)
        if webhook is None:
            raise unknown
        require_power(operator, self._stakes(webhook), unknown)
        return webhook

    def _that_is_on(self, operator: Operator, asked: OneWebhook) -> Webhook:
        """One that is sent messages. Raises ConsoleError for another."""
        webhook = self._found(operator, asked)
        if webhook.off:
            raise ConsoleError(f"{webhook.id} is off: {webhook.off}; switch it on first")
        return webhook


def row_of(message: Message) -> dict[str, Any]:
    """A line of the list of messages."""
    found: dict[str, Any] = {
        "message": message.id,
        "type": message.type,
        "match": message.match,
        "status": message.status,
        "attempts": message.attempts,
        "created_ms": message.created_ms,
        "said": message.said,
    }
    if message.tried_ms:
        found["tried_ms"] = message.tried_ms
    if message.status == "waiting" and message.attempts:
        found["next_ms"] = message.due_ms
    return found
