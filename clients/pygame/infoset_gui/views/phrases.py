"""How views put words together. Knows no game."""

from infoset.refusals import sentence
from infoset.turn import Match
from infoset.watching.names import player_name
from infoset.wording import say

__all__ = ["log_heading", "log_line", "sentence", "who"]


def log_line(match: Match, seat: int, done: str) -> str:
    """What somebody has done, behind their name, as a line of the log; empty where nothing is told."""
    return say("match-log-line", who=player_name(match, seat), text=done) if done else ""


def log_heading(words: str) -> str:
    """A line of the log that parts what is before from what comes (table.py)."""
    return f"-- {words} --"


def who(match: Match, seat: int) -> dict[str, object]:
    """Somebody, as arguments of a message. In the window everybody is called by their name."""
    return {"name": player_name(match, seat), "me": False}
