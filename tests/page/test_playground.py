"""A bot that is written in the page: it plays, its errors name lines, it reaches nothing but its match, and it goes on elsewhere."""

import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from selenium.webdriver.common.keys import Keys
from tests.page.browser import Person
from tests.page.documents import enter_account, fresh, needs_uploads, token_of

NODE = shutil.which("node")
CLASS = 'import { Bot, run } from "#infoset";\nclass MyBot extends Bot {\n'
END = "}\nawait run(MyBot);\n"
RANDOM = f"{CLASS}  decide(turn) {{ return turn.randomAnswer(this.rng); }}\n{END}"
SAYING = RANDOM.replace("{ return", '{ console.log("asked", turn.kind); return')
# What reaches out of where a program runs, by name. Each fails.
REACHING = {
    "the network": "fetch('http://127.0.0.1:9/')",
    "the server": "fetch(new URL('health', '{url}'))",
    "a socket": "new Promise((done, fail) => { const to = new WebSocket('ws://127.0.0.1:9/'); to.onopen = done; to.onerror = fail; })",
    "a script": "import('http://127.0.0.1:9/x.js')",
    "the storage": "Promise.resolve().then(() => localStorage.length)",
    "a database": "new Promise((done, fail) => { const to = indexedDB.open('x'); to.onsuccess = done; to.onerror = fail; })",
    "another match": "ask({ type: 'act', match_id: 'm_other', decision: 1, index: 0 })",
    "another replay": "ask({ type: 'replay', replay: 'm_other', view: 'public', form: 'events' })",
    "a room": "ask({ type: 'create_room', game: 'crossfire' })",
    "the session": "ask({ type: 'hand_over' })",
}
# It lays hold of the way to the page, to ask for what it likes.
ATTACK = """import { Bot, run } from "#infoset";
let way;
let number = 1e6;
const post = MessagePort.prototype.postMessage;
MessagePort.prototype.postMessage = function (...told) {
  way = this;
  post.apply(this, told);
};
const ask = (message) => new Promise((done, fail) => {
  const mine = (number += 1);
  way.addEventListener("message", ({ data }) => data.number === mine && (data.error ? fail : done)());
  way.postMessage({ kind: "request", number: mine, message });
});
const tries = { TRIES };
class MyBot extends Bot {
  async decide(turn) {
    if (turn.decision > 1) return 0;
    const own = () => ask({ type: "know", match_id: turn.match.matchId, decision: turn.decision });
    for (const [name, reach] of Object.entries({ "its own match": own, ...tries }))
      console.log(await Promise.resolve().then(reach).then(() => "REACHED", () => "failed"), name);
    console.log("origin", self.origin);
    return 0;
  }
}
await run(MyBot);
"""
# It tells the page of thoughts that it has not had.
FORGER = """import { Bot, run } from "#infoset";
const post = MessagePort.prototype.postMessage;
MessagePort.prototype.postMessage = function (told) {
  if (told.kind === "traced" && told.line.includes('"thought"')) told = { ...told, line: LINE };
  post.call(this, told);
};
class MyBot extends Bot {
  decide(turn) { return turn.fallback; }
}
await run(MyBot);
"""
FORGED = {
    "no JSON": ("'no'", "Line 4: expected an object of JSON."),
    "no object": ("'null'", "Line 4: expected an object of JSON."),
    "no text": ("{}", "Line 4: expected an object of JSON."),
    "no milliseconds": (
        """told.line.replace(/"ms":[^,}]*/, '"ms":"long"')""",
        "Line 4: expected milliseconds in thought.",
    ),
    "what no game knows": (
        """told.line.replace(/}$/, ',"note":{"a":1},"action":7}')""",
        "is left out",
    ),
}
WRONG = {
    "grammar": (
        f"{CLASS}  decide(turn) {{\n    return (1;\n  }}\n{END}",
        "Unexpected token ';'",
        4,
    ),
    "an import": (RANDOM.replace("run }", "run, Nothing }"), "an export named 'Nothing'", None),
    "nothing that plays": (RANDOM.replace("await run(MyBot);", ""), "await run(MyBot);", None),
    "what it does at once": (f"{RANDOM}\nnull.here;\n", "reading 'here'", 7),
}


@pytest.fixture
def person(chrome: object, page_url: str) -> Person:
    """Somebody who writes a bot."""
    person = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    person.enter("author")
    return person


