"""Files with secrets: tokens and keys, readable by their owner alone."""

import os
from pathlib import Path

from infoset.errors import CredentialError


def write_secret(file: Path, text: str) -> None:
    """Writes a new file that only its owner can read. Raises CredentialError where it cannot."""
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as out:
            out.write(text)
    except FileExistsError:
        raise CredentialError(f"{file} exists already; it is not overwritten") from None
    except OSError as error:
        raise CredentialError(f"{file}: {error.strerror}") from error
