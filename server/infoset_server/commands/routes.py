"""What a server answers over HTTP, told without starting one: `infoset serve --routes`, and what `make docs` writes.

python -m infoset_server.commands.routes DOCS    writes http.md and openapi.json into the folder DOCS
"""

import asyncio
import json
import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from infoset_server.accounts.credentials import Kind, fresh_token
from infoset_server.app.server import App
from infoset_server.app.site import make_router
from infoset_server.common.clock import wall_clock_ms
from infoset_server.config import ServerConfig, load_config
from infoset_server.http.openapi import document
from infoset_server.http.routes import Route
from infoset_server.matches.match_log import StoredJournal
from infoset_server.matches.records import Records
from infoset_server.storage.memory import MemoryStore
from infoset_server.storage.node import FOREVER_S, Node
from infoset_server.storage.notebook import Notebook
from infoset_server.storage.seed_box import KEY_BYTES, SeedBox
from infoset_server.storage.writer import Writer
from infoset_web import page_files

PAGE: Final = "http.md"
DOCUMENT: Final = "openapi.json"
ABOUT: Final = """\
# HTTP

What a server answers over HTTP, on the port on which it is played; `infoset serve --routes` prints it for your settings.
[openapi.json](openapi.json) says more: parameters, bodies, answers. A server gives out its own at `/openapi.json`.

`HEAD` is answered as `GET`. A token is shown as `Authorization: Bearer TOKEN`. What is refused has a status and, unless a person
looks at it, a body `{"error": "...", "retry_ms": ...}`, with `retry_ms` where waiting helps. Another path is answered with 404, another
method with 405 and `Allow`.

| request | who may | what |
| --- | --- | --- |
"""


async def list_routes(config: ServerConfig) -> int:
    """Prints the table of a server with these settings; 0. Raises ManifestError or the page's PageError."""
    for line in as_text(await routes_of(config)):
        sys.stdout.write(line + "\n")
    return 0


async def routes_of(config: ServerConfig) -> Sequence[Route]:
    """The table. A server is put together for it, and neither begun nor given a port or a file."""
    records = unwritten_records() if config.store.enabled else None
    app = App(config, records=records, admin_token=fresh_token(Kind.ADMIN))
    router = make_router(app, page_files(), dict)
    await app.close(0)
    return router.routes


def unwritten_records() -> Records:
    """Records in memory, to which nothing is written."""
    store = MemoryStore()
    node = Node(store, "routes", FOREVER_S, time.monotonic)
    writer, notebook = Writer(store, rng=random.Random(0)), Notebook(store, lambda: node.claim)
    box = SeedBox(os.urandom(KEY_BYTES))
    journal = StoredJournal(store, writer, notebook, box, node, wall_clock_ms)
    return Records(store, writer, notebook, journal, box, node, server_id="")


def as_text(routes: Sequence[Route]) -> Iterator[str]:
    """A line for each route: method, path, who may, what it does."""
    wide = max(len(route.path) for route in routes)
    who = max(len(route.access.who) for route in routes)
    for route in routes:
        yield f"{route.method:4}  {route.path:{wide}}  {route.access.who:{who}}  {route.summary}"


def as_markdown(routes: Sequence[Route]) -> str:
    """The page of the documentation."""
    rows = [
        f"| `{route.method} {route.path}` | {route.access.who} | {route.summary.rstrip('.')} |\n"
        for route in routes
    ]
    return ABOUT + "".join(rows)


def documents() -> dict[str, str]:
    """The generated files of the documentation by name, about a server as it is without settings."""
    routes = asyncio.run(routes_of(load_config(None, {})))
    described = json.dumps(document(routes), indent=1, ensure_ascii=False) + "\n"
    return {PAGE: as_markdown(routes), DOCUMENT: described}


def main(folder: str) -> None:
    """Writes what is stale."""
    for name, text in documents().items():
        path = Path(folder) / name
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8", newline="\n")
            sys.stdout.write(f"wrote {path}\n")


if __name__ == "__main__":
    main(sys.argv[1])
