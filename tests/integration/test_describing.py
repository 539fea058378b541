"""`describe` with `schemas`: a client that knows nothing of a game learns what its payloads look like."""

import json

import pytest
from jsonschema import Draft202012Validator
from tests.integration.harness import Message, Server, open_room, seat_all

DEFAULT_FRAME_BYTES = 65_535
GAMES = ("catan", "colonizers", "crossfire")


def check(schemas: Message, part: str, value: object) -> None:
    schema = {**schemas[part], "$defs": schemas["$defs"]}
    Draft202012Validator(schema).validate(value)


@pytest.mark.parametrize("game", GAMES)
async def test_what_a_seat_is_asked_is_as_described(server: Server, game: str) -> None:
    ada, ben = await server.connect("ada"), await server.connect("ben")
    described = await ada.ask("describe", game=game, schemas=True)
    assert len(json.dumps(described, separators=(",", ":"))) < DEFAULT_FRAME_BYTES
    (info,) = described["games"]
    schemas = info["schemas"]
    check(schemas, "consts", info["consts"])

    room = await open_room(ada, game=game)
    await seat_all([ada, ben], room)
    await ada.ask("start", room=room)
    start = await ada.expect("match_start")
    check(schemas, "options", start["options"])
    turn = await ada.expect("your_turn")
    check(schemas, "observation", turn["obs"])
    legal = turn["legal"]
    options = [option for slot in legal.get("slots", []) for option in slot["options"]]
    for action in legal.get("actions", options):
        check(schemas, "action", action)


async def test_schemas_are_for_one_game_at_a_time(server: Server) -> None:
    ada = await server.connect("ada")
    described = await ada.ask("describe", schemas=True)
    assert {info["game"] for info in described["games"]} >= set(GAMES)
    assert not any("schemas" in info for info in described["games"])
