"""A server with the page and a browser for all tests here; each test is a new guest."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))

MISSING = "LOUD: {} is not installed, the page is not tried in a browser"


@pytest.fixture(scope="session")
def page_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the server."""
    return tmp_path_factory.mktemp("page")


@pytest.fixture(scope="session")
def page_url(page_data: Path) -> Iterator[str]:
    """The page of a server that asks nobody to be slow."""
    pytest.importorskip("selenium", reason=MISSING.format("selenium"))
    from tests.page.browser import open_server

    rates = ("rates.rooms_per_min=6000", "rates.msgs_per_s=2000", "rates.queries_per_s=100")
    limits = ("rooms.max_rooms_per_user=2000", *rates)
    with open_server(page_data, *limits) as url:
        yield url


@pytest.fixture(scope="session")
def one_chrome() -> Iterator[Any]:
    """One browser for all tests."""
    pytest.importorskip("selenium", reason=MISSING.format("selenium"))
    from tests.page.browser import CHROMIUM, DRIVER, open_browser

    if CHROMIUM is None or DRIVER is None:
        pytest.skip(MISSING.format("chromium with chromedriver"))
    with open_browser() as driver:
        yield driver


@pytest.fixture
def chrome(one_chrome: Any, page_url: str, page_data: Path) -> Iterator[object]:
    """The browser, which shows nothing behind a test: a match left open goes on being drawn beside all that follow.

    Nor is it played on: in a minute a bot would take the seat, and play with the others to the end.
    """
    yield one_chrome
    place = urlsplit(one_chrome.current_url)
    one_chrome.get("about:blank")
    if place.netloc == urlsplit(page_url).netloc and place.fragment.startswith("/match/"):
        end_match(page_url, page_data, place.fragment.split("/")[2])


def end_match(url: str, data: Path, match_id: str) -> None:
    """Ends a match without a result, if it is not over."""
    from tests.page.documents import command

    with suppress(HTTPError):
        root = (data / "admin.token").read_text("ascii").strip()
        command(url, root, "end-match", match=match_id)
