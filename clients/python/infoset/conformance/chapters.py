"""The chapters of the contract that say what is expected of a client, and at which line of a file they begin."""

from enum import StrEnum
from functools import cache
from importlib.resources import files
from pathlib import Path


class Chapter(StrEnum):
    """A file, and the heading in it."""

    DATA_MODEL = "protocol/spec/01-transports-and-framing.md, The data model"
    ONE_PORT = "protocol/spec/01-transports-and-framing.md, One port, told apart by the first byte"
    READING = "protocol/spec/01-transports-and-framing.md, Reading a stream"
    JSON = "protocol/spec/01-transports-and-framing.md, JSON"
    MSGPACK = "protocol/spec/01-transports-and-framing.md, Msgpack"
    ORDER = "protocol/spec/02-envelope-and-versions.md, Order"
    NUMBERS = "protocol/spec/02-envelope-and-versions.md, A number is used once"
    TYPES = "protocol/spec/02-envelope-and-versions.md, Names of types"
    VERSIONS = "protocol/spec/02-envelope-and-versions.md, Versions"
    UNKNOWN = "protocol/spec/02-envelope-and-versions.md, What to do with what you do not know"
    STATES = "protocol/spec/03-sessions.md, States"
    KEYS = "protocol/spec/03-sessions.md, Key authentication"
    COMING_BACK = "protocol/spec/03-sessions.md, Coming back"
    LOGGING_IN_ANEW = "protocol/spec/03-sessions.md, Logging in anew"
    RESUMING = "protocol/spec/03-sessions.md, Going on as if nothing had happened"
    LEAVING = "protocol/spec/03-sessions.md, Leaving"
    PLAYING = "protocol/spec/05-playing.md, The course of a match"
    DECIDING = "protocol/spec/05-playing.md, Decisions"
    DIFFERENCES = "protocol/spec/05-playing.md, Differences"
    CLOCKS = "protocol/spec/05-playing.md, Clocks"
    NOT_ANSWERING = "protocol/spec/05-playing.md, When you do not answer"
    END = "protocol/spec/05-playing.md, The end"
    WATCHING = "protocol/spec/06-watching.md, 6. Watching"
    ERROR_CODES = "protocol/spec/07-errors-and-close-codes.md, Error codes"
    CLOSE_CODES = "protocol/spec/07-errors-and-close-codes.md, Close codes"
    FRAMES = "protocol/spec/08-limits-and-flow-control.md, Frames"
    READING_SLOWLY = (
        "protocol/spec/08-limits-and-flow-control.md, What the server does when you read slowly"
    )
    COMPUTE = "protocol/spec/10-compute.md, 10. Compute"
    COMPUTE_STATES = "protocol/spec/10-compute.md, States of a request"
    PLAYOUTS = "protocol/spec/10-compute.md, Playouts"
    COMPUTE_TROUBLE = "protocol/spec/10-compute.md, What can go wrong"
    ASSISTING = "protocol/spec/11-assistants.md, 11. Assistants"
    RUN = "docs/conformance.md, What the program is told"
    VECTORS = "docs/conformance.md, Vectors"
    OWN_CHOICES = "docs/conformance.md, A bot that does not decide"
    ITSELF = "docs/conformance.md, What it does not prove"

    @property
    def reference(self) -> str:
        """The same with the line, `FILE:LINE, HEADING`, where the file is at hand."""
        path, _, heading = self.value.partition(", ")
        line = find_heading(path, heading)
        return self.value if line is None else f"{path}:{line}, {heading}"


@cache
def find_heading(path: str, heading: str) -> int | None:
    """The line of a heading, from 1; None where the file or the heading is not there."""
    package = Path(str(files("infoset_protocol")))  # in the source, or installed with a copy
    for place in (package.parents[1] / path, package / Path(path).relative_to(Path(path).parts[0])):
        if place.is_file():
            lines = place.read_text("utf-8").splitlines()
            found = (n for n, line in enumerate(lines, 1) if is_heading(line, heading))
            return next(found, None)
    return None


def is_heading(line: str, heading: str) -> bool:
    """Is the line this heading, at whatever level?"""
    return line.startswith("#") and line.lstrip("#").strip() == heading
