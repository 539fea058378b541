"""The codes of actions and phases. Compiled; what the actions do is in state.py.

Codes ascend in the order of the legal lists. A code names a *place* (the second card of the hand),
so two equal cards give two actions; `State.key` gives the meaning, which is the same for both.
"""

from itertools import permutations
from typing import Final

from infoset_games.spaces import ListSpace

# Phases.
SHUFFLE: Final = 0  # the chance ply that opens a round
PICK: Final = 1
DRAW: Final = 2
DISCARD: Final = 3
POWER: Final = 4
BUILD: Final = 5
FINISHED: Final = 6
PHASE_NAMES: Final = ("shuffle", "pick", "draw", "discard", "power", "build", "over")

# Codes.
PICK_FIRST: Final = 0  # 0..4: the colonist at this position of the offered list
TAKE_OMNIUM: Final = 5
DRAW_TWO: Final = 6
KEEP_FIRST: Final = 7  # 7, 8: the first or the second of the two drawn cards
NAME_FIRST: Final = 9  # 9..14: the colonist to steal from or to swap with
SKIP_POWER: Final = 15
BUILD_FIRST: Final = 16  # 16..20: from this slot of the hand
SKIP_BUILD: Final = 21

# Keys: what an action means, whatever place its card lies in.
KEY_PICK: Final = 0  # 0..5, by colonist
KEY_OMNIUM: Final = 6
KEY_DRAW: Final = 7
KEY_KEEP: Final = 8  # 8..23, by module
KEY_NAME: Final = 24  # 24..29, by colonist
KEY_SKIP_POWER: Final = 30
KEY_BUILD: Final = 31  # 31..46, by module
KEY_SKIP_BUILD: Final = 47

# A chance action is the position of an order of the six colonists in this list: the first is
# removed, the others are offered in this order.
ORDERS: Final = [bytes(order) for order in permutations(range(6))]
ORDER_COUNT: Final = 720

# Every list of legal actions there is.
NONE_LEGAL: Final = ListSpace(())
SHUFFLE_LEGAL: Final = ListSpace(range(ORDER_COUNT))
PICK_LEGAL: Final = [ListSpace(range(PICK_FIRST, PICK_FIRST + offered)) for offered in range(6)]
DRAW_LEGAL: Final = [NONE_LEGAL, ListSpace((TAKE_OMNIUM,)), ListSpace((TAKE_OMNIUM, DRAW_TWO))]
DISCARD_LEGAL: Final = ListSpace((KEEP_FIRST, KEEP_FIRST + 1))
PASSIVE_LEGAL: Final = ListSpace((SKIP_POWER,))
POWER_LEGAL: Final = [  # by the own colonist
    ListSpace([NAME_FIRST + named for named in range(6) if named != own] + [SKIP_POWER])
    for own in range(6)
]
BUILD_SLOTS: Final = [  # by the mask of affordable slots
    [slot for slot in range(5) if slots >> slot & 1] for slots in range(32)
]
BUILD_LEGAL: Final = [
    ListSpace([BUILD_FIRST + slot for slot in slots] + [SKIP_BUILD]) for slots in BUILD_SLOTS
]

# The same as bytes, in rows of six: where play is random, a look-up costs less than a branch.
ROW: Final = 6
POWER_SIZE: Final = bytes((1, 1, 1, 6, 6, 1, 1))  # by the own colonist, or nobody: how many actions
POWER_CODES: Final = b"".join(
    bytes(POWER_LEGAL[own].actions if POWER_SIZE[own] > 1 else (SKIP_POWER,) * ROW)
    for own in range(6)
)
BUILD_CODES: Final = b"".join(bytes(legal.actions).ljust(ROW, b"\0") for legal in BUILD_LEGAL)
