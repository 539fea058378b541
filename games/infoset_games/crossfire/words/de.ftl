# On the card of the lobby in the window: a few words.
crossfire-brief = Zwei Seiten ziehen zugleich, im Nebel, mit Lasern.
crossfire-about = Zwei Seiten befehlen gleichzeitig, im Nebel, auf einem Brett, das schrumpft. Einheiten gleiten und schießen; eine von ihnen ist heimlich der König.
## Options, as people speak of them

crossfire-option-preset = Brett und Einheiten
crossfire-option-laser_stop = Was einen Strahl aufhält
crossfire-option-recharge_min = Kürzestes Laden
crossfire-option-recharge_max = Längstes Laden
crossfire-option-symmetry = Karte
crossfire-option-map = Gezeichnete Karte
crossfire-option-mirror = Spiegel
crossfire-option-about-preset = Brett und Einheiten: klein 11x11 mit 3, normal 15x15 mit 5, groß 21x21 mit 8
crossfire-option-about-laser_stop = was einen Strahl beendet: Berg und Wasser, oder nur Berg
crossfire-option-about-recharge_min = die kürzeste Ladezeit, in Runden
crossfire-option-about-recharge_max = die längste Ladezeit, in Runden
crossfire-option-about-symmetry = die Symmetrie zufälliger Karten
crossfire-option-about-map = eine gezeichnete Karte als Text; leer für zufällige. Sie bestimmt Größe und Einheiten
crossfire-option-about-mirror = ein Übungsraum für einen Platz: der Gegner spiegelt, was du tust
crossfire-choice-preset-mini = klein: 11×11, 3 Einheiten
crossfire-choice-preset-standard = normal: 15×15, 5 Einheiten
crossfire-choice-preset-large = groß: 21×21, 8 Einheiten
crossfire-choice-laser_stop-obstructed = Berge und Wasser
crossfire-choice-laser_stop-mountain = nur Berge
crossfire-choice-symmetry-any = irgendeine Symmetrie
crossfire-choice-symmetry-half_turn = gleich nach einer halben Drehung
crossfire-choice-symmetry-left_right = links und rechts gespiegelt
crossfire-choice-symmetry-top_bottom = oben und unten gespiegelt
crossfire-choice-symmetry-diagonal = an einer Diagonale gespiegelt
crossfire-choice-symmetry-antidiagonal = an der anderen Diagonale gespiegelt
crossfire-preset-mini = klein: 3 Einheiten auf 11×11
crossfire-preset-large = groß: 8 Einheiten auf 21×21
crossfire-preset-fair = eine Karte, die für beide gleich aussieht
## A first match, guided

crossfire-lesson-about-1 = Zwei Seiten befehlen ihren Einheiten gleichzeitig und ungesehen. Wessen König fällt, verliert.
crossfire-lesson-about-2 = Jede fünfte Runde wird der äußere Ring zu Gebirge. Was du nicht siehst, liegt im Nebel; Punkte zeigen, wo Gegner sein können.
crossfire-lesson-setup-title = Aufstellung
crossfire-lesson-setup-1 = Mit einer kleinen Zahl schießt eine Einheit früher und öfter. Der König sollte weder vorn stehen noch in einer Ecke, die früh fällt.
crossfire-lesson-setup-2 = Der Gegner weiß, wo du jetzt stehst, aber weder Zahlen noch König.
crossfire-lesson-blocked-title = Eine blockierte Einheit
crossfire-lesson-blocked-1 = Eine Einheit, die auf ein Feld will, das auch jemand anders will oder das besetzt ist, bleibt, wo sie ist. Der Verlauf sagt, warum.
crossfire-lesson-blocked-2 = Auf Ebene ist das auch der Weg, anzuhalten.
crossfire-lesson-shrinks-title = Das Brett schrumpft
crossfire-lesson-shrinks-1 = Der schraffierte Ring fällt nach dieser Runde. Bring deine Einheiten hinein, den König zuerst.
crossfire-lesson-fire-title = Schussbereit
crossfire-lesson-fire-1 = Eine Einheit mit Blitz ist geladen. Ihr Strahl trifft alles bis zu einem Berg, Wasser oder dem Rand, auch eigene Einheiten. Die Linie zeigt ihn, bevor du sendest.
crossfire-lesson-orders-title = Gib Befehle
crossfire-lesson-orders-1 = Wähl eine Einheit, dann eine Richtung. Auf hellem Boden gleitet sie, bis etwas sie aufhält; auf Sand und im Wald hält sie sofort. Die gestrichelte Linie zeigt, wo sie enden würde.
crossfire-lesson-orders-2 = Nichts wird gesendet, bevor du „Befehle senden“ drückst.
crossfire-lesson-sealed-title = Versiegelt
crossfire-lesson-sealed-1 = Die Befehle beider Seiten wirken gleichzeitig.
## What is asked

