"""Why something is not done with a tournament; for whoever asked for it."""

from infoset_server.console.commands import ConsoleError


class TournamentError(ConsoleError):
    """A tournament's file cannot be used, or what is asked for is not possible now; nothing has changed."""


def unknown_tournament(name: str) -> TournamentError:
    """There is none of this name, or whoever asks may not know."""
    return TournamentError(f"there is no tournament {name}")
