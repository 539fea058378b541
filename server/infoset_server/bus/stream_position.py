"""How far a numbered stream has been followed. Pure: knows no bus and no messages.

Streams of a match are numbered `(epoch, version)`: versions have no gaps, and the epoch rises when the match
changes hands. So whoever follows one finds out by himself what a bus cannot tell.

    seen                              | is
    same epoch, version + 1           | next
    same epoch, not above the version | old
    lower epoch                       | old: from a server that has lost the match and does not know
    anything else                     | behind a gap: the truth must be read again
"""

from enum import Enum, auto


class Seen(Enum):
    """What a message is to somebody who has come to a certain place."""

    NEXT = auto()
    OLD = auto()
    GAP = auto()


class StreamPosition:
    """The newest of a stream that somebody knows."""

    __slots__ = ("epoch", "version")

    def __init__(self, epoch: int, version: int) -> None:
        self.epoch = epoch
        self.version = version

    def see(self, epoch: int, version: int) -> Seen:
        """What a message with this number is. One that is next is taken for known from now on."""
        if epoch == self.epoch and version == self.version + 1:
            self.version = version
            return Seen.NEXT
        if epoch < self.epoch or (epoch == self.epoch and version <= self.version):
            return Seen.OLD
        return Seen.GAP

    def move(self, epoch: int, version: int) -> None:
        """The truth was read: as of this number everything is known."""
        self.epoch, self.version = epoch, version
