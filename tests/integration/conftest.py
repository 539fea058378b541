"""Makes the harness importable however pytest is started, and starts servers for the tests."""

import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.integration.harness import Server, open_server


@pytest.fixture
async def serve(tmp_path: Path) -> AsyncIterator[Callable[..., Any]]:
    """`await serve(**settings)` starts a server (dots of setting names as `__`); it ends with the test."""
    async with AsyncExitStack() as stack:

        async def start(**settings: Any) -> Server:
            return await stack.enter_async_context(open_server(tmp_path, **settings))

        yield start


@pytest.fixture
async def server(serve: Callable[..., Any]) -> Server:
    """A server with the settings of the tests."""
    started: Server = await serve()
    return started
