"""Bots that somebody has uploaded, without what uploading takes. No tests here."""

from infoset_server.programs.manifest import BotEntry


class Uploaded(BotEntry):
    """One of them."""

    @property
    def is_uploaded(self) -> bool:
        return True


def uploaded(bot: str) -> BotEntry:
    """It says nothing, and goes on until it is ended."""
    return Uploaded(name=bot, command=("{python}", "-c", "import signal; signal.pause()"))
