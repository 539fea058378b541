"""Why a request of or about an assistant is refused, beside the reasons of `requests.py`."""

from infoset_protocol.errors import ErrorCode
from infoset_server.requests import RequestError


class AssistOffError(RequestError):
    """The room's policy does not allow `what`."""

    code = ErrorCode.ASSIST_OFF

    def __init__(self, policy: str, what: str) -> None:
        super().__init__(
            f"the policy `{policy}` of this room does not allow: {what}", {"policy": policy}
        )


class RightMissingError(RequestError):
    """The owner has not granted it."""

    code = ErrorCode.RIGHT_MISSING

    def __init__(self, right: str) -> None:
        super().__init__(f"you were not given the right: {right}", {"right": right})


class IllegalProposalError(RequestError):
    """The rules forbid what an assistant proposes; `left` tries of the seat are untouched."""

    code = ErrorCode.ILLEGAL_ACTION

    def __init__(self, why: str, left: int) -> None:
        super().__init__(why, {"why": why, "left": left})


class AlreadySealedError(RequestError):
    """The owner has decided: an assistant does not overwrite that."""

    code = ErrorCode.ALREADY_SEALED


class TooFastError(RequestError):
    """Over a quota of this assistant."""

    code = ErrorCode.RATE_LIMITED

    def __init__(self, bucket: str, wait_s: float) -> None:
        super().__init__(
            f"too many requests ({bucket})", {"bucket": bucket}, retry_ms=int(wait_s * 1000) + 1
        )
