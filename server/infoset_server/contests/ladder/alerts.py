"""What the owner of an entry has to know of a match in which it did not play as it should, with the end of its log."""

from dataclasses import asdict, dataclass
from typing import Any, Final

MAX_ALERTS: Final = 5  # of one entry; the newest


@dataclass(frozen=True, slots=True)
class Alert:
    """`log` is the end of what the program wrote, where the server runs it; "" otherwise."""

    at_ms: int  # wall clock, since 1970
    match_id: str
    what: str
    log: str = ""

    def to_plain(self) -> dict[str, Any]:
        """The values as `Alert(**values)` takes them."""
        return asdict(self)
