"""How views put words together. Knows no game."""


def sentence(text: str) -> str:
    """The words with a capital."""
    return f"{text[:1].upper()}{text[1:]}"
