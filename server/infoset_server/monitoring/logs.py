"""How the log looks: one line per entry, as text or as JSON. Entries never contain hands or tokens.

An entry that concerns a match or a session names it in its words; as JSON it has fields for them, too.
"""

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Final, Literal

TEXT = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"

IDENTIFIERS: Final = {  # as `ids.fresh_id` makes them
    "match": re.compile(r"\bm_[\w-]{12}(?![\w-])"),
    "session": re.compile(r"\bs_[\w-]{12}(?![\w-])"),
}


class JsonFormatter(logging.Formatter):
    """Each entry as one JSON object: `time`, `level`, `logger`, `message`, and where there is one, the first
    `match` and `session` named in it, and the `exception`.
    """

    def format(self, record: logging.LogRecord) -> str:
        """One line without line breaks inside."""
        when = datetime.fromtimestamp(record.created, UTC)
        entry = {
            "time": when.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        for field, identifier in IDENTIFIERS.items():
            found = identifier.search(entry["message"])
            if found is not None:
                entry[field] = found[0]
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


def set_up_logging(form: Literal["text", "json"], verbose: bool) -> None:
    """Logs to stderr; `verbose` adds every message with its mark (`<` in, `>` out, `!` refused)."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if form == "json" else logging.Formatter(TEXT))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("infoset_server").setLevel(logging.DEBUG if verbose else logging.INFO)
