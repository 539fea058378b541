# Ein echtes Brett von Catan im Terminal: Menschen tippen, was geschieht, Programme sagen, was sie tun. Was man tippt, ist in allen Sprachen gleich.

terminal-table-left = Schluss; weiter geht es mit: { $command }
terminal-table-kept = Alles wird in { $file } festgehalten; ? hilft jederzeit.
terminal-table-played-by = { $name }, gespielt von { $bot }
terminal-table-lay = Lege das Brett so aus:
terminal-table-lies = Enter, wenn es so liegt
terminal-table-corners = Ecken
terminal-table-edges = Kanten

## Was gefragt wird

terminal-table-roll = würfle: tippe die Würfel
terminal-table-discard = lege wegen der Sieben { $count ->
    [one] { $count } Karte
   *[other] { $count } Karten
  } weg ({ $typed })
terminal-table-first = oder erst: { $actions }
terminal-table-dice = die Würfel von { $name }
terminal-table-drawn = die Karte, die { $name } gezogen hat ({ $typed }; wird nicht gezeigt)
terminal-table-stolen = die Karte, die { $name } von { $whom } zieht ({ $typed }; wird nicht gezeigt)
terminal-table-stolen-or = die Karte, die { $name } von { $whom } zieht ({ $typed }; wird nicht gezeigt; ? lässt das Programm ziehen)
terminal-table-draws = { $name } zieht { $card } von { $whom }: gib die Karte weiter.
terminal-table-takes = { $name } nimmt { $card } von { $whom }.
terminal-table-hands-over = wie viele Karten gibt { $name } ab ({ $card })?
terminal-table-held = wie viele Siegpunktkarten hatte { $name }?
terminal-table-done = Enter, wenn das getan ist
terminal-table-press = drücke Enter, wenn es getan ist; undo nimmt zurück, was davor eingegeben wurde

## Was der Spieler eines Programms tut: auf dem echten Brett wird es für ihn getan

terminal-table-say-roll = { $name } würfelt.
terminal-table-say-play_knight = { $name } spielt einen Ritter: decke ihn auf.
terminal-table-say-play_road_building = { $name } spielt Straßenbau: decke ihn auf.
terminal-table-say-play_monopoly = { $name } spielt Monopol auf { $card }: alle geben diese Karten ab.
terminal-table-say-play_plenty = { $name } spielt Erfindung und nimmt aus der Bank { $cards }.
terminal-table-say-accept = { $name } sagt ja zum Angebot.
terminal-table-say-reject = { $name } sagt nein zum Angebot.
terminal-table-say-withdraw = { $name } zieht das eigene Angebot zurück.
terminal-table-say-road = { $name } baut { $road }; zahle der Bank { $price }.
terminal-table-say-settlement = { $name } baut eine Siedlung an { $vertex }; zahle der Bank { $price }.
terminal-table-say-city = { $name } macht die eigene Siedlung an { $vertex } zur Stadt; zahle der Bank { $price }.
terminal-table-say-buy_dev = { $name } kauft eine Entwicklungskarte: lege die oberste Karte verdeckt dazu; zahle der Bank { $price }.
terminal-table-say-place_settlement = { $name } setzt eine Siedlung an { $vertex }.
terminal-table-say-place_road = { $name } setzt { $road }.
terminal-table-say-free_road = { $name } baut kostenlos { $road }.
terminal-table-say-move_robber = { $name } versetzt den Räuber auf Feld { $hex } ({ $lies }).
terminal-table-say-steal = { $name } stiehlt von { $whom }.
terminal-table-say-discard = { $name } legt 1 { $card } weg.
terminal-table-say-end_turn = { $name } beendet den Zug: die Würfel gehen an { $whom }.
terminal-table-say-bank = { $name } handelt mit der Bank: { $trade }.
terminal-table-say-offer = { $name } bietet { $give } für { $take }, wem: { $whom }.
terminal-table-say-counter = { $name } würde geben: { $trade }.
terminal-table-say-confirm = { $name } handelt mit { $whom } und gibt { $trade }.
terminal-table-vertex = Ecke { $number } ({ $around })
terminal-table-harbour = Hafen { $kind }
terminal-table-road = eine Straße von { $from } nach { $to }: Kante { $edge }
terminal-table-opens = { $name } deckt { $count ->
    [one] { $count } Siegpunktkarte
   *[other] { $count } Siegpunktkarten
  } auf.
terminal-table-trouble = { $name } { $what }; die harmlose Aktion wird gespielt
terminal-table-too-slow = braucht länger als { $seconds } s
terminal-table-not-allowed = will, was nicht erlaubt ist: { $why }
terminal-table-failed = ist gescheitert; woran, sagt das Log

## Worte für den Tisch

terminal-table-holds = { $name } hat { $cards }; { $more }
terminal-table-nothing-else = sonst nichts
terminal-table-no-program = { $name }: erwartet wird der Name eines Spielers, für den ein Programm spielt
terminal-table-saved = gespeichert in { $file }
terminal-table-nothing-undo = es gibt nichts zurückzunehmen
terminal-table-nothing-redo = es gibt nichts wieder einzugeben
terminal-table-nothing-yet = es ist noch nichts geschehen
terminal-table-gone-undo = zurückgenommen: { $count }; zuletzt geschah:
terminal-table-gone-redo = wieder eingegeben: { $count }; zuletzt geschah:
terminal-table-too-few = { $name } bräuchte { $count ->
    [one] { $count } Siegpunktkarte
   *[other] { $count } Siegpunktkarten
  } und hat { $held ->
    [one] { $held } Karte
   *[other] { $held } Karten
  }