def write(person: Person, code: str) -> None:
    """The program is `code`, as if it had been written before."""
    person.go("/lobby")
    person.see(".game-card")
    person.module("net/playground.js", "(page.write(rest[0]), 1)", code)
    person.go("/learn/here")
    person.see("textarea[name=program]")


def program(person: Person) -> str:
    """What stands in the editor."""
    return str(person.see("textarea[name=program]").get_property("value"))


def select(person: Person, name: str, text: str) -> None:
    """Chooses what is offered in such words, once it is."""

    def find() -> int | None:
        offered = [one.text for one in person.look(f"select[name={name}] option")]
        return next((i + 1 for i, one in enumerate(offered) if text in one), None)

    found = person.until(find, f"{text} was offered")
    person.choose(f"select[name={name}]", found - 1)


def results(person: Person) -> list[dict[str, Any]]:
    """Those of the run, when it has ended."""
    told = "page.stage.value === 'idle' && page.results.value.length && page.results.value"
    found = person.until(
        lambda: person.module("net/playground.js", told), "the matches were played"
    )
    assert isinstance(found, list)
    return found


def rooms(person: Person) -> list[str]:
    found = person.module("net/app.js", "[...page.rooms.value.keys()]")
    assert isinstance(found, list)
    return found


def test_a_bot_is_written_and_plays_and_what_it_did_can_be_looked_at(person: Person) -> None:
    person.go("/learn/here")
    assert "extends Bot" in program(person)
    select(person, "matches", "5")
    person.press("Play")
    played = results(person)
    assert len(played) == 5
    assert all(sum(one["faults"].values()) == 0 for one in played)
    person.say(".playground [role=status]", "5 of 5 matches")
    person.say(".playground", "of 5 matches. In the long run")
    person.say(".playground-log", "playing colonizers on seat 0")
    person.click("details summary", "What it was asked last")
    assert person.say("details pre", "round:").text  # the observation
    assert person.place() == "/learn/here"
    assert person.module("net/app.js", "page.matches.value.size") == 0
    assert person.unreadable() + person.unspoken() == []
    (room,) = rooms(person)

    person.press("Play")  # once more, in the same room
    results(person)
    assert rooms(person) == [room]
    select(person, "game", "Crossfire")
    select(person, "rules", "mini")
    select(person, "matches", "1")
    person.press("Play")  # of another game: in another
    results(person)
    assert room not in rooms(person)
    person.click("tbody a", "Replay")
    person.see(".tape, [type=range]")
    person.until(lambda: rooms(person) == [], "nothing was kept open")
    assert person.faults() == []


def test_after_a_match_the_replay_shows_what_the_bot_thought(person: Person) -> None:
    person.go("/learn/here")
    select(person, "sample", "playouts")
    select(person, "game", "Crossfire")
    select(person, "game", "Colonizers")
    select(person, "rules", "a first look")
    person.press("Play")
    results(person)
    person.click("tbody a", "Replay")
    decision = person.see("[aria-label='Decision']")
    assert person.see("table.weighed .chosen").text
    values = [one.text for one in person.look("table.weighed td.n")]
    assert any(re.match("[+\u2212]\\d", one) for one in values), values
    assert " ms" in decision.text
    person.press("Next")
    assert person.faults() == []


@pytest.mark.parametrize("game", ["Catan", "Colonizers", "Crossfire"])
def test_at_a_pace_the_table_is_seen_as_the_bot_sees_it(person: Person, game: str) -> None:
    write(person, RANDOM)
    select(person, "game", game)
    select(person, "pace", "slow")
    person.press("Play")
    seen = "page.question.value && page.position.value?.obs && page.position.value.start.seat"
    person.until(lambda: person.module("net/playground.js", seen) == 0, "the bot was asked")
    assert person.see(".live .turn-word").text
    person.see(".live .board-area *")
    asked = person.module("net/playground.js", "page.question.value.decision")
    later = f"page.question.value.decision > {asked}"
    person.until(lambda: person.module("net/playground.js", later), "it went on")
    assert person.too_wide() + person.unreadable() + person.unspoken() == []
    person.press("Stop")
    person.until(lambda: rooms(person) == [], "the match was given up")
    assert person.faults() == []


