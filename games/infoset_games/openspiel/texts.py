"""How OpenSpiel's texts read: the same facts in the words of people, for the games that are played most. Pure.

A reader is given what OpenSpiel tells one seat, so it cannot tell more; it leaves nothing out, because two
positions that a seat can tell apart must read differently.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
COMPASS: Final = ("North", "East", "South", "West")
WHO: Final = re.compile(r"^(?:Player: ?\d+ Action: |player=\d+ move=)")
CARD: Final = re.compile(r"[A2-9TJQK][scdh]")
FIELD: Final = re.compile(r"\[([^\]:]*?)(?:: ?| )([^\]]*)\]")
BETS: Final = {"c": "call", "r": "raise", "f": "fold", "p": "raise the pot", "a": "all in"}
STREETS: Final = ("before the flop", "flop", "turn", "river")


def plain_action(text: str) -> str:
    """OpenSpiel's word for an action, without who does it."""
    return WHO.sub("", text).strip()


def chance_words(member: str, action: int) -> str | None:
    """What chance brings, where OpenSpiel has no word for it; None where it has."""
    if member != "universal_poker":
        return None
    return f"Deal {RANKS[action // 4]}{SUITS[action % 4]}"


def read_aloud(member: str, raw: str, seat: int) -> str:
    """What OpenSpiel tells a seat of its game `member`, in words."""
    reader = READERS.get(member)
    return tidy(raw) if reader is None else tidy(reader(raw, seat))


def tidy(text: str) -> str:
    """Without blanks at the ends of lines, and empty lines around."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")


def at_the_compass(raw: str, seat: int) -> str:
    """Hearts and spades: OpenSpiel's table, and where the seat sits."""
    return f"You sit {COMPASS[seat]}.\n{raw}"


def gin_rummy(raw: str, seat: int) -> str:
    """The hand in a line by suits, the table below."""
    head, _, tables = raw.partition("Player0:")
    first, _, rest = tables.partition("Stock size:")
    middle, _, second = rest.partition("Player1:")
    areas = (first, second)
    deadwood = re.search(r"Deadwood=(\d+)", areas[seat])
    rows = [" ".join(CARD.findall(line)) for line in areas[seat].splitlines()]
    hand = " | ".join(row for row in rows if row) or "none"
    worth = f" (deadwood {deadwood[1]})" if deadwood else ""
    other = " ".join(CARD.findall(areas[1 - seat]))
    melds = [line for area in areas for line in area.splitlines() if "meld" in line.lower()]
    lines = [
        f"Your hand{worth}: {hand}",
        f"Stock size: {middle.strip()}",
        *head.strip().splitlines(),
    ]
    if other:
        lines.append(f"The other's cards: {other}")
    return "\n".join([*lines, *melds])


def holdem(raw: str, seat: int) -> str:
    """Cards, chips and betting, one thing in a line."""
    fields = {name.strip(): value for name, value in FIELD.findall(raw)}
    streets = fields.get("Sequences", "").split("|")
    lines = [
        f"Your cards: {spaced(fields.get('Private', ''))}",
        f"Board: {spaced(fields.get('Public', ''))}",
        f"Pot: {fields.get('Pot', '?')}",
        *(
            f"Seat {at} has {chips} left"
            for at, chips in enumerate(fields.get("Money", "").split())
        ),
    ]
    for number, bets in enumerate(streets):
        street = STREETS[number] if len(STREETS) > number else f"round {number}"
        said = re.findall(r"[a-z]\d*", bets)
        words = [f"{BETS.get(bet[0], bet[0])} {bet[1:]}".strip() for bet in said]
        lines.append(f"Betting, {street}: {', '.join(words) or 'nothing yet'}")
    return "\n".join(lines)


def liars_dice(raw: str, seat: int) -> str:
    """The own dice, then the bids in order."""
    dice, *bids = raw.split()
    said = ["liar!" if bid == "Liar" else f"{bid.replace('-', ' x ')}s" for bid in bids]
    return f"Your dice: {' '.join(dice)}\nBids: {', '.join(said) or 'none yet'}"


def hanabi(raw: str, seat: int) -> str:
    """Each hand under the name of who holds it; behind a card what its holder was told and what it may be."""
    lines: list[str] = []
    hand = 0
    for line in raw.splitlines():
        if line == "Hands:":
            lines.append("Your hand:")
        elif line.startswith("Cur player"):
            continue
        elif line == "-----":
            hand += 1
            lines.append(f"Hand of the player {hand} after you:")
        elif "||" in line:
            card, _, told = line.partition(" || ")
            hint, _, may_be = told.partition("|")
            lines.append(f"  {card}  told {hint}, may be {may_be}")
        else:
            lines.append(line)
    return "\n".join(lines)


def dark_chess(raw: str, seat: int) -> str:
    """A board with ranks and files; `?` is what the seat does not see. White is below."""
    rows, _, state = raw.strip().partition(" ")
    lines = []
    for number, row in enumerate(rows.split("/")):
        squares = re.sub(r"\d", lambda found: "." * int(found[0]), row)
        lines.append(f"{len(rows.split('/')) - number} {' '.join(squares)}")
    files = " ".join("abcdefgh"[: len(lines)])
    return "\n".join([*lines, f"  {files}", f"To move, castling, en passant, counts: {state}"])


def leduc(raw: str, seat: int) -> str:
    """One field in a line."""
    return "\n".join(f"{name.strip()}: {value}" for name, value in FIELD.findall(raw))


def spaced(cards: str) -> str:
    """Cards with blanks between; OpenSpiel writes them in one word."""
    return " ".join(re.findall(r"..", cards)) or "none"


READERS: Final[Mapping[str, Callable[[str, int], str]]] = {
    "dark_chess": dark_chess,
    "gin_rummy": gin_rummy,
    "hanabi": hanabi,
    "hearts": at_the_compass,
    "leduc_poker": leduc,
    "liars_dice": liars_dice,
    "spades": at_the_compass,
    "universal_poker": holdem,
}
