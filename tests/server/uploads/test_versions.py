"""Names, versions and titles, and that they outlive the server."""

from typing import Any

import orjson
import pytest

from infoset_server.common.ids import UserId
from infoset_server.programs.upload_source import UnknownBotError
from infoset_server.uploads.versions import (
    HOSTED,
    UploadedBot,
    Version,
    VersionRegister,
    VersionState,
    read_hosted,
)


def version(number: int, **fields: Any) -> Version:
    return Version(number, "d" * 64, 10, {"command": ["./run"]}, 1_000, **fields)


def ferris() -> UploadedBot:
    bot = UploadedBot("hb_1", "ferris", UserId("u_olga"), [version(1), version(3)], 1)
    bot.versions[0].state = VersionState.READY
    return bot


def test_a_version_is_found_by_number_and_the_newest_without() -> None:
    bot = ferris()
    assert bot.find(1).number == 1
    assert bot.find().number == 3
    with pytest.raises(UnknownBotError, match="ferris has no version 2"):
        bot.find(2)


def test_a_title_names_one_version() -> None:
    bot = ferris()
    register = VersionRegister([bot])
    assert bot.title(bot.versions[1]) == "ferris@3"
    assert register.by_title("ferris@3") == (bot, bot.versions[1])
    for wrong in ("ferris", "ferris@2", "ferris@03", "other@1", "ferris@1 ", "@1", ""):
        assert register.by_title(wrong) is None


def test_a_name_is_free_again_when_its_bot_is_removed() -> None:
    register = VersionRegister([ferris()])
    bot = register.get("ferris")
    assert bot is not None
    assert register.of(UserId("u_olga")) == [bot]
    assert register.of(UserId("u_eve")) == []
    register.remove(bot)
    assert register.get("ferris") is None


def test_what_is_noted_is_the_same_after_a_restart() -> None:
    body = orjson.dumps(HOSTED.write(ferris()))
    [again] = HOSTED.read({"hb_1": body})
    assert HOSTED.write(again) == HOSTED.write(ferris())
    assert again.versions[0].state is VersionState.READY


def test_a_version_becomes_something_to_seat() -> None:
    bot = ferris()
    entry = read_hosted(bot, bot.versions[1])
    assert (entry.name, entry.owner, entry.is_uploaded) == ("ferris@3", "u_olga", True)
    assert entry.argv() == ["./run"]


def test_a_manifest_that_is_no_longer_understood_is_named() -> None:
    bot = ferris()
    bot.versions[0].manifest = {"command": 3}
    with pytest.raises(UnknownBotError, match="ferris@1: command: "):
        read_hosted(bot, bot.versions[0])
