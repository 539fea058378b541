"""Clients of every released minor play whole matches against the server as it is now.

Such a client knows nothing but the frozen contract of its version (`protocol/released`): it writes requests
that this contract allows, and reads messages by it, with the tolerance that the contract asks of clients:
unknown types, fields and values do no harm, everything else must be as it was promised. A version that is
released tomorrow is tried as soon as it is frozen.
"""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.integration.conftest import serve
from tests.integration.harness import Client, Message, Server

from infoset_protocol.version import PROTOCOL_MAJOR

__all__ = ["serve"]

RELEASED = Path(__file__).parents[2] / "protocol" / "released"
MINORS = sorted(
    folder.name
    for folder in RELEASED.iterdir()
    if folder.name.split(".")[0] == str(PROTOCOL_MAJOR) and (folder / "contract.json").is_file()
)
OPTIONS = {"crossfire": {"preset": "mini"}}
Serve = Callable[..., Any]


def without_enums(schema: Any) -> Any:
    """As a tolerant reader checks it: a value of an enumeration may be a new one."""
    if isinstance(schema, list):
        return [without_enums(entry) for entry in schema]
    if isinstance(schema, dict):
        return {name: without_enums(part) for name, part in schema.items() if name != "enum"}
    return schema


class OldReader:
    """Reads and writes by one frozen contract."""

    def __init__(self, contract: dict[str, Any]) -> None:
        tolerant = without_enums(copy.deepcopy(contract["definitions"]))
        self._server = self._checks(contract["server"], tolerant)
        self._client = self._checks(contract["client"], contract["definitions"])

    def _checks(
        self, messages: dict[str, Any], definitions: dict[str, Any]
    ) -> dict[str, Draft202012Validator]:
        return {
            name: Draft202012Validator({"$ref": f"#/$defs/{about['schema']}", "$defs": definitions})
            for name, about in messages.items()
        }

    def write(self, kind: str, **fields: Any) -> None:
        """Fails where the version did not know such a request."""
        self._client[kind].validate({"type": kind, **fields})

    def read(self, message: Message) -> bool:
        """Is it a message of this version? Then it must be as it was promised."""
        check = self._server.get(message["type"])
        if check is not None:
            check.validate(message)
        return check is not None


def read_contract(minor: str) -> dict[str, Any]:
    contract: dict[str, Any] = json.loads((RELEASED / minor / "contract.json").read_text("ascii"))
    return contract


async def answer(client: Client, reader: OldReader, match_id: str, asked: Message) -> None:
    act = {"match_id": match_id, "decision": asked["decision"], "index": asked.get("fallback", 0)}
    reader.write("act", id=1, **act)
    await client.tell("act", id=next(client.ids), **act)


async def play(client: Client, reader: OldReader, match_id: str) -> Message:
    """Answers every question with its fallback, reading each message once, by the old contract."""
    position = 0
    while True:
        message = await client.heard_from(position)
        position += 1
        if not reader.read(message):
            continue
        if message["type"] == "your_turn" and message["match_id"] == match_id:
            await answer(client, reader, match_id, message)
        if message["type"] == "match_over" and message["match_id"] == match_id:
            return message


@pytest.mark.parametrize("minor", MINORS)
@pytest.mark.parametrize("game", ["catan", "colonizers", "crossfire"])
async def test_a_client_of_a_released_minor_plays_a_whole_match(
    minor: str, game: str, serve: Serve
) -> None:
    server: Server = await serve(rooms__fill_ms=1)
    reader = OldReader(read_contract(minor))
    hello: dict[str, Any] = {"proto": [PROTOCOL_MAJOR], "minor": int(minor.partition(".")[2])}
    reader.write("hello", auth={"kind": "guest", "name": "old"}, **hello)
    client = await server.connect("old", **hello)
    create = {"game": game, "options": OPTIONS.get(game, {})}
    reader.write("create_room", id=1, **create)
    room = (await client.ask("create_room", **create))["room"]["room"]
    for request, fields in (("sit", {"seat": 0}), ("start", {})):
        reader.write(request, id=1, room=room, **fields)
        await client.ask(request, room=room, **fields)
    match_id = (await client.expect("match_start"))["match_id"]
    over = await play(client, reader, match_id)
    assert over["reason"] == "finished"
    assert over["illegal"][0] == 0


def test_there_is_a_released_minor_to_try() -> None:
    assert "1.0" in MINORS


def test_an_old_reader_lets_pass_what_is_new_and_nothing_else() -> None:
    reader = OldReader(read_contract("1.0"))
    over = {"type": "match_over", "match_id": "m_1", "reason": "finished"}
    lists = {"places": [1], "scores": [3], "returns": [1.0]}
    assert reader.read({**over, **lists, "mood": "good"})
    assert not reader.read({"type": "fireworks"})
    with pytest.raises(Exception, match="is not of type 'array'"):
        reader.read({**over, **lists, "places": 1})
    with pytest.raises(Exception, match="'places' is a required property"):
        reader.read({**over, "scores": [3], "returns": [1.0]})
