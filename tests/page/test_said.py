"""What was said at a table, and what programs remarked, stand beside the replay and along its tape."""

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from selenium.webdriver.common.keys import Keys
from tests.page.browser import Person
from tests.page.program import a_program

LINE = "<b>hurry</b> & win"  # shown as it is
NOTE = "<i>three</i> sixes"
TABS = ".tabs [role=tab]"
PLACE = "input[aria-label='Place in the match']"


@pytest.fixture(scope="module")
def replay(page_url: str) -> str:
    """A match of two programs that has been resigned: they talked, one of them remarked on its acts."""
    with a_program(page_url, "ann") as ann, a_program(page_url, "bea") as bea:
        asked = {"game": "crossfire", "options": {"preset": "mini"}, "clock": {"kind": "none"}}
        room = ann.ask("create_room", **asked)["room"]["room"]
        for seat, program in enumerate((ann, bea)):
            program.ask("join", room=room)
            program.ask("sit", room=room, seat=seat)
        ann.ask("ready", room=room, ready=True)
        bea.ask("ready", room=room, ready=True)
        match_id = str(ann.hear("match_start")["match_id"])
        first = ann.hear("your_turn")["decision"]
        ann.ask("chat", match_id=match_id, text=LINE)
        ann.ask("chat", match_id=match_id, text="between us", to="players")
        remark = {"note": NOTE, "value": [0.5, -0.5]}
        ann.ask("act", match_id=match_id, decision=first, index=0, **remark)
        (pending,) = bea.ask("sync", match_id=match_id)["pending"]
        bea.ask("act", match_id=match_id, decision=pending["decision"], index=0)
        ann.hear("your_turn")
        bea.ask("chat", match_id=match_id, text="well played")
        bea.ask("resign", match_id=match_id)
        ann.hear("match_over")
        ann.ask("publish", replay=match_id, on=True)
        return match_id


@pytest.fixture
def person(chrome: object, page_url: str, replay: str) -> Person:
    """A stranger who looks at the replay, from its beginning."""
    someone = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    someone.enter("curious")
    someone.go(f"/replay/{replay}")
    someone.see(".action-bar.tape")
    return someone


def test_what_was_said_to_all_stands_where_it_was_said(person: Person) -> None:
    person.click(TABS, "Talk")
    person.say(".side-body .said", LINE)
    assert [one.text for one in person.look(".side-body .said")] == [LINE]
    person.see(PLACE).send_keys(Keys.END)
    person.say(".side-body .said", "well played")
    assert [one.text for one in person.look(".side-body .said")] == [LINE, "well played"]
    assert [one.text for one in person.look(".side-body .chat-lines b")] == ["ann", "bea"]
    assert person.unreadable() + person.unspoken() + person.faults() == []


def test_published_remarks_stand_beside_the_board_and_their_values_along_the_tape(
    person: Person,
) -> None:
    drawn = person.see(".tape svg.expectations")
    assert "ann 0.50 at the end" in str(drawn.get_attribute("aria-label"))
    person.see(PLACE).send_keys(Keys.END)
    person.click(TABS, "Remarks")
    assert person.see(".side-body .note").text == NOTE
    person.say(".side-body section", "expects ann 0.50, bea \N{MINUS SIGN}0.50")
    assert person.unreadable() + person.unspoken() + person.faults() == []
