"""What a model was asked and what it said in one match, a JSON object a line."""

import json
from typing import Any


class Transcript:
    """Lines for the record. The key of the endpoint is nothing that is said, so it is not in here."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def note(self, kind: str, **fields: Any) -> None:
        """Adds a line."""
        self.lines.append(json.dumps({"kind": kind, **fields}, separators=(",", ":")))
