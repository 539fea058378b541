"""A class or a ladder of one is deleted: all that is only theirs goes, in the midst of matches too, and nothing else."""

import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from tests.faults.servers import running_server
from tests.integration.harness import VILLAINS, Server, play_out, start_match
from tests.integration.test_class_ladders import ASKED, come, give, http, life, queue
from tests.server.contests.tournaments.files import tournament_file

from infoset_server.accounts.classrooms import Classroom
from infoset_server.accounts.users import Role, User
from infoset_server.admin.audit import AuditLog
from infoset_server.admin.commands import Operator, Result
from infoset_server.admin.console import Console, Refusal
from infoset_server.app.features import deletions as deletion_feature
from infoset_server.app.features.console import ConsoleFeature
from infoset_server.app.features.deletions import DeletionFeature
from infoset_server.app.features.ladders import LADDER_FILES, LadderFeature
from infoset_server.app.features.tournaments import TournamentFeature
from infoset_server.contests.ladder import scheduler
from infoset_server.contests.ladder.ladder import Ladder, LadderState
from infoset_server.matches import deletions
from infoset_server.storage.errors import UnavailableError

BOTS: Final = {**ASKED, "hosted": ["first", "babble"]}
DUEL: Final = {"game": "crossfire", "options": {"preset": "mini"}}
PUBLIC: Final = 'game = "crossfire"\noptions = {preset = "mini"}\nhosted = ["first", "babble"]\n'
Documents = Mapping[tuple[str, str], bytes]


async def run(server: Server, by: User, name: str, /, **asked: Any) -> Result | Refusal:
    """What comes of a command, as the console gives it."""
    people = server.app.people
    audit = AuditLog(server.app.config.data_dir, server.app.config.audit, people.accounts.now_ms)
    moderation = server.app.feature(ConsoleFeature).moderation
    more = server.app.core.services.commands()
    console = Console(people, audit, "inf_admin_x", None, moderation, more)
    return await console.run(name, asked, Operator(by, by.scopes(0)))


async def do(server: Server, by: User, name: str, /, **asked: Any) -> Result:
    """A command that must be done."""
    result = await run(server, by, name, **asked)
    assert isinstance(result, Result), result
    return result


async def refused(server: Server, by: User, name: str, /, **asked: Any) -> str:
    """Why a command is not done."""
    result = await run(server, by, name, **asked)
    assert isinstance(result, Refusal), result
    return result.reason


def kept(data: Path) -> tuple[Documents, set[str]]:
    """What a store on disk holds: documents, and the matches of which it has anything."""
    with sqlite3.connect(data / "infoset.sqlite") as file:
        rows = file.execute("select kind, key, body from documents").fetchall()
        ids = [
            one
            for table in ("matches", "entries", "owners")
            for (one,) in file.execute(f"select match_id from {table}")
        ]
    return {(kind, key): bytes(body) for kind, key, body in rows}, set(ids)


def about(documents: Documents, *words: str) -> list[tuple[str, str]]:
    """The documents that name one of these."""
    return [
        name
        for name, body in documents.items()
        if any(word in f"{name} {body.decode()}" for word in words)
    ]


def ladders(server: Server) -> dict[str, Ladder]:
    return server.app.feature(LadderFeature).ladders.ladders


def new_class(server: Server, teacher: str, name: str, *pupils: str) -> tuple[User, Classroom]:
    accounts = server.app.people.accounts
    user = accounts.register.add_account(teacher, Role.ORGANISER)
    room = accounts.classrooms.add(name, user.id)
    for pupil in pupils:
        accounts.classrooms.add_pupil(room, pupil)
    return user, room


async def played(server: Server, ladder: Ladder) -> None:
    """Waits until there are two results."""
    await server.until(lambda: len(ladder.results) >= 2)


def deleted(server: Server) -> bool:
    """Is everything gone that was to go?"""
    feature = server.app.feature(DeletionFeature)
    return not feature.deletions._left and not feature._gone


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "LOOK_S", 0.01)
    monkeypatch.setattr(deletions, "PAUSE_S", 0.0)
    monkeypatch.setattr(deletions, "RETRY_S", 0.01)
    monkeypatch.setattr(deletion_feature, "LOOK_S", 0.01)


