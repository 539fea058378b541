# Lhářské kostky: co o nich říká stránka, okno a terminál.

liars_dice-about = Každý hází pod kelímkem a vidí jen své kostky. Přihoď, nebo označ poslední sázku za lež.
liars_dice-option-seats = Hráči
liars_dice-option-dice = Kostek každému
liars_dice-option-about-seats = kolik lidí hraje
liars_dice-option-about-dice = s kolika kostkami každý začíná

## Kostky

liars_dice-face-0 = zakrytá
liars_dice-face-1 = jednička
liars_dice-face-2 = dvojka
liars_dice-face-3 = trojka
liars_dice-face-4 = čtyřka
liars_dice-face-5 = pětka
liars_dice-face-6 = šestka
liars_dice-dice = { $count ->
    [one] { $count } kostka
    [few] { $count } kostky
   *[other] { $count } kostek
  }
liars_dice-on-table = { $count ->
    [one] { $count } kostka na stole
    [few] { $count } kostky na stole
   *[other] { $count } kostek na stole
  }
liars_dice-out = bez kostek
liars_dice-last-round = Minulé kolo
liars_dice-last-cups = minulé kolo: { $cups }
liars_dice-hand = kostky: { $dice }

## Sázka

liars_dice-new-round = Nové kolo
liars_dice-no-bid = Zatím bez sázky
liars_dice-says = { $name } { $me ->
    [yes] tvrdíš, že je tu
   *[no] tvrdí, že je tu
  }
liars_dice-says-bid = { $name } { $me ->
    [yes] tvrdíš, že je tu { $bid }
   *[no] tvrdí, že je tu { $bid }
  }
liars_dice-bids = Sázky tohoto kola

## Co se má udělat

liars_dice-ask-open = Zahaj kolo sázkou
liars_dice-ask-raise = Přihoď, nebo označ poslední sázku za lež
liars_dice-ask-roll = Hází se
liars_dice-ask-wait = Čeká se na ostatní
liars_dice-decides = { $name } { $me ->
    [yes] jsi na tahu
   *[no] je na tahu
  }
liars_dice-how-many = Kolik
liars_dice-fewer = Méně
liars_dice-more = Více
liars_dice-which-face = Vsaď na { $dice } s číslem
liars_dice-choose-bid = Vsaď { $bid }
liars_dice-choose-liar = Zvolej „Lež!“
liars_dice-liar = Lež!
liars_dice-not-higher = To není vyšší sázka

## Co se stalo: za jménem toho, kdo to udělal

liars_dice-did-roll = { $me ->
    [yes] házíš: { $face }
   *[no] hází: { $face }
  }
liars_dice-did-bid = { $me ->
    [yes] sázíš { $bid }
   *[no] sází { $bid }
  }
liars_dice-did-liar = { $me ->
    [yes] voláš „Lež!“
   *[no] volá „Lež!“
  }
liars_dice-did-lose = { $me ->
    [yes] ztrácíš kostku
   *[no] ztrácí kostku
  }
