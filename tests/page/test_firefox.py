"""The page in Firefox: from the door to the result of a match, with keys and mouse."""

import json
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.browser import LOOKS, PLAYER, SPOKEN
from tests.page.firefox import FIREFOX, Firefox, open_firefox

PARTS = 40  # of a match, each as long as player.js plays at once
ENTER = "\ue007"
IMPATIENT = "localStorage.setItem('infoset.settings', JSON.stringify({ pace: 'instant' }))"
PICKED = "[...document.querySelectorAll('.log li')].some((one) => one.textContent.startsWith('You picked'))"


def look(firefox: Firefox, script: str) -> str:
    """What a script that returns a list finds, in lines."""
    found = firefox.run(f"(() => {{ {script} }})().join('\\n')")
    assert isinstance(found, str)
    return found


@pytest.mark.skipif(
    FIREFOX is None, reason="LOUD: firefox is not installed, the page is not tried in it"
)
def test_a_match_is_played_to_its_end_in_firefox(page_url: str, tmp_path: Path) -> None:
    with open_firefox(tmp_path) as firefox:
        firefox.open(page_url)
        firefox.run(IMPATIENT)
        firefox.open(page_url)
        firefox.until("document.querySelector('input[name=name]')", "the door was there")
        firefox.run("document.querySelector('input[name=name]').select()")
        firefox.press(*"Fox", ENTER)
        firefox.until("document.querySelector('.game-card')", "the lobby was there")
        assert look(firefox, LOOKS) == look(firefox, SPOKEN) == ""
        firefox.click(".game-card[aria-label=Colonizers] button.primary")
        firefox.click(".action-bar.mine .colonist")
        firefox.until(PICKED, "the log said what was picked")
        play = f"new Promise((done) => (function () {{ {PLAYER} }})(1e4, 0, (told) => done('goesOn' in told)))"
        assert any(firefox.run(play) is False for _ in range(PARTS))
        firefox.until("document.querySelector('.standing .score')", "the result was there")
        assert look(firefox, LOOKS) == look(firefox, SPOKEN) == ""
        assert firefox.faults == []


SEEN = "document.querySelector({selector!r})?.textContent.includes({text!r})"
UNREADABLE = "class A {\n  decide() {\n    return (1;\n  }\n}\n"
EDIT = (
    "(() => { const editor = document.querySelector('textarea[name=program]'); editor.value = %s;"
    " editor.dispatchEvent(new Event('input', { bubbles: true })); return true; })()"
)


@pytest.mark.skipif(
    FIREFOX is None, reason="LOUD: firefox is not installed, the page is not tried in it"
)
def test_a_bot_that_is_written_in_firefox_plays_there(page_url: str, tmp_path: Path) -> None:
    with open_firefox(tmp_path) as firefox:
        firefox.open(page_url)
        firefox.until("document.querySelector('input[name=name]')", "the door was there")
        firefox.run("document.querySelector('input[name=name]').select()")
        firefox.press(*"Vixen", ENTER)
        firefox.until("document.querySelector('.game-card')", "the lobby was there")
        firefox.run("(location.hash = '/learn/here', true)")
        firefox.until("document.querySelector('textarea[name=program]')", "the editor was there")
        play = ".playground button.primary"
        firefox.click(play)
        done = SEEN.format(selector=".playground", text="First in ")
        firefox.until(done, "the match was played")
        assert firefox.run(SEEN.format(selector=".playground-log", text="playing colonizers"))
        assert firefox.faults == []
        assert firefox.run(EDIT % json.dumps(UNREADABLE))
        firefox.click(play)
        wrong = "document.querySelector('.editor-lines .wrong')?.textContent === '3'"
        firefox.until(wrong, "the line was named")
