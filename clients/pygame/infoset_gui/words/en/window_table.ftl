# What the boards of all games have in the window.

window-table-side = Everything is told here in words. Above, the arrows change how fast others play.
window-table-written = or written, as { $form }
window-table-round = Round { $round }
window-table-suggests = { $name } suggests
window-table-accept = Accept
window-table-undo = Undo
window-table-nothing-back = There is nothing to take back.
