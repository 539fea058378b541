"""Answers requests by the table of routes."""

import inspect
import re
from collections.abc import Awaitable, Iterable, Mapping
from typing import Final

from websockets.datastructures import Headers
from websockets.http11 import Response

from infoset_server.common.task_set import TaskSet
from infoset_server.http.endpoints import PageError, Status, WrongMethodError, refusal
from infoset_server.http.routes import Call, Route
from infoset_server.network.caller import Caller
from infoset_server.network.http import HttpRequest, Respond, path_of

NAME: Final = re.compile(r"\{(\w+)(:path)?\}")
Methods = Mapping[str, Route]  # what there is at one path


class Router:
    """As Pages. Finds the route of a request, has it answered, and makes a refusal of whatever goes wrong.

    GET is answered at once, any other method in a task of its own, exactly once. A GET of what is not in the table
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

    def look(self, path: str, caller: Caller) -> Response | None:
        """As Pages."""
        methods, names = self._find(path)
        if not methods:
            return None
        request = HttpRequest("GET", path, Headers(), b"", caller)
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
    route = methods.get(request.method)
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
