"""The Mini-Mid-Max bot: MiniMax whose opponents also look after themselves (mini_mid_max.py).

infoset bot infoset_bots.catan.mini_mid_max_bot --param malice=0.3 --seek catan
"""

from infoset_bots.catan.minimax_bot import MinimaxBot


class MiniMidMaxBot(MinimaxBot):
    """As MinimaxBot, but half-way between MiniMax and MaxN."""

    usual_malice = 0.5
