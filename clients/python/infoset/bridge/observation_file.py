"""Keeps the newest observation of a match in a file, for programs that cannot read JSON from a stream."""

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from infoset.errors import CommandError

MATCH: Final = "{match}"


class ObservationFile:
    """A path in which `{match}` stands for the match."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern

    def for_match(self, match_id: str) -> Callable[[Mapping[str, Any]], None]:
        """What writes an observation of that match; whole or not at all, so nobody reads half of it."""
        path = Path(self.pattern.replace(MATCH, match_id))

        def save(observation: Mapping[str, Any]) -> None:
            new = path.with_name(path.name + ".new")
            try:
                new.write_text(json.dumps(observation, separators=(",", ":")) + "\n")
                os.replace(new, path)
            except OSError as error:
                raise CommandError(f"--obs {path}: {error.strerror}") from error

        return save
