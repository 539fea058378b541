"""What a play node needs of uploaded versions that the hall lends it: the port, and a node that takes none."""

from collections.abc import Callable, Mapping
from typing import Final, Protocol

from infoset_server.programs.upload_source import LentVersion

MOST_LOGGED: Final = 256 * 1024  # bytes of all logs that are told at once, in one message


class LentPrograms(Protocol):
    """Uploaded versions that may play here, and their programs."""

    on_changed: Callable[[], None]  # is told when other `titles`, or `places`, are there

    @property
    def titles(self) -> list[str]:
        """The versions that are ready."""
        ...

    @property
    def kept(self) -> list[str]:
        """The versions of which something lies here, ready or not."""
        ...

    @property
    def places(self) -> int:
        """How many programs run here at once."""
        ...

    def lend(self, lent: LentVersion) -> None:
        """A version is to be ready here, and belongs to whom that says."""
        ...

    def take_back(self, title: str) -> None:
        """A version begins no more matches here."""
        ...

    def logs(self, title: str) -> dict[str, str]:
        """What is kept here of the logs of a version, by name."""
        ...


class NothingLent:
    """For a node that takes none."""

    titles: Final[list[str]] = []
    kept: Final[list[str]] = []
    places: Final = 0

    def __init__(self) -> None:
        self.on_changed: Callable[[], None] = lambda: None

    def lend(self, lent: LentVersion) -> None:
        """It is not said to be ready."""

    def take_back(self, title: str) -> None:
        """It is not here."""

    def logs(self, title: str) -> dict[str, str]:
        """There are none."""
        return {}


def ends_of(logs: Mapping[str, str]) -> dict[str, str]:
    """Of each log as much as one message holds of all."""
    share = MOST_LOGGED // max(1, len(logs))
    return {name: end_of(text, share) for name, text in logs.items()}


def end_of(text: str, most: int) -> str:
    """The end of a text, of `most` bytes as it is sent. A program may write letters of four bytes."""
    return text.encode()[-most:].decode(errors="ignore")
