"""Names for pupils: an adjective and an animal, so that nobody's real name is needed."""

import secrets
from collections.abc import Collection
from typing import Final

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


def fresh_pseudonym(taken: Collection[str]) -> str:
    """A name, none of `taken`; with a number behind it where the plain ones have become rare."""
    for number in range(TRIES):
        name = f"{secrets.choice(ADJECTIVES)} {secrets.choice(ANIMALS)}"
        if number >= TRIES // 2:
            name = f"{name} {number}"
        if name not in taken:
            return name
    raise AssertionError("a class is far smaller than the number of names")
