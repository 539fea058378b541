"""The page a browser gets at `/`, the files it is made of, and archives to download.

All of it lies in memory, by exact name: there is no path to escape through. Files are under a folder named by
a digest of everything, so that a browser may keep them for ever and still has the new ones after an update.
"""

import asyncio
import gzip
import hashlib
import http
import io
import logging
import zipfile
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib.metadata import entry_points
from pathlib import PurePosixPath
from typing import Final, TypeAlias

from websockets.datastructures import Headers
from websockets.http11 import Response

from infoset_server.http.endpoints import TextError
from infoset_server.http.languages import ENGLISH, preferred
from infoset_server.http.routes import (
    ARCHIVE,
    BYTES,
    EVERYBODY,
    TEXT,
    Call,
    Content,
    Handler,
    Route,
)
from infoset_server.network.http import FRAMES, with_body

logger = logging.getLogger(__name__)

INDEX: Final = "index.html"
OFFLINE: Final = "offline.html"  # is shown at the place of the index
WORKER: Final = "sw.js"  # has power over the folder it lies in, so it lies beside the index
EMBED: Final = "embed.html"  # shows one match in a frame of another site
PLAYGROUND: Final = "playground.html"  # runs a bot that is written in the page
ROOT_MARK: Final = b"@root@"  # stands in the index for the folder of the other files
FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"
DIGEST_LENGTH: Final = 16
BY_LANGUAGE: Final = "Accept-Language"  # what else an answer depends on
GZIP: Final = "gzip"
LEVEL: Final = 6  # of gzip: 9 takes half as long again for a thousandth
WORTH: Final = 0.9  # of its length, above which a file is not sent packed

# Scripts, styles, fonts and connections from here, and nothing from anywhere else; nobody may frame it.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; "
    "frame-src 'self'; manifest-src 'self'; worker-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

# The same for a match that others may frame. It is an origin of its own, so it has no cookies and nothing that is kept.
EMBED_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; sandbox allow-scripts; frame-ancestors "
)

# A frame of the page in which a program runs that its reader has written: an origin of its own, without any connection.
PLAYGROUND_POLICY: Final = (
    "default-src 'none'; script-src 'self' blob:; worker-src blob:; base-uri 'none'; form-action 'none'; "
    "sandbox allow-scripts; frame-ancestors 'self'"
)
NO_SUCH_PAGE: Final = "No such page."
NOT_EMBEDDED: Final = "This server shows no matches in frames of other sites."

GROUP: Final = "infoset.downloads"
MAX_BYTES: Final = 4 * 1024 * 1024  # of all archives together
LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)  # so that equal files make equal archives
RUNNABLE: Final = 0o755 << 16

# Contents of archives, by name of the archive and name of the file in it.
Folders: TypeAlias = Mapping[str, Mapping[str, str]]


