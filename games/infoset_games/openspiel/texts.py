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
BETS: Final = {"c": "call", "r": "raise to", "f": "fold"}
UNLIMITED: Final = 2**31 - 1  # chips that OpenSpiel gives everybody where bets have a limit
COLOURS: Final = {"w": "White", "b": "Black"}
SIDES: Final = ("Black", "White")  # by seat
NO_HINT: Final = "X"
STREETS: Final = ("before the flop", "flop", "turn", "river")


def plain_action(member: str, text: str) -> str:
    """OpenSpiel's word for an action of its game `member`, without who does it, as the texts below have it."""
    plain = (WHO.sub("", text) if text.startswith(("P", "p")) else text).strip()
    match member:
        case "hanabi":
            return plain.strip("()")
        case "liars_dice":
            return bid(plain)
        case "universal_poker":
            return {"Bet": "Bet the pot", "AllIn": "All in"}.get(plain, plain)
    return plain


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
    rows = [" ".join(CARD.findall(line)) for line in areas[seat].splitlines() if is_row(line)]
    hand = " | ".join(row for row in rows if row) or "none"
    worth = f" (deadwood {deadwood[1]})" if deadwood else ""
    other = " ".join(CARD.findall("".join(filter(is_row, areas[1 - seat].splitlines()))))
    melds = [
        f"Melds laid down by {'you' if at == seat else 'the other'}: {line.partition(':')[2].strip()}"
        for at, area in enumerate(areas)
        for line in area.splitlines()
        if "meld" in line
    ]
    top, _, pile = middle.partition("Discard pile:")
    lines = [
        f"Your hand{worth}: {hand}",
        *(
            part.strip()
            for part in f"Stock size: {top.strip()}".replace("Upcard", "\nUpcard").splitlines()
        ),
        f"Discard pile: {spaced(pile.strip())}",
        *head.strip().splitlines(),
    ]
    if other:
        lines.append(f"The other's cards: {other}")
    return "\n".join([*lines, *melds])


def is_row(line: str) -> bool:
    """Is this a line of a hand of gin rummy?"""
    return line.startswith("|")


def holdem(raw: str, seat: int) -> str:
    """Cards, chips and betting, one thing in a line."""
    fields = {name.strip(): value for name, value in FIELD.findall(raw)}
    streets = fields.get("Sequences", "").split("|")
    lines = [
        f"Your cards: {spaced(fields.get('Private', ''))}",
        f"Board: {spaced(fields.get('Public', ''))}",
        f"Pot: {fields.get('Pot', '?')}",
        *(
            f"{'You, seat' if at == seat else 'Seat'} {at}: {stake(int(chips))}"
            for at, chips in enumerate(fields.get("Money", "").split())
        ),
    ]
    for number, bets in enumerate(streets):
        street = STREETS[number] if len(STREETS) > number else f"round {number}"
        said = re.findall(r"[a-z]\d*", bets)
        words = [f"{BETS.get(bet[0], bet[0])} {bet[1:]}".strip() for bet in said]
        lines.append(f"Betting, {street}: {', '.join(words) or 'nothing yet'}")
    return "\n".join(lines)


def stake(chips: int) -> str:
    """What somebody has left; where that is without end, what they have put in."""
    if chips > UNLIMITED // 2:
        return f"{UNLIMITED - chips} in the pot"
    return f"{chips} left"


def liars_dice(raw: str, seat: int) -> str:
    """The own dice, then the bids in order."""
    dice, *bids = raw.split()
    return f"Your dice: {' '.join(dice)}\nBids: {', '.join(map(bid, bids)) or 'none yet'}"


def bid(text: str) -> str:
    """A bid of liar's dice: so many of one number."""
    return text if text == "Liar" else f"{text.replace('-', ' x ')}s"


def hanabi(raw: str, seat: int) -> str:
    """Each hand under the name of who holds it; behind a card what its holder was told and what it may be.

    Players and cards are numbered as actions name them.
    """
    lines: list[str] = []
    hand = place = 0
    for line in raw.splitlines():
        if line == "Hands:":
            lines.append("Your hand:")
        elif line.startswith("Cur player"):
            continue
        elif line == "-----":
            hand, place = hand + 1, 0
            lines.append(f"Hand of player +{hand}:")
        elif "||" in line:
            lines.append(f"  {place}: {hanabi_card(line)}")
            place += 1
        else:
            lines.append(line)
    return "\n".join(lines)


def hanabi_card(line: str) -> str:
    """A card, what its holder was told of it, and the colours and ranks that it may have for them."""
    card, _, told = line.partition(" || ")
    hint, _, may_be = told.partition("|")
    split = next((at for at, sign in enumerate(may_be) if sign.isdecimal()), len(may_be))
    shown = "" if NO_HINT in card else f"{card}, "
    said = hint.replace(NO_HINT, "") or "nothing"
    return f"{shown}told {said}, may be {may_be[:split]} {may_be[split:]}"


def dark_chess(raw: str, seat: int) -> str:
    """A board with ranks and files; `?` is what the seat does not see. White is below, in capitals."""
    rows, _, state = raw.strip().partition(" ")
    mover, castling, en_passant, quiet, number = state.split()
    lines = [f"You are {SIDES[seat]}."]
    for at, row in enumerate(rows.split("/")):
        squares = re.sub(r"\d", lambda found: "." * int(found[0]), row)
        lines.append(f"{len(rows.split('/')) - at} {' '.join(squares)}")
    files = " ".join("abcdefgh"[: len(rows.split("/"))])
    below = [
        f"Move {number}, {COLOURS[mover]} to move; {quiet} half-moves without a capture or a pawn",
        f"Castling you know of: {castling}; en passant: {en_passant}",
    ]
    return "\n".join([*lines, f"  {files}", *below])


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
