# Iné zariadenie, na ktorom sa pokračuje.
move-title = Iné zariadenie
move-button = Pokračovať na inom zariadení
move-enter = Na druhom zariadení zvoľte „Z iného zariadenia“ a zadajte
move-about = alebo otvorte { $link }. Platí raz, ešte { $time }. Potom tu skončíte a čo hráte, pôjde ďalej tam, aj so všetkým, čo bolo povedané.
move-link = odkaz
move-copied = Odkaz je v schránke. Nikomu ho neukazujte: kto ho má, vstúpi ako vy.
move-code = Kód, ktorý ukazuje vaše druhé zariadenie
move-code-about = Je tam v nastaveniach. Platí raz.
move-go = Pokračovať tu
move-way = Z iného zariadenia
move-gone = Pokračujete na svojom druhom zariadení.
