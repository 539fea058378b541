"""The window as a picture in a file: a match that is over, as it is seen."""

import pygame
from pygame import Surface

from infoset.wording import say
from infoset_gui.screens.bar import Tool
from infoset_gui.stage import Stage

KEY = "f12"


def picture_tool(stage: Stage) -> Tool:
    """The button for it."""
    word, label = say("window-replay-picture"), say("sharing-picture-about")
    return "picture", "camera", word, label, stage.take_picture, KEY


def save_picture(stage: Stage, surface: Surface) -> None:
    """Keeps what is seen of a match that is over among the person's downloads, and says where."""
    name = stage.screen.picture_name()
    if not name:
        return
    is_plain = name.replace("_", "").replace("-", "").isalnum()
    file = stage.downloads / f"{name if is_plain else 'match'}.png"
    try:
        stage.downloads.mkdir(parents=True, exist_ok=True)
        pygame.image.save(surface, file)
    except (OSError, pygame.error) as error:
        stage.say(say("window-replay-no-picture", why=str(error)), "bad")
    else:
        stage.say(say("window-replay-saved", file=str(file)), "good")
