"""Rules of games with hidden information: what a game is, and the games themselves. No I/O, no clock."""
