"""Tournaments on a running server: people and bots are called to their tables, play, are absent, come back."""

import argparse
import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import Client, Server, open_server, play_on
from tests.integration.test_play_nodes import ready, trunk_of
from tests.server.contests.tournaments.files import tournament_file

from infoset.commands import tournament as command
from infoset.errors import WebError
from infoset.replaying.source import load_file
from infoset_games.contests.tournaments import formats
from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import ALL_SCOPES, Role, UnknownError
from infoset_server.admin.commands import Arguments, Operator
from infoset_server.admin.tournament_commands import NewTournament, One, Pace, TournamentCommands
from infoset_server.app.features.console import ConsoleFeature
from infoset_server.app.features.tournaments import TournamentFeature
from infoset_server.common.request_errors import WrongStateError
from infoset_server.contests.tournaments.definition import TournamentError
from infoset_server.contests.tournaments.director import Director
from infoset_server.contests.tournaments.tournament import Tournament

TOKENS: dict[str, str] = {}  # of the accounts of one test, by name


@asynccontextmanager
async def life(data: Path, **settings: Any) -> AsyncIterator[Server]:
    """One life of a server that keeps its records in `data`."""
    async with open_server(data, store__enabled=True, **settings) as server:
        yield server
        await server.app.close(0)  # before the players go: they do not leave, the server does


FAR: dict[str, Any] = {"with_play": True, "play_stores": True}  # another server plays


@pytest.fixture(params=[{}, FAR], ids=["here", "elsewhere"])
async def server(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Server]:
    async with life(tmp_path, **request.param) as started:
        yield started


def add_accounts(server: Server, *names: str) -> None:
    """Accounts of people."""
    TOKENS.clear()
    for name in names:
        user = server.app.people.accounts.register.add_account(name, Role.PLAYER)
        TOKENS[name] = server.app.people.accounts.credentials.issue(user, Kind.USER)[1]


async def come(server: Server, name: str, *, is_program: bool = False) -> Client:
    """Somebody with an account logs in."""
    client = await server.dial(name)
    about = {"name": "test", "lang": "python"} if is_program else {"name": "test"}
    return await client.log_in(auth={"kind": "token", "token": TOKENS[name]}, client=about)


def begin(server: Server, *text: str, **more: Any) -> Director:
    """A tournament that has begun."""
    tournaments = server.app.feature(TournamentFeature).tournaments
    one = tournaments.create(tournament_file(*text, **more), None, lambda user: True)
    director = tournaments.director(one.id)
    one.start(tournaments.now_ms())
    director.changed()
    return director


async def until_over(server: Server, one: Tournament) -> None:
    await server.until(lambda: one.state == "over")


async def play(client: Client, room: str) -> None:
    """Says ready in a room, and plays the match that is begun there."""
    await client.ask("ready", room=room)
    start = await client.expect("match_start")
    await play_on(client, start["match_id"])


async def called(client: Client) -> str:
    """The room to which somebody is called."""
    message = await client.expect("room", where=lambda one: one["room"]["status"] == "open")
    room: str = message["room"]["room"]
    return room


async def test_a_swiss_of_house_bots_is_played_to_its_end(server: Server) -> None:
    one = begin(server, "swiss", rounds=3).tournament
    await until_over(server, one)
    assert one.course.last_round == 3
    assert max(one.course.meetings().values()) == 1
    played = [match for table in one.course.sittings for match in table.played]
    assert len(played) == len({match.match for match in played}) == 6
    assert all(server.app.core.finished.find(match.match) for match in played)


