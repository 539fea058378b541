"""Liar's Dice: a game for Infoset. Everybody rolls under a cup; who overbids the table loses a die."""
