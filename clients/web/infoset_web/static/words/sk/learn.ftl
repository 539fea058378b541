# Where one begins: lessons, a bot of one's own, what goes over the wire.
learn-tab-bot = Tvoj prvý bot
learn-tab-here = Napísať bota tu
learn-tab-wire = Čo ide po drôte
learn-tab-bots = Tvoji nahratí boti
learn-tab-games = Naučiť sa hru
learn-tabs = Učenie
learn-begin-minutes = Začať, { $count ->
    [one] { $count } minúta
    [few] { $count } minúty
   *[other] { $count } minút
  }
learn-room = Prvá partia: { $game }
learn-minutes = { $count ->
    [one] { $count } minúta
    [few] { $count } minúty
   *[other] { $count } minút
  }
learn-first-match = Tvoja prvá partia: { $game }
learn-at-once = Hrá sa hneď. Sprievodca vedľa dosky vysvetľuje, čo sa chce a prečo; bez hodín.
learn-begin = Začať
learn-not-now = Teraz nie
learn-single = Alebo jediná lekcia
learn-copied = Skopírované.
learn-copy = Kopírovať
learn-python = Len Python
learn-python-about = Ulož toto ako { $file } a spusti { $command }. Je to úplný hráč všetkých tunajších hier: s každou otázkou príde zoznam povolených odpovedí.
learn-sdk = S SDK
learn-sdk-about = Typované ťahy, pomenované polia, výpisy chýb tam, kde sa pozeráš. S nainštalovaným Infosetom, príkazom { $command } v priečinku zdrojov:
learn-folder = Priečinok na začiatok
learn-folder-about = Bot, ktorý hrá, ako ho spustiť a skúška, v tvojom jazyku. Viac sťahovať netreba.
learn-sees = Čo tvoj bot vidí
learn-sees-about = Zahraj si tu partiu a pozri sa, čo ide po drôte: tvoj bot by dostal presne tie isté správy.
learn-show-wire = Ukázať drôt
learn-server = Nechaj ho bežať na serveri
learn-server-about = Bota možno nahrať a potom hrá vo dne v noci: { $command }. Jeho verzie, skúšky a záznamy sú pod { $link }.
learn-server-link = tvojimi nahratými botmi
learn-wire-about = Všetky správy tejto stránky, najnovšie dole, bez tajomstiev. To je všetko, čo sa stránka kedy dozvie: čo tvoje miesto nesmie vedieť, v tom nie je.
learn-wire-type = Druh správy
learn-wire-all = všetky druhy
learn-wire-go-on = Pokračovať
learn-wire-hold = Podržať
learn-wire-messages = Správy
learn-done = Hotovo.
learn-account = Nahratí boti patria k účtu. Prihlás sa tokenom alebo kartičkou; hostia žiadnych nemajú.
learn-sending = Posielam, { $share } %
learn-upload = Nahrať bota
learn-upload-about = Archív (.zip, .tar.gz) s priečinkom bota. Zostaví sa, zahrá partiu sám so sebou a potom sa ponúka ako domáci bot; nové nahratie je nová verzia.
learn-your-bots = Tvoji boti
learn-bot = Bot
learn-version = Verzia
learn-state = Stav
learn-result = Výsledok
learn-to-do = Čo s tým
learn-in-use = používa sa
learn-logs = Záznamy
learn-use = Použiť
learn-enable = Zapnúť
learn-disable = Vypnúť
learn-logs-of = Záznamy: { $title }
learn-close = Zavrieť