async def test_people_are_called_to_their_seats_and_it_begins_when_they_are_ready(
    server: Server,
) -> None:
    add_accounts(server, "ann", "bob")
    ann = await come(server, "ann")
    director = begin(server, "round_robin", bots=(), users=("ann", "bob"))
    room = await called(ann)
    (calling,) = director.calls.values()
    assert director.missing(calling) == [0, 1]
    bob = await come(server, "bob")
    assert await called(bob) == room
    for client in (ann, bob):
        (told,) = client.of_type("chat_msg")
        assert told["text"] == (
            f"Winter Cup R1.1: your table is room {room}. "
            "Say there that you are ready, within 5 minutes."
        )
    seats = (await ann.ask("ready", room=room))["room"]["seats"]
    assert {seat["name"]: seat["ready"] for seat in seats} == {"ann": True, "bob": False}
    await asyncio.gather(play(bob, room), play_room(ann))
    await until_over(server, director.tournament)
    assert sum(director.tournament.course.scores()) == 1
    assert room not in server.app.lobby.rooms


async def play_room(client: Client) -> None:
    """Plays the next match that is begun."""
    start = await client.expect("match_start")
    await play_on(client, start["match_id"])


async def test_programs_need_not_say_that_they_are_ready(server: Server) -> None:
    add_accounts(server, "crab", "squid")
    director = begin(server, "round_robin", "best_of = 2", bots=(), users=("crab", "squid"))
    clients = [await come(server, name, is_program=True) for name in ("crab", "squid")]
    assert all(not client.of_type("chat_msg") for client in clients)
    seats = []
    for _ in range(2):
        starts = [await client.expect("match_start") for client in clients]
        seats.append([start["seat"] for start in starts])
        await asyncio.gather(*(play_on(one, starts[0]["match_id"]) for one in clients))
    assert seats[0] == seats[1][::-1]
    await until_over(server, director.tournament)


async def test_where_the_file_says_so_it_is_enough_to_be_here(server: Server) -> None:
    add_accounts(server, "ann")
    ann = await come(server, "ann")
    begin(server, "round_robin", "ready = false", bots=("A",), users=("ann",))
    assert (await ann.expect("match_start"))["role"] == "player"


async def test_who_does_not_come_has_lost_there_and_is_out_when_that_happens_again(
    server: Server,
) -> None:
    add_accounts(server, "ann", "bob")
    lines = ("absence_s = 0.05", "max_absences = 2", "tables = 1")
    one = begin(server, "round_robin", *lines, bots=("A", "B"), users=("ann", "bob")).tournament
    await until_over(server, one)
    assert one.course.withdrawn == {2, 3}
    absences = [sorted(table.absent) for table in one.course.sittings if table.absent]
    assert len(absences) == 5
    scores = one.course.scores()
    assert min(scores[:2]) >= 2  # A and B have beaten those who were not here
    assert sorted(scores[2:]) == [0, 1]  # who was out first has lost against the other, too
    assert sum(scores) == 6


async def test_somebody_who_is_here_but_not_ready_is_absent(server: Server) -> None:
    add_accounts(server, "ann")
    ann = await come(server, "ann")
    director = begin(server, "round_robin", "absence_s = 0.3", bots=("A",), users=("ann",))
    room = await called(ann)
    await until_over(server, director.tournament)
    assert director.tournament.sitting(0).absent == {1}
    assert room not in server.app.lobby.rooms


async def test_at_a_table_of_four_a_bot_plays_for_who_is_absent_and_he_comes_in_last(
    server: Server,
) -> None:
    add_accounts(server, "ann")
    text = tournament_file(
        "swiss",
        "absence_s = 0.05",
        'stand_in = "last"',
        bots=("A", "B", "C"),
        users=("ann",),
        rounds=1,
    )
    text = text.replace('"crossfire"', '"colonizers"').replace('options = { preset = "mini" }', "")
    tournaments = server.app.feature(TournamentFeature).tournaments
    one = tournaments.create(text, None, lambda user: True)
    one.start(tournaments.now_ms())
    tournaments.director("cup").changed()
    await until_over(server, one)
    (table,) = one.course.sittings
    assert len(table.played) == 1
    assert table.points()[3] == 0
    assert table.places()[table.entrants.index(3)] == 4


