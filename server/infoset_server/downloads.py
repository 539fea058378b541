"""Archives to download from the page, such as starters for bots: offered by installed packages, made once.

A package offers a function under the entry point `infoset.downloads`; the server knows none of them by name.
"""

import io
import logging
import zipfile
from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from typing import Final, TypeAlias

logger = logging.getLogger(__name__)

GROUP: Final = "infoset.downloads"
MAX_BYTES: Final = 4 * 1024 * 1024  # of all archives together
LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)  # so that equal files make equal archives
RUNNABLE: Final = 0o755 << 16

# Contents of archives, by name of the archive and name of the file in it.
Folders: TypeAlias = Mapping[str, Mapping[str, str]]


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
