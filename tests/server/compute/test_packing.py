"""The bytes between server and workers."""

import pytest

from infoset_server.compute.jobs import Unpacker, pack

FRAME = {"text": "é", "list": [1, -1, None, True, 1.5], "map": {"a": []}}


def test_a_frame_comes_back_wherever_it_is_cut() -> None:
    data = pack(FRAME) + pack({"job": 2})
    for cut in range(len(data) + 1):
        unpacker = Unpacker()
        assert unpacker.feed(data[:cut]) + unpacker.feed(data[cut:]) == [FRAME, {"job": 2}]


@pytest.mark.parametrize("number", [2**63, 2**64, -(2**64), 10**40])
def test_actions_of_any_size_come_back(number: int) -> None:
    assert Unpacker().feed(pack({"path": [[0, number]]})) == [{"path": [[0, number]]}]


def test_what_is_no_plain_value_is_refused() -> None:
    with pytest.raises(TypeError, match="no plain value"):
        pack({"state": object()})