crossfire-ask-setup = Gib jeder Einheit ihre Ladezeit und bestimme deinen König.
crossfire-ask-orders = Runde { $round }: ein Befehl für jede freie Einheit.
crossfire-sealed = Deine Befehle sind versiegelt.
crossfire-both-set-up = Beide Seiten stellen auf.
crossfire-round = Runde { $round }.
crossfire-do-setup = Aufstellen mit Ladezeiten { $numbers } und Einheit { $king } als König

## The log: what somebody did, behind their name

crossfire-log-setup = aufgestellt: Ladezeiten { $numbers }, der König ist Einheit { $king }
crossfire-log-setup-secret = heimlich aufgestellt
crossfire-log-round = Runde { $round }
crossfire-log-round-ring = Runde { $round }: Der äußere Ring ist weg
crossfire-log-played = Zug: { $units }
crossfire-log-waited = gewartet
crossfire-log-destroyed = Einheit { $unit } auf { $square } zerstört
crossfire-log-fired = Einheit { $unit } schoss { $way }
crossfire-log-slid = Einheit { $unit } glitt weiter nach { $square }
crossfire-log-moved = Einheit { $unit } zog nach { $square }
crossfire-log-stayed-edge = Einheit { $unit } blieb: Der Rand ist im Weg
crossfire-log-stayed-mountain = Einheit { $unit } blieb: Ein Berg ist im Weg
crossfire-log-stayed-water = Einheit { $unit } blieb: Wasser ist im Weg
crossfire-log-blocked-by = Einheit { $unit } blockiert: Einheit { $other } steht auf { $square }
crossfire-log-blocked-both = Einheit { $unit } blockiert: Die Einheiten { $one } und { $other } wollten beide nach { $square }
crossfire-log-blocked-else = Einheit { $unit } blockiert: Jemand anders wollte nach { $square } oder steht dort
crossfire-log-saw = Gegner gesehen auf { $squares }
crossfire-log-saw-fall = Gegner gefallen auf { $squares }
crossfire-log-saw-beam = gegnerischen Strahl gesehen
crossfire-log-tie = Beide Könige sind gefallen: unentschieden.
crossfire-log-king = Ein König ist gefallen.
crossfire-end = Wessen König fällt, hat verloren.

## The board

crossfire-way-up = nach oben
crossfire-way-right = nach rechts
crossfire-way-down = nach unten
crossfire-way-left = nach links
crossfire-order-move = { $way } ziehen
crossfire-order-fire = { $way } schießen
crossfire-no-order = kein Befehl
crossfire-rounds = Runde
crossfire-recharge-times = Ladezeiten
crossfire-zoom = Zoom { $factor }×
crossfire-secret = Wo Einheiten sind, ist bis zum Ende geheim: Du siehst, wo sie begonnen haben.
crossfire-secret-ask = { $secret } Unter Gespräch kannst du bitten, mit den Augen einer Seite zu schauen.
crossfire-ring-falls = Äußerer Ring fällt
crossfire-ring-now = nach dieser Runde
crossfire-ring-in = { $count ->
    [one] in { $count } Runde
   *[other] in { $count } Runden
  }
crossfire-unit = Einheit
crossfire-until-fire = Runden, bis sie wieder schießen kann
crossfire-recharge-of = Ladezeit von Einheit { $unit }
crossfire-king = König
crossfire-set-up = Aufstellen
crossfire-charged = geladen
crossfire-send = Senden
crossfire-send-orders = Befehle senden
crossfire-begin-again = Neu beginnen
crossfire-ring-warning = Nach dieser Runde wird der schraffierte Ring zu Gebirge; Einheiten darauf sind verloren.
crossfire-sent-setup = deine Aufstellung wurde gesendet
crossfire-sent-orders = die Befehle von Einheit { $units } wurden gesendet
crossfire-sent-some = die Befehle von Einheit { $units } wurden gesendet; Einheit { $missing } hatte keinen und tut das Erste, was geht
crossfire-order-for = Befehl für Einheit { $unit }
crossfire-your-units = Deine Einheiten
crossfire-recharge = Laden
crossfire-state = Zustand
crossfire-unit-king = { $unit } (König)
crossfire-destroyed = zerstört
crossfire-sliding = gleitet { $way }
crossfire-fires-in = schießt in { $count }
crossfire-reading = Das Brett lesen
crossfire-legend-mountain = Berg: hält Einheiten und Strahlen auf, verdeckt
crossfire-legend-water = Wasser: hält Einheiten auf
crossfire-legend-water-beams = Wasser: hält Einheiten und Strahlen auf
crossfire-legend-forest = Wald: nur von daneben einsehbar
crossfire-legend-desert = Wüste: Eine Einheit hält darauf an
crossfire-legend-ground = Ebene: Einheiten gleiten weiter
crossfire-legend-fog = Dunkle Felder liegen im Nebel. Punkte zeigen, wo Gegner sein können; der schraffierte Ring fällt als Nächstes. Eine kleine −2 sagt, dass dort vor zwei Runden ein Gegner gesehen wurde.
crossfire-legend-keys = { $up } zieht, { $shift } { $up } schießt, { $one } wählt eine Einheit, { $enter } sendet.
crossfire-board = Brett, { $size } mal { $size }
crossfire-began-here = Einheit { $unit } von { $name } begann hier
crossfire-enemy = eine gegnerische Einheit
crossfire-unit-recharge = Einheit { $unit }, Ladezeit { $recharge }
crossfire-make-king = Einheit { $unit }: zum König machen
crossfire-unit-on = Einheit { $unit } auf { $square }
crossfire-the-king = der König
crossfire-can-fire = { $count ->
    [one] kann in { $count } Runde schießen
   *[other] kann in { $count } Runden schießen
  }
