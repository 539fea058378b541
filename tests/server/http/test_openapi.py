"""The OpenAPI document: valid, complete, and in `docs/` as it is now."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from infoset_server.commands.routes import documents, routes_of
from infoset_server.config import load_config
from infoset_server.http.openapi import document
from infoset_server.http.routes import Route

DOCS = Path(__file__).parents[3] / "docs"


@pytest.fixture(scope="module")
def routes() -> Sequence[Route]:
    """Those of a server as it is without settings."""
    return asyncio.run(routes_of(load_config(None, {})))


def test_the_document_is_valid(routes: Sequence[Route]) -> None:
    problems = [error.message for error in OpenAPIV31SpecValidator(document(routes)).iter_errors()]
    assert problems == []


def test_the_document_has_every_route_and_no_other(routes: Sequence[Route]) -> None:
    paths = document(routes)["paths"]
    described = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    assert described == {(route.method, route.path.replace(":path", "")) for route in routes}


def test_who_needs_a_token_is_in_the_document(routes: Sequence[Route]) -> None:
    paths = document(routes)["paths"]
    assert paths["/admin/ban"]["post"]["security"] == [{"token": ["admin"]}]
    assert paths["/bots/list"]["post"]["security"] == [{"token": ["play"]}]
    assert {"401", "403", "429"} <= set(paths["/ticket"]["post"]["responses"])
    assert "security" not in paths["/enrol"]["post"]


def test_every_route_says_what_it_does(routes: Sequence[Route]) -> None:
    assert [route.path for route in routes if not route.summary] == []


def test_what_is_switched_off_is_not_there(tmp_path: Path) -> None:
    config = load_config(None, {"store.enabled": False, "data_dir": tmp_path})
    paths = {route.path for route in asyncio.run(routes_of(config))}
    assert "/tournaments.json" in paths
    assert not any("ladder" in path for path in paths)


@pytest.mark.parametrize("name", ["http.md", "openapi.json"])
def test_the_documentation_is_current(name: str) -> None:
    assert (DOCS / name).read_text("utf-8") == documents()[name], "run `make docs`"
