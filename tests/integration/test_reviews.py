"""The review of a finished match: the same figures as the commands, for whoever may see the match, kept, and begun again."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.bots.runs import call
from tests.integration.harness import (
    Client,
    Message,
    Server,
    open_server,
    play_out,
    play_some,
    start_match,
)

from infoset_bots.lab.reviewing.commands import blunders, luck
from infoset_server.app.features.reviews import ReviewFeature
from infoset_server.compute.reviews import ORDER, Reviews, review_kind
from infoset_server.handlers import reviews as handlers

QUICK: dict[str, Any] = {"store__enabled": True, "reviews__budget_s": 0.2, "reviews__share": 1.0}


@asynccontextmanager
async def life(data: Path, **settings: Any) -> AsyncIterator[Server]:
    """One life of the server that keeps its records in `data`."""
    async with open_server(data, **(QUICK | settings)) as server:
        yield server
        await server.app.close(0)


def named(name: str) -> dict[str, Any]:
    return {"auth": {"kind": "guest", "name": name, "token": f"the secret of {name}"}}


async def come(server: Server, name: str) -> Client:
    return await server.connect(name, "tcp-json", **named(name))


async def finished(server: Server, **room: Any) -> str:
    """A match that ann has played to its end against bots."""
    ann = await come(server, "ann")
    match_id = await start_match([ann], **room)
    await play_out([ann], match_id)
    return match_id


def reviews_of(server: Server) -> Reviews:
    """What works out the reviews of a server."""
    found = next(one for one in server.app.core.services.all if isinstance(one, ReviewFeature))
    assert found.reviews is not None
    return found.reviews


async def part_after(client: Client, replay: str, first: int) -> Message:
    return await client.ask("review", replay=replay, first=first)


async def entries_of(client: Client, replay: str) -> list[Message]:
    """The whole review, asked for until there is no more."""
    entries: list[Message] = []
    while True:
        part = await part_after(client, replay, len(entries))
        assert part["done"] <= part["total"] or not part["total"]
        entries += part["entries"]
        if not part["more"]:
            return entries


def of_kind(entries: list[Message], kind: str) -> list[Message]:
    return [one for one in entries if one["kind"] == kind]


async def test_page_and_commands_say_the_same_of_a_match(tmp_path: Path) -> None:
    async with life(tmp_path / "data") as server:
        match_id = await finished(server)
        entries = await entries_of(await come(server, "eve"), match_id)
        lines = await reviews_of(server)._lines_of(match_id)
    file = tmp_path / "match.jsonl"
    file.write_text("".join(f"{line}\n" for line in lines))
    head = entries[0]
    settings = head["settings"]
    judgement, measuring = settings["judgement"], settings["luck"]
    common = ("--seed", judgement["seed"], "--processes", "0")
    each, plain = tmp_path / "each.jsonl", tmp_path / "luck.json"
    numbers = ("--worlds", str(judgement["worlds"]), "--decisions", str(judgement["most"]))
    sure = ("--confirm", str(judgement["confirm"]), "--threshold", str(judgement["threshold"]))
    words = ("--reference", judgement["reference"], *numbers, *sure, "--each", str(each))
    assert call(blunders, str(file), *common, *words) == 0
    said = {
        (one["seat"], one["decision"]): one
        for one in map(json.loads, each.read_text().splitlines())
    }
    judged = of_kind(entries, "judged")
    assert len(judged) == len(said) > 0
    for one in judged:
        other = said[one["seat"], one["decision"]]
        for name in ("played", "better", "agrees", "ver"):
            assert one[name] == other[name]
        assert one["loss"]["mean"] == pytest.approx(other["loss"]["mean"], abs=1e-5)
        assert one["loss"]["error"] == pytest.approx(other["loss"]["error"], abs=1e-5)
        assert ("again" in one) == (other["again"] is not None)
        if "again" in one:
            assert one["again"] == pytest.approx(other["again"], abs=1e-5)
    counts = ("--playouts", str(measuring["playouts"]), "--outcomes", str(measuring["outcomes"]))
    assert call(luck, str(file), *common, *counts, "--json", str(plain)) == 0
    (measured,) = json.loads(plain.read_text())["matches"]
    for row in of_kind(entries, "seat"):
        for name in ("deal", "play"):
            assert row[name] == pytest.approx(measured["luck"][name][row["seat"]], abs=1e-3)


async def test_a_review_tells_chances_from_the_deal_to_the_result(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        match_id = await finished(server)
        entries = await entries_of(await come(server, "ann"), match_id)
    head, *_ = entries
    curve = of_kind(entries, "chances")
    assert [one["ver"] for one in curve] == sorted({one["ver"] for one in curve})
    for one in curve:
        assert sum(one["win"]) == pytest.approx(1, abs=1e-3)
    assert [round(win) for win in curve[-1]["win"]] == [place == 1 for place in head["places"]]
    assert curve[-1]["errors"] == [0.0] * 4
    assert all(error > 0 for error in curve[0]["errors"])
    seats = of_kind(entries, "seat")
    assert [row["seat"] for row in seats] == [0, 1, 2, 3]
    assert sum(row["judged"] for row in seats) == len(of_kind(entries, "judged"))


async def test_who_asks_second_is_told_the_same_at_once_also_after_a_restart(
    tmp_path: Path,
) -> None:
    async with life(tmp_path) as server:
        match_id = await finished(server)
        first = await entries_of(await come(server, "ann"), match_id)
        second = await part_after(await come(server, "eve"), match_id, 0)
        assert not second["more"]
        assert second["entries"] == first
        assert reviews_of(server).finished == 1
    async with life(tmp_path) as server:
        again = await part_after(await come(server, "eve"), match_id, 0)
        assert again["entries"] == first
        assert reviews_of(server).finished == 0


async def test_a_server_that_was_stopped_goes_on_with_the_same_review(tmp_path: Path) -> None:
    async with life(tmp_path, reviews__share=0.02) as server:
        match_id = await finished(server)
        eve = await come(server, "eve")
        while not (part := await part_after(eve, match_id, 0))["entries"]:
            pass
        assert part["more"]
        known = part["entries"]
        settings = known[0]["settings"]
    async with life(tmp_path) as server:
        ann = await come(server, "ann")
        entries = await entries_of(ann, match_id)
        assert entries[0]["settings"] == settings
        assert entries[: len(known)] == known
        records = server.app.core.records
        assert records is not None
        await records.notebook.flush()
        assert not await records.store.documents(ORDER)
        assert await records.store.documents(review_kind(match_id))


async def test_a_running_match_and_one_that_is_unknown_are_refused(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        ann, bob = await come(server, "ann"), await come(server, "bob")
        match_id = await start_match([ann, bob])
        await play_some([ann, bob], match_id, 1)
        assert (await ann.refused("review", replay=match_id))["code"] == "wrong_state"
        assert (await ann.refused("review", replay="m_unknown"))["code"] == "not_found"
        assert reviews_of(server).waiting == 0


async def test_a_match_that_nobody_may_watch_is_reviewed_for_its_players_alone(
    tmp_path: Path,
) -> None:
    async with life(tmp_path) as server:
        match_id = await finished(server, watch="off")
        eve = await come(server, "eve")
        assert (await eve.refused("review", replay=match_id))["code"] == "not_found"
        assert await entries_of(await come(server, "ann"), match_id)
        assert (await eve.refused("review", replay=match_id))["code"] == "not_found"


async def test_only_so_many_reviews_of_one_user_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handlers, "WAIT_S", 0.1)
    async with life(tmp_path, reviews__share=0.001, reviews__max_per_user=1) as server:
        matches = [await finished(server), await finished(server)]
        eve = await come(server, "eve")
        await part_after(eve, matches[0], 0)
        assert (await eve.refused("review", replay=matches[1]))["code"] == "busy"
        assert reviews_of(server).waiting == 1


async def test_who_does_not_want_to_wait_takes_the_request_back(tmp_path: Path) -> None:
    async with life(tmp_path, reviews__share=0.001) as server:
        match_id = await finished(server)
        eve = await come(server, "eve")
        reviews = reviews_of(server)
        reviews.order(match_id, "somebody")
        number = next(eve.ids)
        await eve.tell("review", id=number, replay=match_id, first=1_000)
        await eve.ask("cancel", target=number)
        assert (await eve.expect("error", re=number))["code"] == "cancelled"
        assert reviews.waiting == 1


async def test_a_server_may_switch_reviews_off(tmp_path: Path) -> None:
    async with open_server(tmp_path, store__enabled=True, reviews__enabled=False) as server:
        eve = await come(server, "eve")
        assert (await eve.refused("review", replay="m_1"))["code"] == "unsupported"
