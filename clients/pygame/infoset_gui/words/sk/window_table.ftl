# What the boards of all games have in the window.

window-table-side = Všetko sa tu rozpráva slovami. Šípky hore menia, ako rýchlo hrajú ostatní.
window-table-written = alebo písomne, ako { $form }
window-table-round = { $round }. kolo
window-table-suggests = Navrhuje { $name }
window-table-accept = Prijať
window-table-undo = Vziať späť
window-table-nothing-back = Nie je čo vziať späť.
