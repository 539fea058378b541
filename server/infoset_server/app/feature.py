"""A service that is made of the core of a server."""

from infoset_server.app.composition import Core
from infoset_server.app.service import Service


class Feature(Service):
    """Made once for each server that wants it, after the core and the features before it."""

    @staticmethod
    def is_wanted(core: Core) -> bool:
        """Does this server have the feature? What is switched off is not in the list of its services."""
        return True

    def __init__(self, core: Core) -> None:
        self.core = core
