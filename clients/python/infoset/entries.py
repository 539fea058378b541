"""Your entries on ladders: matches that you ask for, and what went wrong with them."""

from collections.abc import Sequence

from infoset.client import Client
from infoset.errors import CommandError
from infoset.remote import expect
from infoset_protocol.messages import (
    BatchInfo,
    LadderAlert,
    LadderAlertList,
    LadderAlerts,
    LadderBatch,
    LadderBatchCancel,
    LadderBatches,
    LadderBatchList,
    Ok,
    Standing,
    StandingRow,
    Standings,
)

PAGE = 200  # rows of a table in one answer


async def ask_for_matches(
    client: Client, ladder: str, entry: str, against: Sequence[str], matches: int
) -> str:
    """Asks for so many matches of an entry; returns the id of the batch. Entries are told by id, or by name.

    Raises CommandError where no entry is of that name, and as `Client.request`.
    """
    table = await read_table(client, ladder)
    ids = [find_entry(table, one) for one in (entry, *against)]
    request = LadderBatch(ladder=ladder, entry=ids[0], against=ids[1:], matches=matches)
    answer = expect(await client.request(request), Ok)
    return str((answer.data or {})["batch"])


async def read_table(client: Client, ladder: str) -> list[StandingRow]:
    """All rows of a ladder's table. Raises as `Client.request`."""
    rows: list[StandingRow] = []
    while True:
        request = Standings(ladder=ladder, first=len(rows), count=PAGE)
        page = expect(await client.request(request), Standing)
        rows += page.rows
        if not page.rows or len(rows) >= page.total:
            return rows


def find_entry(table: Sequence[StandingRow], text: str) -> str:
    """The id of the entry that `text` means: its id, its name, or name and version. Raises CommandError."""
    found = [row for row in table if text in (row.entry, row.name, f"{row.name} {row.version}")]
    current = [row for row in found if row.state != "retired"] or found
    if len(current) != 1:
        raise CommandError(
            f"{text}: expected the id or name of one entry, this is of {len(current)}"
        )
    return current[0].entry


async def list_batches(client: Client, ladder: str) -> list[BatchInfo]:
    """How the batches of your entries stand, oldest first. Raises as `Client.request`."""
    return expect(await client.request(LadderBatches(ladder=ladder)), LadderBatchList).items


async def cancel_batch(client: Client, ladder: str, batch: str) -> None:
    """No match of it begins any more. Raises as `Client.request`."""
    expect(await client.request(LadderBatchCancel(ladder=ladder, batch=batch)), Ok)


async def list_alerts(client: Client, ladder: str | None = None) -> list[LadderAlert]:
    """What went wrong with your entries, oldest first. Raises as `Client.request`."""
    return expect(await client.request(LadderAlerts(ladder=ladder)), LadderAlertList).items
