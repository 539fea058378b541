"""Bots on their seats, against scripted servers: turns, mistakes, many tables, reconnects, runs."""

import asyncio
import io
import logging
import random
import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pytest

import infoset
from infoset.bot import Bot
from infoset.botseat import BotSeat
from infoset.client import Client
from infoset.errors import ConnectionLostError, RequestError
from infoset.playing import Host, Plan, Seat
from infoset.running import run, run_guarded
from infoset.timing import Timing
from infoset.turn import Answer, Match, MatchResult, Turn

if TYPE_CHECKING:
    from tests.client.conftest import Peer, Serve


class FastRandom(random.Random):
    """Makes every wait between attempts as good as none."""

    def random(self) -> float:
        return -0.999


class LastBot(Bot):
    """Always takes the last action."""

    def decide(self, turn: Turn) -> Answer:
        return len(turn.actions) - 1


async def play(url: str, bot: Any, plan: Plan | None = None) -> list[BotSeat]:
    """Plays by the plan; returns the seats in the order they ended."""
    seats: list[BotSeat] = []

    def on_result(seat: Seat) -> None:
        assert isinstance(seat, BotSeat)
        seats.append(seat)

    timing = Timing(reconnect_s=10)
    async with Client(url, timing=timing, rng=FastRandom()) as client:
        make = lambda match, start: BotSeat(match, bot, client.ask)
        await Host(client, make, plan or Plan(game="toy"), on_result).run()
    return seats


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


async def test_a_bot_that_raises_every_third_turn_finishes_the_match(
    serve: "Serve", caplog: pytest.LogCaptureFixture
) -> None:
    class Shaky(LastBot):
        def decide(self, turn: Turn) -> Answer:
            if turn.decision % 3 == 0:
                raise ZeroDivisionError("thinking too hard")
            return 2

        def on_over(self, match: Match, result: MatchResult) -> None:
            raise SystemExit(3)

    acts: list[dict[str, Any]] = []

    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.pair()
        acts.extend(await peer.play(turns=9))
        await peer.wait_gone()

    async with serve(script) as server:
        (seat,) = await play(server.url(), Shaky)
    assert [act["index"] for act in acts] == [2, 2, 0, 2, 2, 0, 2, 2, 0]
    assert seat.faults.exceptions == 4
    assert seat.result is not None
    assert "toy g_1 seat 0: decide raised in decision 3 (build); the fallback" in caplog.text
    assert "ZeroDivisionError: thinking too hard" in caplog.text
    assert 'raise ZeroDivisionError("thinking too hard")' in caplog.text  # the full traceback


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        (None, "expected an index from 0 to 2 or one of the legal actions, got None"),
        (3, "expected an index from 0 to 2 or one of the legal actions, got 3"),
        (-1, "got -1"),
        ("skip", "got 'skip'"),
        (True, "got True"),
        (1.5, "got 1.5"),
        (["build", 7], "['build', 7] is not legal now; legal: ['skip'], ['build', 8]"),
        ({"index": 1}, "got {'index': 1}"),
    ],
)
async def test_a_wrong_answer_is_explained_and_the_fallback_played(
    serve: "Serve", caplog: pytest.LogCaptureFixture, answer: object, complaint: str
) -> None:
    class Wrong(Bot):
        quick = True

        def decide(self, turn: Turn) -> Answer:
            return answer

    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.pair()
        (act,) = await peer.play(turns=1)
        assert act["index"] == 0
        await peer.wait_gone()

    async with serve(script) as server:
        (seat,) = await play(server.url(), Wrong)
    assert seat.faults.wrong_answers == 1
    assert complaint in caplog.text


async def test_a_bot_that_cannot_be_made_plays_fallbacks(
    serve: "Serve", caplog: pytest.LogCaptureFixture
) -> None:
    class Unborn(Bot):
        def __init__(self) -> None:
            raise FileNotFoundError("weights.npz")

    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.pair()
        assert [act["index"] for act in await peer.play(turns=2)] == [0, 0]
        await peer.wait_gone()

    async with serve(script) as server:
        (seat,) = await play(server.url(), Unborn)
    assert seat.faults.exceptions == 1
    assert "weights.npz" in caplog.text


