"""Sends an archive to a server piece by piece, and asks what came of it."""

import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from infoset.address import Address
from infoset.errors import WebError
from infoset.web import post, post_bytes

PATH: Final = "/bots/"
PAUSE_S: Final = 0.2
UNFINISHED: Final = frozenset({"waiting", "building", "checking"})


@dataclass(frozen=True)
class Depot:
    """Where bots are uploaded to, and as whom. Every method raises as `web.post`."""

    address: Address
    token: str

    def ask(self, verb: str, **fields: Any) -> dict[str, Any]:
        """One request; fields that are None are left out."""
        body = {name: value for name, value in fields.items() if value is not None}
        return post(self.address, f"{PATH}{verb}", body, self.token)

    def upload(
        self,
        archive: bytes,
        name: str | None,
        tell: Callable[[int], None],
        *,
        is_fresh: bool = False,
    ) -> tuple[str, int]:
        """Sends an archive; returns the bot's name and the number of its version.

        `tell` hears how many bytes are there. What `is_fresh` is built from nothing; older servers refuse that.
        """
        digest = hashlib.sha256(archive).hexdigest()
        fresh = is_fresh or None  # older servers do not know the field
        begun = self.ask("begin", name=name, bytes=len(archive), sha256=digest, fresh=fresh)
        upload, size = str(begun["upload"]), int(begun["piece_bytes"])
        for start in range(0, len(archive), size):
            self._send(upload, start, archive[start : start + size])
            tell(min(start + size, len(archive)))
        while (taken := self.ask("finish", upload=upload)).get("pending"):
            time.sleep(PAUSE_S)  # a large archive, or a busy server
        return str(taken["bot"]), int(taken["version"])

    def state(self, bot: str, version: int) -> Mapping[str, Any]:
        """The row of a version. Raises WebError where it is gone."""
        for row in self.ask("list")["rows"]:
            if (row["bot"], row["version"]) == (bot, version):
                return dict(row)
        raise WebError(404, f"{bot}@{version} is gone")

    def download(self, bot: str, version: int | None) -> bytes:
        """A version as it was uploaded."""
        return post_bytes(self.address, f"{PATH}download", _json(bot, version), self.token)

    def _send(self, upload: str, offset: int, piece: bytes) -> None:
        post_bytes(self.address, f"{PATH}piece?upload={upload}&offset={offset}", piece, self.token)


def _json(bot: str, version: int | None) -> Mapping[str, Any]:
    return {"bot": bot} if version is None else {"bot": bot, "version": version}
