"""The flat Monte Carlo bot that has no rules: it searches by the protocol's requests alone.

infoset bot infoset_bots.search.monte_carlo_remote_bot --param worlds=20 --seek colonizers
"""

from infoset_bots.search.monte_carlo_bot import MonteCarloBot
from infoset_bots.search.remote_bot import RemoteBot


class MonteCarloRemoteBot(RemoteBot, MonteCarloBot):
    """Decides as MonteCarloBot with the same parameters does."""