crossfire-terrain-M = Berg
crossfire-terrain-W = Wasser
crossfire-terrain-F = Wald
crossfire-terrain-D = Wüste
crossfire-terrain-G = Ebene
crossfire-may-be = { $count ->
    [one] hier kann ein Gegner sein
   *[other] hier können { $count } Gegner sein
  }
crossfire-must-be = hier muss ein Gegner sein
crossfire-was-seen = { $count ->
    [one] hier wurde vor { $count } Runde ein Gegner gesehen
   *[other] hier wurde vor { $count } Runden ein Gegner gesehen
  }
crossfire-enemy-on = ein Gegner auf { $square }
crossfire-warn-edge = Einheit { $unit } bleibt: Der Rand ist im Weg.
crossfire-warn-obstacle = Einheit { $unit } bleibt: Ein Hindernis ist im Weg.
crossfire-warn-buried = Einheit { $unit } ginge verloren: { $square } wird zum Berg, während sie dort ist.
crossfire-warn-beam = Der Strahl von Einheit { $unit } trifft deine eigene Einheit { $other }.
crossfire-warn-both = Die Einheiten { $units } wollen beide nach { $square }: Keine würde ziehen.
## Single lessons

crossfire-practice-target = Ziel
crossfire-practice-crossing = Kreuzung
crossfire-practice-slides = Gleiten

## The window

crossfire-guide-setup = Drück zwei Einheiten, und sie tauschen ihre Ladezeiten: So viele Runden liegen zwischen zwei Schüssen. Ohne König verlierst du.
crossfire-guide-orders = Drück eine Einheit, dann wohin sie soll; F wechselt zwischen Ziehen und Schießen. Auf Ebene gleiten Einheiten, bis etwas sie aufhält.
crossfire-both-order = Beide Seiten befehlen heimlich.
crossfire-secret-eyes = Wer spielt, kann dich mit eigenen Augen schauen lassen: Wähl den Platz neben dem Brett.
crossfire-takes = Das schrumpfende Brett nimmt Einheit { $units }
crossfire-no-way = Von dort führt kein Weg vor dem schrumpfenden Brett davon.
crossfire-see-maybe = Wo
crossfire-see-maybe-about = Wo Gegner sein können
crossfire-see-closer = Näher
crossfire-see-closer-about = Näher (+ oder das Rad)
crossfire-see-farther = Weiter
crossfire-see-farther-about = Weiter weg (- oder das Rad)
crossfire-see-whole = Alles
crossfire-see-whole-about = Das ganze Brett (0); mit der rechten Taste ziehen
crossfire-shrinks-now = Schrumpft diese Runde!
crossfire-lost = weg
crossfire-choose-unit = Wähl eine Einheit, die auf einen Befehl wartet.
crossfire-not-from-here = { $order }: von hier nicht möglich
crossfire-without = noch ohne Befehl: Einheit { $units }
crossfire-left = Befiehl deinen Einheiten: noch { $count }
crossfire-king-fell = Der König von { $name } ist gefallen.
crossfire-stat-units = Übrige Einheiten
crossfire-fires = Schießt
crossfire-moves = Zieht
crossfire-move-or-fire = Ziehen oder schießen?
crossfire-exchange = Drück zwei Einheiten zum Tauschen.
crossfire-tour-board-title = Zwei Seiten, gleichzeitig
crossfire-tour-board-1 = Beide befehlen heimlich, dann geschieht alles auf einmal. Wer den König verliert, verliert; welche Einheit es ist, sagt niemand. Du siehst nur, was nahe bei deinen Einheiten ist, und Wälder nur von daneben.
crossfire-tour-facts-title = Das Brett schrumpft
crossfire-tour-facts-1 = Alle fünf Runden wird der äußerste Ring zu Gebirge, mit allem, was darauf steht. Die schraffierten Felder sind als Nächstes dran. Auf hellem Boden gleiten Einheiten, bis etwas sie aufhält; Sand und Wald halten sie sofort.
crossfire-tour-bar-title = Deine Einheiten
crossfire-tour-bar-1 = Verteil zuerst die Ladezeiten: So viele Runden liegen zwischen zwei Schüssen einer Einheit. Die Krone macht zum König. Später: Drück eine Einheit, dann ein Feld oder einen Pfeil; F wechselt zwischen Ziehen und Schießen. Sende, wenn alle einen Befehl haben.
crossfire-of-rounds = von höchstens { $count }
crossfire-lights = beleuchtet { $count ->
    [one] { $count } Feld
   *[other] { $count } Felder
  }
