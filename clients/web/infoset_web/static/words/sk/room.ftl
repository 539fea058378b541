# A room: seats, settings, invitation; and the form that makes or changes one.
room-title = Miestnosť { $room }
room-of-game = { $game } · miestnosť { $room }
room-to-lobby = Späť do herne
room-entering = Vstupujem …
room-change = Zmeniť nastavenia
room-leave = Odísť
room-table = Stôl
room-talk = Rozhovor
room-series = Séria: najviac { $most ->
    [one] { $most } partia
    [few] { $most } partie
   *[other] { $most } partií
  }, odohrané { $played }, { $points }.
room-series-over = Séria: najviac { $most ->
    [one] { $most } partia
    [few] { $most } partie
   *[other] { $most } partií
  }, odohrané { $played }, { $points }, skončila sa.
room-clock = Hodiny
room-begins = Začína v
room-begins-moment = okamihu partie { $match }
room-watching = Kto sa pozerá
room-watchers = Divákov práve teraz
room-stream = Pre prenos
room-stream-board = len doska
room-talking = Rozhovor počas partie
room-code = Kód pre priateľov
room-invitation = Pozvánka
room-invitation-here = Odkaz otvorí len tento počítač. Pre ostatných otvor stránku pod menom alebo číslom tohto počítača v sieti.
room-copied = Pozvánka je v schránke.
room-copy = Kopírovať odkaz
room-watch-public = všetci
room-watch-delayed = všetci, s oneskorením
room-watch-off = nikto
room-seat-free = Miesto { $seat }, voľné
room-move-here = Presadnúť sem
room-sit-here = Sadnúť si sem
room-kind-bot = bot
room-kind-human = človek
room-you = ty
room-ready = pripravené
room-away = preč
room-stand = Vstať
room-remove = Odobrať
room-sent-out = Zakladateľ ťa odobral z miestnosti { $room }.
room-add-bot = Pridať bota
room-add-bot-seat = Pridať bota na miesto { $seat }
room-not-measured = nemerané
# How strong a bot is: level 3 of 5.
room-level = úroveň { $level } z { $of }
room-level-about = asi úroveň { $level } z { $of }
room-nobody-watches = Pri tomto stole sa nikto pozerať nesmie.
room-watch = Pozerať
room-playing = hrá sa
room-to-match = K partii
room-start = Začať
room-start-bots = Začať, na voľné miesta boti
room-again = Hrať znova
room-again-bots = Hrať znova, na voľné miesta boti
room-not-ready = Predsa len ešte nie
room-rematch = Chcem odvetu
room-i-am-ready = Môžeme začať
room-starts-when = Začne sa, keď budú všetky miesta obsadené a pripravené.

## The form

room-form-change = Zmeniť miestnosť
room-form-new = Nová miestnosť
room-form-title = Názov
room-form-pace = Tempo
room-form-pace-clock = podľa hodín nižšie
room-form-same = ako to je
room-form-watch = Kto sa smie pozerať
room-form-watch-public = všetci, hneď
room-form-watch-delayed = všetci, s oneskorením
room-form-watch-off = nikto
room-form-talk = Kto smie počas hry hovoriť
room-form-series = Partií v sérii
room-form-unlisted = Mimo zoznamu: vstúpia len tí, čo poznajú kód
room-form-undo = Krok, ktorý nič neodhalil, možno vziať späť
room-form-aids = Pomôcky: čo vieš s akou šancou, výpočty na serveri
room-form-rules = Pravidlá: { $game }
room-form-more = Ďalšie pravidlá
room-form-sets = Sady pravidiel
room-form-usual = obvyklá
room-form-save = Uložiť
room-form-open = Otvoriť miestnosť
room-form-cancel = Zrušiť
room-form-expected = očakáva sa { $want }
room-yes = áno
room-no = nie
room-own = vlastné

## Clocks

room-clock-none = bez hodín
room-clock-move = { $time } na ťah
room-clock-bank = { $main } + { $increment }
room-clock-days = { $count ->
    [one] { $count } deň na ťah
    [few] { $count } dni na ťah
   *[other] { $count } dní na ťah
  }
room-minutes = { $count } min
room-seconds = { $count } s
room-clock-choice-none = žiadne
room-clock-choice-relaxed = 90 s na ťah
room-clock-choice-quick = 20 s na ťah
room-clock-choice-bank = 10 min pre každého, 5 s za ťah
room-clock-choice-days = deň na ťah
room-talk-people = ľudia
room-talk-all = ľudia aj programy
room-talk-off = nikto
room-aids = Pomôcky
room-aids-on = dovolené
room-aids-off = nedovolené

## How long ago

room-ago-now = práve teraz
room-ago-minutes = pred { $count } min
room-ago-hours = pred { $count } h
room-ago-days = pred { $count } d
room-days-hours = { $days } d { $hours } h
## Paces of a server

room-pace-casual = v pokoji
room-pace-bots = pre boty
room-pace-classic = klasické
room-clock-choice-days3 = 3 dni na ťah
room-clock-choice-week = 7 dní na ťah
room-slow = Stlač „Môžeme začať“ a môžeš odísť: miesto ti zostane a partia sa začne, keď to stlačia všetci. Kedy si na ťahu, ukáže stránka Moje hry.
