"""A class plays its own ladder, made by its teacher: nobody else sees it or watches it, and it goes with the class."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import orjson
import pytest
from pydantic import ValidationError
from tests.faults.servers import running_server
from tests.integration.harness import VILLAINS, Client, Server, open_server
from tests.integration.test_ladder import playing
from tests.integration.test_routes import exchange
from tests.integration.uploads import account, bot, open_hosting, upload
from websockets.datastructures import Headers
from websockets.http11 import Response

from infoset_server.accounts.classrooms import Classroom
from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import ConsoleError, Role, User
from infoset_server.admin.commands import Operator, Result
from infoset_server.app.features.ladders import LadderFeature
from infoset_server.app.features.uploads import UploadFeature
from infoset_server.commands.ladder_views import calculate
from infoset_server.common.request_errors import NotFoundError
from infoset_server.contests.ladder import scheduler
from infoset_server.contests.ladder.entries import EntryState
from infoset_server.contests.ladder.ladder import Ladder, LadderState
from infoset_server.http.ladders import LadderPages
from infoset_server.http.routes import Router
from infoset_server.network.caller import Caller

ASKED = {"ladder": "ours", "classroom": "7b", "game": "crossfire", "options": {"preset": "mini"}}


@asynccontextmanager
async def life(data: Path, **settings: Any) -> AsyncIterator[Server]:
    """One life of a server that keeps its records in `data`."""
    async with open_server(data, store__enabled=True, **settings) as server:
        yield server
        await server.app.close(0)


def give(server: Server, by: User, name: str, **asked: Any) -> str:
    """Gives a command as the console would."""
    commands = {one.name: one for one in server.app.core.services.commands()}
    command = commands[name]
    operator = Operator(by, by.scopes(0))
    assert command.scope in operator.scopes
    result = command.run(operator, command.arguments.model_validate(asked))
    assert isinstance(result, Result)
    return result.message


def found_class(server: Server, *pupils: str) -> tuple[User, Classroom]:
    """A teacher with a class 7b."""
    accounts = server.app.people.accounts
    teacher = accounts.register.add_account("Ms Hill", Role.ORGANISER)
    room = accounts.classrooms.add("7b", teacher.id)
    for name in pupils:
        accounts.classrooms.add_pupil(room, name)
    return teacher, room


async def come(server: Server, name: str) -> Client:
    """A pupil logs in."""
    accounts = server.app.people.accounts
    user = next(one for one in accounts.register if one.name == name)
    token = accounts.credentials.issue(user, Kind.USER)[1]
    client = await server.dial(name)
    return await client.log_in(auth={"kind": "token", "token": token})


async def queue(client: Client) -> None:
    """The client has an entry that plays."""
    asked = {"ladder": "ours", "name": client.name, "kind": "human"}
    entry = (await client.ask("ladder_register", **asked))["data"]["entry"]
    await client.ask("ladder_queue", ladder="ours", entry=entry, games=1)


def ladder_of(server: Server) -> Ladder:
    return server.app.feature(LadderFeature).ladders.ladders["ours"]


async def test_a_class_plays_among_itself_and_nobody_else_sees_its_ladder_or_its_matches(
    tmp_path: Path,
) -> None:
    async with life(tmp_path) as server:
        teacher, _ = found_class(server, "Otter", "Lynx")
        said = give(server, teacher, "class-ladder", **ASKED)
        assert said.startswith("ladder ours is open to 7b; nothing is played yet: 0 play")
        stranger = await server.connect("stranger")
        await stranger.ask("watch_lobby")
        assert (await stranger.ask("ladders"))["items"] == []
        asked = {"ladder": "ours", "name": "x", "kind": "human"}
        assert (await stranger.refused("ladder_register", **asked))["code"] == "not_found"
        assert (await stranger.refused("standings", ladder="ours"))["code"] == "not_found"
        otter, lynx = await come(server, "Otter"), await come(server, "Lynx")
        for client in (otter, lynx):
            await queue(client)
        match_id = (await otter.expect("match_start"))["match_id"]
        refused = await stranger.refused("watch", match_id=match_id)
        assert refused["code"] == "not_found"
        room = server.app.play.room_of(server.live(match_id))
        assert (await stranger.refused("join", room=room.id))["code"] == "not_found"
        async with playing(otter, lynx):
            await server.until(lambda: len(ladder_of(server).results) == 1)
        await stranger.settled()
        assert room.id not in str(stranger.of_type("lobby"))
        assert (await otter.ask("ladders"))["items"][0]["title"] == "ours"


async def test_a_ladder_without_a_file_outlives_the_server_and_goes_with_its_class(
    tmp_path: Path, monkeypatch: Any
) -> None:
    async with life(tmp_path) as server:
        teacher, _ = found_class(server, "Otter")
        give(server, teacher, "class-ladder", **ASKED)
        assert give(server, teacher, "ladder", ladder="ours", state="paused")
    assert not (tmp_path / "ladders").exists()
    monkeypatch.setattr(scheduler, "LOOK_S", 0.01)
    async with life(tmp_path) as server:
        assert ladder_of(server).state is LadderState.PAUSED
        classrooms = server.app.people.accounts.classrooms
        (room,) = classrooms
        assert ladder_of(server).file.classroom == room.id
        classrooms.remove(room)
        await server.until(lambda: not server.app.feature(LadderFeature).ladders.ladders)


async def test_seasons_of_a_class_are_ended_by_its_teacher_and_seen_by_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "LOOK_S", 0.01)
    async with life(tmp_path) as server:
        teacher, _ = found_class(server, "Otter", "Lynx")
        other = server.app.people.accounts.register.add_account("Mr Dale", Role.ORGANISER)
        give(server, teacher, "class-ladder", **ASKED, seasons="fresh", season_days=28)
        rules = ladder_of(server).file.seasons
        assert rules is not None
        assert (rules.ratings, rules.days) == ("fresh", 28)
        otter, lynx = await come(server, "Otter"), await come(server, "Lynx")
        for client in (otter, lynx):
            await queue(client)
        await otter.expect("match_start")
        async with playing(otter, lynx):
            await server.until(lambda: len(ladder_of(server).results) == 1)
        await server.until(lambda: ladder_of(server).standings.table is not None)
        hill = await come(server, "Ms Hill")
        for viewer in (lynx, hill):
            profile = await viewer.ask("show_profile", user="Otter")
            assert [one["ladder"] for one in profile["ratings"]] == ["ours"]
        refused = await (await come(server, "Mr Dale")).refused("show_profile", user="Otter")
        assert refused["code"] == "not_found"
        for command in ("end-season", "seasons"):
            with pytest.raises(NotFoundError, match="ladder ours"):
                give(server, other, command, ladder="ours")
        assert give(server, teacher, "end-season", ladder="ours").startswith("season 1 of ours")
        await server.until(lambda: ladder_of(server).seasons.current.number == 2)
        table = await otter.ask("standings", ladder="ours", season=1)
        assert sorted(row["name"] for row in table["rows"]) == ["Lynx", "Otter"]
        stranger = await server.connect("stranger")
        refused = await stranger.refused("standings", ladder="ours", season=1)
        assert refused["code"] == "not_found"
        page = Router(LadderPages(server.app.feature(LadderFeature).ladders).routes())
        for path in ("seasons", "season/1", "season/1/csv"):
            answer = page.look(f"/ladder/ours/{path}", Caller("192.0.2.7"))
            assert answer is not None
            assert answer.status_code == 404
    async with life(tmp_path) as server:
        seasons = ladder_of(server).seasons
        assert (seasons.current.number, [*seasons.past]) == (2, [1])


async def test_every_page_of_a_ladder_of_a_class_is_for_its_class_and_its_teacher_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To everybody else, each answer is that about a ladder that never was."""
    monkeypatch.setattr(scheduler, "LOOK_S", 0.01)
    patient = {"connections__failed_hellos_per_min": 1_000}
    async with life(tmp_path, bots__manifest=VILLAINS, **patient) as server:
        teacher, room = found_class(server, "Otter")
        accounts = server.app.people.accounts
        other = accounts.register.add_account("Mr Dale", Role.ORGANISER)
        foreign = accounts.classrooms.add_pupil(accounts.classrooms.add("7c", other.id), "Vole")
        (otter,) = accounts.register.members(room.id)
        manager = accounts.register.add_account("root", Role.MANAGER)
        give(server, teacher, "class-ladder", **BOTS, seasons="fresh")
        ladder = ladder_of(server)
        await server.until(lambda: len(ladder.results) >= 2)
        give(server, teacher, "ladder", ladder="ours", state="paused")
        give(server, teacher, "end-season", ladder="ours")
        await server.until(lambda: ladder.seasons.current.number == 2)

        def token(user: User, *scopes: str) -> str:
            narrow = frozenset(scopes) or None
            return accounts.credentials.issue(user, Kind.USER, scopes=narrow)[1]

        insiders = {one.name: token(one) for one in (otter, teacher, manager)}
        outsiders = {
            "nobody": None,
            "a guest's": "not a token of an account",
            "another class": token(foreign),
            "another teacher": token(other),
            "a pupil's to watch": token(otter, "watch"),
            "the teacher's to play": token(teacher, "play", "watch"),
        }
        routes = list(server.app.feature(LadderFeature).routes())
        router, entry = Router(routes), next(iter(ladder.entries))
        assert len(routes) == 11

        def look(path: str, shown: str | None, name: str = "ours") -> list[Any]:
            real = path.replace("{name}", name).replace("{season}", "1").replace("{entry}", entry)
            about = {} if shown is None else {"Authorization": f"Bearer {shown}"}
            return answer_of(router.look(real, Caller("127.0.0.1"), Headers(about)))

        for route in routes:
            for who, shown in insiders.items():
                status, text = look(route.path, shown)
                assert (status, "ours" in text or "first" in text) == (200, True), (route.path, who)
            for who, other_token in outsiders.items():
                never = look(route.path, other_token, "never")
                assert look(route.path, other_token) == never, (route.path, who)
                assert "ours" not in str(never), (route.path, who)
        table = orjson.loads(look("/ladder/{name}", insiders["Otter"])[1])
        assert (table["classroom"], table["may_enter"]) == ("7b", True)
        about = {"Authorization": f"Bearer {insiders['Otter']}"}
        sent = (server.port, "GET", "/ladder/ours", b"", about)
        assert (await asyncio.to_thread(exchange, *sent)).plain == table  # and over a wire
        accounts.classrooms.rename(room, "8b")
        table = orjson.loads(look("/ladder/{name}", insiders["Ms Hill"])[1])
        assert (table["classroom"], table["may_enter"]) == ("8b", False)
        past = orjson.loads(look("/ladder/{name}/entry/{entry}", insiders["Otter"])[1])["seasons"]
        assert [(one["season"], one["entry"]) for one in past] == [(1, entry)]
        accounts.classrooms.remove_pupil(otter)
        assert look("/ladder/{name}", insiders["Otter"])[0] == 401


