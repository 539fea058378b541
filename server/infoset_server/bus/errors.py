"""How a request over a bus fails. The whole family; publishing never fails."""


class BusError(Exception):
    """A request was not answered. `subject` is what it was about."""

    def __init__(self, subject: str, why: str) -> None:
        super().__init__(f"{subject}: {why}")
        self.subject = subject


class NoOwnerError(BusError):
    """Nobody answers requests on this subject: what it is about is not here any more, or not yet."""

    def __init__(self, subject: str) -> None:
        super().__init__(subject, "nobody answers requests about it")


class RequestTimeoutError(BusError):
    """No answer came in time. Whether the owner has heard the request is unknown."""

    def __init__(self, subject: str, timeout_s: float) -> None:
        super().__init__(subject, f"no answer within {timeout_s:g} s")


class OwnerFailedError(BusError):
    """The owner could not answer; its log knows why."""

    def __init__(self, subject: str) -> None:
        super().__init__(subject, "its owner could not answer")


class SubjectTakenError(BusError):
    """Requests on this subject are answered by somebody else already."""

    def __init__(self, subject: str) -> None:
        super().__init__(subject, "it has an owner already")
