# On the card of the lobby in the window: a few words.
catan-brief = Siedle, handle, und hüte dich vor dem Räuber.
catan-about = Besiedle die Insel, handle mit den anderen und behalte deine Karten für dich. Zwei bis vier Plätze, mit allen Regeln und freiem Handel.
## Options, as people speak of them

catan-option-seats = Plätze
catan-option-target = Punkte zum Sieg
catan-option-layout = Insel
catan-option-round_limit = Höchstens Runden
catan-option-public_discards = Abgelegtes ist sichtbar
catan-option-bank_public = Die Bank ist sichtbar
catan-option-trade_menu = Angebote in der Liste
catan-option-max_offers = Angebote pro Zug
catan-option-friendly_robber = Freundlicher Räuber
catan-option-rob_empty = Leere Hände können beraubt werden
catan-option-about-seats = Plätze, die spielen
catan-option-about-target = Punkte, mit denen man gewinnt
catan-option-about-layout = das Brett nach Namen, oder ein Objekt mit Feldern und Häfen
catan-option-about-round_limit = Runden, nach denen die meisten Punkte gewinnen
catan-option-about-public_discards = alle sehen, was eine Sieben die anderen kostet
catan-option-about-bank_public = alle sehen, wie viel die Bank hat
catan-option-about-trade_menu = Angebote, die gelistet sind; alle anderen gehen auch
catan-option-about-max_offers = Angebote an andere in einem Zug; 0: kein Handel
catan-option-about-friendly_robber = der Räuber verschont, wer weniger als 3 öffentliche Punkte hat
catan-option-about-rob_empty = auch Plätze ohne Karten können Opfer sein
catan-choice-layout-beginner = gedruckt, für den Anfang
catan-choice-layout-thesis = wie in der Diplomarbeit
catan-choice-layout-random = gemischt, rote Zahlen getrennt
catan-choice-layout-fully_random = frei gemischt
catan-choice-trade_menu-none = keine
catan-choice-trade_menu-1_1 = eine Karte für eine
catan-choice-trade_menu-small = höchstens zwei für zwei
catan-preset-quick = schnell: 7 Punkte, die Insel für den Anfang
catan-preset-kind = freundlich: der Räuber verschont, wer zurückliegt
catan-preset-quiet = still: kein Handel untereinander
catan-preset-strict = aus dem Gedächtnis: Abgelegtes und die Bank sind verdeckt
## A first match, guided

catan-lesson-about-1 = Besiedle die Insel. Siedlungen und Städte bringen Karten, wenn die Zahl ihres Feldes gewürfelt wird; mit Karten baut man weiter. In dieser ersten Partie gewinnen vier Punkte.
catan-lesson-about-2 = Hände sind verdeckt, aber alles, was offen kommt und geht, wird für dich gemerkt.
catan-lesson-settlement-title = Setz eine Siedlung
catan-lesson-settlement-1 = Such Ecken mit vielen Punkten unter den Zahlen: Sie kommen oft. Drei verschiedene Rohstoffe sind besser als zwei.
catan-lesson-settlement-2 = Klick eine Ecke an, oder geh mit Tab hin und drück Enter.
catan-lesson-road-title = Setz eine Straße
catan-lesson-road-1 = Sie muss die Siedlung berühren. Führ sie dorthin, wo du als Nächstes siedeln willst; zwei Kanten weiter genügt.
catan-lesson-roll-title = Würfle
catan-lesson-roll-1 = Die Summe der Würfel sagt, welche Felder bringen. Wer dort ein Gebäude hat, bekommt eine Karte, für Städte zwei.
catan-lesson-seven-title = Eine Sieben: ablegen
catan-lesson-seven-1 = Wer mehr als sieben Karten hält, verliert die Hälfte. Klick die Karten an, die du entbehren kannst.
catan-lesson-robber-title = Der Räuber
catan-lesson-robber-1 = Sein Feld bringt nichts, und du stiehlst jemandem, der dort wohnt, eine Karte. Nur ihr beide seht, welche.
catan-lesson-answer-title = Beantworte ein Angebot
catan-lesson-answer-1 = Stimm zu, lehn ab, oder sag, was du lieber hättest. Alle Antworten werden zusammen gezeigt.
catan-lesson-deal-title = Schließ einen Handel ab
catan-lesson-deal-1 = Wähl jemanden, der zugestimmt hat, oder zieh das Angebot zurück.
catan-lesson-turn-title = Dein Zug
catan-lesson-turn-1 = Die kleinen Zeichen sind Preise. Ein Knopf leuchtet, wenn du bezahlen kannst und ein Platz da ist; wähl ihn, dann klick den Platz an.
catan-lesson-turn-2 = Vier gleiche Karten tauscht die Bank gegen jede andere; an Häfen drei oder zwei.
catan-lesson-watch-title = Den anderen zusehen
catan-lesson-watch-1 = Kleine farbige Zahlen neben einem Namen sind, was die Hand enthalten muss, soweit es aus dem folgt, was alle sahen.
## Resources and cards