async def test_how_long_a_season_lasts_is_asked_for_with_seasons_only(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        teacher, _ = found_class(server)
        with pytest.raises(ConsoleError, match=r"season_days: expected seasons"):
            give(server, teacher, "class-ladder", **ASKED, season_days=7)
        for wrong in (0, -1, 1e9, float("nan")):
            with pytest.raises(ValidationError, match="season_days"):
                give(server, teacher, "class-ladder", **ASKED, seasons="fresh", season_days=wrong)
        assert not server.app.feature(LadderFeature).ladders.ladders


async def test_a_pupil_who_left_is_not_paired_and_who_comes_under_the_name_enters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "LOOK_S", 0.01)
    async with life(tmp_path) as server:
        teacher, room = found_class(server, "Otter", "Lynx")
        give(server, teacher, "class-ladder", **ASKED)
        otter, lynx = await come(server, "Otter"), await come(server, "Lynx")
        for client in (otter, lynx):
            await queue(client)
        await otter.expect("match_start")
        async with playing(otter, lynx):
            await server.until(lambda: len(ladder_of(server).results) == 1)
        accounts = server.app.people.accounts
        gone = next(one for one in accounts.register.members(room.id) if one.name == "Otter")
        accounts.classrooms.remove_pupil(gone)
        accounts.classrooms.add_pupil(room, "Otter")
        again = await come(server, "Otter")
        await queue(again)
        entries = [one for one in ladder_of(server).entries.values() if one.name == "Otter"]
        assert [one.state.value for one in entries] == ["retired", "queued"]
        await server.until(lambda: ladder_of(server).standings.table is not None)
        rows = (await lynx.ask("standings", ladder="ours"))["rows"]
        assert sorted(row["name"] for row in rows) == ["Lynx", "Otter", "Otter"]
    async with life(tmp_path) as server:
        entries = [one for one in ladder_of(server).entries.values() if one.name == "Otter"]
        assert "retired" in {one.state.value for one in entries}


