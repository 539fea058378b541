# One's own games in one list.
window-mine-turns = Meine Spiele ({ $count })
window-mine-room = Nicht begonnen
window-mine-none = Nichts läuft oder wartet
window-mine-none-about = Hier steht, was du spielst, worauf du wartest und was vorbei ist.
