"""Lists the files of the page with their contents; nothing else of the disk can be reached through it."""

from pathlib import Path
from typing import Final

# What a browser is told about a file. A file of another kind is no file of the page.
CONTENT_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".json": "application/json",
}
HERE: Final = Path(__file__).parent
SDK: Final = "sdk"
MAX_FILES: Final = 500
MAX_BYTES: Final = 8 * 1024 * 1024


class PageError(Exception):
    """The files of the page are not there, or are more than a page can be."""


def page_files() -> dict[str, bytes]:
    """All files by name, such as `net/session.js`; the JavaScript SDK is under `sdk/`. Raises PageError."""
    files = _read(HERE / "static", "")
    files.update(_read(sdk_folder(), f"{SDK}/"))
    if "index.html" not in files:
        raise PageError(f"{HERE / 'static'}: there is no index.html")
    if len(files) > MAX_FILES or sum(map(len, files.values())) > MAX_BYTES:
        raise PageError(f"expected at most {MAX_FILES} files and {MAX_BYTES} bytes")
    return files


def sdk_folder() -> Path:
    """Where the JavaScript SDK is: beside us in an installed package, in the folder of its language in a checkout."""
    packed = HERE / SDK
    return packed if packed.is_dir() else HERE.parents[1] / "javascript" / "src"


def _read(folder: Path, prefix: str) -> dict[str, bytes]:
    """What a browser may have of one folder."""
    return {
        prefix + path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.suffix in CONTENT_TYPES and path.is_file() and not path.is_symlink()
    }