BOTS: Final = {**ASKED, "hosted": ["first", "babble"]}
UNKNOWN: Final = "m_NoSuchMatch0"
TO_A_MATCH: Final[list[tuple[str, dict[str, Any]]]] = [  # requests that name a match
    ("watch", {}),
    ("unwatch", {}),
    ("act", {"decision": 1, "index": 0}),
    ("resign", {}),
    ("sync", {}),
    ("chat", {"text": "Hello?"}),
    ("consent", {"on": True}),
    ("assist_invite", {}),
    ("commit", {"decision": 1}),
    ("determinize", {"count": 1}),
    ("release", {}),
]


async def seen_of(server: Server, guest: Client, match_id: str) -> list[Any]:
    """All that a guest is told about a match and about matches, the name of the match left out."""
    page = Router(LadderPages(server.app.feature(LadderFeature).ladders).routes())
    paths = ["/ladder", "/ladder/ours", "/ladder/ours/results", "/ladder/ours/crosstable"]
    asked = {"view": "all", "form": "actions"}
    told = [
        (await guest.ask("replays"))["items"],
        (await guest.ask("ladders"))["items"],
        *[await guest.refused("replay", replay=match_id, **more) for more in (asked, {})],
        await guest.refused("replays", before=match_id),
        *[await guest.refused(kind, match_id=match_id, **more) for kind, more in TO_A_MATCH],
        await guest.refused("standings", ladder="ours"),
        *[answer_of(page.look(path, Caller("192.0.2.7"))) for path in paths],
    ]
    return [
        {name: value for name, value in one.items() if name not in ("re", "seq")}
        if isinstance(one, dict)
        else one
        for one in orjson.loads(orjson.dumps(told).replace(match_id.encode(), b"MATCH"))
    ]


