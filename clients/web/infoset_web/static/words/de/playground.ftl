# A bot that is written in the page: the editor, how it plays, where it goes on.
playground-about = Nichts zu installieren. Das Programm läuft in diesem Browser, ohne ein Netz für sich; es bleibt auf diesem Gerät. Tab rückt ein; Esc, dann Tab verlässt den Editor.
playground-editor = Programm des Bots
playground-open = Eine Datei öffnen
playground-sample = Anfangen mit …
playground-sample-starter = dem Anfang: baut, wo es geht
playground-sample-verbs = Verben der Reihe nach
playground-sample-playouts = Partien, die der Server durchspielt
playground-sample-sure = Soll das an die Stelle dessen, was du geschrieben hast?
playground-try = Spielen lassen
playground-rules = Regeln
playground-rules-usual = wie üblich
playground-against = Gegen
playground-matches = Partien
playground-pace = Tempo
playground-room = { $name }: ein Bot bei der Arbeit
playground-play = Spielen
playground-stop = Anhalten
playground-starting = Es geht los …
playground-progress = { $played } von { $count ->
    [one] { $count } Partie
   *[other] { $count } Partien
  }
playground-waits = Dein Bot hat seit mehr als zehn Sekunden nicht geantwortet. Gibt es eine Schleife ohne Ende? Anhalten beendet sie.
playground-no-run = Nichts spielt: ein Programm endet mit „if (isMain(import.meta)) await run(MyBot);“, wie der Anfang.
playground-line = Zeile { $line }
playground-results = Ergebnisse
playground-won = Erster in { $won } von { $played ->
    [one] { $played } Partie
   *[other] { $played } Partien
  }. Auf die Dauer ist das ein Anteil zwischen { $low } % und { $high } % (95 von 100 Mal).
playground-faults = { $count ->
    [one] Eine Entscheidung ging schief
   *[other] { $count } Entscheidungen gingen schief
  }: warum, steht im Protokoll. Gespielt wurde der Ersatzzug des Servers.
playground-match = Partie
playground-place = Platz
playground-points = Punkte
playground-fault = Fehler
playground-why = Ansehen
playground-replay = Aufzeichnung
playground-log = Was er geschrieben hat
playground-left-out = In dieser Partie wurde noch mehr geschrieben; es ist weggelassen.
playground-asked = Was er zuletzt gefragt wurde: { $kind }
playground-onward = Wo er weitergeht
playground-onward-about = Als Ordner läuft er zu Hause, unverändert, in jeder Partie und in der Arena. Hochgeladen spielt er auf diesem Server Tag und Nacht, auch auf den Ranglisten; jedes Hochladen ist eine neue Version.
playground-name = Name des Bots
playground-plays = Für
playground-plays-all = alle Spiele
playground-save = Ordner speichern
playground-upload = Hochladen
