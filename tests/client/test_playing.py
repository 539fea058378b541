"""Plans, carried out against scripted servers: tables to look for, one by one or at once."""

import asyncio
import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pytest
from tests.client.players import FastRandom, LastBot, play

from infoset.bot import Bot
from infoset.botseat import BotSeat
from infoset.client import Client
from infoset.errors import RequestError
from infoset.playing import Host, Plan
from infoset.turn import Answer, Match, MatchResult, Turn
from infoset_protocol.messages import TournamentInfo, TournamentTable

if TYPE_CHECKING:
    from tests.client.conftest import Peer, Serve


async def test_a_bot_seeks_plays_and_is_told_the_result_on_every_transport(
    serve_any: "Serve",
) -> None:
    acts: list[dict[str, Any]] = []

    async def script(peer: "Peer") -> None:
        await peer.log_in()
        seek = await peer.pair()
        assert seek["game"] == "toy"
        acts.extend(await peer.play(turns=3))
        await peer.wait_gone()

    async with serve_any(script) as url:
        (seat,) = await play(url, LastBot)
    assert [act["index"] for act in acts] == [2, 2, 2]
    assert seat.result is not None
    assert (seat.result.place, seat.result.score, seat.result.reason) == (1, 31, "finished")


async def test_hooks_are_called_in_order_and_never_at_the_same_time(serve: "Serve") -> None:
    calls: list[tuple[str, Any]] = []

    class Watcher(LastBot):
        def on_start(self, match: Match) -> None:
            calls.append(("start", (match.game, match.seat, match.seats, match.players[1].name)))

        def on_events(self, match: Match, events: Sequence[Mapping[str, Any]]) -> None:
            calls.append(("events", [event["e"] for event in events]))

        def decide(self, turn: Turn) -> Answer:
            calls.append(("decide", turn.decision))
            return 0

        def on_over(self, match: Match, result: MatchResult) -> None:
            calls.append(("over", result.places))

    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.pair()
        await peer.start_match()
        events = {"type": "events", "match_id": "g_1", "ver": 1, "items": [{"e": "draw", "by": 1}]}
        await peer.send(events)
        await peer.ask(1)
        await peer.take_act(1)
        await peer.send(events | {"ver": 2, "items": []})
        await peer.send(events | {"ver": 3, "items": [{"e": "build"}, {"e": "x_odd"}]})
        await peer.end_match()
        await peer.wait_gone()

    async with serve(script) as server:
        await play(server.url(), Watcher)
    assert calls == [
        ("start", ("toy", 0, 2, "bob")),
        ("events", ["draw"]),
        ("decide", 1),
        ("events", ["build", "x_odd"]),
        ("over", (1, 2)),
    ]


async def test_two_tables_are_played_at_once_by_two_objects(serve: "Serve") -> None:
    together = threading.Barrier(2, timeout=10)
    bots: list[Bot] = []

    class Meeting(Bot):
        def __init__(self) -> None:
            bots.append(self)

        def decide(self, turn: Turn) -> Answer:
            together.wait()  # passes only while the other bot decides too
            return 1

    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.pair()
        await peer.pair()
        for match_id in ("g_1", "g_2"):
            await peer.start_match(match_id)
            await peer.ask(1, match_id)
        for _ in range(2):
            await peer.accept(await peer.expect("act"))
        await peer.end_match("g_1")
        await peer.end_match("g_2")
        await peer.wait_gone()

    async with serve(script) as server:
        seats = await play(server.url(), Meeting, Plan(game="toy", tables=2, matches=2))
    assert len(seats) == len(bots) == 2


