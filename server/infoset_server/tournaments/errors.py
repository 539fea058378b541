"""Why something is not done with a tournament; for whoever asked for it."""

from infoset_server.console.commands import ConsoleError


class TournamentError(ConsoleError):
    """A tournament's file cannot be used, or what is asked for is not possible now; nothing has changed."""
