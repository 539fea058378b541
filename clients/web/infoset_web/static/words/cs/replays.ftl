# The list of finished matches.
replays-title = Záznamy
replays-mine = jen moje
replays-game = Hra
replays-all = všechny hry
replays-list = Dohrané partie
replays-match = Partie
replays-players = Hráči podle pořadí
replays-changes = Změny
replays-when = Kdy
replays-replay = Záznam
replays-looking = Hledám …
replays-none = Zatím žádné dohrané partie.
replays-older = Starší
# A match that goes on from a moment of another one.
replays-from = { $match }, z partie { $from }
replays-watch = Přehrát
