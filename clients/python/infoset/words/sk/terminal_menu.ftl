# Ponuka terminálu, kde sa volí, čo sa bude hrať.

terminal-menu-game = hra
terminal-menu-players = hráči
terminal-menu-matches = partie
terminal-menu-way-play = hrať tu, bez servera
terminal-menu-way-game = vybrať hru
terminal-menu-way-players = vybrať hráčov
terminal-menu-way-options = nastaviť voľby hry
terminal-menu-way-matches = nastaviť počet partií
terminal-menu-way-join = hrať na serveri
terminal-menu-way-watch = sledovať server
terminal-menu-way-stats = štatistika posledných partií, ktoré sa tu hrali
terminal-menu-way-table = zasadnúť s ľuďmi ku skutočnej doske Catanu
terminal-menu-way-leave = odísť
terminal-menu-number = číslo
terminal-menu-number-expected = čaká sa číslo od 1 do { $most }, nie { $got }

## Čo je zvolené pre hru

terminal-menu-which-game = ktorá hra?
terminal-menu-how-many = koľko partií
terminal-menu-matches-expected = partie: čaká sa 1 až { $most }, nie { $got }
terminal-menu-who-plays = kto hrá?
terminal-menu-remove = odobrať: { $name }
terminal-menu-add = pridať hráča
terminal-menu-these = takto to bude
terminal-menu-one-player = aspoň jeden hráč je potrebný
terminal-menu-most-players = hráčov smie byť najviac { $count }
terminal-menu-who-joins = kto pribudne?
terminal-menu-other = niekto iný, ako ho nazýva `infoset arena`
terminal-menu-player-name = meno, súbor alebo príkaz
terminal-menu-which-option = ktorá voľba?
terminal-menu-none = žiadna
terminal-menu-value = { $name }, alebo @FILE s menom súboru; - vráti obvyklú hodnotu

## Čo sa spúšťa

terminal-menu-table-game = skutočná doska je len pre hru { $game }: najprv ju vyber
terminal-menu-people = ľudia pri doske, oddelení čiarkami
terminal-menu-one-person = pri doske sedí aspoň jeden človek
terminal-menu-your-name = tvoje meno
terminal-menu-server = server
terminal-menu-nothing-played = žiadna partia sa tu ešte nehrala
