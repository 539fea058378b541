"""The multiple-observer ISMCTS bot, for every game.

infoset bot infoset_bots.search.ismcts_mo_bot --param iterations=1000 --seek colonizers
"""

from infoset_bots.search.decision import Decision, OutOfTime
from infoset_bots.search.ismcts_bot import IsmctsBot
from infoset_bots.search.mo_ismcts import mo_ismcts
from infoset_bots.search.simulator import Simulator


class IsmctsMoBot(IsmctsBot):
    """Grows a tree for every seat by `iterations`; parameters as for IsmctsBot."""

    def search(self, simulator: Simulator, out_of_time: OutOfTime) -> Decision:
        return mo_ismcts(simulator, self.iterations, self.exploration, out_of_time, self.batch)
