"""The prompts of the package: text files with a version in their names."""

from importlib.resources import files
from string import Template
from typing import Final

from infoset.errors import CommandError

FOLDER: Final = files("infoset_bots.llm") / "prompts"
NOTES: Final = "notes-1"
TALK: Final = "talk-1"
TOOLS: Final = "tools-1"
NEWEST: Final = "player-1"


def known_prompts() -> list[str]:
    """The names of all prompts."""
    return sorted(file.name.removesuffix(".md") for file in FOLDER.iterdir())


def read_prompt(name: str) -> str:
    """The text of a prompt. Raises CommandError for one that does not exist."""
    if name not in known_prompts():
        raise CommandError(f"prompt {name!r}: expected one of {', '.join(known_prompts())}")
    return (FOLDER / f"{name}.md").read_text("utf-8")


def fill(name: str, **fields: str) -> str:
    """A prompt with its fields filled in. Raises CommandError as `read_prompt`."""
    return Template(read_prompt(name)).safe_substitute(fields)
