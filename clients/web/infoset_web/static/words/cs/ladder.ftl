# Ladders: who is how strong.
ladder-title = Žebříčky
ladder-one = Žebříček
ladder-none = Zatím tu není žádný žebříček
ladder-none-about = Zakládá ho pořadatel: pro třídu v konzoli, jinak souborem ve složce žebříčků na serveru. Boti i lidé pak potkávají soupeře, kteří se k nim hodí, a tabulka roste sama.
ladder-state-open = otevřený
ladder-state-paused = pozastavený
ladder-state-frozen = zmrazený
ladder-state-closing = zavírá se
ladder-state-closed = zavřený
ladder-entries = { $count ->
    [one] { $count } účastník
    [few] { $count } účastníci
   *[other] { $count } účastníků
  }
ladder-results-count = { $count ->
    [one] { $count } výsledek
    [few] { $count } výsledky
   *[other] { $count } výsledků
  }
ladder-nothing-played = Nic se nehraje: { $missing }
ladder-tab-table = Tabulka
ladder-tab-history = Historie
ladder-tab-cross = Kdo poráží koho
ladder-tab-results = Nejnovější výsledky
ladder-tab-seasons = Sezony
ladder-views = Pohledy na žebříček
ladder-season-until = Sezona { $season }, do { $time }.
ladder-season-now = Sezona { $season }.
ladder-deadline = Noví účastníci a verze se přijímají do { $time }.
ladder-deadline-over = Od { $time } se noví účastníci a verze nepřijímají; kdo tu je, hraje dál.
ladder-no-season = Žádná sezona ještě neskončila.
ladder-season = Sezona
ladder-season-of = Sezona { $season }
ladder-season-span = { $began } až { $ended }, { $count ->
    [one] { $count } výsledek
    [few] { $count } výsledky
   *[other] { $count } výsledků
  }
ladder-entry = Účastník
ladder-rating = Hodnocení
ladder-games = Partie
ladder-first = První místa
ladder-division = Divize
ladder-moves = do { $next }
ladder-moves-up = { $division }, postup do { $next }
ladder-moves-down = { $division }, sestup do { $next }
ladder-is-paused = Žebříček je pozastavený: žádná hodnocená partie teď nezačne.
ladder-is-frozen = Žebříček je zmrazený: tabulka zůstane, jak je.
ladder-is-closing = Žebříček se zavírá: nová partie už nezačne.
ladder-is-closed = Žebříček je zavřený.
ladder-queue-looking = Hledám soupeře. Partie se otevře sama.
ladder-queue-leave = Opustit frontu
ladder-account-needed = Hrát tu může, kdo má účet.
ladder-play = Hrát hodnocenou partii
ladder-interval = Interval 95 %
ladder-stronger = Silnější než další
ladder-matches = Partie
ladder-won = Vyhráno
ladder-state = Stav
ladder-division-of = divize { $division }
ladder-provisional = předběžné
ladder-misfit = nesedí
ladder-misfit-about = Výsledky závisejí na soupeři: viz „Kdo poráží koho“.
ladder-range = { $low } až { $high }
ladder-nobody = Zatím nikdo nehrál.
ladder-too-few = Na graf je výsledků málo.
ladder-plot-label = Hodnocení podle výsledků
ladder-plot = Graf
ladder-history-about = Hodnocení po tolika výsledcích žebříčku. Ukaž na jméno: pás říká, jak nejisté bylo hodnocení.
ladder-ahead-of = Před
ladder-crossed = vpředu { $ahead }, nastejno { $level }, vzadu { $behind }
ladder-crossed-apart = { $counts }; { $points } ± { $margin } bodů
ladder-crossed-odd = { $counts }; { $points } ± { $margin } bodů; jejich partie říkají něco jiného
ladder-results = Výsledky
ladder-replay = Záznam
ladder-annulled = anulováno
# $reason is the organiser's.
ladder-annulled-why = Nepočítá se: { $reason }
ladder-rank = pořadí { $rank }
ladder-against = Proti
ladder-against-counts = vpředu / nastejno / vzadu
## What an entry does

ladder-entry-idle = nehraje
ladder-entry-queued = ve frontě
ladder-entry-playing = hraje
ladder-entry-draining = dohrává
ladder-entry-benched = odstaveno
ladder-entry-retired = vyřazeno
