"""Draws the icons of the installed page from its logo: `python clients/web/icons.py`. Needs the extra `play`.

A browser cuts a circle or a rounded square out of a maskable icon, so its drawing keeps to the inner part.
"""

from pathlib import Path
from typing import Final

import pygame

STATIC: Final = Path(__file__).parent / "infoset_web" / "static"
SIZES: Final = (192, 512)
INNER: Final = 0.72  # of a maskable icon
GROUND: Final = "#123a3d"  # the logo's own


def draw() -> None:
    """Writes all icons."""
    folder = STATIC / "icons"
    folder.mkdir(exist_ok=True)
    for size in SIZES:
        pygame.image.save(logo(size), folder / f"icon-{size}.png")
    whole = pygame.Surface((512, 512))
    whole.fill(GROUND)
    inner = logo(round(512 * INNER))
    whole.blit(inner, inner.get_rect(center=(256, 256)))
    pygame.image.save(whole, folder / "maskable-512.png")


def logo(size: int) -> pygame.Surface:
    """The logo as a square of so many pixels."""
    return pygame.image.load_sized_svg(STATIC / "logo.svg", (size, size))


if __name__ == "__main__":
    draw()
