"""The token of whoever runs the server: made at its first start, in a file that only its user can read."""

import os
from pathlib import Path
from typing import Final

from infoset_server.accounts.secret import TOKEN_BYTES, Kind, fresh_token

FILE_NAME: Final = "admin.token"  # in the data folder


def load_admin_token(folder: Path) -> str:
    """The token; made where there is none, or a file too short to hold one. Raises OSError."""
    path = folder / FILE_NAME
    if path.exists():
        token = path.read_text(encoding="ascii", errors="replace").strip()
        if len(token) > TOKEN_BYTES:
            return token
    token = fresh_token(Kind.ADMIN)
    draft = path.with_name(f"{FILE_NAME}.new")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(token + "\n")
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    return token