class FrontPage:
    """The page, its files, and archives."""

    def __init__(
        self,
        files: Mapping[str, bytes],
        content_types: Mapping[str, str],
        downloads: Callable[[], Mapping[str, bytes]] = dict,
        embed_on: Sequence[str] = (),
    ) -> None:
        """`content_types` is by suffix and has that of every file.

        `downloads` makes the archives, by name, in a thread when the first is asked for. `embed_on` are the sites that may
        show a match in a frame.
        """
        root = f"web/{digest(files)}"
        self._embed_on = embed_on
        self._embeds: dict[str, bytes] = {}  # by language
        self._indexes: dict[str, str] = {}  # where they lie
        self._content_types = content_types
        self._downloads = downloads
        self._pages: dict[str, Page] = {}
        self._playground = f"/{root}/{PLAYGROUND}"
        for name, content in files.items():
            suffix = PurePosixPath(name).suffix
            rooted = content.replace(ROOT_MARK, root.encode())
            language, _, page = name.rpartition("/")
            if page == INDEX:
                self._indexes[language or ENGLISH] = f"/{language}"
                self._add(f"/{language}", rooted, content_types[suffix], ASK_AGAIN, BY_LANGUAGE)
            elif page == EMBED:
                embed = content.replace(ROOT_MARK, f"../{root}".encode())
                self._embeds[language or ENGLISH] = embed
            elif name == WORKER:
                self._add(f"/{WORKER}", rooted, content_types[suffix], ASK_AGAIN)
            elif name == OFFLINE:
                self._add(f"/{root}/{name}", rooted, content_types[suffix], FOR_EVER)
            elif name == PLAYGROUND:
                about = self._about(content_types[suffix], FOR_EVER, policy=PLAYGROUND_POLICY)
                self._pages[self._playground] = Page(content, about)
            else:
                self._add(f"/{root}/{name}", content, content_types[suffix], FOR_EVER)

    def routes(self) -> list[Route]:
        """What is answered here."""

        def route(path: str, summary: str, content: Content, handle: Handler = self.file) -> Route:
            answers = {
                http.HTTPStatus.OK: content,
                http.HTTPStatus.NOT_MODIFIED: None,
                http.HTTPStatus.NOT_FOUND: TEXT,
            }
            return Route("GET", path, EVERYBODY, summary, handle, answers)

        return [
            route("/", "The page for people.", self._content_types[PurePosixPath(INDEX).suffix]),
            Route(
                "GET",
                "/embed/{replay}",
                EVERYBODY,
                "The page of a finished match for a frame of another site, where the setting replays.embed_on lets it.",
                self.embed,
                {http.HTTPStatus.OK: self._content_types[".html"], http.HTTPStatus.NOT_FOUND: TEXT},
            ),
            route(
                f"/{WORKER}",
                "The script that shows why there is no page, while the server cannot be reached.",
                self._content_types.get(".js", BYTES),
            ),
            route("/web/{digest}/{file:path}", "The files it is made of.", "*/*"),
            route(
                "/download/{file}", "Archives to begin with, such as bots.", ARCHIVE, self.archive
            ),
        ]

    def file(self, call: Call) -> Response:
        """What lies at exactly this path. Raises TextError."""
        request = call.request
        path = request.path
        if path == "/":
            path = self._indexes.get(preferred(request.headers, self._indexes), path)
        page = self._pages.get(path)
        if page is None:
            raise TextError(http.HTTPStatus.NOT_FOUND, NO_SUCH_PAGE)
        response = page.response(may_pack=takes_gzip(request.headers))
        if path == self._playground:
            del response.headers[FRAMES]  # its policy says who may
        return response

    async def archive(self, call: Call) -> Response:
        """The archive of this name. Raises TextError."""
        page = (await asyncio.to_thread(lambda: self._archives)).get(call.names["file"])
        if page is None:
            raise TextError(http.HTTPStatus.NOT_FOUND, NO_SUCH_PAGE)
        return page.response(may_pack=takes_gzip(call.request.headers))

    def embed(self, call: Call) -> Response:
        """The page for a frame; which match it shows, it finds in its address. Raises TextError."""
        if not self._embed_on or not self._embeds:
            raise TextError(http.HTTPStatus.NOT_FOUND, NOT_EMBEDDED)
        about = [
            ("Content-Type", self._content_types[".html"]),
            ("Cache-Control", ASK_AGAIN),
            ("Content-Security-Policy", EMBED_POLICY + " ".join(self._embed_on)),
            ("Referrer-Policy", "no-referrer"),
            ("Vary", BY_LANGUAGE),
        ]
        page = self._embeds[preferred(call.request.headers, self._embeds)]
        response = with_body(http.HTTPStatus.OK, page, Headers(about))
        del response.headers[FRAMES]  # the policy says who may
        return response

    @cached_property
    def _archives(self) -> dict[str, "Page"]:
        """The archives by name."""
        about = self._about(ARCHIVE, ASK_AGAIN)
        return {name: Page(content, about) for name, content in self._downloads().items()}

    def _add(
        self, path: str, content: bytes, content_type: str, caching: str, varies: str = ""
    ) -> None:
        self._pages[path] = Page(content, self._about(content_type, caching, varies))

    def _about(
        self, content_type: str, caching: str, varies: str = "", policy: str = POLICY
    ) -> list[tuple[str, str]]:
        """The headers of a page that are the same packed or not."""
        about = [
            ("Content-Type", content_type),
            ("Cache-Control", caching),
            ("Content-Security-Policy", policy),
            ("Referrer-Policy", "no-referrer"),
        ]
        if (
            self._embed_on
        ):  # the page in a frame has no origin, and fetches scripts and fonts from us
            about.append(("Access-Control-Allow-Origin", "*"))
        if varies:
            about.append(("Vary", varies))
        return about


