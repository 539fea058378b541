"""Whoever listens to the page instead of looking at it is told what there is."""

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.browser import Person
from tests.page.documents import pretend

PLACES = {
    "/lobby": ".game-card",
    "/replays": "table",
    "/ladder": "a.panel",
    "/ladder/sprint": "tbody tr",
    "/ladder/sprint/entry/e_1": ".plot",
    "/tournaments": "a.panel",
    "/tournaments/cup": "tbody tr",
    "/tournaments/cup/projector": ".projector h2",
    "/learn/bot": "pre",
    "/learn/wire": ".wire-log",
    "/learn/games": ".game-card",
    "/learn/game/crossfire": "article",
}
# One of each kind that is looked for.
FAULTS = """
document.querySelector("main").insertAdjacentHTML("beforeend",
  '<h1>twice</h1><h4>deep</h4><button></button><div aria-label="nobody hears it"></div><div role="list"></div>');
"""


@pytest.fixture
def person(chrome: object, page_url: str) -> Person:
    """Somebody who has come, and to whom much is shown."""
    someone = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    someone.enter("listener")
    pretend(someone)
    return someone


def test_every_place_can_be_listened_to(person: Person) -> None:
    for place, sign in PLACES.items():
        person.go(place)
        person.see(sign)
        assert person.unspoken() == [], place
    for tab in ("Bracket", "Tables", "Entrants"):
        person.go("/tournaments/cup")
        person.press(tab)
        assert person.unspoken() == [], tab


@pytest.mark.parametrize("game", ["catan", "colonizers", "crossfire"])
def test_a_match_can_be_listened_to(game: str, person: Person) -> None:
    person.open_room(game, {})
    person.see(".action-bar.mine")
    assert person.unspoken() == []
    person.press("You know")
    assert person.unspoken() == []


def test_what_cannot_be_listened_to_is_found(person: Person) -> None:
    person.driver.execute_script(FAULTS)
    found = [one.split(":")[0] for one in person.unspoken()]
    assert found == [
        "heading of level 4 out of order",
        "2 of h1",
        "without a name",
        "no role for its name",
        "empty",
    ]
    person.driver.refresh()
