# Hrať ďalej od okamihu dohranej partie.
try-here = Skúsiť odtiaľto
try-title = { $game }, z partie { $match }
try-about = Partia pokračuje z pozície na doske, s iným šťastím. Nepočíta sa do hodnotenia.
try-seat = Hráš za
try-others = Ostatní
try-as-then = boti ako vtedy, ak tu sú
try-people = kto sa pripojí
try-open = Otvoriť miestnosť
try-play = Hrať odtiaľto
