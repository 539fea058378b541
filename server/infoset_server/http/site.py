"""Everything that a server answers over HTTP: each group of endpoints is named here, and nowhere else."""

from collections.abc import Mapping
from typing import Any

from infoset_server.admin.commands import Command
from infoset_server.admin.ladder_commands import LadderCommands
from infoset_server.admin.tournament_commands import TournamentCommands
from infoset_server.app.server import App
from infoset_server.contests.ladder.classes import ClassLadders
from infoset_server.http.console import ConsolePages
from infoset_server.http.front_page import FrontPage
from infoset_server.http.ladders import LadderPages
from infoset_server.http.openapi import description
from infoset_server.http.router import Router
from infoset_server.http.status import StatusPages
from infoset_server.http.tournaments import TournamentPages
from infoset_server.http.uploads import open_hosted
from infoset_web import CONTENT_TYPES


def make_router(
    app: App, console: ConsolePages, files: Mapping[str, bytes], archives: Mapping[str, bytes]
) -> Router:
    """What to give to the listener. `files` are those of the page, `archives` can be downloaded."""
    status = StatusPages(app)
    uploads = open_hosted(app.config, app.hosted, app.people)
    routes = [
        *status.routes(),
        *FrontPage(files, CONTENT_TYPES, archives).routes(),
        *([] if app.ladders is None else LadderPages(app.ladders).routes()),
        *TournamentPages(app.tournaments).routes(),
        *uploads.routes(),
        *console.routes(),
    ]
    return Router([*routes, description(routes)], [status.close, uploads.close])


def console_commands(app: App) -> list[Command[Any]]:
    """What the console can be asked about ladders and tournaments."""
    commands = TournamentCommands(app.tournaments).commands()
    if app.ladders is not None:
        class_ladders = ClassLadders(app.ladders, app.config.ladders, app.hosting.for_game)
        classrooms = app.people.accounts.classrooms
        commands += LadderCommands(app.ladders, class_ladders, classrooms).commands()
    return commands
