# Iné zariadenie, na ktorom sa pokračuje.
move-title = Iné zariadenie
move-button = Pokračovať na inom zariadení
move-enter = Na druhom zariadení zvoľ „Z iného zariadenia“ a zadaj
move-about = alebo otvor { $link }. Platí raz, ešte { $time }. Potom tu skončíš a čo hráš, pôjde ďalej tam, aj so všetkým, čo bolo povedané.
move-link = odkaz
move-copied = Odkaz je v schránke. Nikomu ho neukazuj: kto ho má, vstúpi ako ty.
move-code = Kód, ktorý ukazuje tvoje druhé zariadenie
move-code-about = Je tam v nastaveniach. Platí raz.
move-go = Pokračovať tu
move-way = Z iného zariadenia
move-gone = Pokračuješ na svojom druhom zariadení.
move-once = Platí raz, ešte { $time }. Potom tu skončíš a čo hráš, pôjde ďalej tam, aj so všetkým, čo bolo povedané.
