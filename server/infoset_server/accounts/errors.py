"""Why something cannot be done with accounts. The message is for whoever asked, and names no secret."""


class AccountError(ValueError):
    """The request makes no sense, or meets a limit; nothing has changed."""


class UnknownError(AccountError):
    """There is no such user, token, class or ban."""


class EnrolmentError(AccountError):
    """A code is not accepted. The text is the same whatever is wrong with it."""

    def __init__(self) -> None:
        super().__init__("this code is not valid, or not any more; ask for a new one")


class MistypedError(AccountError):
    """The words cannot be a code at all: somebody has slipped in typing."""


class TooManyTriesError(AccountError):
    """Codes are tried too fast. `retry_ms` is how long to wait."""

    def __init__(self, retry_ms: int) -> None:
        super().__init__("too many codes tried; wait a moment")
        self.retry_ms = retry_ms


class ConsoleError(Exception):
    """A command that is refused. The message is for whoever gave it."""
