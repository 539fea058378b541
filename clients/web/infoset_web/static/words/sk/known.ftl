# Čo možno vyvodiť, počas hry vedľa dosky.
known-title = Čo vieš
known-open = Ukázať
known-close = Skryť
known-forbidden = Táto miestnosť pomôcky nedovoľuje.
known-nothing-told = Táto hra nehovorí, čo je skryté s akou šancou.
known-works = Počíta sa …
known-estimated = Odhad z { $count ->
    [one] { $count } pozície, ktorá zodpovedá
    [few] { $count } pozícií, ktoré zodpovedajú
   *[other] { $count } pozícií, ktoré zodpovedajú
  } tomu, čo vieš.
known-counted = Spočítané z toho, čo vieš; nepredpokladá sa, že má kto aké zvyky.
known-nothing = Nič tam nie je skryté.
known-what = Čo
known-chance = Šanca
known-expected-head = Možno čakať
known-expected = čakaj { $count }
known-sure = isté
known-interval = platí v 95 prípadoch zo 100
known-more = ďalších { $count }
known-wholes = { $count ->
    [one] { $count } možná ruka
    [few] Všetky { $count } možné ruky
   *[other] Všetkých { $count } možných rúk
  }
known-effects = Čo môže prísť
known-weigh-title = Tvoje šance na výhru
known-weigh-about = Odhad: za všetkých mnohokrát dohrá jednoduchý hráč.
known-weigh = Odhadnúť { $count ->
    [one] { $count } ťah
    [few] { $count } ťahy
   *[other] { $count } ťahov
  }
known-action = Ťah
