"""What becomes of a bot's answers: the wrong ones, the refused, the late, and none at all."""

import asyncio
import logging
import threading
from typing import TYPE_CHECKING, Any

import pytest
from tests.client.players import LastBot, play

from infoset.bot import Bot
from infoset.turn import Answer, Match, MatchResult, Turn

if TYPE_CHECKING:
    from tests.client.conftest import Peer, Serve


@pytest.fixture(autouse=True)
def _warnings_reach_caplog(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "infoset")


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
        ("skip", "got 'skip'; legal: ['skip'], "),
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
        act = await peer.take_act(5)
        assert act["match_id"] == "g_2"
        closed.set()
        await peer.take_act(2)
        await peer.end_match()
        await peer.end_match("g_2")
        await peer.wait_gone()

    async with serve(script) as server:
        seats = await play(server.url(), Slow)
    assert seats[0].faults.missed == 1
    assert "decision 1 was missed (timeout)" in caplog.text


async def test_a_question_that_is_withdrawn_is_no_fault_even_where_its_answer_is_on_the_way(
    serve: "Serve",
) -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.pair()
        await peer.start_match()
        for decision in (1, 2):
            await peer.ask(decision)
            act = await peer.expect("act")
            await peer.send(
                {
                    "type": "turn_closed",
                    "match_id": "g_1",
                    "decision": decision,
                    "why": "withdrawn",
                }
            )
            stale = {"type": "error", "code": "stale_decision", "msg": "it is not open"}
            await peer.reply(act, stale | {"match_id": "g_1", "decision": decision})
        await peer.ask(3)
        await peer.take_act(3)
        await peer.end_match()
        await peer.wait_gone()

    async with serve(script) as server:
        (seat,) = await play(server.url(), LastBot)
    assert (seat.faults.missed, seat.faults.wrong_answers) == (0, 0)


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
