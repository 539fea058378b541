"""What a tool answers when it cannot do what was asked."""

from infoset.errors import InfosetError


class RefusedError(InfosetError):
    """Nothing was done; the message says why, and what can be done."""
