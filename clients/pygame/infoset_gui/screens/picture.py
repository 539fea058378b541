"""The window as a picture in a file: a match that is over, as it is seen."""

import pygame
from pygame import Surface

from infoset.wording import say
from infoset_gui.stage import Stage

KEY = "f12"


def save_picture(stage: Stage, surface: Surface) -> bool:
    """Keeps what is seen of a match that is over among the person's downloads, and says where. False where there is none."""
    name = stage.screen.picture_name()
    if not name:
        return False
    is_plain = name.replace("_", "").replace("-", "").isalnum()
    file = stage.downloads / f"{name if is_plain else 'match'}.png"
    try:
        stage.downloads.mkdir(parents=True, exist_ok=True)
        pygame.image.save(surface, file)
    except (OSError, pygame.error) as error:
        stage.say(say("window-replay-no-picture", why=str(error)), "bad")
    else:
        stage.say(say("window-replay-saved", file=str(file)), "good")
    return True
