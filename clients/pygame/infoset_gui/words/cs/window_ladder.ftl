# The table of a ladder.
window-ladder-missing = Tento server nemá žebříčky.
window-ladder-none-about = Otvírá je, kdo server provozuje; partie v nich se hodnotí.
window-ladder-down = Níž
window-ladder-up = Výš
window-ladder-bottom = To je konec.
window-ladder-top = To je začátek.
window-ladder-play-about = Jedna partie v tomto žebříčku, proti tomu, kdo se hodí
window-ladder-empty-about = V tabulce je, kdo hraje hodnocenou partii.
window-ladder-rank = Pořadí
window-ladder-programs-only = Tento žebříček je pro programy.
window-ladder-rated = { $ladder }: tvé hodnocení je { $rating } ({ $change }), po { $count ->
    [one] { $count } výsledku
    [few] { $count } výsledcích
   *[other] { $count } výsledcích
  }
