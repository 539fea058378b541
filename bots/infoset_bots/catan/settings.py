"""What steers the searches of the thesis, beside the score map. Compiled."""

from typing import Final, final

from mypy_extensions import i64

WORLDS: Final = 4
MOVES: Final = 2  # of the own turn; the thesis: 1
DEPTH: Final = 2  # plies beyond the own turn; the thesis: 4
MAX_NODES: Final = 5_000  # positions valued behind one move in one world
LEAST_EPSILON: Final = 0
MOST_EPSILON: Final = 2
MINIMIZE: Final = 1.0  # the malice of MiniMax


@final
class Settings:
    """`moves` of the own turn are looked at together (the thesis: 1), then `depth` plies follow.

    `epsilon` (0..2) prunes: 1 trades and cards that bring resources to the best one of each kind, 2 roads,
    settlements and cities as well; in the tree, and of the moves to decide on.

    `malice` is how others choose: 1 minimizes the value to the searching seat, 0 maximizes the own value,
    between the two both count in this proportion.
    """

    def __init__(
        self,
        depth: int = DEPTH,
        epsilon: int = LEAST_EPSILON,
        wishful: bool = False,
        max_nodes: int = MAX_NODES,
        malice: float = MINIMIZE,
        moves: int = MOVES,
    ) -> None:
        self.depth: i64 = depth
        self.epsilon: i64 = epsilon
        self.wishful: bool = wishful
        self.max_nodes: i64 = max_nodes
        self.malice: float = malice
        self.moves: i64 = moves
