# Hrát dál od okamžiku dohrané partie.
try-here = Zkusit odtud
try-title = { $game }, z partie { $match }
try-about = Partie pokračuje z pozice na desce, s jiným štěstím. Nepočítá se do hodnocení.
try-seat = Hraješ za
try-others = Ostatní
try-as-then = boti jako tehdy, pokud tu jsou
try-people = kdo se připojí
try-open = Otevřít místnost
try-play = Hrát odtud
