"""Berserk in an arena: half the time for one match, told to nobody before it, and a point more for who wins it."""

from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import Client, Message, Server
from tests.integration.test_replays import parts_of
from tests.integration.test_tournaments import add_accounts, begin, called, come, life

from infoset_server.app.features.tournaments import TournamentFeature
from infoset_server.contests.tournaments.director import Director
from infoset_server.contests.tournaments.view import View

CLOCK = 'clock = { kind = "bank", main_ms = 600_000, inc_ms = 5_000 }'
QUICK: dict[str, Any] = {"tournaments__wave_s": 0.05, "tournaments__news_s": 0.001}


def arena(server: Server) -> Director:
    fields = {"minutes": 60, "berserk": "true"}
    return begin(server, "arena", CLOCK, bots=(), users=("ann", "bob"), **fields)


async def say(client: Client, *, on: bool = True) -> Message:
    """Says berserk; what is told of the own entry then."""
    told = (await client.ask("tournament_berserk", tournament="cup", on=on))["tournament"]
    assert told["berserk"]
    (mine,) = told["yours"]
    entry: Message = mine
    return entry


async def ready(*clients: Client) -> Message:
    """All say that they are ready; the `match_start` of the first."""
    for client in clients:
        await client.ask("ready", room=await called(client))
    starts = [await client.expect("match_start") for client in clients]
    assert len({start["match_id"] for start in starts}) == 1
    return starts[0]


def berserk_seats(start: Message) -> list[str]:
    """The names of those who play berserk, as the beginning of a match tells it."""
    return [one["name"] for one in start["players"] if one.get("berserk")]


async def test_it_is_for_one_match_and_its_winner_has_a_point_more(tmp_path: Path) -> None:
    async with life(tmp_path, **QUICK) as server:
        add_accounts(server, "ann", "bob")
        ann, bob = await come(server, "ann"), await come(server, "bob")
        director = arena(server)
        assert await say(ann) == {"entrant": 0, "name": "ann", "berserk": True}
        start = await ready(ann, bob)
        match_id = start["match_id"]
        (other,) = bob.of_type("match_start")
        assert berserk_seats(start) == berserk_seats(other) == ["ann"]
        assert (start["clock"]["main_ms"], start["clock"]["inc_ms"]) == (600_000, 5_000)
        match = server.live(match_id).match
        banks = match.banks_ms()
        assert banks is not None
        assert banks[start["seat"]] == 300_000
        assert banks[1 - start["seat"]] == 600_000
        assert director.tournament.tables[0].match is not None
        assert [who.berserk for who in director.tournament.entrants] == [False, False]
        (table,) = View.of_all(director).document()["tables"]
        assert table["berserk"] == [0]
        before = match.terms, match.steps, banks
    async with life(tmp_path, **QUICK) as server:
        match = server.live(match_id).match
        assert (match.terms, match.steps, match.banks_ms()) == before
        director = server.app.feature(TournamentFeature).tournaments.director("cup")
        ann, bob = await come(server, "ann"), await come(server, "bob")
        again = await ann.expect("match_start")
        assert berserk_seats(again) == ["ann"]
        await bob.ask("resign", match_id=match_id)
        await ann.expect("match_over")
        await server.until(lambda: director.tournament.sitting(0).is_decided)
        assert director.tournament.sitting(0).points() == {0: 2, 1: 0}
        assert director.tournament.format.scores(director.tournament.course) == [2, 0]
        parts = await parts_of(ann, replay=match_id, view="all", form="actions")
        assert parts[0]["entries"][0]["berserk"] == [start["seat"]]
        assert berserk_seats(await ready(ann, bob)) == []


async def test_nobody_else_learns_of_it_before_the_match_begins(tmp_path: Path) -> None:
    async with life(tmp_path, **QUICK) as server:
        add_accounts(server, "ann", "bob", "eve")
        ann, bob, eve = [await come(server, name) for name in ("ann", "bob", "eve")]
        await eve.ask("tournaments", follow=True)
        director = arena(server)
        rooms = [await called(client) for client in (ann, bob)]
        await server.until(lambda: director._news._timer is None)  # type: ignore[attr-defined]  # of TournamentNews
        for client in (bob, eve):
            await client.settled()
        room = server.app.lobby.rooms[rooms[0]]  # type: ignore[index]  # a name on the wire
        seen = View.of_all(director).document(), [seat.info(0) for seat in room.seats]
        heard = [[one for one in client.heard if "re" not in one] for client in (bob, eve)]
        assert (await say(ann))["berserk"]
        await server.until(lambda: director._news._timer is None)  # type: ignore[attr-defined]  # of TournamentNews
        for client in (bob, eve):
            await client.settled()
        assert (View.of_all(director).document(), [seat.info(0) for seat in room.seats]) == seen
        assert [[one for one in client.heard if "re" not in one] for client in (bob, eve)] == heard
        (bobs,) = (await bob.ask("tournaments"))["items"]
        assert bobs["yours"] == [{"entrant": 1, "name": "bob"}]
        (eves,) = (await eve.ask("tournaments"))["items"]
        assert "yours" not in eves


async def test_what_is_taken_back_or_said_too_late_is_not_for_this_match(tmp_path: Path) -> None:
    async with life(tmp_path, **QUICK) as server:
        add_accounts(server, "ann", "bob")
        ann, bob = await come(server, "ann"), await come(server, "bob")
        arena(server)
        await say(ann)
        assert "berserk" not in await say(ann, on=False)
        start = await ready(ann, bob)
        assert berserk_seats(start) == []
        assert (await say(bob))["berserk"]
        assert server.live(start["match_id"]).match.banks_ms() == [600_000, 600_000]
        await bob.ask("resign", match_id=start["match_id"])
        assert berserk_seats(await ready(ann, bob)) == ["bob"]


@pytest.mark.parametrize(
    ("kind", "fields", "user", "words"),
    [
        ("swiss", {}, "ann", "cup has no berserk: its file does not say so"),
        ("arena", {"minutes": 60}, "ann", "cup has no berserk: its file does not say so"),
        ("arena", {"minutes": 60, "berserk": "true"}, "eve", "you do not take part in cup"),
        (
            "arena",
            {"minutes": 60, "berserk": "true"},
            "bob",
            "none of your entrants is in cup any more",
        ),
    ],
)
async def test_who_may_not_is_told_why(
    tmp_path: Path, kind: str, fields: dict[str, Any], user: str, words: str
) -> None:
    async with life(tmp_path, **QUICK) as server:
        add_accounts(server, "ann", "bob", "eve")
        director = begin(server, kind, CLOCK, bots=("A",), users=("ann", "bob"), **fields)
        director.tournament.withdraw(2)
        director.changed()
        client = await come(server, user)
        refusal = await client.refused("tournament_berserk", tournament="cup")
        assert (refusal["code"], refusal["msg"]) == ("wrong_state", words)
        assert not any(who.berserk for who in director.tournament.entrants)
