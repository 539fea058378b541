"""Codes for people: as many bits as promised, and slips are noticed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infoset_server.accounts.code_words import PATTERN, fresh_code, read_code, write_code
from infoset_server.accounts.users import MistypedError

codes = st.integers(0, (1 << 48) - 1).filter(lambda value: value % 11 < 10)


@given(codes)
def test_every_code_is_read_back_however_it_is_typed(value: int) -> None:
    code = write_code(value)
    for typed in (code, code.upper(), code.replace("-", " "), f"  {code.replace('-', '')}\n"):
        assert read_code(typed) == code


@given(codes, codes)
def test_different_numbers_have_different_codes(first: int, second: int) -> None:
    assert (write_code(first) == write_code(second)) is (first == second)


def test_a_fresh_code_is_three_words_and_a_digit() -> None:
    code = fresh_code()
    assert [len(part) for part in code.split("-")] == [5, 5, 5, 1]
    assert read_code(code) == code
    assert fresh_code() != code


def test_nearly_every_single_wrong_letter_is_noticed() -> None:
    code = write_code(11 * 0x123456789AB + 7)
    words = code[:-2].replace("-", "")
    tried = missed = 0
    for place, letter in enumerate(words):
        for other in PATTERN[place % 5]:
            if other == letter:
                continue
            tried += 1
            try:
                read_code(words[:place] + other + words[place + 1 :] + code[-1])
            except MistypedError:
                continue
            missed += 1
    assert missed / tried < 0.06


@pytest.mark.parametrize(
    "text", ["", "lusab", "lusab-babad-gutih", "lusab-babad-gutih-77", "xusab-babad-gutih-7", "é"]
)
def test_what_cannot_be_a_code_is_a_slip(text: str) -> None:
    with pytest.raises(MistypedError):
        read_code(text)
