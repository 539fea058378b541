# The list of finished matches.
replays-title = Záznamy
replays-mine = len moje
replays-game = Hra
replays-all = všetky hry
replays-list = Dohrané partie
replays-match = Partia
replays-players = Hráči podľa poradia
replays-changes = Zmeny
replays-when = Kedy
replays-replay = Záznam
replays-looking = Hľadám …
replays-none = Zatiaľ žiadne dohrané partie.
replays-older = Staršie
# A match that goes on from a moment of another one.
replays-from = { $match }, z partie { $from }
replays-watch = Prehrať
