# Looking for opponents.
window-seek-title = Find opponents: { $game }
window-seek-players = Players
window-seek-patience = House bots fill up after
window-seek-look = Look for opponents
window-seek-about = Whoever wants the same plays with you. The more is as usual, the sooner that is.
window-seek-looking = Looking for opponents … { $time }
window-seek-ladder-about = At first for opponents of about your strength; the longer you wait, for others.
window-seek-enough = The match begins when enough people want the same.
window-seek-bots-in = House bots take the free seats in { $time }.