def answer_of(answer: Response | None) -> list[Any]:
    """The answer of a page: status and text."""
    return [] if answer is None else [answer.status_code, bytes(answer.body).decode()]


async def test_matches_of_bots_on_a_ladder_of_a_class_are_no_matches_to_anybody_else(
    tmp_path: Path, monkeypatch: Any
) -> None:
    """The twin: a server with a class whose bots play tells a guest what one without it does."""
    monkeypatch.setattr(scheduler, "LOOK_S", 0.01)
    (tmp_path / "twin").mkdir()
    async with life(tmp_path / "twin", bots__manifest=VILLAINS) as twin:
        nothing = await seen_of(twin, await twin.connect("guest"), UNKNOWN)
    async with life(tmp_path, bots__manifest=VILLAINS) as server:
        teacher, _ = found_class(server, "Otter")
        give(server, teacher, "class-ladder", **BOTS)
        guest = await server.connect("guest")
        await guest.ask("watch_lobby")
        await server.until(lambda: bool(ladder_of(server).meetings))
        await server.until(lambda: len(ladder_of(server).results) >= 2)
        running = next(iter(server.app.play.running), None)
        over = ladder_of(server).results[0].match_id
        give(server, teacher, "ladder", ladder="ours", state="paused")
        for match_id in filter(None, (running, over)):
            assert await seen_of(server, guest, match_id) == nothing
        otter = await come(server, "Otter")
        listed = [one["replay"] for one in (await otter.ask("replays"))["items"]]
        assert over in listed
        await otter.ask("replay", replay=over)
        await guest.settled()
        assert not any(message.get("rooms") for message in guest.of_type("lobby"))
    async with life(tmp_path, bots__manifest=VILLAINS) as server:
        assert await seen_of(server, await server.connect("guest"), over) == nothing


