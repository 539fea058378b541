"""Text on the page can be read: every pair of colours named in the styles has a contrast of 4.5 (WCAG 2.2, 1.4.3)."""

import re
from collections.abc import Iterator

import pytest

from infoset_web import page_files

SHEETS = "\n".join(
    content.decode() for name, content in page_files().items() if name.endswith(".css")
)
STYLES, _, PRINTED = SHEETS.partition(
    "@media print"
)  # the last of them is for paper, whatever the theme
RULE = re.compile(r"(:root[^{]*)\{([^}]*)\}")
TOKEN = re.compile(r"--([a-z0-9-]+):\s*(#[0-9a-fA-F]{6})\b", re.IGNORECASE)
PAIR = re.compile(r"([a-z0-9-]+)/([a-z0-9-]+)")
READABLE = 4.5


def palette(theme: str) -> dict[str, str]:
    """The colours of a theme by name; what it does not set is as in the light one."""
    colours: dict[str, str] = {}
    for selector, body in RULE.findall(STYLES):
        if "dark" not in selector or theme == "dark":
            colours |= dict(TOKEN.findall(body))
    return colours


def pairs() -> Iterator[tuple[str, str]]:
    """Which colours of text stand on which ground, as the styles say behind `@contrast`."""
    for comment in re.findall(r"/\*.*?\*/", STYLES, re.DOTALL):
        for line in comment.split("@contrast")[1:]:
            yield from PAIR.findall(line)


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_can_be_read_on_its_ground(theme: str) -> None:
    colours = palette(theme)
    faint = [
        f"{ink} on {ground}: {ratio:.2f}"
        for ink, ground in pairs()
        if (ratio := contrast(colours[ink], colours[ground])) < READABLE
    ]
    assert faint == []


def test_text_can_be_read_on_paper() -> None:
    """Boards are printed as the theme draws them; all else in colours of its own."""
    colours = dict(TOKEN.findall(PRINTED))
    looked_at = [(ink, ground) for ink, ground in pairs() if {ink, ground} <= set(colours)]
    assert len(set(looked_at)) > 40
    assert [
        (ink, ground)
        for ink, ground in looked_at
        if contrast(colours[ink], colours[ground]) < READABLE
    ] == []


def test_many_pairs_are_looked_at() -> None:
    assert len(set(pairs())) > 50


def test_black_on_white_is_the_most_there_is() -> None:
    assert round(contrast("#000000", "#ffffff"), 2) == 21.0
    assert round(contrast("#767676", "#ffffff"), 2) == 4.54
