"""Who writes which documents. Each kind has one writer: whatever is written by two is lost by one of them."""

from typing import Final

ACCOUNTS: Final = "accounts"
AGES: Final = "ages"
ASSISTANTS: Final = "assistants"
CONSENTS: Final = "consents"
LADDERS: Final = "ladders"
ORDERS: Final = "orders"
REPLAYS: Final = "replays"
RESULTS: Final = "results"
ROOMS: Final = "rooms"
SLOW_CLOCKS: Final = "slow clocks"
TOURNAMENTS: Final = "tournaments"
UPLOADS: Final = "uploads"

# By kind. Where a kind is one of many, such as a ladder's results, by what stands before the colon in its name.
WRITERS: Final = {
    "assist": ASSISTANTS,
    "assistant": ASSISTANTS,
    "ban": ACCOUNTS,
    "card": ACCOUNTS,
    "class": ACCOUNTS,
    "clock": SLOW_CLOCKS,
    "consent": CONSENTS,
    "credential": ACCOUNTS,
    "era": AGES,
    "hosted_bot": UPLOADS,
    "ladder": LADDERS,
    "ladder_entry": LADDERS,
    "ladder_meeting": LADDERS,
    "ladder_result": LADDERS,
    "ladder_table": LADDERS,
    "order": ORDERS,
    "replay": REPLAYS,
    "result": RESULTS,
    "room": ROOMS,
    "seek": ROOMS,
    "tournament": TOURNAMENTS,
    "tournament_table": TOURNAMENTS,
    "tournament_wave": TOURNAMENTS,
    "user": ACCOUNTS,
}


class WriterError(Exception):
    """A kind of documents is written by somebody who is not its writer: a mistake in the program."""


def check_writer(writer: str, kind: str) -> None:
    """Raises WriterError where documents of this kind are somebody else's, or nobody's."""
    owner = WRITERS.get(kind.partition(":")[0])
    if owner != writer:
        raise WriterError(f"documents {kind!r} are written by {owner or 'nobody'}, not by {writer}")