catan-resource-0 = Holz
catan-resource-1 = Lehm
catan-resource-2 = Wolle
catan-resource-3 = Getreide
catan-resource-4 = Erz
catan-desert = Wüste
# So many cards of a resource, as in "2 wood".
catan-count = { $count } { $name }
catan-nothing = nichts
catan-a-card = eine Karte
catan-dev-0 = Ritter
catan-dev-1 = Straßenbau
catan-dev-2 = Erfindung
catan-dev-3 = Monopol
catan-dev-4 = Siegpunkt
catan-dev-about-0 = Versetz den Räuber und stiehl eine Karte.
catan-dev-about-1 = Bau zwei Straßen umsonst.
catan-dev-about-2 = Nimm zwei beliebige Karten aus der Bank.
catan-dev-about-3 = Alle geben dir alle Karten eines Rohstoffs.
catan-dev-about-4 = Zählt sofort einen Punkt, verdeckt.
catan-dev-fresh = { $about } In diesem Zug gekauft: ab dem nächsten spielbar.

## What is asked, whose turn it is

catan-ask-place_settlement = Setz eine Siedlung: Klick eine Ecke an.
catan-ask-place_road = Setz eine Straße daneben.
catan-ask-roll = Würfle, oder spiel zuerst eine Karte.
catan-ask-robber = Versetz den Räuber auf ein anderes Feld.
catan-ask-victim = Wen beraubst du?
catan-ask-free_road = Bau eine Straße umsonst.
catan-ask-main = Bau, handle, oder beende deinen Zug.
catan-ask-answer = Dir wird ein Handel angeboten.
catan-ask-deal = Wähl, mit wem du handelst.
catan-ask-discard = Leg { $count ->
    [one] { $count } Karte
   *[other] { $count } Karten
  } ab.
catan-halving = Große Hände werden halbiert.
catan-offers = { $name } { $me ->
    [yes] bietest
   *[no] bietet
  } einen Handel an.
catan-places = { $name } { $me ->
    [yes] setzt
   *[no] setzt
  }.
catan-rolls = { $name } { $me ->
    [yes] würfelst
   *[no] würfelt
  }.
catan-plays = { $name } { $me ->
    [yes] spielst
   *[no] spielt
  }.

## The log: what somebody did, behind their name

catan-log-settlement = Siedlung gebaut
catan-log-city = Stadt gebaut
catan-log-road = Straße gebaut
catan-log-turn = Runde { $round }
catan-log-dice = { $sum } gewürfelt ({ $first } + { $second })
catan-log-yield = { $cards } bekommen
catan-log-aside = { $card } abgelegt
catan-log-discard = { $cards } an die Sieben verloren
catan-log-discard-count = { $count ->
    [one] { $count } Karte
   *[other] { $count } Karten
  } an die Sieben verloren
catan-log-robber = Räuber versetzt
catan-log-theft = { $card } gestohlen, { $me ->
    [yes] von dir
   *[no] von { $name }
  }
catan-log-buy = Entwicklungskarte gekauft
catan-log-bought = { $card } gezogen
catan-log-play = { $card } gespielt
catan-log-monopoly = alles an { $name } genommen: { $count ->
    [one] { $count } Karte
   *[other] { $count } Karten
  }
catan-log-plenty = { $cards } aus der Bank genommen
catan-log-bank = { $give } gegen { $take } mit der Bank getauscht
catan-log-offer = { $give } für { $take } angeboten
catan-log-accept = würde zustimmen
catan-log-reject = abgelehnt
catan-log-counter = würde { $give } für { $take } geben
catan-log-trade = Handel { $me ->
    [yes] mit dir
   *[no] mit { $name }
  }: { $give } gegen { $take }
