"""`know` over the wire: who is told, what follows from whose knowledge, and what it must not cost."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.integration.harness import Client, Message, Server, open_room, play_on, seat_all
from tests.integration.tables import Numbers, Table

from infoset_games.core import State
from infoset_games.descriptor import describing, descriptor_of
from infoset_games.registry import make_game
from infoset_games.replay import state_hash
from infoset_games.testing.plays import random_play
from infoset_games.testing.twins import twins
from infoset_protocol.codec import Encoding, decode
from infoset_server.app.features.compute import ComputeFeature
from infoset_server.compute.know_bench import KnowBench
from infoset_server.compute.knowing import Knowing
from infoset_server.compute.workbench import Workbench
from infoset_server.network.rate_limits import bucket_of

QUICK: dict[str, Any] = {"know__share": 1.0, "know__playouts": 10, "rates__computes_per_s": 1000}


def knowing_of(server: Any) -> Knowing:
    found: Knowing | None = server.app.feature(ComputeFeature).knowing
    assert found is not None
    return found


async def sit_down(server: Server, **room: Any) -> tuple[list[Client], str]:
    """Everybody has the feature `compute`; the match is under way."""
    seats = make_game(room.get("game", "colonizers"), room.get("options", {})).seats
    players = [
        await server.connect(f"p{seat}", "tcp-json", features=["compute"]) for seat in range(seats)
    ]
    number = await open_room(players[0], **room)
    await seat_all(players, number, ready=True)
    start = await players[0].expect("match_start")
    return players, start["match_id"]


async def test_a_player_is_told_what_follows(serve: Callable[..., Any]) -> None:
    players, match_id = await sit_down(await serve(**QUICK))
    asked = await players[0].expect("your_turn")
    await players[0].ask("act", match_id=match_id, decision=asked["decision"], index=0)
    await players[1].expect("your_turn")
    known = await players[1].ask("know", match_id=match_id)
    assert known["worlds"] == 0
    assert [one["seat"] for one in known["seats"]] == [0, 2, 3]
    facts = known["seats"][0]["facts"]
    assert {fact["what"][0] for fact in facts} == {"role"}  # of two that were not offered
    assert [fact["chance"] for fact in facts] == [0.5, 0.5]
    assert [effect["action"] for effect in known["effects"]] == [["draw"]]


async def test_places_are_estimated_in_worlds(serve: Callable[..., Any]) -> None:
    server = await serve(**QUICK, know__worlds=40)
    options = {"preset": "mini"}
    players, match_id = await sit_down(server, game="crossfire", options=options)
    for player in players:
        asked = await player.expect("your_turn")
        await player.ask("act", match_id=match_id, decision=asked["decision"], index=0)
    await players[0].expect("your_turn")
    known = await players[0].ask("know", match_id=match_id)
    assert known["worlds"] == 40
    (enemy,) = known["seats"]
    assert enemy["seat"] == 1
    for fact in enemy["facts"]:
        assert fact["what"][0] == "enemy"
        assert fact.get("sure") or fact["low"] <= fact["chance"] <= fact["high"]


async def test_actions_are_weighed_at_nobodys_expense(serve: Callable[..., Any]) -> None:
    players, match_id = await sit_down(await serve(**QUICK))
    await players[0].expect("your_turn")
    before = await budget(players[0], match_id)
    first = [{"index": 0}, {"index": 1}]
    known = await players[0].ask("know", match_id=match_id, first=first)
    assert known["policy"] == "heuristic"
    assert "seats" not in known
    assert [row["first"] for row in known["rows"]] == first
    assert all(row["n"] == 10 and len(row["win"]) == 4 for row in known["rows"])
    assert await budget(players[0], match_id) == before - 20  # what drawing one world cost
    again = await players[0].ask("know", match_id=match_id, first=first)
    assert again["rows"] == known["rows"]


async def refused(client: Client, code: str, **fields: Any) -> Message:
    """`know` must be refused with this code; returns the error."""
    error = await client.refused("know", **fields)
    assert error["code"] == code
    return error


async def budget(client: Client, match_id: str) -> int:
    told: Message = await client.ask("determinize", match_id=match_id)
    left: int = told["budget"]["left_game"]
    return left


async def test_who_may_not_know_is_refused(serve: Callable[..., Any]) -> None:
    server = await serve(**QUICK)
    players, match_id = await sit_down(server)
    eve = await server.connect("eve", "tcp-json", features=["compute"])
    await eve.ask("watch", match_id=match_id)
    await refused(eve, "not_your_seat", match_id=match_id)
    idle = players[1]  # seat 0 picks first
    await refused(idle, "wrong_state", match_id=match_id, first=[{"index": 0}])
    wrong = await refused(
        players[0], "bad_option", match_id=match_id, first=[{"seat": 9, "index": 0}]
    )
    assert wrong["data"]["path"] == "first.0.seat"
    wrong = await refused(
        players[0], "bad_option", match_id=match_id, first=[{"index": 0}, {"index": 99}]
    )
    assert wrong["data"]["path"] == "first.1"
    for player in players[1:]:
        await player.request("resign", match_id=match_id)
    await players[0].expect("match_over")
    error = await players[0].refused("know", match_id=match_id)
    assert error["code"] in ("not_found", "wrong_state")


async def test_a_room_without_aids_tells_nothing(serve: Callable[..., Any]) -> None:
    players, match_id = await sit_down(await serve(**QUICK), compute=False)
    await refused(players[0], "compute_off", match_id=match_id)


async def test_a_server_that_tells_nobody_says_so(serve: Callable[..., Any]) -> None:
    players, match_id = await sit_down(await serve(know__enabled=False))
    await refused(players[0], "compute_off", match_id=match_id)


async def test_one_client_waits_for_two_answers_at_most(serve: Callable[..., Any]) -> None:
    server = await serve(**QUICK)
    players, match_id = await sit_down(server)
    knowing = knowing_of(server)
    async with knowing._turn:  # somebody else's turn
        for _ in range(2):
            await players[0].tell("know", id=next(players[0].ids), match_id=match_id)
        await refused(players[0], "busy", match_id=match_id)
        await players[0].ask("cancel")
        await players[0].expect("error", code="cancelled")
    known = await players[0].ask("know", match_id=match_id)
    assert known["type"] == "known"


async def test_all_clients_together_wait_for_so_many_answers_at_most(
    serve: Callable[..., Any],
) -> None:
    server = await serve(**QUICK, know__max_waiting=3)
    players, match_id = await sit_down(server)
    async with knowing_of(server)._turn:  # somebody else's turn
        for player in (players[0], players[0], players[1]):
            await player.tell("know", id=next(player.ids), match_id=match_id)
        await players[1].settled()
        error = await refused(players[2], "busy", match_id=match_id)
        assert error["retry_ms"] > 0
    await players[1].expect("known")


def test_requests_count_as_other_thinking_does() -> None:
    assert bucket_of("know") == bucket_of("rollout") == "compute"


async def test_a_game_that_brings_no_knowledge_says_so_and_tells_nothing(
    serve: Callable[..., Any],
) -> None:
    usual = descriptor_of("colonizers")
    assert usual is not None
    silent = replace(usual, knowledge="")
    with describing("colonizers", silent):
        server = await serve(**QUICK)
        knowing_of(server).pool = WorkHere()  # type: ignore[assignment]  # a process would know better
        players = [
            await server.connect(f"p{seat}", "tcp-json", features=["compute"]) for seat in range(4)
        ]
        await seat_all(players, await open_room(players[0]), ready=True)
        start = await players[0].expect("match_start")
        assert start["compute"]["know"] is False
        known = await players[0].ask("know", match_id=start["match_id"])
        assert (known["worlds"], known["seats"], known["effects"]) == (0, [], [])


async def test_an_offer_that_is_not_listed_is_weighed(serve: Callable[..., Any]) -> None:
    options = {"seats": 2, "layout": "beginner"}
    players, match_id = await sit_down(await serve(**QUICK), game="catan", options=options)
    others = asyncio.create_task(play_on(players[1], match_id))
    turn = await play_on(players[0], match_id, until=can_offer_two_for_one)
    others.cancel()
    rich = max(range(5), key=own_hand(turn).__getitem__)
    give, take = (
        [count * (at == which % 5) for at in range(5)]
        for count, which in ((2, rich), (1, rich + 1))
    )
    first = [{"index": 0}, {"action": ["offer", give, take]}]
    known = await players[0].ask("know", match_id=match_id, first=first)
    assert [row["first"] for row in known["rows"]] == first
    greedy = [{"action": ["offer", [19 * (count > 0) for count in give], take]}]
    wrong = await refused(players[0], "bad_option", match_id=match_id, first=greedy)
    assert wrong["data"]["path"] == "first.0"


def own_hand(turn: Message) -> list[int]:
    hand: list[int] = turn["obs"]["players"][0]["hand"]
    return hand


def can_offer_two_for_one(turn: Message) -> bool:
    params = [param["kind"] for param in turn["legal"].get("params", [])]
    return "offer" in params and max(own_hand(turn)) > 1


GAMES: list[tuple[str, dict[str, Any]]] = [
    ("colonizers", {}),
    ("catan", {"seats": 3}),
    ("crossfire", {"preset": "mini"}),
]


class WorkHere:
    """Takes the place of a worker: does a piece at once, in this process, so that nobody has to wait for a processor."""

    def __init__(self) -> None:
        self._bench = Workbench(100)
        self._knowing = KnowBench()

    def submit(self, job: dict[str, Any], home: str, **terms: Any) -> Any:
        bench = self._knowing if job["do"] == "know" else self._bench
        answer = asyncio.get_running_loop().create_future()
        answer.set_result({"result": bench.run(job)})
        return SimpleNamespace(answer=answer)

    def interrupt(self, ticket: Any) -> None:
        """All is done already."""

    async def close(self) -> None:
        """There is nothing to end."""


async def told_at(table: Table, seat: int, state: State) -> list[bytes]:
    """All that a seat is sent when it asks what it knows while the match stands at `state`."""
    table.replace(state)
    table.live.match.open = {}
    table.live.match._go_on(0)
    table.forget()
    sent = table.links[seat].sent
    table.tell(seat, "know", match_id=table.live.id)
    acts = [{"index": 0}]
    table.tell(seat, "know", match_id=table.live.id, first=acts)
    while len(sent) < 2:  # noqa: ASYNC110  # nobody is told when a link in memory is written to
        await asyncio.sleep(0)
    return sorted(sent)


@pytest.mark.parametrize("setting", GAMES, ids=[game for game, _ in GAMES])
async def test_positions_that_look_alike_give_the_same_bytes(
    setting: tuple[str, dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_game(*setting)
    numbers = Numbers(monkeypatch)
    tables = []
    for _ in range(2):
        numbers.restart()
        table = Table(Encoding.JSON, tmp_path, know__worlds=10, **QUICK)
        knowing = knowing_of(table)
        knowing._secret = b"equal in both"
        knowing.pool = WorkHere()  # type: ignore[assignment]  # what a pool does, as far as it is used
        options = {"room_settings": {"options": setting[1]}}
        await table.start(game.name, game.seats, features=["compute"], max_frame=1 << 20, **options)
        tables.append(table)
    kinds: set[str] = set()
    compared = 0
    try:
        for position in random_play(game, "alike").decisions(8):
            for seat in position.seats():
                truth, *others = twins(position, seat, 3)
                other = next((one for one in others if state_hash(one) != state_hash(truth)), None)
                if other is None:
                    continue
                one = await told_at(tables[0], seat, truth)
                assert one == await told_at(tables[1], seat, other)
                kinds |= {decode(frame, Encoding.JSON)["type"] for frame in one}
                compared += 1
    finally:
        for table in tables:
            await table.close()
    assert kinds >= {"known"}
    assert compared > 5
