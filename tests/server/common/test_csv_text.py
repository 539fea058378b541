"""Tables as a spreadsheet opens them."""

import csv
from io import StringIO

import pytest

from infoset_server.common.csv_text import csv_text, safe_cell, time_cell


def test_a_table_is_read_back_as_it_was() -> None:
    rows: list[list[object]] = [["Ada, Countess", 'the "first"', 3], ["žluťoučký\nkůň", None, -2.5]]
    text = csv_text(("name", "said", "n"), rows)
    assert text.startswith('name,said,n\r\n"Ada, Countess","the ""first""",3\r\n')
    assert text.endswith("\r\n")
    read = list(csv.reader(StringIO(text.encode().decode(), newline="")))
    assert read[1:] == [["Ada, Countess", 'the "first"', "3"], ["žluťoučký\nkůň", "", "-2.5"]]


@pytest.mark.parametrize("begins", ["=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff20"])
def test_what_a_spreadsheet_would_calculate_is_a_text(begins: str) -> None:
    assert safe_cell(f"{begins}HYPERLINK()") == f"'{begins}HYPERLINK()"


def test_numbers_and_other_texts_stay_as_they_are() -> None:
    assert [safe_cell(cell) for cell in (-1, -0.5, "a=b", "", None)] == [-1, -0.5, "a=b", "", None]


def test_a_time_is_told_in_utc() -> None:
    assert time_cell(1_700_000_000_999) == "2023-11-14T22:13:20Z"
