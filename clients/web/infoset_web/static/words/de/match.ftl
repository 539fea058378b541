# A match on the screen, whatever the game.
match-title = Partie
# What stands instead of a name for whoever looks.
match-you = Du
match-seat = Platz { $seat }
match-board-comes = Das Brett kommt …
match-board = Brett
match-beside = Neben dem Brett
match-tab-log = Verlauf
match-tab-know = Du weißt
match-tab-known = Bekannt
match-tab-guide = Anleitung
match-tab-talk = Gespräch
match-tab-talk-new = Gespräch ({ $count })
match-time-up = Die Zeit ist um: { $told }.
match-room = Raum { $room }
match-watching = du schaust zu
match-watching-later = du schaust zeitversetzt zu
match-watching-of = du schaust { $name } zu
match-watching-of-later = du schaust { $name } zeitversetzt zu
match-your-turn = Du bist am Zug.
match-catch-up = Aufholen
match-pace = Wie schnell Züge gezeigt werden
match-side = Verlauf, Gespräch und Hilfe
match-give-up = Aufgeben
match-give-up-title = Die Partie aufgeben?
match-give-up-about = Du kommst hinter alle, die weiterspielen.
match-play-on = Weiterspielen
match-consent = Wer zuschaut, darf sehen, was ich sehe
match-not-agreed = Sie haben nicht zugestimmt, dass man ihnen über die Schulter schaut.
match-eyes = Zuschauen mit den Augen von
match-eyes-stranger = jemand Fremdem am Tisch
match-eyes-seat = { $name }, mit Zustimmung
match-decision = Deine Entscheidung
match-sealed = Versiegelt
match-sealed-about = Versiegelt. Die anderen entscheiden noch.
match-take-back = Zurücknehmen
match-others-play = Die anderen spielen.
match-reopened = Was du geschickt hast, gilt, bis du etwas anderes schickst.
match-leave-so = So lassen
match-tries = { $words } ({ $count ->
    [one] noch { $count } Versuch
   *[other] noch { $count } Versuche
  })
match-seat-time = Zeit von { $name }
match-away = abwesend
# $time is what is left until the seat is lost, as on a clock.
match-away-awaited = abwesend, noch { $time }
match-away-bot = es spielt { $bot }
# A bot has the seat of whoever looks, who was late too often.
match-replaced = { $bot } spielt für dich.
match-replaced-about = Deine Zeit ist zu oft abgelaufen. Der Platz gehört wieder dir, sobald du willst.
match-replaced-bar = Wer für dich spielt
match-play-myself = Selbst weiterspielen

## Deciding

match-meant = Ist das so gemeint?
match-question = { $words }?
match-do-it = Tu es
match-not-yet = Noch nicht
match-choice = Möglichkeit { $number }
match-one-answer = Eine Antwort
match-only-about = Es gibt keine andere Antwort: Sie wird von selbst geschickt, nach so langer Zeit, wie du meistens brauchst.
match-let-me = Ich mache es selbst
match-undo = Den letzten Zug zurücknehmen
match-undo-waiting = Du möchtest deinen Zug zurücknehmen. Noch zustimmen kann: { $names }.
match-undo-question = { $name } möchte den letzten Zug zurücknehmen. Wenn du weiterspielst, bleibt er.
match-agree = Zustimmen
match-decline = Ablehnen

## The log

# One line: $who is a name, $text what they did.
match-log-line = { $who }: { $text }
match-log = Was geschehen ist
match-log-nothing = Noch nichts.
match-log-newest = Neuestes ↓
match-log-earlier = Früheres …
match-log-only = Von selbst beantwortet, da es nur eine Antwort gab: { $words }
match-log-undone = letzten Zug zurückgenommen
match-log-branched = Ab hier wird die Partie neu gespielt
match-log-undo-declined = { $name }: Bitte um Rücknahme, jemand hat abgelehnt
match-log-undo-lapsed = { $name }: Bitte um Rücknahme, die Partie ging weiter
match-log-late-fallback = { $name }: Zeit abgelaufen, der Standardzug wurde gespielt
match-log-late-random = { $name }: Zeit abgelaufen, ein Zug wurde ausgelost
match-log-late-forfeit = { $name }: Zeit abgelaufen, der Platz verliert
match-log-replaced = { $name } ist abwesend: { $bot } spielt weiter
match-log-returned = { $name } ist wieder da
match-log-warning = { $text }; noch { $count ->
    [one] einmal
   *[other] { $count }-mal
  } hintereinander, und der Platz geht an einen Bot oder verloren

## The guide through a first match

match-guide-now = Jetzt
match-guide-seen = Bisher gesehen, { $seen } von { $all }
match-guide-steps = gesehene Schritte
match-guide-over-title = Das Ende
match-guide-over-1 = Unten stehen Plätze und Punkte und warum es zu Ende ist. Die Aufzeichnung zeigt alles noch einmal, auch was du nicht sehen konntest: Probier die Augen der anderen.
match-guide-over-2 = Eine Revanche behält die Plätze.

## The end

match-reason-finished = Zu Ende gespielt.
match-reason-forfeit = Jemand hat kampflos verloren.
match-reason-resign = Aufgegeben.
match-reason-timeout = Auf Zeit verloren.
match-reason-aborted = Abgebrochen: Niemand gewinnt.
match-reason-error = Durch einen Fehler des Servers beendet.
match-over = Die Partie ist zu Ende.
match-place = { $place }.
match-rating-before = Wertung { $before }
match-rating-open = Wertung { $before }, noch nicht gezählt
match-rating = Wertung { $before } → { $after } ({ $change })
match-result = Ergebnis
match-you-win = Du gewinnst.
match-wins = { $names } { $count ->
    [one] gewinnt
   *[other] gewinnen
  }.
match-no-winner = Niemand gewinnt.
match-late = { $count }× zu spät
match-illegal = { $count }× ungültig
match-waiting = Warten auf die anderen
match-again-too = Auch noch einmal spielen
match-rematch = Revanche
match-want-rematch = { $names } { $count ->
    [one] will
   *[other] wollen
  } eine Revanche
match-to-room = Zurück zum Raum
match-why = Warum?
match-why-review = Die Partie auswerten
match-replay = Aufzeichnung
match-lobby = Lobby
