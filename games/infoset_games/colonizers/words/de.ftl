# On the card of the lobby in the window: a few words.
colonizers-brief = Mars, vier Kolonien, sechs geheime Rollen.
colonizers-about = Bau die wertvollste Kolonie auf dem Mars. Niemand weiß, wen du geschickt hast: einen Bergmann, eine Spionin oder den Dieb, der ihnen die Lager leert.
## Options, as people speak of them

colonizers-option-colony = Module einer Kolonie
colonizers-option-legacy = Jede volle Kolonie bringt 4
colonizers-option-copies = Der Stapel
colonizers-option-about-colony = Module, die eine Kolonie füllen und das Spiel mit der Runde beenden
colonizers-option-about-legacy = jede volle Kolonie bringt 4 Punkte, nicht nur die erste (die anderen 2)
colonizers-option-about-copies = Karten jedes Moduls, insgesamt 1 bis 52: kleinere Stapel für den Unterricht
colonizers-preset-quick = schnell: Kolonien aus 4
colonizers-preset-first = ein erster Blick: Kolonien aus 2
## A first match, guided

colonizers-lesson-about-1 = Vier Kolonien auf dem Mars wetteifern. Mit Omnium baust du Module aus deiner Hand; jedes ist Punkte wert. In dieser ersten Partie füllen vier Module eine Kolonie.
colonizers-lesson-about-2 = In jeder Runde wählen alle heimlich je eine von sechs Figuren, die für sie verdient, stiehlt, tauscht oder zieht.
colonizers-lesson-pick-title = Wähle eine Figur
colonizers-lesson-pick-1 = Jede Karte sagt, was die Figur tut. Die anderen wählen aus dem, was du übrig lässt; so weißt du ein wenig, wer sie sein können.
colonizers-lesson-pick-2 = Eine Figur wurde ungesehen weggelegt. Unter jedem Namen siehst du, wen diese Person haben kann, soweit du es wissen kannst.
colonizers-lesson-draw-title = Omnium oder Karten
colonizers-lesson-draw-1 = Sofort zwei Omnium, oder zwei Karten, von denen du eine behältst. Mit leerer Hand zieh; mit Karten, die du nicht bezahlen kannst, nimm Omnium.
colonizers-lesson-draw-2 = Deine Figur ist jetzt aufgedeckt, und ihr Einkommen kommt von selbst.
colonizers-lesson-discard-title = Behalte eine Karte
colonizers-lesson-discard-1 = Oben links stehen die Kosten, oben rechts der Wert. Farben zählen fürs Einkommen: durchgezogen grün, gestrichelt blau, gepunktet rot.
colonizers-lesson-discard-2 = Die andere Karte kommt unter den Stapel. Du vergisst sie nicht: Siehe „Du weißt“ neben dem Brett.
colonizers-lesson-power-title = Eine Fähigkeit
colonizers-lesson-power-1 = Du nennst eine Figur, keine Person. Hat sie niemand, geschieht nichts. Aufgedeckte Figuren sind sichere Ziele.
colonizers-lesson-build-title = Baue
colonizers-lesson-build-1 = Ein Modul pro Zug. Klick es hier oder in deiner Hand an; was du bezahlen kannst, ist umrandet.
colonizers-lesson-watch-title = Den anderen zusehen
colonizers-lesson-watch-1 = Der Verlauf neben dem Brett erzählt jeden Zug. Zeichen unter einem Namen zeigen, wer diese Person noch sein kann; eine Karte mit Fragezeichen hat eine Seite, die du nicht gesehen hast.
colonizers-lesson-watch-2 = Das Tempo über dem Brett macht es langsamer oder schneller.
## Colonists

colonizers-role-0 = Ökologin
colonizers-role-1 = General
colonizers-role-2 = Bergmann
colonizers-role-3 = Opportunist
colonizers-role-4 = Spionin
colonizers-role-5 = Visionärin
colonizers-role-somebody = jemand
colonizers-power-0 = Verdient 1 Omnium für jedes grüne Modul der Kolonie.
colonizers-power-1 = Verdient 1 Omnium für jedes rote Modul der Kolonie.
colonizers-power-2 = Verdient 1 Omnium für jedes blaue Modul der Kolonie.
colonizers-power-3 = Darf bis zu 2 Omnium stehlen, und zwar der Person, die die gewählte Figur hat.
colonizers-power-4 = Darf die ganze Hand tauschen, und zwar mit der Person, die die gewählte Figur hat.
colonizers-power-5 = Zieht eine Karte mehr.

