# A-B-Tests: Ist ein Programm besser als ein anderes? LLR, Alpha, Beta und SHA-256 heißen überall gleich.

abtests-untitled = { $a } gegen { $b }
abtests-state-open = offen
abtests-state-passed = bestanden
abtests-state-failed = nicht bestanden
abtests-state-undecided = unentschieden
abtests-state-broken = defekt
abtests-state-stopped = angehalten
abtests-none = Noch kein Test
abtests-none-about = Wer organisiert, fragt mit { $command }, ob ein Programm besser ist als ein anderes; Arbeitsprozesse auf beliebigen Rechnern spielen, bis das klar ist.
abtests-tests = Tests
abtests-test = Test
abtests-state = Stand
abtests-priority = Vorrang
abtests-matches = Partien
abtests-pace = Partien/h
abtests-workers = Prozesse
abtests-owner = Gehört
# Where the evidence, the LLR, leads to a verdict.
abtests-bounds = nicht bestanden bei { $lower }, bestanden bei { $upper }
abtests-evidence = LLR { $llr } nach { $count ->
    [one] { $count } Block
   *[other] { $count } Blöcken
  }: { $verdict }
abtests-passes = bestanden
abtests-fails = nicht bestanden
abtests-clock-move = { $ms } ms für jede Entscheidung
abtests-clock-bank = { $ms } ms für eine Partie, { $more } ms mehr für jede Entscheidung
abtests-figures = Zahlen
abtests-score = Punkte
abtests-score-is = { $mean }, 95-%-Intervall [{ $low }; { $high }]
abtests-holds-zero = Das Intervall enthält 0 und widerspricht dem Ergebnis nicht. Das Ergebnis folgt allein aus dem LLR und sagt nur, auf welcher Seite von 0 der Effekt liegt; das Intervall sagt nach beiden Seiten, wie groß die Punktzahl ist, und dafür braucht es mehr Blöcke.
abtests-limits = Grenzen
abtests-limits-are = Effekte { $low } und { $high }; Alpha { $alpha }, Beta { $beta }
abtests-played = Gespielt
abtests-played-are = { $matches ->
    [one] { $matches } Partie
   *[other] { $matches } Partien
  } in { $blocks ->
    [one] { $blocks } Block
   *[other] { $blocks } Blöcken
  }, von höchstens { $most }
abtests-now = Jetzt
abtests-now-is = { $pace } Partien pro Stunde, { $workers ->
    [one] { $workers } Arbeitsprozess
   *[other] { $workers } Arbeitsprozesse
  }
abtests-over = zu Ende
abtests-time = Zeit
abtests-rules = Regeln
abtests-faults = Was schiefging
abtests-program = Programm
abtests-fault-crashes = Abstürze
abtests-fault-misses = Zeitverluste
abtests-fault-exceptions = Ausnahmen
abtests-fault-illegal = Unerlaubte Antworten
abtests-decisions = Entscheidungen
abtests-built-in = eingebaut
