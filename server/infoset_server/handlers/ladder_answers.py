"""Answers to requests that change something on a ladder: they come when that is stored, under the claim that was held then."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from infoset_protocol.messages import ClientMessage
from infoset_server.accounts.clients import Client
from infoset_server.common.request_errors import WrongStateError
from infoset_server.contests.ladder.service import Ladders

Answer: TypeAlias = Callable[[Client, ClientMessage, dict[str, Any]], None]


class LadderAnswers:
    """One for all handlers of ladders."""

    def __init__(self, ladders: Ladders, when_stored: Callable[[Callable[[], None]], None]) -> None:
        """`when_stored` calls back when everything noted so far is stored."""
        self._ladders = ladders
        self._when_stored = when_stored

    def begin(self) -> Answer:
        """To be called before anything changes: what answers, once all that has changed by then is stored.

        Raises WrongStateError where another server runs the ladders. One that has run them since knows nothing of the
        change, and that is the answer then.
        """
        require = self._ladders.stays_ours()

        def answer(client: Client, request: ClientMessage, told: dict[str, Any]) -> None:
            self._when_stored(partial(tell, client, request, told, require))

        return answer


def tell(
    client: Client,
    request: ClientMessage,
    told: dict[str, Any],
    require: Callable[[], None],
) -> None:
    """Answers a request, unless `require` raises WrongStateError."""
    try:
        require()
    except WrongStateError as elsewhere:
        client.line.refuse(request, elsewhere)
    else:
        client.line.reply(request, told)