## What is asked, whose turn it is

colonizers-ask-pick = Wähl deine Figur für diese Runde.
colonizers-ask-draw = Omnium oder Karten?
colonizers-ask-discard = Behalte eine der beiden Karten.
colonizers-ask-power = Die Fähigkeit deiner Figur nutzen?
colonizers-ask-build = Ein Modul bauen?
colonizers-does-pick = { $name } { $me ->
    [yes] wählst
   *[no] wählt
  } eine Figur.
colonizers-does-draw = { $name } { $me ->
    [yes] wählst
   *[no] wählt
  } Omnium oder Karten.
colonizers-does-discard = { $name } { $me ->
    [yes] behältst
   *[no] behält
  } eine von zwei Karten.
colonizers-does-power = { $name } { $me ->
    [yes] kannst
   *[no] kann
  } eine Fähigkeit nutzen.
colonizers-does-build = { $name } { $me ->
    [yes] kannst
   *[no] kann
  } bauen.
colonizers-does-shuffle = { $name } { $me ->
    [yes] wartest
   *[no] wartet
  } auf das Mischen.
colonizers-hidden-card = eine verdeckte Karte
colonizers-nothing = nichts

## Actions, as orders to oneself

colonizers-do-pick = Wählen: { $role }
colonizers-do-omnium = 2 Omnium nehmen
colonizers-do-draw = Zwei Karten ziehen, eine behalten
colonizers-do-keep = { $module } behalten
colonizers-do-steal = Bestehlen: { $role }
colonizers-do-swap = Hände tauschen: { $role }
colonizers-do-build = { $module } bauen
colonizers-do-build-nothing = Nichts bauen
colonizers-do-nothing = Nichts tun

## The log: what somebody did, behind their name

colonizers-log-shuffle = Runde { $round }. Die Figuren werden gemischt, eine wird ungesehen weggelegt.
colonizers-log-put-away = Runde { $round }: beim Mischen beiseitegelegt: { $role }
colonizers-log-pick = { $role } gewählt
colonizers-log-pick-secret = heimlich eine Figur gewählt
colonizers-log-turn = ist { $role }
colonizers-log-income = { $amount } Omnium aus Modulen verdient
colonizers-log-bonus = dazu { $module } gezogen
colonizers-log-bonus-hidden = eine Karte mehr gezogen
colonizers-log-omnium = { $amount } Omnium genommen
colonizers-log-draw = { $module } gezogen
colonizers-log-draw-hidden = eine Karte gezogen
colonizers-log-keep = { $module } behalten; die andere kam unter den Stapel
colonizers-log-keep-hidden = eine Karte behalten; die andere kam unter den Stapel
colonizers-log-gone = volle Hand, die Karte ist aus dem Spiel
colonizers-log-steal = { $amount } Omnium gestohlen bei { $role }, { $me ->
    [yes] also dir
   *[no] { $name }
  }
colonizers-log-steal-nobody = wollte { $role } bestehlen, doch niemand hat diese Figur
colonizers-log-swap = Hände getauscht mit { $role }, { $me ->
    [yes] also dir
   *[no] { $name }
  }
colonizers-log-swap-cards = { $swap }: { $given } gegeben, { $taken } bekommen
colonizers-log-swap-nobody = wollte mit { $role } tauschen, doch niemand hat diese Figur
colonizers-log-build = { $module } für { $cost } gebaut
colonizers-log-skip = nichts gebaut
colonizers-log-draw-end = Der Stapel ist leer: unentschieden.
colonizers-log-over = Eine Kolonie ist voll. Die Partie ist zu Ende.
colonizers-end-draw = Der Stapel ist leer, alle sind gleich.
colonizers-end-points = Punkte sind die Werte aller Module; die erste volle Kolonie bringt 4 mehr, spätere 2.
colonizers-end-equal = { $points } Bei gleichen Punkten liegt der frühere Platz vorn.
colonizers-why-unaffordable = Nichts auf deiner Hand ist schon bezahlbar.
colonizers-why-empty = Deine Hand ist leer.
colonizers-why-power = { $role } nennt niemanden. Was die Figur tut, kommt von selbst.

## The board

