# Konzole pořadatele: příkazy, jejich pole a co z nich vzešlo. Co odpoví server, se ukazuje, jak to je, anglicky.

console-account = Přihlas se tokenem účtu pořadatele. Hosté příkazy nedávají.
console-groups = Skupiny příkazů
console-group-event = Akce
console-group-people = Lidé
console-group-classes = Třídy
console-group-bots = Boti
console-group-ladders = Žebříčky
console-group-tournaments = Turnaje
console-group-abtests = A-B testy
console-group-audit = Audit
console-look = Ukázat
console-run = Provést
console-make = Založit
console-answers = Co z toho vzešlo
console-no-answers = Zatím nic.
console-done = { $title }: hotovo
# $message is the server's, in English.
console-told = { $title }: { $message }
console-really = { $title }: { $about } Opravdu?
console-goes = Navždy zmizí: { $things }.
console-goes-pupils = { $count ->
    [one] { $count } žák
    [few] { $count } žáci
   *[other] { $count } žáků
  }
console-goes-ladders = { $count ->
    [one] { $count } žebříček
    [few] { $count } žebříčky
   *[other] { $count } žebříčků
  }
console-goes-entries = { $count ->
    [one] { $count } účastník
    [few] { $count } účastníci
   *[other] { $count } účastníků
  }
console-goes-results = { $count ->
    [one] { $count } výsledek
    [few] { $count } výsledky
   *[other] { $count } výsledků
  }
console-goes-seasons = { $count ->
    [one] { $count } skončená sezona
    [few] { $count } skončené sezony
   *[other] { $count } skončených sezon
  }
console-goes-tournaments = { $count ->
    [one] { $count } turnaj
    [few] { $count } turnaje
   *[other] { $count } turnajů
  }
console-goes-matches = { $count ->
    [one] { $count } uložená partie
    [few] { $count } uložené partie
   *[other] { $count } uložených partií
  }
console-secret = Ukáže se jen teď:
console-save = Uložit soubor
console-characters = { $count ->
    [one] { $count } znak
    [few] { $count } znaky
   *[other] { $count } znaků
  }
console-not-json = { $field }: očekává se JSON

## Formuláře

console-new-ladder = Nový žebříček třídy
console-new-ladder-about = Třída v něm hraje mezi sebou.
console-class = Název třídy
console-rules = Sada pravidel
console-time = Čas na rozhodnutí
console-talk = Kdo smí u stolu mluvit
console-copies = Kolik míst u stolu smí obsadit každý bot serveru
console-seasons-off = žádné
console-seasons-carried = hodnocení z výsledků všech sezon
console-seasons-fresh = každá začíná bez výsledků
console-season-ends = Sezona končí
console-season-by-you = když ji ukončíte
console-season-days = { $count ->
    [one] po { $count } dni
    [few] po { $count } dnech
   *[other] po { $count } dnech
  }
console-hosted = Boti serveru a tvoji vlastní, kteří hrají s třídou
console-hosted-yours = nahráno tebou
console-uploads = Hrají i boti, které nahráli členové třídy
console-change-ladder-about = Za běhu; účastníci i výsledky zůstanou.
console-no-class-ladders = Není žádný žebříček třídy, který by šlo změnit.
console-ladder-matches = Partií najednou
console-ladder-per_hour = Partií mezi programy za hodinu
console-ladder-entry_per_hour = Totéž pro jednoho účastníka
console-ladder-played = Hra, volby, čas a hovor zůstávají jako v první partii: rozhodují o tom, co výsledky znamenají.
console-change = Změnit
console-follows-endless = Sezona { $season } nikdy neskončí; tabulky minulých sezon zůstanou.
console-follows-begins = { $count ->
    [one] Sezona { $season } běží odteď, s dosavadním { $count } výsledkem.
    [few] Sezona { $season } běží odteď, s dosavadními { $count } výsledky.
   *[other] Sezona { $season } běží odteď, s dosavadními { $count } výsledky.
  }
