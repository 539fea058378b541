"""Files of tournaments for tests. No tests here."""

from collections.abc import Iterable

BOTS = ("A", "B", "C", "D", "E")


def tournament_file(
    kind: str = "swiss",
    *lines: str,
    bots: Iterable[str] = BOTS,
    bot: str = "first",
    users: Iterable[str] = (),
    **format_fields: object,
) -> str:
    """A tournament of Crossfire for house bots by these names, and accounts behind them."""
    fields = "".join(f", {name} = {value}" for name, value in format_fields.items())
    text = [
        'id = "cup"',
        'title = "Winter Cup"',
        'game = "crossfire"',
        'options = { preset = "mini" }',
        "parallel = 8",
        *lines,
        f'format = {{ kind = "{kind}"{fields} }}',
    ]
    text += [f'[[entrant]]\nbot = "{bot}"\nname = "{name}"' for name in bots]
    text += [f'[[entrant]]\nuser = "{name}"' for name in users]
    return "\n".join(text)