@pytest.mark.usefixtures("quick")
async def test_nothing_is_left_of_a_class_and_nothing_else_is_touched(tmp_path: Path) -> None:
    (tmp_path / LADDER_FILES).mkdir()
    (tmp_path / LADDER_FILES / "everybodys.toml").write_text(PUBLIC, "utf-8")
    async with life(tmp_path, bots__manifest=VILLAINS) as server:
        hill, room = new_class(server, "Ms Hill", "7b", "Otter", "Lynx")
        dale, _ = new_class(server, "Mr Dale", "5a", "Vole", "Wren")
        give(server, hill, "class-ladder", **BOTS, seasons="fresh")
        give(server, hill, "class-ladder", **BOTS | {"ladder": "old"})
        give(server, dale, "class-ladder", **BOTS | {"ladder": "daily", "classroom": "5a"})
        for ladder in ladders(server).values():
            await played(server, ladder)
        give(server, hill, "ladder", ladder="old", state="closed")
        give(server, hill, "end-season", ladder="ours")
        await server.until(lambda: 1 in ladders(server)["ours"].seasons.past)
        for teacher, cup, pupils in (
            (hill, "cup", ("Otter", "Lynx")),
            (dale, "bowl", ("Vole", "Wren")),
        ):
            file = tournament_file("round_robin", bots=(), users=pupils)
            give(server, teacher, "tournament-create", file=file.replace('"cup"', f'"{cup}"'))
        open_cup = tournament_file("round_robin", bots=("A", "B"))
        hers = tournament_file("round_robin", bots=("A",), users=("Ms Hill", "Lynx"))
        admin = server.app.people.accounts.register.add_account("root", Role.MANAGER)
        give(server, admin, "tournament-create", file=open_cup.replace('"cup"', '"open"'))
        give(server, admin, "tournament-create", file=hers.replace('"cup"', '"hers"'))
        await do(server, hill, "allow-chat", name="7b")
        otter, lynx = await come(server, "Otter"), await come(server, "Lynx")
        vole, wren = await come(server, "Vole"), await come(server, "Wren")
        over, others = [
            await start_match([one, two], **DUEL) for one, two in ((otter, lynx), (vole, wren))
        ]
        await otter.ask("chat", match_id=over, text="remember me")
        await play_out([otter, lynx], over)
        await play_out([vole, wren], others)
        running = await start_match([otter, lynx], **DUEL)
        theirs = await start_match([vole, wren], **DUEL)
        for ladder in ladders(server).values():
            if ladder.name != "ours" and ladder.state.plays:
                ladder.set_state(LadderState.PAUSED)
        await server.until(lambda: not ladders(server)["daily"].meetings)
        await server.until(lambda: not ladders(server)["everybodys"].meetings)

        def count_results() -> int:
            return sum(len(ladders(server)[one].results) for one in ("ours", "old"))

        before = count_results()
        told = await do(server, hill, "remove-class", name="7b", preview=True)
        (counts,) = told.rows
        assert (counts["pupils"], counts["ladders"], counts["tournaments"]) == (2, 2, 2)
        assert before <= counts["results"] <= count_results()  # one of them is played on
        assert counts["matches"] >= counts["results"] + 2
        assert "2 pupils, 2 ladders" in told.message
        assert {"ours", "old"} <= set(ladders(server))  # so far nothing is done
        results = {
            one.match_id for name in ("ours", "old") for one in ladders(server)[name].results
        }
        others_results = {
            one.match_id
            for name in ("daily", "everybodys")
            for one in ladders(server)[name].results
        }
        await server.until(lambda: bool(ladders(server)["ours"].meetings))
        said = (await do(server, hill, "remove-class", name="7b")).message
        assert said.startswith("7b is deleted with 2 pupils, 2 ladders")
        await otter.ended()  # the pupils are sent away, their match is over
        await server.until(lambda: deleted(server))
        assert running not in server.app.play.running
        assert theirs in server.app.play.running
        assert set(ladders(server)) == {"daily", "everybodys"}
        directors = server.app.feature(TournamentFeature).tournaments.directors()
        assert {one.tournament.id for one in directors} == {"bowl", "open"}
        give(server, dale, "class-ladder", **BOTS | {"classroom": "5a"})  # its name is free
        assert (ladders(server)["ours"].results, ladders(server)["ours"].seasons.past) == ([], {})
    documents, matches = kept(tmp_path)
    gone = results | {over, running}
    assert not gone & matches
    assert about(documents, *gone, room.id, "Lynx", "Otter", "class_gone", "match_deletion") == []
    assert {others, theirs, *others_results} <= matches
    for kind in ("ladder_result:daily", "ladder_result:everybodys"):
        assert [key for one, key in documents if one == kind]
    async with life(tmp_path, bots__manifest=VILLAINS) as server:
        assert set(ladders(server)) == {"daily", "everybodys", "ours"}
        assert len(ladders(server)["daily"].results) >= 2


