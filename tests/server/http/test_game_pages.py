"""The views of games for the page: their folders and nothing else, and what cannot be served is listed as such."""

import json
from pathlib import Path

import pytest

from infoset_games.descriptor import Descriptor
from infoset_server.http.front_page import POLICY, FrontPage, digest
from infoset_server.http.game_pages import LIST, MAX_FILES, game_pages
from infoset_server.http.routes import Router
from infoset_server.network.caller import Caller
from infoset_web import CONTENT_TYPES

SCRIPT = b"export default () => ({});"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with a view, and much beside it that nobody may have."""
    folder = tmp_path / "hexes_pages"
    (folder / "page" / "more").mkdir(parents=True)
    (folder / "__init__.py").write_text("SECRET = 1")
    (folder / "page" / "view.js").write_bytes(SCRIPT)
    (folder / "page" / "more" / "board.svg").write_bytes(b"<svg/>")
    (folder / "page" / "notes.txt").write_bytes(b"private")
    (folder / "secret.json").write_bytes(b"{}")
    monkeypatch.syspath_prepend(tmp_path)
    return folder


def hexes(page: str = "hexes_pages:page/view.js") -> dict[str, Descriptor]:
    return {"hexes": Descriptor(rules="hexes_pages:Hexes", page=page)}


def test_the_files_of_the_folder_are_served_and_no_others(package: Path) -> None:
    files = game_pages(CONTENT_TYPES, hexes())
    assert json.loads(files.pop(LIST)) == {"hexes": "hexes/view.js"}
    assert files == {
        "plugged/hexes/view.js": SCRIPT,
        "plugged/hexes/more/board.svg": b"<svg/>",
    }


def test_a_game_without_a_view_is_not_listed() -> None:
    assert game_pages(CONTENT_TYPES, {"hexes": Descriptor(rules="hexes:Hexes")}) == {LIST: b"{}"}


@pytest.mark.parametrize(
    ("page", "why"),
    [
        ("no_such_package:page/view.js", "there is no package no_such_package"),
        ("json.decoder:page/view.js", "there is no package json.decoder"),
        ("hexes_pages:page/other.js", "there is no file page/other.js in hexes_pages"),
    ],
)
def test_a_view_that_cannot_be_served_is_listed_as_such(
    page: str, why: str, package: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert game_pages(CONTENT_TYPES, hexes(page)) == {LIST: b'{"hexes":""}'}
    assert why in caplog.text


def test_links_lead_nowhere(package: Path) -> None:
    (package / "page" / "leak.json").symlink_to(package / "secret.json")
    (package / "page" / "all").symlink_to(package)
    assert set(game_pages(CONTENT_TYPES, hexes())) == {
        LIST,
        "plugged/hexes/view.js",
        "plugged/hexes/more/board.svg",
    }
    (package / "page" / "view.js").unlink()
    (package / "page" / "view.js").symlink_to(package / "secret.json")
    assert game_pages(CONTENT_TYPES, hexes()) == {LIST: b'{"hexes":""}'}


def test_a_folder_with_too_much_in_it_is_not_served(package: Path) -> None:
    for number in range(MAX_FILES):
        (package / "page" / f"{number}.svg").touch()
    assert game_pages(CONTENT_TYPES, hexes()) == {LIST: b'{"hexes":""}'}


def test_what_is_served_has_the_policy_of_the_page_and_no_way_out(package: Path) -> None:
    files = {"index.html": b"@root@", **game_pages(CONTENT_TYPES, hexes())}
    router = Router(FrontPage(files, CONTENT_TYPES).routes())
    root = f"/web/{digest(files)}/plugged/hexes"
    found = router.look(f"{root}/view.js", Caller("127.0.0.1"))
    assert found is not None
    assert found.status_code == 200
    assert found.body == SCRIPT
    assert found.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert found.headers["Content-Security-Policy"] == POLICY
    assert "immutable" in found.headers["Cache-Control"]
    for path in ("../../secret.json", "..%2f..%2fsecret.json", "notes.txt", "", "more", "more/"):
        refused = router.look(f"{root}/{path}", Caller("127.0.0.1"))
        assert refused is None or refused.status_code == 404, path
