"""OpenSpiel's games on a server: matches, the list, worlds, replays, ladders, a bot of the SDK."""

import asyncio
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.faults.servers import running_server
from tests.integration.harness import Server, open_server, play_on, play_out, start_match
from tests.integration.test_ladder import counted, enter, life, playing, standing
from tests.integration.test_replays import entries_of
from tests.integration.test_tournaments import until_over
from tests.server.contests.tournaments.files import tournament_file

from infoset_games.record import dump, read_record
from infoset_games.registry import make_game
from infoset_server.app.features.tournaments import TournamentFeature

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: nothing is played here")
from infoset_games.openspiel.game import OpenSpielGame
from infoset_games.openspiel.state import replayed

LADDER = """
game = "openspiel_leduc_poker"
open_to = ["human", "bot", "guest"]
refit_s = 0.01
clock = {kind = "none"}
"""
PATIENCE_S = 200
GAMES = ["openspiel_leduc_poker", "openspiel_hearts", "openspiel_goofspiel", "openspiel_hanabi"]


async def people(server: Server, game: str, *features: str) -> list[Any]:
    """A client for each seat, with these features."""
    seats = range(make_game(game).seats)
    return [await server.connect(f"p{seat}", features=list(features)) for seat in seats]


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_is_played_over_the_wire_and_its_record_is_read(
    serve: Callable[..., Any], game: str
) -> None:
    server = await serve(store__enabled=True, replays__share=1.0)
    players = await people(server, game)
    match_id = await start_match(players, game=game)
    results = await play_out(players, match_id)
    assert {result["reason"] for result in results} == {"finished"}
    lines = await entries_of(players[0], match_id, form="actions", view="all")
    record = read_record(map(dump, lines), make_game)
    *_, (_, last, _) = record.play()
    assert last.over is not None
    assert list(last.over.result.places) == results[0]["places"]


async def test_games_are_described_by_name_and_listed_where_the_host_says(
    serve: Callable[..., Any],
) -> None:
    server = await serve(rooms__listed_games=["openspiel_hearts"])
    client = await server.connect("ann")
    listed = {one["game"] for one in (await client.ask("describe"))["games"]}
    assert {name for name in listed if name.startswith("openspiel")} == {"openspiel_hearts"}
    (one,) = (await client.ask("describe", game="openspiel_universal_poker"))["games"]
    assert one["seats"] == [2, 10]
    assert set(one["options"]) == {"players", "variant"}


@pytest.mark.parametrize(
    ("game", "offers"), [("openspiel_hearts", True), ("openspiel_hanabi", False)]
)
async def test_compute_is_offered_where_there_are_worlds(
    serve: Callable[..., Any], game: str, offers: bool
) -> None:
    server = await serve()
    players = await people(server, game)
    await start_match(players, game=game, compute=True)
    assert bool(players[0].of_type("match_start")[0].get("compute")) == offers


async def test_bots_meet_on_a_ladder(tmp_path: Path) -> None:
    async with life(tmp_path, LADDER) as server:
        ann, _ = await enter(server, "ann", games=2)
        bob, _ = await enter(server, "bob", games=2)
        async with playing(ann, bob):
            await server.until(lambda: counted(server) == 2)
        rows = await standing(bob)
        assert {row["games"] for row in rows.values()} == {2}


async def test_a_bot_of_the_sdk_finds_a_match_by_name(tmp_path: Path) -> None:
    with running_server(tmp_path, {"rooms.fill_ms": 50}) as server:
        bot = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "infoset", "bot", "infoset_bots.openspiel_bot"),
            *("--param", "simulations=50", "--seek", "openspiel_leduc_poker", "--games", "2"),
            *("--url", f"infoset://127.0.0.1:{server.port}"),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        async with asyncio.timeout(PATIENCE_S):
            out, trouble = await bot.communicate()
        assert bot.returncode == 0, (out, trouble)
        assert not server.problems()


BAD_ACTS: list[dict[str, Any]] = [
    {"index": 99},
    {"index": -1},
    {"action": ["Castle"]},
    {"action": ["Call", "Call"]},
    {"action": []},
    {"action": [["Call"]]},
    {"action": ["$(reboot)"]},
    {"action": ["Call" * 10_000]},
    {"picks": [0]},
]


