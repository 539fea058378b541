"""Where small documents are put that outlive the server, who writes which, and dataclasses as such documents.

Each kind has one writer: whatever is written by two is lost by one of them.
"""

import logging
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Final, Generic, Protocol, TypeVar

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
        self._model = model

    @cached_property
    def _adapter(self) -> TypeAdapter[T]:
        """Made when the first document is read or written: most servers have few of the kinds."""
        return TypeAdapter(self._model)

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


AB_TESTS: Final = "A-B tests"
ACCOUNTS: Final = "accounts"
AGES: Final = "ages"
ASSISTANTS: Final = "assistants"
CONSENTS: Final = "consents"
DELETIONS: Final = "deletions"
LADDERS: Final = "ladders"
ORDERS: Final = "orders"
REPLAYS: Final = "replays"
RESULTS: Final = "results"
REMARKS: Final = "remarks"
REVIEWS: Final = "reviews"
ROOMS: Final = "rooms"
SERVER_KEY: Final = "server key"
SLOW_CLOCKS: Final = "slow clocks"
TALK: Final = "talk"
TOURNAMENTS: Final = "tournaments"
UPLOADS: Final = "uploads"
WEBHOOKS: Final = "webhooks"

# By kind. Where a kind is one of many, such as a ladder's results, by what stands before the colon in its name.
WRITERS: Final = {
    "ab_block": AB_TESTS,
    "ab_release": AB_TESTS,
    "ab_test": AB_TESTS,
    "assist": ASSISTANTS,
    "assistant": ASSISTANTS,
    "ban": ACCOUNTS,
    "card": ACCOUNTS,
    "class": ACCOUNTS,
    "class_gone": DELETIONS,
    "clock": SLOW_CLOCKS,
    "consent": CONSENTS,
    "credential": ACCOUNTS,
    "era": AGES,
    "hosted_archive": UPLOADS,
    "hosted_bot": UPLOADS,
    "hosted_name": UPLOADS,
    "ladder": LADDERS,
    "ladder_annulment": LADDERS,
    "ladder_batch": LADDERS,
    "ladder_entry": LADDERS,
    "ladder_meeting": LADDERS,
    "ladder_record": LADDERS,
    "ladder_result": LADDERS,
    "ladder_season": LADDERS,
    "ladder_table": LADDERS,
    "match_deletion": DELETIONS,
    "order": ORDERS,
    "remarks": REMARKS,
    "replay": REPLAYS,
    "result": RESULTS,
    "review": REVIEWS,
    "review_order": REVIEWS,
    "room": ROOMS,
    "seek": ROOMS,
    "server_key": SERVER_KEY,
    "talk": TALK,
    "tournament": TOURNAMENTS,
    "tournament_ending": TOURNAMENTS,
    "tournament_table": TOURNAMENTS,
    "tournament_wave": TOURNAMENTS,
    "user": ACCOUNTS,
    "webhook": WEBHOOKS,
    "webhook_message": WEBHOOKS,
}

# One kind for each match, whose id follows a colon.
OF_A_MATCH: Final = ("remarks", "review", "talk")


class WriterError(Exception):
    """A kind of documents is written by somebody who is not its writer: a mistake in the program."""


def check_writer(writer: str, kind: str) -> None:
    """Raises WriterError where documents of this kind are somebody else's, or nobody's."""
    owner = WRITERS.get(family_of(kind))
    if owner != writer:
        raise WriterError(f"documents {kind!r} are written by {owner or 'nobody'}, not by {writer}")


def may_drop(writer: str, kind: str) -> bool:
    """Does somebody else's document of this kind go with a match that this writer deletes?"""
    return writer == DELETIONS and family_of(kind) in OF_A_MATCH


def family_of(kind: str) -> str:
    """What a kind is one of, such as those of each ladder's results."""
    return kind.partition(":")[0]
