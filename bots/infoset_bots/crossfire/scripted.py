"""The enemy of the lessons of Crossfire (infoset_games/crossfire/levels.py): plays the script of the level's map.

infoset bot infoset_bots.crossfire.scripted --seek crossfire
"""

import infoset
from infoset_bots.streams import open_stream
from infoset_games.crossfire.levels import Scripted, level_of_map


class ScriptedBot(infoset.Bot):
    """Plays its script on a level's map; on any other map whatever a missed deadline plays."""

    quick = True

    def decide(self, turn: infoset.Turn) -> int:
        """The position of what the script says for this round."""
        level = level_of_map(turn.match.options.get("map", ""))
        if level is None:
            return turn.fallback
        rng = open_stream(self.rng)
        world = turn.determinize(rng)  # any will do: a script looks at its own units only
        action = Scripted(level).choose(world, turn.seat, rng)
        return world.legal(turn.seat).index(action)
