"""Where small documents are put that shall outlive the server. A promise only; stores nothing itself."""

from collections.abc import Mapping
from typing import Any, Protocol


class Notes(Protocol):
    """Where small documents are put: each has a kind, and a key among its kind."""

    def put(self, kind: str, key: str, body: Mapping[str, Any]) -> None:
        """Notes a document in place of the one before."""
        ...

    def drop(self, kind: str, key: str) -> None:
        """Notes that a document is gone."""
        ...


class NoNotes:
    """Keeps nothing, for a server without a store."""

    def put(self, kind: str, key: str, body: Mapping[str, Any]) -> None:
        """Forgotten at once."""

    def drop(self, kind: str, key: str) -> None:
        """Nothing was there."""
