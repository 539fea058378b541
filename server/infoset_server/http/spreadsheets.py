"""Answers that a spreadsheet opens."""

import re
from typing import Final

from websockets.datastructures import Headers
from websockets.http11 import Response

from infoset_server.http.endpoints import Status
from infoset_server.http.routes import CSV
from infoset_server.network.http import with_body

UNFIT: Final = re.compile(r"[^A-Za-z0-9_.-]+")  # for the name of a file


def as_csv(text: str, name: str) -> Response:
    """The answer with a table; a browser keeps it as a file of this name, without what does not fit in one."""
    file_name = UNFIT.sub("_", name).strip("._") or "table"
    about = [
        ("Content-Type", CSV),
        ("Content-Disposition", f'attachment; filename="{file_name}.csv"'),
        ("Cache-Control", "no-store"),
    ]
    return with_body(Status.OK, text.encode(), Headers(about))
