"""The determinized MaxN bot with the mistake of the original program: at the root it serves seat 0.

infoset bot infoset_bots.search.maxn_legacy_bot --seek colonizers
"""

from infoset_bots.search.maxn_bot import MaxnBot


class MaxnLegacyBot(MaxnBot):
    """MaxN that chooses what is best for seat 0, then for seat 1, and so on, whatever its own seat is."""

    legacy = True
