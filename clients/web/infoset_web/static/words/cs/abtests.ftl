# A-B testy: je jeden program lepší než druhý? LLR, alfa, beta a SHA-256 jsou ve všech jazycích stejné.

abtests-untitled = { $a } proti { $b }
abtests-state-open = otevřený
abtests-state-passed = prošel
abtests-state-failed = neprošel
abtests-state-undecided = nerozhodnutý
abtests-state-broken = rozbitý
abtests-state-stopped = zastavený
abtests-none = Zatím žádný test
abtests-none-about = Jestli je jeden program lepší než druhý, na to se pořadatel ptá příkazem { $command }; počítače s pracovními procesy pak hrají, dokud to není jasné.
abtests-tests = Testy
abtests-test = Test
abtests-state = Stav
abtests-priority = Priorita
abtests-matches = Partie
abtests-pace = Partií/h
abtests-workers = Procesy
abtests-owner = Čí
# Where the evidence, the LLR, leads to a verdict.
abtests-bounds = neprojde při { $lower }, projde při { $upper }
abtests-evidence = LLR { $llr } po { $count ->
    [one] { $count } bloku
    [few] { $count } blocích
   *[other] { $count } blocích
  }: { $verdict }
abtests-passes = projde
abtests-fails = neprojde
abtests-clock-move = { $ms } ms na každé rozhodnutí
abtests-clock-bank = { $ms } ms na partii, o { $more } ms víc za každé rozhodnutí
abtests-figures = Údaje
abtests-score = Skóre
abtests-score-is = { $mean }, 95% interval [{ $low }; { $high }]
abtests-holds-zero = Interval obsahuje 0, ale výsledku neodporuje. Výsledek plyne jen z LLR a říká pouze, na které straně od 0 efekt leží; interval říká z obou stran, jak velké je skóre, a k tomu je potřeba víc bloků.
abtests-limits = Meze
abtests-limits-are = účinky { $low } a { $high }; alfa { $alpha }, beta { $beta }
abtests-played = Odehráno
abtests-played-are = { $matches ->
    [one] { $matches } partie
    [few] { $matches } partie
   *[other] { $matches } partií
  } v { $blocks ->
    [one] { $blocks } bloku
    [few] { $blocks } blocích
   *[other] { $blocks } blocích
  } z nejvýše { $most }
abtests-now = Teď
abtests-now-is = { $pace } partií za hodinu, { $workers ->
    [one] { $workers } pracovní proces
    [few] { $workers } pracovní procesy
   *[other] { $workers } pracovních procesů
  }
abtests-over = skončil
abtests-time = Čas
abtests-rules = Pravidla
abtests-faults = Co se nepovedlo
abtests-program = Program
abtests-fault-crashes = Pády
abtests-fault-misses = Vypršení času
abtests-fault-exceptions = Výjimky
abtests-fault-illegal = Nepovolené odpovědi
abtests-decisions = Rozhodnutí
abtests-built-in = vestavěný
