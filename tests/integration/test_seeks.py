"""Seeks: four who want the same play together, house bots fill up, and no client is paired against their terms."""

from typing import Any

import pytest
from tests.integration.harness import FOREVER, Client, Message, Server, play_out, resumption

LONG_MS = 3_600_000


async def seek(client: Client, **terms: Any) -> str:
    """Opens a seek that house bots would fill in an hour; its ticket."""
    asked = {"game": "colonizers", "clock": FOREVER, "fill_ms": LONG_MS} | terms
    ticket: str = (await client.ask("seek", **asked))["data"]["ticket"]
    return ticket


async def people(server: Server, count: int) -> list[Client]:
    return [await server.connect(f"p{number}") for number in range(count)]


async def test_four_who_want_the_same_play_together(server: Server) -> None:
    four = await people(server, 4)
    for player in four:
        await seek(player)
    starts = [await player.expect("match_start") for player in four]
    assert len({message["match_id"] for message in starts}) == 1
    assert sorted(message["seat"] for message in starts) == [0, 1, 2, 3]
    assert {info["kind"] for info in starts[0]["players"]} == {"human"}
    results = await play_out(four, starts[0]["match_id"])
    assert {result["reason"] for result in results} == {"finished"}
    await server.until(lambda: not server.app.lobby.rooms)  # the room goes with its match


@pytest.mark.parametrize(
    "terms",
    [
        {"options": {"colony": 5}},
        {"clock": {"kind": "per_move", "move_ms": 60_000}},
        {"options": {"legacy": True}},
    ],
)
async def test_different_terms_are_never_paired(server: Server, terms: dict[str, Any]) -> None:
    five = await people(server, 5)
    for player in five[:3]:
        await seek(player)
    await seek(five[3], **terms)
    assert not server.app.play.running
    await seek(five[4])
    await five[4].expect("match_start")
    await five[3].settled()
    assert not five[3].of_type("match_start")


async def test_the_same_terms_in_other_words_are_paired(server: Server) -> None:
    four = await people(server, 4)
    in_words: list[dict[str, Any]] = [
        {},
        {"options": {"colony": 8}},
        {"options": {"legacy": False}},
        {"options": {"colony": 8, "legacy": False}},
    ]
    for player, options in zip(four, in_words, strict=True):
        await seek(player, **options)
    for player in four:
        await player.expect("match_start")


async def test_house_bots_fill_up_when_the_wait_is_over(server: Server) -> None:
    ann, bob = await people(server, 2)
    await seek(ann)
    await seek(bob, fill_ms=30)
    starts = [await player.expect("match_start") for player in (ann, bob)]
    kinds = [info["kind"] for info in starts[0]["players"]]
    assert sorted(kinds) == ["bot", "bot", "human", "human"]
    assert starts[0]["match_id"] == starts[1]["match_id"]
    results = await play_out([ann, bob], starts[0]["match_id"])
    assert results[0]["reason"] == "finished"


async def test_a_client_is_not_paired_with_itself(server: Server) -> None:
    ann, bob, cat, dan = await people(server, 4)
    for player in (ann, ann, bob, cat):
        await seek(player)
    assert not server.app.play.running
    await seek(dan)
    await ann.expect("match_start")


async def test_an_unseek_closes_one_ticket_or_all(server: Server) -> None:
    ann = await server.connect("ann")
    first, _ = await seek(ann), await seek(ann)
    await ann.ask("unseek", ticket=first)
    assert (await ann.refused("unseek", ticket=first))["code"] == "not_found"
    assert len(server.app.matchmaker.pairing.open) == 1
    await ann.ask("unseek")
    assert server.app.matchmaker.pairing.open == []


async def test_who_disconnects_seeks_no_more(server: Server) -> None:
    ann, *others = await people(server, 4)
    await seek(ann)
    for player in others[:2]:
        await seek(player)
    await ann.leave()
    await server.until(lambda: len(server.app.matchmaker.pairing.open) == 2)
    await seek(others[2])
    assert not server.app.play.running


async def test_a_seek_rests_while_its_client_is_away_and_goes_on_when_it_is_back(
    server: Server,
) -> None:
    ann, *others = await people(server, 4)
    for player in (ann, *others[:2]):
        await seek(player)
    await ann.cut()
    await server.until(lambda: len(server.app.core.away) == 1)
    await seek(others[2])
    assert not server.app.play.running
    again = await server.connect("ann", resume=resumption(ann))
    assert again.welcome["resumed"]
    for player in (again, *others):
        await player.expect("match_start")


async def test_seeks_have_a_limit(serve: Any) -> None:
    server: Server = await serve(rooms__max_seeks_per_user=2)
    ann = await server.connect("ann")
    await seek(ann)
    await seek(ann)
    refusal: Message = await ann.refused("seek", game="colonizers")
    assert refusal["code"] == "busy"
