"""Liar's Dice: a game for Infoset. Everybody rolls under a cup; who overbids the table loses a die."""

from infoset_games.descriptor import Descriptor

GAME = Descriptor(
    rules="liars_dice.game:LiarsDice",
    page="liars_dice:page/view.js",
    window="liars_dice.window:LiarsDiceView",
    terminal="liars_dice.terminal:LiarsDiceBoard",
)