class Page:
    """What lies at one path. It is packed when it is first asked for: many a server has bots only."""

    def __init__(self, content: bytes, about: Sequence[tuple[str, str]]) -> None:
        """`about` are headers that are the same packed or not."""
        self._content = content
        self._about = about

    def response(self, *, may_pack: bool) -> Response:
        """Packed where it may be, and where that is worth it."""
        packed = self._packed
        if packed is None:
            headers = Headers([*self._about, ("ETag", f'"{self._tag}"')])
            return with_body(http.HTTPStatus.OK, self._content, headers)
        headers = Headers([*self._about, ("Vary", "Accept-Encoding")])
        if not may_pack:
            headers["ETag"] = f'"{self._tag}"'
            return with_body(http.HTTPStatus.OK, self._content, headers)
        headers["ETag"] = f'"{self._tag}-{GZIP}"'
        headers["Content-Encoding"] = GZIP
        return with_body(http.HTTPStatus.OK, packed, headers)

    @cached_property
    def _packed(self) -> bytes | None:
        """The content packed, None where it would hardly be shorter."""
        packed = gzip.compress(self._content, LEVEL, mtime=0)
        return packed if len(packed) < WORTH * len(self._content) else None

    @cached_property
    def _tag(self) -> str:
        return hashlib.sha256(self._content).hexdigest()[:DIGEST_LENGTH]


def takes_gzip(headers: Headers) -> bool:
    """May an answer to this be packed (RFC 9110, 12.5.3)?"""
    for line in headers.get_all("Accept-Encoding"):
        for coding in line.lower().split(","):
            name, _, weight = coding.partition(";")
            if name.strip() in (GZIP, "*"):
                return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def digest(files: Mapping[str, bytes]) -> str:
    """A name for exactly these files."""
    whole = hashlib.sha256()
    for name in sorted(files):
        whole.update(f"{name} {len(files[name])}\n".encode())
        whole.update(files[name])
    return whole.hexdigest()[:DIGEST_LENGTH]


def downloads() -> dict[str, bytes]:
    """All archives by name, such as `bot-python.zip`. What cannot be made is left out, and logged."""
    made: dict[str, bytes] = {}
    for point in entry_points(group=GROUP):
        try:
            offer: Callable[[], Folders] = point.load()
            made |= {f"{name}.zip": zipped(files) for name, files in offer().items()}
        except Exception:  # whatever a package does: the server starts without its archives
            logger.exception("no downloads of %s", point.value)
    if sum(map(len, made.values())) > MAX_BYTES:
        logger.error("no downloads: together they are above %d bytes", MAX_BYTES)
        return {}
    return made


def zipped(files: Mapping[str, str]) -> bytes:
    """An archive of text files, each by its name in it."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            about = zipfile.ZipInfo(name, LONG_AGO)
            about.compress_type = zipfile.ZIP_DEFLATED
            about.external_attr = RUNNABLE if text.startswith("#!") else 0o644 << 16
            archive.writestr(about, text)
    return buffer.getvalue()
