# Where one begins: lessons, a bot of one's own, what goes over the wire.
learn-tab-bot = Dein erster Bot
learn-tab-here = Hier einen Bot schreiben
learn-tab-wire = Was über die Leitung geht
learn-tab-bots = Deine hochgeladenen Bots
learn-tab-games = Ein Spiel lernen
learn-tabs = Lernen
learn-begin-minutes = Anfangen, { $count ->
    [one] { $count } Minute
   *[other] { $count } Minuten
  }
learn-room = Erste Partie { $game }
learn-minutes = { $count ->
    [one] { $count } Minute
   *[other] { $count } Minuten
  }
learn-first-match = Deine erste Partie { $game }
learn-at-once = Du spielst sofort. Neben dem Brett erklärt die Anleitung, was gefragt ist und warum; es gibt keine Uhr.
learn-begin = Anfangen
learn-not-now = Nicht jetzt
learn-single = Oder eine einzelne Lektion
learn-copied = Kopiert.
learn-copy = Kopieren
learn-python = Nichts als Python
learn-python-about = Speichere das als { $file } und starte { $command }. Es spielt jedes Spiel hier vollständig: Mit jeder Frage kommt die Liste der erlaubten Antworten.
learn-sdk = Mit dem SDK
learn-sdk-about = Typisierte Züge, benannte Felder, Fehlermeldungen, wo du hinsiehst. Mit installiertem Infoset, durch { $command } im Ordner seines Quelltexts:
learn-folder = Ein Ordner für den Anfang
learn-folder-about = Ein Bot, der spielt, wie man ihn startet, und eine Prüfung, in deiner Sprache. Kein weiterer Download.
learn-sees = Was dein Bot sieht
learn-sees-about = Spiel hier eine Partie und sieh dir an, was über die Leitung geht: Dein Bot bekäme genau dieselben Nachrichten.
learn-show-wire = Die Leitung zeigen
learn-server = Lass ihn auf dem Server laufen
learn-server-about = Ein Bot kann hochgeladen werden und spielt dann Tag und Nacht: { $command }. Seine Versionen, Prüfungen und Protokolle stehen unter { $link }.
learn-server-link = deinen hochgeladenen Bots
learn-wire-about = Alle Nachrichten dieser Seite, die neuesten unten, ohne Geheimnisse. Mehr erfährt die Seite nie: Was dein Platz nicht wissen darf, ist nicht dabei.
learn-wire-type = Art der Nachricht
learn-wire-all = alle Arten
learn-wire-go-on = Weiter
learn-wire-hold = Anhalten
learn-wire-messages = Nachrichten
learn-done = Fertig.
learn-account = Hochgeladene Bots gehören zu einem Konto. Melde dich mit Token oder Karte an; Gäste haben keine.
learn-sending = Sende, { $share } %
learn-upload = Einen Bot hochladen
learn-upload-about = Ein Archiv (.zip, .tar.gz) vom Ordner des Bots. Er wird gebaut, spielt eine Partie gegen sich selbst und wird dann als Hausbot angeboten; ein neuer Upload ist eine neue Version.
learn-your-bots = Deine Bots
learn-bot = Bot
learn-version = Version
learn-state = Stand
learn-result = Ergebnis
learn-to-do = Was zu tun ist
learn-in-use = im Einsatz
learn-logs = Protokolle
learn-use = Einsetzen
learn-enable = Einschalten
learn-disable = Ausschalten
learn-logs-of = Protokolle von { $title }
learn-close = Schließen
