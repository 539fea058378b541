"""Everything the SDK raises on purpose; `str(error)` is a sentence for the person at the terminal.

InfosetError
  AddressError         the server's address cannot be read
  ConnectError         the server cannot be reached, or does not speak the protocol
  LoginError           the server was reached and said no
  ConnectionLostError  the connection is gone for good
  RequestError         the server answered a request with `error`
  WrongChoiceError     what a bot returned is no answer to its turn
  BotLoadError         the file or module with the bot cannot be used
  CredentialError      a file with a token or key cannot be used
  WebError             the HTTP side of a server refused a request
  CommandError         a subcommand cannot go on
  MissingExtraError    a library is missing that an extra of the package brings
"""

from collections.abc import Mapping
from typing import Any, Final

from infoset_protocol.errors import ErrorCode

LATER: Final = frozenset(
    {"rate_limited", "busy", "too_many_inflight", "unavailable", "storage_full"}
)  # codes of requests that a server may take later


class InfosetError(Exception):
    """Root of the family: an expected failure, shown without a traceback."""


class AddressError(InfosetError, ValueError):
    """The server's address cannot be read; the message says what was expected."""


class ConnectError(InfosetError, ConnectionError):
    """The server cannot be reached, or what answers there is no Infoset server."""


class LoginError(InfosetError):
    """The server was reached and refused the login. `code` is its error code."""

    def __init__(self, code: str, msg: str) -> None:
        super().__init__(f"the server refused the login: {msg} ({code})")
        self.code = code


class ConnectionLostError(InfosetError, ConnectionError):
    """The connection is gone and will not be restored. `code` is the close code, if there was one."""

    def __init__(self, msg: str, code: int | None = None) -> None:
        super().__init__(msg)
        self.code = code


class RequestError(InfosetError):
    """The server refused a request: stable `code`, text `msg`, details `data`, `retry_ms` if any."""

    def __init__(
        self,
        code: str,
        msg: str,
        data: Mapping[str, Any] | None = None,
        retry_ms: int | None = None,
    ) -> None:
        self.code = code
        self.msg = msg
        self.data = dict(data or {})
        known = self.data.get("known")
        names = f"; known: {', '.join(map(str, known))}" if isinstance(known, list) else ""
        super().__init__(f"{msg}{names} ({code})")
        self.retry_ms = retry_ms

    @property
    def may_pass(self) -> bool:
        """Is the same request worth another try? Codes of later versions are judged by `retry_ms` alone."""
        is_new = self.code not in ErrorCode.__members__.values() and self.retry_ms is not None
        return is_new or self.code in LATER


class ReplyTimeoutError(InfosetError, TimeoutError):
    """The server did not answer a request in time, though the connection lives."""


class WrongChoiceError(InfosetError, ValueError):
    """What a bot returned is no answer to its turn; the message says what was expected."""


class BotLoadError(InfosetError):
    """The file or module named for a bot cannot be used; the message says why."""


class CredentialError(InfosetError):
    """A file with a token or key cannot be used; the message says why."""


class WebError(InfosetError):
    """The HTTP side of a server refused a request: `status`, and `retry_ms` if waiting helps."""

    def __init__(self, status: int, msg: str, retry_ms: int | None = None) -> None:
        super().__init__(msg)
        self.status = status
        self.retry_ms = retry_ms


class CommandError(InfosetError):
    """A subcommand cannot go on; the message says why and what to do."""


class MissingExtraError(CommandError, ImportError):
    """A library is missing; the message names the extra that brings it and the line that installs it."""
