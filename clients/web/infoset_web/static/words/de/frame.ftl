# Was um jede Ansicht herum steht: wohin man gehen kann, die Verbindung, Einstellungen.

frame-direction = ltr
frame-your-turn = Du bist am Zug
frame-brand = Infoset, zur Lobby
frame-pages = Seiten
frame-lobby = Lobby
frame-replays = Aufzeichnungen
frame-ladder = Rangliste
frame-tournaments = Turniere
frame-learn = Dein erster Bot
frame-abtests = A-B-Tests
frame-console = Konsole
frame-dismiss = Meldung schließen
frame-close = Schließen
frame-cut = Die Verbindung ist unterbrochen. Sie kommt von selbst wieder …
frame-late = Der Server hat noch nicht geantwortet. Was du getan hast, ist unterwegs …
frame-called = { $title }, Runde { $round }: Du wirst an deinen Tisch gerufen, gegen { $others }. Sag dort bis { $time }, dass du bereit bist.
frame-called-room = { $title }: Du wirst an deinen Tisch gerufen. Sag dort, dass du bereit bist.
# In the title of the tab, and of a notice of the browser.
frame-called-title = Dein Tisch ist aufgerufen
frame-to-table = An deinen Tisch
frame-to-match = Zurück zur Partie
frame-elsewhere = Partie in einem anderen Fenster
frame-queued = In der Warteschlange
frame-sounds = Töne
frame-sounds-on = Töne sind an
frame-sounds-off = Töne sind aus
frame-room = Raum { $room }
frame-running = { $game } gegen { $others }{ $mine ->
    [yes] : du bist am Zug
   *[no] { "" }
  }
# Several of one name in a list of names, such as bots.
frame-several = { $count }× { $name }
frame-matches = { $count ->
    [one] { $count } Partie
   *[other] { $count } Partien
  }

## Einstellungen

frame-settings = Einstellungen
frame-language = Sprache
frame-language-auto = wie der Browser
frame-theme = Farben
frame-theme-auto = wie das Gerät
frame-theme-light = hell
frame-theme-dark = dunkel
frame-text = Schrift
frame-text-normal = normal
frame-text-large = groß
frame-pace = Wie schnell die Züge der anderen gezeigt werden
frame-pace-slow = langsam
frame-pace-normal = normal
frame-pace-brisk = zügig
frame-pace-instant = sofort
frame-motion = Bewegung
frame-motion-on = Figuren gleiten, außer das Gerät will weniger Bewegung
frame-motion-off = nichts bewegt sich von selbst
frame-confirm = Nachfragen, bevor etwas endgültig ist
frame-confirm-slips = nach einer einzelnen Taste oder einem Tippen
frame-confirm-always = immer
frame-confirm-never = nie
frame-only = Fragen mit nur einer möglichen Antwort
frame-only-ask = mich fragen
frame-only-send = für mich beantworten, nicht schneller als ich
frame-who = Du bist { $name } auf { $server }.
frame-make-room = Hier spielt jemand anders
frame-log-out = Abmelden
frame-log-out-pupil = Abmelden? Zum Wiederkommen brauchst du eine neue Karte.

## Wem man nicht begegnen will

frame-keep-away = fernhalten
frame-keep-away-of = { $name } fernhalten
frame-keep-away-about = { $name } nie mehr begegnen oder hören
frame-kept-away = Du wirst { $name } nicht mehr begegnen oder hören. In den Einstellungen lässt sich das zurücknehmen.
frame-kept-away-list = Von dir ferngehalten
frame-let-near = Wieder zulassen

## Eine Partie in zwei Fenstern

frame-gone = Die Partie geht in einem anderen Fenster weiter
frame-gone-about = Du hast sie dort fortgesetzt. Dieses Fenster kann geschlossen werden, oder du holst die Partie zurück: So oder so geht nichts verloren.
frame-take-back = Hierher zurückholen
frame-looking = Die Partie wird gesucht …
frame-open-elsewhere = Diese Partie ist in einem anderen Fenster dieses Browsers offen, oder war es, als jenes geschlossen wurde.
frame-no-match = Diese Partie gehört jemand anderem, ist längst zu Ende, oder du spielst sie auf einem anderen Gerät: Verlass sie dort und lade dann diese Seite neu.
## Talk

frame-talk = Gespräch
frame-talk-none = Noch hat niemand etwas gesagt.
frame-talk-say = Etwas sagen
frame-talk-send = Senden
frame-talk-read = Du darfst mitlesen.
## What the server refuses, by its code

frame-error-room_full = Alle Plätze sind besetzt.
frame-error-seat_taken = Dort sitzt schon jemand.
frame-error-wrong_code = Das ist nicht der Code dieses Raums.
frame-error-not_host = Das darf nur, wer den Raum geöffnet hat.
frame-error-not_found = Einen solchen Raum oder eine solche Partie gibt es für dich nicht. Ein nicht gelisteter Raum braucht seinen Code.
frame-error-wrong_state = Das geht im Moment nicht.
frame-error-stale_decision = Zu spät: Diese Entscheidung ist abgeschlossen.
frame-error-already_sealed = Deine Wahl ist schon versiegelt.
frame-error-rate_limited = Zu schnell: Warte einen Moment.
frame-error-storage_full = Die Platte des Servers ist voll. Nichts wurde geändert; die Uhren stehen still.
frame-error-unavailable = Der Server konnte es nicht speichern. Nichts wurde geändert; versuch es noch einmal.
frame-error-shutting_down = Der Server hält an und nimmt nichts Neues an.
frame-error-field = { $field }: erwartet wird { $want }
frame-error-scope = Das darfst du hier nicht: Es braucht das Recht „{ $scope }“.
frame-error-not-here = Das darfst du hier nicht: { $why }.
frame-error-unknown = Das wurde abgelehnt.
frame-no-answer = Der Server antwortet nicht.
frame-mine = Meine Spiele
## What the server answers over HTTP instead of what was asked for, by the number of its answer

frame-refused-401 = Das Token deines Kontos gilt nicht mehr. Melde dich neu an.
frame-refused-429 = Zu schnell: Warte einen Moment.
# $reason is the server's, in English.
frame-refused = Abgelehnt: { $reason }
frame-answered = Der Server hat mit { $status } geantwortet.
frame-nothing-here = Hier ist (noch) nichts.
