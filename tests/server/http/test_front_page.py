"""The page and its files over HTTP: by exact name, with types, and kept by browsers for as long as they may be."""

import asyncio
import gzip
import re

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Response

from infoset_server.http.front_page import FrontPage, digest
from infoset_server.http.languages import preferred
from infoset_server.http.routes import Router
from infoset_server.network.caller import Caller
from infoset_server.network.http import HttpPolicy, HttpRequest, show

TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8"}
FILES = {"index.html": b'<script src="@root@/main.js"></script>', "main.js": b"1", "net/a.js": b"2"}


def page_of(files: dict[str, bytes] = FILES) -> Router:
    return Router(FrontPage(files, TYPES, lambda: {"bot.zip": b"PK"}).routes())


def get(page: Router, path: str, **headers: str) -> Response:
    return show(path, Headers(headers), HttpPolicy("tavern", on_loopback=False, look=page.look))


def script_of(page: Router) -> str:
    found = re.search(rb'src="([^"]+)"', get(page, "/").body)
    assert found is not None
    return "/" + found[1].decode()


def test_the_index_names_its_files_by_their_digest() -> None:
    page = page_of()
    assert script_of(page) == f"/web/{digest(FILES)}/main.js"
    assert get(page, script_of(page)).body == b"1"


def test_files_are_kept_for_ever_and_the_index_is_asked_for_again() -> None:
    page = page_of()
    assert "immutable" in get(page, script_of(page)).headers["Cache-Control"]
    assert get(page, "/").headers["Cache-Control"] == "no-cache"


def test_other_files_have_another_folder() -> None:
    before, after = page_of(), page_of({**FILES, "main.js": b"3"})
    assert script_of(before) != script_of(after)
    assert get(after, script_of(before)).status_code == 404


def test_who_has_a_file_is_told_so_and_gets_no_body() -> None:
    page = page_of()
    tag = get(page, "/").headers["ETag"]
    for shown in (tag, f'"x", {tag}', f"W/{tag}", "*"):
        response = get(page, "/", **{"If-None-Match": shown})
        assert (response.status_code, response.body) == (304, b"")
        assert response.headers["ETag"] == tag
    assert get(page, "/", **{"If-None-Match": '"x"'}).status_code == 200


LONG = {**FILES, "long.js": b"const a = 1;\n" * 100}


def test_who_takes_it_gets_a_file_packed() -> None:
    page = page_of(LONG)
    path = f"/web/{digest(LONG)}/long.js"
    plain, packed = get(page, path), get(page, path, **{"Accept-Encoding": "br, gzip;q=0.8"})
    assert "Content-Encoding" not in plain.headers
    assert (packed.headers["Content-Encoding"], packed.headers["Vary"]) == (
        "gzip",
        "Accept-Encoding",
    )
    assert len(packed.body) == int(packed.headers["Content-Length"]) < len(plain.body)
    assert gzip.decompress(packed.body) == plain.body
    assert plain.headers["Vary"] == "Accept-Encoding"
    tag = packed.headers["ETag"]
    assert tag != plain.headers["ETag"]
    both = {"Accept-Encoding": "gzip", "If-None-Match": tag}
    assert get(page, path, **both).status_code == 304


@pytest.mark.parametrize("taken", ["", "br", "gzip;q=0", "identity, gzip; q=0.0"])
def test_who_does_not_take_it_packed_gets_it_plain(taken: str) -> None:
    page = page_of(LONG)
    answer = get(page, f"/web/{digest(LONG)}/long.js", **{"Accept-Encoding": taken})
    assert answer.body == LONG["long.js"]


def test_what_packing_does_not_shorten_is_sent_as_it_is() -> None:
    answer = get(page_of(), script_of(page_of()), **{"Accept-Encoding": "gzip"})
    assert answer.body == b"1"
    assert "Vary" not in answer.headers


def test_types_are_strict_and_scripts_come_from_here_only() -> None:
    headers = get(page_of(), "/").headers
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert headers["X-Content-Type-Options"] == "nosniff"
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize(
    "path",
    [
        "/index.html",
        "/main.js",
        "/web/main.js",
        "/../main.js",
        "//main.js",
        "/web/%2e%2e/main.js",
        "/download/",
    ],
)
def test_nothing_is_found_by_another_name(path: str) -> None:
    assert get(page_of(), path).status_code == 404


