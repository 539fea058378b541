"""Every sample of every SDK against a live server, and the contract that each SDK says it keeps."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from tests.sdk.programs import (
    SETTINGS,
    answers_all_vectors,
    assists,
    conforms,
    plays,
    plays_behind_the_bridge,
    watches,
)
from tests.sdk.sdks import CPP, GO, JAVA, JAVASCRIPT, PYTHON, RUST, Sdk

from infoset.tracing import Thought, read_trace

pytestmark = pytest.mark.timeout(700)
Serve = Callable[..., Any]

# Which sample plays which game over which transport: each SDK plays every game, and over all that it speaks. Python's
# other samples are played by tests of their own.
PLAYED: Final[dict[Sdk, list[tuple[str, str, str]]]] = {
    PYTHON: [
        ("greedy_bot", "colonizers", "infoset"),
        ("greedy_bot", "crossfire", "infoset"),
    ],
    JAVASCRIPT: [
        ("random_bot", "catan", "infoset"),
        ("random_bot", "colonizers", "ws"),
        ("random_bot", "crossfire", "infoset+msgpack"),
        ("greedy_bot", "catan", "infoset"),
        ("greedy_bot", "colonizers", "infoset"),
        ("greedy_bot", "crossfire", "ws+msgpack"),
        ("monte_carlo_bot", "colonizers", "infoset"),
    ],
    GO: [
        ("random_bot", "catan", "infoset"),
        ("random_bot", "colonizers", "ws"),
        ("random_bot", "crossfire", "infoset+msgpack"),
        ("greedy_bot", "catan", "infoset"),
        ("greedy_bot", "colonizers", "infoset"),
        ("greedy_bot", "crossfire", "ws+msgpack"),
        ("monte_carlo_bot", "colonizers", "infoset"),
    ],
    RUST: [
        ("random_bot", "catan", "infoset+msgpack"),
        ("random_bot", "crossfire", "ws"),
        ("random_bot", "colonizers", "ws+msgpack"),
        ("greedy_bot", "colonizers", "infoset"),
        ("greedy_bot", "catan", "infoset"),
        ("greedy_bot", "crossfire", "infoset"),
        ("monte_carlo_bot", "colonizers", "infoset"),
    ],
    JAVA: [
        ("random_bot", "catan", "infoset+msgpack"),
        ("random_bot", "crossfire", "ws"),
        ("random_bot", "colonizers", "ws+msgpack"),
        ("greedy_bot", "colonizers", "infoset"),
        ("greedy_bot", "catan", "infoset"),
        ("greedy_bot", "crossfire", "infoset"),
        ("monte_carlo_bot", "colonizers", "infoset"),
    ],
    CPP: [
        ("random_bot", "catan", "infoset+msgpack"),
        ("random_bot", "crossfire", "ws"),
        ("random_bot", "colonizers", "ws+msgpack"),
        ("greedy_bot", "colonizers", "infoset"),
        ("greedy_bot", "catan", "infoset"),
        ("greedy_bot", "crossfire", "infoset"),
        ("monte_carlo_bot", "colonizers", "infoset"),
    ],
}
WATCHED_OVER: Final = {
    PYTHON: "ws",
    JAVASCRIPT: "infoset",
    GO: "infoset",
    RUST: "ws",
    JAVA: "ws",
    CPP: "infoset",
}
# Levels of the contract, and the game by which they are asked where it must be one that is quick.
KEPT: Final = [
    (JAVASCRIPT, "0-4", {"game": "colonizers"}),
    (GO, "0-4", {"game": "colonizers"}),
    (RUST, "0-4", {}),
    (JAVA, "0-4", {}),
    (CPP, "0-2", {}),
    (CPP, "3", {}),
    (CPP, "4", {}),
]
ANSWERED: Final = {JAVASCRIPT: "1-2", GO: "1-2", RUST: "1-2", JAVA: "1-2", CPP: "1-2"}

of_foreign_sdks = pytest.mark.parametrize("sdk", ANSWERED, ids=lambda sdk: sdk.folder)


@pytest.mark.parametrize(
    ("sdk", "name", "game", "scheme"),
    [
        pytest.param(sdk, *what, id=f"{sdk.folder}-{'-'.join(what)}")
        for sdk, several in PLAYED.items()
        for what in several
    ],
)
async def test_a_sample_plays_a_match(
    serve: Serve, sdk: Sdk, name: str, game: str, scheme: str
) -> None:
    if scheme.startswith("ws"):
        sdk.need_websocket()
    command = sdk.start()(name)
    await plays(await serve(**SETTINGS), command, game, scheme)


@pytest.mark.parametrize("sdk", PLAYED, ids=lambda sdk: sdk.folder)
async def test_who_lets_the_server_think_has_units_left_and_says_what_it_found(
    serve: Serve, sdk: Sdk, tmp_path: Path
) -> None:
    """The units do not cover what the first decisions cost times all decisions of a match."""
    folder = tmp_path / "traces"
    command = [*sdk.start()("monte_carlo_bot"), "--trace", str(folder)]
    server = await serve(
        **SETTINGS | {"compute__per_decision": 50_000, "compute__per_game": 400_000}
    )
    await plays(server, command, "colonizers", "infoset")
    (trace,) = folder.iterdir()
    chosen_by_weight(trace)


def chosen_by_weight(trace: Path) -> None:
    """Asserts that a bot has weighed its actions, and each time played one that no other outweighs."""
    differed = 0
    for thought in read_trace(trace):
        if not isinstance(thought, Thought) or not thought.values:
            continue
        known = [value for value in thought.values if value is not None]
        if known:  # else no playout was done in time
            assert thought.values[thought.choice["index"]] == max(known), thought
        differed += len(set(known)) > 1
    assert differed > 0


@of_foreign_sdks
async def test_the_same_program_plays_behind_the_bridge(serve: Serve, sdk: Sdk) -> None:
    command = sdk.start()("random_bot")
    await plays_behind_the_bridge(await serve(**SETTINGS), command)


@pytest.mark.parametrize("sdk", WATCHED_OVER, ids=lambda sdk: sdk.folder)
async def test_the_watcher_tells_a_match(serve: Serve, sdk: Sdk) -> None:
    command = sdk.start()("watcher")
    await watches(await serve(**SETTINGS), command, WATCHED_OVER[sdk])


@pytest.mark.parametrize("sdk", PLAYED, ids=lambda sdk: sdk.folder)
async def test_the_assistant_draws_and_suggests(serve: Serve, sdk: Sdk) -> None:
    command = sdk.start()("assistant")
    await assists(await serve(**SETTINGS), command)


@pytest.mark.parametrize(
    ("sdk", "levels", "asked"),
    [pytest.param(*kept, id=f"{kept[0].folder}-{kept[1]}") for kept in KEPT],
)
def test_the_contract_is_kept(sdk: Sdk, levels: str, asked: dict[str, str]) -> None:
    if "3" in levels:
        sdk.need_websocket()
    conforms(levels, sdk.start()("random_bot"), **asked)


@of_foreign_sdks
def test_the_vectors_are_answered(sdk: Sdk) -> None:
    answers_all_vectors(ANSWERED[sdk], sdk.start()("testee"))
