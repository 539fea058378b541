"""Why a contest does not let somebody in by themselves, in words that help a program's author, too."""

from collections.abc import Collection, Sequence
from typing import Final

KINDS: Final = {
    "human": "people",
    "bot": "programs that connect from outside",
    "hosted": "programs that were uploaded",
}


def not_open(kind: str, open_to: Sequence[str], others: Collection[str] = ()) -> str:
    """The field that keeps `kind` out, what it says, and which way in is left; `others` may help to one."""
    listed = ", ".join(open_to) or "empty"
    ways = [*others]
    if kind == "bot" and "hosted" in open_to:
        ways.append("you can upload your program, and let it enter")
    left = f"; {', or '.join(ways)}" if ways else ""
    who = f"{kind} ({KINDS[kind]})" if kind in KINDS else kind
    return f"it is not open to {who}: its open_to is {listed}{left}"
