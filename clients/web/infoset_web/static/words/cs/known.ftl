# Co lze vyvodit, za hry vedle desky.
known-title = Co víš
known-open = Ukázat
known-close = Skrýt
known-forbidden = Tato místnost pomůcky nedovoluje.
known-nothing-told = Tato hra neříká, co je skryto s jakou šancí.
known-works = Počítá se …
known-estimated = Odhad z { $count ->
    [one] { $count } pozice, která odpovídá
    [few] { $count } pozic, které odpovídají
   *[other] { $count } pozic, které odpovídají
  } tomu, co víš.
known-counted = Spočítáno z toho, co víš; nepředpokládá se, že má kdo jaké zvyky.
known-nothing = Nic tam není skryto.
known-what = Co
known-chance = Šance
known-expected-head = Lze čekat
known-expected = čekej { $count }
known-sure = jisté
known-interval = platí v 95 případech ze 100
known-more = dalších { $count }
known-wholes = { $count ->
    [one] { $count } možná ruka
    [few] Všechny { $count } možné ruce
   *[other] Všech { $count } možných rukou
  }
known-effects = Co může přijít
known-weigh-title = Tvoje šance na výhru
known-weigh-about = Odhad: za všechny mnohokrát dohraje jednoduchý hráč.
known-weigh = Odhadnout { $count ->
    [one] { $count } tah
    [few] { $count } tahy
   *[other] { $count } tahů
  }
known-action = Tah
