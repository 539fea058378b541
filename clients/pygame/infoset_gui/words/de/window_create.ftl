# The form of a new room.
window-create-title = Neuer Raum: { $game }
window-create-title-about = Was die Lobby zeigt
window-create-title-of = Raum von { $name }
window-create-test = Lektion oder Testraum
window-create-test-about = Für eine Person
window-create-pace-about = Ein benanntes Tempo bestimmt die Uhr und was bei Verspätung geschieht
window-create-clock-about = Zeit für jede Person
window-create-watch-about = Zuschauer sehen nur, was öffentlich ist
window-create-assist = Helfer
window-create-assist-about = Programme, die helfen: mit Rat, mit Zügen zum Bestätigen, oder von sich aus
window-create-assist-off = Aus
window-create-assist-advice = Rat
window-create-assist-confirm = Vorschlag
window-create-assist-auto = Spielen
window-create-series-about = Wer von so vielen Partien die meisten gewinnt
window-create-series = { $count ->
    [1] Eine Partie
    [one] Höchstens { $count } Partie
   *[other] Höchstens { $count } Partien
  }
window-create-unlisted = Nicht in der Lobby
window-create-unlisted-about = Andere brauchen den Code des Raums
