"""The replays of a tournament as files: a record for each match that is over, to be kept and handed out."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from infoset.address import read_address
from infoset.errors import CommandError, WebError
from infoset.exits import FAILED
from infoset.printing import clean
from infoset.tally import count_text
from infoset.web import post


def save_replays(url: str, tournament: str, folder: Path, token: str) -> int:
    """Writes the records that are not in the folder yet, and names them. Returns the exit code. Raises CommandError."""
    address = read_address(url)
    told = post(address, "/admin/tournament-export", {"tournament": tournament}, token)
    matches = played_in(json.loads(told["file"]))
    make_folder(folder)
    left_out = 0
    for match, table, players in matches:
        file = folder / f"{table}_{match}.jsonl"
        if file.exists():
            continue
        try:
            record = post(address, "/admin/export", {"match": match}, token)["file"]
        except WebError as problem:
            left_out += 1
            sys.stderr.write(f"{clean(table)}: {clean(problem)}\n")
            continue
        write_whole(file, record)
        sys.stdout.write(f"{file}: {clean(players)}\n")
    sys.stdout.write(f"{count_text(len(matches) - left_out, 'replay')} in {folder}\n")
    return FAILED if left_out else 0


def played_in(tournament: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """The matches of a tournament that are over: id, name of the table, and who came where."""
    names = [one["name"] for one in tournament["entrants"]]
    return [
        (
            match["match_id"],
            table["table"],
            ", ".join(
                f"{place}. {names[who]}"
                for place, who in sorted(zip(match["places"], match["seating"], strict=True))
            ),
        )
        for table in tournament["tables"]
        for match in table.get("matches", [])
    ]


def make_folder(folder: Path) -> None:
    """Raises CommandError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise CommandError(f"{folder}: {problem.strerror}") from None


def write_whole(file: Path, text: str) -> None:
    """Writes a file, which has its name only when it is whole. Raises CommandError."""
    draft = file.with_name(f"{file.name}.new")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(file)
    except OSError as problem:
        raise CommandError(f"{file}: {problem.strerror}") from None
