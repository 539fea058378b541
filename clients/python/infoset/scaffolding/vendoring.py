"""The SDKs in other languages, as files for the folder of a bot: so it needs nothing that Infoset does not bring.

In an installed package they lie beside this file, in `sdks`; in a checkout they are the folders of `clients`. That
for JavaScript is packed once, for the page.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import infoset_web

HERE: Final = Path(__file__).parent
PACKED: Final = HERE / "sdks"
CHECKOUT: Final = HERE.parents[2]


@dataclass(frozen=True, slots=True)
class Sdk:
    """What a bot gets of an SDK: the files of a `folder` below clients/ that match, put `into` a folder of its own.

    `leave_out` are the beginnings and endings of paths that only the SDK itself has a use for.
    """

    folder: str
    into: str
    files: tuple[str, ...] = ("**/*",)
    leave_out: tuple[str, ...] = ()

    def vendored(self) -> dict[str, str]:
        """The texts by their path in the folder of a bot."""
        top = sdk_folder(self.folder)
        return {
            f"{self.into}{path.relative_to(top).as_posix()}": path.read_text("utf-8")
            for path in self._matching(top)
        }

    def _matching(self, top: Path) -> Iterator[Path]:
        found = {path for pattern in self.files for path in top.glob(pattern) if path.is_file()}
        for path in sorted(found):
            name = path.relative_to(top).as_posix()
            if not name.startswith(self.leave_out) and not name.endswith(self.leave_out):
                yield path


def sdk_folder(folder: str) -> Path:
    """Where the source of an SDK is."""
    if folder == "javascript/src":
        return infoset_web.sdk_folder()
    return (PACKED if PACKED.is_dir() else CHECKOUT) / folder
