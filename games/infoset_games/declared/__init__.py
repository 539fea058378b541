"""Games in about a hundred lines: what a seat can do, a position and the options are declared as types.

From the declarations come codes and notation of actions, checks of whatever comes from outside, the names of
decisions, constants, copies, and the description of the options; `actions.py`, `options.py`, `position.py`, `state.py`
and `game.py`. A game whose seats decide at the same time, or whose speed counts, writes a `Game` and a `State` itself.
"""

from infoset_games.declared.actions import Action, DeclarationError
from infoset_games.declared.game import DeclaredGame
from infoset_games.declared.options import Options
from infoset_games.declared.position import Position
from infoset_games.declared.state import DeclaredState

__all__ = [
    "Action",
    "DeclarationError",
    "DeclaredGame",
    "DeclaredState",
    "Options",
    "Position",
]
