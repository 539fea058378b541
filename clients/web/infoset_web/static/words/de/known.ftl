# Was sich schließen lässt, während der Partie neben dem Brett.
known-title = Was du weißt
known-open = Zeigen
known-close = Verbergen
known-forbidden = In diesem Raum sind keine Hilfen erlaubt.
known-nothing-told = Dieses Spiel sagt keine Chancen von Verborgenem.
known-works = Wird ausgerechnet …
known-estimated = Geschätzt in { $count ->
    [one] { $count } Stellung, die
   *[other] { $count } Stellungen, die
  } zu deinem Wissen { $count ->
    [one] passt
   *[other] passen
  }.
known-counted = Gezählt aus dem, was du weißt; Gewohnheiten werden niemandem unterstellt.
known-nothing = Dort ist nichts verborgen.
known-what = Was
known-chance = Chance
known-expected-head = Zu erwarten
known-expected = { $count } zu erwarten
known-sure = sicher
known-interval = gilt in 95 von 100 Fällen
known-more = { $count } weitere
known-wholes = { $count ->
    [one] { $count } mögliche Hand
   *[other] Alle { $count } möglichen Hände
  }
known-effects = Was kommen kann
known-weigh-title = Deine Gewinnchancen
known-weigh-about = Eine Schätzung: Ein einfacher Spieler spielt für alle viele Male weiter.
known-weigh = { $count ->
    [one] { $count } Zug
   *[other] { $count } Züge
  } schätzen
known-action = Zug
