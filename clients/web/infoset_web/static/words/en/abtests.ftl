# A-B tests: is one program better than another? LLR, alpha, beta and SHA-256 are the same in all languages.

abtests-untitled = { $a } against { $b }
abtests-state-open = open
abtests-state-passed = passed
abtests-state-failed = failed
abtests-state-undecided = undecided
abtests-state-broken = broken
abtests-state-stopped = stopped
abtests-none = No test here yet
abtests-none-about = An organiser asks whether one program is better than another with { $command }; workers on any machine play until that is clear.
abtests-tests = Tests
abtests-test = Test
abtests-state = State
abtests-priority = Priority
abtests-matches = Matches
abtests-pace = Games/h
abtests-workers = Workers
abtests-owner = Of
# Where the evidence, the LLR, leads to a verdict.
abtests-bounds = fails at { $lower }, passes at { $upper }
abtests-evidence = LLR { $llr } after { $count ->
    [one] { $count } block
   *[other] { $count } blocks
  }: { $verdict }
abtests-passes = passes
abtests-fails = fails
abtests-clock-move = { $ms } ms for each decision
abtests-clock-bank = { $ms } ms for a match, { $more } ms more for each decision
abtests-figures = Figures
abtests-score = Score
abtests-score-is = { $mean }, 95 % interval [{ $low }, { $high }]
abtests-holds-zero = The interval holds 0 and does not contradict the verdict. The verdict comes from the LLR alone and only says on which side of 0 the effect is; the interval says how large the score is, on both sides, which takes more blocks.
abtests-limits = Bounds
abtests-limits-are = effects { $low } and { $high }; alpha { $alpha }, beta { $beta }
abtests-played = Played
abtests-played-are = { $matches ->
    [one] { $matches } match
   *[other] { $matches } matches
  } in { $blocks ->
    [one] { $blocks } block
   *[other] { $blocks } blocks
  }, of at most { $most }
abtests-now = Now
abtests-now-is = { $pace } games an hour, { $workers ->
    [one] { $workers } worker
   *[other] { $workers } workers
  }
abtests-over = over
abtests-time = Time
abtests-rules = Rules
abtests-faults = What went wrong
abtests-program = Program
abtests-fault-crashes = Crashes
abtests-fault-misses = Time losses
abtests-fault-exceptions = Exceptions
abtests-fault-illegal = Illegal answers
abtests-decisions = Decisions
abtests-built-in = built in
