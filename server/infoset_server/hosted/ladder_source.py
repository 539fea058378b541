"""Uploaded bots as ladders see them: the current version of each. Starts nothing."""

from collections.abc import Iterable

from infoset_server.hosted.service import HostedBots
from infoset_server.ladder.sources import OfferedBot
from infoset_server.people import People


class UploadedSource:
    """As BotSource."""

    def __init__(self, hosted: HostedBots, people: People) -> None:
        self._hosted = hosted
        self._people = people

    def bots(self, game: str) -> Iterable[OfferedBot]:
        """As BotSource. A new version takes the place of the one before when its check is passed."""
        for entry in self._hosted.current(game):
            name, _, version = entry.name.partition("@")
            owner = self._people.find(entry.owner)
            owner_name = None if owner is None else owner.name
            yield OfferedBot(entry.name, name, version, entry.owner, owner_name)
