"""Archives that packages offer: whole, equal each time, and no fault of theirs stops a server."""

import io
import logging
import zipfile
from importlib.metadata import EntryPoint

import pytest

from infoset_server.http import front_page as module
from infoset_server.http.front_page import downloads, zipped


def offered(monkeypatch: pytest.MonkeyPatch, *names: str) -> dict[str, bytes]:
    points = [EntryPoint(name, f"{__name__}:{name}", module.GROUP) for name in names]
    monkeypatch.setattr(module, "entry_points", lambda group: points)
    return downloads()


def small() -> dict[str, dict[str, str]]:
    return {"bot": {"my_bot/bot.py": "print()\n", "my_bot/run.sh": "#!/bin/sh\n"}}


def large() -> dict[str, dict[str, str]]:
    text = "".join(f"{number:x}{number * number:x}" for number in range(1_500_000))
    return {"large": {"text": text}}


def broken() -> dict[str, dict[str, str]]:
    raise RuntimeError("oops")


def test_an_archive_holds_the_files_and_programs_can_be_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    archive = zipfile.ZipFile(io.BytesIO(offered(monkeypatch, "small")["bot.zip"]))
    assert archive.read("my_bot/bot.py") == b"print()\n"
    modes = {info.filename: info.external_attr >> 16 for info in archive.infolist()}
    assert modes == {"my_bot/bot.py": 0o644, "my_bot/run.sh": 0o755}


def test_equal_files_make_equal_archives() -> None:
    assert zipped({"a": "1"}) == zipped({"a": "1"})


def test_a_package_that_fails_is_left_out_and_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        assert list(offered(monkeypatch, "broken", "small")) == ["bot.zip"]
    assert "no downloads of" in caplog.text


def test_too_much_is_left_out_altogether(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        assert offered(monkeypatch, "large", "small") == {}
    assert "bytes" in caplog.text


def test_the_sdk_offers_a_starter_for_each_language() -> None:
    names = set(downloads())
    assert {"bot-python.zip", "bot-javascript.zip", "bot-go.zip", "bot-rust.zip"} <= names
