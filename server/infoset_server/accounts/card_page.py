"""Cards to print: one HTML page that needs nothing else, or an SVG image of the same."""

import html
import io
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

import segno

from infoset_server.accounts.classrooms import Card

QR_BORDER: Final = 4  # white modules around, as the standard asks
QR_SIZE: Final = 116  # of the SVG page's user units, which are about millimetres times four
CARD_WIDTH: Final = 400
CARD_HEIGHT: Final = 150
COLUMNS: Final = 2

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Cards of {classroom}</title>
<style>
@page {{ size: A4; margin: 12mm }}
body {{ font-family: sans-serif; margin: 0 }}
.cards {{ display: grid; grid-template-columns: 1fr 1fr; gap: 6mm }}
.card {{ border: 1px dashed #555; border-radius: 3mm; padding: 4mm; display: flex; gap: 4mm;
        align-items: center; break-inside: avoid }}
.card svg {{ width: 30mm; height: 30mm; flex: none }}
.name {{ font-size: 14pt; font-weight: bold }}
.code {{ font: 13pt monospace; margin: 2mm 0 }}
.note {{ font-size: 9pt; color: #333 }}
</style>
<div class="cards">
{cards}
</div>
</html>
"""

_CARD = """<div class="card">{qr}<div><div class="name">{pseudonym}</div>
<div class="code">{code}</div>
<div class="note">{note}</div></div></div>"""


def cards_as_html(cards: Sequence[Card], join_url: str | None) -> str:
    """The page, for any browser to print. `join_url` is the page that takes codes, if there is one."""
    return _PAGE.format(
        classroom=html.escape(cards[0].classroom if cards else ""),
        cards="\n".join(
            _CARD.format(
                qr=_qr(card, join_url),
                pseudonym=html.escape(card.pseudonym),
                code=html.escape(card.code),
                note=html.escape(_note(card)),
            )
            for card in cards
        ),
    )


def cards_as_svg(cards: Sequence[Card], join_url: str | None) -> str:
    """The same as one image, for whoever lays out a page of their own."""
    rows = -(-len(cards) // COLUMNS)
    parts = [
        f'<g transform="translate({place % COLUMNS * CARD_WIDTH} {place // COLUMNS * CARD_HEIGHT})">'
        f"{_svg_card(card, join_url)}</g>"
        for place, card in enumerate(cards)
    ]
    width, height = COLUMNS * CARD_WIDTH, rows * CARD_HEIGHT
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif">{"".join(parts)}</svg>\n'
    )


def _svg_card(card: Card, join_url: str | None) -> str:
    edge = f'<rect x="6" y="6" width="{CARD_WIDTH - 12}" height="{CARD_HEIGHT - 12}" rx="8"'
    lines = ((45, 22, card.pseudonym), (80, 18, card.code), (108, 12, _note(card)))
    texts = "".join(
        f'<text x="140" y="{y}" font-size="{size}">{html.escape(text)}</text>'
        for y, size, text in lines
    )
    frame = f'{edge} fill="none" stroke="#555" stroke-dasharray="4"/>'
    return f'{frame}<g transform="translate(16 17)">{_qr(card, join_url, QR_SIZE)}</g>{texts}'


def _qr(card: Card, join_url: str | None, size: int | None = None) -> str:
    """The code, or an address with the code behind `#`, where no server and no log gets to see it."""
    text = card.code if join_url is None else f"{join_url}#{card.code}"
    code = segno.make(text, error="m", micro=False)
    drawing = io.BytesIO()
    code.save(
        drawing, kind="svg", border=QR_BORDER, xmldecl=False, nl=False, omitsize=True, svgclass=None
    )
    svg = drawing.getvalue().decode()
    return svg if size is None else svg.replace("<svg", f'<svg width="{size}" height="{size}"', 1)


def _note(card: Card) -> str:
    until = datetime.fromtimestamp(card.expires_ms / 1000, UTC)
    return f"{card.classroom} · for one device, until {until:%Y-%m-%d %H:%M} UTC"