colonizers-module = { $name }: kostet { $cost }, Wert { $value }, { $colour ->
    [green] grün
    [blue] blau
    [red] rot
   *[none] ohne Farbe
  }
colonizers-no-colonist = noch keine Figur
colonizers-may-be = vielleicht: { $names }
colonizers-one-of = eine von
colonizers-round = Runde
colonizers-deck = Stapel
colonizers-phases = Phasen eines Zugs
colonizers-phase-pick = Wahl
colonizers-phase-draw = Ziehen
colonizers-phase-discard = Ablegen
colonizers-phase-power = Fähigkeit
colonizers-phase-build = Bau
colonizers-out = Aus dem Spiel
colonizers-choice-was = Deine Auswahl war
colonizers-choice-was-about = die Figuren, unter denen du gewählt hast
colonizers-seat = { $name }: { $omnium } Omnium, { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
  }
colonizers-omnium = Omnium
colonizers-points = Punkte
colonizers-colony = Kolonie
colonizers-hand = Hand
colonizers-seen-by = auch gesehen von { $names }
colonizers-no-cards = keine Karten
colonizers-full-hand = Deine Hand ist voll, du kannst nicht ziehen.
colonizers-steal-from = bestehlen
colonizers-swap-with = tauschen mit
colonizers-known-cards = Karten jedes Moduls, deren Ort du kennst, von allen, die es gibt.
colonizers-bottom = Unter dem Stapel, soweit du weißt
colonizers-colonists = Figuren
## A colonist within a sentence

colonizers-one-0 = Ökologin
colonizers-one-1 = General
colonizers-one-2 = Bergmann
colonizers-one-3 = Opportunist
colonizers-one-4 = Spionin
colonizers-one-5 = Visionärin

## Modules, by their letter

colonizers-card-a = Sauerstoff{ "\u00AD" }generator
colonizers-card-b = Wasser{ "\u00AD" }speicher
colonizers-card-c = Hydro{ "\u00AD" }kultur{ "\u00AD" }anlage
colonizers-card-d = Öko-Kuppel
colonizers-card-e = Marktplatz
colonizers-card-f = Lagerhaus
colonizers-card-g = Steinbruch
colonizers-card-h = Omnium-Raffinerie
colonizers-card-i = Garnison
colonizers-card-j = Kaserne
colonizers-card-k = Militär{ "\u00AD" }akademie
colonizers-card-l = Planetare Abwehr
colonizers-card-m = Wohn{ "\u00AD" }einheit
colonizers-card-n = Raumhafen
colonizers-card-o = Forschungs{ "\u00AD" }labor
colonizers-card-p = Massen{ "\u00AD" }relais

## The window

colonizers-phase-shuffle = Mischen
colonizers-in-deck = { $count ->
    [one] { $count } Modul im Stapel
   *[other] { $count } Module im Stapel
  }
# How many cards of a module there are.
colonizers-copies = { $count } im Spiel
# Who can have a colonist.
colonizers-perhaps = Vielleicht { $names }
colonizers-not-picked = Noch nicht gewählt
colonizers-nobody = Niemand, soweit du weißt
colonizers-secret-yet = Das weiß noch niemand sonst.
colonizers-you-know = Du kennst diese Karte.
colonizers-about-omnium = Mit Omnium werden Module bezahlt.
colonizers-about-draw = Die andere kommt unter den Stapel.
colonizers-skip = Nichts
colonizers-tray-show = Die Karten zeigen
colonizers-tray-show-short = Zeigen
colonizers-tray-hide = Die Karten weglegen
colonizers-tray-hide-short = Weg
colonizers-end-filled = { $names } { $count ->
    [one] hat
   *[other] haben
  } die Kolonie gefüllt.
