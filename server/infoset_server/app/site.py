"""Everything that a server answers over HTTP, as one table."""

from collections.abc import Callable, Mapping

from infoset_server.app.server import App
from infoset_server.http.front_page import FrontPage
from infoset_server.http.openapi import description
from infoset_server.http.routes import Router
from infoset_web import CONTENT_TYPES


def make_router(
    app: App, files: Mapping[str, bytes], archives: Callable[[], Mapping[str, bytes]]
) -> Router:
    """What to give to the listener. `files` are those of the page, `archives` makes what can be downloaded.

    Raises ConsoleSetupError where the data folder cannot hold what the console keeps.
    """
    routes = [
        *FrontPage(files, CONTENT_TYPES, archives, app.config.replays.embed_on).routes(),
        *(route for service in app.core.services.all for route in service.routes()),
    ]
    return Router([*routes, description(routes)])
