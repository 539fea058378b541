# The lobby: games on offer, rooms, joining by a code.
lobby-title = Lobby
lobby-offer = Was soll es sein?
lobby-rooms = Räume
lobby-join-code = Mit Code beitreten
lobby-new-room = Neuer Raum
# What a room is called in which somebody plays alone against bots.
lobby-against-bots = { $game } gegen Bots
lobby-play-now = Jetzt spielen
lobby-learn = Erlernen
lobby-set-up = Raum einrichten
lobby-find-opponents = Gegner finden
lobby-looking = Suche, Bots in { $seconds } s … aufhören
lobby-terms = Jetzt: Bots, keine Uhr. Gegner: Bots nach { $seconds } s.
lobby-terms-clock = Jetzt: Bots, keine Uhr. Gegner: { $clock }, Bots nach { $seconds } s.
lobby-seats = { $count ->
    [one] { $count } Platz
   *[other] { $count } Plätze
  }
lobby-seats-range = { $least } bis { $most } Plätze
lobby-find = Suchen
lobby-find-what = Titel, Person oder Raum
lobby-game = Spiel
lobby-state = Stand
lobby-all = alle
lobby-seats-free = freie Plätze
lobby-playing = läuft
lobby-shown = { $shown } von { $all }
lobby-empty = Noch keine Räume. Öffne einen: Freunde und Bots können dazukommen.
lobby-looking-rooms = Räume werden gesucht …
lobby-taken = { $taken } von { $all } Plätzen besetzt
lobby-free = { $count } frei
lobby-full = voll
lobby-watch = Zuschauen
lobby-sit = Platz nehmen
lobby-enter = Eintreten
lobby-bots = { $count ->
    [one] { $count } Bot
   *[other] { $count } Bots
  }
lobby-join-title = Einem Raum beitreten
lobby-join-room = Raum oder sein Titel
lobby-join-secret = Code, wenn der Raum nicht gelistet ist
lobby-join = Beitreten
