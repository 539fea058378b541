"""The rules of the installed games, by the sections of the README beside each."""

from importlib.resources import files

from infoset.mcp.refusal import RefusedError
from infoset_games.registry import UnknownGameError, find_game, known_games

HEAD = "## "


def sections(game: str) -> dict[str, str]:
    """The text of each section by its title, what stands before the first under the game's name.

    Raises RefusedError where the game is not installed or brings no text.
    """
    found: dict[str, str] = {}
    title, lines = game, list[str]()
    for line in read_readme(game).splitlines():
        if line.startswith(HEAD):
            found[title] = "\n".join(lines).strip()
            title, lines = line.removeprefix(HEAD).strip(), []
        else:
            lines.append(line)
    found[title] = "\n".join(lines).strip()
    return found


def read_readme(game: str) -> str:
    """The README in the package of a game. Raises RefusedError."""
    try:
        package = find_game(game).__module__.rpartition(".")[0]
    except UnknownGameError:
        known = ", ".join(known_games())
        raise RefusedError(f"game {game!r}: expected one of {known}") from None
    readme = files(package) / "README.md"
    if not readme.is_file():
        raise RefusedError(f"game {game!r}: no rules come with it")
    return readme.read_text("utf-8")


def read_rules(game: str, section: str = "") -> str:
    """A section by its title or its beginning; without one the first, and what the others are called.

    Raises RefusedError.
    """
    found = sections(game)
    titles = list(found)
    if not section:
        others = "\n".join(f"- {title}" for title in titles[1:])
        return f"{found[titles[0]]}\n\nsections:\n{others}"
    for title in titles:
        if title.lower().startswith(section.lower()):
            return f"## {title}\n\n{found[title]}"
    raise RefusedError(f"section {section!r}: expected one of {', '.join(titles)}")
