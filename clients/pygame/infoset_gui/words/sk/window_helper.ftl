# Programs at a person's side: assistants.
window-helper-which = Ktorý program? Napríklad: { $example }
window-helper-too-many = { $count ->
    [one] Naraz najviac { $count } program
    [few] Naraz najviac { $count } programy
   *[other] Naraz najviac { $count } programov
  }
window-helper-again = Stlač Prijať ešte raz a zahrá sa to
window-helper-laid-ready = Pripravené: zmeň to na doske, alebo to zahraj.
window-helper-commit = Zahrať, čo je pripravené
window-helper-start = Spustiť
window-helper-start-about = Spustiť tento program
window-helper-code = Kód
window-helper-code-about = Kód pre program inde
window-helper-copy = Skopírovať príkaz
window-helper-dismiss = Poslať preč
window-helper-right-draw = kresliť
window-helper-right-suggest = navrhovať
window-helper-right-compute = počítať
window-helper-right-act = hrať
window-helper-may = Smie { $right }
window-helper-may-not = Nesmie { $right }; stlačením to dovolíš
window-helper-none = Žiadny program ti nepomáha. Napíš hore príkaz niektorého, alebo stlač kľúč pre kód.
window-helper-server = server
window-helper-program = program
