"""Where a replay comes from: a file with a record, or a server."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from infoset.client import Client
from infoset.errors import CommandError, RequestError
from infoset.remote import expect
from infoset.replaying.film import OneFilm, RecordReel, Reel, cut
from infoset_games.record import Record, dump, read_record, write_record
from infoset_games.registry import UnknownGameError, make_game
from infoset_games.steps import RecordError
from infoset_games.views import ALL, PUBLIC, View
from infoset_protocol.messages import MatchStart, Replay, ReplayList, Replays

MAX_FILE_BYTES: Final = 256 << 20
CLOSED: Final = frozenset({"forbidden", "not_found"})


@dataclass(frozen=True)
class Source:
    """A file, or a match by id and perhaps the address of its server."""

    file: Path | None = None
    match_id: str = ""
    url: str | None = None


def read_source(text: str) -> Source:
    """Reads `FILE`, `ID` or `ID@URL`; what exists as a file is one. Raises CommandError."""
    if Path(text).is_file():
        return Source(file=Path(text))
    match_id, at, url = text.partition("@")
    if not match_id.startswith("m_"):
        raise CommandError(f"{text}: there is no such file, and the id of a match begins with m_")
    return Source(match_id=match_id, url=url if at else None)


def load_file(file: Path) -> Record:
    """The record in a file. Raises CommandError."""
    try:
        if file.stat().st_size > MAX_FILE_BYTES:
            raise CommandError(f"{file}: more than {MAX_FILE_BYTES >> 20} MB")
        with file.open(encoding="utf-8", newline="\n") as lines:
            return read_record(lines, make_game)
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{file}: expected text in UTF-8") from error
    except (RecordError, UnknownGameError) as error:
        raise CommandError(f"{file}: {error}") from error


async def fetch(client: Client, match_id: str, view: View) -> Reel:
    """A match from a server: the whole record where it may be had and played here, else one view.

    Raises RequestError or CommandError.
    """
    try:
        return RecordReel(await fetch_record(client, match_id))
    except (UnknownGameError, RecordError):
        pass  # other rules than ours: the server shows it
    except RequestError as error:
        if error.code not in CLOSED:
            raise
    return OneFilm(view, cut(await fetch_entries(client, match_id, view, "frames"), match_id))


async def fetch_record(client: Client, match_id: str) -> Record:
    """The record of a finished match. Raises RequestError, RecordError or UnknownGameError."""
    return read_record(await fetch_lines(client, match_id), make_game)


async def fetch_lines(client: Client, match_id: str) -> list[str]:
    """The lines of a record, as they belong into a file. Raises RequestError."""
    return [dump(line) for line in await fetch_entries(client, match_id, ALL, "actions")]


async def fetch_entries(
    client: Client, match_id: str, view: View, form: str, first: int = 0, last: int | None = None
) -> list[dict[str, Any]]:
    """The entries of a replay, from version `first` to `last`, None for its end. Raises RequestError."""
    asked = {"type": "replay", "replay": match_id, "view": view_text(view), "form": form}
    until = {} if last is None else {"last": last}
    request = Replay.model_validate(asked | {"first": first} | until)
    return [entry async for part in client.stream(request) for entry in part.entries]


async def fetch_past(client: Client, start: MatchStart, known: int) -> list[dict[str, Any]]:
    """What happened in a running match from version `known` until `start` came, as its viewer was told or could have been.

    Raises RequestError.
    """
    view: View = ALL if start.view == ALL else start.seat
    return await fetch_entries(client, start.match_id, view, "events", known, start.ver)


async def fetch_list(client: Client, count: int) -> list[dict[str, Any]]:
    """The newest finished matches of a server. Raises RequestError."""
    return expect(await client.request(Replays(count=count)), ReplayList).items


def view_text(view: View) -> str:
    """A view in words of the wire."""
    if view is PUBLIC:
        return "public"
    return view if isinstance(view, str) else f"seat:{view}"


def save_record(record: Record, file: Path) -> None:
    """Writes a record, all or nothing. Raises CommandError."""
    save_lines(list(write_record(record)), file)


def save_lines(lines: list[str], file: Path) -> None:
    """Writes the lines of a record, all or none. Raises CommandError."""
    text = "".join(f"{line}\n" for line in lines)
    scratch = file.with_name(f".{file.name}.part")
    try:
        scratch.write_text(text, encoding="utf-8", newline="\n")
        scratch.replace(file)
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error
