"""Integer fields out of plain objects: what passes, and how the error names the field."""

import pytest

from infoset_games.core import Json
from infoset_games.fields import is_int, read_int, read_int_rows, read_ints


def test_a_field_in_range_is_read() -> None:
    value = {"card": 3, "bits": [0, 7], "rows": [[1], []]}
    assert read_int(value, "card", -1, 3) == 3
    assert read_ints(value, "bits", 2, 0, 7) == (0, 7)
    assert read_int_rows(value, "rows", 2, range(2), 0, 1) == ((1,), ())


@pytest.mark.parametrize("value", [True, 1.0, "1", None, [], 4, -2])
def test_only_integers_in_range_are_integers(value: Json) -> None:
    assert not is_int(value, -1, 3)
    with pytest.raises(ValueError, match=r"^card: expected an integer in -1\.\.3$"):
        read_int({"card": value}, "card", -1, 3)


@pytest.mark.parametrize("value", [None, 3, [1], [1, 2, 3], [1, True], [1, 9], {"0": 1}])
def test_a_wrong_list_is_refused_by_field(value: Json) -> None:
    with pytest.raises(ValueError, match=r"^bits: expected 2 integers in 0\.\.7$"):
        read_ints({"bits": value}, "bits", 2, 0, 7)


def test_a_wrong_row_is_refused_with_its_number() -> None:
    with pytest.raises(ValueError, match=r"^rows: expected 2 lists$"):
        read_int_rows({"rows": [[1]]}, "rows", 2, range(2), 0, 1)
    with pytest.raises(ValueError, match=r"^rows\[1\]: expected 0 to 1 integers in 0\.\.1$"):
        read_int_rows({"rows": [[1], [1, 1]]}, "rows", 2, range(2), 0, 1)


@pytest.mark.parametrize("value", [None, [], "x", 3])
def test_what_is_no_object_is_refused(value: Json) -> None:
    with pytest.raises(ValueError, match=r"^card: expected it in an object$"):
        read_int(value, "card", 0, 3)