console-follows-fresh = Hodnocení začne od začátku se sezonou { $season } a s každou další.
console-follows-carried = Hodnocení se sezonou { $season } ani s žádnou další nezačne od začátku.
console-follows-by_word = Sezona { $season } skončí, když ji ukončíte.
console-follows-ends = Sezona { $season } skončí { $at }.
console-follows-at_once = Sezona { $season } skončí hned a začne další.
console-new-tournament = Nový turnaj
console-new-tournament-about = Vyplněním formuláře.
console-format = Kdo se s kým utká
console-format-swiss = Švýcarský systém: utkají se ti s podobným počtem bodů
console-format-round_robin = Každý s každým
console-format-single_elimination = Vyřazovací: kdo prohraje, končí
console-format-double_elimination = Vyřazovací: kdo prohraje dvakrát, končí
console-format-arena = Aréna: hraje se znovu, jakmile je někdo volný
console-format-number-rounds = Počet kol; 0 znamená tolik, kolik je potřeba
console-format-number-cycles = Kolikrát
console-format-number-minutes = Minuty
console-only-class = Jen pro třídu, která se zúčastní celá; může zůstat prázdné
console-opens = Kdo se smí přihlásit sám
console-opens-human = lidé s účtem
console-opens-bot = programy s účtem
console-opens-hosted = boti nahraní na tento server
console-entrants-users = Účty, které se zúčastní, každý na svém řádku
console-entrants-bots = Boti serveru, každý na svém řádku
console-as-file = Jako soubor, k uschování nebo k ručním úpravám

## Commands: what each is called (do), and what it is for (about)

