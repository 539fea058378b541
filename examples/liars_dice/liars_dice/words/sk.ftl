# Klamárske kocky: čo o nich hovorí stránka, okno a terminál.

liars_dice-about = Každý hádže pod pohárikom a vidí len svoje kocky. Prihoď, alebo označ poslednú stávku za lož.
liars_dice-option-seats = Hráči
liars_dice-option-dice = Kociek každému
liars_dice-option-about-seats = koľko ľudí hrá
liars_dice-option-about-dice = s koľkými kockami každý začína

## Kocky

liars_dice-face-0 = zakrytá
liars_dice-face-1 = jednotka
liars_dice-face-2 = dvojka
liars_dice-face-3 = trojka
liars_dice-face-4 = štvorka
liars_dice-face-5 = päťka
liars_dice-face-6 = šestka
liars_dice-dice = { $count ->
    [one] { $count } kocka
    [few] { $count } kocky
   *[other] { $count } kociek
  }
liars_dice-on-table = { $count ->
    [one] { $count } kocka na stole
    [few] { $count } kocky na stole
   *[other] { $count } kociek na stole
  }
liars_dice-out = bez kociek
liars_dice-last-round = Minulé kolo
liars_dice-last-cups = minulé kolo: { $cups }
liars_dice-hand = kocky: { $dice }

## Stávka

liars_dice-new-round = Nové kolo
liars_dice-no-bid = Zatiaľ bez stávky
liars_dice-says = { $name } { $me ->
    [yes] tvrdíš, že je tu
   *[no] tvrdí, že je tu
  }
liars_dice-says-bid = { $name } { $me ->
    [yes] tvrdíš, že je tu { $bid }
   *[no] tvrdí, že je tu { $bid }
  }
liars_dice-bids = Stávky tohto kola

## Čo sa má urobiť

liars_dice-ask-open = Začni kolo stávkou
liars_dice-ask-raise = Prihoď, alebo označ poslednú stávku za lož
liars_dice-ask-roll = Hádže sa
liars_dice-ask-wait = Čaká sa na ostatných
liars_dice-decides = { $name } { $me ->
    [yes] si na ťahu
   *[no] je na ťahu
  }
liars_dice-how-many = Koľko
liars_dice-fewer = Menej
liars_dice-more = Viac
liars_dice-which-face = Stav na { $dice } s číslom
liars_dice-choose-bid = Stav { $bid }
liars_dice-choose-liar = Zvolaj „Lož!“
liars_dice-liar = Lož!
liars_dice-not-higher = To nie je vyššia stávka

## Čo sa stalo: za menom toho, kto to urobil

liars_dice-did-roll = { $me ->
    [yes] hádžeš: { $face }
   *[no] hádže: { $face }
  }
liars_dice-did-bid = { $me ->
    [yes] stávkuješ { $bid }
   *[no] stávkuje { $bid }
  }
liars_dice-did-liar = { $me ->
    [yes] voláš „Lož!“
   *[no] volá „Lož!“
  }
liars_dice-did-lose = { $me ->
    [yes] strácaš kocku
   *[no] stráca kocku
  }
