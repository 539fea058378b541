# Why a match ended as it did; remarks and traces of programs.
review-of = Rozbor miesta
review-own = { $name } (ty)
review-waits = { $count ->
    [one] Čaká na { $count } iný rozbor …
    [few] Čaká na { $count } iné rozbory …
   *[other] Čaká na { $count } iných rozborov …
  }
review-works = Počíta sa …
review-progress = Ako ďaleko je rozbor
review-leave = Čo už je známe, je nižšie. Môžeš odísť: počíta sa ďalej a uloží sa to.
review-chances = Šance na výhru
review-chances-here = Šance na výhru tu: { $chances }
review-costly = Rozhodnutia, ktoré stáli
review-costly-some = { $found } z { $count } { $count ->
    [one] rozhodnutia
    [few] rozhodnutí
   *[other] rozhodnutí
  } podľa toho, čo sa vtedy vedelo: { $name }.
review-costly-none = Žiadne z { $count } { $count ->
    [one] rozhodnutia
    [few] rozhodnutí
   *[other] rozhodnutí
  } podľa toho, čo sa vtedy vedelo: { $name }.
review-costly-none-yet = Zatiaľ žiadne z { $count } { $count ->
    [one] rozhodnutia
    [few] rozhodnutí
   *[other] rozhodnutí
  } podľa toho, čo sa vtedy vedelo: { $name }.
review-all = Všetkých { $count }
review-played = Hrané: { $action }
review-better = Lepšie: { $action }
review-cost = cena { $worth }
review-shares = Šťastie a rozhodnutia
review-unit = Jednotka: { $unit }.
review-unit-chance = % šance na výhru
review-unit-places = umiestnenia
review-worth = { $figures } { $unit }
review-seat = Miesto
review-luck = Šťastie
review-lost = Stratené
review-swings = Náhoda, na ktorej záležalo
review-deal = Rozdanie
review-dice = Kocky
review-throws = { $count ->
    [one] { $count } hod
    [few] { $count } hody
   *[other] { $count } hodov
  }; čiara je, čo sa dalo čakať.
review-sum = Súčet
review-came = Padlo
review-expected = Čakalo sa
review-cards-drawn = Akčné karty
review-cards-stolen = Ukradnuté karty
review-cards = { $count ->
    [one] { $count } karta
    [few] { $count } karty
   *[other] { $count } kariet
 }; čiara ukazuje, čo sa dalo čakať.
review-card = Karta
review-method = Ako sa to spočítalo
review-method-about = Každé rozhodnutie sa porovnalo s inou možnosťou v { $worlds } pozíciách, ktoré zodpovedajú tomu, čo miesto vedelo; ďalej hral za všetkých ten istý program. Označené je, ak isto stálo viac ako { $threshold }, aj v { $confirm } ďalších. Šance a šťastie sú z { $chances } a { $luck } pokračovaní skutočnej pozície. ± platí v 95 prípadoch zo 100.
review-seed = Semienko { $seed }, vzor { $reference }.

## The verdict: $whose is empty for oneself

review-verdict = { $luck } ({ $worth }). { $cost }
review-luck-good = { $me ->
    [yes] Tvoje šťastie
   *[no] { $name }: šťastie
  } bolo dobré
review-luck-bad = { $me ->
    [yes] Tvoje šťastie
   *[no] { $name }: šťastie
  } bolo zlé
review-luck-even = { $me ->
    [yes] Tvoje šťastie
   *[no] { $name }: šťastie
  } bolo vyrovnané, pokiaľ sa to dá povedať
review-cost-some = { $me ->
    [yes] Tvoje rozhodnutia
   *[no] { $name }: rozhodnutia
  } stáli { $worth }.
review-cost-none = { $me ->
    [yes] Tvoje rozhodnutia
   *[no] { $name }: rozhodnutia
  } nestáli nič, čo by sa dalo odlíšiť od náhody.
## What programs remarked

review-expectations = Čo programy počas partie čakali: { $expected }
review-expected-end = { $name } na konci { $value }
review-published = Tvoje poznámky môže čítať každý, kto smie vidieť tento záznam.
review-unpublished = Tvoje poznámky sú znova len tvoje.
review-no-remarks = Až sem žiadna poznámka.
review-remark-at = polťah { $ply }, { $ms } ms
review-expects = čaká { $values }
review-publish = Nechať všetkých čítať moje
review-unpublish = Len ja