console-do-announce = Oznámit
console-about-announce = Ukáže text všem.
console-do-open = Otevřít
console-about-open = Partie mohou začínat a zmrazené pokračují.
console-do-close = Zavřít
console-about-close = Nové partie nezačínají; ty, které běží, se dohrají.
console-do-freeze = Zmrazit
console-about-freeze = Nové partie nezačínají a v těch, které běží, stojí čas.
console-do-re-run = Hrát znovu
console-about-re-run = Partie se odehraje znovu s jiným rozdáním.
console-do-end-match = Ukončit partii
console-about-end-match = Ukončí rozehranou partii bez výsledku.
console-do-export = Stáhnout partii
console-about-export = Zápis partie jako soubor.
console-do-slow = Pomalé partie
console-about-slow = Partie, ve kterých odpovědi trvaly dlouho.
console-do-users = Uživatelé
console-about-users = Kdo má účet.
console-do-add-user = Přidat uživatele
console-about-add-user = Nový účet.
console-do-set-role = Nastavit roli
console-about-set-role = Z někoho se stane hráč, pořadatel nebo správce.
console-do-rename = Přejmenovat
console-about-rename = Dá osobě, žákovi nebo botovi jiné jméno; výsledky jim zůstanou.
console-do-remove-user = Odebrat uživatele
console-about-remove-user = Smaže účet a vše, co k němu patří.
console-do-mute = Umlčet
console-about-mute = Bez psaní do hovoru.
console-do-unmute = Zrušit umlčení
console-about-unmute = Smí zase psát do hovoru.
console-do-ban = Vykázat
console-about-ban = Nepustí dovnitř, a kdo tu je, toho odpojí.
console-do-unban = Zrušit vykázání
console-about-unban = Pustí zase dovnitř.
console-do-bans = Vykázaní
console-about-bans = Kdo nesmí dovnitř.
console-do-tokens = Tokeny
console-about-tokens = Čím se kdo přihlašuje.
console-do-add-token = Přidat token
console-about-add-token = Nový token; ukáže se jen jednou.
console-do-add-key = Přidat klíč
console-about-add-key = Veřejný klíč, se kterým se lze přihlásit bez posílání tajemství.
console-do-revoke-token = Zneplatnit token
console-about-revoke-token = Přestane platit.
console-do-revoke-tokens = Zneplatnit všechny tokeny
console-about-revoke-tokens = Uživateli přestanou platit všechny.
console-do-classes = Třídy
console-about-classes = Všechny třídy.
console-do-add-class = Přidat třídu
console-about-add-class = Třída se žáky pod vymyšlenými jmény.
console-do-add-pupils = Přidat žáky
console-about-add-pupils = Další žáci, počtem nebo jmény.
console-do-remove-pupil = Odebrat žáka
console-about-remove-pupil = Smaže jeho účet.
console-do-pupils = Žáci
console-about-pupils = Kdo je ve třídě.
console-do-cards = Kartičky
console-about-cards = Kartičky k vytištění a rozstříhání.
console-do-open-class = Otevřít třídu
console-about-open-class = Jeden kód na tabuli.
console-do-close-class = Zavřít třídu
console-about-close-class = Kód přestane platit.
console-do-allow-chat = Povolit hovor
console-about-allow-chat = Třída smí psát do hovoru.
console-do-forbid-chat = Zakázat hovor
console-about-forbid-chat = Nesmí.
console-do-keep-class = Ponechat třídu
console-about-keep-class = Ponechá třídu ode dneška tak dlouho jako novou.
console-do-rename-class = Přejmenovat třídu
console-about-rename-class = Dá třídě jiné jméno.
console-do-remove-class = Odebrat třídu
console-about-remove-class = Smaže třídu se všemi žáky, žebříčky, turnaji a partiemi.
console-do-add-bot = Přidat bota
console-about-add-bot = Účet pro bota.
console-do-disable-bot = Vypnout bota
console-about-disable-bot = Přestane hrát.
console-do-enable-bot = Zapnout bota
console-about-enable-bot = Smí zase hrát.
console-do-ladders = Žebříčky
console-about-ladders = Všechny žebříčky.
console-do-class-ladder = Nový žebříček třídy
console-do-change-ladder = Změnit žebříček třídy
console-do-ladder-file = Jaký je žebříček třídy
console-about-ladder-file = Co se na něm dá změnit a jaké to je teď.
console-do-ladder = Změnit stav žebříčku
console-about-ladder = Otevře, pozastaví, zmrazí nebo zavře žebříček.
console-do-remove-ladder = Smazat žebříček
console-about-remove-ladder = Uzavřený žebříček třídy i s výsledky a partiemi.
console-do-load-ladders = Načíst žebříčky
console-about-load-ladders = Znovu přečte soubory žebříčků.
console-do-entries = Účastníci
console-about-entries = Kdo v žebříčku hraje.
console-do-entry-log = Záznam účastníka
console-about-entry-log = Co je poznamenáno pro toho, komu účastník patří.
console-do-bench = Odstavit účastníka
console-about-bench = Účastník přestane hrát.
console-do-unbench = Vrátit účastníka
console-about-unbench = Smí zase hrát.
console-do-ladder-results = Výsledky žebříčku
console-about-ladder-results = Nejnovější výsledky, které jsou anulované a proč.
console-do-annul = Anulovat výsledek
console-about-annul = Výsledek partie nebo celé její série už neplatí. Zůstane vidět i s důvodem.
console-do-reinstate = Obnovit výsledek
console-about-reinstate = Anulovaný výsledek zase platí.
console-do-seasons = Sezony
console-about-seasons = Sezony žebříčku a kdo v nich byl první.
console-do-end-season = Ukončit sezonu
console-about-end-season = Ukončí sezonu, která běží; začne další.
console-do-batch = Dávka partií
console-about-batch = Účastník odehraje tolik partií.
console-do-batches = Dávky
console-about-batches = Partie, o které si někdo řekl, a kolik z nich je odehráno.
console-do-cancel-batch = Zrušit dávku
console-about-cancel-batch = Další partie dávky už nezačnou.
console-do-tournaments = Turnaje
console-about-tournaments = Všechny turnaje.
console-do-tournament-create = Založit turnaj
console-about-tournament-create = Nový turnaj ze souboru, který byl uschován nebo ručně upraven.
console-do-tournament-open = Otevřít
console-about-tournament-open = Ukáže turnaj a nechá ho začít, až přijde jeho čas.
console-do-tournament-enter = Přihlásit
console-about-tournament-enter = Přihlásí někoho do turnaje.
console-do-tournament-start = Zahájit
console-about-tournament-start = Turnaj začne.
console-do-tournament-pause = Pozastavit
console-about-tournament-pause = Další stoly se nelosují.
console-do-tournament-resume = Pokračovat
console-about-tournament-resume = Turnaj pokračuje.
console-do-tournament-pace = Změnit tempo
console-about-tournament-pace = Kolik partií se odteď hraje najednou.
console-do-tournament-release = Zveřejnit výsledky
console-about-tournament-release = Ukáže výsledky až po některé kolo; bez něj všechny.
console-do-tournament-schedule = Rozpis
console-about-tournament-schedule = Všechny stoly, nebo stoly jednoho kola.
console-do-tournament-standings = Pořadí
console-about-tournament-standings = Kdo vede.
console-do-tournament-teams = Týmy
console-about-tournament-teams = Jak si vedou týmy.
console-do-tournament-crosstable = Křížová tabulka
console-about-tournament-crosstable = Kdo získal kolik bodů proti komu.
console-do-tournament-bracket = Pavouk
console-about-tournament-bracket = Pavouk vyřazovacího turnaje.
console-do-tournament-export = Stáhnout turnaj
console-about-tournament-export = Všechno jako soubor.
console-do-tournament-forfeit = Kontumovat
console-about-tournament-forfeit = Účastník u stolu prohraje.
console-do-tournament-withdraw = Odhlásit
console-about-tournament-withdraw = Účastník odstoupí; co není rozhodnuto, prohraje.
console-do-tournament-readmit = Vzít zpět
console-about-tournament-readmit = Kdo odstoupil, hraje dál, i u stolů, které jen proto prohrál.
console-do-tournament-rule = Rozhodnout stůl
console-about-tournament-rule = Určí, jak to u stolu dopadlo.
console-do-tournament-replay = Hrát stůl znovu
console-about-tournament-replay = U stolu se hraje znovu; co se tam stalo, neplatí.
console-do-tournament-adjust = Upravit body
console-about-tournament-adjust = Přidá body; záporné ubere.
console-do-tournament-remove = Smazat
console-about-tournament-remove = Smaže turnaj se všemi výsledky.
console-do-ab-tests = Testy
console-about-ab-tests = Tvé testy, jak jdou ve frontě za sebou.
console-do-ab-submit = Zadat test
console-about-ab-submit = Je A lepší než B? Programy s vlastními soubory posílá { $command }.
console-do-ab-show = Ukázat test
console-about-ab-show = Jak na tom test je, nebo co jeho programy napsaly.
console-do-ab-stop = Zastavit test
console-about-ab-stop = Dál se nehraje.
console-do-ab-priority = Nastavit prioritu
console-about-ab-priority = Test se hraje před ostatními, nebo po nich.
console-do-ab-release = Vydat program
console-about-ab-release = Uloží program jako nejnovější svého jména.
console-do-audit = Záznam auditu
console-about-audit = Co kdo udělal.

