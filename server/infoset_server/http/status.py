"""The pages `/health`, `/ready` and `/metrics`, before all others. Whoever runs the server reads them."""

import http
import logging

from websockets.http11 import Response

from infoset_server.app.server import App
from infoset_server.monitoring.metrics import CONTENT_TYPE, Metrics
from infoset_server.monitoring.vitals import Vitals
from infoset_server.network.caller import Caller, is_loopback
from infoset_server.network.http import (
    ClosablePages,
    HttpRequest,
    Respond,
    as_json,
    is_trusted,
    plain_text,
)

logger = logging.getLogger(__name__)

Status = http.HTTPStatus


class StatusPages:
    """As Pages: those of `others`, and ours."""

    def __init__(self, app: App, others: ClosablePages) -> None:
        """Begins to watch the server, on the running loop."""
        self.vitals = Vitals(app)
        self._metrics = Metrics(app, self.vitals)
        self._name = app.config.name
        self._readers = app.config.status.metrics_for
        self._others = others

    def answer(self, request: HttpRequest, respond: Respond) -> None:
        """As Pages."""
        self._others.answer(request, respond)

    def look(self, path: str, caller: Caller) -> Response | None:
        """As Pages."""
        match path:
            case "/health":
                return self._verdict(self.vitals.ailment())
            case "/ready":
                return self._verdict(self.vitals.obstacle())
            case "/metrics":
                return self._numbers(caller)
            case _:
                return self._others.look(path, caller)

    async def close(self) -> None:
        """Stops watching; gives up what is not answered yet."""
        self.vitals.close()
        await self._others.close()

    def _verdict(self, problem: str | None) -> Response:
        body = {"status": "ok" if problem is None else problem, "server": self._name}
        return as_json(Status.OK if problem is None else Status.SERVICE_UNAVAILABLE, body)

    def _numbers(self, caller: Caller) -> Response:
        if not (is_loopback(caller.address) or is_trusted(caller.address, self._readers)):
            return plain_text(Status.FORBIDDEN, "The setting status.metrics_for says who may.\n")
        try:
            text = self._metrics.page().decode()
        except Exception:
            logger.exception("the metrics could not be written")
            return plain_text(Status.INTERNAL_SERVER_ERROR, "The log knows more.\n")
        response = plain_text(Status.OK, text)
        del response.headers["Content-Type"]
        response.headers["Content-Type"] = CONTENT_TYPE
        return response
