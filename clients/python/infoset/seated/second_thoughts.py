"""What a person says of steps taken back, as words that a terminal can read.

undo               takes the own last step back, or asks the others
agree, decline     answers somebody who asks for that
"""

from infoset.refusals import TROUBLE, trouble_words
from infoset.remote import Request
from infoset.watching.undoing import Undoing
from infoset.wording import say
from infoset_protocol.messages import ClientMessage


async def obey_undo(line: str, undoing: Undoing, request: Request) -> str | None:
    """Does what a line says; returns what to show. None: it is none of these words."""
    match line.strip().lower():
        case "undo":
            message: ClientMessage | None = undoing.request()
            missing = say("terminal-nothing-to-undo")
        case "agree" | "decline" as word:
            message = undoing.answer(agree=word == "agree")
            missing = say("terminal-undo-not-asked")
        case _:
            return None
    if message is None:
        return missing
    try:
        await request(message)
    except TROUBLE as error:
        return trouble_words(error)
    return ""
