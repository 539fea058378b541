# What the boards of all games have in the window.

window-table-side = Všechno se tu vypráví slovy. Šipky nahoře mění, jak rychle hrají ostatní.
window-table-written = nebo psaně, jako { $form }
window-table-round = { $round }. kolo
window-table-suggests = Navrhuje { $name }
window-table-accept = Přijmout
window-table-undo = Vzít zpět
window-table-nothing-back = Není co vzít zpět.
