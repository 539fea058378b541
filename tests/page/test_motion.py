"""Pieces glide to their places, and nothing waits for them; whoever wants no motion gets none."""

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.browser import Person

# Notes what begins to glide from now on: what it is, and whence it comes.
WATCH = """
window.glided = [];
const { animate } = Element.prototype;
Element.prototype.animate = function (frames, how) {
  window.glided.push([this.dataset.moves, frames[0].translate]);
  return animate.call(this, frames, how);
};
"""


@pytest.fixture
def person(chrome: object, page_url: str) -> Person:
    """Somebody who has not come yet."""
    return Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium


def glided(person: Person) -> list[list[str]]:
    """What has begun to glide."""
    found: list[list[str]] = person.driver.execute_script("return window.glided")
    return found


def kinds(person: Person) -> set[str]:
    """Of what kinds it is: corners and edges."""
    return {name[0] for name, _ in glided(person)}


def place_both(person: Person) -> None:
    """Places a settlement, and a road beside it; others follow."""

    def is_placed() -> bool:
        person.play(1)
        return bool(person.look("[data-moves^='v']") and person.look("[data-moves^='e']"))

    person.until(is_placed, "a settlement and a road stood there")


def begin(person: Person) -> None:
    """A match of Catan, whose first piece can be placed."""
    person.open_room("catan", {})
    person.see(".action-bar.mine")
    person.driver.execute_script(WATCH)


def test_a_piece_comes_from_its_player_and_can_be_followed_at_once(person: Person) -> None:
    person.enter("mover", pace="brisk")
    begin(person)
    place_both(person)
    person.until(lambda: kinds(person) >= {"v", "e"}, "both came from the panel")
    assert all(come not in ("0px 0px", None) for _, come in glided(person))
    assert person.faults() == []


def test_pieces_glide_through_a_replay(person: Person) -> None:
    person.enter("walker")
    person.open_room("catan", {"target": 3, "seats": 2}, "heuristic")  # is there soon
    person.play()
    person.click(".action-bar.end a[href^='#/replay']")
    person.see(".action-bar.tape")
    person.driver.execute_script(WATCH)
    for _ in range(6):  # of a beginning in which pieces are placed
        person.click("button[aria-label='One on']")
    assert kinds(person) >= {"v", "e"}


@pytest.mark.parametrize("way", ["setting", "system", "instant"])
def test_whoever_wants_no_motion_gets_none(person: Person, way: str) -> None:
    person.enter("still", pace="instant" if way == "instant" else "brisk")
    emulate = "Emulation.setEmulatedMedia"
    if way == "setting":
        person.click("button[aria-label='Settings']")
        person.click("label.check", "nothing moves")
        person.click("dialog button[aria-label='Close']")
    if way == "system":
        less = {"name": "prefers-reduced-motion", "value": "reduce"}
        person.driver.execute_cdp_cmd(emulate, {"features": [less]})
    try:
        begin(person)
        place_both(person)
        assert glided(person) == []
    finally:
        person.driver.execute_cdp_cmd(emulate, {"features": []})
