"""Where small documents are put that outlive the server, and dataclasses as such documents. A promise only."""

import logging
from collections.abc import Iterator, Mapping
from typing import Any, Generic, Protocol, TypeVar

from pydantic import TypeAdapter, ValidationError

logger = logging.getLogger(__name__)

T = TypeVar("T")


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


class DocumentKind(Generic[T]):
    """One kind of documents: its name in the store, and the dataclass behind it."""

    def __init__(self, name: str, model: type[T]) -> None:
        self.name = name
        self._adapter: TypeAdapter[T] = TypeAdapter(model)

    def write(self, value: T) -> dict[str, Any]:
        """Its plain values, without those that are as they always are."""
        plain: dict[str, Any] = self._adapter.dump_python(value, mode="json", exclude_defaults=True)
        return plain

    def read(self, documents: Mapping[str, bytes]) -> Iterator[T]:
        """What these documents say. Those that cannot be read are left out, and named in the log."""
        for key, body in documents.items():
            try:
                yield self._adapter.validate_json(body)
            except ValidationError as error:
                fields = [".".join(map(str, one["loc"])) for one in error.errors()]
                logger.error("%s %s cannot be read: %s", self.name, key, ", ".join(fields))