catan-log-withdraw = Angebot zurückgezogen
catan-log-longest = längste Handelsstraße: 2 Punkte
catan-log-longest-none = Niemand hat mehr die längste Handelsstraße.
catan-log-army = größte Rittermacht: 2 Punkte
catan-log-army-none = Niemand hat mehr die größte Rittermacht.
catan-log-last-round = Die letzte Runde ist vorbei.
catan-end-limit = Die Rundengrenze ist erreicht.
catan-end-points = { $count ->
    [one] { $count } Punkt gewinnt
   *[other] { $count } Punkte gewinnen
  } im eigenen Zug.

## Actions, as orders to oneself

catan-do-roll = Würfeln
catan-do-end_turn = Den Zug beenden
catan-do-end = Zug beenden
catan-do-accept = Zustimmen: { $give } für { $take } geben
catan-do-reject = Den Handel ablehnen
catan-do-withdraw = Das Angebot zurückziehen
catan-do-offer = { $give } für { $take } anbieten
catan-do-counter = Stattdessen { $give } für { $take } vorschlagen
catan-do-confirm = Mit { $name } handeln
catan-do-buy_dev = Eine Entwicklungskarte kaufen
catan-do-play_knight = Einen Ritter spielen
catan-do-play_road_building = { $card } spielen
catan-do-play_plenty = { $cards } nehmen
catan-do-play_monopoly = Alles an { $name } nehmen
catan-do-bank = { $rate } { $give } gegen 1 { $take } tauschen
catan-bank-rate = { $rate } { $give } gegen 1 { $take }
catan-do-steal = { $name } berauben
catan-do-move_robber = Den Räuber versetzen: { $hex }
catan-do-city = Eine Stadt bauen: { $corner }
catan-do-settlement = Eine Siedlung bauen: { $corner }
catan-do-place_settlement = Eine Siedlung setzen: { $corner }
catan-do-road = Eine Straße bauen { $edge }
catan-do-free_road = Eine Straße bauen { $edge }
catan-do-place_road = Eine Straße setzen { $edge }
catan-between = zwischen { $one } und { $other }
catan-harbour = Hafen { $exchange }
catan-exchange = 2 { $name } für 1
catan-exchange-any = 3 für 1

## The board

catan-island = Die Insel
catan-place-road = Straße { $edge }, { $where }
catan-place-settlement = Siedlung an Ecke { $corner }: { $where }
catan-place-city = Stadt an Ecke { $corner }: { $where }
catan-settlement-of = Siedlung von { $name }
catan-city-of = Stadt von { $name }
catan-robber = der Räuber
catan-player = { $name }: { $count ->
    [one] { $count } Punkt
   *[other] { $count } Punkte
  }
catan-points = Punkte
catan-points-public = öffentliche Punkte
catan-hand-cards = Karten auf der Hand
catan-cards = Karten
catan-cards-of = { $count ->
    [one] { $count } Karte
   *[other] { $count } Karten
  }
catan-devs = Entwicklungskarten
catan-army = größte Rittermacht
catan-knights-played = gespielte Ritter
catan-knights = Ritter
catan-longest = längste Handelsstraße
catan-trail = längster Straßenzug
catan-road = Straße
catan-known-hand = die Hand, soweit sie aus dem folgt, was du gesehen hast
catan-answer-counter = gibt { $give } für { $take }
catan-answer-waiting = ist gefragt
catan-answer-accept = stimmt zu
catan-answer-reject = lehnt ab
catan-dice = Würfel: { $first } und { $second }
catan-bank = Bank
catan-own-hand = Deine Hand
catan-set-aside = { $cards }: eine ablegen
catan-discard-more = Noch { $count } ablegen
catan-discard-these = { $cards } ablegen
catan-begin-again = Neu beginnen
catan-chosen = Bisher gewählt: { $cards }.
catan-counter-offer = Ein Gegenangebot
catan-an-offer = Ein Angebot
catan-costs = , kostet { $cards }
catan-build-road = Straße
catan-build-settlement = Siedlung
catan-build-city = Stadt
catan-build-dev = Entwicklungskarte
catan-build-dev-short = Karte
catan-trade-bank = Mit der Bank tauschen
catan-opens = { $title } …
catan-offer-trade = Handel anbieten
catan-offer-short = Angebot …
catan-say-so = Vorschlagen
catan-offer = Anbieten
catan-wants = { $name } gibt { $give } und will { $take }.
catan-agree = Zustimmen
catan-decline = Ablehnen
catan-else = Etwas anderes …
catan-lacking = Du hast nicht, was gewünscht wird.
catan-trade-with = Mit { $name } handeln: { $answer }
catan-may-hold = Was sie haben können
catan-unsure = { $count ->
    [one] Ungesehene Diebstähle lassen { $count } Möglichkeit.
   *[other] Ungesehene Diebstähle lassen { $count } Möglichkeiten.
  } Die wahrscheinlichsten:
