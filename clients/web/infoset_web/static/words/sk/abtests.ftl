# A-B testy: je jeden program lepší ako druhý? LLR, alfa, beta a SHA-256 sú vo všetkých jazykoch rovnaké.

abtests-untitled = { $a } proti { $b }
abtests-state-open = otvorený
abtests-state-passed = prešiel
abtests-state-failed = neprešiel
abtests-state-undecided = nerozhodnutý
abtests-state-broken = pokazený
abtests-state-stopped = zastavený
abtests-none = Zatiaľ žiadny test
abtests-none-about = Či je jeden program lepší ako druhý, na to sa usporiadateľ pýta príkazom { $command }; počítače s pracovnými procesmi potom hrajú, kým to nie je jasné.
abtests-tests = Testy
abtests-test = Test
abtests-state = Stav
abtests-priority = Priorita
abtests-matches = Partie
abtests-pace = Partií/h
abtests-workers = Procesy
abtests-owner = Čí
# Where the evidence, the LLR, leads to a verdict.
abtests-bounds = neprejde pri { $lower }, prejde pri { $upper }
abtests-evidence = LLR { $llr } po { $count ->
    [one] { $count } bloku
    [few] { $count } blokoch
   *[other] { $count } blokoch
  }: { $verdict }
abtests-passes = prejde
abtests-fails = neprejde
abtests-clock-move = { $ms } ms na každé rozhodnutie
abtests-clock-bank = { $ms } ms na partiu, o { $more } ms viac za každé rozhodnutie
abtests-figures = Údaje
abtests-score = Skóre
abtests-score-is = { $mean }, 95 % interval [{ $low }; { $high }]
abtests-holds-zero = Interval obsahuje 0, ale výsledku neodporuje. Výsledok vyplýva iba z LLR a hovorí len, na ktorej strane od 0 efekt leží; interval hovorí z oboch strán, aké veľké je skóre, a na to treba viac blokov.
abtests-limits = Medze
abtests-limits-are = účinky { $low } a { $high }; alfa { $alpha }, beta { $beta }
abtests-played = Odohrané
abtests-played-are = { $matches ->
    [one] { $matches } partia
    [few] { $matches } partie
   *[other] { $matches } partií
  } v { $blocks ->
    [one] { $blocks } bloku
    [few] { $blocks } blokoch
   *[other] { $blocks } blokoch
  } z najviac { $most }
abtests-now = Teraz
abtests-now-is = { $pace } partií za hodinu, { $workers ->
    [one] { $workers } pracovný proces
    [few] { $workers } pracovné procesy
   *[other] { $workers } pracovných procesov
  }
abtests-over = skončil sa
abtests-time = Čas
abtests-rules = Pravidlá
abtests-faults = Čo sa nepodarilo
abtests-program = Program
abtests-fault-crashes = Pády
abtests-fault-misses = Vypršania času
abtests-fault-exceptions = Výnimky
abtests-fault-illegal = Nepovolené odpovede
abtests-decisions = Rozhodnutia
abtests-built-in = vstavaný