def test_what_is_written_is_kept_for_whoever_wrote_it(person: Person) -> None:
    person.go("/learn/here")
    editor = person.see("textarea[name=program]")
    editor.send_keys(Keys.CONTROL, Keys.HOME)
    editor.send_keys("// mine", Keys.TAB, Keys.ENTER)
    person.driver.refresh()
    person.until(
        lambda: program(person).startswith("// mine  \n"),
        "it was there again",
    )
    select(person, "sample", "verbs")
    person.asked().dismiss()
    assert "// mine" in program(person)
    select(person, "sample", "verbs")
    person.asked().accept()
    person.until(
        lambda: "const ORDER" in program(person),
        "the sample was there",
    )
    editor = person.see("textarea[name=program]")
    editor.send_keys(Keys.ESCAPE, Keys.TAB)  # the way out for the keyboard
    assert person.driver.switch_to.active_element.get_property("name") != "program"
    person.enter("somebody else")
    person.go("/learn/here")
    assert "ORDER" not in program(person)


def test_who_has_changed_nothing_begins_with_the_starter_of_the_server(person: Person) -> None:
    kept = "page.written() ?? 'nothing'"
    person.go("/learn/here")
    assert "extends Bot" in program(person)
    assert person.module("net/playground.js", kept) == "nothing"
    select(person, "sample", "verbs")  # nobody asks whether that may go
    person.until(lambda: "const ORDER" in program(person), "the sample was there")
    assert "const ORDER" in person.module("net/playground.js", kept)
    select(person, "sample", "starter")
    person.asked().accept()
    person.until(lambda: "const ORDER" not in program(person), "the starter was there")
    assert person.module("net/playground.js", kept) == "nothing"
    assert person.faults() == []


def test_what_was_chosen_for_a_bot_is_there_again(person: Person) -> None:
    person.go("/learn/here")
    select(person, "game", "Crossfire")
    select(person, "rules", "mini")
    select(person, "matches", "5")
    select(person, "plays", "all games")
    name = person.see("input[name=bot]")
    name.send_keys(Keys.CONTROL, "a")
    name.send_keys("falcon")
    person.go("/learn/bots")  # where an upload leads
    person.see(".panel")
    person.driver.refresh()
    person.go("/learn/here")
    person.until(lambda: chosen(person, "bot") == "falcon", "its name was there")
    assert chosen(person, "game") == "crossfire"
    assert chosen(person, "rules") == "mini"
    assert chosen(person, "matches") == "5"
    assert chosen(person, "plays") == "all"
    select(person, "game", "Colonizers")
    assert chosen(person, "rules") == ""  # of another game
    person.enter("otter")
    person.go("/learn/here")
    person.until(lambda: chosen(person, "bot").startswith("otter"), "that was another's")
    assert person.faults() == []


def chosen(person: Person, name: str) -> str:
    """What stands in a field of this name."""
    return str(person.see(f"[name={name}]").get_property("value"))


@pytest.mark.parametrize("wrong", WRONG)
def test_a_program_that_does_not_run_is_told_why_and_where(person: Person, wrong: str) -> None:
    code, said, line = WRONG[wrong]
    write(person, code)
    person.press("Play")
    person.say(".playground [role=alert]", said)
    if line is not None:
        assert person.see(".editor-lines .wrong").text == str(line)
        person.press(f"Line {line}")
        assert person.driver.switch_to.active_element.get_property("name") == "program"
    assert rooms(person) == []  # nothing was begun
    person.faults()


def test_what_goes_wrong_in_a_match_is_logged_with_its_line(person: Person) -> None:
    write(
        person,
        f"{CLASS}  decide(turn) {{\n    if (turn.decision === 1) return turn.nothing.here;\n"
        '    return turn.decision === 2 ? ["fly", 5] : 0;\n  }\n' + END,
    )
    person.press("Play")
    (played,) = results(person)
    assert played["faults"] == {"exceptions": 1, "wrongAnswers": 1, "missed": 0}
    person.say(".playground", "2 decisions went wrong")
    said = person.say(".playground-log", "reading 'here'").text
    assert "MyBot.decide bot.js:4" in said
    assert "wrong answer in decision 2" in said
    assert "blob:" not in said
    assert person.faults() == []


