# Tournaments: standings, tables, brackets.
tournaments-title = Turnaje
tournaments-one = Turnaj
tournaments-none = Zatím žádný turnaj
tournaments-none-about = Pořadatel vyplní formulář v konzoli, nebo napíše soubor pro { $command }.
tournaments-entrants-count = { $count ->
    [one] { $count } účastník
    [few] { $count } účastníci
   *[other] { $count } účastníků
  }
tournaments-in = účastníš se
tournaments-may-enter = můžeš se přihlásit
tournaments-state-open = otevřený
tournaments-state-running = běží
tournaments-state-paused = pozastavený
tournaments-state-over = skončil
tournaments-format-swiss = švýcarský systém
tournaments-format-round_robin = každý s každým
tournaments-format-single_elimination = vyřazovací
tournaments-format-double_elimination = dvojí vyřazení
tournaments-format-gauntlet = jeden proti všem
tournaments-format-finals = finále
tournaments-format-arena = aréna
tournaments-tab-standings = Pořadí
tournaments-tab-teams = Týmy
tournaments-tab-bracket = Pavouk
tournaments-tab-tables = Stoly
tournaments-tab-entrants = Účastníci
tournaments-views = Pohledy na turnaj
tournaments-projector = Promítání
tournaments-leave-question = Odhlásit se z turnaje { $title }?
tournaments-leave-costs = Odhlásit se z turnaje { $title }? Prohraješ vše, co ještě není rozhodnuto.
tournaments-berserk = Berserk v příští partii
tournaments-berserk-about = Poloviční čas bez přídavku, za bod navíc při výhře
tournaments-leave = Odhlásit se
tournaments-enter = Přihlásit se
tournaments-released = výsledky po { $round }. kolo
tournaments-nobody = Zatím nikdo.
tournaments-program = program
tournaments-person = člověk
tournaments-withdrawn = odstoupení
tournaments-place = Pořadí
tournaments-entrant = Účastník
tournaments-score = Body
tournaments-won = Vyhráno
tournaments-performance = Výkon
tournaments-team = Tým
tournaments-boards = Desky
tournaments-round = { $round }. kolo
tournaments-table-drawn = nalosováno
tournaments-table-playing = hraje se
tournaments-table-called = vyvoláno
tournaments-table-decided = rozhodnuto
tournaments-table-bye = volno
tournaments-waits-for = čeká na: { $names }
tournaments-waits-for-places = čeká, až budou na serveru místa pro jeho programy
tournaments-watch = dívat se
tournaments-replay = záznam
tournaments-replay-number = záznam { $number }
tournaments-final = Finále
tournaments-third = O třetí místo
tournaments-close = Odejít
tournaments-held = zastaveno
## Tie-breaks, by their name in the file

tournaments-tie-buchholz = Buchholz
tournaments-tie-buchholz_cut = střední Buchholz
tournaments-tie-sonneborn_berger = Sonneborn-Berger
tournaments-tie-head_to_head = vzájemné partie
tournaments-tie-wins = výhry
tournaments-tie-match_points = zápasové body
tournaments-tie-progressive = průběžné body
tournaments-tie-late_seats = pozdější místa
tournaments-tie-seed = nasazení
tournaments-winner-of = vítěz stolu { $table }
tournaments-loser-of = poražený u stolu { $table }
