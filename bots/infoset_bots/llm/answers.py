"""Reads what a model says: one JSON object, perhaps with text around it. Pure."""

import json
from dataclasses import dataclass
from typing import Any, Final

MAX_NOTES: Final = 4000  # characters
TOOLS: Final = ("worlds", "rollout")


class AnswerError(ValueError):
    """The answer is none; the message says what was expected, for the model to read."""


@dataclass(frozen=True)
class Said:
    """What a model wants: to act, or to use a tool first."""

    action: str = ""
    tool: str = ""
    why: str = ""
    notes: str | None = None
    talk: str = ""


def read_said(text: str, *, with_tools: bool) -> Said:
    """What the text comes to. Raises AnswerError."""
    plain = find_object(text)
    tool = plain.get("tool", "")
    if tool and with_tools:
        if tool not in TOOLS:
            raise AnswerError(f"tool: expected one of {', '.join(TOOLS)}")
        return Said(tool=tool)
    action = plain.get("action")
    if isinstance(action, list):
        action = json.dumps(action)
    if isinstance(action, bool) or not isinstance(action, str | int) or action == "":
        raise AnswerError('action: expected the position of a legal action, like {"action": "3"}')
    notes, talk = plain.get("notes"), plain.get("say")
    return Said(
        action=str(action),
        why=str(plain.get("why", "")),
        notes=notes[:MAX_NOTES] if isinstance(notes, str) else None,
        talk=talk if isinstance(talk, str) else "",
    )


def find_object(text: str) -> dict[str, Any]:
    """The last whole JSON object with an action or a tool in a text. Raises AnswerError."""
    decoder = json.JSONDecoder()
    found: dict[str, Any] | None = None
    at = text.find("{")
    while at >= 0:
        try:
            plain, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at = text.find("{", at + 1)
            continue
        if isinstance(plain, dict) and ("action" in plain or "tool" in plain):
            found = plain
        at = text.find("{", end)
    if found is None:
        raise AnswerError('expected one JSON object, like {"action": "3"}')
    return found
