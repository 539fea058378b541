"""The multiple-observer ISMCTS bot, for every game.

infoset bot infoset_bots.search.ismcts_mo_bot --param iterations=1000 --seek colonizers
"""

from infoset_bots.search.decision import Decision, OutOfTime, Question
from infoset_bots.search.ismcts_bot import IsmctsBot
from infoset_bots.search.mo_ismcts import mo_ismcts
from infoset_games.rng import Rng


class IsmctsMoBot(IsmctsBot):
    """Grows a tree for every seat by `iterations`; parameters as for IsmctsBot."""

    def search(self, question: Question, rng: Rng, out_of_time: OutOfTime) -> Decision:
        playout = self.playout(question.game.name)
        return mo_ismcts(question, rng, playout, self.iterations, self.exploration, out_of_time)
