# Das Menü des Terminals, in dem man wählt, was gespielt wird.

terminal-menu-game = Spiel
terminal-menu-players = Spieler
terminal-menu-matches = Partien
terminal-menu-way-play = hier spielen, ohne Server
terminal-menu-way-game = das Spiel wählen
terminal-menu-way-players = die Spieler wählen
terminal-menu-way-options = Optionen des Spiels setzen
terminal-menu-way-matches = die Zahl der Partien setzen
terminal-menu-way-join = auf einem Server spielen
terminal-menu-way-watch = einem Server zusehen
terminal-menu-way-stats = Statistik der letzten hier gespielten Partien
terminal-menu-way-table = mit Leuten an ein echtes Brett von Catan setzen
terminal-menu-way-leave = beenden
terminal-menu-number = Nummer
terminal-menu-number-expected = erwartet wird eine Zahl von 1 bis { $most }, nicht { $got }

## Was für das Spiel gewählt ist

terminal-menu-which-game = welches Spiel?
terminal-menu-how-many = wie viele Partien
terminal-menu-matches-expected = Partien: erwartet wird 1 bis { $most }, nicht { $got }
terminal-menu-who-plays = wer spielt?
terminal-menu-remove = { $name } entfernen
terminal-menu-add = einen Spieler hinzufügen
terminal-menu-these = so soll gespielt werden
terminal-menu-one-player = mindestens ein Spieler wird gebraucht
terminal-menu-most-players = es dürfen höchstens { $count } Spieler sein
terminal-menu-who-joins = wer kommt dazu?
terminal-menu-other = ein anderer, wie ihn `infoset arena` nennt
terminal-menu-player-name = Name, Datei oder Befehl
terminal-menu-which-option = welche Option?
terminal-menu-none = keine
terminal-menu-value = { $name }, oder @FILE mit dem Namen einer Datei; - für den üblichen Wert

## Was gestartet wird

terminal-menu-table-game = ein echtes Brett ist eines von { $game }: wähle erst dieses Spiel
terminal-menu-people = Leute am Brett, durch Kommas getrennt
terminal-menu-one-person = an einem Brett sitzt mindestens ein Mensch
terminal-menu-your-name = dein Name
terminal-menu-server = Server
terminal-menu-nothing-played = hier wurde noch keine Partie gespielt
