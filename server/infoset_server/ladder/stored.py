"""What a store holds of ladders, sorted by ladder. Reads it; understands none of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from infoset_server.ladder.entries import ENTRY
from infoset_server.ladder.ladder import LADDER
from infoset_server.ladder.meetings import MEETING
from infoset_server.ladder.results import result_kind
from infoset_server.ladder.tables import table_kind
from infoset_server.store.port import Store


@dataclass(frozen=True)
class StoredLadders:
    """Documents by ladder: one of the ladder itself, those of entries and meetings, results by match, tables by key."""

    ladders: Mapping[str, bytes] = field(default_factory=dict)
    entries: Mapping[str, list[bytes]] = field(default_factory=dict)
    meetings: Mapping[str, list[bytes]] = field(default_factory=dict)
    results: Mapping[str, Mapping[str, bytes]] = field(default_factory=dict)
    tables: Mapping[str, Mapping[str, bytes]] = field(default_factory=dict)


async def read_stored(store: Store) -> StoredLadders:
    """Everything about ladders. Raises StoreError."""
    ladders = await store.documents(LADDER)
    return StoredLadders(
        ladders,
        _by_ladder((await store.documents(ENTRY)).items()),
        _by_ladder((await store.documents(MEETING)).items()),
        {name: await store.documents(result_kind(name)) for name in ladders},
        {name: await store.documents(table_kind(name)) for name in ladders},
    )


def _by_ladder(documents: Iterable[tuple[str, bytes]]) -> dict[str, list[bytes]]:
    """Documents whose keys begin with the name of a ladder."""
    found: dict[str, list[bytes]] = {}
    for key, body in documents:
        found.setdefault(key.partition(":")[0], []).append(body)
    return found
