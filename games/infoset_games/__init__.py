"""Rules of games with hidden information: what a game is, and the games themselves. No I/O, no clock."""

from infoset_games import pickling as pickling  # in force before there is a position
