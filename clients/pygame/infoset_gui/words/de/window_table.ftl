# What the boards of all games have in the window.

window-table-side = Hier wird alles in Worten erzählt. Die Pfeile oben ändern, wie schnell andere spielen.
window-table-written = oder geschrieben, als { $form }
window-table-round = Runde { $round }
window-table-suggests = { $name } schlägt vor
window-table-accept = Annehmen
window-table-undo = Rückgängig
window-table-nothing-back = Es gibt nichts zurückzunehmen.