async def test_a_teacher_annuls_a_result_and_the_table_is_that_of_a_ladder_without_it(
    tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setattr(scheduler, "LOOK_S", 0.01)

    def is_rated(server: Server, outcomes: int) -> bool:
        table = ladder_of(server).standings.table
        return table is not None and table.outcomes == outcomes

    async with life(tmp_path, bots__manifest=VILLAINS) as server:
        teacher, _ = found_class(server, "Otter")
        give(server, teacher, "class-ladder", **BOTS)
        ladder = ladder_of(server)
        await server.until(lambda: len(ladder.results) >= 3)
        give(server, teacher, "ladder", ladder="ours", state="paused")
        await server.until(lambda: not ladder.meetings)
        played = list(ladder.results)
        assert all(one.counts for one in played)
        await server.until(lambda: is_rated(server, len(played)))
        spoilt = played[1].match_id
        said = give(server, teacher, "annul", ladder="ours", match=spoilt, reason="a power cut")
        assert said == f"ours: match {spoilt} is annulled"
        await server.until(lambda: is_rated(server, len(played) - 1))
        table = ladder.standings.table
        without = [one for one in played if one.match_id != spoilt]
        assert (
            await calculate("ours", replace(ladder.terms(), annulled=()), without)
        ).table == table
    async with life(tmp_path, bots__manifest=VILLAINS) as server:
        await server.until(lambda: is_rated(server, len(played) - 1))
        assert ladder_of(server).standings.table == table
        assert give(server, teacher, "reinstate", ladder="ours", match=spoilt)
        await server.until(lambda: is_rated(server, len(played)))


async def test_matches_of_a_class_that_an_earlier_version_listed_are_hidden(
    tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setattr(scheduler, "LOOK_S", 0.01)
    async with life(tmp_path, bots__manifest=VILLAINS) as server:
        teacher, _ = found_class(server)
        give(server, teacher, "class-ladder", **BOTS)
        finished = server.app.core.finished
        monkeypatch.setattr(
            finished, "add", lambda live, at_ms, _: type(finished).add(finished, live, at_ms, None)
        )
        await server.until(lambda: len(ladder_of(server).results) >= 1)
        over = ladder_of(server).results[0].match_id
        guest = await server.connect("guest")
        assert over in [one["replay"] for one in (await guest.ask("replays"))["items"]]
    async with life(tmp_path, bots__manifest=VILLAINS) as server:
        guest = await server.connect("guest")
        assert (await guest.ask("replays"))["items"] == []
        assert (await guest.refused("replay", replay=over))["code"] == "not_found"


async def test_a_match_of_a_class_that_was_put_aside_is_there_for_its_class_alone(
    tmp_path: Path, monkeypatch: Any
) -> None:
    """The twin: to a guest a damaged match of a class is a match that never was."""
    monkeypatch.setattr(scheduler, "LOOK_S", 0.01)
    async with life(tmp_path) as server:
        teacher, _ = found_class(server, "Otter", "Lynx", "Mole")
        give(server, teacher, "class-ladder", **ASKED)
        otter, lynx = await come(server, "Otter"), await come(server, "Lynx")
        for client in (otter, lynx):
            await queue(client)
        match_id = (await otter.expect("match_start"))["match_id"]
        give(server, teacher, "ladder", ladder="ours", state="paused")
        await damage(server, match_id)
    async with life(tmp_path) as server:
        assert [match_id in incident for incident in server.incidents] == [True]
        server.incidents.clear()
        guest, mole = await server.connect("guest"), await come(server, "Mole")
        assert await seen_of(server, guest, match_id) == await seen_of(server, guest, UNKNOWN)
        assert (await mole.refused("sync", match_id=match_id))["code"] == "internal"


async def damage(server: Server, match_id: str) -> None:
    """Lets a match begin a second time in its log, which no rules can read."""
    records = server.app.records
    assert records is not None
    leases = await records.journal.take([match_id])
    own = await records.journal.read(leases[match_id])
    told: asyncio.Queue[object] = asyncio.Queue()
    own.log.keep([own.steps[0]], told.put_nowait)
    assert await told.get() is None


async def upload_each(server: Server, *owners: User) -> None:
    """Each has a bot that is called after them."""
    for owner in owners:
        await upload(server, owner, bot(f"{owner.name.lower()}_bot", "table_bot.py", "first"))


def names_of(ladder: Ladder) -> list[str]:
    """The entries that play or wait for it."""
    return sorted(
        entry.name for entry in ladder.entries.values() if entry.state is EntryState.QUEUED
    )


async def test_a_file_that_admits_all_bots_to_a_ladder_of_a_class_admits_uploads_of_its_members(
    tmp_path: Path,
) -> None:
    """Whoever is outside is not told that their bot is kept out of it either, whatever it is called."""
    async with life(tmp_path) as server:
        await open_hosting(server)
        _, room = found_class(server, "Otter")
        accounts = server.app.people.accounts
        (otter,) = accounts.register.members(room.id)
        other = accounts.register.add_account("Mr Dale", Role.ORGANISER)
        vole = accounts.classrooms.add_pupil(accounts.classrooms.add("7c", other.id), "Vole")
        await upload_each(server, otter, vole, account(server, "Olga"))
        folder = tmp_path / "ladders"
        folder.mkdir(exist_ok=True)
        (folder / "ours.toml").write_text(
            f'game = "crossfire"\noptions = {{preset = "mini"}}\nhosted = "all"\n'
            f'classroom = "{room.id}"\nanchors = [{{name = "vole_bot", rating = 1900}}]\n',
            "utf-8",
        )
        server.app.feature(LadderFeature).ladders.load()
        assert names_of(ladder_of(server)) == ["babble", "first", "otter_bot"]
        assert server.app.feature(UploadFeature).hosted.kept_out == {"ours": {}}


async def test_uploads_of_a_class_play_on_its_ladder_where_its_teacher_asks_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "LOOK_S", 0.01)
    async with life(tmp_path) as server:
        await open_hosting(server)
        teacher, room = found_class(server, "Otter", "Lynx")
        accounts = server.app.people.accounts
        other = accounts.register.add_account("Mr Dale", Role.ORGANISER)
        vole = accounts.classrooms.add_pupil(accounts.classrooms.add("7c", other.id), "Vole")
        give(server, teacher, "class-ladder", **ASKED, uploads=True)
        give(server, teacher, "class-ladder", **ASKED | {"ladder": "plain"})
        await upload_each(
            server, vole, account(server, "Olga"), *accounts.register.members(room.id)
        )
        ladder = ladder_of(server)
        await server.until(lambda: len(ladder.results) >= 2)
        assert names_of(ladder) == ["lynx_bot", "otter_bot"]
        assert all(one.counts for one in ladder.results)
        played = {ladder.entries[entry].name for one in ladder.results for entry in one.entries}
        assert played == {"lynx_bot", "otter_bot"}
        assert len(ladder.entries) == 2
        plain = server.app.feature(LadderFeature).ladders.ladders["plain"]
        assert not plain.entries
        (info,) = [
            one
            for one in (await (await come(server, "Otter")).ask("ladders"))["items"]
            if one["ladder"] == "ours"
        ]
        assert info["open_to"] == ["human", "bot", "hosted"]
        hosted = server.app.feature(UploadFeature).hosted
        assert not any(bots for bots in hosted.kept_out.values())
        accounts.classrooms.remove_pupil(next(iter(accounts.register.members(room.id))))
        await server.until(lambda: len(names_of(ladder)) == 1)
    async with life(tmp_path) as server:
        assert ladder_of(server).file.uploads


async def test_a_bot_that_the_teacher_uploaded_plays_with_those_of_the_class_once_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "LOOK_S", 0.01)
    async with life(tmp_path) as server:
        await open_hosting(server)
        teacher, room = found_class(server, "Otter")
        await upload(server, teacher, bot("hill_bot", "table_bot.py", "first"))
        await upload_each(server, *server.app.people.accounts.register.members(room.id))
        give(server, teacher, "class-ladder", **ASKED | {"hosted": ["hill_bot"]}, uploads=True)
        ladder = ladder_of(server)
        await server.until(lambda: len(ladder.results) >= 2)
        assert names_of(ladder) == ["hill_bot", "otter_bot"]
        assert all(one.counts for one in ladder.results)
        give(server, teacher, "change-ladder", ladder="ours", hosted=[])
        await server.until(lambda: names_of(ladder) == ["otter_bot"])
        give(server, teacher, "change-ladder", ladder="ours", hosted=["hill_bot"])
        await server.until(lambda: len(names_of(ladder)) == 2)


