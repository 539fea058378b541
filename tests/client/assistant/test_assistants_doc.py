"""The programs in docs/assistants.md do what the page says."""

import io
import json
import re
from pathlib import Path
from typing import Any

from infoset.assistant import Assistant, Badge
from infoset.assistant.pipe import Pipe

PAGE = (Path(__file__).parents[3] / "docs" / "assistants.md").read_text("utf-8")
FIRST, DRAWING = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
START = {
    "type": "match_start",
    "match_id": "m_1",
    "game": "toy",
    "rules": "toy/1.0",
    "role": "assist",
    "seat": 0,
    "players": [{"seat": 0, "kind": "human"}],
    "clock": {"kind": "none"},
    "consts_hash": "c0",
}
TURN = {
    "type": "your_turn",
    "match_id": "m_1",
    "seat": 0,
    "ver": 1,
    "decision": 1,
    "kind": "build",
    "n": 2,
    "legal": {"actions": [["skip"], ["build", 5]]},
    "obs": {"round": 3},
}


def said(out: io.BytesIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_the_first_program_counts_and_logs() -> None:
    names: dict[str, Any] = {"__name__": "counter"}
    exec(FIRST, names)  # noqa: S102  # our own page
    out = io.BytesIO()
    counter: Assistant = names["Counter"](Pipe(io.BytesIO(), out))
    for message in (START, TURN, {"type": "tick", "seconds": 9}):
        counter.take(message)
    log, overlay = said(out)
    assert log["text"] == "you have 2 actions"
    assert overlay["items"][0]["rows"] == [["seconds", "9"], ["round", "3"]]


def test_every_line_about_drawing_works() -> None:
    out = io.BytesIO()

    class Painter(Assistant):
        def every_turn(self, turn: object) -> None:
            exec(DRAWING, {"self": self, "Badge": Badge, "print": self.log})  # noqa: S102

    painter = Painter(Pipe(io.BytesIO(), out))
    painter.take(START)
    painter.take(TURN)
    kinds = [message["type"] for message in said(out)]
    assert kinds == ["suggest", "suggest", "assist_log", "assist_log", "overlay"]
    assert painter.faults == 0
    drawn = {item["k"] for item in said(out)[-1]["items"]}
    assert drawn == {"text", "badge", "heat", "arrow", "table"}
