"""The starters of bots as downloads of a server's page: what `infoset new-bot` writes, by language."""

from collections.abc import Mapping
from typing import Final

from infoset.scaffolding.starters import STARTERS, bot_files

NAME: Final = "my_bot"


def starters() -> dict[str, Mapping[str, str]]:
    """Files by archive: `bot-go` holds the folder `my_bot`."""
    return {
        f"bot-{language}": {
            f"{NAME}/{path}": text for path, text in bot_files(language, NAME).items()
        }
        for language in STARTERS
    }
