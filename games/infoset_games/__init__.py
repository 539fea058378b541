"""Rules of games with hidden information: what a game is, and the games themselves. No I/O, no clock."""

from infoset_games import vectors as vectors  # positions can be pickled wherever they come from
