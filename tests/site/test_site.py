"""The site: built as `make site` does, without a network, and looked through as a reader has it."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

import pytest
from build_site import publish

import infoset

ROOT: Final = Path(__file__).parents[2]
BUILD: Final = ROOT / "docs/site/build_site.py"
# Anything that is asked of a network ends the program.
WITHOUT_NETWORK: Final = """
import runpy, socket, sys
def refuse(*arguments):
    raise SystemExit(f"asked for the network: {arguments}")
socket.socket.connect = socket.getaddrinfo = refuse
sys.path.insert(0, sys.argv[1].rpartition("/")[0])
del sys.argv[0]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
WITHIN_S: Final = 1800.0


class Links(HTMLParser):
    """The anchors of a page, and what it links to or loads."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value for name, value in attrs if value}
        self.anchors.update(given[name] for name in ("id", "name") if name in given)
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag in {"img", "link", "script"} and (path := given.get("src") or given.get("href")):
            self.loaded.append(path)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the version of today."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-c", WITHOUT_NETWORK, str(BUILD), str(folder)]
    built = subprocess.run(command, capture_output=True, text=True, timeout=WITHIN_S, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    (version,) = (path for path in folder.iterdir() if path.is_dir())
    return version


def pages(site: Path) -> Iterator[tuple[Path, Links]]:
    for page in sorted(site.rglob("*.html")):
        yield page, Links(page)


@pytest.mark.timeout(WITHIN_S)
def test_every_link_leads_somewhere_and_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    every = list(pages(site))
    known = {page.resolve(): found.anchors for page, found in every}
    assert len(known) > 80
    astray = []
    for page, found in every:
        assert not [path for path in found.loaded if urlsplit(path).netloc], page
        for link in [*found.links, *found.loaded]:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page.resolve()
            anchors = known.get(target, set())
            if not target.exists() or (parts.fragment and unquote(parts.fragment) not in anchors):
                astray.append(f"{page.relative_to(site)}: {link}")
    assert not astray


@pytest.mark.timeout(WITHIN_S)
def test_the_reference_has_all_that_there_is(site: Path) -> None:
    sdk = Links(site / "docs/site/sdk.html").anchors
    assert {f"infoset.{name}" for name in infoset.__all__} <= sdk

    http = (site / "docs/site/openapi.html").read_text("utf-8")
    document = json.loads((ROOT / "docs/openapi.json").read_text("utf-8"))
    for path, methods in document["paths"].items():
        for method in methods:
            words = rf"{method.upper()}\b.{{0,40}}{re.escape(path)}<"
            assert re.search(words, http), f"{method} {path}"

    messages = (site / "docs/site/asyncapi.html").read_text("utf-8")
    contract = json.loads((ROOT / "protocol/schemas/asyncapi.json").read_text("utf-8"))
    for message in contract["components"]["messages"].values():
        assert f'<span class="pre">{message["name"]}</span>' in messages
    schemas = contract["components"]["schemas"] | document["components"]["schemas"]
    for name in schemas:
        assert f"<h3>{name}<" in messages + http


@pytest.mark.timeout(WITHIN_S)
def test_the_menu_has_the_headings_of_the_index(site: Path) -> None:
    index = (ROOT / "docs/README.md").read_text("utf-8")
    parts = re.findall(r"^## (.+)$", index, re.MULTILINE)
    assert parts == ["Getting started", "Guides", "Reference", "Explanation"]
    first = (site / "README.html").read_text("utf-8")
    captions = re.findall(r'class="caption-text">([^<]+)<', first)
    assert captions == [
        title
        for title in re.findall(r"^##+ (.+)$", index, re.MULTILINE)
        if title != "Guides"  # its pages are below the headings that follow
    ]


@pytest.mark.timeout(WITHIN_S)
def test_what_is_searched_are_the_words_of_all_pages(site: Path) -> None:
    script = (site / "searchindex.js").read_text("utf-8")
    index = json.loads(script.removeprefix("Search.setIndex(").removesuffix(")"))
    assert {"docs/README", "docs/site/sdk", "protocol/spec/05-playing"} <= set(index["docnames"])
    assert "rollout" in index["terms"]


def test_the_newest_version_is_the_first_and_numbers_are_no_letters(tmp_path: Path) -> None:
    for name in ("0.9.0", "0.10.0", "0.10.0rc1", "drafts"):
        (tmp_path / name).mkdir()
    publish(tmp_path)
    assert '["0.10.0", "0.10.0rc1", "0.9.0"]' in (tmp_path / "versions.js").read_text("utf-8")
    # A file by its name: opened from disk, a folder would be listed.
    assert 'url=0.10.0/index.html"' in (tmp_path / "index.html").read_text("utf-8")
