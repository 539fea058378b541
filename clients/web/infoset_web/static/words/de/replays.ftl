# The list of finished matches.
replays-title = Aufzeichnungen
replays-mine = nur meine
replays-game = Spiel
replays-all = alle Spiele
replays-list = Beendete Partien
replays-match = Partie
replays-players = Spieler nach Platz
replays-changes = Änderungen
replays-when = Wann
replays-replay = Aufzeichnung
replays-looking = Suche …
replays-none = Noch keine beendeten Partien.
replays-older = Ältere
# A match that goes on from a moment of another one.
replays-from = { $match }, aus { $from }
replays-watch = Ansehen
