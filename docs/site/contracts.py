"""The contracts for programs, as pages: `openapi` and `asyncapi` are directives that take the file.

Rendered while the site is built, so that a reader can search them and needs no network, unlike with the
viewers that fetch a script. What is in a schema is shown by `schemas`.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from schemas import cell, described, members

Json = dict[str, Any]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("openapi", OpenApi)
    app.add_directive("asyncapi", AsyncApi)
    return {"parallel_read_safe": True}


class Contract(SphinxDirective):
    """Reads the file that it is given, relative to its page, and shows it as Markdown that begins with a heading."""

    required_arguments: ClassVar[int] = 1

    def run(self) -> list[nodes.Node]:
        _, path = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(path)
        document = json.loads(Path(path).read_text("utf-8"))
        return self.parse_text_to_nodes(
            "\n".join(self.render(document)), allow_section_headings=True
        )

    def render(self, document: Json) -> Iterator[str]:
        raise NotImplementedError


class OpenApi(Contract):
    """Each path and method of a document of OpenAPI 3.1, then the schemas that they name."""

    def render(self, document: Json) -> Iterator[str]:
        yield from ("## In general", "", document["info"]["description"], "")
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                yield from self._operation(f"{method.upper()} {path}", operation)
        yield from listed(document["components"]["schemas"])

    def _operation(self, title: str, operation: Json) -> Iterator[str]:
        yield from (f"## `{title}`", "", f"{operation['summary']}. {operation['description']}", "")
        parameters = operation.get("parameters", [])
        if parameters:
            yield from ("| parameter | in | type |", "| --- | --- | --- |")
            for one in parameters:
                optional = "" if one.get("required") else "?"
                yield f"| `{one['name']}`{optional} | {one['in']} | {described(one['schema'])} |"
            yield ""
        if "requestBody" in operation:
            yield from (f"Body: {bodies(operation['requestBody'])}", "")
        yield from ("| status | answer |", "| --- | --- |")
        for status, answer in operation["responses"].items():
            name = answer.get("$ref", "").rpartition("/")[2].replace("_", " ").capitalize()
            yield f"| {status} | {name or bodies(answer) or answer['description']} |"
        yield ""


class AsyncApi(Contract):
    """Each operation of a document of AsyncAPI 3, then the schemas of its messages."""

    def render(self, document: Json) -> Iterator[str]:
        named = document["components"]["messages"]

        def links(references: list[Json]) -> str:
            return ", ".join(link(named, reference) for reference in references)

        for action, title in (("receive", "What a client sends"), ("send", "What a server sends")):
            yield from (
                f"## {title}",
                "",
                "| message | meaning | answered by |",
                "| --- | --- | --- |",
            )
            for operation in document["operations"].values():
                if operation["action"] == action:
                    answers = links(operation.get("reply", {}).get("messages", []))
                    sent = links(operation["messages"])
                    yield f"| {sent} | {cell(operation['summary'])} | {answers} |"
            yield ""
        yield from listed(document["components"]["schemas"])


def bodies(content: Json) -> str:
    """What a body may be: the kinds of content, each with its schema."""
    kinds = content.get("content", {})
    return ", ".join(
        f"`{kind}`" + (f": {described(body['schema'])}" if "schema" in body else "")
        for kind, body in kinds.items()
    )


def link(messages: Json, reference: Json) -> str:
    """A message, by the `type` that it has on the wire, as a link to its schema."""
    name = reference["$ref"].rpartition("/")[2]
    return f"[`{messages[name]['name']}`](#{name.lower()})"


def listed(schemas: Json) -> Iterator[str]:
    """A section for each schema, with a table of its members."""
    yield from ("## Schemas", "")
    for name, schema in sorted(schemas.items()):
        yield from (f"### {name}", "", schema.get("description", ""), "", *members(schema), "")
