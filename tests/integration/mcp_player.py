"""A model that is a script: it knows the tools' names and what their texts say, and nothing else. No tests here."""

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from mcp import Client as ModelClient
from tests.integration.harness import Server

from infoset.client import Client
from infoset.mcp.player import FEATURES, Player
from infoset.mcp.server import serve_one

LISTED = re.compile(r"(?:^|  )\s*(\d+)\) ")
MOST_CALLS = 20_000

Choose = Callable[[str], str]  # of the text of a turn


@asynccontextmanager
async def seat_at(server: Server, name: str = "model") -> AsyncIterator[tuple[ModelClient, Player]]:
    """A model at the tools of a seat on the server."""
    client = Client(f"infoset://127.0.0.1:{server.port}", name=name, features=FEATURES)
    async with Player(client) as player, ModelClient(serve_one(player)) as model:
        yield model, player


async def call(model: ModelClient, tool: str, /, **arguments: Any) -> str:
    """The text of a tool that does what is asked."""
    told = await model.call_tool(tool, arguments)
    assert not told.is_error, text_of(told)
    return text_of(told)


async def refused(model: ModelClient, tool: str, /, **arguments: Any) -> str:
    """The text of a tool that refuses."""
    told = await model.call_tool(tool, arguments)
    assert told.is_error, text_of(told)
    return text_of(told)


def text_of(told: Any) -> str:
    return "".join(part.text for part in told.content)


def question(text: str) -> str:
    """The part of a turn that says what can be answered."""
    return text[text.index("decision ") :]


def numbers(text: str) -> list[int]:
    """The positions of the listed actions."""
    lines = question(text).splitlines()[1:]
    return sorted({int(number) for line in lines for number in LISTED.findall(line)})


def is_turn(text: str) -> bool:
    return "\ndecision " in text


def is_over(text: str) -> bool:
    return "result (" in text


async def play(model: ModelClient, text: str, choose: Choose, until: int | None = None) -> str:
    """Answers every turn until the match is over, or so many of them; returns the last text."""
    answered = 0
    for _ in range(MOST_CALLS):
        if is_over(text) or (until is not None and answered >= until and is_turn(text)):
            return text
        if is_turn(text):
            answered += 1
            text = await call(model, "act", action=choose(text), wait_s=60)
        else:
            text = await call(model, "wait_for_turn", wait_s=60)
    raise AssertionError("the match does not end")
