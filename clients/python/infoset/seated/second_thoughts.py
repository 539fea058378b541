"""What a person says of steps taken back, as words that a terminal can read. Shows nothing itself.

undo               takes the own last step back, or asks the others
agree, decline     answers somebody who asks for that
"""

from collections.abc import Awaitable, Callable
from typing import Final

from infoset.errors import ConnectionLostError, ReplyTimeoutError, RequestError
from infoset.watching.undoing import Undoing
from infoset_protocol.messages import ClientMessage, ServerMessage, Unknown

Request = Callable[[ClientMessage], Awaitable[ServerMessage | Unknown]]

NOTHING: Final = "there is nothing to take back now"
NOT_ASKED: Final = "nobody asks you for a step back"


async def obey_undo(line: str, undoing: Undoing, request: Request) -> str | None:
    """Does what a line says; returns what to show. None: it is none of these words."""
    match line.strip().lower():
        case "undo":
            message: ClientMessage | None = undoing.request()
            missing = NOTHING
        case "agree" | "decline" as word:
            message = undoing.answer(agree=word == "agree")
            missing = NOT_ASKED
        case _:
            return None
    if message is None:
        return missing
    try:
        await request(message)
    except (RequestError, ConnectionLostError, ReplyTimeoutError) as error:
        return str(error)
    return ""