async def test_nobody_but_the_organiser_decides_who_sits_at_a_table(server: Server) -> None:
    add_accounts(server, "ann", "bob", "cat")
    ann, cat = await come(server, "ann"), await come(server, "cat")
    begin(server, "round_robin", bots=(), users=("ann", "bob"))
    room = await called(ann)
    for kind, fields in (
        ("sit", {"seat": 1}),
        ("sit", {"seat": None}),
        ("configure", {"changes": {"title": "mine"}}),
        ("add_bot", {"bot": "first"}),
        ("start", {}),
        ("kick", {"user": ann.user}),
    ):
        refusal = await ann.refused(kind, room=room, **fields)
        assert refusal["code"] in ("wrong_state", "not_host"), kind
    await cat.refused("join", room=room, seat=1)
    await cat.refused("join", room=room, any_seat=True)


async def test_who_leaves_his_table_before_it_begins_still_has_his_seat(server: Server) -> None:
    add_accounts(server, "ann")
    ann = await come(server, "ann")
    director = begin(server, "round_robin", bots=("A",), users=("ann",))
    room = await called(ann)
    await ann.ask("leave", room=room)
    await ann.leave()
    ann = await come(server, "ann")
    assert await called(ann) == room
    await play(ann, room)
    await until_over(server, director.tournament)
    assert not director.tournament.sitting(0).absent


async def test_a_match_that_takes_too_long_ends_and_is_tied(server: Server) -> None:
    add_accounts(server, "ann")
    ann = await come(server, "ann")
    lines = ("ready = false", "match_limit_s = 0.2", "best_of = 1")
    one = begin(server, "round_robin", *lines, bots=("A",), users=("ann",)).tournament
    assert (await ann.expect("match_over"))["reason"] == "aborted"
    await until_over(server, one)
    assert [float(score) for score in one.course.scores()] == [0.5, 0.5]


async def test_a_table_is_played_again_and_what_was_played_before_does_not_count(
    server: Server,
) -> None:
    director = begin(server, "round_robin", bots=("A", "B"))
    one = director.tournament
    await until_over(server, one)
    first = one.sitting(0).played
    one.play_again(0)
    director.changed()
    await until_over(server, one)
    assert len(one.sitting(0).played) == 1
    assert one.sitting(0).played != first


async def test_who_has_left_is_in_no_match_any_more(server: Server) -> None:
    add_accounts(server, "ann", "bob")
    ann, bob = await come(server, "ann"), await come(server, "bob")
    director = begin(server, "round_robin", "ready = false", bots=(), users=("ann", "bob"))
    start = await ann.expect("match_start")
    director.tournament.withdraw(1)
    director.changed()
    assert (await bob.expect("match_over", match_id=start["match_id"]))["reason"] == "aborted"
    await until_over(server, director.tournament)
    assert director.tournament.course.scores() == [1, 0]


async def test_whose_account_is_deleted_has_left(server: Server) -> None:
    add_accounts(server, "ann", "bob")
    accounts = server.app.people.accounts
    director = begin(server, "round_robin", bots=("A",), users=("ann", "bob"))
    accounts.register.remove(accounts.register.named("bob"))
    director.go_on()
    await server.until(lambda: director.tournament.course.withdrawn == {2})


async def test_the_command_for_single_matches_points_to_that_for_tables(server: Server) -> None:
    add_accounts(server, "ann")
    ann = await come(server, "ann")
    begin(server, "round_robin", "ready = false", bots=("A",), users=("ann",))
    start = await ann.expect("match_start")
    with pytest.raises(WrongStateError, match="infoset tournament replay"):
        await server.app.feature(ConsoleFeature).moderation.re_run(start["match_id"])
    with pytest.raises(WrongStateError, match="infoset tournament rule"):
        await server.app.feature(ConsoleFeature).moderation.end(start["match_id"])


async def test_a_paused_tournament_calls_nobody_and_goes_on_later(server: Server) -> None:
    add_accounts(server, "ann")
    ann = await come(server, "ann")
    director = begin(server, "round_robin", bots=("A",), users=("ann",))
    room = await called(ann)
    director.tournament.pause()
    director.changed()
    await server.until(lambda: room not in server.app.lobby.rooms)
    assert director.calls == {}
    director.tournament.resume()
    director.changed()
    await play(ann, await called(ann))
    await until_over(server, director.tournament)


