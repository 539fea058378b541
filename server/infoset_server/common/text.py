"""Names and texts of strangers, made fit for other strangers' screens."""


def clean_name(name: str) -> str:
    """A display name of at most 64 visible characters."""
    return clean_text(name).strip()[:64]


def counted(count: int, one: str, many: str = "") -> str:
    """`1 user`, `2 users`; `many` is for what does not take an s."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def clean_text(text: str) -> str:
    """`text` without control and direction-changing characters."""
    return "".join(char for char in text if char.isprintable())


def without_password(server: str) -> str:
    """The address of a server of NATS as messages may tell it: the name of a user, or a token, goes with the password."""
    scheme, slashes, rest = server.rpartition("//")
    return scheme + slashes + rest.rpartition("@")[2]
