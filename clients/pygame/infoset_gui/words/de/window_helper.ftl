# Programs at a person's side: assistants.
window-helper-which = Welches Programm? Zum Beispiel: { $example }
window-helper-too-many = { $count ->
    [one] Höchstens { $count } Programm zugleich
   *[other] Höchstens { $count } Programme zugleich
  }
window-helper-again = Drücke noch einmal auf Annehmen, und es wird gespielt
window-helper-laid-ready = Liegt bereit: Ändere es auf dem Brett, oder spiele es.
window-helper-commit = Spielen, was bereitliegt
window-helper-start = Start
window-helper-start-about = Dieses Programm starten
window-helper-code = Code
window-helper-code-about = Ein Code für ein Programm anderswo
window-helper-copy = Den Befehl kopieren
window-helper-dismiss = Wegschicken
window-helper-right-draw = zeichnen
window-helper-right-suggest = vorschlagen
window-helper-right-compute = rechnen
window-helper-right-act = handeln
window-helper-may = Es darf { $right }
window-helper-may-not = Es darf nicht { $right }; ein Druck erlaubt es
window-helper-none = Kein Programm hilft dir. Schreib oben den Befehl eines solchen, oder drücke auf den Schlüssel für einen Code.
window-helper-server = Server
window-helper-program = Programm
