"""Recipes of the cookbook (docs/cookbook): small players for any game, each with one idea more than the one before.

Written to be read and copied. The players to be beaten are in `infoset_bots.search`.
"""
