"""Lines cut out of a stream, whatever the chunks."""

from hypothesis import given
from hypothesis import strategies as st

from infoset.bridge.lines import LineCutter


def cut(*chunks: bytes, max_bytes: int = 8) -> list[bytes | None]:
    cutter = LineCutter(max_bytes)
    return [line for chunk in chunks for line in cutter.feed(chunk)] + cutter.close()


def test_lines_end_with_lf_and_a_cr_before_it_is_not_part_of_them() -> None:
    assert cut(b"one\ntwo\r\n\nlast") == [b"one", b"two", b"", b"last"]


def test_a_line_may_come_in_pieces() -> None:
    assert cut(b"o", b"n", b"e\nt", b"wo\n") == [b"one", b"two"]


def test_a_line_of_the_longest_length_is_kept_and_one_more_byte_is_not() -> None:
    assert cut(b"12345678\n") == [b"12345678"]
    assert cut(b"12345678\r\n") == [b"12345678"]
    assert cut(b"123456789\nok\n") == [None, b"ok"]


def test_an_endless_line_is_not_kept_in_memory() -> None:
    cutter = LineCutter(8)
    for _ in range(1000):
        assert cutter.feed(b"x" * 1000) == []
        assert len(cutter._begun) <= 9
    assert cutter.feed(b"x\nok\n") == [None, b"ok"]


@given(st.lists(st.binary(max_size=12)))
def test_where_the_chunks_end_does_not_matter(chunks: list[bytes]) -> None:
    assert cut(*chunks) == cut(b"".join(chunks))
