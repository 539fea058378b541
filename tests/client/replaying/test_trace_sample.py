"""The trace that the SDKs of all languages are tried with is one that we would write today."""

import sys
from pathlib import Path

from tests.client.replaying.records import record_of

from infoset.replaying.feed import Feed

SAMPLE = Path(__file__).parents[2] / "golden" / "trace.ndjson"
DECISIONS = 6  # more would tell the SDKs nothing new
SEAT = 1


def write_sample(folder: Path) -> str:
    """The beginning of the trace of one seat; nobody is looking at the clock."""
    Feed(record_of("colonizers"), SEAT, 1.0, clock_s=lambda: 0.0, trace_to=folder).run(None)
    (path,) = folder.glob("*.ndjson")
    lines = path.read_text("utf-8").splitlines(keepends=True)
    ends = [number for number, line in enumerate(lines, 1) if line.startswith('{"type":"thought"')]
    return "".join(lines[: ends[DECISIONS - 1]])


def test_the_sample_is_up_to_date(tmp_path: Path) -> None:
    """If not: `python -m tests.client.replaying.test_trace_sample FOLDER`, and read the difference."""
    assert SAMPLE.read_text("utf-8") == write_sample(tmp_path)


if __name__ == "__main__":
    SAMPLE.write_text(write_sample(Path(sys.argv[1])), "utf-8")
