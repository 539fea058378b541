"""Cards to print: everything on them, nothing from elsewhere, nothing that could run."""

import re
from xml.etree import ElementTree

import pytest

from infoset_server.accounts.classrooms import Card, cards_as_html, cards_as_svg

CARDS = [
    Card("7b & co", "Brisk <Otter>", "lusab-babad-gutih-7", 1_790_000_000_000),
    Card("7b & co", "Calm Heron", "bovil-tanuk-ribas-0", 1_790_000_000_000),
    Card("7b & co", "Wise Lynx", "dodon-zakip-hafur-3", 1_790_000_000_000),
]


@pytest.mark.parametrize("join_url", [None, "https://play.example.org/join"])
def test_the_page_has_a_card_for_each_and_needs_nothing_else(join_url: str | None) -> None:
    page = cards_as_html(CARDS, join_url)
    assert page.count("<svg") == 3
    assert "Brisk &lt;Otter&gt;" in page
    assert "7b &amp; co · for one device, until 2026-09-21 14:13 UTC" in page
    assert all(card.code in page for card in CARDS)
    assert not re.search(r"<script|src=|href=|url\(|@import", page)


def test_the_image_is_well_formed_and_has_the_same_texts() -> None:
    root = ElementTree.fromstring(cards_as_svg(CARDS, None))  # our own
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[:2] == ["Brisk <Otter>", "lusab-babad-gutih-7"]
    assert len(texts) == 9
    assert root.get("viewBox") == "0 0 800 300"


def test_each_card_has_a_picture_of_its_own() -> None:
    pages = {
        cards_as_html([CARDS[0]], url) for url in (None, "https://a.example", "https://b.example")
    }
    assert len(pages) == 3
