"""Tables as CSV (RFC 4180), safe to open in a spreadsheet."""

import csv
from collections.abc import Iterable
from datetime import UTC, datetime
from io import StringIO
from typing import Final

# What a spreadsheet takes for the beginning of a formula; it takes the wide forms for the narrow ones.
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def csv_text(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A heading and a line for each row, each ended by CR LF. Texts are as in `safe_cell`; None is an empty cell."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows([safe_cell(cell) for cell in row] for row in rows)
    return text.getvalue()


def safe_cell(cell: object) -> object:
    """The cell; a text that a spreadsheet would calculate stands behind an apostrophe. People choose their names."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def time_cell(at_ms: int) -> str:
    """A time by the wall clock, in UTC, to the second (ISO 8601)."""
    return f"{datetime.fromtimestamp(at_ms // 1000, UTC):%Y-%m-%dT%H:%M:%SZ}"
