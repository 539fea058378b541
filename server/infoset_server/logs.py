"""How the log looks: one line per entry, as text or as JSON. Entries never contain hands or tokens."""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Literal

TEXT = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"


class JsonFormatter(logging.Formatter):
    """Each entry as one JSON object: `time`, `level`, `logger`, `message`, `exception` if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """One line without line breaks inside."""
        when = datetime.fromtimestamp(record.created, UTC)
        entry = {
            "time": when.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
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
