# A room: its seats, its rules, what is known of it.
window-room-seats = Plätze
window-room-rules = Regeln
window-room-rules-title = Regeln dieses Raums
window-room-not-ready = nicht bereit
window-room-closed = geschlossen
window-room-gone = Der Raum ist geschlossen.
window-room-free = Frei
window-room-remove = { $name } entfernen
window-room-guest = Noch jemand an diesem Computer
window-room-guest-about = Die Person bekommt ihre eigene Anmeldung; zwischen den Zügen verbirgt ein Vorhang, was die andere nicht sehen darf.
window-room-guest-name = Name
window-room-guest-who = Wie heißt die andere Person?
window-room-no-bots = Dieser Server hat dafür keine Bots.
window-room-fill = Mit Bots füllen
window-room-who = Wer soll spielen?
window-room-bot = Bot des Servers { $name }
window-room-strength = { $level }, { $rating } ± { $margin }
window-room-code = Code: { $code }
window-room-copy = Raum und Code für Freunde kopieren
window-room-option-wrong = Eine Regel ist nicht richtig ausgefüllt.
window-room-option-json = Erwartet wird JSON, wie { $example }

## Facts

window-room-assist-off = Keine Helfer
window-room-assist-advice = Helfer dürfen raten
window-room-assist-confirm = Helfer schlagen vor, Menschen bestätigen
window-room-assist-auto = Helfer dürfen spielen
window-room-silent = Während der Partie spricht niemand
window-room-programs-talk = Auch Programme dürfen sprechen
window-room-late-fallback = Wer zu spät kommt, zieht etwas Harmloses
window-room-late-random = Wer zu spät kommt, zieht irgendetwas
window-room-late-forfeit = Wer zu spät kommt, verliert den Platz
window-room-no-watching = Niemand darf zuschauen
window-room-watching = { $count ->
    [0] Niemand schaut zu
    [one] { $count } schaut zu
   *[other] { $count } schauen zu
  }
window-room-later = später
window-room-later-seconds = { $seconds } s später
window-room-later-moves = { $count ->
    [one] { $count } Zug später
   *[other] { $count } Züge später
  }
window-room-counts = Das Ergebnis zählt
