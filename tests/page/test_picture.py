"""The board of a match that is over, saved as a picture: what is in it is what was seen, with whose it was and how it ended."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")
Image = pytest.importorskip(
    "PIL.Image", reason="LOUD: pillow is not installed, pictures are not looked at"
)

from PIL import ImageChops, ImageStat
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from tests.page.browser import Person, resize

GAMES: dict[str, dict[str, Any]] = {
    "colonizers": {"colony": 1},
    "catan": {"target": 3},
    "crossfire": {"preset": "mini"},
}
SMALL = 300  # pixels across, in which pictures are compared: edges of letters may fall otherwise
MOST = 4.0  # of 255, by which they differ in the mean


@pytest.fixture
def person(chrome: object, page_url: str, tmp_path: Path) -> Iterator[Person]:
    """Somebody who has not come yet, and whose browser saves files into `tmp_path`."""
    yield from saving(Person(chrome, page_url), tmp_path)  # type: ignore[arg-type]  # the fixture knows no selenium


def saving(someone: Person, folder: Path) -> Iterator[Person]:
    behave = "Browser.setDownloadBehavior"
    someone.driver.execute_cdp_cmd(behave, {"behavior": "allow", "downloadPath": str(folder)})
    yield someone
    someone.driver.execute_cdp_cmd(behave, {"behavior": "default"})


def saved(person: Person, folder: Path, name: str) -> Any:
    """The picture of this name, which is saved now."""
    path = folder / name
    path.unlink(missing_ok=True)
    person.click(".save-picture")
    person.until(path.exists, f"{name} was saved")
    picture = Image.open(io.BytesIO(path.read_bytes()))
    picture.load()
    return picture.convert("RGB")


def seen(person: Person) -> Any:
    """What the board looks like on the screen."""
    ActionChains(person.driver).move_by_offset(0, 0).perform()
    return Image.open(io.BytesIO(person.see(".board-area").screenshot_as_png)).convert("RGB")


def difference(picture: Any, board: Any) -> float:
    """How far the lower part of a picture, which is the board, is from what was seen."""
    scale = picture.width / board.width
    top = picture.height - round(board.height * scale)
    assert top > 0, "names and results stand above the board"
    size = (SMALL, round(SMALL * board.height / board.width))
    part = picture.crop((0, top, picture.width, picture.height)).resize(size)
    return max(ImageStat.Stat(ImageChops.difference(part, board.resize(size))).mean)


def play_to_the_end(person: Person, game: str) -> str:
    """A match against bots; its id."""
    person.open_room(game, GAMES[game], "heuristic")  # who plays by chance needs long to win
    person.play()
    person.see(".action-bar.end")
    return person.place().split("/")[-1]


@pytest.mark.parametrize("game", GAMES)
def test_the_picture_is_what_is_seen(person: Person, tmp_path: Path, game: str) -> None:
    person.enter("Žofie")
    match_id = play_to_the_end(person, game)
    person.module("net/app.js", "page.change({motion: 'off'})")
    picture = saved(person, tmp_path, f"{match_id}.png")
    own = difference(picture, seen(person))
    assert own < MOST
    person.click(".action-bar.end a[href^='#/replay']")
    person.see(".action-bar.tape")
    ActionChains(person.driver).send_keys(Keys.HOME).perform()
    person.until(lambda: person.place().endswith("/0"), "the tape was at its beginning")
    first = saved(person, tmp_path, f"{match_id}-0.png")
    assert difference(first, seen(person)) < MOST
    assert difference(picture.resize(first.size), seen(person)) > 2 * own
    assert person.faults() == []


def test_what_is_in_the_head_and_what_is_not(person: Person, tmp_path: Path) -> None:
    """Places and scores stand there at the end alone, and the board of a stranger is a stranger's."""
    person.enter("painter")
    match_id = play_to_the_end(person, "colonizers")
    person.click(".action-bar.end a[href^='#/replay']")
    person.see(".action-bar.tape")
    ActionChains(person.driver).send_keys(Keys.END).perform()
    person.say(".turn-word", "over")
    end = person.place().split("/")[-1]
    heads = (
        "window.heads = []; new MutationObserver(() => { const head = document.querySelector('.picture-head'); "
        "if (head) window.heads.push(head.innerText); }).observe(document.body, {childList: true, subtree: true});"
    )
    person.driver.execute_script(heads)
    ActionChains(person.driver).send_keys(Keys.HOME, Keys.PAGE_DOWN).perform()
    person.until(lambda: person.place().split("/")[-1] not in ("0", end), "cards were dealt")
    ver = person.place().split("/")[-1]
    whole = saved(person, tmp_path, f"{match_id}-{ver}.png")
    (early,) = {
        text for text in person.driver.execute_script("return window.heads") if text.strip()
    }
    assert "painter" in early
    assert "1st" not in early
    ActionChains(person.driver).send_keys("p").perform()
    person.until(lambda: "/public/" in person.place(), "a stranger looks")
    strangers = saved(person, tmp_path, f"{match_id}-{ver}.png")
    assert difference(strangers, seen(person)) < MOST
    assert ImageChops.difference(whole, strangers.resize(whole.size)).getbbox() is not None
    person.driver.execute_script("window.heads = []")
    ActionChains(person.driver).send_keys(Keys.END).perform()
    person.say(".turn-word", "over")
    saved(person, tmp_path, f"{match_id}.png")
    (last,) = {text for text in person.driver.execute_script("return window.heads") if text.strip()}
    assert "1st" in last
    assert person.faults() == []


def test_in_the_dark_and_on_a_phone_it_is_what_is_seen_too(person: Person, tmp_path: Path) -> None:
    person.enter("night", "dark")
    resize(person.driver, 390, 780)
    try:
        match_id = play_to_the_end(person, "crossfire")
        picture = saved(person, tmp_path, f"{match_id}.png")
        assert sum(picture.getpixel((4, 4))) < 200
        assert person.too_wide() == []
        assert person.faults() == []
    finally:
        resize(person.driver, 1440, 900)
