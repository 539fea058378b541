# Looking for opponents.
window-seek-title = Gegner finden: { $game }
window-seek-players = Spieler
window-seek-patience = Bots füllen auf nach
window-seek-look = Gegner suchen
window-seek-about = Wer dasselbe will, spielt mit dir. Je mehr wie üblich ist, desto eher geht es los.
window-seek-looking = Suche Gegner … { $time }
window-seek-ladder-about = Zuerst nach Gegnern etwa deiner Stärke; je länger du wartest, auch nach anderen.
window-seek-enough = Die Partie beginnt, wenn genug Leute dasselbe wollen.
window-seek-bots-in = In { $time } nehmen Bots die freien Plätze.
