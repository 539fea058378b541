"""The log of played matches, at its most talkative: no card, no seed, no token is in it."""

import json
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import Client, Server, open_room, play_out, seat_all, start_match

from infoset_games.core import Json, State
from infoset_games.registry import register
from infoset_games.testing.toys import Ambush
from infoset_server.monitoring.logs import JsonFormatter

HAND_CARDS = 3  # a list of fewer numbers may stand in a log by chance


class Marked(Ambush):
    """Everything hidden in it has a name that stands nowhere else."""

    name = "marked"
    rules = "marked/1"

    def write_action(self, state: State, seat: int, action: int) -> list[Json]:
        return [f"card-{action}-of-{seat}"]

    def read_action(self, state: State, seat: int, value: Json) -> int:
        raise ZeroDivisionError("planted")

    def write_observation(self, observation: Any) -> dict[str, Json]:
        return super().write_observation(observation) | {
            "hand": [f"card-in-hand-{observation.seat}"]
        }


class Talk(logging.Handler):
    """Everything that is logged, in the form with the most in it."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(JsonFormatter())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def talk() -> Iterator[Talk]:
    """The log from now on."""
    root, ours = logging.getLogger(), logging.getLogger("infoset_server")
    handler, levels = Talk(), (root.level, ours.level)
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    ours.setLevel(logging.DEBUG)
    yield handler
    root.removeHandler(handler)
    root.setLevel(levels[0])
    ours.setLevel(levels[1])


@pytest.fixture
async def server(talk: Talk, serve: Callable[..., Any], tmp_path: Path) -> AsyncIterator[Server]:
    """A server that keeps its matches and tells the log all about them."""
    with register("marked", Marked):
        yield await serve(store__enabled=True)


def found_in(lines: list[str], secrets: set[str]) -> set[str]:
    """Which of the secrets stand in the log."""
    text = "\n".join(lines)
    return {secret for secret in secrets if secret in text}


def hands(value: Json) -> Iterator[str]:
    """Every list of cards inside, as it would be written."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from hands(inner)
    elif isinstance(value, list):
        if len(value) >= HAND_CARDS and all(isinstance(one, int) for one in value):
            yield json.dumps(value)
        for inner in value:
            yield from hands(inner)


def tokens(player: Client) -> set[str]:
    """What lets a player in again."""
    return {str(player.welcome["resume_token"]), secret_of(player.name)}


def secret_of(name: str) -> str:
    return f"the secret of {name}"


async def log_in(server: Server, name: str) -> Client:
    auth = {"kind": "guest", "name": name, "token": secret_of(name)}
    return await server.connect(name, auth=auth)


async def test_a_played_match_leaves_no_secret_in_the_log(server: Server, talk: Talk) -> None:
    ann = await log_in(server, "ann")
    match_id = await start_match([ann])
    match = server.live(match_id).match
    await play_out([ann], match_id)
    secrets = tokens(ann) | {match.seed, json.dumps(match.deal)}
    secrets |= {process.token for process in server.app.hosting.processes}
    for message in ann.heard:
        secrets.update(hands(message))
    assert len(secrets) > 20
    assert len(talk.lines) > 100
    assert found_in(talk.lines, secrets) == set()
    assert any(json.loads(line).get("match") == match_id for line in talk.lines)


async def test_errors_tell_the_log_no_card(server: Server, talk: Talk) -> None:
    players = [await log_in(server, name) for name in ("ann", "bob")]
    room = await open_room(players[0], game="marked")
    await seat_all(players, room, ready=True)
    turn = await players[0].expect("your_turn")
    answer = {"match_id": turn["match_id"], "decision": turn["decision"]}
    await players[0].refused("act", **answer, index=10_000)
    await players[0].refused("act", **answer, action=["card-7-of-0"])  # its reader fails
    await players[1].expect("match_over")
    assert "ZeroDivisionError" in "\n".join(talk.lines)
    secrets = {"card-", *tokens(players[0]), *tokens(players[1])}
    assert found_in(talk.lines, secrets) == set()
    server.incidents.clear()


async def test_a_secret_in_the_log_would_be_found(server: Server, talk: Talk) -> None:
    ann = await log_in(server, "ann")
    match_id = await start_match([ann])
    hand = [4, 8, 15, 16]
    live = server.live(match_id)
    logging.getLogger("infoset_server.test").debug(
        "%s has %s, seed %s", "ann", hand, live.match.seed
    )
    secrets = {*hands({"hand": hand}), live.match.seed}
    assert found_in(talk.lines, secrets) == secrets
