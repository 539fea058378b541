"""The page a browser gets at `/`, and the files it is made of. Knows files as bytes; reads no disk.

All of it lies in memory, by exact name: there is no path to escape through. Files are under a folder named by
a digest of everything, so that a browser may keep them for ever and still has the new ones after an update.
"""

import hashlib
import http
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Final

from websockets.datastructures import Headers
from websockets.http11 import Response

from infoset_server.wire.caller import Caller
from infoset_server.wire.http import ClosablePages, HttpRequest, Respond, with_body

INDEX: Final = "index.html"
ROOT_MARK: Final = b"@root@"  # stands in the index for the folder of the other files
FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"
DIGEST_LENGTH: Final = 16

# Scripts, styles, fonts and connections from here, and nothing from anywhere else; nobody may frame it.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; "
    "img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class FrontPage:
    """As Pages: those of `others`, and the page."""

    def __init__(
        self,
        files: Mapping[str, bytes],
        content_types: Mapping[str, str],
        others: ClosablePages,
        downloads: Mapping[str, bytes] | None = None,
    ) -> None:
        """`content_types` is by suffix and has that of every file. `downloads` are archives by name."""
        root = f"web/{digest(files)}"
        self._others = others
        self._pages: dict[str, tuple[bytes, Headers]] = {}
        for name, content in files.items():
            suffix = PurePosixPath(name).suffix
            if name == INDEX:
                body = content.replace(ROOT_MARK, root.encode())
                self._add("/", body, content_types[suffix], ASK_AGAIN)
            else:
                self._add(f"/{root}/{name}", content, content_types[suffix], FOR_EVER)
        for name, content in (downloads or {}).items():
            self._add(f"/download/{name}", content, "application/zip", ASK_AGAIN)

    def answer(self, request: HttpRequest, respond: Respond) -> None:
        """As Pages."""
        self._others.answer(request, respond)

    def look(self, path: str, caller: Caller) -> Response | None:
        """As Pages."""
        page = self._pages.get(path)
        if page is None:
            return self._others.look(path, caller)
        content, headers = page
        return with_body(http.HTTPStatus.OK, content, headers)

    async def close(self) -> None:
        """As ClosablePages."""
        await self._others.close()

    def _add(self, path: str, content: bytes, content_type: str, caching: str) -> None:
        tag = hashlib.sha256(content).hexdigest()[:DIGEST_LENGTH]
        headers = Headers(
            [
                ("Content-Type", content_type),
                ("Cache-Control", caching),
                ("ETag", f'"{tag}"'),
                ("Content-Security-Policy", POLICY),
                ("Referrer-Policy", "no-referrer"),
            ]
        )
        self._pages[path] = (content, headers)


def digest(files: Mapping[str, bytes]) -> str:
    """A name for exactly these files."""
    whole = hashlib.sha256()
    for name in sorted(files):
        whole.update(f"{name} {len(files[name])}\n".encode())
        whole.update(files[name])
    return whole.hexdigest()[:DIGEST_LENGTH]