def test_a_program_reaches_nothing_but_its_match(person: Person, page_url: str) -> None:
    tries = ", ".join(f"{name!r}: () => {what}" for name, what in REACHING.items())
    write(person, ATTACK.replace("TRIES", tries.replace("{url}", page_url)))
    person.press("Play")
    results(person)
    said = person.say(".playground-log", "origin null").text
    assert "REACHED its own match" in said  # so it can ask
    assert said.count("REACHED") == 1
    assert said.count("failed") == len(REACHING)
    person.faults()  # what was refused, the browser says


@pytest.mark.parametrize("forged", FORGED)
def test_thoughts_that_are_none_are_left_out_of_the_replay_with_a_word(
    person: Person, forged: str
) -> None:
    line, said = FORGED[forged]
    write(person, FORGER.replace("LINE", line))
    select(person, "rules", "a first look")
    person.press("Play")
    results(person)
    person.click("tbody a", "Replay")
    person.see(".tape, [type=range]")
    person.press("Trace")
    person.say(".side-body .problem", said)
    assert person.faults() == []


def test_a_loop_without_an_end_is_stopped_and_the_page_goes_on(person: Person) -> None:
    write(person, f"{CLASS}  decide(turn) {{ for (;;); }}\n{END}")
    person.press("Play")
    person.until(
        lambda: person.module("net/playground.js", "page.since.value !== null"), "it was asked"
    )
    person.module("net/playground.js", "(page.since.value -= 10_001, 1)")  # so long ago
    person.say(".playground .problem", "has not answered for more than ten seconds")
    person.press("Stop")
    person.until(lambda: rooms(person) == [], "the match was given up")
    write(person, RANDOM)
    person.press("Play")
    assert len(results(person)) == 1
    assert person.faults() == []


def test_a_log_without_an_end_is_cut(person: Person) -> None:
    write(person, SAYING.replace("{ console", "{ for (let i = 0; i < 300; i += 1) console"))
    person.press("Play")
    results(person)
    person.say(".playground-log .left-out", "left out")
    assert person.module("net/playground.js", "page.log.value.length") <= 501
    assert person.faults() == []


@pytest.mark.skipif(NODE is None, reason="LOUD: node is not installed")
def test_its_folder_runs_at_home_as_it_is(person: Person, page_url: str, tmp_path: Path) -> None:
    assert NODE is not None
    allowed = {"behavior": "allow", "downloadPath": str(tmp_path), "eventsEnabled": False}
    person.driver.execute_cdp_cmd("Browser.setDownloadBehavior", allowed)
    person.go("/learn/here")
    select(person, "sample", "verbs")
    person.until(lambda: "const ORDER" in program(person), "the sample was there")
    name = person.see("input[name=bot]")
    name.send_keys(Keys.CONTROL, "a")
    name.send_keys("Hill Bot")
    person.press("Save the folder")
    archive = tmp_path / "hill_bot.zip"
    person.until(archive.exists, "the folder was there")
    with zipfile.ZipFile(archive) as folder:
        folder.extractall(tmp_path)
    home = tmp_path / "hill_bot"  # beside others that were saved
    assert "hill_bot=json:node bot.js" in (home / "README.md").read_text()
    assert '"hill_bot"' in (home / "package.json").read_text()
    assert 'name = "hill_bot"' in (home / "bot.toml").read_text()
    assert "const ORDER" in (home / "bot.js").read_text()
    command = [NODE, "bot.js", "--seek", "crossfire", "--fill", "0", "--games", "1"]
    env = os.environ | {"INFOSET_URL": page_url.replace("http", "infoset", 1).rstrip("/")}
    done = subprocess.run(
        command, cwd=home, env=env, capture_output=True, text=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "(finished)" in done.stdout


def test_it_is_uploaded_and_the_server_runs_it(
    person: Person, page_url: str, page_data: Path
) -> None:
    root = (page_data / "admin.token").read_text().strip()
    name = fresh("writer")
    enter_account(person, token_of(page_url, root, name))
    needs_uploads(person)
    write(person, RANDOM)
    select(person, "game", "Crossfire")
    person.press("Upload it")
    person.say("tbody .chip.live", "ready")
    said = person.see("tbody tr").text
    assert f"{name}_bot" in said
    assert "crossfire: played to the end" in said
    assert "catan" not in said  # nobody has said that it plays that
    assert person.faults() == []
