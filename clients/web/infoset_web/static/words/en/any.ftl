# A game that the page does not know.

any-about = A game of this server. The page shows what your seat knows and the choices you have.
any-seat = seat { $seat }
any-known = What everybody knows
any-known-seat = What your seat knows
any-decide = Decide
any-hidden = acted, you do not see how
any-instead = This game has a board of its own, which could not be shown. You play with the one that fits any game; nothing else is missing.
