# An evening at a real board: who sits there, and what is asked.
window-board-title = U skutečné desky
window-board-about = Hrajete na vlastní desce; okno vede záznam podle toho, na co ukážeš, a programy hrají s vámi. Místa jsou v pořadí tahů, po směru hodin.
window-board-program = Program
window-board-quick = Rychlý
window-board-trades = Obchoduje
window-board-strong = Silný, pomalejší
window-board-drawn = Losovaná
window-board-beginners = Pro začátek
window-board-wild = Divoká
window-board-enter = Jak leží
window-board-points = Body
window-board-go-on = Pokračovat u posledního stolu
window-board-why-two = Hrají aspoň dva.
window-board-why-person = Aspoň jeden je člověk: programy samy stůl nepotřebují.
window-board-why-name = Každé místo potřebuje jméno bez mezer, které není číslo.
window-board-why-same = Dvě místa mají stejné jméno.
window-board-cannot = Stůl nejde otevřít: { $why }

## At the table

window-board-table = U stolu
window-board-over = Partie skončila; body jsou v průběhu.
window-board-closed = Stůl se zavřel.
window-board-show = Ukaž, jak deska leží
window-board-lay = Slož desku
window-board-kept = Stůl je uložený: vrátí ho Pokračovat
window-board-undo-about = Vzít poslední zápis zpět
window-board-redo = Znovu
window-board-redo-about = Znovu zapsat, co bylo vzato zpět
window-board-cards = Karty
window-board-cards-about = Co drží program, v průběhu
window-board-thinks = Stůl přemýšlí …
