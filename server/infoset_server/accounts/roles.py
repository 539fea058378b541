"""Roles, and the scopes that go with them: what a user may do, before a token or a mute narrows it."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

PLAY: Final = "play"
WATCH: Final = "watch"
CHAT: Final = "chat"
COMPUTE: Final = "compute"
ORGANISE: Final = "organise"
ADMIN: Final = "admin"


class Role(StrEnum):
    """What kind of user somebody is."""

    GUEST = "guest"  # no account: a name, and perhaps a secret of its own choice
    PLAYER = "player"
    ORGANISER = "organiser"  # runs classes and competitions: a teacher
    MANAGER = "admin"  # runs the server


_PLAYING: Final = frozenset({PLAY, WATCH, CHAT, COMPUTE})

SCOPES: Final[Mapping[Role, frozenset[str]]] = {
    Role.GUEST: _PLAYING,
    Role.PLAYER: _PLAYING,
    Role.ORGANISER: _PLAYING | {ORGANISE},
    Role.MANAGER: _PLAYING | {ORGANISE, ADMIN},
}
BOT_SCOPES: Final = frozenset({PLAY, WATCH, COMPUTE})  # of a bot's token, unless it is given others
CAGED_SCOPES: Final = frozenset({COMPUTE})  # an uploaded bot plays only where it is put
NEVER_BOTS: Final = frozenset({ORGANISE, ADMIN})  # a bot can be trusted no more than its libraries
ALL_SCOPES: Final = SCOPES[Role.MANAGER]