def http(port: int, name: str, token: str, /, **asked: Any) -> Any:
    """The status and the answer of a command over HTTP."""
    about = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    answer = exchange(port, "POST", f"/admin/{name}", orjson.dumps(asked), about)
    return answer.status, answer.plain


async def test_a_change_holds_in_the_matches_that_follow_and_touches_no_other_ladder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "LOOK_S", 0.01)
    async with life(tmp_path, bots__manifest=VILLAINS) as server:
        teacher, _ = found_class(server, "Otter")
        give(server, teacher, "class-ladder", **ASKED | {"hosted": ["babble"]})
        give(server, teacher, "class-ladder", **ASKED | {"ladder": "other", "hosted": ["babble"]})
        ladders = server.app.feature(LadderFeature).ladders.ladders
        ladder, other = ladder_of(server), ladders["other"]
        await server.until(lambda: len(ladder.entries) == 1)
        assert "0 play" in give(server, teacher, "change-ladder", ladder="ours", hosted=[])
        changed = {"hosted": ["first", "babble"], "title": "Sprint", "matches": 1}
        give(server, teacher, "change-ladder", ladder="ours", **changed)
        await server.until(lambda: len(ladder.results) >= 2)
        results = len(ladder.results)
        give(server, teacher, "change-ladder", ladder="ours", hosted=["babble"])
        (first,) = [one for one in ladder.entries.values() if one.name == "first"]
        await server.until(lambda: first.state in (EntryState.IDLE, EntryState.RETIRED))
        assert len(ladder.results) >= results
        assert (other.file.title, other.file.hosted) == ("", ("babble",))
        info = (await (await come(server, "Otter")).ask("ladders"))["items"]
        assert {one["ladder"]: one["title"] for one in info} == {"ours": "Sprint", "other": "other"}
    async with life(tmp_path, bots__manifest=VILLAINS) as server:
        file = ladder_of(server).file
        assert (file.title, file.hosted, file.matches) == ("Sprint", ("babble",), 1)
        assert len(ladder_of(server).results) >= results


