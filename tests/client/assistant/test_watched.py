"""What a supervisor keeps: a bounded part of the noise, and what a successor must be told."""

from typing import Any

from infoset.assistant.memory import Memory
from infoset.assistant.supervisor import Patience
from infoset.assistant.watched import LineQuota
from infoset_protocol.messages import read_server_message

START = {
    "type": "match_start",
    "match_id": "m_1",
    "game": "toy",
    "rules": "toy/1.0",
    "role": "assist",
    "players": [],
    "clock": {"kind": "none"},
    "consts_hash": "c0",
}
OVER = {
    "type": "match_over",
    "match_id": "m_1",
    "reason": "finished",
    "places": [],
    "scores": [],
    "returns": [],
}
TURN = {
    "type": "your_turn",
    "match_id": "m_1",
    "seat": 0,
    "ver": 1,
    "decision": 1,
    "kind": "main",
    "n": 1,
    "legal": {"actions": [["skip"]]},
}


def told(*plains: dict[str, Any]) -> Memory:
    memory = Memory()
    for plain in plains:
        memory.take(read_server_message(plain), plain)
    return memory


def layers(memory: Memory) -> dict[str, Any]:
    found: dict[str, Any] = memory.opening()[1]["layers"]
    return found


def mark(*names: str, **fields: Any) -> dict[str, Any]:
    return {"type": "overlay", "items": [{"id": name, "k": "mark"} for name in names]} | fields


def test_a_quota_lets_bursts_through_and_counts_the_rest() -> None:
    quota = LineQuota(10, 0.0)
    assert sum(quota.take(0.0) for _ in range(100)) == 20
    assert quota.take_dropped() == 80
    assert quota.take_dropped() == 0
    assert sum(quota.take(1.0) for _ in range(100)) == 10


def test_a_successor_is_told_the_match_and_what_is_drawn() -> None:
    memory = told(START)
    memory.drawn(mark("a", "b", until="removed"))
    memory.drawn(mark("c", keep=True, remove=["a"], until="removed"))
    memory.drawn({"type": "overlay", "layer": "turn", "items": [{"k": "mark"}]})
    assert memory.opening()[0] == START
    assert layers(memory) == {"main": ["b", "c"], "turn": ["0"]}
    memory.take(read_server_message(TURN), TURN)
    assert layers(memory) == {"main": ["b", "c"]}
    memory.drawn(mark())
    assert layers(memory) == {}


def test_without_a_match_there_is_nothing_to_tell() -> None:
    assert told().opening() == []
    assert told(START, OVER).opening() == []


def test_restarts_wait_twice_as_long_each_time_up_to_a_bound() -> None:
    waits = [Patience().wait_s(failures) for failures in (1, 2, 3, 4, 6, 60)]
    assert waits == [1, 2, 4, 8, 30, 30]
