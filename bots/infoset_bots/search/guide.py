"""Which actions of a decision a tree search looks at, and in what order: `Guide`. Compiled."""

from abc import abstractmethod

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from infoset_games.core import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Guide:
    """What a game knows about its actions before any of them was tried. Has no memory.

    Like a policy it is handed a whole world, and must look only at what the acting seat knows there.
    """

    @abstractmethod
    def rank(self, state: State, seat: i64) -> vec[i64]:
        """Legal actions of `seat`, which is to act in `state`, the most promising first; at least one.

        What is left out is never tried; none has the `key` of another.
        """
