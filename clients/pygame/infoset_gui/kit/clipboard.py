"""What was copied, and what is to be pasted elsewhere. Nothing where the system has no clipboard."""

import pygame


def paste() -> str:
    """What was copied last, here or elsewhere."""
    try:
        return pygame.scrap.get_text()
    except (pygame.error, UnicodeError):
        return ""


def copy(text: str) -> bool:
    """Has other programs paste this; False where that cannot be."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return False
    return True
