"""Tokens of bots that the server runs: one for each process, never stored."""

from infoset_server.accounts.secret import Kind, digest, fresh_token


class HouseTokens:
    """Which house bot a token was made for."""

    def __init__(self) -> None:
        self._bots: dict[str, tuple[str, str | None]] = {}

    def issue(self, bot: str, door: str | None = None) -> str:
        """A token with which the next process of house bot `bot` logs in: through this door and no other."""
        token = fresh_token(Kind.HOUSE)
        self._bots[digest(token)] = bot, door
        return token

    def bot_of(self, token: str, door: str | None = None) -> str | None:
        """The bot whose running process has this token, if it comes through its own door."""
        bot, own = self._bots.get(digest(token), (None, None))
        return bot if door == own else None

    def revoke(self, token: str) -> None:
        """The process it was made for has ended."""
        self._bots.pop(digest(token), None)
