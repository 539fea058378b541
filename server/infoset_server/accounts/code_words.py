"""Codes for people: 48 random bits as three words that can be said aloud, and a digit against slips.

The words are proquints (D. Wilkerson, "A Proposal for Proquints", 2009): five letters each, consonant and
vowel in turn, 16 bits. They are read the same way in most languages and hide no real words' lists.
"""

import secrets
from collections.abc import Collection
from typing import Final

from infoset_server.accounts.users import MistypedError

CONSONANTS: Final = "bdfghjklmnprstvz"
VOWELS: Final = "aiou"
PATTERN: Final = (CONSONANTS, VOWELS, CONSONANTS, VOWELS, CONSONANTS)
WORDS: Final = 3
WORD_BITS: Final = 16
CHECK_MODULUS: Final = 11  # a prime: one letter wrong shows, but for one pair of letters in fifteen
ADJECTIVES: Final = (
    "Amber", "Ample", "Bold", "Brave", "Bright", "Brisk", "Calm", "Clever", "Copper", "Daring",
    "Deft", "Eager", "Early", "Fair", "Fleet", "Gentle", "Golden", "Grand", "Happy", "Humble",
    "Indigo", "Jolly", "Keen", "Kind", "Lively", "Lucky", "Merry", "Mighty", "Nimble", "Noble",
    "Patient", "Proud", "Quick", "Quiet", "Scarlet", "Silver", "Steady", "Sunny", "Swift", "Wise",
)  # fmt: skip
ANIMALS: Final = (
    "Badger", "Beaver", "Bison", "Buzzard", "Camel", "Condor", "Crane", "Dolphin", "Eagle", "Egret",
    "Falcon", "Ferret", "Finch", "Gazelle", "Gecko", "Heron", "Ibex", "Jackdaw", "Jaguar", "Kestrel",
    "Lark", "Lemur", "Leopard", "Lynx", "Magpie", "Marten", "Moose", "Narwhal", "Ocelot", "Orca",
    "Osprey", "Otter", "Panda", "Penguin", "Puffin", "Raven", "Salmon", "Tapir", "Turtle", "Zebra",
)  # fmt: skip
TRIES: Final = 100


def fresh_code() -> str:
    """A new code, such as `lusab-babad-gutih-7`: just under 48 random bits."""
    while True:
        value = secrets.randbits(WORDS * WORD_BITS)
        if value % CHECK_MODULUS < 10:  # the check is to be one digit
            return write_code(value)


def write_code(value: int) -> str:
    """The code that stands for this number."""
    words = [_word(value >> WORD_BITS * place & 0xFFFF) for place in reversed(range(WORDS))]
    return "-".join([*words, str(value % CHECK_MODULUS)])


def read_code(text: str) -> str:
    """The code as `fresh_code` wrote it, whatever case and separators were typed. Raises MistypedError."""
    letters = "".join(char for char in text.lower() if char.isascii() and char.isalnum())
    words, check = letters[:-1], letters[-1:]
    if len(words) != WORDS * len(PATTERN):
        raise MistypedError("expected three words of five letters, and a digit")
    value = 0
    for place, letter in enumerate(words):
        known = PATTERN[place % len(PATTERN)]
        if letter not in known:
            raise MistypedError(f"letter {place + 1} cannot be {letter!r}; look again")
        value = value * len(known) + known.index(letter)
    if check != str(value % CHECK_MODULUS):
        raise MistypedError("words and digit do not fit together; look again")
    return write_code(value)


def _word(value: int) -> str:
    letters = []
    for known in reversed(PATTERN):
        value, index = divmod(value, len(known))
        letters.append(known[index])
    return "".join(reversed(letters))


def fresh_pseudonym(taken: Collection[str]) -> str:
    """A name, none of `taken`; with a number behind it where the plain ones have become rare."""
    for number in range(TRIES):
        name = f"{secrets.choice(ADJECTIVES)} {secrets.choice(ANIMALS)}"
        if number >= TRIES // 2:
            name = f"{name} {number}"
        if name not in taken:
            return name
    raise AssertionError("a class is far smaller than the number of names")
