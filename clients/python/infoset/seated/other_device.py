"""The word with which a person at a seat goes on on another device.

device             shows a code for it; this session ends when it is used there
"""

from infoset import device
from infoset.refusals import TROUBLE, trouble_words
from infoset.remote import Request
from infoset.wording import say


async def obey_device(line: str, request: Request) -> str | None:
    """Does what the line says; returns what to show. None: it says something else."""
    if line.strip() != "device":
        return None
    try:
        made = await device.make_code(request)
    except TROUBLE as error:
        return trouble_words(error)
    command = f"infoset token move {made.code} --out my.token"
    return say("terminal-device", code=made.code, command=command, count=made.minutes)
