"""What assistants may do: rights that an owner grants, and policies that cap them. Pure."""

from collections.abc import Iterable, Mapping
from typing import Final

from infoset_server.assisting.errors import AssistOffError

VIEW: Final = "view"
DRAW: Final = "draw"
SUGGEST: Final = "suggest"
COMPUTE: Final = "compute"
ACT: Final = "act"

OFF: Final = "off"
ADVICE: Final = "advice"
CONFIRM: Final = "confirm"
AUTO: Final = "auto"

_ADVISING: Final = frozenset({VIEW, DRAW, SUGGEST, COMPUTE})

# The rights that an owner may grant under each policy.
CAPS: Final[Mapping[str, frozenset[str]]] = {
    OFF: frozenset(),
    ADVICE: _ADVISING,
    CONFIRM: _ADVISING,
    AUTO: _ADVISING | {ACT},
}
STAGING: Final = (CONFIRM, AUTO)  # policies under which something is played for the owner


def read_rights(wanted: Iterable[str], policy: str) -> frozenset[str]:
    """The rights asked for, `view` always among them. Raises AssistOffError naming what is too much."""
    rights = frozenset(wanted) | {VIEW}
    cap = CAPS[policy]
    excess = sorted(rights - cap)
    if excess:
        raise AssistOffError(policy, ", ".join(excess))
    return rights


def write_rights(rights: Iterable[str]) -> list[str]:
    """The rights in the order in which they are listed everywhere."""
    return [right for right in (VIEW, DRAW, SUGGEST, COMPUTE, ACT) if right in rights]
