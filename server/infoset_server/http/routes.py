"""What a route is: one line of the table of everything that is answered over HTTP.

The table is what `infoset serve --routes` prints and what the OpenAPI document is made of; `Router` answers by it.
"""

import inspect
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from pydantic import BaseModel
from websockets.datastructures import Headers
from websockets.http11 import Response

from infoset_server.common.task_set import TaskSet
from infoset_server.http.documents import Refusal
from infoset_server.http.endpoints import PageError, Status, WrongMethodError, refusal
from infoset_server.network.caller import Caller
from infoset_server.network.http import HttpRequest, Respond, path_of

TEXT: Final = "text/plain; charset=utf-8"
ARCHIVE: Final = "application/zip"
BYTES: Final = "application/octet-stream"
CSV: Final = "text/csv; charset=utf-8"

# A JSON object by its model, or anything else by its media type.
Content: TypeAlias = type[BaseModel] | str


def admit_all(request: HttpRequest) -> None:
    """For a route that asks nobody who they are."""


@dataclass(frozen=True)
class Access:
    """Who may call a route.

    `admit` returns who calls, as the route's handler wants to know it, or raises why they may not. `scopes` are
    those of the token that has to be shown; None where none has to be. Where it `is_optional`, more is shown with it.
    """

    who: str
    admit: Callable[[HttpRequest], Any] = admit_all
    scopes: tuple[str, ...] | None = None
    is_optional: bool = False

    @property
    def refusals(self) -> list[Status]:
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
    """One method of one path.

    In `path`, `{name}` stands for anything without a slash, and `{name:path}` for anything. `answers` says by
    status what comes back, None for nothing.
    """

    method: str
    path: str
    access: Access
    summary: str
    handle: Handler
    answers: Mapping[Status, Content | None]
    body: Content | None = None
    query: type[BaseModel] | None = None

    @property
    def is_late(self) -> bool:
        """Does its handler wait for something, so that it cannot be answered at once?"""
        return inspect.iscoroutinefunction(self.handle)

    def responses(self) -> dict[Status, Content | None]:
        """`answers`, what its access may refuse, and a fault of ours; by status."""
        refused = [*self.access.refusals, Status.INTERNAL_SERVER_ERROR]
        return dict(sorted({**dict.fromkeys(refused, Refusal), **self.answers}.items()))


def summary_of(function: Callable[..., object]) -> str:
    """The first sentence of what a function says of itself."""
    return (function.__doc__ or "").strip().partition("\n")[0]


NAME: Final = re.compile(r"\{(\w+)(:path)?\}")
Methods = Mapping[str, Route]  # what there is at one path


class Router:
    """As Pages. Finds the route of a request, has it answered, and makes a refusal of whatever goes wrong.

    GET is answered at once where it waits for nothing, any other method in a task of its own, exactly once. A GET of what is not in the table
    is left to whoever asks; for other methods there is nothing.
    """

    def __init__(self, routes: Iterable[Route]) -> None:
        self.routes = tuple(routes)
        self._tasks = TaskSet()
        self._exact: dict[str, dict[str, Route]] = {}
        self._patterns: dict[re.Pattern[str], dict[str, Route]] = {}
        for route in self.routes:
            methods = self._methods(route.path)
            assert route.method not in methods, f"{route.method} {route.path} is there twice"
            methods[route.method] = route

    def has(self, path: str) -> bool:
        """Is there anything at this path?"""
        return bool(self._find(path)[0])

    def is_far(self, path: str) -> bool:
        """As Pages: none is, but some have to be waited for."""
        route = self._find(path)[0].get("GET")
        return route is not None and route.is_late

    def look(self, path: str, caller: Caller, headers: Headers | None = None) -> Response | None:
        """As Pages."""
        methods, names = self._find(path)
        if not methods:
            return None
        request = HttpRequest("GET", path, headers or Headers(), b"", caller)
        try:
            response = begin(methods, request, names)
            assert isinstance(response, Response), f"{path} is answered at once"
        except Exception as error:  # noqa: BLE001  # what is nobody else's is ours, and goes to the log
            response = refusal(error, request)
        return response

    def answer(self, request: HttpRequest, respond: Respond) -> None:
        """As Pages."""
        self._tasks.start(self._answer(request, respond))

    async def close(self) -> None:
        """Gives up what is not answered yet."""
        await self._tasks.give_up()

    async def _answer(self, request: HttpRequest, respond: Respond) -> None:
        path = path_of(request.path)
        try:
            methods, names = self._find(path)
            if not methods:
                raise PageError(Status.NOT_FOUND, f"there is no {path}")
            response = begin(methods, request, names)
            if inspect.isawaitable(response):
                response = await response
        except Exception as error:  # noqa: BLE001  # as in `look`
            response = refusal(error, request)
        respond(response)

    def _methods(self, path: str) -> dict[str, Route]:
        """Where the routes of a path of the table are kept."""
        if "{" not in path:
            return self._exact.setdefault(path, {})
        return self._patterns.setdefault(pattern_of(path), {})

    def _find(self, path: str) -> tuple[Methods, Mapping[str, str]]:
        """The routes of a path by method, and what stands there for the names in it; none of either."""
        if path in self._exact:
            return self._exact[path], {}
        for pattern, methods in self._patterns.items():
            if found := pattern.fullmatch(path):
                return methods, found.groupdict()
        return {}, {}


def begin(
    methods: Methods, request: HttpRequest, names: Mapping[str, str]
) -> Response | Awaitable[Response]:
    """The answer of the route for the method of a request. Raises what `endpoints.refusal` answers."""
    route = methods.get("GET" if request.method == "HEAD" else request.method)
    if route is None:
        raise WrongMethodError(", ".join(allowed(methods)))
    return route.handle(Call(request, route.access.admit(request), names))


def allowed(methods: Methods) -> list[str]:
    """The methods that are answered at a path."""
    return sorted({*methods, "HEAD"} if "GET" in methods else methods)


def pattern_of(path: str) -> re.Pattern[str]:
    """What a path of the table fits."""
    parts: list[str] = []
    end = 0
    for name in NAME.finditer(path):
        parts += (
            re.escape(path[end : name.start()]),
            f"(?P<{name[1]}>{'.+' if name[2] else '[^/]+'})",
        )
        end = name.end()
    return re.compile("".join(parts) + re.escape(path[end:]))