async def test_an_action_the_server_calls_illegal_is_replaced_by_the_fallback(
    serve: "Serve",
) -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.pair()
        await peer.start_match()
        await peer.ask(1)
        act = await peer.expect("act")
        error = {"type": "error", "code": "illegal_action", "msg": "no", "match_id": "g_1"}
        await peer.reply(act, error | {"decision": 1, "data": {"why": "no", "left": 2}})
        assert (await peer.take_act(1))["index"] == 0
        await peer.end_match()
        await peer.wait_gone()

    async with serve(script) as server:
        (seat,) = await play(server.url(), LastBot)
    assert seat.faults.wrong_answers == 1


@pytest.mark.parametrize("code", ["rate_limited", "unavailable", "storage_full", "too_sunny"])
async def test_a_server_that_refuses_for_now_is_asked_again(serve: "Serve", code: str) -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.pair()
        await peer.start_match()
        await peer.ask(1)
        for _ in range(2):
            act = await peer.expect("act")
            error = {"type": "error", "code": code, "msg": "slow", "retry_ms": 1}
            await peer.reply(act, error)
        await peer.take_act(1)
        await peer.end_match()
        await peer.wait_gone()

    async with serve(script) as server:
        (seat,) = await play(server.url(), LastBot)
    assert seat.result is not None


async def test_a_decision_that_closed_while_the_bot_thought_is_not_answered(
    serve: "Serve", caplog: pytest.LogCaptureFixture
) -> None:
    thinking, closed = threading.Event(), threading.Event()

    class Slow(Bot):
        def decide(self, turn: Turn) -> Answer:
            if turn.decision == 1:
                thinking.set()
                assert closed.wait(60)
            return 1

    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.pair()
        await peer.start_match()
        await peer.ask(1)
        await asyncio.to_thread(thinking.wait, 60)
        closing = {"match_id": "g_1", "decision": 1}
        await peer.send({"type": "turn_closed", "why": "timeout"} | closing)
        await peer.send(
            {"type": "timeout", "seat": 0, "applied": "fallback", "misses": 1} | closing
        )
        await peer.ask(2)
        # A second match shows that the client has read all that while the bot is still thinking.
        await peer.start_match("g_2")
        await peer.ask(5, "g_2")
        assert (await peer.expect("act"))["match_id"] == "g_2"
        closed.set()
        await peer.take_act(2)
        await peer.end_match()
        await peer.wait_gone()

    async with serve(script) as server:
        seats = await play(server.url(), Slow)
    assert seats[0].faults.missed == 1
    assert "decision 1 was missed (timeout)" in caplog.text


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


async def test_a_product_turn_is_answered_with_picks_or_an_index(serve: "Serve") -> None:
    legal = {
        "kind": "product",
        "slots": [
            {"slot": "u0", "options": [["stay"], ["mv", 3, 4]]},
            {"slot": "u1", "options": [["stay"], ["mv", 7, 1], ["hit", 2]]},
        ],
    }

    class Orders(Bot):
        def decide(self, turn: Turn) -> Answer:
            assert turn.is_product
            assert [slot.name for slot in turn.slots] == ["u0", "u1"]
            return ([1, 2], [["mv", 3, 4], ["stay"]], 5, [9, 0])[turn.decision - 1]

    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.pair()
        await peer.start_match()
        answers = []
        for decision in (1, 2, 3, 4):
            await peer.ask(decision, kind="orders", n=6, legal=legal)
            act = await peer.take_act(decision)
            answers.append(act.get("picks", act.get("index")))
        assert answers == [[1, 2], [1, 0], 5, 0]
        await peer.end_match()
        await peer.wait_gone()

    async with serve(script) as server:
        (seat,) = await play(server.url(), Orders)
    assert seat.faults.wrong_answers == 1


