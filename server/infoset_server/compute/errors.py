"""Why a request for compute is refused, beside the reasons of `request_errors.py`."""

from collections.abc import Sequence

from infoset_protocol.errors import ErrorCode
from infoset_server.common.request_errors import RequestError


class ComputeOffError(RequestError):
    """No server compute in this match, or on this server."""

    code = ErrorCode.COMPUTE_OFF

    def __init__(self) -> None:
        super().__init__("there is no server compute in this match")


class BudgetExhaustedError(RequestError):
    """Known before the start: the request needs more units than are left."""

    code = ErrorCode.BUDGET_EXHAUSTED

    def __init__(self, left: int, need: int) -> None:
        super().__init__(f"needs {need} units, {left} are left", {"left": left, "need": need})


class WorldGoneError(RequestError):
    """A handle that is expired, released, evicted, or somebody else's: nobody learns which."""

    code = ErrorCode.WORLD_GONE

    def __init__(self, ref: str) -> None:
        super().__init__(f"no world {ref} here", {"w": ref})


class BadPolicyError(RequestError):
    """The game has no policy of that name."""

    code = ErrorCode.BAD_POLICY

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(f"no policy {name!r} here", {"known": list(known)})


class StaleDecisionError(RequestError):
    """The decision is closed, or was closed before anything was computed."""

    code = ErrorCode.STALE_DECISION

    def __init__(self, open_decisions: Sequence[int]) -> None:
        super().__init__("the decision is not open", {"open": list(open_decisions)})


class CancelledRequestError(RequestError):
    """Taken back before there was a result."""

    code = ErrorCode.CANCELLED

    def __init__(self) -> None:
        super().__init__("cancelled before there was a result")