async def test_a_change_over_http_is_there_after_a_kill_and_others_cannot_make_one(
    tmp_path: Path,
) -> None:
    settings = {"beacon_port": 0}
    with running_server(tmp_path, settings) as child:
        root = (tmp_path / "admin.token").read_text().strip()

        def do(name: str, token: str = root, /, **asked: Any) -> Any:
            return http(child.port, name, token, **asked)

        def make(name: str, /, **more: Any) -> str:
            do("add-user", name=name, **more)
            return str(do("add-token", user=name)[1]["secret"])

        hill, dale = make("Ms Hill", role="organiser"), make("Mr Dale", role="organiser")
        pupil = do("add-class", hill, name="7b", names=["Otter"])[1]["rows"][0]["id"]
        otter = do("add-token", user=pupil)[1]["secret"]
        do("class-ladder", hill, **ASKED)
        changed = {"ladder": "ours", "title": "Sprint", "seasons": "fresh", "season_days": 7}
        assert do("change-ladder", dale, **changed) == (
            409,
            {"error": "ladder ours is not known here"},
        )
        for nobody, status in ((otter, 403), ("no token", 401)):
            assert do("change-ladder", nobody, **changed)[0] == status
            assert do("ladder-file", nobody, ladder="ours")[0] == status
        assert do("change-ladder", hill, **changed, game="catan")[0] == 409
        fields = {
            one["field"]: one["value"] for one in do("ladder-file", hill, ladder="ours")[1]["rows"]
        }
        assert (fields["title"], fields["seasons"]) == ("", "off")
        assert do("change-ladder", hill, **changed)[0] == 200
        child.process.kill()  # as soon as it is acknowledged
        child.process.wait()
    with running_server(tmp_path, settings) as child:
        now = http(child.port, "ladder-file", hill, ladder="ours")[1]["rows"]
        fields = {one["field"]: one["value"] for one in now}
        assert (fields["title"], fields["seasons"], fields["season_days"]) == ("Sprint", "fresh", 7)
