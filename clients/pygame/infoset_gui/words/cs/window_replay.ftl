# A match seen again, and the list of them.
window-replay-title = Záznam: { $game }
window-replay-first = Začátek
window-replay-last = Konec
window-replay-next = Dál
window-replay-pause = Pauza
window-replay-run = Běh
window-replay-run-about = Přehrávat, nebo zastavit
window-replay-end-about = Na konec
window-replay-speed = Rychlost: { $speed }
window-replay-try = Zkusit
window-replay-public = Veřejné
window-replay-not-saved = Partii nejde uložit: { $why }
window-replay-no-picture = Obrázek nejde uložit: { $why }
window-replay-picture = Obrázek
window-replay-saved = uloženo jako { $file }
window-replay-working = Počítá se to: { $share } %
window-replay-chance = { $name }: { $percent } ± { $margin } % na výhru
window-replay-error-before = Předchozí rozhodnutí, které něco stálo
window-replay-error-next = Další rozhodnutí, které něco stálo
window-replay-no-error = Žádné není.
window-replay-none-about = Každou dohranou partii tu lze vidět znovu. Uloženou sem přetáhni.
window-replay-moves = { $count ->
    [one] { $count } tah
    [few] { $count } tahy
   *[other] { $count } tahů
  }