terminal-table-record = Aufzeichnung: { $file }
terminal-table-name-expected = erwartet wird ein Name dahinter
terminal-table-number-behind = erwartet wird eine Zahl dahinter, nicht { $got }
terminal-table-help-dice = die Würfel, als Summe oder beide
terminal-table-help-number = ein Ort, wo nur Orte gefragt sind, sonst die Nummer einer Aktion der Liste
terminal-table-help-words = eine Aktion in Worten; die Klammern in der Liste sagen, wie
terminal-table-help-letters = w Holz, b Lehm, s Wolle, h Getreide, o Erz; yes, no, end, buy und knight gehen auch
terminal-table-help-discard = alle Karten, die jemand weglegt; discard 2w1o ist dasselbe
terminal-table-help-hidden = hinter einer Karte, die sonst niemand kennen soll: steal ann ?
terminal-table-help-enter = noch einmal, was möglich ist; nach einer Ansage: es ist getan
terminal-table-help-win = wer am Zug ist, hat gewonnen; mit so vielen aufgedeckten Siegpunktkarten
terminal-table-help-undo = nimmt die letzten Eingaben zurück; redo gibt sie wieder ein
terminal-table-help-show = die Stellung; die Nummern aller Orte
terminal-table-help-log = was geschehen ist
terminal-table-help-cards = was ein Programm auf der Hand hat, zum Vergleich mit seinem Stapel
terminal-table-help-save = eine Kopie der Datei des Tisches; die wird ohnehin bei jeder Eingabe geschrieben
terminal-table-help-quit = geht; infoset tabletop --resume FILE macht weiter

## Was sich nicht lesen lässt

terminal-table-got = { $what }, nicht { $got }
terminal-table-action-expected = erwartet wird eine Aktion; ? hilft
terminal-table-type-dice = tippe die Würfel: 8, oder 3 5
terminal-table-dice-expected = erwartet werden die Würfel: ihre Summe, oder beide wie 3 5
terminal-table-sum = Würfel: erwartet wird eine Summe von { $least } bis { $most }, nicht { $got }
terminal-table-two-numbers = Würfel: erwartet werden zwei Zahlen von 1 bis { $most }
terminal-table-resource = erwartet wird ein Rohstoff ({ $names })
terminal-table-one-of = erwartet wird eines von: { $names }
terminal-table-count = erwartet wird eine Zahl von 0 bis { $most }, nicht { $got }
terminal-table-listed = erwartet wird eine Zahl von 0 bis { $last }, oder eine Aktion in Worten

## Das Brett, das auf dem Tisch liegt, Reihe für Reihe

terminal-table-how = wie liegt das Brett?
terminal-table-rows = Das Brett Reihe für Reihe von oben, auf Englisch, etwa: { $example } (die Wüste, desert, ohne Zahl).
terminal-table-keeps = Enter allein behält, was in Klammern steht.
terminal-table-row = Reihe { $number }, { $count ->
    [one] { $count } Feld
   *[other] { $count } Felder
  }
terminal-table-harbours = Häfen im Uhrzeigersinn ab der nordwestlichen Kante des ersten Feldes
terminal-table-no-board = das ist kein Brett: { $why }
terminal-table-again = Noch einmal; Enter behält eine Reihe.
terminal-table-parts = erwartet werden { $count }, durch Kommas getrennt, nicht { $got }

## Was nach allen Eingaben nicht sein kann

terminal-table-not-asked = { $name } hat jetzt nicht zu entscheiden
terminal-table-no-discards = niemand muss jetzt Karten weglegen
terminal-table-discards = { $name } muss { $count ->
    [one] { $count } Karte
   *[other] { $count } Karten
  } weglegen, nicht { $got }
terminal-table-not-aside = { $name } kann nicht weglegen: { $cards }
terminal-table-none-to-steal = { $name } hat keine solche Karte ({ $card }), die sich stehlen ließe
terminal-table-cannot-have = { $name } kann nicht haben: { $cards }
terminal-table-counts = diese Zahlen ({ $card }) können nicht alle zugleich stimmen
terminal-table-cards-for-it = die Karten dafür
terminal-table-cannot-by-entries = nach allem, was eingegeben wurde, kann { $name } nicht haben: { $what }
terminal-table-deck-empty = es kann keine Karte mehr im Stapel sein
terminal-table-none-in-deck = eine solche Karte ({ $card }) kann nicht mehr im Stapel sein
terminal-table-says-itself = { $name } meldet den Sieg von allein
terminal-table-own-turn = { $name } kann nur im eigenen Zug gewinnen
terminal-table-not-enough = { $name } hat { $points ->
    [one] { $points } sichtbaren Punkt
   *[other] { $points } sichtbare Punkte
  }; mit { $cards ->
    [one] { $cards } Siegpunktkarte
   *[other] { $cards } Siegpunktkarten
  } macht das { $sum } von { $target }
terminal-table-no-win = nach allem, was eingegeben wurde, kann { $name } jetzt nicht { $count ->
    [one] { $count } Siegpunktkarte
   *[other] { $count } Siegpunktkarten
  } haben: solche Karten sind nicht mehr übrig, oder die Partie wäre schon vorher aus gewesen
terminal-table-won-before = { $name } hatte schon vorher so viele Punkte: geh mit undo dorthin zurück, dann gib win ein
terminal-table-shown-later = verdeckte Siegpunkte werden gezeigt, wenn die Partie aus ist
terminal-table-nothing-hidden = { $name } hat keine verdeckten Karten
terminal-table-held-between = nach allem, was eingegeben wurde, hatte { $name } Siegpunktkarten: { $least } bis { $most }
