# Tournaments: standings, tables, brackets.
tournaments-title = Turnaje
tournaments-one = Turnaj
tournaments-none = Zatiaľ žiadny turnaj
tournaments-none-about = Usporiadateľ vyplní formulár v konzole, alebo napíše súbor pre { $command }.
tournaments-entrants-count = { $count ->
    [one] { $count } účastník
    [few] { $count } účastníci
   *[other] { $count } účastníkov
  }
tournaments-in = zúčastňuješ sa
tournaments-may-enter = môžeš sa prihlásiť
tournaments-state-open = otvorený
tournaments-state-running = beží
tournaments-state-paused = pozastavený
tournaments-state-over = skončil sa
tournaments-format-swiss = švajčiarsky systém
tournaments-format-round_robin = každý s každým
tournaments-format-single_elimination = vyraďovací
tournaments-format-double_elimination = dvojité vyradenie
tournaments-format-gauntlet = jeden proti všetkým
tournaments-format-finals = finále
tournaments-format-arena = aréna
tournaments-tab-standings = Poradie
tournaments-tab-teams = Tímy
tournaments-tab-bracket = Pavúk
tournaments-tab-tables = Stoly
tournaments-tab-entrants = Účastníci
tournaments-views = Pohľady na turnaj
tournaments-projector = Premietanie
tournaments-leave-question = Odhlásiť sa z turnaja { $title }?
tournaments-leave-costs = Odhlásiť sa z turnaja { $title }? Prehráš všetko, čo ešte nie je rozhodnuté.
tournaments-berserk = Berserk v ďalšej partii
tournaments-berserk-about = Polovičný čas bez prídavku, za bod navyše pri výhre
tournaments-leave = Odhlásiť sa
tournaments-enter = Prihlásiť sa
tournaments-released = výsledky po { $round }. kolo
tournaments-nobody = Zatiaľ nikto.
tournaments-program = program
tournaments-person = človek
tournaments-withdrawn = odstúpenie
tournaments-place = Poradie
tournaments-entrant = Účastník
tournaments-score = Body
tournaments-won = Vyhraté
tournaments-performance = Výkon
tournaments-team = Tím
tournaments-boards = Dosky
tournaments-round = { $round }. kolo
tournaments-table-drawn = vyžrebované
tournaments-table-playing = hrá sa
tournaments-table-called = vyvolané
tournaments-table-decided = rozhodnuté
tournaments-table-bye = voľno
tournaments-waits-for = čaká na: { $names }
tournaments-waits-for-places = čaká, kým budú na serveri miesta pre jeho programy
tournaments-watch = pozerať
tournaments-replay = záznam
tournaments-replay-number = záznam { $number }
tournaments-final = Finále
tournaments-third = O tretie miesto
tournaments-close = Odísť
tournaments-held = zastavené
## Tie-breaks, by their name in the file

tournaments-tie-buchholz = Buchholz
tournaments-tie-buchholz_cut = stredný Buchholz
tournaments-tie-sonneborn_berger = Sonneborn-Berger
tournaments-tie-head_to_head = vzájomné partie
tournaments-tie-wins = výhry
tournaments-tie-match_points = zápasové body
tournaments-tie-progressive = priebežné body
tournaments-tie-late_seats = neskoršie miesta
tournaments-tie-seed = nasadenie
tournaments-winner-of = víťaz stola { $table }
tournaments-loser-of = porazený pri stole { $table }
