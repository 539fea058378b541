"""From the page to a bot of one's own: uploaded, checked, rated, its log; a starter that was downloaded, and what it is told."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.integration.uploads import bot
from tests.page.browser import Person
from tests.page.documents import command, enter_account, fresh, token_of, upload_in_page

LADDER = """
title = "Own bots"
game = "crossfire"
options = {{ preset = "mini" }}
clock = {{ kind = "none" }}
hosted = ["{bot}"]
refit_s = 0.1
people = {{ bots_after_s = 0.1 }}
"""

PLAY = ("bot.py", "--name", "my_bot")


@pytest.fixture
def person(chrome: object, page_url: str) -> Person:
    """Somebody who has not come yet."""
    return Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium


def test_an_uploaded_bot_is_checked_and_rated_and_its_log_is_its_owners(
    person: Person, page_url: str, page_data: Path, tmp_path: Path
) -> None:
    name = fresh("ferris")
    root = (page_data / "admin.token").read_text().strip()
    (page_data / "ladders").mkdir(exist_ok=True)
    (page_data / "ladders" / f"{name}.toml").write_text(LADDER.format(bot=name))
    command(page_url, root, "load-ladders")
    archive = tmp_path / "ferris.tar.gz"
    archive.write_bytes(bot(name, "table_bot.py", "first"))

    person.enter("to be replaced")
    enter_account(person, token_of(page_url, root, f"owner of {name}"))
    upload_in_page(person, archive)
    assert "crossfire: played to the end" in person.say("tbody tr", name).text
    person.press("Logs")
    assert f"{name}@1 is first" in person.say("pre", f"{name}@1 is ready").text
    assert person.unreadable() == []
    assert person.faults() == []

    enter_account(person, token_of(page_url, root, f"rival of {name}"))
    person.go("/learn/bots")
    assert person.say("main .muted", "bots").text == "0 bots"
    token = person.module("net/app.js", "page.account.value.token")
    refusal = "page.post('bots/log', { bot: rest[0] }, rest[1]).catch((error) => error.message)"
    assert f"you have no bot {name}" in person.module("net/web.js", refusal, name, token)
    assert all("/bots/log" in fault for fault in person.faults())

    person.go(f"/ladder/{name}")
    person.say("tbody tr", name)
    person.press("Play a rated match")
    person.see(".action-bar.mine")
    person.play()
    person.go(f"/ladder/{name}")
    person.press("Newest results")
    assert name in person.say("tbody tr", f"rival of {name}").text
    person.press("Table")
    person.until(
        lambda: {name, f"rival of {name}"} <= {one.text for one in person.look("tbody td b")},
        "both were rated",
    )
    person.press("History")
    person.say(".plot .name", f"rival of {name}")
    assert person.faults() == []


def test_a_starter_from_the_page_plays_with_whoever_downloaded_it(
    person: Person, page_url: str, tmp_path: Path
) -> None:
    person.enter("beginner")
    allowed = {"behavior": "allow", "downloadPath": str(tmp_path), "eventsEnabled": False}
    person.driver.execute_cdp_cmd("Browser.setDownloadBehavior", allowed)
    person.go("/learn")
    person.click("main a[download]", "Python")
    archive = tmp_path / "bot-python.zip"
    person.until(archive.exists, "the starter was there")
    with zipfile.ZipFile(archive) as starter:
        starter.extractall(tmp_path)
    folder = tmp_path / "my_bot"
    assert f"python {' '.join(PLAY)} --seek colonizers" in (folder / "README.md").read_text()

    person.module("net/app.js", "page.seekOpponents('crossfire')")
    words = [sys.executable, *PLAY, "--seek", "crossfire", "--games", "1"]
    env = os.environ | {"INFOSET_URL": page_url.replace("http", "ws", 1).rstrip("/")}
    playing = subprocess.Popen(
        words, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        person.see(".action-bar.mine")
        match = person.place().removeprefix("/match/")
        person.go("/learn/wire")
        person.say(".wire-log .in", '"type":"your_turn"')
        shown = person.see(".wire-log").text
        assert f'"match_id":"{match}"' in shown
        person.go(f"/match/{match}")
        person.play()
        said, _ = playing.communicate(timeout=100)
    finally:
        playing.kill()
        playing.wait()
    assert playing.returncode == 0, said
    assert "playing crossfire on seat" in said
    assert "(finished)" in said
    assert person.faults() == []
