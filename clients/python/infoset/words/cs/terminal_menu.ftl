# Nabídka terminálu, kde se volí, co se bude hrát.

terminal-menu-game = hra
terminal-menu-players = hráči
terminal-menu-matches = partie
terminal-menu-way-play = hrát tady, bez serveru
terminal-menu-way-game = vybrat hru
terminal-menu-way-players = vybrat hráče
terminal-menu-way-options = nastavit volby hry
terminal-menu-way-matches = nastavit počet partií
terminal-menu-way-join = hrát na serveru
terminal-menu-way-watch = sledovat server
terminal-menu-way-stats = statistika posledních partií, které se tu hrály
terminal-menu-way-table = zasednout s lidmi ke skutečné desce Catanu
terminal-menu-way-leave = odejít
terminal-menu-number = číslo
terminal-menu-number-expected = čeká se číslo od 1 do { $most }, ne { $got }

## Co je zvoleno pro hru

terminal-menu-which-game = která hra?
terminal-menu-how-many = kolik partií
terminal-menu-matches-expected = partie: čeká se 1 až { $most }, ne { $got }
terminal-menu-who-plays = kdo hraje?
terminal-menu-remove = odebrat: { $name }
terminal-menu-add = přidat hráče
terminal-menu-these = takhle to bude
terminal-menu-one-player = aspoň jeden hráč je potřeba
terminal-menu-most-players = hráčů smí být nejvýš { $count }
terminal-menu-who-joins = kdo přibude?
terminal-menu-other = někdo jiný, jak ho jmenuje `infoset arena`
terminal-menu-player-name = jméno, soubor nebo příkaz
terminal-menu-which-option = která volba?
terminal-menu-none = žádná
terminal-menu-value = { $name }, nebo @FILE se jménem souboru; - vrátí obvyklou hodnotu

## Co se spouští

terminal-menu-table-game = skutečná deska je jen pro hru { $game }: nejdřív ji vyber
terminal-menu-people = lidé u desky, oddělení čárkami
terminal-menu-one-person = u desky sedí aspoň jeden člověk
terminal-menu-your-name = tvoje jméno
terminal-menu-server = server
terminal-menu-nothing-played = žádná partie se tu ještě nehrála
