"""What a person likes, kept from one start to the next in a small file. A file that cannot be read is as none."""

import json
import secrets
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Final

import platformdirs

from infoset.address import DEFAULT_URL
from infoset.wording import languages

FILE_NAME: Final = "gui.json"
MAX_FILE_BYTES: Final = 64 << 10
# Names with the messages that say them, and how fast that is.
SPEEDS: Final = (
    ("slow", "frame-pace-slow", 0.5),
    ("usual", "frame-pace-normal", 1.0),
    ("fast", "frame-pace-brisk", 3.0),
    ("at once", "frame-pace-instant", 0.0),
)
CONFIRMS: Final = (
    ("never", "frame-confirm-never"),
    ("keys", "window-confirm-keys"),
    ("always", "frame-confirm-always"),
)
TEXT_SCALES: Final = (0.85, 1.0, 1.15, 1.3, 1.5)


@dataclass
class Preferences:
    """Every field is free to be changed; `save` keeps them."""

    name: str = ""
    url: str = DEFAULT_URL
    language: str = ""  # of all words, empty: that of the computer
    theme: str = "dark"
    text_scale: float = 1.0
    sound: bool = True
    animations: bool = True
    speed: str = "usual"
    hints: bool = True
    skip_forced: bool = True  # questions that have but one answer
    confirm: str = "always"  # what is asked back before it is final, one of CONFIRMS
    hide_hands: bool = True  # of others at the same computer
    friends: bool = True  # to be told what those begin whom one follows
    guide: bool = True  # a line of advice with every question
    known: bool = False  # what one knows, with chances, is shown beside a match
    taught: list[str] = field(default_factory=list)  # games that were explained
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(18))

    @property
    def speed_factor(self) -> float:
        """How fast matches are shown; 0 is at once."""
        return next((factor for name, _, factor in SPEEDS if name == self.speed), 1.0)

    def save(self, folder: Path | None = None) -> None:
        """Keeps them for the next start. Raises OSError where the folder cannot be written."""
        file = file_in(folder)
        file.parent.mkdir(parents=True, exist_ok=True)
        scratch = file.with_suffix(".part")
        scratch.write_text(json.dumps(asdict(self), indent=1), encoding="utf-8")
        scratch.replace(file)


def file_in(folder: Path | None) -> Path:
    """The file in a folder, None: the usual one of this person."""
    return (folder or Path(platformdirs.user_config_dir("infoset"))) / FILE_NAME


def load(folder: Path | None = None) -> Preferences:
    """What was kept; the usual where there is nothing, or nothing that makes sense."""
    file = file_in(folder)
    try:
        if file.stat().st_size > MAX_FILE_BYTES:
            return Preferences()
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return Preferences()
    return read(found)


def read(found: Any) -> Preferences:
    """Preferences from plain values; what is missing or of another type is as usual."""
    usual = Preferences()
    if not isinstance(found, dict):
        return usual
    for one in fields(usual):
        value = found.get(one.name)
        if type(value) is type(getattr(usual, one.name)):
            setattr(usual, one.name, value)
    if usual.theme not in ("light", "dark"):
        usual.theme = "dark"
    if usual.confirm not in dict(CONFIRMS):
        usual.confirm = "always"
    if usual.language not in languages():
        usual.language = ""
    usual.taught = [name for name in usual.taught if isinstance(name, str)]
    usual.text_scale = min(TEXT_SCALES, key=lambda scale: abs(scale - usual.text_scale))
    return usual
