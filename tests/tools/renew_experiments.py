"""Renews docs/experiments/GAME.md after its experiments were played again. Plays nothing.

    python tests/tools/renew_experiments.py colonizers experiment-runs/colonizers

copies analysis, report and the plots that the page shows out of the folder of each experiment, and
writes the quoted blocks of the page anew. A comment above a block says what it quotes:

    <!-- 4: bot +seats ; heuristic ;  ; difference -->

the first line of the report of experiment 4 that each pattern matches, an empty line for an empty one.
Figures in the prose are left alone: tests name those that are in no report any more.
"""

import re
import shutil
import sys
from pathlib import Path
from typing import Final

DOCS: Final = Path(__file__).parents[2] / "docs" / "experiments"
BLOCK: Final = re.compile(
    r"<!-- ([\w-]+): ([^\n]*) -->\n```text\n.*?^```$", re.MULTILINE | re.DOTALL
)
SEPARATOR: Final = " ; "


def quote(text: str, folder: Path) -> str:
    """The page with every block quoted anew from the reports below `folder`."""

    def block(found: re.Match[str]) -> str:
        key, patterns = found.groups()
        report = (folder / key / "report.txt").read_text(encoding="utf-8").splitlines()
        lines = [first_line(report, pattern) for pattern in patterns.split(SEPARATOR)]
        return "\n".join((f"<!-- {key}: {patterns} -->", "```text", *lines, "```"))

    return BLOCK.sub(block, text)


def first_line(report: list[str], pattern: str) -> str:
    """The first line that begins with the pattern. Raises ValueError if there is none."""
    if not pattern:
        return ""
    for line in report:
        if re.match(rf"{pattern}(?!\w)", line):
            return line
    raise ValueError(f"no line of the report begins with {pattern!r}")


def copy_runs(runs: Path, folder: Path) -> None:
    """Replaces what is kept of each experiment by what its run has now."""
    for kept in sorted(folder.iterdir()):
        for path in kept.iterdir():
            shutil.copy(runs / kept.name / path.name, path)


def main(game: str, runs: str) -> None:
    """Renews the page of a game from the folders of its experiments."""
    page, folder = DOCS / f"{game}.md", DOCS / game
    copy_runs(Path(runs), folder)
    page.write_text(quote(page.read_text(encoding="utf-8"), folder), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
