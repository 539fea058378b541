"""Which language the system of this person asks for."""

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts (POSIX)


def system_languages(env: Mapping[str, str] = os.environ) -> list[str]:
    """The languages of the system by code, such as `cs-CZ`, the best first; none for `C` and `POSIX`."""
    for variable in VARIABLES:
        if value := env.get(variable):
            code = value.partition(".")[0].partition("@")[0].replace("_", "-")
            return [] if code in ("C", "POSIX") else [code]
    return _windows_languages()


def best_of(wanted: Iterable[str], known: Sequence[str]) -> str | None:
    """The first of `wanted` that is known, as it is or without its country: `cs` for `cs-CZ`."""
    for code in wanted:
        for name in (code, code.partition("-")[0].lower()):
            if name in known:
                return name
    return None


def _windows_languages() -> list[str]:
    """What Windows shows its own words in; it sets no variable."""
    if sys.platform != "win32":
        return []
    import ctypes
    import locale

    code = locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return [code.replace("_", "-")] if code else []
