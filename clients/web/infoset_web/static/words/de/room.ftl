# A room: seats, settings, invitation; and the form that makes or changes one.
room-title = Raum { $room }
room-of-game = { $game } · Raum { $room }
room-to-lobby = Zurück zur Lobby
room-entering = Trete ein …
room-change = Einstellungen ändern
room-leave = Verlassen
room-table = Der Tisch
room-talk = Gespräch
room-series = Serie: höchstens { $most } Partien, { $played } gespielt, { $points }.
room-series-over = Serie: höchstens { $most } Partien, { $played } gespielt, { $points }, zu Ende.
room-clock = Uhr
room-begins = Beginnt bei
room-begins-moment = einem Moment der Partie { $match }
room-watching = Zuschauen
room-watchers = Schauen gerade zu
room-stream = Für eine Übertragung
room-stream-board = nur das Brett
room-talking = Gespräch während der Partie
room-code = Code für Freunde
room-invitation = Einladung
room-invitation-here = Den Link kann nur dieser Computer öffnen. Für andere öffne die Seite unter dem Namen oder der Nummer dieses Computers im Netz.
room-copied = Die Einladung ist in der Zwischenablage.
room-copy = Link kopieren
room-watch-public = alle
room-watch-delayed = alle, später
room-watch-off = niemand
room-seat-free = Platz { $seat }, frei
room-move-here = Hierher wechseln
room-sit-here = Hier Platz nehmen
room-kind-bot = Bot
room-kind-human = Mensch
room-you = du
room-ready = bereit
room-away = abwesend
room-stand = Aufstehen
room-remove = Entfernen
room-sent-out = Du wurdest aus Raum { $room } entfernt.
room-add-bot = Bot hinzufügen
room-add-bot-seat = Bot auf Platz { $seat } setzen
room-not-measured = nicht gemessen
# How strong a bot is: level 3 of 5.
room-level = Stufe { $level } von { $of }
room-level-about = etwa Stufe { $level } von { $of }
room-nobody-watches = An diesem Tisch darf niemand zuschauen.
room-watch = Zuschauen
room-playing = läuft
room-to-match = Zur Partie
room-start = Starten
room-start-bots = Starten, Bots auf die freien Plätze
room-again = Noch einmal spielen
room-again-bots = Noch einmal spielen, Bots auf die freien Plätze
room-not-ready = Doch noch nicht bereit
room-rematch = Bereit für eine Revanche
room-i-am-ready = Ich bin bereit
room-starts-when = Es beginnt, wenn alle Plätze besetzt und bereit sind.

## The form

room-form-change = Den Raum ändern
room-form-new = Ein neuer Raum
room-form-title = Titel
room-form-pace = Tempo
room-form-pace-clock = nach der Uhr unten
room-form-same = wie bisher
room-form-watch = Wer zuschauen darf
room-form-watch-public = alle, sofort
room-form-watch-delayed = alle, später
room-form-watch-off = niemand
room-form-talk = Wer während des Spiels reden darf
room-form-series = Partien in Serie
room-form-unlisted = Nicht gelistet: nur wer den Code hat, kommt hinein
room-form-undo = Ein Zug, der nichts gezeigt hat, kann zurückgenommen werden
room-form-aids = Hilfen: was du mit welcher Chance weißt, Rechnen auf dem Server
room-form-rules = Regeln von { $game }
room-form-more = Weitere Regeln
room-form-sets = Regelsätze
room-form-usual = üblich
room-form-save = Speichern
room-form-open = Raum öffnen
room-form-cancel = Abbrechen
room-form-expected = erwartet wird { $want }
room-yes = ja
room-no = nein
room-own = eine eigene

## Clocks

room-clock-none = keine Uhr
room-clock-move = { $time } pro Zug
room-clock-bank = { $main } + { $increment }
room-clock-days = { $count ->
    [one] { $count } Tag pro Zug
   *[other] { $count } Tage pro Zug
  }
room-minutes = { $count } min
room-seconds = { $count } s
room-clock-choice-none = keine
room-clock-choice-relaxed = 90 s pro Zug
room-clock-choice-quick = 20 s pro Zug
room-clock-choice-bank = je 10 min, 5 s pro Zug
room-clock-choice-days = ein Tag pro Zug
room-talk-people = Menschen
room-talk-all = Menschen und Programme
room-talk-off = niemand
room-aids = Hilfen
room-aids-on = erlaubt
room-aids-off = nicht erlaubt

## How long ago

room-ago-now = gerade eben
room-ago-minutes = vor { $count } min
room-ago-hours = vor { $count } h
room-ago-days = vor { $count } T
room-days-hours = { $days } T { $hours } h
## Paces of a server

room-pace-casual = gemütlich
room-pace-bots = für Bots
room-pace-classic = klassisch
room-clock-choice-days3 = 3 Tage pro Zug
room-clock-choice-week = 7 Tage pro Zug
room-slow = Sag, dass du bereit bist, dann darfst du gehen: Dein Platz bleibt deiner, und die Partie beginnt, wenn alle bereit sind. Meine Spiele zeigt dir, wann du dran bist.
