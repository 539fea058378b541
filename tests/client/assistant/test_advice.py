"""What an owner's client keeps of its assistants, and how a terminal says it."""

from typing import Any

from infoset.assistant import Advice
from infoset_protocol.messages import YourTurn, read_server_message


def tell(advice: Advice, kind: str, **fields: Any) -> bool:
    head = {"type": kind, "match_id": "m_1", "assistant": "a_1", "by": "helper"}
    return advice.take(read_server_message(head | fields))


def show(advice: Advice, *items: dict[str, Any], layer: str = "main", until: str = "turn") -> None:
    tell(advice, "overlay_show", seat=0, layer=layer, items=list(items), until=until)


def turn(decision: int) -> YourTurn:
    legal = {"actions": [["skip"]]}
    plain = {"type": "your_turn", "match_id": "m_1", "seat": 0, "ver": 1, "n": 1, "legal": legal}
    message = read_server_message(plain | {"decision": decision, "kind": "main"})
    assert isinstance(message, YourTurn)
    return message


def test_everything_has_a_line() -> None:
    advice = Advice()
    show(
        advice,
        {"k": "text", "at": ["cell:1,2"], "t": "3"},
        {"k": "badge", "at": ["cell:1,3"], "n": 3},
        {"k": "heat", "at": ["cell:1,4"], "v": 0.5},
        {"k": "arrow", "at": ["cell:1,1", "cell:4,1"], "t": "go"},
        {"k": "table", "at": ["screen:side"], "rows": [["round", "3"], ["left", "9 s"]]},
        {"k": "mark", "at": ["unit:1"]},
    )
    top = [{"index": 4, "value": 0.61, "text": "safe"}, {"orders": {"unit 1": 2}}]
    tell(advice, "suggestion", decision=1, suggestion=7, top=top, text="I thought long")
    tell(advice, "staged", decision=1, orders={"unit 1": 2}, left=["unit 2"])
    tell(advice, "assist_note", level="error", text="Traceback\nKeyError: 'x'")
    assert advice.lines() == [
        "helper: cell:1,2: 3",
        "helper: cell:1,3: diamond",
        "helper: cell:1,4: heat 0.50",
        "helper: cell:1,1 -> cell:4,1 (go)",
        "helper: round 3; left 9 s",
        "helper: unit:1: mark",
        "helper suggests #7 index 4 (0.61): safe",
        "helper suggests #7.1 unit 1=2",
        "helper: I thought long",
        "laid ready: unit 1=2; open: unit 2",
        "helper: [error] KeyError: 'x'",
    ]
    assert advice.alarms["a_1"].level == "error"


def test_a_new_turn_takes_away_what_was_for_the_old_one() -> None:
    advice = Advice()
    show(advice, {"k": "mark", "at": ["seat:0"]})
    show(advice, {"k": "mark", "at": ["seat:1"]}, layer="stay", until="removed")
    tell(advice, "suggestion", decision=1, suggestion=1, top=[{"index": 0}])
    tell(advice, "staged", decision=1, orders={"u": 0}, left=[])
    assert advice.take(turn(2))
    assert advice.lines() == ["helper: seat:1: mark"]


def test_what_is_cleared_taken_back_or_sent_away_is_gone() -> None:
    advice = Advice()
    status = {"on": True, "name": "helper", "rights": ["view"]}
    tell(advice, "assist_status", **status)
    show(advice, {"k": "mark", "at": ["seat:0"]})
    tell(advice, "suggestion", decision=1, suggestion=1, top=[{"index": 0}])
    show(advice)
    tell(advice, "suggestion", decision=1, suggestion=2, top=[])
    assert advice.lines() == []
    show(advice, {"k": "mark", "at": ["seat:0"]})
    tell(advice, "assist_status", on=False)
    assert advice.lines() == []
    assert advice.assistants == {}


def test_what_an_assistant_says_cannot_steer_a_terminal() -> None:
    advice = Advice()
    show(advice, {"k": "text", "at": ["cell:1,1"], "t": "\x1b[2Jgone"})
    tell(advice, "assist_note", level="info", text="\x1b]0;title\x07")
    assert advice.lines() == ["helper: cell:1,1: ?[2Jgone", "helper: ?]0;title?"]


def test_other_messages_change_nothing() -> None:
    assert not Advice().take(read_server_message({"type": "pong", "now_ms": 1}))


def test_a_long_layer_is_cut_with_a_count() -> None:
    advice = Advice()
    show(advice, *[{"k": "mark", "at": [f"seat:{n}"]} for n in range(15)])
    assert len(advice.lines()) == 13
    assert advice.lines()[-1] == "helper: and 3 more"
