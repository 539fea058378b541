"""Taking part in tournaments oneself, on the wire: entering, leaving, what is told to whom, and what is not."""

import argparse
import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import (
    PATIENCE_S,
    Client,
    Message,
    Server,
    open_server,
    play_on,
)
from tests.integration.test_ladder import playing
from tests.integration.uploads import bot, open_hosting, upload
from tests.server.contests.tournaments.files import tournament_file

import infoset
from infoset.botseat import BotSeat
from infoset.client import Client as Sdk
from infoset.commands import tournament as command
from infoset.playing import Host, Plan
from infoset.tournaments import enter_tournament, leave_tournament, list_tournaments
from infoset_games.contests.tournaments.formats import Moment
from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import Role, User
from infoset_server.app.features.tournaments import TournamentFeature
from infoset_server.app.features.uploads import UploadFeature
from infoset_server.contests.tournaments.director import Director
from infoset_server.uploads.versions import VersionState

NOW = Moment(0.0, ())
OPEN = 'open_to = ["human", "bot", "hosted"]'


class RandomBot(infoset.Bot):
    """Any action will do."""

    def decide(self, turn: infoset.Turn) -> Any:
        return turn.random_answer(self.rng)


@asynccontextmanager
async def life(data: Path) -> AsyncIterator[Server]:
    """One life of a server that keeps its records in `data`, and tells news at once."""
    async with open_server(data, store__enabled=True, tournaments__news_s=0.001) as server:
        yield server
        await server.app.close(0)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with life(tmp_path) as started:
        yield started


def account(server: Server, name: str, role: Role = Role.PLAYER, **more: Any) -> User:
    return server.app.people.accounts.register.add_account(name, role, **more)


def token_of(server: Server, user: User) -> str:
    return server.app.people.accounts.credentials.issue(user, Kind.USER)[1]


async def come(server: Server, user: User, **hello: Any) -> Client:
    """Somebody with an account logs in, as a person unless `client` says more."""
    client = await server.dial(user.name)
    auth = {"kind": "token", "token": token_of(server, user)}
    return await client.log_in(auth=auth, **{"client": {"name": "test"}} | hello)


async def newcomer(server: Server, name: str) -> Client:
    return await come(server, account(server, name))


def offer(
    server: Server, *lines: str, kind: str = "swiss", owner: User | None = None, **more: Any
) -> Director:
    """A tournament that is open."""
    tournaments = server.app.feature(TournamentFeature).tournaments
    text = tournament_file(kind, *lines, bots=more.pop("bots", ()), **more)
    one = tournaments.create(text, owner, lambda user: True)
    director = tournaments.director(one.id)
    one.open()
    director.changed()
    return director


def begin(server: Server, director: Director) -> None:
    director.tournament.start(server.app.feature(TournamentFeature).tournaments.now_ms())
    director.changed()


async def cup_of(client: Client) -> Message:
    """What a client finds in its list."""
    (found,) = (await client.ask("tournaments"))["items"]
    item: Message = found
    return item


async def test_people_enter_are_told_whom_they_meet_and_play_to_the_end(server: Server) -> None:
    ann, bob = await newcomer(server, "ann"), await newcomer(server, "bob")
    await ann.ask("tournaments", follow=True)
    director = offer(server, OPEN)
    opened = (await ann.expect("tournament"))["tournament"]
    assert (opened["state"], opened["may_enter"], opened["most"]) == ("open", True, 256)
    assert (opened["rules"], opened["format"]) == ("crossfire/1.0", "swiss")
    entered = (await ann.ask("tournament_enter", tournament="cup"))["tournament"]
    assert entered["yours"] == [{"entrant": 0, "name": "ann"}]
    assert "may_enter" not in entered
    await bob.ask("tournament_enter", tournament="cup")
    told = await ann.expect("tournament", where=lambda one: one["tournament"]["entrants"] == 2)
    assert told["tournament"]["yours"] == [{"entrant": 0, "name": "ann"}]
    begin(server, director)
    tables = [await one.expect("tournament_table", status="drawn") for one in (ann, bob)]
    assert [table["you"] for table in tables] == [0, 1]
    assert tables[0]["entrants"] == ["ann", "bob"]
    called = await ann.expect("tournament_table", status="called")
    assert (called["table"], called["round"]) == ("R1.1", 1)
    assert 0 < called["left_ms"] <= 300_000
    for client in (ann, bob):
        await client.ask("ready", room=called["room"])
    playing = await ann.expect("tournament_table", status="playing")
    start = await ann.expect("match_start")
    assert playing["match_id"] == start["match_id"]
    await asyncio.gather(*(play_on(one, start["match_id"]) for one in (ann, bob)))
    decided = await bob.expect("tournament_table", status="decided")
    assert sorted(decided["points"]) in ([0, 1], [0.5, 0.5])
    assert decided["points"] == [float(one) for one in director.tournament.course.scores()]
    over = await bob.expect("tournament", where=lambda one: one["tournament"]["state"] == "over")
    assert over["tournament"]["yours"] == [{"entrant": 1, "name": "bob"}]


