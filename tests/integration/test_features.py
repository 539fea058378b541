"""A feature is one entry in the list: one more needs nothing else, and without any one of them the rest plays on."""

import json
import urllib.request
from asyncio import to_thread
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from prometheus_client.core import Metric
from tests.integration.harness import Server, open_server, play_on, start_match
from websockets.http11 import Response

from infoset_server.accounts.clients import Client
from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.app.features import FEATURES
from infoset_server.app.features.status import StatusFeature
from infoset_server.handlers.requests import Reply, RequestHandler
from infoset_server.http.documents import Verdict
from infoset_server.http.endpoints import Status
from infoset_server.http.routes import EVERYBODY, Call, Route
from infoset_server.matches.report import MatchReport
from infoset_server.monitoring.metrics import counter
from infoset_server.network.http import as_json


class FinishedCounter(Feature):
    """How many matches have ended: as a request, a route and a metric."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._finished = 0

    def match_over(self, report: MatchReport) -> None:
        self._finished += 1

    def handlers(self) -> Iterable[RequestHandler]:
        # A type of the protocol that nothing else serves on a server without a store.
        return [RequestHandler("ladders", self._answer)]

    def _answer(self, client: Client, request: object) -> Reply:
        return {"type": "ok", "data": {"finished": self._finished}}

    def routes(self) -> Iterable[Route]:
        answers = {Status.OK: Verdict}
        return [Route("GET", "/finished", EVERYBODY, "How many?", self._show, answers)]

    def _show(self, call: Call) -> Response:
        return as_json(Status.OK, {"finished": self._finished})

    def metrics(self) -> Iterator[Metric]:
        yield counter("matches_finished", "Matches that have ended", self._finished)


async def look(server: Server, path: str) -> str:
    """What the server answers over HTTP."""

    def ask() -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}{path}") as answer:
            return str(answer.read().decode())

    return await to_thread(ask)


async def play_a_match(server: Server) -> None:
    """Somebody plays a match with house bots to its end."""
    ann = await server.connect("ann")
    match_id = await start_match([ann])
    over = await play_on(ann, match_id)
    assert over["reason"] == "finished"


@asynccontextmanager
async def serving(
    data: Path, features: Iterable[type[Feature]], *, store: bool
) -> AsyncIterator[Server]:
    async with open_server(data, features=features, store__enabled=store) as server:
        await play_a_match(server)
        yield server


async def test_one_more_feature_is_one_more_entry(tmp_path: Path) -> None:
    async with serving(tmp_path, [*FEATURES, FinishedCounter], store=False) as server:
        bob = await server.connect("bob")
        assert (await bob.ask("ladders"))["data"] == {"finished": 1}
        assert json.loads(await look(server, "/finished")) == {"finished": 1}
        assert "infoset_matches_finished_total 1.0" in await look(server, "/metrics")
        assert '"/finished"' in await look(server, "/openapi.json")


@pytest.mark.parametrize("missing", FEATURES, ids=lambda feature: feature.__name__)
async def test_without_any_one_feature_the_rest_plays_on(
    missing: type[Feature], tmp_path: Path
) -> None:
    features = [feature for feature in FEATURES if feature is not missing]
    async with serving(tmp_path, features, store=True) as server:
        with pytest.raises(LookupError, match=missing.__name__):
            server.app.feature(missing)
        await look(server, "/openapi.json")
        if missing is not StatusFeature:
            assert "infoset_matches_begun_total 1.0" in await look(server, "/metrics")
    async with serving(tmp_path, features, store=True):
        """What it has stored brings it up again."""


async def test_what_is_switched_off_is_not_in_the_list(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        (ladders,) = [kind for kind in FEATURES if kind.__name__ == "LadderFeature"]
        with pytest.raises(LookupError, match="LadderFeature"):
            server.app.feature(ladders)
        eve = await server.connect("eve")
        refusal = await eve.refused("ladders")
        assert refusal["code"] == "unsupported"
