# A room: seats, settings, invitation; and the form that makes or changes one.
room-title = Místnost { $room }
room-of-game = { $game } · místnost { $room }
room-to-lobby = Zpět do herny
room-entering = Vstupuji …
room-change = Změnit nastavení
room-leave = Odejít
room-table = Stůl
room-talk = Hovor
room-series = Série: nejvýše { $most ->
    [one] { $most } partie
    [few] { $most } partie
   *[other] { $most } partií
  }, odehráno { $played }, { $points }.
room-series-over = Série: nejvýše { $most ->
    [one] { $most } partie
    [few] { $most } partie
   *[other] { $most } partií
  }, odehráno { $played }, { $points }, skončila.
room-clock = Hodiny
room-begins = Začíná v
room-begins-moment = okamžiku partie { $match }
room-watching = Kdo se dívá
room-watchers = Diváků právě teď
room-stream = Pro přenos
room-stream-board = jen deska
room-talking = Hovor během partie
room-code = Kód pro přátele
room-invitation = Pozvánka
room-invitation-here = Odkaz otevře jen tento počítač. Pro ostatní otevři stránku pod jménem nebo číslem tohoto počítače v síti.
room-copied = Pozvánka je ve schránce.
room-copy = Kopírovat odkaz
room-watch-public = všichni
room-watch-delayed = všichni, se zpožděním
room-watch-off = nikdo
room-seat-free = Místo { $seat }, volné
room-move-here = Přesednout sem
room-sit-here = Sednout si sem
room-kind-bot = bot
room-kind-human = člověk
room-you = ty
room-ready = připraveno
room-away = pryč
room-stand = Vstát
room-remove = Odebrat
room-sent-out = Zakladatel tě odebral z místnosti { $room }.
room-add-bot = Přidat bota
room-add-bot-seat = Přidat bota na místo { $seat }
room-not-measured = neměřeno
# How strong a bot is: level 3 of 5.
room-level = úroveň { $level } z { $of }
room-level-about = asi úroveň { $level } z { $of }
room-nobody-watches = U tohoto stolu se nikdo dívat nesmí.
room-watch = Dívat se
room-playing = hraje se
room-to-match = K partii
room-start = Začít
room-start-bots = Začít, na volná místa boti
room-again = Hrát znovu
room-again-bots = Hrát znovu, na volná místa boti
room-not-ready = Přece jen ještě ne
room-rematch = Chci odvetu
room-i-am-ready = Můžeme začít
room-starts-when = Začne se, až budou všechna místa obsazená a připravená.

## The form

room-form-change = Změnit místnost
room-form-new = Nová místnost
room-form-title = Název
room-form-pace = Tempo
room-form-pace-clock = podle hodin níže
room-form-same = jak to je
room-form-watch = Kdo se smí dívat
room-form-watch-public = všichni, hned
room-form-watch-delayed = všichni, se zpožděním
room-form-watch-off = nikdo
room-form-talk = Kdo smí během hry mluvit
room-form-series = Partií v sérii
room-form-unlisted = Mimo seznam: vstoupí jen ti, kdo znají kód
room-form-undo = Krok, který nic neodhalil, lze vzít zpět
room-form-aids = Pomůcky: co víš s jakou šancí, výpočty na serveru
room-form-rules = Pravidla: { $game }
room-form-more = Další pravidla
room-form-sets = Sady pravidel
room-form-usual = obvyklá
room-form-save = Uložit
room-form-open = Otevřít místnost
room-form-cancel = Zrušit
room-form-expected = očekává se { $want }
room-yes = ano
room-no = ne
room-own = vlastní

## Clocks

room-clock-none = bez hodin
room-clock-move = { $time } na tah
room-clock-bank = { $main } + { $increment }
room-clock-days = { $count ->
    [one] { $count } den na tah
    [few] { $count } dny na tah
   *[other] { $count } dní na tah
  }
room-minutes = { $count } min
room-seconds = { $count } s
room-clock-choice-none = žádné
room-clock-choice-relaxed = 90 s na tah
room-clock-choice-quick = 20 s na tah
room-clock-choice-bank = 10 min pro každého, 5 s za tah
room-clock-choice-days = den na tah
room-talk-people = lidé
room-talk-all = lidé i programy
room-talk-off = nikdo
room-aids = Pomůcky
room-aids-on = dovoleny
room-aids-off = nedovoleny

## How long ago

room-ago-now = právě teď
room-ago-minutes = před { $count } min
room-ago-hours = před { $count } h
room-ago-days = před { $count } d
room-days-hours = { $days } d { $hours } h
## Paces of a server

room-pace-casual = v klidu
room-pace-bots = pro boty
room-pace-classic = klasické
room-clock-choice-days3 = 3 dny na tah
room-clock-choice-week = 7 dní na tah
room-slow = Stiskni „Můžeme začít“ a můžeš odejít: místo ti zůstane a partie začne, až to stisknou všichni. Kdy jsi na tahu, ukáže stránka Moje hry.
