# What the boards of all games have in the window.

window-table-side = Všetko sa tu rozpráva slovami. Šípky hore menia, ako rýchlo hrajú ostatní.
window-table-written = alebo písomne, ako { $form }
window-table-round = { $round }. kolo
