"""Names and texts of strangers, made fit for other strangers' screens."""


def clean_name(name: str) -> str:
    """A display name of at most 64 visible characters."""
    return clean_text(name).strip()[:64]


def clean_text(text: str) -> str:
    """`text` without control and direction-changing characters."""
    return "".join(char for char in text if char.isprintable())
