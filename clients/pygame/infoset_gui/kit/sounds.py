"""Short tones, made of sine waves at the start; silent where there is no sound card or nobody wants any."""

import array
import math
from typing import Final

import pygame

RATE: Final = 44_100
VOLUME: Final = 0.22
TONES: Final[dict[str, tuple[tuple[float, float], ...]]] = {  # hertz and seconds, one after another
    "press": ((660, 0.03),),
    "refuse": ((196, 0.09), (165, 0.12)),
    "turn": ((523, 0.09), (784, 0.16)),
    "event": ((392, 0.04),),
    "chat": ((880, 0.05), (1047, 0.07)),
    "over": ((523, 0.12), (659, 0.12), (784, 0.24)),
    "hurry": ((740, 0.06), (740, 0.06)),
}


class Sounds:
    """The sounds of one window."""

    def __init__(self, *, is_on: bool) -> None:
        self.is_on = is_on
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._is_broken = False

    def play(self, name: str) -> None:
        """Plays a sound, if there is to be any."""
        if not self.is_on or self._is_broken:
            return
        if not pygame.mixer.get_init() and not self._open():
            return
        if name not in self._sounds:
            self._sounds[name] = pygame.mixer.Sound(buffer=samples(TONES[name]))
        self._sounds[name].play()

    def _open(self) -> bool:
        try:
            pygame.mixer.init(RATE, -16, 1, 512)
        except pygame.error:
            self._is_broken = True  # no sound card
        return not self._is_broken


def samples(tones: tuple[tuple[float, float], ...]) -> bytes:
    """Tones as 16 bit samples, each fading in and out so that nothing clicks."""
    wave = array.array("h")
    for hertz, seconds in tones:
        count = int(RATE * seconds)
        for at in range(count):
            fade = min(1.0, at / 200, (count - at) / (count * 0.7))
            wave.append(int(32_767 * VOLUME * fade * math.sin(2 * math.pi * hertz * at / RATE)))
    return wave.tobytes()