async def test_the_organiser_has_more_matches_played_at_once_while_it_runs(server: Server) -> None:
    server.app.feature(ConsoleFeature).moderation.close(None)  # tables are called, and stay
    director = begin(server, "gauntlet", "tables = 2", bots=("A", "B", "C", "D", "E"))
    commands = TournamentCommands(server.app.feature(TournamentFeature).tournaments)
    boss = Operator(None, ALL_SCOPES)
    await server.until(lambda: len(director.calls) == 2)
    commands.pace(boss, Pace(tournament="cup", tables=4, parallel=3))
    await server.until(lambda: len(director.calls) == 3)
    commands.pace(boss, Pace(tournament="cup", parallel=4))
    await server.until(lambda: len(director.calls) == 4)
    with pytest.raises(TournamentError, match="expected tables, parallel or both"):
        commands.pace(boss, Pace(tournament="cup"))


async def test_where_the_server_is_closed_no_match_begins_and_nobody_is_absent(
    server: Server,
) -> None:
    server.app.feature(ConsoleFeature).moderation.close(None)
    director = begin(server, "round_robin", "absence_s = 0.05", bots=("A", "B"))
    await server.until(lambda: bool(director.calls))
    (calling,) = director.calls.values()
    before_ms = calling.until_ms
    await server.until(lambda: calling.until_ms > before_ms)
    assert not director.tournament.sitting(0).absent
    server.app.feature(ConsoleFeature).moderation.open(None)
    await until_over(server, director.tournament)


