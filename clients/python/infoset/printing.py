"""Text that comes from others, made fit for a terminal. Pure."""


def clean(text: object) -> str:
    """The text with everything replaced that is not plainly printable: it could steer the terminal."""
    return "".join(char if char.isprintable() else "?" for char in str(text))
