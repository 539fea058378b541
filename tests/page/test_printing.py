"""What a printer gets: the tables of a page, whole and in dark ink, and nothing that is pressed."""

import base64
from collections.abc import Iterator

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.browser import Person
from tests.page.documents import CUP, pretend

PRESSED = "header, nav, button, .button, [role=tab], .toasts"
INK = """
const colours = [...document.querySelectorAll("td, h1")].map((one) => getComputedStyle(one).color);
return [...new Set(colours)].concat(getComputedStyle(document.body).backgroundColor);
"""
CUT = """
return [...document.querySelectorAll("main, main *")].filter((one) => {
  const style = getComputedStyle(one);
  return style.overflowY !== "visible" && one.scrollHeight > one.clientHeight + 1 && style.display !== "inline";
}).map((one) => one.className);
"""
DARK = {"rgb(0, 0, 0)", "rgb(34, 34, 34)", "rgb(51, 51, 51)"}


@pytest.fixture
def printed(chrome: object, page_url: str) -> Iterator[Person]:
    """The page in dark colours, as it goes to a printer."""
    someone = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    someone.enter("printer", theme="dark")
    pretend(someone)
    someone.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    yield someone
    someone.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


@pytest.mark.parametrize("place", ["tournaments/cup", "tournaments/cup/projector", "ladder/sprint"])
def test_a_table_is_printed_without_what_is_pressed(printed: Person, place: str) -> None:
    printed.go(f"/{place}")
    printed.see("tbody tr")
    assert [one.text for one in printed.look(PRESSED) if one.is_displayed()] == []
    *inks, paper = printed.driver.execute_script(INK)
    assert set(inks) <= DARK
    assert paper == "rgb(255, 255, 255)"
    assert printed.driver.execute_script(CUT) == []
    pdf = printed.driver.execute_cdp_cmd("Page.printToPDF", {})
    assert base64.b64decode(pdf["data"]).startswith(b"%PDF")
    assert printed.faults() == []


def test_everybody_is_on_the_sheet(printed: Person) -> None:
    printed.go("/tournaments/cup")
    printed.see("tbody tr")
    shown = [one.text for one in printed.look("tbody tr") if one.is_displayed()]
    assert len(shown) == len(CUP["standings"])
