# Ladders: who is how strong.
ladder-title = Rebríčky
ladder-one = Rebríček
ladder-none = Zatiaľ tu nie je žiadny rebríček
ladder-none-about = Zakladá ho usporiadateľ: pre triedu v konzole, inak súborom v priečinku rebríčkov na serveri. Boti aj ľudia potom stretávajú súperov, ktorí sa k nim hodia, a tabuľka rastie sama.
ladder-state-open = otvorený
ladder-state-paused = pozastavený
ladder-state-frozen = zmrazený
ladder-state-closing = zatvára sa
ladder-state-closed = zatvorený
ladder-entries = { $count ->
    [one] { $count } účastník
    [few] { $count } účastníci
   *[other] { $count } účastníkov
  }
ladder-results-count = { $count ->
    [one] { $count } výsledok
    [few] { $count } výsledky
   *[other] { $count } výsledkov
  }
ladder-nothing-played = Nič sa nehrá: { $missing }
ladder-tab-table = Tabuľka
ladder-tab-history = História
ladder-tab-cross = Kto poráža koho
ladder-tab-results = Najnovšie výsledky
ladder-tab-seasons = Sezóny
ladder-views = Pohľady na rebríček
ladder-season-until = Sezóna { $season }, do { $time }.
ladder-season-now = Sezóna { $season }.
ladder-deadline = Noví účastníci a verzie sa prijímajú do { $time }.
ladder-deadline-over = Od { $time } sa noví účastníci a verzie neprijímajú; kto tu je, hrá ďalej.
ladder-no-season = Žiadna sezóna sa ešte neskončila.
ladder-season = Sezóna
ladder-season-of = Sezóna { $season }
ladder-season-span = { $began } až { $ended }, { $count ->
    [one] { $count } výsledok
    [few] { $count } výsledky
   *[other] { $count } výsledkov
  }
ladder-entry = Účastník
ladder-rating = Hodnotenie
ladder-games = Partie
ladder-first = Prvé miesta
ladder-division = Divízia
ladder-moves = do { $next }
ladder-moves-up = { $division }, postup do { $next }
ladder-moves-down = { $division }, zostup do { $next }
ladder-is-paused = Rebríček je pozastavený: žiadna hodnotená partia teraz nezačne.
ladder-is-frozen = Rebríček je zmrazený: tabuľka zostane, ako je.
ladder-is-closing = Rebríček sa zatvára: nová partia už nezačne.
ladder-is-closed = Rebríček je zatvorený.
ladder-queue-looking = Hľadám súpera. Partia sa otvorí sama.
ladder-queue-leave = Opustiť rad
ladder-account-needed = Hrať tu môže, kto má účet.
ladder-play = Hrať hodnotenú partiu
ladder-interval = Interval 95 %
ladder-stronger = Silnejší ako ďalší
ladder-matches = Partie
ladder-won = Vyhraté
ladder-state = Stav
ladder-division-of = divízia { $division }
ladder-provisional = predbežné
ladder-misfit = nesedí
ladder-misfit-about = Výsledky závisia od súpera: pozri „Kto poráža koho“.
ladder-range = { $low } až { $high }
ladder-nobody = Zatiaľ nikto nehral.
ladder-too-few = Na graf je výsledkov málo.
ladder-plot-label = Hodnotenie podľa výsledkov
ladder-plot = Graf
ladder-history-about = Hodnotenie po toľkých výsledkoch rebríčka. Ukáž na meno: pás hovorí, aké neisté bolo hodnotenie.
ladder-ahead-of = Pred
ladder-crossed = vpredu { $ahead }, narovnako { $level }, vzadu { $behind }
ladder-crossed-apart = { $counts }; { $points } ± { $margin } bodov
ladder-crossed-odd = { $counts }; { $points } ± { $margin } bodov; ich partie hovoria niečo iné
ladder-results = Výsledky
ladder-replay = Záznam
ladder-annulled = anulované
# $reason is the organiser's.
ladder-annulled-why = Nepočíta sa: { $reason }
ladder-rank = poradie { $rank }
ladder-against = Proti
ladder-against-counts = vpredu / narovnako / vzadu
## What an entry does

ladder-entry-idle = nehrá
ladder-entry-queued = v rade
ladder-entry-playing = hrá
ladder-entry-draining = dohráva
ladder-entry-benched = odstavené
ladder-entry-retired = vyradené