catan-dice-so-far = Würfe bisher
catan-dice-plot = wie oft jede Zahl gewürfelt wurde
catan-prices = Kosten
catan-give = Du gibst
catan-get = Du bekommst
catan-to = An
catan-one-less = eins weniger: { $name }
catan-one-more = eins mehr: { $name }, bisher { $count }
catan-cancel = Abbrechen
catan-for = { $give } gegen { $take }

## The window

catan-setting-up = Aufbau
catan-in-bank = { $cards } in der Bank
catan-certain = Sicher: { $cards }
catan-dice-short = Würfe
catan-not-here = Hier nicht: { $where }
catan-why-not = Drück, um zu erfahren, warum.
catan-along = an der Küste: { $hex }
catan-put-aside = Ablegen
catan-no-offers = Keine Angebote mehr in diesem Zug.
catan-no-bank = Für die Bank hast du zu wenige Karten einer Sorte.
catan-missing = Es fehlt: { $cards }
catan-no-place = { $what }: Es gibt keinen Platz oder kein Teil mehr.
catan-none-there = Davon liegt nichts da: { $name }.
catan-no-more = Mehr hast du nicht: { $name }.
catan-both-sides = Beide Seiten geben mindestens eine Karte.
catan-also-to = Auch an { $name }
catan-not-to = Nicht an { $name }
catan-to-somebody = Ein Angebot geht an mindestens eine Person.
catan-deal = Handel
catan-stat-buildings = Siedlungen, Städte
catan-stat-dice = Karten vom Würfeln
catan-stat-stolen = Gestohlene Karten
catan-tour-island-title = Die Insel
catan-tour-seat-title = Mitspielende
catan-tour-seat-1 = Punkte, Karten auf der Hand, Entwicklungskarten, Ritter und Straßen. Darunter steht, welche Karten eine Hand sicher hält. Die längste Handelsstraße und die größte Rittermacht bringen zwei Punkte; ein Stern zeigt sie an.
catan-tour-bank-title = Die Bank
catan-tour-bank-1 = Was von jedem Rohstoff und von den Entwicklungskarten übrig ist.
catan-tour-bar-title = Deine Karten und was du tun kannst
catan-tour-bar-1 = In deinem Zug: würfeln, dann handeln und bauen. Drück Straße, Siedlung oder Stadt, dann einen markierten Platz. Was nicht geht, sagt beim Drücken, warum. Angebot fragt die anderen, Bank nutzt deine Häfen.
catan-layer-terrain = Felder
catan-layer-numbers = Zahlen
catan-layer-harbours = Häfen
catan-lay-empty = leer
catan-lay-else = Drück, um etwas anderes zu legen.
catan-lay-done = So liegt das Brett
catan-lay-all = Alles liegt.
catan-in-box = { $piece }: noch { $count } in der Schachtel
catan-box-empty = { $piece }: keine mehr in der Schachtel
catan-left = noch { $count }
catan-table-gives = Gibt
catan-table-gets = Bekommt
catan-table-lay = Leg das Brett so auf den Tisch, wie es hier zu sehen ist, auch Häfen und Zahlen.
catan-table-laid = Es liegt da
catan-table-done = Erledigt
catan-table-rolled = Die gewürfelte Summe:
catan-table-roll = Würfle und drück die Summe:
catan-table-comes = Der Tisch wird gedeckt …
catan-table-first = oder zuerst:
catan-table-secret = Jetzt schaut nur, wer die Karte kennen darf: Welche ist es?
catan-table-draw = Das Programm zieht eine
catan-table-point = Zeig auf den Platz auf dem Brett: Markierte Plätze sind frei.
catan-table-no-bank = Niemand kann Karten für die Bank haben.
catan-table-won = Gewonnen
catan-table-asks = { $name }: { $words }
catan-table-hands-over = Wie viel gibt { $name } ab: { $resource }?
catan-secret-points = { $count ->
    [one] und { $count }, den nur du siehst
   *[other] und { $count }, die nur du siehst
  }