async def test_a_room_is_joined_and_played_in_again(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        join = await peer.expect("join")
        assert (join["room"], join["seat"], join["ready"]) == ("R7", 1, True)
        await peer.reply(join, {"type": "ok"})
        await peer.play(turns=1)
        ready = await peer.expect("ready")
        assert ready["room"] == "R7"
        await peer.reply(ready, {"type": "ok"})
        await peer.play(turns=1, match_id="g_2")
        await peer.wait_gone()

    async with serve(script) as server:
        seats = await play(server.url(), LastBot, Plan(room="R7", seat=1, matches=2))
    assert len(seats) == 2


async def test_a_room_that_was_joined_by_its_title_is_spoken_of_by_its_id(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        join = await peer.expect("join")
        assert join["room"] == "blue room"
        clock = {"kind": "none"}
        room = {"room": "R7K2", "title": "Blue room", "game": "toy", "rules": "toy/1"}
        told = room | {"clock": clock, "status": "open", "host": "u_1", "seats": []}
        await peer.reply(join, {"type": "room", "room": told})
        await peer.play(turns=1)
        ready = await peer.expect("ready")
        assert ready["room"] == "R7K2"
        await peer.reply(ready, {"type": "ok"})
        await peer.play(turns=1, match_id="g_2")
        await peer.wait_gone()

    async with serve(script) as server:
        seats = await play(server.url(), LastBot, Plan(room="blue room", matches=2))
    assert len(seats) == 2


async def test_an_entry_off_the_queue_is_queued_again_and_one_that_is_benched_ends_the_plan(
    serve: "Serve", caplog: pytest.LogCaptureFixture
) -> None:
    """The server tells it of a match that is over: a bot that does not look sits there all night."""
    off = "open: bot 1 is off the queue"
    benched = "open: bot 1 is benched: 3 matches in a row"

    async def enter(peer: "Peer", refusal: str = "") -> None:
        entry = await peer.expect("ladder_register")
        await peer.reply(entry, {"type": "ok", "data": {"entry": "e_1"}})
        queue = await peer.expect("ladder_queue")
        wrong = {"type": "error", "code": "wrong_state", "msg": refusal}
        await peer.reply(queue, wrong if refusal else {"type": "ok"})

    async def script(peer: "Peer") -> None:
        await peer.log_in()
        for news in (off, benched):
            await enter(peer)
            await peer.send(
                {"type": "error", "code": "wrong_state", "msg": news, "match_id": "g_1"}
            )
        await enter(peer, refusal=benched)
        await peer.wait_gone()

    async with serve(script) as server:
        with pytest.raises(RequestError, match="bot 1 is benched"):
            await play(server.url(), LastBot, Plan(ladder="open"))
    assert off in caplog.text


async def test_an_entry_off_the_queue_behind_its_last_match_is_not_queued_again(
    serve: "Serve",
) -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        entry = await peer.expect("ladder_register")
        await peer.reply(entry, {"type": "ok", "data": {"entry": "e_1"}})
        await peer.reply(await peer.expect("ladder_queue"), {"type": "ok"})
        await peer.play(turns=1)
        off = {"type": "error", "code": "wrong_state", "msg": "off the queue", "match_id": "g_1"}
        await peer.send(off)
        again = await peer.expect("ladder_register")
        await peer.reply(again, {"type": "ok", "data": {"entry": "e_1"}})
        await peer.wait_gone()

    async with serve(script) as server:
        seats = await play(server.url(), LastBot, Plan(ladder="open", matches=1))
    assert len(seats) == 1


async def test_on_a_ladder_a_bot_makes_its_entry_queues_it_and_does_so_again_after_a_new_login(
    serve: "Serve",
) -> None:
    async def enter(peer: "Peer", games: int) -> None:
        entry = await peer.expect("ladder_register")
        assert (entry["ladder"], entry["version"], entry["kind"]) == ("open", "7", "bot")
        await peer.reply(entry, {"type": "ok", "data": {"entry": "e_1"}})
        queue = await peer.expect("ladder_queue")
        assert (queue["entry"], queue["parallel"], queue["games"]) == ("e_1", 2, games)
        await peer.reply(queue, {"type": "ok"})

    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await enter(peer, games=2)
        await peer.play(turns=1)
        await peer.cut()

    async def later(peer: "Peer") -> None:
        await peer.log_in()
        await enter(peer, games=1)
        await peer.play(turns=1, match_id="g_2")
        await peer.wait_gone()

    plan = Plan(ladder="open", version="7", tables=2, matches=2)
    async with serve(script, later) as server:
        seats = await play(server.url(), LastBot, plan)
    assert len(seats) == 2


CUP: Mapping[str, Any] = {
    "tournament": "cup",
    "title": "Winter Cup",
    "state": "running",
    "game": "toy",
    "rules": "toy/1",
    "seats": 2,
    "format": "round_robin",
    "clock": {"kind": "none"},
    "entrants": 2,
    "most": 2,
    "page": "/tournaments/cup",
}


@pytest.mark.parametrize("is_first", [False, True], ids=["last", "first"])
async def test_the_last_match_of_a_tournament_is_seen_through_when_that_is_over(
    serve: "Serve", is_first: bool
) -> None:
    """Whichever the server says first."""
    ends: list[MatchResult] = []

    class Listening(LastBot):
        def on_over(self, match: Match, result: MatchResult) -> None:
            ends.append(result)

    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.reply(
            await peer.expect("tournament_enter"), {"type": "tournament", "tournament": CUP}
        )
        await peer.start_match()
        await peer.ask(1)
        await peer.take_act(1)
        is_over = {"type": "tournament", "tournament": {**CUP, "state": "over"}}
        if is_first:
            await peer.send(is_over)
        await peer.end_match()
        if not is_first:
            await peer.send(is_over)
        await peer.wait_gone()

    async with serve(script) as server:
        seats = await play(server.url(), Listening, Plan(tournament="cup", matches=None))
    assert [seat.result for seat in seats] == ends
    assert len(ends) == 1


class Called:
    """A `Caller` of somebody who is never ready: what was noted, and how often they were awaited and no more."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def note(self, told: TournamentInfo | TournamentTable) -> None:
        self.told.append(told.state if isinstance(told, TournamentInfo) else told.status)

    async def call(self, table: TournamentTable) -> None:
        self.told.append("awaited")
        try:
            await asyncio.Event().wait()
        finally:
            self.told.append("awaited no more")


async def test_a_call_ends_with_the_match_with_another_word_of_the_table_and_with_the_plan(
    serve: "Serve",
) -> None:
    def table(status: str, name: str = "R1.1", **more: Any) -> dict[str, Any]:
        where = {"tournament": "cup", "title": "Cup", "table": name, "round": 1}
        seats = {"entrants": ["ann", "bob"], "you": 0}
        return {"type": "tournament_table", **where, "status": status, **seats, **more}

    async def script(peer: "Peer") -> None:
        await peer.log_in()
        entered = {"type": "tournament", "tournament": CUP}
        await peer.reply(await peer.expect("tournament_enter"), entered)
        await peer.send(table("called", room="R7K2", left_ms=5000))
        await peer.send(table("called", room="R7K2", left_ms=4000))
        await peer.start_match()
        await peer.end_match()
        await peer.send(table("called", "R2.1", room="R8K2", left_ms=5000))
        await peer.send({"type": "tournament", "tournament": {**CUP, "state": "over"}})
        await peer.wait_gone()

    called = Called()
    async with serve(script) as server, Client(server.url(), rng=FastRandom()) as client:
        make = lambda match, start: BotSeat(match, LastBot, client.ask)
        await Host(client, make, Plan(tournament="cup", matches=None), caller=called).run()
    waits = [told for told in called.told if "awaited" in told]
    assert waits.count("awaited") == waits.count("awaited no more")
    told = [told for told in called.told if "awaited" not in told]
    assert told == [CUP["state"], "called", "called", "called", "over"]


async def test_a_full_room_is_a_plain_failure(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        join = await peer.expect("join")
        assert join["any_seat"] is True
        await peer.reply(join, {"type": "error", "code": "room_full", "msg": "no open seat"})
        await peer.wait_gone()

    async with serve(script) as server:
        with pytest.raises(RequestError, match="no open seat"):
            await play(server.url(), LastBot, Plan(room="R7"))


async def test_more_tables_than_the_server_lets_us_seek_are_sought_later(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.pair()
        busy = {"type": "error", "code": "busy", "msg": "at most one seek at a time"}
        await peer.reply(await peer.expect("seek"), busy)
        await peer.start_match("g_1")
        await peer.pair()
        await peer.start_match("g_2")
        await peer.end_match("g_1")
        await peer.end_match("g_2")
        await peer.wait_gone()

    async with serve(script) as server:
        seats = await play(server.url(), LastBot, Plan(game="toy", tables=2, matches=2))
    assert len(seats) == 2


async def test_a_server_too_busy_for_the_only_seek_is_a_plain_failure(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        seek = await peer.expect("seek")
        await peer.reply(seek, {"type": "error", "code": "busy", "msg": "come back later"})
        await peer.wait_gone()

    async with serve(script) as server:
        with pytest.raises(RequestError, match="come back later"):
            await play(server.url(), LastBot)


async def test_a_house_bot_plays_whatever_the_server_gives_it(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.play(turns=1)
        await peer.play(turns=1, match_id="g_2")
        await peer.wait_gone()

    async with serve(script) as server:
        seats = await play(server.url(), LastBot, Plan(matches=2))
    assert [seat.match.match_id for seat in seats] == ["g_1", "g_2"]


async def test_watching_is_not_playing(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.start_match("g_7", role="watcher", seat=None)
        await peer.play(turns=1)
        await peer.wait_gone()

    async with serve(script) as server:
        (seat,) = await play(server.url(), LastBot, Plan(matches=1))
    assert seat.match.match_id == "g_1"