@pytest.mark.parametrize("bad", BAD_ACTS, ids=lambda bad: str(bad)[:30])
async def test_a_hostile_act_is_refused_and_changes_nothing(
    serve: Callable[..., Any], bad: dict[str, Any]
) -> None:
    server = await serve()
    ann, bob = await people(server, "openspiel_leduc_poker")
    match_id = await start_match([ann, bob], game="openspiel_leduc_poker")
    turn = await ann.expect("your_turn")
    act = {"match_id": match_id, "decision": turn["decision"]}
    refusal = await ann.refused("act", **act, **bad)
    assert refusal["code"] in ("illegal_action", "bad_message"), refusal
    assert not refusal.get("fatal")
    assert (await ann.ask("act", **act, index=0))["type"] == "act_ok"
    await bob.expect("your_turn")


@pytest.mark.parametrize(
    ("game", "options", "code", "named"),
    [
        ("openspiel_hearts", {"wings": 2}, "bad_option", "options.wings"),
        ("openspiel_leduc_poker", {"players": 10**9}, "bad_option", "options.players"),
        ("openspiel_leduc_poker", {"players": "2"}, "bad_option", "options.players"),
        ("openspiel_go", {"board_size": 1000}, "bad_option", "options.board_size"),
        ("openspiel_universal_poker", {"variant": "x;y"}, "bad_option", "options.variant"),
        ("openspiel_universal_poker", {"numRanks": 10**9}, "bad_option", "options.numRanks"),
        ("openspiel_morpion_solitaire", {}, "game_unknown", "openspiel_morpion_solitaire"),
        ("openspiel_nfg_game(filename=x)", {}, "bad_message", "game"),
        ("openspiel_$(reboot)", {}, "bad_message", "game"),
        ("openspiel/hearts", {}, "bad_message", "game"),
    ],
)
async def test_a_bad_room_is_refused_by_name(
    serve: Callable[..., Any], game: str, options: dict[str, Any], code: str, named: str
) -> None:
    server = await serve()
    ann = await server.connect("ann")
    refusal = await ann.refused("create_room", game=game, options=options)
    assert refusal["code"] == code, refusal
    assert named in str(refusal)
    assert (await ann.ask("describe"))["games"]


async def test_where_seats_decide_at_once_a_silent_one_does_not_stop_the_match(
    serve: Callable[..., Any],
) -> None:
    server = await serve()
    ann, bob = await people(server, "openspiel_goofspiel")
    match_id = await start_match(
        [ann, bob],
        game="openspiel_goofspiel",
        options={"num_cards": 3},
        clock={"kind": "per_move", "move_ms": 200, "first_ms": 0, "grace_ms": 0},
    )
    await play_on(ann, match_id)  # to the end, which comes though bob says nothing
    (over,) = ann.of_type("match_over")
    assert {missed["seat"] for missed in ann.of_type("timeout")} >= {1}
    assert len(over["places"]) == 2


async def test_a_seat_that_is_not_to_move_thinks_about_what_it_knows(
    serve: Callable[..., Any],
) -> None:
    server = await serve(compute__export=True)
    players = await people(server, "openspiel_hearts", "compute")
    match_id = await start_match(players, game="openspiel_hearts", compute=True)
    await players[0].expect("your_turn")
    drawn = await players[2].ask("determinize", match_id=match_id, k=2, export=True)
    game = make_game("openspiel_hearts")
    assert isinstance(game, OpenSpielGame)
    worlds = [replayed(game, world["state"]["history"]) for world in drawn["worlds"]]
    assert worlds[0].observe(2) == worlds[1].observe(2)
    assert worlds[0].observe(0) != worlds[1].observe(0)
    refusal = await players[2].refused(
        "act", match_id=match_id, ver=drawn["ver"], decision=1, index=0
    )
    assert refusal["code"] in ("stale_decision", "not_your_turn", "wrong_state"), refusal


async def test_a_tournament_is_played_to_its_end(tmp_path: Path) -> None:
    of_crossfire = tournament_file("swiss", rounds=2)
    text = re.sub("game = .*\\noptions = .*", 'game = "openspiel_leduc_poker"', of_crossfire)
    async with open_server(tmp_path, store__enabled=True) as server:
        tournaments = server.app.feature(TournamentFeature).tournaments
        one = tournaments.create(text, None, lambda user: True)
        director = tournaments.director(one.id)
        one.start(tournaments.now_ms())
        director.changed()
        await until_over(server, one)
        played = [match for table in one.course.sittings for match in table.played]
        assert len({match.match for match in played}) == 4  # two tables a round, one bot rests
        await server.app.close(0)
