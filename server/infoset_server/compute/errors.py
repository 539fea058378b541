"""Why a request for compute is refused, beside the reasons of `request_errors.py`."""

from collections.abc import Sequence

from infoset_protocol.errors import ErrorCode
from infoset_server.common.request_errors import RequestError
from infoset_server.compute.budget import SeatBudget


class ComputeOffError(RequestError):
    """No server compute in this match, or on this server."""

    code = ErrorCode.COMPUTE_OFF

    def __init__(self) -> None:
        super().__init__("there is no server compute in this match")


class BudgetExhaustedError(RequestError):
    """Known before the start: the request needs more units than are left, of the decision or of the match."""

    code = ErrorCode.BUDGET_EXHAUSTED

    def __init__(self, budget: SeatBudget, need: int) -> None:
        left, left_game = budget.left, budget.left_game
        if need > left_game:
            why = f"{left_game} are left for the whole match, and no more will come"
        elif need > budget.per_decision:
            why = f"a decision has {budget.per_decision}: ask for less"
        else:
            again = min(budget.per_decision, left_game)
            why = f"{left} are left until your seat's next decision is closed; then there are {again} again"
        data = {"left": left, "need": need, "left_game": left_game}
        super().__init__(f"needs {need} units; {why}", data)


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