crossfire-stops = hält auf { $square } nach { $count ->
    [one] { $count } Runde
   *[other] { $count } Runden
  }
crossfire-shrinks-in = Schrumpft in { $count ->
    [one] { $count } Runde
   *[other] { $count } Runden
  }

## What one may conclude, beside the board.
crossfire-may-be-chance = { $words }: { $chance }

## Im Terminal: was gefragt ist

crossfire-tell-task-setup = verteile die Ladezeiten, nenne den König
crossfire-tell-task-orders = befiehl jeder stehenden Einheit
crossfire-tell-times = Ladezeiten zum Verteilen, in beliebiger Reihenfolge: { $times }
crossfire-tell-times-about = so viele Runden wartet eine Einheit, wenn sie geschossen hat; eine der Einheiten ist heimlich dein König
crossfire-tell-times-write = schreibe sie in der Reihenfolge der Einheiten, dann den König, zum Beispiel: { $example }
crossfire-tell-times-give = das gibt { $units }, und Einheit 2 ist der König
crossfire-tell-unit-time = Einheit { $unit } { $time }
crossfire-tell-unit = Einheit { $unit }
crossfire-tell-nth = die übrige Nr. { $place }
crossfire-tell-ordinal-0 = 1
crossfire-tell-ordinal-1 = 2
crossfire-tell-ordinal-2 = 3
crossfire-tell-ordinal = { $number }
crossfire-tell-slots-expected = erwartet: eine Möglichkeit für jeden Platz, wie `{ $orders }`, oder ein ganzer Aufbau, wie `{ $setup }`
crossfire-tell-king-expected = König: erwartet die Nummer einer Einheit, ab 1

## Im Terminal: die Stellung

crossfire-tell-head = Runde { $round }, { $phase }
crossfire-tell-phase-setup = Aufbau
crossfire-tell-phase-orders = Befehle
crossfire-tell-phase-over = Ende
crossfire-tell-shrinks-now = das Brett schrumpft jetzt
crossfire-tell-shrinks-in = das Brett schrumpft in { $count ->
    [one] { $count } Runde
   *[other] { $count } Runden
  }
crossfire-tell-recharge = Ladezeiten: { $times }
crossfire-tell-legend-1 = Karte (zwei Zeichen je Feld, Spalten mit Buchstaben, Reihen mit Zahlen, wie C7): # Berg, ~ Wasser, f Wald, : Wüste,
crossfire-tell-legend-2 = eine Ziffer ist deine Einheit, mit * für den König und ^ > v < für ihre Bewegung, E ein Feind;
crossfire-tell-legend-3 = dahinter ist . in Sicht, ? kann einen Feind verbergen, - und | sind gesehene Strahlen
crossfire-tell-enemies = Feinde in Sicht: { $squares }
crossfire-tell-may-live = Feinde, die leben können: { $count }
crossfire-tell-starts = Einheit { $unit } beginnt auf { $square }
crossfire-tell-king-unit = Einheit { $unit } König
crossfire-tell-fallen = { $unit }: zerstört
crossfire-tell-stands = { $unit } { $square }: { $state }, { $charge }
crossfire-tell-moving = fährt { $way }
crossfire-tell-idle = steht

## Im Terminal: was geschah

crossfire-tell-did-setup = { $name } hat aufgebaut
crossfire-tell-did-round = Runde { $round } ist aus
crossfire-tell-did-shrink = Runde { $round } ist aus; das Brett ist geschrumpft
crossfire-tell-did-units = Einheiten: { $units }
crossfire-tell-did-fired = { $unit } schoss { $way }
crossfire-tell-did-went = { $unit } fuhr { $way }
crossfire-tell-did-stopped = { $unit } kam nicht weiter { $way }
crossfire-tell-did-fallen = { $deed } und wurde zerstört
crossfire-tell-did-see = { $count ->
    [one] { $count } Feind
   *[other] { $count } Feinde
  } in Sicht
crossfire-tell-did-see-fallen = { $count } zerstört gesehen
