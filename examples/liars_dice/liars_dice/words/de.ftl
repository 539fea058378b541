# Lügenwürfel: was Seite, Fenster und Terminal davon sagen.

liars_dice-about = Alle würfeln verdeckt und sehen nur ihre eigenen Würfel. Biete höher, oder nenne das letzte Gebot eine Lüge.
liars_dice-option-seats = Spieler
liars_dice-option-dice = Würfel je Spieler
liars_dice-option-about-seats = wie viele spielen
liars_dice-option-about-dice = mit wie vielen Würfeln alle beginnen

## Würfel

liars_dice-face-0 = verdeckt
liars_dice-face-1 = Eins
liars_dice-face-2 = Zwei
liars_dice-face-3 = Drei
liars_dice-face-4 = Vier
liars_dice-face-5 = Fünf
liars_dice-face-6 = Sechs
liars_dice-dice = { $count ->
    [one] { $count } Würfel
   *[other] { $count } Würfel
  }
liars_dice-on-table = { $count ->
    [one] { $count } Würfel auf dem Tisch
   *[other] { $count } Würfel auf dem Tisch
  }
liars_dice-out = keine Würfel mehr
liars_dice-last-round = Letzte Runde
liars_dice-last-cups = letzte Runde: { $cups }
liars_dice-hand = Würfel: { $dice }

## Das Gebot

liars_dice-new-round = Neue Runde
liars_dice-no-bid = Noch kein Gebot
liars_dice-says = { $name } { $me ->
    [yes] sagst, es gibt
   *[no] sagt, es gibt
  }
liars_dice-says-bid = { $name } { $me ->
    [yes] sagst, es gibt { $bid }
   *[no] sagt, es gibt { $bid }
  }
liars_dice-bids = Gebote dieser Runde

## Was zu tun ist

liars_dice-ask-open = Eröffne die Runde mit einem Gebot
liars_dice-ask-raise = Biete höher, oder nenne das letzte Gebot eine Lüge
liars_dice-ask-roll = Es wird gewürfelt
liars_dice-ask-wait = Die anderen sind dran
liars_dice-decides = { $name } { $me ->
    [yes] entscheidest
   *[no] entscheidet
  }
liars_dice-how-many = Wie viele
liars_dice-fewer = Weniger
liars_dice-more = Mehr
liars_dice-which-face = Biete { $dice } mit der Zahl
liars_dice-choose-bid = Biete { $bid }
liars_dice-choose-liar = Rufe „Lügner!“
liars_dice-liar = Lügner!
liars_dice-not-higher = Das ist kein höheres Gebot

## Was geschehen ist: hinter dem Namen dessen, der es getan hat

liars_dice-did-roll = { $me ->
    [yes] würfelst: { $face }
   *[no] würfelt: { $face }
  }
liars_dice-did-bid = { $me ->
    [yes] bietest { $bid }
   *[no] bietet { $bid }
  }
liars_dice-did-liar = { $me ->
    [yes] rufst „Lügner!“
   *[no] ruft „Lügner!“
  }
liars_dice-did-lose = { $me ->
    [yes] verlierst einen Würfel
   *[no] verliert einen Würfel
  }
