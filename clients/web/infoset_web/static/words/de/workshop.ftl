# A bot that is written in the page: the editor, how it plays, where it goes on.
workshop-about = Nichts zu installieren. Das Programm läuft in diesem Browser, ohne ein Netz für sich; es bleibt auf diesem Gerät. Tab rückt ein; Esc, dann Tab verlässt den Editor.
workshop-editor = Programm des Bots
workshop-open = Eine Datei öffnen
workshop-sample = Anfangen mit …
workshop-sample-starter = dem Anfang: baut, wo es geht
workshop-sample-verbs = Verben der Reihe nach
workshop-sample-playouts = Partien, die der Server durchspielt
workshop-sample-sure = Soll das an die Stelle dessen, was du geschrieben hast?
workshop-try = Spielen lassen
workshop-rules = Regeln
workshop-rules-usual = wie üblich
workshop-against = Gegen
workshop-matches = Partien
workshop-room = { $name }: ein Bot bei der Arbeit
workshop-play = Spielen
workshop-stop = Anhalten
workshop-starting = Es geht los …
workshop-progress = { $played } von { $count ->
    [one] { $count } Partie
   *[other] { $count } Partien
  }
workshop-waits = Dein Bot hat seit mehr als zehn Sekunden nicht geantwortet. Gibt es eine Schleife ohne Ende? Anhalten beendet sie.
workshop-no-run = Nichts spielt: ein Programm endet mit „if (isMain(import.meta)) await run(MyBot);“, wie der Anfang.
workshop-line = Zeile { $line }
workshop-results = Ergebnisse
workshop-won = Erster in { $won } von { $played ->
    [one] { $played } Partie
   *[other] { $played } Partien
  }. Auf die Dauer ist das ein Anteil zwischen { $low } % und { $high } % (95 von 100 Mal).
workshop-faults = { $count ->
    [one] Eine Entscheidung ging schief
   *[other] { $count } Entscheidungen gingen schief
  }: warum, steht im Protokoll. Gespielt wurde der Ersatzzug des Servers.
workshop-match = Partie
workshop-place = Platz
workshop-points = Punkte
workshop-fault = Fehler
workshop-why = Ansehen
workshop-replay = Aufzeichnung
workshop-log = Was er geschrieben hat
workshop-left-out = In dieser Partie wurde noch mehr geschrieben; es ist weggelassen.
workshop-asked = Was er zuletzt gefragt wurde: { $kind }
workshop-onward = Wo er weitergeht
workshop-onward-about = Als Ordner läuft er zu Hause, unverändert, in jeder Partie und in der Arena. Hochgeladen spielt er auf diesem Server Tag und Nacht, auch auf den Ranglisten; jedes Hochladen ist eine neue Version.
workshop-name = Name des Bots
workshop-plays = Für
workshop-plays-all = alle Spiele
workshop-save = Ordner speichern
workshop-upload = Hochladen
