"""The pages `/health`, `/ready` and `/metrics`, for operators."""

from typing import Protocol

from websockets.http11 import Response

from infoset_server.config import ServerConfig
from infoset_server.http.documents import Verdict
from infoset_server.http.endpoints import Status, TextError
from infoset_server.http.routes import EVERYBODY, TEXT, Access, Call, Route
from infoset_server.monitoring.metrics import CONTENT_TYPE, Metrics
from infoset_server.network.caller import is_loopback, is_trusted
from infoset_server.network.http import HttpRequest, as_json, plain_text


class Condition(Protocol):
    """How a server feels. As `Vitals`."""

    def ailment(self) -> str | None:
        """What is wrong with it, in words; None when it is well."""
        ...

    def obstacle(self) -> str | None:
        """Why nobody should be sent here now; None when it is ready."""
        ...


class StatusPages:
    """How the server is."""

    def __init__(self, config: ServerConfig, vitals: Condition, metrics: Metrics) -> None:
        self._vitals = vitals
        self._metrics = metrics
        self._name = config.name
        self._readers = config.status.metrics_for

    def routes(self) -> list[Route]:
        """What is answered here."""
        readers = Access("this machine, status.metrics_for", self._check_reader)
        verdict = {Status.OK: Verdict, Status.SERVICE_UNAVAILABLE: Verdict}
        numbers = {Status.OK: CONTENT_TYPE, Status.FORBIDDEN: TEXT}
        return [
            Route("GET", "/health", EVERYBODY, "Does the server work?", self.health, verdict),
            Route("GET", "/ready", EVERYBODY, "May players be sent here?", self.ready, verdict),
            Route("GET", "/metrics", readers, "Numbers for Prometheus.", self.metrics, numbers),
        ]

    def health(self, call: Call) -> Response:
        """Whether it works."""
        return self._verdict(self._vitals.ailment())

    def ready(self, call: Call) -> Response:
        """Whether players may be sent here."""
        return self._verdict(self._vitals.obstacle())

    def metrics(self, call: Call) -> Response:
        """The numbers."""
        response = plain_text(Status.OK, self._metrics.page().decode())
        del response.headers["Content-Type"]
        response.headers["Content-Type"] = CONTENT_TYPE
        return response

    def _verdict(self, problem: str | None) -> Response:
        body = {"status": "ok" if problem is None else problem, "server": self._name}
        return as_json(Status.OK if problem is None else Status.SERVICE_UNAVAILABLE, body)

    def _check_reader(self, request: HttpRequest) -> None:
        """Raises TextError for who may not read the numbers."""
        address = request.caller.address
        if not (is_loopback(address) or is_trusted(address, self._readers)):
            raise TextError(Status.FORBIDDEN, "The setting status.metrics_for says who may.")