async def test_where_the_next_tables_cannot_be_drawn_it_is_paused_and_the_log_tells(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise RuntimeError("no pairs today")

    with monkeypatch.context() as broken:
        broken.setattr(formats, "swiss_round", fail)
        one = begin(server, "swiss", rounds=1).tournament
        await server.until(lambda: one.state == "paused")
    assert any("no pairs today" in line for line in server.incidents)
    server.incidents.clear()
    one.resume()
    server.app.feature(TournamentFeature).tournaments.director("cup").changed()
    await until_over(server, one)


async def test_an_open_tournament_starts_by_itself(server: Server) -> None:
    tournaments = server.app.feature(TournamentFeature).tournaments
    text = tournament_file("round_robin", "start = 2020-01-01T00:00:00Z", bots=("A", "B"))
    one = tournaments.create(text, None, lambda user: True)
    assert one.state == "draft"
    one.open()
    tournaments.director("cup").changed()
    await until_over(server, one)


async def test_an_arena_goes_on_with_those_who_are_here_until_its_time_is_over(
    tmp_path: Path,
) -> None:
    async with life(tmp_path, tournaments__wave_s=0.05) as server:
        add_accounts(server, "ann")
        director = begin(
            server, "arena", "absence_s = 0.1", bots=("A", "B", "C"), users=("ann",), minutes=60
        )
        one, stage = director.tournament, director._services
        await server.until(lambda: len(one.course.sittings) >= 2)
        late_ms = stage.now_ms() + 3_600_000
        stage.now_ms = lambda: late_ms
        director.go_on()
        await until_over(server, one)
        assert all(3 not in table.entrants for table in one.course.sittings)


async def test_a_tournament_goes_on_after_a_restart_where_it_was(
    tmp_path: Path, store_url: str | None
) -> None:
    async with life(tmp_path, store__url=store_url) as server:
        add_accounts(server, "ann", "bob")
        ann, bob = await come(server, "ann"), await come(server, "bob")
        lines = ("ready = false", "best_of = 3")
        director = begin(server, "round_robin", *lines, bots=(), users=("ann", "bob"))
        start = await ann.expect("match_start")
        await asyncio.gather(*(play_on(one, start["match_id"]) for one in (ann, bob)))
        running = (await ann.expect("match_start"))["match_id"]
        assert running != start["match_id"]
    async with life(tmp_path, store__url=store_url) as server:
        director = server.app.feature(TournamentFeature).tournaments.director("cup")
        assert [match.match for match in director.tournament.sitting(0).played] == [
            start["match_id"]
        ]
        ann, bob = await come(server, "ann"), await come(server, "bob")
        await asyncio.gather(*(play_on(one, running) for one in (ann, bob)))
        while director.tournament.state != "over":
            following = await ann.expect_any("match_start", "ok", "room")
            if following["type"] == "match_start":
                match_id = following["match_id"]
                await asyncio.gather(*(play_on(one, match_id) for one in (ann, bob)))
        played = [match.match for match in director.tournament.sitting(0).played]
        assert played[:2] == [start["match_id"], running]
        assert len(set(played)) == len(played)


async def test_a_table_that_was_called_before_a_restart_is_called_again(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        add_accounts(server, "ann")
        ann = await come(server, "ann")
        begin(server, "round_robin", bots=("A",), users=("ann",))
        await called(ann)
    async with life(tmp_path) as server:
        ann = await come(server, "ann")
        await play(ann, await called(ann))
        await until_over(
            server, server.app.feature(TournamentFeature).tournaments.director("cup").tournament
        )


async def test_a_table_is_called_again_whose_match_has_never_begun_on_its_server(
    tmp_path: Path,
) -> None:
    async with life(tmp_path, **FAR) as server:
        add_accounts(server, "ann")
        ann = await come(server, "ann")
        one = begin(server, "round_robin", bots=("A",), users=("ann",)).tournament
        room = await called(ann)
        trunk = trunk_of(server)
        trunk.close()  # nothing comes through any more, and nobody knows
        await ann.ask("ready", room=room)
        (lost,) = server.app.play.far
        await server.until(lambda: server.app.play.far[lost].is_begun)  # as far as is known here
        trunk.is_broken = False
        trunk.give_up("as it is found out")
        await ann.expect("bye")
        await ready(server)
        ann = await come(server, "ann")
        await play(ann, await called(ann))
        await until_over(server, one)
        played = [match.match for match in one.sitting(0).played]
        assert played
        assert lost not in played


# The console and the pages.


async def infoset_tournament(server: Server, data: Path, *arguments: str) -> int:
    """Runs the command in a thread, as its own program would."""
    parser = argparse.ArgumentParser()
    run = command.command(parser)
    url = f"infoset://127.0.0.1:{server.port}"
    args = parser.parse_args(["--url", url, "--data", str(data), *arguments])
    return await asyncio.to_thread(run, args)


async def look(server: Server, path: str) -> Any:
    """What a browser gets."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(f"GET {path} HTTP/1.0\r\nHost: localhost\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    return json.loads(body) if b" 200 " in head.splitlines()[0] else None


def test_both_sides_know_the_same_commands_and_arguments() -> None:
    nobody: Any = None
    known = {one.name: one for one in TournamentCommands(nobody).commands()}
    sent = {"tournaments" if verb == "list" else f"tournament-{verb}" for verb in command.VERBS}
    assert sent == set(known)
    for verb, (_, arguments) in command.VERBS.items():
        name = "tournaments" if verb == "list" else f"tournament-{verb}"
        fields = known[name].arguments.model_fields
        names = {field.alias or key: field for key, field in fields.items()}
        assert {one.flag.removeprefix("--") for one in arguments} == set(names), verb
        needed = {key for key, field in names.items() if field.is_required()}
        asked = {
            one.flag.removeprefix("--")
            for one in arguments
            if one.options.get("required") or not one.flag.startswith("--")
        }
        assert needed == asked, verb


async def test_an_organiser_runs_a_tournament_from_the_command_line(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(tournament_file("single_elimination", bots=("A", "B", "C")), encoding="utf-8")

    async def ask(*words: str) -> str:
        assert await infoset_tournament(server, tmp_path, *words) == 0
        return capsys.readouterr().out

    assert "cup has 3 entrants" in await ask("create", str(file))
    assert await look(server, "/tournaments/cup.json") is None
    await ask("open", "cup")
    assert "1 more" in await ask("enter", "cup", "--bot", "first", "--name", "D")
    await ask("start", "cup")
    one = server.app.feature(TournamentFeature).tournaments.director("cup").tournament
    await until_over(server, one)
    champion = one.name_of(one.standings(one.course)[0].entrant)
    assert f"1      {champion}" in await ask("standings", "cup")
    assert f"won by {champion}" in (await ask("bracket", "cup")).splitlines()[-1]
    assert "decided" in await ask("schedule", "cup", "--round", "1")
    assert json.loads(await ask("export", "cup"))["state"] == "over"
    assert (await ask("export", "cup", "--form", "trf")).startswith("012 Winter Cup\n")
    assert (await ask("export", "cup", "--form", "csv")).startswith("round,table,")
    rows = json.loads(await ask("standings", "cup", "--json"))
    assert rows[0]["name"] == champion
    page = await look(server, "/tournaments/cup.json")
    assert page["bracket"][-1]["winner"] == page["standings"][0]["entrant"]
    assert (await look(server, "/tournaments.json"))["tournaments"][0]["state"] == "over"
    await ask("remove", "cup")
    assert await look(server, "/tournaments/cup.json") is None


async def test_the_replays_of_a_tournament_are_saved_once_each(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = begin(server, "single_elimination", bots=("A", "B", "C")).tournament
    await until_over(server, one)
    folder = tmp_path / "handed out" / "cup"
    assert await infoset_tournament(server, tmp_path, "replays", "cup", str(folder)) == 0
    names = {
        f"{table.draw.name}_{match.match}.jsonl"
        for table in one.course.sittings
        for match in table.played
    }
    assert {file.name for file in folder.iterdir()} == names
    said = capsys.readouterr().out
    assert said.splitlines()[-1] == f"2 replays in {folder}"
    winner = one.name_of(one.standings(one.course)[0].entrant)
    assert f": 1. {winner}, 2. " in said
    for file in folder.iterdir():
        assert str(load_file(file).about["match_id"]) in file.name
        file.write_text("kept", encoding="utf-8")
    assert await infoset_tournament(server, tmp_path, "replays", "cup", str(folder)) == 0
    assert {file.read_text("utf-8") for file in folder.iterdir()} == {"kept"}


async def test_who_was_absent_too_often_is_taken_back_and_plays(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add_accounts(server, "cat")
    lines = ("absence_s = 0.05", "max_absences = 1", "ready = false")
    one = begin(server, "round_robin", *lines, bots=("A", "B"), users=("cat",)).tournament
    await until_over(server, one)
    assert one.course.withdrawn == {2}
    cat = await come(server, "cat")
    assert await infoset_tournament(server, tmp_path, "readmit", "cup", "cat") == 0
    assert one.course.withdrawn == set()
    assert "lost by leaving and played after all: 1 table; it is paused" in capsys.readouterr().out
    with pytest.raises(WebError, match="cat has not left"):
        await infoset_tournament(server, tmp_path, "readmit", "cup", "cat")
    assert await infoset_tournament(server, tmp_path, "resume", "cup") == 0
    await play_room(cat)
    await until_over(server, one)
    mine = [table for table in one.course.sittings if 2 in table.entrants]
    assert sorted((bool(table.absent), len(table.played)) for table in mine) == [
        (False, 1),
        (True, 0),
    ]


async def test_what_is_refused_is_explained(server: Server, tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(tournament_file(bot="nobody"), encoding="utf-8")
    with pytest.raises(WebError, match="bot: expected one that plays this game here, got nobody"):
        await infoset_tournament(server, tmp_path, "create", str(file))
    with pytest.raises(WebError, match="there is no tournament cup"):
        await infoset_tournament(server, tmp_path, "start", "cup")
    file.write_text(tournament_file(bots=("A", "A")), encoding="utf-8")
    with pytest.raises(WebError, match="entrant: two have the name A"):
        await infoset_tournament(server, tmp_path, "create", str(file))


# Whose business it is.


def office(server: Server) -> TournamentCommands:
    return TournamentCommands(server.app.feature(TournamentFeature).tournaments)


def teacher(server: Server, name: str) -> Operator:
    """An organiser who is no administrator."""
    user = server.app.people.accounts.register.add_account(name, Role.ORGANISER)
    return Operator(user, user.scopes(0))


def add_class(server: Server, operator: Operator, *names: str) -> None:
    """A class 5b of a teacher."""
    accounts = server.app.people.accounts
    assert operator.user is not None
    one = accounts.classrooms.add("5b", operator.user.id)
    TOKENS.clear()
    for name in names:
        pupil = accounts.classrooms.add_pupil(one, name)
        TOKENS[name] = accounts.credentials.issue(pupil, Kind.USER)[1]


def create(text: str) -> NewTournament:
    return NewTournament(file=text)


CLASS_FILE = tournament_file("round_robin", bots=()) + '\n[[entrant]]\nclassroom = "5b"'


async def test_a_teacher_lets_his_own_class_play_and_nobody_else_sees_it(server: Server) -> None:
    hill, desk = teacher(server, "Ms Hill"), office(server)
    add_class(server, hill, "Otter", "Lynx")
    stranger = await server.connect("stranger")
    await stranger.ask("watch_lobby")
    otter, lynx = await come(server, "Otter"), await come(server, "Lynx")
    desk.create(hill, create(CLASS_FILE))
    page = desk.open(hill, One(tournament="cup")).message.rpartition(" ")[2]
    desk.start(hill, One(tournament="cup"))
    room = await called(otter)
    await stranger.refused("join", room=room)
    assert (await look(server, "/tournaments.json"))["tournaments"] == []
    assert await look(server, "/tournaments/cup.json") is None
    assert [one["name"] for one in (await look(server, page))["entrants"]] == ["Lynx", "Otter"]
    await asyncio.gather(play(otter, room), play(lynx, await called(lynx)))
    await stranger.settled()
    lists = stranger.of_type("lobby")
    assert lists
    assert room not in str(lists)


async def test_an_organiser_enters_his_own_people_and_runs_his_own_tournaments(
    server: Server,
) -> None:
    hill, wood, desk = teacher(server, "Ms Hill"), teacher(server, "Mr Wood"), office(server)
    add_class(server, hill, "Otter", "Lynx")
    add_accounts(server, "ann")
    with pytest.raises(UnknownError, match="no users go by 'ann'"):
        desk.create(hill, create(tournament_file(users=("ann",))))
    with pytest.raises(UnknownError, match="no classes go by"):
        desk.create(wood, create(CLASS_FILE))
    desk.create(hill, create(CLASS_FILE))
    with pytest.raises(TournamentError, match="there is no tournament cup"):
        desk.start(wood, One(tournament="cup"))
    assert desk.list_all(wood, Arguments()).rows == []
    assert len(desk.list_all(hill, Arguments()).rows) == 1


async def test_a_class_does_not_meet_others(server: Server) -> None:
    hill, desk = teacher(server, "Ms Hill"), office(server)
    add_class(server, hill, "Otter", "Lynx")
    add_accounts(server, "ann")
    admin = Operator(None, ALL_SCOPES)
    mixed = tournament_file(bots=(), users=("Otter", "ann"))
    with pytest.raises(TournamentError, match="Otter and ann may not meet"):
        desk.create(admin, create(mixed))


async def test_there_are_at_most_as_many_as_the_configuration_says(tmp_path: Path) -> None:
    limits = {"tournaments__max_tournaments": 1, "tournaments__max_entrants": 4}
    async with life(tmp_path, **limits) as server:
        desk, admin = office(server), Operator(None, ALL_SCOPES)
        with pytest.raises(TournamentError, match="entrant: expected at most 4, got 5"):
            desk.create(admin, create(tournament_file()))
        few = tournament_file(bots=("A", "B"))
        desk.create(admin, create(few))
        with pytest.raises(TournamentError, match="keeps 1 tournaments at most"):
            desk.create(admin, create(few.replace('"cup"', '"other"')))
