"""Bots whose connection breaks: what they go on with, and what is lost."""

from typing import TYPE_CHECKING

import pytest
from tests.client.players import LastBot, play

from infoset.errors import ConnectionLostError
from infoset.playing import Plan
from infoset.turn import Answer, Match, Turn

if TYPE_CHECKING:
    from tests.client.conftest import Peer, Serve


async def cut_in_the_act(peer: "Peer") -> None:
    """Takes the answer to the first question, and says nothing more."""
    await peer.log_in()
    await peer.pair()
    await peer.start_match()
    await peer.ask(1)
    await peer.expect("act")
    await peer.cut()


async def test_after_a_resume_the_bot_plays_on_and_an_act_in_flight_is_repeated(
    serve: "Serve",
) -> None:
    async def second(peer: "Peer") -> None:
        await peer.log_in(resumed=True)
        await peer.take_act(1)
        await peer.ask(2)
        await peer.take_act(2)
        await peer.end_match()
        await peer.wait_gone()

    async with serve(cut_in_the_act, second) as server:
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

    async def second(peer: "Peer") -> None:
        await peer.log_in(resumed=False)
        await peer.start_match()
        await peer.send(snapshot)
        sync = await peer.expect("sync")
        await peer.reply(sync, snapshot)
        assert (await peer.take_act(1))["index"] == 1
        await peer.end_match()
        await peer.wait_gone()

    async with serve(cut_in_the_act, second) as server:
        await play(server.url(), Counting)
    assert asked == [1]
    assert starts == ["g_1"]


async def test_an_answer_whose_acknowledgement_was_lost_is_not_counted_as_missed(
    serve: "Serve",
) -> None:
    snapshot = {"type": "snapshot", "match_id": "g_1", "ver": 1, "obs": {}}

    async def second(peer: "Peer") -> None:
        await peer.log_in(resumed=False)
        await peer.start_match()
        await peer.send(snapshot)
        await peer.reply(await peer.expect("sync"), snapshot)
        await peer.end_match()
        await peer.wait_gone()

    async with serve(cut_in_the_act, second) as server:
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