colonizers-stat-built = Gebaute Module
colonizers-stat-omnium = Übriges Omnium
colonizers-stat-hand = Karten auf der Hand
colonizers-tour-table-title = Vier Kolonien auf dem Mars
colonizers-tour-table-1 = Alle bauen Module; die meisten Punkte gewinnen. Wer eine Kolonie mit acht füllt, beendet das Spiel mit dieser Runde und bekommt Punkte dazu.
colonizers-tour-round-title = Sechs Figuren
colonizers-tour-round-1 = In jeder Runde wählt jeder heimlich eine davon. Sie gilt für die Runde und wird aufgedeckt, wenn der Zug beginnt. Zeig auf ein Zeichen und lies, was die Figur tut und wer sie haben kann.
colonizers-tour-own-title = Dein Platz
colonizers-tour-own-1 = Mit Omnium werden Module bezahlt: Auf einer Karte stehen oben die Kosten, unten die Punkte. Oben liegt deine Kolonie, unten deine Hand. Ränder unterscheiden die Farben: durchgezogen grün, gestrichelt blau, gepunktet rot.
colonizers-tour-others-title = Wer die anderen sein können
colonizers-tour-others-1 = Die kleinen Zeichen zeigen, welche Figuren jemand noch haben kann, nach allem, was du gesehen hast. Karten, die du kennst, liegen offen.
colonizers-tour-tray-title = Dein Zug
colonizers-tour-tray-1 = Drück hier eine Karte, oder die Taste mit ihrer Nummer. H legt die Karten weg, um den Tisch zu sehen. In einem Zug: Omnium oder Karten, dann die Fähigkeit deiner Figur, dann ein Modul.

## What one may conclude, beside the board.
colonizers-known-role = ist: { $role }
colonizers-known-nobody = niemand
colonizers-known-draw = Unter den zwei gezogenen Karten
colonizers-known-steal = Diebstahl, wen er trifft: { $role }
colonizers-known-swap = Handtausch, wen er trifft: { $role }
colonizers-known-omnium = { $count } Omnium

## Im Terminal: was gefragt ist

colonizers-tell-task-pick = wähle einen Kolonisten
colonizers-tell-task-draw = nimm Omnium, oder zieh Module
colonizers-tell-task-discard = wähle das Modul, das du behältst
colonizers-tell-task-power = nutze die Fähigkeit deines Kolonisten, oder lass sie
colonizers-tell-task-build = baue ein Modul, oder lass es
colonizers-tell-head-pick = einen Kolonisten wählen
colonizers-tell-head-omnium = 2 Omnium nehmen
colonizers-tell-head-draw = zwei Module ziehen und eins behalten
colonizers-tell-head-keep = behalten
colonizers-tell-head-steal = bestehlen
colonizers-tell-head-swap = die Hand tauschen mit
colonizers-tell-head-build = bauen
colonizers-tell-head-skip = nichts tun
colonizers-tell-costs = { $name } (kostet { $cost }, wert { $value })

## Im Terminal: die Stellung

colonizers-tell-head = Runde { $round }, Phase { $phase }, Module im Stapel: { $count }
colonizers-tell-phase-shuffle = Mischen
colonizers-tell-phase-over = Ende
colonizers-tell-phase-deal = Geben
colonizers-tell-phase-bonus = Bonus
colonizers-tell-out = aus dem Spiel: { $names }
colonizers-tell-numbers = { $points } Punkte  { $omnium } Omnium  { $count } auf der Hand  { $role }
colonizers-tell-own = { $role }, Hand: { $modules }
colonizers-tell-no-role = noch kein Kolonist
colonizers-tell-the-role = { $role }
colonizers-tell-drawn = gezogen: { $modules }

## Im Terminal: was geschah

colonizers-tell-did-shuffle = Runde { $round }
colonizers-tell-did-pick = { $name } wählt einen Kolonisten
colonizers-tell-did-turn = { $name } ist { $role }
colonizers-tell-did-income = { $name } verdient { $amount } Omnium
colonizers-tell-did-bonus = { $name } zieht ein Modul als Bonus
colonizers-tell-did-omnium = { $name } nimmt { $amount } Omnium
colonizers-tell-did-draw = { $name } zieht zwei Module
colonizers-tell-did-keep = { $name } behält eins und legt das andere unter den Stapel
colonizers-tell-did-gone = { $name } hat die Hand voll: ein Modul verlässt das Spiel
colonizers-tell-did-skip = { $name } baut nichts
colonizers-tell-did-steal = { $name } stiehlt von { $whom }: { $amount } Omnium
colonizers-tell-did-swap = { $name } tauscht die Hand mit { $whom }
colonizers-tell-did-build = { $name } baut { $module } für { $cost }
colonizers-tell-holder = { $role } ({ $name })
colonizers-tell-unknown = unbekannter Kolonist
colonizers-tell-several-names = mehrere beginnen so
colonizers-tell-no-name = diesen Namen gibt es nicht
colonizers-tell-one-of = { $typed }: { $what }; erwartet: eins von { $names }
colonizers-tell-words-of = { $typed }: erwartet: eins von { $words }