catan-uncertain = { $count ->
    [one] und { $count } weitere Karte
   *[other] und { $count } weitere Karten
  }
catan-lay-missing = Noch { $count } zu legen
catan-table-aside = { $name } legt { $count ->
    [one] { $count } Karte
   *[other] { $count } Karten
  } ab.
catan-tour-island-1 = Siedlungen an den Ecken sind einen Punkt wert, Städte zwei. Wer im eigenen Zug { $target ->
    [one] { $target } Punkt
   *[other] { $target } Punkte
  } hat, gewinnt. Jeder Wurf bringt Karten neben den Feldern mit dieser Zahl: mehr Punkte darunter, öfter.
catan-table-held = Wie viele Siegpunktkarten hatte { $name }?

## What one may conclude, beside the board.
catan-known-roll = Der nächste Wurf
catan-known-steal = Ein Diebstahl bei { $name }
catan-known-gains = { $name }: { $cards }
catan-known-discards = { $name }: { $count } abzuwerfen

## Im Terminal: was gefragt ist

catan-tell-task-place_settlement = setze eine Siedlung
catan-tell-task-place_road = setze eine Straße daran
catan-tell-task-roll = würfle, oder spiele erst eine Karte
catan-tell-task-discard = lege wegen der Sieben eine Karte weg
catan-tell-task-robber = versetze den Räuber
catan-tell-task-victim = wähle, wen du beraubst
catan-tell-task-free_road = baue eine freie Straße
catan-tell-task-main = handle und baue, oder beende den Zug
catan-tell-task-answer = antworte auf das Angebot
catan-tell-task-deal = schließe den Handel, oder zieh zurück
catan-tell-head-place_settlement = Siedlung an Ecke
catan-tell-head-place_road = Straße an Kante
catan-tell-head-roll = würfeln
catan-tell-head-play_knight = einen Ritter spielen
catan-tell-head-play_road_building = Straßenbau spielen
catan-tell-head-play_monopoly = Monopol spielen auf
catan-tell-head-play_plenty = Erfindung spielen für
catan-tell-head-discard = weglegen
catan-tell-head-move_robber = Räuber auf Feld
catan-tell-head-steal = berauben
catan-tell-head-free_road = freie Straße an Kante
catan-tell-head-end_turn = den Zug beenden
catan-tell-head-buy_dev = eine Entwicklungskarte kaufen
catan-tell-head-road = Straße an Kante
catan-tell-head-settlement = Siedlung an Ecke
catan-tell-head-city = Stadt an Ecke
catan-tell-head-bank = Handel mit der Bank
catan-tell-head-offer = Angebot an die anderen
catan-tell-head-reject = nein sagen
catan-tell-head-accept = ja sagen
catan-tell-head-counter = sagen, was du geben würdest
catan-tell-head-withdraw = zurückziehen
catan-tell-head-confirm = handeln mit
catan-tell-best = { $heading }; am meisten bringen:
catan-tell-any-other = oder eine andere der { $count } Nummern auf der Insel
catan-tell-corner = { $lies } ({ $ways } von 36)
catan-tell-harbour = Hafen { $kind }
catan-tell-offer-to = { $sides } an { $names }
catan-tell-ask-give = du gibst, etwa { $example }
catan-tell-ask-take = du bekommst, etwa { $example }
catan-tell-ask-to = wem, getrennt durch Kommas (nichts: allen)
catan-tell-some-of = { $verb }: erwartet einige von: { $names }, bekommen: { $got }

## Im Terminal: die Stellung

