"""Which of several languages a browser wants (RFC 9110, 12.5.4)."""

import math
from collections.abc import Collection
from typing import Final

from websockets.datastructures import Headers

ENGLISH: Final = "en"
MOST: Final = 32  # languages that are looked at


def preferred(headers: Headers, languages: Collection[str]) -> str:
    """The one of `languages` that is wanted most; English where none of them is. `cs-CZ` wants `cs`, too."""
    wanted: dict[str, float] = {}
    for line in headers.get_all("Accept-Language"):
        for one in line.lower().split(",", MOST)[:MOST]:
            name, _, weight = one.partition(";")
            language = name.strip().partition("-")[0]
            if language in languages:
                wanted[language] = max(wanted.get(language, 0.0), weight_of(weight))
    best = max(wanted, key=wanted.__getitem__, default=ENGLISH)  # the first of several
    return best if wanted.get(best, 0.0) > 0 else ENGLISH


def weight_of(text: str) -> float:
    """`q=0.8` as a number; 1 where nothing is said, 0 for what makes no sense."""
    if not text.strip():
        return 1.0
    name, _, value = text.strip().partition("=")
    try:
        weight = float(value) if name.strip() == "q" else math.nan
    except ValueError:
        return 0.0
    return weight if 0 <= weight <= 1 else 0.0
