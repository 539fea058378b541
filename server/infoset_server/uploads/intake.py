"""Uploads under way: archives that come in pieces, kept in memory until they are whole. Knows no HTTP."""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from infoset_server.common.ids import UserId
from infoset_server.programs.errors import UnknownBotError, UploadError

PATIENCE_S: Final = 120.0  # without a piece for this long, an upload is given up


@dataclass(eq=False)
class Parcel:
    """One upload. `digest` is the SHA-256 that the whole must have, in hexadecimal digits."""

    id: str
    owner: UserId
    name: str | None
    size: int
    digest: str
    touched_s: float
    body: bytearray = field(default_factory=bytearray)


class Intake:
    """The uploads under way, a bounded number of bounded size."""

    def __init__(self, max_open: int, clock_s: Callable[[], float]) -> None:
        self._max_open = max_open
        self._clock_s = clock_s
        self._parcels: dict[str, Parcel] = {}

    def begin(self, owner: UserId, name: str | None, size: int, digest: str) -> Parcel:
        """A new upload; an owner has one at a time, the one before is given up. Raises UploadError."""
        now_s = self._clock_s()
        self._parcels = {
            one.id: one
            for one in self._parcels.values()
            if one.owner != owner and now_s - one.touched_s < PATIENCE_S
        }
        if len(self._parcels) >= self._max_open:
            raise UploadError(f"{self._max_open} uploads are under way already; come back later")
        parcel = Parcel(secrets.token_urlsafe(12), owner, name, size, digest, now_s)
        self._parcels[parcel.id] = parcel
        return parcel

    def add(self, owner: UserId, upload: str, offset: int, piece: bytes) -> int:
        """The next piece; returns how many bytes are there now. The same one may come twice.

        Raises UnknownBotError for an upload that is not under way, UploadError for a piece out of place.
        """
        parcel = self._find(owner, upload)
        have = len(parcel.body)
        if offset > have or offset + len(piece) > parcel.size:
            raise UploadError(f"offset: expected {have}, and {parcel.size} bytes in all")
        parcel.body[offset : offset + len(piece)] = piece
        parcel.touched_s = self._clock_s()
        return len(parcel.body)

    def finish(self, owner: UserId, upload: str) -> Parcel:
        """The whole upload, once. Raises as `add`, and UploadError where something is missing or changed."""
        parcel = self._find(owner, upload)
        if len(parcel.body) < parcel.size:
            raise UploadError(f"{parcel.size - len(parcel.body)} bytes are missing")
        del self._parcels[upload]
        if hashlib.sha256(parcel.body).hexdigest() != parcel.digest:
            raise UploadError("sha256: what came is not what was sent; upload again")
        return parcel

    def _find(self, owner: UserId, upload: str) -> Parcel:
        parcel = self._parcels.get(upload)
        if parcel is None or parcel.owner != owner:
            raise UnknownBotError("this upload is not under way; begin again")
        return parcel
