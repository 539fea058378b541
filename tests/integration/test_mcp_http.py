"""`infoset mcp` as programs start it: over standard input and output, and over HTTP with a token or not at all."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import httpx2
from mcp import Client as ModelClient
from mcp import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from tests.integration.harness import Server, open_room
from tests.integration.mcp_player import call, is_turn, numbers, play, refused
from tests.integration.test_login import account, token_of
from tests.ports import lasting_port

INFOSET: Final = (sys.executable, "-m", "infoset")
PATIENCE_S: Final = 120.0


def url_of(server: Server) -> str:
    return f"infoset://127.0.0.1:{server.port}"


@asynccontextmanager
async def served(server: Server) -> AsyncIterator[str]:
    """`infoset mcp --http` beside the server; where it is."""
    port = lasting_port()
    process = await asyncio.create_subprocess_exec(
        *INFOSET, "mcp", "--http", str(port), "--url", url_of(server)
    )
    url = f"http://127.0.0.1:{port}/mcp"
    try:
        async with asyncio.timeout(PATIENCE_S), httpx2.AsyncClient() as client:
            while True:
                try:
                    await client.get(url)
                    break
                except httpx2.TransportError:
                    await asyncio.sleep(0.05)
        yield url
    finally:
        process.terminate()
        await process.wait()


@asynccontextmanager
async def at_tools(url: str, token: str) -> AsyncIterator[ModelClient]:
    """A model that shows a token."""
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=PATIENCE_S) as link,
        ModelClient(streamable_http_client(url, http_client=link)) as model,
    ):
        yield model


async def test_a_bot_says_something_where_the_room_lets_programs(server: Server) -> None:
    owner = account(server, "owner")
    tokens = [
        token_of(server, account(server, name, is_bot=True, owner=owner.id))
        for name in ("crab", "cod")
    ]
    ann = await server.connect("ann", features=["chat"])
    async with served(server) as url:
        for token, talk in zip(tokens, ("all", "people"), strict=True):
            room = await open_room(ann, game="crossfire", talk=talk)
            await ann.ask("join", room=room, seat=0)
            async with at_tools(url, token) as model:
                await call(model, "find_match", room=room, wait_s=0)
                await ann.ask("start", room=room)
                await ann.expect("match_start")
                if talk == "all":
                    await call(model, "say", text="hello")
                    assert (await ann.expect("chat_msg"))["name"] == "crab"
                else:
                    assert "rooms with talk: all" in await refused(model, "say", text="hello")


async def test_a_model_plays_over_standard_input_and_output(server: Server, tmp_path: Path) -> None:
    program = StdioServerParameters(
        command=INFOSET[0],
        args=[*INFOSET[1:], "mcp", "--url", url_of(server), "--name", "model"],
        env=dict(os.environ),
    )
    async with ModelClient(program) as model:
        text = await call(model, "find_match", game="colonizers", bots=["first"] * 3, wait_s=60)
        text = await play(model, text, lambda text: str(numbers(text)[0]))
        assert "result (finished)" in text


async def test_over_http_each_token_is_a_player_and_without_one_nothing_is_answered(
    server: Server,
) -> None:
    tokens = [token_of(server, account(server, name)) for name in ("ann", "bob")]
    async with served(server) as url:
        async with httpx2.AsyncClient() as nobody:
            hello = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
            accepts = {"Accept": "application/json, text/event-stream"}
            for headers in ({}, {"Authorization": "Bearer no-such-token"}):
                answer = await nobody.post(url, json=hello, headers=accepts | headers)
                assert answer.status_code == 401
                assert "find_match" not in answer.text
            strange = accepts | {"Authorization": f"Bearer {tokens[0]}", "Host": "evil.example"}
            assert (await nobody.post(url, json=hello, headers=strange)).status_code == 421
        told = []
        for token in tokens:
            async with at_tools(url, token) as model:
                told.append(
                    await call(
                        model, "find_match", game="colonizers", bots=["first"] * 3, wait_s=60
                    )
                )
                if not is_turn(told[-1]):
                    told[-1] = await call(model, "wait_for_turn", wait_s=60)
        assert "you are ann" in told[0]
        assert "you are bob" in told[1]
        async with at_tools(
            url, tokens[0]
        ) as model:  # the seat is the token's, not the connection's
            assert "you are ann" in await call(model, "wait_for_turn", wait_s=60)