## Fields: what is to be written there

console-field-address = adresa nebo rozsah
console-field-against = účastníci u téhož stolu, každý na svém řádku; prázdné znamená kohokoli
console-field-batch = id dávky
console-field-bot = jméno bota
console-field-class = název třídy
console-field-classroom = celá třída
console-field-days = dny
console-field-deals = nejvyšší počet rozdání
console-field-entrant = jméno v tabulkách, nebo číslo od 1
console-field-entry = jméno nebo id účastníka
console-field-entry-only = jen tento účastník: jméno nebo id
console-field-everybody = pro celou třídu; všechna její zařízení budou odpojena
console-field-file = text souboru
console-field-form = podoba souboru
console-field-game = hra
console-field-guests = i hosté
console-field-key = veřejný klíč, jak byl vypsán
console-field-label = popis
console-field-ladder = název žebříčku
console-field-match = id partie
console-field-matches = kolik
console-field-minutes = minuty, nebo prázdné
console-field-minutes-back = minut zpátky
console-field-minutes-open = minuty
console-field-name = jméno
console-field-name-new = nové jméno
console-field-name-shown = jméno v tabulkách
console-field-names = jména, každé na svém řádku
console-field-number = kolik
console-field-parallel = z toho partií jednoho bota tohoto serveru
console-field-places = pořadí účastníků stolu, třeba 1 2
console-field-points = body
console-field-priority = priorita, nad 0 jen správci
console-field-priority-range = od -10 do 10
console-field-private = jen pro tebe
# $example is JSON.
console-field-program = program, třeba { $example }
console-field-program-a = A, třeba { $example }
console-field-program-b = B, nebo prázdné
console-field-public = jen to, co smějí vědět všichni
console-field-pupil = jméno nebo id žáka
console-field-pupil-only = jen tento žák
console-field-pupils = kolik
console-field-pupils-made-up = kolik pod vymyšlenými jmény
console-field-reason = proč
console-field-reason-shown = proč; uvidí to každý, kdo vidí výsledek
console-field-release-against = jméno vydání, pokud je B prázdné
console-field-role = role
console-field-room = místnost; prázdné znamená všude, pokud jsi správce
console-field-round = kolo
console-field-state = od teď je
console-field-table = název stolu, třeba R2.1
console-field-tables-at-once = partií najednou
console-field-test = id testu
console-field-text = text
console-field-title = název
console-field-token = id tokenu
console-field-tournament = id turnaje
console-field-user = jméno nebo id
console-field-written = co programy napsaly