async def test_entering_twice_is_entering_once_and_leaving_takes_it_back(server: Server) -> None:
    director = offer(server, OPEN)
    ann = await newcomer(server, "ann")
    for _ in range(2):
        told = await ann.ask("tournament_enter", tournament="cup")
        assert told["tournament"]["entrants"] == 1
    told = await ann.ask("tournament_leave", tournament="cup")
    assert "yours" not in told["tournament"]
    assert told["tournament"]["may_enter"]
    assert director.tournament.entrants == []
    refusal = await ann.refused("tournament_leave", tournament="cup")
    assert (refusal["code"], refusal["msg"]) == ("wrong_state", "you do not take part in cup")


async def test_who_leaves_later_has_lost_and_that_is_for_good(server: Server) -> None:
    director = offer(server, OPEN, kind="round_robin", bots=("A",))
    ann, bob = await newcomer(server, "ann"), await newcomer(server, "bob")
    for client in (ann, bob):
        await client.ask("tournament_enter", tournament="cup")
    begin(server, director)
    await ann.expect("tournament_table", status="called")
    for _ in range(2):
        told = await ann.ask("tournament_leave", tournament="cup")
        assert told["tournament"]["yours"] == [{"entrant": 1, "name": "ann", "out": True}]
    lost = await ann.expect("tournament_table", status="decided")
    assert lost["points"][lost["you"]] == 0
    await bob.expect(
        "tournament_table", status="decided", where=lambda one: "ann" in one["entrants"]
    )
    assert (await ann.refused("tournament_enter", tournament="other"))["code"] == "not_found"


async def test_who_comes_late_is_drawn_from_the_next_round_on_also_after_a_restart(
    tmp_path: Path,
) -> None:
    async with life(tmp_path) as server:
        lines = (OPEN, "late_rounds = 1", "ready = false")
        director = offer(server, *lines, bots=("A",), rounds=3)
        ann, bob = await newcomer(server, "ann"), await newcomer(server, "bob")
        await ann.ask("tournament_enter", tournament="cup")
        begin(server, director)
        await ann.expect("tournament_table", status="playing")
        assert (await cup_of(bob))["may_enter"] is True
        entered = (await bob.ask("tournament_enter", tournament="cup"))["tournament"]
        assert (entered["state"], entered["entrants"]) == ("running", 3)
        assert entered["yours"] == [{"entrant": 2, "name": "bob"}]
        course = director.tournament.course
        assert [(one.draw.round, one.entrants) for one in course.sittings] == [(1, (0, 1))]
        bob_user = bob_of(server)
    async with life(tmp_path) as server:
        one = server.app.feature(TournamentFeature).tournaments.director("cup").tournament
        assert [who.name for who in one.entrants] == ["A", "ann", "bob"]
        assert one.course.entrants == 3
        clients = [await come(server, user) for user in (ann_of(server), bob_of(server))]
        assert bob_of(server).id == bob_user.id
        async with playing(*clients):
            await server.until(lambda: one.course.last_round == 3)
            late = await newcomer(server, "cat")
            assert "may_enter" not in await cup_of(late)
            refusal = await late.refused("tournament_enter", tournament="cup")
            assert (refusal["code"], "it takes no more entrants" in refusal["msg"]) == (
                "wrong_state",
                True,
            )
            await server.until(lambda: one.state == "over")
        assert len(one.course.decided_of(2)) == 2
        assert one.course.scores()[2] <= 2


def ann_of(server: Server) -> User:
    return server.app.people.accounts.register.named("ann", lambda user: True)


def bob_of(server: Server) -> User:
    return server.app.people.accounts.register.named("bob", lambda user: True)