def test_no_name_leads_out_of_the_folder() -> None:
    page = page_of()
    folder = script_of(page).rpartition("/")[0]
    for name in (
        "",
        ".",
        "..",
        "../main.js",
        "./main.js",
        "net",
        "net/../main.js",
        "main.js/",
        "MAIN.JS",
    ):
        assert get(page, f"{folder}/{name}").status_code == 404


async def test_archives_can_be_downloaded_and_are_made_when_they_are() -> None:
    made: list[str] = []

    def archives() -> dict[str, bytes]:
        made.append("once")
        return {"bot.zip": b"PK"}

    page = Router(FrontPage(FILES, TYPES, archives).routes())

    async def fetch(name: str) -> Response:
        answered = asyncio.get_running_loop().create_future()
        request = HttpRequest("GET", f"/download/{name}", Headers(), b"", Caller("127.0.0.1"))
        page.answer(request, answered.set_result)
        response: Response = await answered
        return response

    assert made == []
    for _ in range(2):
        response = await fetch("bot.zip")
        assert response.headers["Content-Type"] == "application/zip"
        assert response.body == b"PK"
    for name in ("../index.html", "other.zip"):
        assert (await fetch(name)).status_code == 404
    assert made == ["once"]


def test_health_stays_what_it_was() -> None:
    assert get(page_of(), "/health").headers["Content-Type"] == "application/json"


TRANSLATED = {**FILES, "en/index.html": b"Loading", "cs/index.html": "Načítá se".encode()}


def test_the_page_is_written_in_the_language_of_the_browser() -> None:
    page = page_of(TRANSLATED)
    assert get(page, "/", **{"Accept-Language": "cs-CZ,en;q=0.5"}).body.decode() == "Načítá se"
    assert get(page, "/", **{"Accept-Language": "fr"}).body == b"Loading"
    czech, english = (get(page, "/", **{"Accept-Language": one}) for one in ("cs", "en"))
    assert "Accept-Language" in czech.headers.get_all("Vary")
    assert czech.headers["ETag"] != english.headers["ETag"]
    assert get(page, "/cs").status_code == get(page, "/cs/index.html").status_code == 404


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("", "en"),
        ("de", "de"),
        ("fr, CS-cz;q=0.9, de;q=0.8", "cs"),
        ("de;q=0.1, cs;q=0.2", "cs"),
        ("cs, de", "cs"),
        ("cs;q=0", "en"),
        ("*", "en"),
        ("cs;q=nan, de;q=2, sk;v=1, cs;q=;,,;", "en"),
        ("x," * 1000 + "cs", "en"),
    ],
)
def test_the_language_is_the_one_that_is_wanted_most(asked: str, found: str) -> None:
    assert preferred(Headers({"Accept-Language": asked}), ("en", "cs", "de", "sk")) == found
    assert preferred(Headers(), ("en", "cs")) == "en"


def test_what_is_written_in_the_page_runs_where_nothing_can_be_reached() -> None:
    files = {**FILES, "playground.html": b"<!doctype html>"}
    page = page_of(files)
    found = get(page, f"/web/{digest(files)}/playground.html")
    rules = dict(
        rule.split(" ", 1) for rule in found.headers["Content-Security-Policy"].split("; ")
    )
    assert rules["default-src"] == "'none'"  # and so connect-src, img-src, frame-src ...
    assert rules["script-src"] == "'self' blob:"
    assert rules["sandbox"] == "allow-scripts"
    assert rules["frame-ancestors"] == "'self'"
    assert set(rules) == {
        *("default-src", "script-src", "worker-src", "sandbox", "frame-ancestors"),
        *("base-uri", "form-action"),
    }
    assert "X-Frame-Options" not in found.headers
    assert "frame-src 'self'" in get(page, "/").headers["Content-Security-Policy"]
    assert get(page, "/").headers["X-Frame-Options"] == "DENY"
