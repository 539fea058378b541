"""What a route is: one line of the table of everything that is answered over HTTP.

The table is what `infoset serve --routes` prints and what the OpenAPI document is made of; `router.py` answers by it.
"""

import http
import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from pydantic import BaseModel
from websockets.http11 import Response

from infoset_server.http.documents import Refusal
from infoset_server.network.http import HttpRequest

Status = http.HTTPStatus
TEXT: Final = "text/plain; charset=utf-8"
ARCHIVE: Final = "application/zip"
BYTES: Final = "application/octet-stream"

# A JSON object by its model, or anything else by its media type.
Content: TypeAlias = type[BaseModel] | str


def admit_all(request: HttpRequest) -> None:
    """For a route that asks nobody who they are."""


@dataclass(frozen=True)
class Access:
    """Who may call a route.

    `admit` returns who calls, as the route's handler wants to know it, or raises why they may not. `scopes` are
    those of the token that has to be shown; None where none has to be.
    """

    who: str
    admit: Callable[[HttpRequest], Any] = admit_all
    scopes: tuple[str, ...] | None = None

    @property
    def refusals(self) -> list[http.HTTPStatus]:
        """With what a token may be refused."""
        if self.scopes is None:
            return []
        return [Status.UNAUTHORIZED, Status.FORBIDDEN, Status.TOO_MANY_REQUESTS]


EVERYBODY: Final = Access("everybody")


@dataclass(frozen=True, slots=True)
class Call:
    """A request that has found its route. `who` is what the route's access says; `names` are from the path."""

    request: HttpRequest
    who: Any = None
    names: Mapping[str, str] = field(default_factory=dict)


# Raises whatever `endpoints.as_page_error` knows; anything else is a fault of ours.
Handler: TypeAlias = Callable[[Call], Response | Awaitable[Response]]


@dataclass(frozen=True)
class Route:
    """One method of one path. A GET is answered at once, so its handler must not wait for anything.

    In `path`, `{name}` stands for anything without a slash, and `{name:path}` for anything. `answers` says by
    status what comes back, None for nothing.
    """

    method: str
    path: str
    access: Access
    summary: str
    handle: Handler
    answers: Mapping[http.HTTPStatus, Content | None]
    body: Content | None = None
    query: type[BaseModel] | None = None

    def __post_init__(self) -> None:
        is_late = self.method == "GET" and inspect.iscoroutinefunction(self.handle)
        assert not is_late, f"GET {self.path} is answered at once"

    def responses(self) -> dict[http.HTTPStatus, Content | None]:
        """`answers`, what its access may refuse, and a fault of ours; by status."""
        refused = [*self.access.refusals, Status.INTERNAL_SERVER_ERROR]
        return dict(sorted({**dict.fromkeys(refused, Refusal), **self.answers}.items()))


def summary_of(function: Callable[..., object]) -> str:
    """The first sentence of what a function says of itself."""
    return (function.__doc__ or "").strip().partition("\n")[0]