@pytest.mark.parametrize(
    ("lines", "state", "code", "words"),
    [
        ((), "open", "forbidden", "its open_to is empty; its organiser can enter you"),
        (
            ('open_to = ["bot"]',),
            "open",
            "forbidden",
            "cup: it is not open to human (people): its open_to is bot; its organiser can enter you",
        ),
        ((OPEN, "most = 2"), "open", "wrong_state", "expected at most 2, got 3"),
        ((OPEN,), "running", "wrong_state", "it takes no more entrants"),
        ((OPEN,), "draft", "not_found", "tournament cup is not known here"),
    ],
)
async def test_who_may_not_enter_is_told_why(
    server: Server, lines: tuple[str, ...], state: Any, code: str, words: str
) -> None:
    director = offer(server, *lines, bots=("A", "B"))
    if state == "running":
        begin(server, director)
    director.tournament.state = state
    ann = await newcomer(server, "ann")
    refusal = await ann.refused("tournament_enter", tournament="cup")
    assert refusal["code"] == code
    assert words in refusal["msg"]
    assert len(director.tournament.entrants) == 2


async def test_a_program_is_told_which_field_keeps_it_out_and_what_it_can_do(
    server: Server,
) -> None:
    offer(server, 'open_to = ["human", "hosted"]')
    crab = await come(
        server, account(server, "crab"), client={"name": "test", "lang": "python", "version": "1"}
    )
    refusal = await crab.refused("tournament_enter", tournament="cup")
    assert refusal["msg"] == (
        "cup: it is not open to bot (programs that connect from outside): its open_to is human, hosted; "
        "its organiser can enter you, or you can upload your program, and let it enter"
    )


async def test_guests_watch_and_do_not_enter(server: Server) -> None:
    offer(server, OPEN)
    guest = await server.connect("ann")
    refusal = await guest.refused("tournament_enter", tournament="cup")
    assert (refusal["code"], refusal["msg"]) == (
        "forbidden",
        "cup: only accounts take part in tournaments",
    )
    assert "may_enter" not in await cup_of(guest)


async def test_programs_enter_where_programs_may(server: Server) -> None:
    director = offer(server, 'open_to = ["bot"]')
    crab = account(server, "crab", is_bot=True)
    client = await come(server, crab)
    assert (await cup_of(client))["may_enter"]
    await client.ask("tournament_enter", tournament="cup")
    program = await come(server, account(server, "ann"), client={"name": "test", "lang": "python"})
    await program.ask("tournament_enter", tournament="cup")
    assert [one.name for one in director.tournament.entrants] == ["crab", "ann"]


async def test_a_name_that_is_taken_is_refused(server: Server) -> None:
    offer(server, OPEN, bots=("ann",))
    ann = await newcomer(server, "ann")
    refusal = await ann.refused("tournament_enter", tournament="cup")
    assert (refusal["code"], refusal["msg"]) == ("wrong_state", "entrant: two have the name ann")


