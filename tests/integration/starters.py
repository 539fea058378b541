"""Bots as `infoset new-bot` writes them, for tests that build and play them. No tests here."""

import shutil
from pathlib import Path

import pytest

from infoset.scaffolding.rendering import write_project
from infoset.scaffolding.starters import STARTERS, bot_files


def new_bot(language: str, folder: Path) -> Path:
    """A bot `ferris`. Skips the test if the language is not installed."""
    missing = [tool for tool in STARTERS[language].tools if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"{', '.join(missing)} NOT INSTALLED: the starter for {language} NOT TESTED")
    bot = folder / "ferris"
    write_project(bot, bot_files(language, "ferris"))
    optimise_nothing(language, bot)
    return bot


def optimise_nothing(language: str, bot: Path) -> None:
    """Spares compilers what takes them longer than all else, in files that an author may change, too.

    What they ask of the kernel is the same, and no bot plays long enough here to gain by it.
    """
    if language == "rust":
        with (bot / "Cargo.toml").open("a", encoding="utf-8") as file:
            file.write('\n[profile.release]\nopt-level = 0\nlto = "off"\n')
    elif language == "cpp":
        makefile = bot / "Makefile"
        text = makefile.read_text("utf-8")
        assert "-O1" in text
        assert "-O2" in text
        makefile.write_text(text.replace("-O1", "-O0").replace("-O2", "-O0"), "utf-8")
