# A match seen again, and the list of them.
window-replay-title = Záznam: { $game }
window-replay-first = Začiatok
window-replay-last = Koniec
window-replay-next = Ďalej
window-replay-pause = Pauza
window-replay-run = Beh
window-replay-run-about = Prehrávať, alebo zastaviť
window-replay-end-about = Na koniec
window-replay-speed = Rýchlosť: { $speed }
window-replay-try = Skúsiť
window-replay-public = Verejné
window-replay-not-saved = Partiu sa nedá uložiť: { $why }
window-replay-no-picture = Obrázok sa nedá uložiť: { $why }
window-replay-picture = Obrázok
window-replay-saved = uložené ako { $file }
window-replay-working = Počíta sa to: { $share } %
window-replay-chance = { $name }: { $percent } ± { $margin } % na výhru
window-replay-error-before = Predchádzajúce rozhodnutie, ktoré niečo stálo
window-replay-error-next = Ďalšie rozhodnutie, ktoré niečo stálo
window-replay-no-error = Žiadne nie je.
window-replay-none-about = Každú dohranú partiu tu možno vidieť znova. Uloženú sem pretiahni.
window-replay-moves = { $count ->
    [one] { $count } ťah
    [few] { $count } ťahy
   *[other] { $count } ťahov
  }