async def test_owners_enter_their_uploaded_bots(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    director = offer(server, OPEN)
    ann = await newcomer(server, "ann")
    refusal = await ann.refused("tournament_enter", tournament="cup", bot="ferris")
    assert refusal["code"] == "bad_option"
    assert refusal["data"] == {
        "path": "bot",
        "want": "a bot you have uploaded that plays crossfire",
    }
    owned = {"ferris": "ferris@3", "ferris@2": "ferris@2"}
    hosted = server.app.feature(UploadFeature).hosted
    monkeypatch.setattr(hosted, "owned", lambda name, user, game: owned.get(name))
    monkeypatch.setattr(hosted, "owner_of", lambda title: ann.user if "@" in title else None)
    for name in ("ferris", "ferris@2"):
        await ann.ask("tournament_enter", tournament="cup", bot=name)
    told = await ann.ask("tournament_enter", tournament="cup", bot="ferris")
    assert told["tournament"]["yours"] == [
        {"entrant": 0, "name": "ferris@3", "bot": "ferris@3"},
        {"entrant": 1, "name": "ferris@2", "bot": "ferris@2"},
    ]
    assert told["tournament"]["may_enter"]  # herself
    await ann.ask("tournament_enter", tournament="cup")
    await ann.ask("tournament_leave", tournament="cup", bot="ferris@2")
    assert [one.name for one in director.tournament.entrants] == ["ferris@3", "ann"]
    refusal = await ann.refused("tournament_leave", tournament="cup", bot="crab")
    assert refusal["msg"] == "crab does not take part in cup"
    await ann.ask("tournament_leave", tournament="cup", bot="ferris")
    assert [one.name for one in director.tournament.entrants] == ["ann"]


async def test_an_uploaded_bot_that_its_owner_has_entered_plays(server: Server) -> None:
    await open_hosting(server)
    olga = account(server, "olga")
    version = await upload(server, olga, bot("ferris", "table_bot.py", "first"))
    assert version.state is VersionState.READY
    hosted, game = server.app.feature(UploadFeature).hosted, "crossfire"
    assert [hosted.owned(name, olga, game) for name in ("ferris", "ferris@1")] == ["ferris@1"] * 2
    assert [hosted.owned(name, olga, game) for name in ("ferris@2", "ferris@", "crab")] == [
        None
    ] * 3
    assert hosted.owned("ferris", olga, "catan") is None
    assert hosted.owned("ferris", account(server, "eve"), game) is None
    director = offer(server, OPEN, bots=("A",))
    owner = await come(server, olga)
    told = await owner.ask("tournament_enter", tournament="cup", bot="ferris")
    assert told["tournament"]["yours"] == [{"entrant": 1, "name": "ferris@1", "bot": "ferris@1"}]
    begin(server, director)
    await server.until(lambda: director.tournament.state == "over")
    (table,) = director.tournament.course.sittings
    assert len(table.played) == 1
    assert not table.absent


async def test_that_somebody_has_entered_outlives_the_server(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        offer(server, OPEN)
        ann = account(server, "ann")
        await (await come(server, ann)).ask("tournament_enter", tournament="cup")
    async with life(tmp_path) as server:
        again = await come(server, ann)
        assert (await cup_of(again))["yours"] == [{"entrant": 0, "name": "ann"}]


async def test_the_list_comes_in_pages_newest_first(server: Server) -> None:
    offer(server, OPEN)
    for name in ("b", "c"):
        text = tournament_file(bots=()).replace('"cup"', f'"{name}"')
        server.app.feature(TournamentFeature).tournaments.create(
            text, None, lambda user: True
        ).open()
    ann = await server.connect("ann")
    page = await ann.ask("tournaments", count=2)
    assert [one["tournament"] for one in page["items"]] == ["c", "b"]
    rest = await ann.ask("tournaments", before=page["cursor"])
    assert [one["tournament"] for one in rest["items"]] == ["cup"]
    assert "cursor" not in rest
    assert (await ann.refused("tournaments", before="d"))["code"] == "not_found"


async def test_a_page_fits_into_a_frame_of_the_client(server: Server) -> None:
    for name in ("a", "b", "c"):
        text = tournament_file(bots=()).replace('"cup"', f'"{name}"')
        server.app.feature(TournamentFeature).tournaments.create(
            text, None, lambda user: True
        ).open()
    ann = await server.connect("ann", max_frame=1_024)
    page = await ann.ask("tournaments")
    assert len(page["items"]) == 2
    assert page["cursor"] == "b"


# Classes.


async def test_a_tournament_of_a_class_is_seen_and_entered_by_it_alone(server: Server) -> None:
    accounts = server.app.people.accounts
    teacher = account(server, "Ms Hill", Role.ORGANISER)
    one, other = (accounts.classrooms.add(name, teacher.id) for name in ("7b", "7c"))
    otter = await come(server, accounts.classrooms.add_pupil(one, "Otter"))
    heron = await come(server, accounts.classrooms.add_pupil(other, "Heron"))
    stranger = await newcomer(server, "ann")
    for client in (otter, heron, stranger):
        await client.ask("tournaments", follow=True)
    director = offer(server, OPEN, 'classroom = "7b"', owner=teacher)
    told = (await otter.expect("tournament"))["tournament"]
    assert told["organiser"] == "Ms Hill"
    assert director.tournament.key in told["page"]
    await otter.ask("tournament_enter", tournament="cup")
    assert (await cup_of(await come(server, teacher)))["entrants"] == 1
    for client in (heron, stranger):
        assert (await client.ask("tournaments"))["items"] == []
        assert (await client.refused("tournament_enter", tournament="cup"))["code"] == "not_found"
        assert client.of_type("tournament") == []


async def test_a_class_that_is_not_yours_is_refused(server: Server) -> None:
    accounts = server.app.people.accounts
    teacher = account(server, "Ms Hill", Role.ORGANISER)
    accounts.classrooms.add("7b", teacher.id)
    text = tournament_file("swiss", 'classroom = "7b"', bots=())
    with pytest.raises(Exception, match="no classes go by '7b'"):
        server.app.feature(TournamentFeature).tournaments.create(text, teacher, lambda user: False)


async def test_a_pupil_may_not_enter_among_strangers(server: Server) -> None:
    accounts = server.app.people.accounts
    teacher = account(server, "Ms Hill", Role.ORGANISER)
    room = accounts.classrooms.add("7b", teacher.id)
    otter = await come(server, accounts.classrooms.add_pupil(room, "Otter"))
    offer(server, OPEN)
    await (await newcomer(server, "ann")).ask("tournament_enter", tournament="cup")
    assert "may_enter" not in await cup_of(otter)
    refusal = await otter.refused("tournament_enter", tournament="cup")
    assert refusal["code"] == "forbidden"


# What is told.


async def test_followers_are_told_what_changes_for_them_until_they_want_it_no_more(
    server: Server,
) -> None:
    ann, bob = await server.connect("ann"), await server.connect("bob")
    for client in (ann, bob):
        await client.ask("tournaments", follow=True)
    await bob.ask("tournaments", follow=False)
    director = offer(server, OPEN)
    await ann.expect("tournament")
    director.changed()  # and nothing is other than it was
    await server.until(lambda: not server.app.feature(TournamentFeature).tournaments.news._changed)
    server.app.feature(TournamentFeature).tournaments.remove(director.tournament)
    gone = await ann.expect("tournament")
    assert gone["tournament"]["state"] == "gone"
    for client in (ann, bob):
        await client.settled()
    assert len(ann.of_type("tournament")) == 2
    assert bob.of_type("tournament") == []


async def test_who_may_know_of_it_no_more_is_told_that_it_is_gone(server: Server) -> None:
    ann = await newcomer(server, "ann")
    director = offer(server, OPEN)
    await ann.ask("tournament_enter", tournament="cup")
    await server.until(lambda: not server.app.feature(TournamentFeature).tournaments.news._changed)
    await ann.settled()
    ann.forget()
    director.tournament.state = "draft"  # as where it could not start
    director.changed()
    assert (await ann.expect("tournament"))["tournament"]["state"] == "gone"
    director.tournament.open()
    director.changed()
    assert (await ann.expect("tournament"))["tournament"]["state"] == "open"


async def test_who_was_away_hears_it_when_he_comes_back(server: Server) -> None:
    ann = await newcomer(server, "ann")
    await ann.ask("tournaments", follow=True)
    seq = max(one["seq"] for one in ann.heard if "seq" in one)
    await ann.cut()
    director = offer(server, OPEN)
    await server.until(
        lambda: (
            director.tournament.id in server.app.feature(TournamentFeature).tournaments.news._told
        )
    )
    await server.until(lambda: bool(server.app.feature(TournamentFeature).tournaments.news._missed))
    again = await server.dial("ann")
    resume = {
        "session": ann.welcome["session"],
        "token": ann.welcome["resume_token"],
        "seq": seq,
    }
    user = server.app.people.find(ann.user)
    assert user is not None
    auth = {"kind": "token", "token": token_of(server, user)}
    await again.log_in(auth=auth, resume=resume)
    assert again.welcome["resumed"]
    assert (await again.expect("tournament"))["tournament"]["state"] == "open"


async def test_a_table_that_waits_is_told_again_after_a_new_login(server: Server) -> None:
    director = offer(server, OPEN, bots=("A",))
    user = account(server, "ann")
    ann = await come(server, user)
    await ann.ask("tournament_enter", tournament="cup")
    begin(server, director)
    room = (await ann.expect("tournament_table", status="called"))["room"]
    await ann.leave()
    ann = await come(server, user)
    assert (await ann.expect("tournament_table", status="called"))["room"] == room


async def test_of_what_is_hidden_nobody_is_told_anything(server: Server) -> None:
    ann, bob, eve = [await newcomer(server, name) for name in ("ann", "bob", "eve")]
    await eve.ask("tournaments", follow=True)
    director = offer(server, OPEN, 'results = "hidden"', kind="round_robin")
    for client in (ann, bob):
        await client.ask("tournament_enter", tournament="cup")
    begin(server, director)
    called = await ann.expect("tournament_table")
    assert called["status"] == "called"
    for client in (ann, bob):
        await client.ask("ready", room=called["room"])
    start = await ann.expect("match_start")
    await asyncio.gather(*(play_on(one, start["match_id"]) for one in (ann, bob)))
    decided = await ann.expect("tournament_table", status="decided")
    assert {"places", "points"}.isdisjoint(decided)
    await server.until(lambda: director.tournament.state == "over")
    await server.until(lambda: not server.app.feature(TournamentFeature).tournaments.news._changed)
    await eve.settled()
    states = [one["tournament"]["state"] for one in eve.of_type("tournament")]
    assert states[-1] == "running"
    assert states.count("running") == 1


async def test_that_an_opponent_has_left_is_hidden_until_his_table_is_called(
    server: Server,
) -> None:
    ann, bob = [await newcomer(server, name) for name in ("ann", "bob")]
    director = offer(
        server, OPEN, 'results = "hidden"', "tables = 1", kind="round_robin", bots=("A",)
    )
    for client in (ann, bob):
        await client.ask("tournament_enter", tournament="cup")
    director.tournament.start(0)
    director.tournament.draw(director.tournament.format.draws(director.tournament.course, NOW))
    director.tournament.pause()
    director.changed()
    await ann.ask("tournament_leave", tournament="cup")
    await bob.settled()
    assert bob.of_type("tournament_table") == []


# The SDK and the command.


async def test_the_sdk_lists_enters_and_leaves(server: Server) -> None:
    offer(server, OPEN)
    token = token_of(server, account(server, "ann"))
    async with Sdk(f"infoset://127.0.0.1:{server.port}", token=token, is_person=True) as client:
        assert [one.may_enter async for one in list_tournaments(client, follow=True)] == [True]
        assert (await enter_tournament(client, "cup")).yours[0].name == "ann"
        assert (await leave_tournament(client, "cup")).yours == []


async def test_a_bot_enters_plays_its_tables_and_ends_with_the_tournament(server: Server) -> None:
    director = offer(server, OPEN, bots=("A",))
    token = token_of(server, account(server, "crab", is_bot=True))
    results: list[Any] = []
    async with Sdk(f"infoset://127.0.0.1:{server.port}", token=token) as client:
        plan = Plan(tournament="cup", matches=None)
        host = Host(
            client, lambda match, start: BotSeat(match, RandomBot, client.ask), plan, results.append
        )
        playing = asyncio.create_task(host.run())
        await server.until(lambda: len(director.tournament.entrants) == 2)
        begin(server, director)
        async with asyncio.timeout(PATIENCE_S):
            await playing
    assert len(results) == len(director.tournament.sitting(0).played) == 1
    assert director.tournament.state == "over"


async def test_players_enter_and_leave_from_the_command_line(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ann.token"
    file.write_text(token_of(server, account(server, "ann")), encoding="ascii")

    async def ask(*words: str, code: int = 0) -> str:
        parser = argparse.ArgumentParser()
        run = command.command(parser)
        url = f"infoset://127.0.0.1:{server.port}"
        args = parser.parse_args(["--url", url, "--token-file", str(file), *words])
        assert await asyncio.to_thread(run, args) == code
        said = capsys.readouterr()
        return said.out + said.err

    assert await ask("offers") == "no tournament is open\n"
    offer(server, OPEN)
    assert "may enter" in await ask("offers")
    entered = "Winter Cup (cup) is open, 1 entrants, yours: ann\n"
    assert await ask("enter", "cup") == entered
    assert (await ask("offers")).splitlines()[1].endswith("  ann")
    assert "cup has no berserk" in await ask("berserk", "cup", code=1)
    assert await ask("leave", "cup") == "Winter Cup (cup) is open, 0 entrants, none of them yours\n"
    assert "you do not take part in cup" in await ask("leave", "cup", code=1)
    assert "a bot you have uploaded" in await ask("enter", "cup", "--my-bot", "crab", code=1)


async def test_players_go_berserk_from_the_command_line(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ann.token"
    file.write_text(token_of(server, account(server, "ann")), encoding="ascii")
    clock = 'clock = { kind = "bank", main_ms = 60_000 }'
    offer(server, clock, kind="arena", bots=("A",), users=("ann",), minutes=5, berserk="true")
    url = f"infoset://127.0.0.1:{server.port}"
    for words, yours in ((["cup"], "ann (berserk)"), (["cup", "--off"], "ann")):
        parser = argparse.ArgumentParser()
        run = command.command(parser)
        args = parser.parse_args(["--url", url, "--token-file", str(file), "berserk", *words])
        assert await asyncio.to_thread(run, args) == 0
        assert capsys.readouterr().out == (
            f"Winter Cup (cup) is open, 2 entrants, yours: {yours}\n"
        )
