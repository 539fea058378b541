# An evening at a real board: who sits there, and what is asked.
window-board-title = Pri skutočnej doske
window-board-about = Hráte na vlastnej doske; okno vedie záznam podľa toho, na čo ukážeš, a programy hrajú s vami. Miesta sú v poradí ťahov, v smere hodín.
window-board-program = Program
window-board-quick = Rýchly
window-board-trades = Obchoduje
window-board-strong = Silný, pomalší
window-board-drawn = Losovaná
window-board-beginners = Na začiatok
window-board-wild = Divoká
window-board-enter = Ako leží
window-board-points = Body
window-board-go-on = Pokračovať pri poslednom stole
window-board-why-two = Hrajú aspoň dvaja.
window-board-why-person = Aspoň jeden je človek: programy samy stôl nepotrebujú.
window-board-why-name = Každé miesto potrebuje meno bez medzier, ktoré nie je číslo.
window-board-why-same = Dve miesta majú rovnaké meno.
window-board-cannot = Stôl sa nedá otvoriť: { $why }

## At the table

window-board-table = Pri stole
window-board-over = Partia sa skončila; body sú v priebehu.
window-board-closed = Stôl sa zatvoril.
window-board-show = Ukáž, ako doska leží
window-board-lay = Zlož dosku
window-board-kept = Stôl je uložený: vráti ho Pokračovať
window-board-undo-about = Vziať posledný zápis späť
window-board-redo = Znova
window-board-redo-about = Znova zapísať, čo bolo vzaté späť
window-board-cards = Karty
window-board-cards-about = Čo drží program, v priebehu
window-board-thinks = Stôl premýšľa …
