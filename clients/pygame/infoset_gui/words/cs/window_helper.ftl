# Programs at a person's side: assistants.
window-helper-which = Který program? Například: { $example }
window-helper-too-many = { $count ->
    [one] Najednou nejvýše { $count } program
    [few] Najednou nejvýše { $count } programy
   *[other] Najednou nejvýše { $count } programů
  }
window-helper-again = Stiskni Přijmout ještě jednou a zahraje se to
window-helper-laid-ready = Připraveno: změň to na desce, nebo to zahraj.
window-helper-commit = Zahrát, co je připraveno
window-helper-start = Spustit
window-helper-start-about = Spustit tento program
window-helper-code = Kód
window-helper-code-about = Kód pro program jinde
window-helper-copy = Zkopírovat příkaz
window-helper-dismiss = Poslat pryč
window-helper-right-draw = kreslit
window-helper-right-suggest = navrhovat
window-helper-right-compute = počítat
window-helper-right-act = hrát
window-helper-may = Smí { $right }
window-helper-may-not = Nesmí { $right }; stisknutím to dovolíš
window-helper-none = Žádný program ti nepomáhá. Napiš nahoru příkaz některého, nebo stiskni klíč pro kód.
window-helper-server = server
window-helper-program = program
