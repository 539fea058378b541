# Die Liste der eigenen Spiele.
mine-waiting-for-you = { $count ->
    [one] { $count } wartet
   *[other] { $count } warten
  } auf dich
mine-none = Nichts läuft oder wartet. { $lobby } hat Spiele für dich.
mine-looking = Wird gesucht …
mine-part-turn = Du bist dran
mine-part-waiting = Andere sind dran
mine-part-room = Räume
mine-part-seek = Suche nach Gegnern
mine-part-over = Beendet
mine-cut = Es gibt mehr, als hierher passt. Alles Beendete findest du hier: { $replays }.
mine-left = noch { $time }
mine-stop = Suche beenden
mine-replay = Aufzeichnung
mine-to-room = Zum Raum
mine-play = Spielen
mine-look = Ansehen
mine-here = Hier weiterspielen
mine-with = { $game } mit { $others }
mine-free = { $free } von { $count } Plätzen frei
mine-place = Platz { $place } von { $count }
mine-elsewhere = in einem anderen Fenster oder auf einem anderen Gerät
mine-alerts = Wenn ich dran bin und etwas anderes ansehe
mine-notice = eine Meldung des Browsers
mine-notice-denied = Dein Browser lässt diese Seite keine Meldungen zeigen. Das änderst du in seinen Einstellungen für diese Seite.
