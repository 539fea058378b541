"""Uploaded bots from the command line to the seat: versions, owners, restarts, ladders."""

import argparse
import asyncio
import re
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import (
    FOREVER,
    Client,
    Server,
    open_room,
    open_server,
    play_on,
    seat_all,
)
from tests.integration.test_ladder import LADDER
from tests.integration.uploads import (
    BOTS,
    QUICK,
    account,
    bot,
    logs_of,
    manifest,
    open_hosting,
    pack,
    upload,
)
from tests.server.contests.tournaments.files import tournament_file

from infoset.commands import bots as bots_command
from infoset.commands import upload as upload_command
from infoset.errors import CommandError, WebError
from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import Role, User
from infoset_server.app.features.ladders import LadderFeature
from infoset_server.app.features.tournaments import TournamentFeature
from infoset_server.app.features.uploads import FOLDER, UploadFeature
from infoset_server.contests.ladder.sources import UploadedSource
from infoset_server.programs.upload_source import NotAllowedError, UnknownBotError, UploadError
from infoset_server.uploads import pipeline
from infoset_server.uploads.versions import VersionState

Serve = Callable[..., Any]


@pytest.fixture
async def hosting(serve: Serve) -> Server:
    """A server that takes uploads."""
    server: Server = await serve()
    await open_hosting(server)
    return server


def play(name: str = "ferris", **fields: Any) -> bytes:
    """A bot that plays the first action."""
    return bot(name, "table_bot.py", "first", **fields)


def token_file(server: Server, owner: User, folder: Path) -> Path:
    """A file with a token of the owner."""
    path = folder / f"{owner.name}.token"
    _, token = server.app.people.accounts.credentials.issue(owner, Kind.USER)
    path.write_text(f"{token}\n")
    return path


async def command(
    module: Any, server: Server, token: Path, *words: str, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str]:
    """Runs a command of the terminal; its exit code and what it printed."""
    parser = argparse.ArgumentParser()
    run = module.command(parser)
    options = ["--url", f"infoset://127.0.0.1:{server.port}", "--token-file", str(token)]
    code = await asyncio.to_thread(run, parser.parse_args([*options, *words]))
    return code, capsys.readouterr().out


# From the command line.