catan-tell-round = Runde { $round }
catan-tell-setting-up = Aufbau
catan-tell-dice = Würfel { $roll }
catan-tell-phase-place_settlement = { $name } setzt eine Siedlung
catan-tell-phase-place_road = { $name } setzt eine Straße
catan-tell-phase-roll = { $name } muss würfeln
catan-tell-phase-dice = { $name } würfelt
catan-tell-phase-discard = { $name } hat eine Sieben gewürfelt: es wird abgelegt
catan-tell-phase-robber = { $name } versetzt den Räuber
catan-tell-phase-victim = { $name } wählt ein Opfer
catan-tell-phase-theft = { $name } stiehlt
catan-tell-phase-free_road = { $name } baut eine freie Straße
catan-tell-phase-main = { $name } handelt und baut
catan-tell-phase-draw = { $name } zieht eine Karte
catan-tell-phase-answer = { $name } wartet auf Antworten
catan-tell-phase-deal = { $name } schließt einen Handel
catan-tell-bank = Bank { $cards }
catan-tell-bank-keyed = Bank ({ $key }): { $cards }
catan-tell-left = { $cards } ent { $count }
catan-tell-col-points = Pkt
catan-tell-col-cards = Krt
catan-tell-col-devs = Ent
catan-tell-col-knights = Ritter
catan-tell-col-road = Weg
catan-tell-col-hand = Hand
catan-tell-short = { $points }P { $cards }K { $devs }E
catan-tell-block = Straße { $road }, Ritter { $knights }
catan-tell-hand = Hand: { $cards }
catan-tell-no-cards = keine Karten
catan-tell-devs = Karten: { $cards }
catan-tell-fresh = { $card } (neu)
catan-tell-dev-0 = Ritter
catan-tell-dev-1 = Straßenbau
catan-tell-dev-2 = Erfindung
catan-tell-dev-3 = Monopol
catan-tell-dev-4 = Siegpunkt
catan-tell-with-hidden = Punkte mit den verdeckten: { $points }
catan-tell-aside = weggelegt: { $cards }
catan-tell-hexes = Felder (Nummer, Landschaft, Wurf): { $hexes }
catan-tell-harbours = Häfen (Art, Ecken): { $harbours }
catan-tell-harbour-at = { $kind } an { $corners }
catan-tell-robber-at = Räuber: Feld { $hex }
catan-tell-seat = { $called }: Punkte { $points }, { $cards }, Entwicklungskarten { $devs }, gespielte Ritter { $knights }{ $army }, Straßenlänge { $road }{ $longest }
catan-tell-seat-you = { $called }, du
catan-tell-seat-cards = Karten { $count }
catan-tell-seat-cards-known = Karten { $count } ({ $hand })
catan-tell-and-longest = und die längste (+{ $points })
catan-tell-and-army = und die größte Rittermacht (+{ $points })
catan-tell-settlements = Siedlungen: { $places }
catan-tell-cities = Städte: { $places }
catan-tell-roads = Straßen: { $places }
catan-tell-offer = Angebot: { $trade }
catan-tell-answered = { $name }: würde geben: { $trade }
catan-tell-open-corners = freie Ecken: { $places }
catan-tell-open-edges = freie Kanten: { $places }
catan-tell-trade = { $give } für { $take }

## Im Terminal: was geschah

catan-tell-did-reject = { $name } sagt nein
catan-tell-did-accept = { $name } sagt ja
catan-tell-did-withdraw = { $name } zieht das Angebot zurück
catan-tell-did-buy = { $name } kauft eine Entwicklungskarte
catan-tell-did-settlement = { $name } baut eine Siedlung an { $place }
catan-tell-did-city = { $name } baut eine Stadt an { $place }
catan-tell-did-road = { $name } baut eine Straße an { $place }
catan-tell-did-robber = { $name } versetzt den Räuber auf { $place }
catan-tell-did-longest_road = { $name } hat die längste Straße
catan-tell-did-largest_army = { $name } hat die größte Rittermacht
catan-tell-lost-longest_road = die längste Straße hat niemand
catan-tell-lost-largest_army = die größte Rittermacht hat niemand
catan-tell-did-turn = Runde { $round }, { $name }
catan-tell-did-dice = { $name } würfelt { $roll }
catan-tell-did-bought = { $name } zieht { $card }
catan-tell-did-play = { $name } spielt { $card }
catan-tell-did-yield = { $name } bekommt { $cards }
catan-tell-did-discard = { $name } legt ab: { $cards }
catan-tell-cards = { $count } Karten
catan-tell-did-theft = { $name } stiehlt { $card } von { $whom }
catan-tell-did-monopoly = { $name } nimmt alles ({ $card }): { $count }
catan-tell-did-bank = { $name } gibt der Bank { $trade }
catan-tell-did-offer = { $name } bietet { $trade }, wem: { $whom }
catan-tell-did-counter = { $name } würde geben: { $trade }
catan-tell-did-trade = { $name } gibt { $whom } { $trade }
catan-tell-vertex = Ecke { $number }
catan-tell-edge = Kante { $number }
catan-tell-hex = Feld { $number }
