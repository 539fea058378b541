"""Deadlines on the wire: what is played for who is late, who hears of it, and who plays on."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from tests.integration.harness import (
    FOREVER,
    Client,
    Message,
    Server,
    open_room,
    open_server,
    play_on,
    play_out,
    seat_all,
    start_match,
)

from infoset_games.clocks import DAY_MS
from infoset_games.match import Match

MOVE_MS = 800  # long enough for clients that answer at once, on a busy machine, too
QUICK = {"kind": "per_move", "move_ms": MOVE_MS}
STORE_S = 0.8  # what storing takes on a slow disk: more than an act


async def four(server: Server, **settings: Any) -> tuple[list[Client], str]:
    """Four people in a match with a quick clock; seat 0 is asked first."""
    players = [await server.connect(f"p{number}") for number in range(4)]
    room = await open_room(players[0], **{"clock": QUICK} | settings)
    await seat_all(players, room, ready=True)
    match_id: str = (await players[0].expect("match_start"))["match_id"]
    return players, match_id


async def test_a_missed_deadline_is_told_to_all_and_answered_with_the_fallback(
    server: Server,
) -> None:
    players, match_id = await four(server)
    turn = await players[0].expect("your_turn")
    assert 0 < turn["deadline_ms"] <= MOVE_MS
    for player in players:
        missed = await player.expect("timeout")
        assert (missed["seat"], missed["decision"], missed["applied"]) == (0, 1, "fallback")
        assert missed["misses"] == 1
        assert (await player.expect("events"))["ver"] == 1
    await players[1].expect("your_turn")
    closed = players[0].of_type("turn_closed")
    assert [(c["match_id"], c["decision"], c["why"]) for c in closed] == [(match_id, 1, "timeout")]
    assert all(not player.of_type("turn_closed") for player in players[1:])
    late = await players[0].refused("act", match_id=match_id, decision=1, index=0)
    assert (late["code"], late["data"]["open"]) == ("stale_decision", [])


async def test_a_random_move_can_be_agreed_on_and_follows_from_the_seed(server: Server) -> None:
    players, match_id = await four(server, on_timeout="random")
    live = server.live(match_id)
    missed = await players[1].expect("timeout")
    assert missed["applied"] == "random"
    await players[1].expect("your_turn")
    again = Match(live.match.game, live.match.terms, live.match.seed)
    again.start(0)
    again.tick(MOVE_MS)
    assert live.match.log[: len(again.log)] == again.log


async def test_a_miss_can_cost_the_match(server: Server) -> None:
    players, match_id = await four(server, on_timeout="forfeit")
    results = await asyncio.gather(
        players[0].expect("match_over"), *(play_on(player, match_id) for player in players[1:])
    )
    assert players[3].of_type("timeout")[0]["applied"] == "forfeit"
    assert len(players[0].of_type("your_turn")) == 1
    assert results[0]["places"][0] == 4
    assert results[0]["timeouts"][0] == 1


async def test_three_illegal_tries_are_a_miss(server: Server) -> None:
    players, match_id = await four(server, clock=FOREVER)
    turn = await players[0].expect("your_turn")
    left = [
        (await players[0].refused("act", match_id=match_id, decision=1, index=turn["n"]))["data"]
        for _ in range(3)
    ]
    assert [data["left"] for data in left] == [2, 1, 0]
    for player in players:
        assert (await player.expect("timeout"))["misses"] == 1
    assert (await players[0].expect("turn_closed"))["why"] == "timeout"


async def test_who_misses_too_often_loses_the_seat_to_a_house_bot(server: Server) -> None:
    players, match_id = await four(server, max_timeouts=1)
    owner, *others = players
    for player in players:
        taken = await player.expect("seat_status", where=lambda m: "taken_by" in m)
        assert (taken["seat"], taken["taken_by"]) == (0, "first")
    refusal = await owner.refused("act", match_id=match_id, decision=1, index=0)
    assert refusal["code"] == "not_your_seat"
    results = await asyncio.gather(
        owner.expect("match_over"), *(play_on(player, match_id) for player in others)
    )
    assert {result["reason"] for result in results} == {"finished"}
    assert len(owner.of_type("your_turn")) == 1


async def test_who_misses_too_often_may_forfeit_instead(server: Server) -> None:
    players, match_id = await four(server, max_timeouts=1, absent="forfeit")
    results = await asyncio.gather(
        players[0].expect("match_over"), *(play_on(player, match_id) for player in players[1:])
    )
    assert results[0]["places"][0] == 4
    assert not players[1].of_type("seat_status")


async def test_a_right_answer_ends_a_row_of_misses(server: Server) -> None:
    players, match_id = await four(server, max_timeouts=2)
    others = asyncio.gather(*(play_on(player, match_id) for player in players[1:]))
    owner = players[0]

    async def miss() -> int:
        return int((await owner.expect("timeout", seat=0))["misses"])

    assert await miss() == 1
    turn = await owner.expect("your_turn", where=lambda m: m["decision"] > 1)
    await owner.ask("act", match_id=match_id, decision=turn["decision"], index=0)
    assert await miss() == 1
    assert await miss() == 2
    await owner.expect("seat_status", where=lambda m: "taken_by" in m)
    await others


async def test_banks_are_told_and_charged(server: Server) -> None:
    players, match_id = await four(server, clock={"kind": "bank", "main_ms": 60_000, "inc_ms": 500})
    turn = await players[0].expect("your_turn")
    assert turn["clock"] == [60_000] * 4
    assert turn["deadline_ms"] <= 60_000
    taken = await players[0].ask("act", match_id=match_id, decision=1, index=0)
    second = await players[1].expect("your_turn")
    assert second["clock"][0] == 60_000 + 500 - taken["elapsed_ms"]


async def test_without_clock_nobody_is_hurried(server: Server) -> None:
    players, match_id = await four(server, clock=FOREVER)
    assert "deadline_ms" not in await players[0].expect("your_turn")
    assert server.live(match_id).match.next_deadline_ms() is None


async def test_a_rule_that_breaks_ends_its_own_match_only(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    players, match_id = await four(server, clock=FOREVER)
    watcher = await server.connect("watcher")
    await watcher.ask("watch", match_id=match_id)
    others, healthy = await four(server, clock=FOREVER)

    def broken(*_: object) -> None:
        raise RuntimeError("planted")

    with monkeypatch.context() as planted:
        planted.setattr(type(server.live(match_id).match.game), "narrate", broken)
        await players[0].expect("your_turn")
        refusal = await players[0].refused("act", match_id=match_id, decision=1, index=0)
    assert (refusal["code"], list(refusal["data"])) == ("internal", ["incident"])
    assert "planted" not in refusal["msg"]
    for client in (*players, watcher):
        assert (await client.expect("match_over"))["reason"] == "aborted"
    assert any(refusal["data"]["incident"] in line for line in server.incidents)
    server.incidents.clear()
    results = await play_out(others, healthy)
    assert results[0]["reason"] == "finished"


async def test_a_rule_that_breaks_at_a_deadline_ends_the_match(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("planted")

    players, match_id = await four(server)
    monkeypatch.setattr(type(server.live(match_id).match.game), "narrate", broken)
    over: Message = await players[2].expect("match_over")
    assert over["reason"] == "aborted"
    assert server.incidents
    server.incidents.clear()


async def test_a_bank_is_not_touched_during_the_delay(server: Server) -> None:
    clock = {"kind": "bank", "main_ms": 60_000, "delay_ms": 30_000}
    players, match_id = await four(server, clock=clock)
    turn = await players[0].expect("your_turn")
    assert 60_000 < turn["deadline_ms"] <= 90_000
    await asyncio.sleep(0.03)  # thinks
    taken = await players[0].ask("act", match_id=match_id, decision=1, index=0)
    assert taken["elapsed_ms"] >= 30
    assert (await players[1].expect("your_turn"))["clock"][0] == 60_000


async def test_what_storing_takes_is_charged_to_nobody(
    serve: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = await serve(store__enabled=True)
    players, match_id = await four(server, clock={"kind": "bank", "main_ms": 60_000})
    await players[0].expect("your_turn")
    loop = asyncio.get_running_loop()

    def keep(_: object, __: object, done: Callable[[None], None], ___: object) -> bool:
        loop.call_later(STORE_S, done, None)
        return False

    with monkeypatch.context() as slow_store:
        slow_store.setattr("infoset_server.matches.match_log.StoredLog.keep", keep)
        await players[0].tell("act", match_id=match_id, decision=1, index=0)
        await players[1].expect("your_turn")
        await players[1].tell("act", match_id=match_id, decision=1, index=0)
        await players[2].expect("your_turn")
    steps = [step for step in server.live(match_id).match.steps if step.seat == 1]
    assert steps[0].elapsed_ms < STORE_S * 1000


async def test_an_act_that_waits_for_the_store_counts_from_when_it_came(
    serve: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = await serve(store__enabled=True)
    players = [await server.connect(f"p{number}") for number in range(2)]
    match_id = await start_match(
        players, game="crossfire", clock={"kind": "bank", "main_ms": 60_000}
    )
    turns = [await player.expect("your_turn") for player in players]
    loop = asyncio.get_running_loop()

    def keep(_: object, __: object, done: Callable[[None], None], ___: object) -> bool:
        loop.call_later(STORE_S, done, None)
        return False

    with monkeypatch.context() as slow_store:
        slow_store.setattr("infoset_server.matches.match_log.StoredLog.keep", keep)
        for player, turn in zip(players, turns, strict=True):  # both at once; one has to wait
            decision = turn["decision"]
            await player.tell("act", match_id=match_id, decision=decision, index=0)
        await players[0].expect("events")
    costs = [step.elapsed_ms for step in server.live(match_id).match.steps if step.kind == "act"]
    assert len(costs) == 2
    assert max(costs) < STORE_S * 1000


class TestCorrespondence:
    CLOCK: Final = {"kind": "correspondence", "move_days": 3}

    async def test_a_decision_may_take_days(self, server: Server) -> None:
        players, _ = await four(server, clock=self.CLOCK)
        turn = await players[0].expect("your_turn")
        assert 2 * DAY_MS < turn["deadline_ms"] <= 3 * DAY_MS
        assert "clock" not in turn

    async def test_nobody_plays_on_for_somebody_who_is_away(
        self, serve: Callable[..., Any]
    ) -> None:
        server = await serve(rooms__absence_s=0.05, times__resume_ttl_ms=50)
        await server.wake("first", 4)
        players, match_id = await four(server, clock=self.CLOCK)
        hasty = await start_match([await server.connect("hasty")])
        await players[0].cut()
        gone = await players[1].expect("seat_status", seat=0, online=False)
        assert "grace_ms" not in gone
        await server.clients[-1].cut()  # who plays without a clock is missed, as ever
        lost = server.live(hasty)
        await server.until(lambda: lost.match_seats[0].taken_by is not None)
        assert server.live(match_id).match_seats[0].taken_by is None
        assert server.live(match_id).match.next_deadline_ms() is not None

    async def test_days_that_are_used_stay_used_after_a_restart(self, tmp_path: Path) -> None:
        name: dict[str, Any] = {
            "auth": {"kind": "guest", "name": "ann", "token": "a secret of hers"}
        }
        async with open_server(tmp_path, store__enabled=True) as server:
            ann = await server.connect("ann", **name)
            match_id = await start_match([ann], clock=self.CLOCK)
            turn = await ann.expect("your_turn")
            live = server.live(match_id)
            live.match.go_on_from(0, turn["decision"], DAY_MS)  # a day later
            await server.app.close(0)
        async with open_server(tmp_path, store__enabled=True) as server:
            ann = await server.connect("ann", **name)
            pending = (await ann.expect("snapshot"))["pending"][0]
            assert pending["decision"] == turn["decision"]
            extra_ms = 60_000  # a moment to come back is given with every restart
            assert DAY_MS < pending["deadline_ms"] <= 2 * DAY_MS + extra_ms
            await ann.ask("act", match_id=match_id, decision=turn["decision"], index=0)
            again = await ann.expect_any("your_turn", "match_over")
            assert again["deadline_ms"] > 2 * DAY_MS
