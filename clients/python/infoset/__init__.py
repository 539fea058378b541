"""The Python SDK of Infoset: write a bot, talk to a server. The command line is in cli.py.

    import infoset

    class RandomBot(infoset.Bot):
        def decide(self, turn):
            return turn.random_answer(self.rng)

    if __name__ == "__main__":
        infoset.run(RandomBot)

The names below are imported when they are first used: `infoset --help` need not load a network
library, and `infoset doctor` can still say which package is missing.
"""

import importlib
from typing import TYPE_CHECKING, Any, Final

from infoset.uncompiled import stay_uncompiled

if TYPE_CHECKING:
    from infoset.bot import Bot
    from infoset.client import Client, Incoming
    from infoset.errors import (
        AddressError,
        BotLoadError,
        ConnectError,
        ConnectionLostError,
        CredentialError,
        InfosetError,
        LoginError,
        ReplyTimeoutError,
        RequestError,
        WebError,
        WrongChoiceError,
    )
    from infoset.keys import LoginKey
    from infoset.remote import Remote
    from infoset.running import run
    from infoset.settings import read_token
    from infoset.sync import SyncClient
    from infoset.timing import Timing
    from infoset.tracing import assert_decision
    from infoset.turn import Choice, Match, MatchResult, Player, Slot, Turn

stay_uncompiled()

__all__ = [
    "AddressError",
    "Bot",
    "BotLoadError",
    "Choice",
    "Client",
    "ConnectError",
    "ConnectionLostError",
    "CredentialError",
    "Incoming",
    "InfosetError",
    "LoginError",
    "LoginKey",
    "Match",
    "MatchResult",
    "Player",
    "Remote",
    "ReplyTimeoutError",
    "RequestError",
    "Slot",
    "SyncClient",
    "Timing",
    "Turn",
    "WebError",
    "WrongChoiceError",
    "assert_decision",
    "read_token",
    "run",
]

_HOMES: Final = {
    "Bot": "bot",
    "Client": "client",
    "Incoming": "client",
    "LoginKey": "keys",
    "Remote": "remote",
    "SyncClient": "sync",
    "Timing": "timing",
    "assert_decision": "tracing",
    "read_token": "settings",
    "run": "running",
} | dict.fromkeys(("Choice", "Match", "MatchResult", "Player", "Slot", "Turn"), "turn")


def __getattr__(name: str) -> Any:
    """Imports a public name on its first use. Raises AttributeError for any other."""
    if name not in __all__:
        raise AttributeError(f"module 'infoset' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"infoset.{_HOMES.get(name, 'errors')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
