"""The single-observer ISMCTS bot that has no rules: it searches by the protocol's requests alone.

infoset bot infoset_bots.search.ismcts_remote_bot --param iterations=400 --seek colonizers
"""

from typing import ClassVar

from infoset_bots.search.ismcts_bot import IsmctsBot
from infoset_bots.search.remote_bot import RemoteBot


class IsmctsRemoteBot(RemoteBot, IsmctsBot):
    """Decides as IsmctsBot with the same parameters does. The larger `batch`, the fewer requests it needs."""

    usual_batch: ClassVar[int] = 64
