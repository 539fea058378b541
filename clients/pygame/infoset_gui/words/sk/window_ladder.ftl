# The table of a ladder.
window-ladder-missing = Tento server nemá rebríčky.
window-ladder-none-about = Otvára ich, kto server prevádzkuje; partie v nich sa hodnotia.
window-ladder-down = Nižšie
window-ladder-up = Vyššie
window-ladder-bottom = To je koniec.
window-ladder-top = To je začiatok.
window-ladder-play-about = Jedna partia v tomto rebríčku, proti tomu, kto sa hodí
window-ladder-empty-about = V tabuľke je, kto hrá hodnotenú partiu.
window-ladder-rank = Poradie
window-ladder-programs-only = Tento rebríček je pre programy.
window-ladder-rated = { $ladder }: tvoje hodnotenie je { $rating } ({ $change }), po { $count ->
    [one] { $count } výsledku
    [few] { $count } výsledkoch
   *[other] { $count } výsledkoch
  }