async def matches_of(server: Server, count: int, *names: str) -> set[str]:
    """So many matches that are over of those who come in by these names, in rooms of their own."""
    players = [await come(server, name) for name in names]
    found = set()
    for _ in range(count):
        match_id = await start_match(players, **DUEL)
        await play_out(players, match_id)
        found.add(match_id)
    return found


@pytest.mark.usefixtures("quick")
async def test_matches_of_a_class_that_are_not_listed_any_more_go_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deletions, "LOOKED_AT", 2)
    async with life(tmp_path, replays__max_listed=1) as server:
        hill, room = new_class(server, "Ms Hill", "7b", "Otter", "Lynx")
        new_class(server, "Mr Dale", "5a", "Vole", "Wren")
        gone = await matches_of(server, 5, "Otter", "Lynx")
        others = await matches_of(server, 2, "Vole", "Wren")
        assert len(list(server.app.core.finished.behind(None))) == 1
        (counts,) = (await do(server, hill, "remove-class", name="7b", preview=True)).rows
        assert counts["matches"] == 5
        await server.app.core.durability.stored()
        assert gone | others == kept(tmp_path)[1]  # so far nothing is done

        async def fails(*asked: Any) -> Any:
            raise UnavailableError("the disk is gone")

        store = server.app.core.records
        assert store is not None
        monkeypatch.setattr(store.store, "ids_behind", fails)
        server.app.people.accounts.classrooms.remove(room)
        await server.app.core.durability.stored()
        assert not deleted(server)
    assert gone <= kept(tmp_path)[1]
    async with life(tmp_path, replays__max_listed=1) as server:
        await server.until(lambda: deleted(server))
    documents, matches = kept(tmp_path)
    assert matches == others
    assert about(documents, *gone, room.id, "class_gone", "match_deletion") == []


@pytest.mark.usefixtures("quick")
async def test_such_matches_go_before_another_server_has_deleted_ladders_of_the_class(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LadderFeature, "has_left_class", lambda *asked: False)
    async with life(tmp_path, replays__max_listed=1) as server:
        _, room = new_class(server, "Ms Hill", "7b", "Otter", "Lynx")
        new_class(server, "Mr Dale", "5a", "Vole", "Wren")
        await matches_of(server, 2, "Otter", "Lynx")
        others = await matches_of(server, 1, "Vole", "Wren")
        server.app.people.accounts.classrooms.remove(room)
        feature = server.app.feature(DeletionFeature)
        await server.until(lambda: room.id in feature._searched and not feature.deletions._left)
    documents, matches = kept(tmp_path)
    assert matches == others
    assert about(documents, "class_gone")


@pytest.mark.usefixtures("quick")
async def test_what_time_deletes_goes_as_a_whole_too_and_on_after_a_crash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with life(tmp_path, bots__manifest=VILLAINS) as server:
        hill, room = new_class(server, "Ms Hill", "7b", "Otter")
        give(server, hill, "class-ladder", **BOTS)
        await server.until(lambda: len(ladders(server)["ours"].results) >= 2)
        results = {one.match_id for one in ladders(server)["ours"].results}
        give(server, hill, "ladder", ladder="ours", state="closed")

        async def fails(*asked: Any) -> Any:
            raise UnavailableError("the disk is gone")

        store = server.app.core.records
        assert store is not None
        monkeypatch.setattr(store.store, "delete_matches", fails)
        monkeypatch.setattr(server.app.feature(LadderFeature).ladders._catalogue, "names_of", fails)
        room.ends_ms = 0
        server.app.people.accounts.drop_expired()
        await server.app.core.durability.stored()
        assert not deleted(server)
    documents, matches = kept(tmp_path)
    assert results <= matches
    assert ("ladder", "ours") in documents
    async with life(tmp_path, bots__manifest=VILLAINS) as server:
        await server.until(lambda: deleted(server))
        assert not ladders(server)
    documents, matches = kept(tmp_path)
    assert not results & matches
    assert about(documents, *results, room.id, "ours", "class_gone", "match_deletion") == []


