"""The samples of the Python SDK that other tests do not run, against a live server."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.sdk.programs import SETTINGS, assists, plays, watches
from tests.sdk.sdks import PYTHON

Serve = Callable[..., Any]
SAMPLE = PYTHON.start()


@pytest.mark.parametrize("game", ["colonizers", "crossfire"])
async def test_the_greedy_bot_plays_a_match(serve: Serve, game: str) -> None:
    await plays(await serve(**SETTINGS), SAMPLE("greedy_bot"), game, "infoset")


async def test_the_watcher_tells_a_match(serve: Serve) -> None:
    await watches(await serve(**SETTINGS), SAMPLE("watcher"), "ws")


async def test_the_assistant_draws_and_suggests(serve: Serve) -> None:
    await assists(await serve(**SETTINGS), SAMPLE("assistant"))
