"""The OpenAPI 3.1 document of a table of routes."""

import asyncio
import http
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

import orjson
from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, models_json_schema
from websockets.datastructures import Headers
from websockets.http11 import Response

from infoset_protocol.version import PROTOCOL_MAJOR, PROTOCOL_MINOR
from infoset_server.http.documents import Refusal
from infoset_server.http.endpoints import Status
from infoset_server.http.routes import EVERYBODY, NAME, Call, Content, Route, summary_of
from infoset_server.network.http import with_body
from infoset_server.webhooks.events import FINISHED, TEST, MatchFinished, WebhookTest

Schema = dict[str, Any]

VERSION: Final = "3.1.1"
PATH: Final = "/openapi.json"
JSON: Final = "application/json"
MODE: Final[JsonSchemaMode] = "validation"
SENT: Final[dict[str, type[BaseModel]]] = {FINISHED: MatchFinished, TEST: WebhookTest}
ABOUT: Final = """\
What an Infoset server answers over HTTP, on the port on which it is played.

`HEAD` is answered as `GET`. Other paths are answered with 404, other methods with 405 and `Allow`, and before any
route is looked for: 421 under a name that is not the server's, 403 for a web page of an origin that is not
allowed, 413 and 431 for what is too large. Playing itself is described in `asyncapi.json`.
"""


class OpenApi(BaseModel):
    """A description of everything that is answered over HTTP (OpenAPI 3.1), and of what is sent to others."""

    openapi: str
    info: dict[str, Any]
    servers: list[dict[str, Any]]
    paths: dict[str, Any]
    webhooks: dict[str, Any]
    components: dict[str, Any]


class _Generator(GenerateJsonSchema):
    """Pydantic's generator, told that names say enough."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        """A title that only repeats the field's name is noise."""
        return False


def description(routes: Sequence[Route]) -> Route:
    """The route of the document about `routes` and itself. It is made in a thread when it is first asked for."""

    @cache
    def body() -> bytes:
        return orjson.dumps(document([*routes, route]))

    async def handle(call: Call) -> Response:
        about = Headers([("Content-Type", JSON), ("Cache-Control", "no-cache")])
        return with_body(Status.OK, await asyncio.to_thread(body), about)

    summary = "Everything that is answered over HTTP, as OpenAPI 3.1."
    route = Route("GET", PATH, EVERYBODY, summary, handle, {Status.OK: OpenApi})
    return route


def document(routes: Sequence[Route]) -> dict[str, Any]:
    """The whole document."""
    schemas = Schemas(routes)
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(plain_path(route.path), {})[route.method.lower()] = operation(
            route, schemas
        )
    return {
        "openapi": VERSION,
        "info": {
            "title": "Infoset over HTTP",
            "version": f"{PROTOCOL_MAJOR}.{PROTOCOL_MINOR}",
            "description": ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "webhooks": {name: {"post": message(name, model, schemas)} for name, model in SENT.items()},
        "components": {
            "schemas": schemas.components,
            "responses": {
                status.name: response(status, Refusal, schemas) for status in refusals(routes)
            },
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "a token of a user"}
            },
        },
    }


class Schemas:
    """The schemas of all models that routes name; models of equal names have their file's name in front."""

    def __init__(self, routes: Sequence[Route]) -> None:
        told = (model for route in routes for model in models_of(route))
        models = dict.fromkeys([*told, *SENT.values()])
        self._places, found = models_json_schema(
            [(model, MODE) for model in models],
            ref_template="#/components/schemas/{model}",
            schema_generator=_Generator,
        )
        names = {name: short_name(name) for name in found["$defs"]}
        assert len(set(names.values())) == len(names), "two models have one name"
        self._names = names
        self.components: dict[str, Schema] = dict(
            sorted((names[name], self._renamed(schema)) for name, schema in found["$defs"].items())
        )

    def of(self, content: Content) -> Schema:
        """What a body is."""
        if isinstance(content, str):
            return {}
        schema: Schema = self._renamed(self._places[content, MODE])
        return schema

    def _renamed(self, schema: Any) -> Any:
        """A schema that refers to others by their short names."""
        match schema:
            case dict():
                return {
                    key: self._reference(value) if key == "$ref" else self._renamed(value)
                    for key, value in schema.items()
                }
            case list():
                return [self._renamed(one) for one in schema]
            case _:
                return schema

    def _reference(self, place: str) -> str:
        folder, _, name = place.rpartition("/")
        return f"{folder}/{self._names[name]}"