async def test_a_sealed_choice_is_not_repeated_when_the_round_is_over(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.pair()
        await peer.start_match()
        for decision in (1, 2):
            await peer.ask(decision)
            act = await peer.expect("act")
            ok = {"type": "act_ok", "match_id": "g_1", "decision": decision, "elapsed_ms": 1}
            await peer.reply(act, ok | {"sealed": True})
        await peer.end_match()
        await peer.wait_gone()

    async with serve(script) as server:
        (seat,) = await play(server.url(), LastBot)
    assert seat.faults.missed == 0


async def test_an_optional_turn_may_stay_unanswered(serve: "Serve") -> None:
    class Silent(Bot):
        def decide(self, turn: Turn) -> Answer:
            return None if turn.optional else 1

    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.pair()
        await peer.start_match()
        await peer.ask(1, optional=True)
        await peer.ask(2)
        await peer.take_act(2)
        await peer.end_match()
        await peer.wait_gone()

    async with serve(script) as server:
        (seat,) = await play(server.url(), Silent)
    assert seat.faults.wrong_answers == 0


# Reconnects.


async def test_after_a_resume_the_bot_plays_on_and_an_act_in_flight_is_repeated(
    serve: "Serve",
) -> None:
    async def first(peer: "Peer") -> None:
        await peer.log_in()
        await peer.pair()
        await peer.start_match()
        await peer.ask(1)
        await peer.expect("act")
        await peer.cut()

    async def second(peer: "Peer") -> None:
        await peer.log_in(resumed=True)
        await peer.take_act(1)
        await peer.ask(2)
        await peer.take_act(2)
        await peer.end_match()
        await peer.wait_gone()

    async with serve(first, second) as server:
        (seat,) = await play(server.url(), LastBot)
    assert seat.result is not None


async def test_after_a_new_session_the_snapshot_asks_again_but_not_the_bot(serve: "Serve") -> None:
    asked: list[int] = []
    starts: list[str] = []

    class Counting(LastBot):
        def on_start(self, match: Match) -> None:
            starts.append(match.match_id)

        def decide(self, turn: Turn) -> Answer:
            asked.append(turn.decision)
            return 1

    pending = {
        "decision": 1,
        "kind": "build",
        "n": 3,
        "legal": {"actions": [["skip"], ["build", 8], ["build", 5]]},
    }
    snapshot = {"type": "snapshot", "match_id": "g_1", "ver": 1, "obs": {}, "pending": [pending]}

    async def first(peer: "Peer") -> None:
        await peer.log_in()
        await peer.pair()
        await peer.start_match()
        await peer.ask(1)
        await peer.expect("act")
        await peer.cut()

    async def second(peer: "Peer") -> None:
        await peer.log_in(resumed=False)
        await peer.start_match()
        await peer.send(snapshot)
        sync = await peer.expect("sync")
        await peer.reply(sync, snapshot)
        assert (await peer.take_act(1))["index"] == 1
        await peer.end_match()
        await peer.wait_gone()

    async with serve(first, second) as server:
        await play(server.url(), Counting)
    assert asked == [1]
    assert starts == ["g_1"]


async def test_an_answer_whose_acknowledgement_was_lost_is_not_counted_as_missed(
    serve: "Serve",
) -> None:
    snapshot = {"type": "snapshot", "match_id": "g_1", "ver": 1, "obs": {}}

    async def first(peer: "Peer") -> None:
        await peer.log_in()
        await peer.pair()
        await peer.start_match()
        await peer.ask(1)
        await peer.expect("act")
        await peer.cut()

    async def second(peer: "Peer") -> None:
        await peer.log_in(resumed=False)
        await peer.start_match()
        await peer.send(snapshot)
        await peer.reply(await peer.expect("sync"), snapshot)
        await peer.end_match()
        await peer.wait_gone()

    async with serve(first, second) as server:
        (seat,) = await play(server.url(), LastBot)
    assert seat.faults.missed == 0


async def test_a_match_that_ended_while_away_is_left_and_the_next_one_sought(
    serve: "Serve",
) -> None:
    async def first(peer: "Peer") -> None:
        await peer.log_in()
        await peer.pair()
        await peer.start_match()
        await peer.cut()

    async def second(peer: "Peer") -> None:
        await peer.log_in(resumed=False)
        sync = await peer.expect("sync")
        await peer.reply(sync, {"type": "error", "code": "not_found", "msg": "no such match"})
        await peer.pair()
        await peer.play(turns=1, match_id="g_2")
        await peer.wait_gone()

    async with serve(first, second) as server:
        seats = await play(server.url(), LastBot, Plan(game="toy", matches=2))
    assert [seat.result is None for seat in seats] == [True, False]


async def test_a_seek_that_died_with_its_session_is_made_again(serve: "Serve") -> None:
    async def first(peer: "Peer") -> None:
        await peer.log_in()
        await peer.pair()
        await peer.cut()

    async def second(peer: "Peer") -> None:
        await peer.log_in(resumed=False)
        await peer.pair()
        await peer.play(turns=1)
        await peer.wait_gone()

    async with serve(first, second) as server:
        (seat,) = await play(server.url(), LastBot)
    assert seat.result is not None


async def test_a_replaced_client_gives_up(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.pair()
        await peer.start_match()
        await peer.close(4409)

    async with serve(script) as server:
        with pytest.raises(ConnectionLostError):
            await play(server.url(), LastBot)


# Plans.


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


# Programs.


async def run_in_thread(bot: Any, *argv: str) -> int | str | None:
    """`infoset.run` as a program would call it; returns its exit code."""

    def work() -> int | str | None:
        try:
            run(bot, argv)
        except SystemExit as end:
            return end.code
        return 0

    return await asyncio.to_thread(work)


async def test_a_program_prints_results_and_its_bots_prints_go_to_stderr(
    serve: "Serve", capsys: pytest.CaptureFixture[str]
) -> None:
    class Chatty(infoset.Bot):
        def decide(self, turn: Turn) -> Answer:
            print("thinking about", turn.kind)  # noqa: T201 (what the test is about)
            return turn.index_of(["build", 5])

    async def script(peer: "Peer") -> None:
        hello = await peer.log_in()
        assert hello["auth"]["name"] == "Chatty"
        await peer.pair()
        await peer.play(turns=2)
        await peer.pair()
        await peer.play(turns=1, match_id="g_2")
        await peer.wait_gone()

    async with serve(script) as server:
        code = await run_in_thread(Chatty, "--url", server.url(), "--seek", "toy", "--games", "2")
    said = capsys.readouterr()
    assert code == 0
    assert said.out.splitlines() == [
        "toy g_1 seat 0: place 1 of 2, score 31 (finished)",
        "toy g_2 seat 0: place 1 of 2, score 31 (finished)",
        "played 2 matches: 2 first places, average place 1.00",
    ]
    assert said.err.count("thinking about build") == 3


async def test_a_program_without_a_server_says_so_in_one_sentence(
    unused_port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"infoset://127.0.0.1:{unused_port}"
    assert await run_in_thread(LastBot, "--url", url, "--seek", "toy") == 1
    said = capsys.readouterr()
    assert said.err == f"infoset: {url}: connection refused: no server is listening there\n"


async def test_a_program_without_a_plan_says_what_to_add(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("INFOSET_TOKEN", raising=False)
    assert await run_in_thread(LastBot) == 1
    assert (
        "Add --seek GAME to be paired, --room ROOM to take a seat, --ladder"
        in capsys.readouterr().err
    )


async def test_a_program_started_by_a_server_takes_all_it_needs_from_the_environment(
    serve: "Serve", monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(peer: "Peer") -> None:
        hello = await peer.log_in()
        assert hello["auth"] == {"kind": "token", "token": "bt_house"}
        await peer.play(turns=1)
        await peer.wait_gone()

    async with serve(script) as server:
        monkeypatch.setenv("INFOSET_URL", server.url())
        monkeypatch.setenv("INFOSET_TOKEN", "bt_house")
        assert await run_in_thread(LastBot, "--games", "1") == 0


def test_defaults_of_a_program_must_be_options() -> None:
    with pytest.raises(TypeError, match="no option games_wanted"):
        run(LastBot, [], games_wanted=3)


def test_what_a_command_says_is_kept_apart_from_what_is_printed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def work(out: io.TextIOBase) -> int:
        print("noise")  # noqa: T201 (what the test is about)
        out.write("signal\n")
        return 7

    assert run_guarded(work) == 7  # type: ignore[arg-type]  # a TextIO in all that matters
    said = capsys.readouterr()
    assert (said.out, said.err) == ("signal\n", "noise\n")


@pytest.fixture(autouse=True)
def _warnings_reach_caplog(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "infoset")


async def test_a_bot_that_never_returns_does_not_keep_the_others_from_going_home(
    serve: "Serve", caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("infoset.botseat.LAST_WORDS_S", 0.02)
    thinking, release = threading.Event(), threading.Event()

    class Hanging(Bot):
        def decide(self, turn: Turn) -> Answer:
            thinking.set()
            release.wait(60)
            return 0

    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.pair()
        await peer.start_match()
        await peer.ask(1)
        await asyncio.to_thread(thinking.wait, 60)
        await peer.end_match()
        await peer.wait_gone()

    async with serve(script) as server:
        (seat,) = await play(server.url(), Hanging)
    release.set()
    assert seat.result is not None
    assert "the bot does not return; left behind" in caplog.text
