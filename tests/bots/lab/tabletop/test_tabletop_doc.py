"""The evening in docs/tabletop.md is what the table shows."""

from pathlib import Path

import pytest
from tests.bots.lab.tabletop.people import party, sit

DOC = Path(__file__).parents[4] / "docs" / "tabletop.md"
TYPED = (
    *("", "17", "25", "", "", "14", "21", "36", "52", "", "", "43", "54"),
    *("8", "end", "7", "w", "", "", "7", "move_robber 16", "steal ann"),
    *("road 0", "road 59", "end", "9", "road 55", "undo"),
)


def blocks() -> list[str]:
    """The transcripts in the document."""
    _, _, evening = DOC.read_text().partition("## An evening")
    return evening.partition("## What can be typed")[0].split("```\n")[1::2]


@pytest.mark.parametrize("block", blocks())
def test_a_transcript_in_the_document_is_real(block: str, tmp_path: Path) -> None:
    table = party(
        *(("person", "Ann"), ("player", "Blue=heuristic"), ("person", "Ben")), layout="beginner"
    )
    shown = sit(tmp_path / "evening.jsonl", *TYPED, party=table)
    assert block in "".join(f"{line.rstrip()}\n" for line in shown.splitlines())


def test_there_are_transcripts() -> None:
    assert len(blocks()) == 3
