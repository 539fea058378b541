"""What the bots share that search through the server alone: no rules on this side, only messages."""

import infoset
from infoset_bots.search.decision import Decision, OutOfTime, forced
from infoset_bots.search.remote_simulator import RemoteSimulator
from infoset_bots.search.search_bot import PlayoutBot
from infoset_games.policy_registry import HEURISTIC, RANDOM


class RemoteBot(PlayoutBot):
    """Needs a server that offers compute, and a room that allows it. Parameters as for PlayoutBot.

    With the parameters and the generator of the local bot it plays the same match.
    """

    draws_here = False

    def think(self, turn: infoset.Turn, seed: int, out_of_time: OutOfTime) -> Decision:
        if turn.n == 1:
            return forced(0)
        if turn.remote is None:
            raise RuntimeError("there is no server compute in this match")
        policy = self.policy or offered_policy(turn)
        simulator = RemoteSimulator(turn, turn.remote, seed, policy, self.rewards, self.horizon)
        try:
            return self.search(simulator, out_of_time)
        finally:
            simulator.close()


def offered_policy(turn: infoset.Turn) -> str:
    """The policy to play out with, of those that the server offers."""
    return HEURISTIC if HEURISTIC in turn.match.compute.get("policies", ()) else RANDOM
