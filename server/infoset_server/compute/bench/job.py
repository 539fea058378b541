"""What goes onto a workbench and what comes off it: plain values, and the refusal of some. Does nothing."""

from collections.abc import Mapping
from typing import Any, Final

MILLION: Final = 1_000_000  # returns are summed in millionths

Job = Mapping[str, Any]
Result = dict[str, Any]


class RefusedJobError(Exception):
    """The client asked for something that cannot be done; `path` and `want` say what."""

    def __init__(self, path: str, want: str) -> None:
        super().__init__(f"{path}: expected {want}")
        self.path = path
        self.want = want