@pytest.mark.usefixtures("quick")
async def test_a_teacher_deletes_a_closed_ladder_and_no_other(tmp_path: Path) -> None:
    (tmp_path / LADDER_FILES).mkdir()
    (tmp_path / LADDER_FILES / "everybodys.toml").write_text(PUBLIC, "utf-8")
    async with life(tmp_path, bots__manifest=VILLAINS) as server:
        hill, _ = new_class(server, "Ms Hill", "7b", "Otter")
        root = server.app.people.accounts.register.add_account("root", Role.MANAGER)
        give(server, hill, "class-ladder", **BOTS)
        give(server, hill, "class-ladder", **BOTS | {"ladder": "second"})
        for ladder in ladders(server).values():
            await played(server, ladder)
        assert "is open: expected" in await refused(server, hill, "remove-ladder", ladder="ours")
        why = await refused(server, root, "remove-ladder", ladder="everybodys")
        assert "everybodys is no class's" in why
        give(server, hill, "ladder", ladder="ours", state="closed")
        (counts,) = (await do(server, hill, "remove-ladder", ladder="ours", preview=True)).rows
        assert counts["entries"] == 2
        assert counts["matches"] >= counts["results"] >= 2
        results = {one.match_id for one in ladders(server)["ours"].results}
        others = {one.match_id for one in ladders(server)["second"].results}
        assert (
            "is deleted with 2 entries"
            in (await do(server, hill, "remove-ladder", ladder="ours")).message
        )
        assert set(ladders(server)) == {"second", "everybodys"}
        await server.until(lambda: deleted(server))
        listed = {one.replay for one in server.app.core.finished.behind(None)}
        assert not results & listed
        assert others & listed
    documents, matches = kept(tmp_path)
    assert not results & matches
    assert others <= matches
    assert about(documents, *results, '"ours"', "'ours'", ":ours", "ours:") == []


@pytest.mark.usefixtures("quick")
async def test_a_match_that_is_in_no_meeting_any_more_goes_with_its_ladder(tmp_path: Path) -> None:
    """As where the server that plays it was not heard of: it goes on, or has ended without a result."""
    async with life(tmp_path, bots__manifest=VILLAINS) as server:
        hill, _ = new_class(server, "Ms Hill", "7b", "Otter", "Lynx")
        give(server, hill, "class-ladder", **ASKED)
        give(server, hill, "class-ladder", **BOTS | {"ladder": "second"})
        ours = ladders(server)["ours"]
        otter, lynx = await come(server, "Otter"), await come(server, "Lynx")
        for client in (otter, lynx):
            await queue(client)
        lost = (await otter.expect("match_start"))["match_id"]
        (meeting,) = ours.meetings.values()
        assert meeting.running == lost
        meeting.is_given_up = True
        server.app.feature(LadderFeature).ladders.matches._forget(ours, meeting)
        assert not ours.match_ids()
        await played(server, ladders(server)["second"])
        give(server, hill, "ladder", ladder="ours", state="closed")
        (counts,) = (await do(server, hill, "remove-ladder", ladder="ours", preview=True)).rows
        assert counts["matches"] == 1
        await do(server, hill, "remove-ladder", ladder="ours")
        assert (await otter.expect("match_over", match_id=lost))["reason"] == "aborted"
        await server.until(lambda: deleted(server))
        others = {one.match_id for one in ladders(server)["second"].results}
    documents, stored = kept(tmp_path)
    assert lost not in stored
    assert others <= stored
    assert about(documents, lost, '"ours"') == []


async def test_a_ladder_that_was_deleted_over_http_is_gone_after_a_kill(tmp_path: Path) -> None:
    settings = {"beacon_port": 0}
    with running_server(tmp_path, settings) as child:
        root = (tmp_path / "admin.token").read_text().strip()

        def tell(name: str, token: str = root, /, **asked: Any) -> Any:
            return http(child.port, name, token, **asked)

        def make(name: str, role: str) -> str:
            tell("add-user", name=name, role=role)
            return str(tell("add-token", user=name)[1]["secret"])

        hill, dale = make("Ms Hill", "organiser"), make("Mr Dale", "organiser")
        ann = make("ann", "player")
        pupil = tell("add-class", hill, name="7b", names=["Otter"])[1]["rows"][0]["id"]
        otter = tell("add-token", user=pupil)[1]["secret"]
        tell("class-ladder", hill, **ASKED)
        tell("ladder", hill, ladder="ours", state="closed")
        for name, asked in (
            ("remove-ladder", {"ladder": "ours"}),
            ("remove-class", {"name": "7b"}),
        ):
            for who, status in ((dale, 409), (otter, 403), (ann, 403), ("a guest's secret", 401)):
                for more in ({}, {"preview": True}):
                    assert tell(name, who, **asked, **more)[0] == status
        assert tell("remove-ladder", hill, ladder="ours")[0] == 200
        child.process.kill()
        child.process.wait()
    with running_server(tmp_path, settings) as child:
        assert http(child.port, "ladders", root)[1].get("rows", []) == []
        assert len(http(child.port, "classes", hill)[1]["rows"]) == 1
    documents, _ = kept(tmp_path)
    assert about(documents, "ours") == []
