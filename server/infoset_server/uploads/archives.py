"""Archives of uploaded bots in the store, so that whichever server comes to have it gets the bots there: another machine
of a cluster, or the one to which a backup was restored.

Each is kept by its SHA-256, in pieces, as a store's documents are small. What lies in a server's folder (`files.py`) can
be made from it again, but for the logs.
"""

import base64
import binascii
import hashlib
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

import orjson

from infoset_server.programs.upload_source import BuildError
from infoset_server.storage.insisting import insist
from infoset_server.storage.notes import Notes
from infoset_server.uploads.versions import Version

KIND: Final = "hosted_archive"
PIECE_BYTES: Final = 256 * 1024

# Reads the documents of a kind from the store.
Documents = Callable[[str], Awaitable[Mapping[str, bytes]]]


class Archives:
    """Keeps archives beside the bots' own documents; `Version.is_kept` says of which."""

    def __init__(self, notes: Notes, documents: Documents | None) -> None:
        """Without `documents` there is no store."""
        self._notes = notes
        self._documents = documents

    @property
    def are_kept(self) -> bool:
        """Whether there is a store."""
        return self._documents is not None

    def keep(self, version: Version, archive: bytes) -> None:
        """Has a version's archive kept, before whatever is noted next."""
        if self._documents is None:
            return
        kind = kind_of(version)
        for number, begin in enumerate(range(0, len(archive), PIECE_BYTES)):
            piece = base64.b64encode(archive[begin : begin + PIECE_BYTES]).decode()
            self._notes.put(kind, str(number), {"piece": piece})
        version.is_kept = True

    def drop(self, version: Version) -> None:
        """Keeps it no more."""
        for number in range(pieces_of(version)):
            self._notes.drop(kind_of(version), str(number))

    async def fetch(self, version: Version) -> bytes:
        """The archive, once the store answers. Raises BuildError where it is not whole."""
        if self._documents is None or not version.is_kept:
            raise BuildError(
                "its archive lies on the machine that took it in, at best; upload it again"
            )
        documents, kind = self._documents, kind_of(version)
        pieces = await insist(f"the archive {kind}", lambda: documents(kind))
        try:
            bodies = [orjson.loads(pieces[str(number)]) for number in range(pieces_of(version))]
            archive = b"".join(base64.b64decode(body["piece"]) for body in bodies)
        except (KeyError, TypeError, orjson.JSONDecodeError, binascii.Error):
            archive = b""
        if not is_whole(version, archive):
            raise BuildError("its archive is damaged in the store; upload it again")
        return archive


def kind_of(version: Version) -> str:
    """The kind of documents that hold an archive; versions with the same bytes share them."""
    return f"{KIND}:{version.digest}"


def pieces_of(version: Version) -> int:
    """How many there are."""
    return -(-version.size // PIECE_BYTES)


def is_whole(version: Version, archive: bytes) -> bool:
    """Is it what was uploaded?"""
    return hashlib.sha256(archive).hexdigest() == version.digest
