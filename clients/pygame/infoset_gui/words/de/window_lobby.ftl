# The lobby: games to begin at once, rooms to enter or to watch.
window-lobby-where = { $name } auf { $server }
window-lobby-no-bots = Dieser Server hat dafür keine Bots; öffne einen Raum und warte auf Leute.
window-lobby-more = Mehr Spiele
window-lobby-find-about = Wartet auf andere, die dasselbe wollen
window-lobby-new-about = Regeln, Uhr und Mitspieler wählen
window-lobby-play-about = Gegen Bots des Servers, ohne Uhr
window-lobby-none = Kein Raum ist offen
window-lobby-none-about = Beginne oben ein Spiel, oder öffne einen Raum und warte auf andere.
window-lobby-not-found = Einen solchen Raum gibt es nicht
window-lobby-not-found-about = Gesucht wird in Titeln, Spielen und Namen.
window-lobby-nobody = noch niemand
window-lobby-over = zu Ende
window-lobby-room-hint = Der Raum, den man dir genannt hat
window-lobby-code-hint = Der Code, den man dir genannt hat
window-lobby-which = Welcher Raum?