async def test_a_folder_becomes_a_bot_that_plays(
    hosting: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    token = token_file(hosting, account(hosting), tmp_path)
    folder = tmp_path / "ferris"
    folder.mkdir()
    program = [*QUICK, "table_bot.py", "first"]
    looks = ["sh", "-c", 'ls /cage/cache ~/.cache; exec "$@"', "sh", *program]
    build = [["touch", "made"], ["mkdir", "/tmp/.cache"], ["touch", "/tmp/.cache/left"]]
    (folder / "bot.toml").write_text(
        manifest(name="ferris", games=["crossfire"], command=looks, build=build)
    )
    (folder / "table_bot.py").write_bytes((BOTS / "table_bot.py").read_bytes())
    (folder / "padding").write_bytes(bytes(range(256)) * 400)  # several pieces

    code, said = await command(upload_command, hosting, token, str(folder), capsys=capsys)
    assert (code, "ferris@1 is ready: crossfire: played to the end" in said) == (0, True), said
    listed = await command(bots_command, hosting, token, "list", capsys=capsys)
    assert re.search(r"ferris +1 +ready +yes", listed[1])
    _, log = await command(bots_command, hosting, token, "log", "ferris", capsys=capsys)
    assert "$ touch made" in log
    assert "ferris@1 is first" in log
    assert "ls: cannot access '/cage/cache'" in log  # that is for builds
    assert "ls: cannot access '/tmp/.cache'" in log

    with pytest.raises(WebError, match="this is ferris@1 already"):
        await command(upload_command, hosting, token, str(folder), capsys=capsys)
    out = tmp_path / "back.tar.gz"
    await command(
        bots_command, hosting, token, "download", "ferris", "--out", str(out), capsys=capsys
    )
    with tarfile.open(out) as archive:
        assert sorted(archive.getnames()) == ["bot.toml", "padding", "table_bot.py"]
    with pytest.raises(CommandError, match="File exists"):
        await command(
            bots_command, hosting, token, "download", "ferris", "--out", str(out), capsys=capsys
        )
    fresh = ("--fresh", "--no-wait", str(folder))
    _, said = await command(upload_command, hosting, token, *fresh, capsys=capsys)
    assert "ferris@2: " in said
    assert (await command(bots_command, hosting, token, "remove", "ferris", capsys=capsys))[0] == 0
    assert "0 bots" in (await command(bots_command, hosting, token, "list", capsys=capsys))[1]


async def test_who_uploads_something_broken_sees_why(
    hosting: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    token = token_file(hosting, account(hosting), tmp_path)
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "bot.toml").write_text(
        manifest(name="broken", games=["crossfire"], command=["sh", "-c", "echo alas; exit 4"])
    )
    code, said = await command(upload_command, hosting, token, str(folder), capsys=capsys)
    assert code == 1
    assert "broken@1 is failed: the check match failed: crossfire: its program ended with" in said
    assert "alas" in said


@pytest.mark.parametrize("enough", [1, sys.maxsize], ids=["while it plays", "at the end"])
async def test_a_bot_that_decides_nothing_itself_is_not_ready(
    enough: int, hosting: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline, "ENOUGH", enough)
    version = await upload(hosting, account(hosting), bot("ferris", "table_bot.py", "confused"))
    assert version.state is VersionState.FAILED
    told = r"the check match failed: crossfire: seat \d left (\d+) of \1 decisions to fallbacks"
    assert re.search(told, version.words), version.words


async def test_what_builds_leave_is_for_the_next_version_of_the_same_bot_and_owner(
    hosting: Server,
) -> None:
    hosted = hosting.app.feature(UploadFeature).hosted
    olga, eve = account(hosting, "olga"), account(hosting, "eve")
    leave = "mkdir -p ~/.cache; cat ~/.cache/*; echo was here >> ~/.cache/note; exit 3"  # no match

    async def left(owner: User, name: str, *, is_fresh: bool = False) -> int:
        """What the build of one more version has found."""
        archive = play(name, build=["sh", "-c", leave])
        await hosted.wait(await hosted.upload(owner, archive, is_fresh=is_fresh))
        return logs_of(hosting, owner, name).count("\nwas here")

    assert await left(olga, "ferris") == 0
    assert await left(olga, "ferris") == 1
    assert await left(olga, "other") == 0
    assert await left(eve, "third") == 0
    assert await left(olga, "ferris", is_fresh=True) == 0
    ferris = hosted.find(olga, "ferris")
    hosted.offer(ferris, eve.id)
    hosted.take_over(eve, "ferris")
    folder = hosting.app.config.data_dir / "hosted" / "bots" / ferris.id
    assert not (folder / "cache").exists()
    assert await left(eve, "ferris") == 0
    assert [path.name for path in (folder / "cache").iterdir()] == [eve.id]


async def test_what_the_builds_of_all_bots_leave_has_a_bound(
    serve: Serve, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server: Server = await serve(hosted__build__caches_mb=1)
    await open_hosting(server)
    hosted, olga = server.app.feature(UploadFeature).hosted, account(server)
    leave = "mkdir -p ~/.cache; head -c 600000 /dev/urandom > ~/.cache/much; exit 3"  # no match
    for name in ("ferris", "other"):
        await hosted.wait(await hosted.upload(olga, play(name, build=["sh", "-c", leave])))
        assert "MB are kept for the next build" in logs_of(server, olga, name)
    folder = server.app.config.data_dir / "hosted" / "bots"
    kept = [path.parents[1].name for path in folder.glob("*/cache/*")]
    assert kept == [hosted.find(olga, "other").id]
    token = token_file(server, olga, tmp_path)
    _, listed = await command(bots_command, server, token, "list", capsys=capsys)
    _, heads, ferris, other = listed.splitlines()
    games, size = heads.index("games"), heads.index("cache_bytes")
    assert [row[games:].split()[0] for row in (ferris, other)] == ["crossfire"] * 2
    assert row_word(ferris, size) == ""
    assert int(row_word(other, size)) > 600_000


def row_word(row: str, column: int) -> str:
    """The word that begins at a column, "" where none does."""
    return row[column:].partition(" ")[0]


async def test_strangers_and_guests_have_no_bots(
    hosting: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = tmp_path / "wrong.token"
    wrong.write_text("inf_user_wrong\n")
    with pytest.raises(WebError, match="wrong or expired credentials"):
        await command(bots_command, hosting, wrong, "list", capsys=capsys)
    guest = hosting.app.people.accounts.register.add_guest("gus")
    with pytest.raises(NotAllowedError):
        await hosting.app.feature(UploadFeature).hosted.upload(guest, play())


# Owners.


async def test_a_bot_is_its_owners_business(hosting: Server) -> None:
    hosted = hosting.app.feature(UploadFeature).hosted
    olga, eve = account(hosting), account(hosting, "eve")
    boss = account(hosting, "boss", Role.MANAGER)
    assert (await upload(hosting, olga, play())).state is VersionState.READY
    for name in ("ferris", "nobody"):
        with pytest.raises(UnknownBotError, match=f"you have no bot {name}"):
            hosted.find(eve, name)
    with pytest.raises(UploadError, match="ferris is somebody else's"):
        await hosted.upload(eve, play(about="mine now"))
    with pytest.raises(UploadError, match="a bot of the server is called first"):
        await hosted.upload(eve, play("first"))
    assert hosted.find(boss, "ferris").name == "ferris"
    assert [one.name for one in hosted.bots_of(boss, everybody=True)] == ["ferris"]
    assert hosted.bots_of(eve, everybody=True) == []


async def test_the_name_of_a_bot_that_is_off_the_offer_is_taken(hosting: Server) -> None:
    hosting.app.hosting.disable("first", is_disabled=True)
    with pytest.raises(UploadError, match="a bot of the server is called first"):
        await hosting.app.feature(UploadFeature).hosted.upload(account(hosting), play("first"))


async def test_who_may_upload_is_a_setting(serve: Serve) -> None:
    server = await serve(hosted__uploads="organisers")
    await open_hosting(server)
    teacher = account(server, "teacher", Role.ORGANISER)
    with pytest.raises(NotAllowedError):
        await server.app.feature(UploadFeature).hosted.upload(account(server), play())
    assert (await upload(server, teacher, play())).state is VersionState.READY


async def test_without_isolation_nothing_is_taken_and_the_reason_is_told(serve: Serve) -> None:
    server: Server = await serve(hosted__isolation="none")
    await server.app.feature(UploadFeature).hosted.open()
    with pytest.raises(
        UploadError, match=r"cannot shut programs in: the setting hosted\.isolation"
    ):
        await server.app.feature(UploadFeature).hosted.upload(account(server), play())
    assert server.app.feature(UploadFeature).hosted.bots_of(account(server, "eve")) == []


async def test_a_data_folder_among_what_programs_see_is_a_reason_to_refuse(
    serve: Serve, tmp_path: Path
) -> None:
    await open_hosting(await serve())
    tools = tmp_path / "tools"
    async with open_server(tools / "data", hosted__toolchains=(str(tools),)) as server:
        await server.app.feature(UploadFeature).hosted.open()
        with pytest.raises(UploadError, match=f"{tools}, which programs see, lie one in the other"):
            await server.app.feature(UploadFeature).hosted.upload(account(server), play())


async def test_a_folder_that_can_be_used_again_is_used_without_a_restart(
    serve: Serve, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await open_hosting(await serve())
    in_the_way = tmp_path / "data" / FOLDER
    in_the_way.parent.mkdir()
    in_the_way.touch()
    async with open_server(tmp_path / "data") as server:
        feature = server.app.feature(UploadFeature)
        await feature.hosted.open()
        owner = account(server)
        for _ in range(3):  # as each minute
            feature.tidy()
            await feature.hosted.tried_again()
            with pytest.raises(UploadError, match="its folder cannot be used: File exists"):
                await feature.hosted.upload(owner, play())
        assert caplog.text.count("cannot be used") == 2  # the folder, and that there are no uploads
        in_the_way.unlink()
        feature.tidy()
        await feature.hosted.tried_again()
        assert (await upload(server, owner, play())).state is VersionState.READY


async def test_an_archive_that_could_not_be_kept_is_kept_when_it_can(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """As one that an earlier release took in, which kept archives in its folder alone."""
    async with open_server(tmp_path / "data", store__enabled=True) as server:
        await open_hosting(server)
        feature, owner = server.app.feature(UploadFeature), account(server)
        version = await upload(server, owner, play())
        version.is_kept = False
        archive = feature.hosted._files.archive(feature.hosted.find(owner, "ferris"), version)
        away = archive.rename(archive.with_name("away"))
        for _ in range(2):  # as each minute
            feature.tidy()
            await feature.hosted.tried_again()
        assert not version.is_kept
        assert caplog.text.count("ferris@1 is not kept") == 1
        away.rename(archive)
        feature.tidy()
        await feature.hosted.tried_again()
        assert version.is_kept


async def test_limits_of_an_owner_are_told(serve: Serve) -> None:
    server: Server = await serve(
        hosted__upload__max_bots_per_owner=1, hosted__upload__max_bytes=2_000
    )
    await open_hosting(server)
    olga = account(server)
    await upload(server, olga, play())
    with pytest.raises(UploadError, match="at most 1 bots of one owner"):
        await server.app.feature(UploadFeature).hosted.upload(olga, play("other"))
    with pytest.raises(UploadError, match="2000 are allowed"):
        await server.app.feature(UploadFeature).hosted.upload(olga, bytes(3_000))


async def test_a_manifest_that_is_nested_without_end_is_refused_by_its_field(
    hosting: Server,
) -> None:
    olga = account(hosting)
    deep = f'name = "ferris"\ngames = {"[" * 3_000}{"]" * 3_000}\n'
    dotted = f'name = "ferris"\n{".".join("a" * 100_000)} = 1\n'
    for text, says in ((deep, "games: expected at most 32"), (dotted, "a: expected at most 32")):
        with pytest.raises(UploadError, match=f"bot.toml: {says}"):
            await hosting.app.feature(UploadFeature).hosted.upload(olga, pack({"bot.toml": text}))
    assert hosting.app.feature(UploadFeature).hosted.bots_of(olga) == []


async def test_folders_count_whether_an_archive_names_them_or_not(hosting: Server) -> None:
    nested = {f"{number}/a/b": b"" for number in range(4_500)}  # and 9,000 folders
    with pytest.raises(UploadError, match="more than 5000 files and folders"):
        await hosting.app.feature(UploadFeature).hosted.upload(
            account(hosting), pack({"bot.toml": "", **nested})
        )


# On seats.


async def test_an_owner_seats_his_bot_and_nobody_else_does(hosting: Server) -> None:
    olga = account(hosting)
    await upload(hosting, olga, play())
    _, token = hosting.app.people.accounts.credentials.issue(olga, Kind.USER)
    owner = await hosting.connect("olga", auth={"kind": "token", "token": token})
    ann = await hosting.connect("ann")
    room = await open_room(owner, game="crossfire")
    await seat_all([owner], room)
    await owner.ask("add_bot", room=room, seat=1, bot="ferris")
    await owner.ask("start", room=room)
    started = await owner.expect("match_start")
    assert [player["name"] for player in started["players"]] == ["olga", "ferris@1"]
    assert (await play_on(owner, started["match_id"]))["reason"] == "finished"
    other = await open_room(ann, game="crossfire")
    refusal = await ann.refused("add_bot", room=other, seat=1, bot="ferris")
    assert refusal["code"] == "bad_option"
    offered = {one["bot"] for one in (await ann.ask("describe"))["bots"]}
    assert not any(name.startswith("ferris") for name in offered)


async def test_a_new_version_takes_over_and_the_old_one_plays_to_its_end(hosting: Server) -> None:
    hosted = hosting.app.feature(UploadFeature).hosted
    olga = account(hosting)
    await upload(hosting, olga, play())
    ann, match_id = await sit_with(hosting, "ferris@1")
    version = await upload(hosting, olga, play(about="better"))
    assert (version.number, version.state) == (2, VersionState.READY)
    assert hosted.seat(olga.id, "ferris") == "ferris@2"
    assert hosted.seat(olga.id, "ferris", 1) == "ferris@1"
    processes = hosting.app.hosting
    await hosting.until(lambda: [one.entry.name for one in processes.processes] == ["ferris@1"])
    assert (await play_on(ann, match_id))["reason"] == "finished"
    await hosting.until(lambda: not hosting.app.hosting.processes)
    ferris = hosted.find(olga, "ferris")
    hosted.use(ferris, 1)
    assert hosted.seat(olga.id, "ferris") == "ferris@1"
    hosted.disable(ferris, is_disabled=True)
    with pytest.raises(UnknownBotError, match="ferris is disabled"):
        hosted.seat(olga.id, "ferris")
    assert hosted.entry("ferris@1") is None


async def test_a_broken_version_plays_again_once_it_is_enabled(hosting: Server) -> None:
    hosted = hosting.app.feature(UploadFeature).hosted
    olga = account(hosting)
    await upload(hosting, olga, play())
    await upload(hosting, olga, play(about="worse"))
    ferris = hosted.find(olga, "ferris")
    hosted.use(ferris, 1)
    entry = hosted.entry("ferris@1")
    assert entry is not None
    hosted.give_up(entry)
    with pytest.raises(UnknownBotError, match="ferris@1 is broken: its program ended"):
        hosted.seat(olga.id, "ferris")
    assert hosted.current("crossfire") == []
    hosted.disable(ferris, is_disabled=False)
    assert hosted.seat(olga.id, "ferris") == "ferris@1"
    assert [one.name for one in hosted.current("crossfire")] == ["ferris@1"]


async def test_a_removed_bot_leaves_nothing_once_it_plays_no_more(hosting: Server) -> None:
    hosted = hosting.app.feature(UploadFeature).hosted
    olga = account(hosting)
    await upload(hosting, olga, play())
    ann, match_id = await sit_with(hosting, "ferris@1")
    folder = next((hosting.app.config.data_dir / "hosted" / "bots").iterdir())
    hosted.remove(hosted.find(olga, "ferris"))
    assert folder.exists()
    assert (await play_on(ann, match_id))["reason"] == "finished"
    await hosting.until(lambda: not folder.exists())


async def test_a_bot_that_is_removed_while_it_is_built_leaves_nothing(hosting: Server) -> None:
    hosted = hosting.app.feature(UploadFeature).hosted
    olga = account(hosting)
    slow = bot("slow", "table_bot.py", "first", build=["sh", "-c", "echo begun; sleep 1"])
    gone = hosted.find(olga, await hosted.upload(olga, slow))
    await hosting.until(lambda: "begun" in logs_of(hosting, olga, "slow"))
    hosted.remove(gone)
    assert (await upload(hosting, olga, play())).state is VersionState.READY  # built after that
    await hosting.until(lambda: gone.versions[0].is_finished)
    folder = hosting.app.config.data_dir / "hosted" / "bots"
    ferris = hosted.find(olga, "ferris")
    await hosting.until(lambda: [path.name for path in folder.iterdir()] == [ferris.id])


async def test_a_bot_is_handed_to_a_friend_with_its_versions(
    hosting: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    olga, eve = account(hosting, "olga"), account(hosting, "eve")
    bob = account(hosting, "bob")
    hosted = hosting.app.feature(UploadFeature).hosted
    await upload(hosting, olga, play())
    told: list[tuple[str, str, str]] = []
    hosted.on_owner.append(lambda bot, before, owner: told.append((bot, before, owner.name)))

    async def ask(who: User, *words: str) -> tuple[int, str]:
        token = token_file(hosting, who, tmp_path)
        return await command(bots_command, hosting, token, *words, capsys=capsys)

    for who, words, why in (
        (eve, ("take", "ferris"), "nobody has offered you a bot ferris"),
        (eve, ("give", "ferris", "--to", str(eve.id)), "you have no bot ferris"),
        (olga, ("give", "ferris", "--to", "eve"), "to: expected the id of an account, .* got eve"),
        (olga, ("give", "ferris", "--to", str(olga.id)), "to: expected another account"),
    ):
        with pytest.raises(WebError, match=why):
            await ask(who, *words)
    await ask(olga, "give", "ferris", "--to", str(eve.id))
    with pytest.raises(WebError, match="nobody has offered you a bot ferris"):
        await ask(bob, "take", "ferris")
    with pytest.raises(WebError, match="you have no bot ferris"):
        await ask(eve, "use", "ferris", "1")
    await ask(olga, "give", "ferris")
    with pytest.raises(WebError, match="nobody has offered"):
        await ask(eve, "take", "ferris")
    await ask(olga, "give", "ferris", "--to", str(eve.id))
    assert "ferris is yours, with 1 version" in (await ask(eve, "take", "ferris"))[1]
    assert told == [("ferris", olga.id, "eve")]
    assert hosted.seat(eve.id, "ferris") == "ferris@1"
    with pytest.raises(WebError, match="you have no bot ferris"):
        await ask(olga, "log", "ferris")
    with pytest.raises(WebError, match="nobody has offered"):
        await ask(eve, "take", "ferris")


async def test_nobody_takes_over_more_than_they_may_have_or_from_whom_they_may_not_meet(
    serve: Serve,
) -> None:
    server: Server = await serve(hosted__upload__max_bots_per_owner=1)
    await open_hosting(server)
    hosted = server.app.feature(UploadFeature).hosted
    olga, eve, pupil = (account(server, name) for name in ("olga", "eve", "pupil"))
    await upload(server, olga, play())
    await upload(server, eve, play("gull"))
    ferris = hosted.find(olga, "ferris")
    hosted.offer(ferris, eve.id)
    with pytest.raises(UploadError, match="at most 1 bots of one owner"):
        hosted.take_over(eve, "ferris")
    classrooms = server.app.people.accounts.classrooms
    pupil.classroom = classrooms.add("7b", None).id
    hosted.offer(ferris, pupil.id)
    with pytest.raises(UnknownBotError, match="nobody has offered"):
        hosted.take_over(pupil, "ferris")
    assert ferris.owner == olga.id


async def test_a_bot_stays_where_it_is_while_another_server_has_its_entries_on_ladders(
    serve: Serve, tmp_path: Path
) -> None:
    folder = tmp_path / "ladders"
    folder.mkdir()
    (folder / "open.toml").write_text(LADDER, "utf-8")
    server: Server = await serve(store__enabled=True)
    await open_hosting(server)
    hosted = server.app.feature(UploadFeature).hosted
    olga, eve = account(server, "olga"), account(server, "eve")
    await upload(server, olga, play())
    ferris = hosted.find(olga, "ferris")
    hosted.offer(ferris, eve.id)
    await server.app.feature(LadderFeature).ladders.step_back()
    with pytest.raises(UploadError, match="the ladders are run by another server"):
        hosted.take_over(eve, "ferris")
    assert (ferris.owner, ferris.offered_to) == (olga.id, eve.id)


async def test_an_owner_is_told_on_which_ladder_their_bot_does_not_get_and_why(
    serve: Serve, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "ladders"
    folder.mkdir()
    (folder / "open.toml").write_text(f'{LADDER}hosted = "all"\n', "utf-8")
    server: Server = await serve(store__enabled=True)
    await open_hosting(server)
    ladders = server.app.feature(LadderFeature).ladders
    olga, eve = account(server, "olga"), account(server, "eve")
    ladders.ladders["open"].register(eve, "ferris", "7", "bot", {})
    await upload(server, olga, play())
    ladders._scheduler.look_for_bots()
    token = token_file(server, olga, tmp_path)
    _, listed = await command(bots_command, server, token, "list", capsys=capsys)
    assert "; not on ladder open: an entry of somebody else has its name" in listed
    hosted = server.app.feature(UploadFeature).hosted
    hosted.remove(hosted.find(olga, "ferris"))
    await upload(server, olga, play("gull"))
    ladders._scheduler.look_for_bots()
    _, listed = await command(bots_command, server, token, "list", capsys=capsys)
    assert "not on ladder" not in listed


async def test_ladders_are_offered_the_current_version(hosting: Server) -> None:
    olga = account(hosting)
    await upload(hosting, olga, play())
    source = UploadedSource(hosting.app.feature(UploadFeature).hosted, hosting.app.people)
    [offered] = source.bots("crossfire")
    assert (offered.bot, offered.name, offered.version) == ("ferris@1", "ferris", "1")
    assert (offered.owner, offered.owner_name) == (olga.id, "olga")
    assert list(source.bots("catan")) == []


async def test_a_version_stays_as_long_as_a_tournament_needs_it(serve: Serve) -> None:
    server: Server = await serve(hosted__upload__max_versions=2)
    await open_hosting(server)
    olga = account(server)
    hosted = server.app.feature(UploadFeature).hosted
    await upload(server, olga, play())
    tournaments = server.app.feature(TournamentFeature).tournaments
    entrants = '\n[[entrant]]\nbot = "ferris@1"\n[[entrant]]\nbot = "first"'
    cup = tournaments.create(tournament_file(bots=()) + entrants, None, lambda user: True)
    for about in ("2", "3", "4"):
        await upload(server, olga, play(about=about))
    [ferris] = hosted.bots_of(olga)
    assert [version.number for version in ferris.versions] == [1, 3, 4]
    assert server.app.hosting.find("ferris@1", "crossfire") is not None
    tournaments.remove(cup)
    await upload(server, olga, play(about="5"))
    assert [version.number for version in ferris.versions] == [4, 5]


async def test_a_bot_that_its_owner_removes_has_left_its_tournament(hosting: Server) -> None:
    olga = account(hosting)
    await upload(hosting, olga, play())
    tournaments = hosting.app.feature(TournamentFeature).tournaments
    entrants = '\n[[entrant]]\nbot = "ferris@1"\n[[entrant]]\nbot = "first"'
    text = tournament_file(
        "round_robin", "clock = {kind = 'none'}", "match_limit_s = 3600", bots=()
    )
    cup = tournaments.create(text + entrants, None, lambda user: True)
    hosted = hosting.app.feature(UploadFeature).hosted
    [ferris] = hosted.bots_of(olga)
    hosted.remove(ferris)
    cup.start(tournaments.now_ms())
    tournaments.director(cup.id).changed()
    await hosting.until(lambda: cup.state == "over")  # nobody waits for one who cannot come
    assert cup.course.withdrawn == {0}
    assert [row.entrant for row in cup.standings(cup.course)] == [1, 0]


async def test_only_the_last_versions_are_kept(serve: Serve) -> None:
    server: Server = await serve(hosted__upload__max_versions=2)
    await open_hosting(server)
    olga = account(server)
    for number in range(3):
        await upload(server, olga, play(about=f"version {number}"))
    ferris = server.app.feature(UploadFeature).hosted.find(olga, "ferris")
    assert [version.number for version in ferris.versions] == [2, 3]
    place = server.app.config.data_dir / "hosted" / "bots" / ferris.id
    assert sorted(path.name for path in place.iterdir() if path.name != "logs") == ["2", "3"]


async def test_a_version_stays_until_its_match_is_over(serve: Serve) -> None:
    """Killed in the middle of the match, the server needs it to go on with that."""
    server: Server = await serve(hosted__upload__max_versions=1)
    await open_hosting(server)
    olga = account(server)
    await upload(server, olga, play())
    ann, match_id = await sit_with(server, "ferris@1")
    await upload(server, olga, play(about="better"))
    [ferris] = server.app.feature(UploadFeature).hosted.bots_of(olga)
    assert [version.number for version in ferris.versions] == [1, 2]
    assert (await play_on(ann, match_id))["reason"] == "finished"
    await server.until(lambda: [version.number for version in ferris.versions] == [2])


async def test_a_version_stays_until_its_series_is_over(serve: Serve) -> None:
    server: Server = await serve(hosted__upload__max_versions=1, rooms__series_pause_s=0.01)
    await open_hosting(server)
    olga = account(server)
    await upload(server, olga, play())
    ann, match_id = await sit_with(server, "ferris@1", best_of=3)
    await upload(server, olga, play(about="better"))
    [ferris] = server.app.feature(UploadFeature).hosted.bots_of(olga)
    await ann.ask("resign", match_id=match_id)
    second = (await ann.expect("match_start"))["match_id"]
    assert [version.number for version in ferris.versions] == [1, 2]
    await ann.ask("resign", match_id=second)
    await server.until(lambda: [version.number for version in ferris.versions] == [2])


async def test_a_bot_without_a_match_ends_after_a_while(serve: Serve) -> None:
    server: Server = await serve(hosted__run__idle_s=0.2)
    await open_hosting(server)
    await upload(server, account(server), play())
    ann, match_id = await sit_with(server, "ferris@1")
    assert (await play_on(ann, match_id))["reason"] == "finished"
    assert [process.entry.name for process in server.app.hosting.processes] == ["ferris@1"]
    await server.until(lambda: not server.app.hosting.processes)


async def test_the_bots_of_a_deleted_account_go_with_it(hosting: Server) -> None:
    hosted = hosting.app.feature(UploadFeature).hosted
    olga = account(hosting)
    await upload(hosting, olga, play())
    olga.is_disabled = True
    with pytest.raises(UnknownBotError):
        hosted.seat(olga.id, "ferris")
    assert hosted.current("crossfire") == []
    hosting.app.people.accounts.register.remove(olga)
    hosted.drop_orphans()
    folder = hosting.app.config.data_dir / "hosted" / "bots"
    await hosting.until(lambda: not list(folder.iterdir()))


async def test_uploads_are_made_ready_while_no_match_may_begin(hosting: Server) -> None:
    hosting.app.matchmaker.close_place(None)
    assert (await upload(hosting, account(hosting), play())).state is VersionState.READY


async def test_nobody_fills_the_queue_alone(hosting: Server) -> None:
    olga = account(hosting)
    slow = [play(f"slow{number}", build=["sleep", "30"]) for number in range(3)]
    await hosting.app.feature(UploadFeature).hosted.upload(olga, slow[0])
    await hosting.app.feature(UploadFeature).hosted.upload(olga, slow[1])
    with pytest.raises(UploadError, match="2 of your uploads wait already"):
        await hosting.app.feature(UploadFeature).hosted.upload(olga, slow[2])
    for one in hosting.app.feature(UploadFeature).hosted.bots_of(olga):
        hosting.app.feature(UploadFeature).hosted.remove(one)


async def test_nobody_fills_the_queue_with_uploads_that_come_at_once(hosting: Server) -> None:
    hosted = hosting.app.feature(UploadFeature).hosted
    await hosted.stop_working()
    olga = account(hosting)
    outcomes = await asyncio.gather(
        *(hosted.upload(olga, play(f"bot{number}")) for number in range(4)),
        return_exceptions=True,
    )
    assert [str(one) for one in outcomes[:2]] == ["bot0@1", "bot1@1"]
    assert [str(one) for one in outcomes[2:]] == ["2 of your uploads wait already"] * 2
    assert len(hosted.bots_of(olga)) == 2


async def test_the_queue_is_not_filled_beyond_its_end_by_uploads_that_come_at_once(
    serve: Serve,
) -> None:
    server: Server = await serve(hosted__upload__max_waiting=3)
    await open_hosting(server)
    hosted = server.app.feature(UploadFeature).hosted
    await hosted.stop_working()
    outcomes = await asyncio.gather(
        *(hosted.upload(account(server, f"p{one}"), play(f"bot{one}")) for one in range(5)),
        return_exceptions=True,
    )
    assert [isinstance(one, UploadError) for one in outcomes] == [False] * 3 + [True] * 2


async def test_a_whole_class_may_wait(hosting: Server) -> None:
    hosted = hosting.app.feature(UploadFeature).hosted
    await hosted.stop_working()
    titles = [
        await hosted.upload(account(hosting, f"pupil{number}"), play(f"bot{number}"))
        for number in range(40)
    ]
    assert titles == [f"bot{number}@1" for number in range(40)]


# After a restart.


@pytest.mark.parametrize("is_disabled", [False, True])
async def test_versions_matches_and_logs_go_on_after_a_restart(
    tmp_path: Path, is_disabled: bool
) -> None:
    """A bot that may begin no others plays those that it has begun."""
    async with open_server(tmp_path, store__enabled=True) as server:
        await open_hosting(server)
        olga = account(server)
        assert (await upload(server, olga, play())).state is VersionState.READY
        ann, match_id = await sit_with(server, "ferris@1")
        hosted = server.app.feature(UploadFeature).hosted
        hosted.disable(hosted.find(olga, "ferris"), is_disabled)
        auth = {"kind": "guest", "name": "ann"}
        resume = {"session": ann.welcome["session"], "token": ann.welcome["resume_token"], "seq": 0}
    async with open_server(tmp_path, store__enabled=True) as server:
        assert server.app.feature(UploadFeature).hosted.obstacle is None
        olga = server.app.people.accounts.register.named("olga")
        assert "ferris@1 is first" in logs_of(server, olga, "ferris")
        ann = await server.connect("ann", auth=auth, resume=resume)
        assert (await play_on(ann, match_id))["reason"] == "finished"


async def test_the_title_of_a_version_never_names_another_program(tmp_path: Path) -> None:
    """A ladder or tournament that knows `ferris@1` would play and rate something else."""
    async with open_server(tmp_path, store__enabled=True) as server:
        await open_hosting(server)
        hosted, olga = server.app.feature(UploadFeature).hosted, account(server)
        assert (await upload(server, olga, play())).number == 1
        hosted.remove(hosted.find(olga, "ferris"))
        assert (await upload(server, olga, play(about="another"))).number == 2
        hosted.remove(hosted.find(olga, "ferris"))
    async with open_server(tmp_path, store__enabled=True) as server:
        await open_hosting(server)
        assert (await upload(server, account(server, "eve"), play())).number == 3


async def test_what_was_being_checked_is_checked_again(tmp_path: Path) -> None:
    async with open_server(tmp_path, store__enabled=True) as server:
        await open_hosting(server)
        sleepy = bot("ferris", "table_bot.py", "first", build=["sleep", "20"])
        title = await server.app.feature(UploadFeature).hosted.upload(account(server), sleepy)
        ferris = server.app.feature(UploadFeature).hosted.find(
            server.app.people.accounts.register.named("olga"), title
        )
        await server.until(lambda: ferris.versions[0].state is VersionState.BUILDING)
    async with open_server(tmp_path, store__enabled=True) as server:
        olga = server.app.people.accounts.register.named("olga")
        ferris = server.app.feature(UploadFeature).hosted.find(olga, "ferris")
        await server.until(lambda: ferris.versions[0].state is VersionState.BUILDING)
        server.app.feature(UploadFeature).hosted.remove(ferris)


async def sit_with(server: Server, title: str, **settings: Any) -> tuple[Client, str]:
    """A match of Crossfire of a person against an uploaded bot."""
    ann = await server.connect("ann")
    room = await open_room(ann, game="crossfire", clock=FOREVER, **settings)
    await seat_all([ann], room)
    server.app.lobby.find(room).add_bot(title, 1)
    await ann.ask("start", room=room)
    match_id: str = (await ann.expect("match_start"))["match_id"]
    return ann, match_id