## Headings of the tables that the server answers with

console-column-acts = tahy
console-column-against = proti
console-column-asked = zadáno
console-column-batch = dávka
console-column-began = začátek
console-column-blocks = bloky
console-column-boards = desky
console-column-chat = hovor
console-column-class = třída
console-column-created = vznik
console-column-device = zařízení
console-column-ended = konec
console-column-ends = končí
console-column-entrants = účastníci
console-column-entries = účastníci
console-column-entry = účastník
console-column-expires = platí do
console-column-faults = chyby
console-column-field = pole
console-column-figure = údaj
console-column-first = první
console-column-format = systém
console-column-game = hra
console-column-games = partie
console-column-games_per_hour = partií za hodinu
console-column-here = je tu
console-column-id = id
console-column-kind = druh
console-column-label = popis
console-column-ladder = žebříček
console-column-line = řádek
console-column-match = partie
console-column-matches = partie
console-column-mean = průměr
console-column-name = jméno
console-column-outcome = výsledek
console-column-owner = komu patří
console-column-performance = výkon
console-column-place = pořadí
console-column-played = odehráno
console-column-playing = hraje se
console-column-points = body
console-column-priority = priorita
console-column-pupils = žáci
console-column-rating = hodnocení
console-column-reason = proč
console-column-results = výsledky
console-column-role = role
console-column-room = místnost
console-column-round = kolo
console-column-running = běží
console-column-scopes = práva
console-column-score = body
console-column-season = sezona
console-column-seats = místa
console-column-seed = nasazení
console-column-seen = naposledy zde
console-column-state = stav
console-column-status = stav
console-column-table = stůl
console-column-tables = stoly
console-column-teacher = učitel
console-column-team = tým
console-column-test = test
console-column-tied = remízy
console-column-title = název
console-column-tournament = turnaj
console-column-until = do
console-column-used = naposledy použito
console-column-value = hodnota
console-column-waiting = čeká
console-column-what = co
console-column-when = kdy
console-column-who = kdo
console-column-why = proč
console-column-with = s čím
console-column-won = vyhráno
console-column-workers = pracovní procesy
console-column-worst = nejdéle

## What stands in them where there are few possibilities, and in lists to choose from

console-value-admin = správce
console-value-annulled = anulovaný
console-value-banned = má zákaz vstupu
console-value-benched = odstaveno
console-value-bot = bot
console-value-broken = rozbitý
console-value-bye = volno
console-value-called = vyvoláno
console-value-cancelled = zrušeno
console-value-closed = zavřený
console-value-closing = zavírá se
console-value-counts = počítá se
console-value-decided = rozhodnuto
console-value-disabled = vypnuto
console-value-done = hotovo
console-value-draft = připravuje se
console-value-draining = dohrává
console-value-drawn = nalosováno
console-value-ended = skončilo
console-value-enrolled = přihlášeno
console-value-failed = neprošel
console-value-frozen = zmrazený
console-value-guest = host
console-value-here = je tu
console-value-idle = nehraje
console-value-key = klíč
console-value-muted = nesmí psát
console-value-none = žádné
console-value-open = otevřený
console-value-organiser = pořadatel
console-value-over = skončil
console-value-passed = prošel
console-value-paused = pozastavený
console-value-player = hráč
console-value-playing = hraje se
console-value-queued = ve frontě
console-value-retired = vyřazeno
console-value-running = běží
console-value-stopped = zastavený
console-value-token = token
console-value-uncounted = nepočítá se
console-value-undecided = nerozhodnutý