def models_of(route: Route) -> Iterator[type[BaseModel]]:
    """The models that a route names."""
    for content in (route.body, route.query, *route.responses().values()):
        if isinstance(content, type):
            yield content


def short_name(name: str) -> str:
    """`infoset_server__admin__user_commands__OneBot` is `user_commands.OneBot`."""
    return ".".join(name.split("__")[-2:])


def operation(route: Route, schemas: Schemas) -> dict[str, Any]:
    """One route."""
    found: dict[str, Any] = {
        "operationId": re.sub(r"[^a-z0-9]+", "_", f"{route.method} {route.path}".lower()).strip(
            "_"
        ),
        "summary": route.summary.rstrip("."),
        "description": f"For {route.access.who}.",
    }
    if route.access.scopes is not None:
        shown = [{"token": list(route.access.scopes)}]
        found["security"] = [{}, *shown] if route.access.is_optional else shown
    if parameters := [*path_parameters(route), *query_parameters(route)]:
        found["parameters"] = parameters
    if route.body is not None:
        found["requestBody"] = {"content": content_of(route.body, schemas)}
    found["responses"] = {
        str(status.value): {"$ref": f"#/components/responses/{status.name}"}
        if content is Refusal
        else response(status, content, schemas)
        for status, content in route.responses().items()
    }
    return found


def message(name: str, model: type[BaseModel], schemas: Schemas) -> dict[str, Any]:
    """What the server sends to the address of an organiser (docs/webhooks.md)."""
    headers = ("webhook-id", "webhook-timestamp", "webhook-signature")
    return {
        "operationId": re.sub(r"\W", "_", name),
        "summary": summary_of(model).rstrip("."),
        "description": "Sent by the server, signed as Standard Webhooks 1.0 has it.",
        "parameters": [
            {"name": header, "in": "header", "required": True, "schema": {"type": "string"}}
            for header in headers
        ],
        "requestBody": {"required": True, "content": content_of(model, schemas)},
        "responses": {"2XX": {"description": "It has arrived"}},
    }


def refusals(routes: Sequence[Route]) -> list[http.HTTPStatus]:
    """The statuses with which some route refuses; they are described once."""
    found = {
        s for route in routes for s, content in route.responses().items() if content is Refusal
    }
    return sorted(found)


def path_parameters(route: Route) -> Iterator[dict[str, Any]]:
    """What stands for the names in a path."""
    for name in NAME.finditer(route.path):
        yield {"name": name[1], "in": "path", "required": True, "schema": {"type": "string"}}


def query_parameters(route: Route) -> Iterator[dict[str, Any]]:
    """What is asked behind a path."""
    if route.query is not None:
        schema = route.query.model_json_schema(schema_generator=_Generator)
        for name, field in schema["properties"].items():
            required = name in schema.get("required", [])
            yield {"name": name, "in": "query", "required": required, "schema": field}


def response(status: http.HTTPStatus, content: Content | None, schemas: Schemas) -> dict[str, Any]:
    """What comes back with a status."""
    found: dict[str, Any] = {"description": status.phrase}
    if content is not None:
        found["content"] = content_of(content, schemas)
    return found


def content_of(content: Content, schemas: Schemas) -> dict[str, Any]:
    """A body by its media type."""
    media = content if isinstance(content, str) else JSON
    schema = schemas.of(content)
    return {media: {"schema": schema} if schema else {}}


def plain_path(path: str) -> str:
    """A path of the table as OpenAPI writes it, where a name is a name."""
    return NAME.sub(r"{\1}", path)
