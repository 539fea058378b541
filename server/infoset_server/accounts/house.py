"""Tokens of house bots: one for each process that the server starts, never stored."""

from infoset_server.accounts.secret import Kind, digest, fresh_token


class HouseTokens:
    """Which house bot a token was made for."""

    def __init__(self) -> None:
        self._bots: dict[str, str] = {}

    def issue(self, bot: str) -> str:
        """A token with which the next process of house bot `bot` logs in."""
        token = fresh_token(Kind.HOUSE)
        self._bots[digest(token)] = bot
        return token

    def bot_of(self, token: str) -> str | None:
        """The bot whose running process has this token."""
        return self._bots.get(digest(token))

    def revoke(self, token: str) -> None:
        """The process it was made for has ended."""
        self._bots.pop(digest(token), None)
