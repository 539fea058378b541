# Konzola usporiadateľa: príkazy, ich polia a čo z nich vzišlo. Čo odpovie server, sa ukazuje, ako to je, anglicky.

console-account = Prihlás sa tokenom účtu usporiadateľa. Hostia príkazy nedávajú.
console-groups = Skupiny príkazov
console-group-event = Podujatie
console-group-people = Ľudia
console-group-classes = Triedy
console-group-bots = Boti
console-group-ladders = Rebríčky
console-group-tournaments = Turnaje
console-group-abtests = A-B testy
console-group-audit = Audit
console-look = Ukázať
console-run = Vykonať
console-make = Založiť
console-answers = Čo z toho vzišlo
console-no-answers = Zatiaľ nič.
console-done = { $title }: hotovo
# $message is the server's, in English.
console-told = { $title }: { $message }
console-really = { $title }: { $about } Naozaj?
console-goes = Navždy zmizne: { $things }.
console-goes-pupils = { $count ->
    [one] { $count } žiak
    [few] { $count } žiaci
   *[other] { $count } žiakov
  }
console-goes-ladders = { $count ->
    [one] { $count } rebríček
    [few] { $count } rebríčky
   *[other] { $count } rebríčkov
  }
console-goes-entries = { $count ->
    [one] { $count } účastník
    [few] { $count } účastníci
   *[other] { $count } účastníkov
  }
console-goes-results = { $count ->
    [one] { $count } výsledok
    [few] { $count } výsledky
   *[other] { $count } výsledkov
  }
console-goes-seasons = { $count ->
    [one] { $count } skončená sezóna
    [few] { $count } skončené sezóny
   *[other] { $count } skončených sezón
  }
console-goes-tournaments = { $count ->
    [one] { $count } turnaj
    [few] { $count } turnaje
   *[other] { $count } turnajov
  }
console-goes-matches = { $count ->
    [one] { $count } uložená partia
    [few] { $count } uložené partie
   *[other] { $count } uložených partií
  }
console-secret = Ukáže sa len teraz:
console-save = Uložiť súbor
console-characters = { $count ->
    [one] { $count } znak
    [few] { $count } znaky
   *[other] { $count } znakov
  }
console-not-json = { $field }: očakáva sa JSON

## Formuláre

console-new-ladder = Nový rebríček triedy
console-new-ladder-about = Trieda v ňom hrá medzi sebou.
console-class = Názov triedy
console-rules = Sada pravidiel
console-time = Čas na rozhodnutie
console-talk = Kto smie pri stole hovoriť
console-copies = Koľko miest pri stole smie obsadiť každý bot servera
console-seasons-off = žiadne
console-seasons-carried = hodnotenie z výsledkov všetkých sezón
console-seasons-fresh = každá sa začína bez výsledkov
console-season-ends = Sezóna sa končí
console-season-by-you = keď ju ukončíte
console-season-days = { $count ->
    [one] po { $count } dni
    [few] po { $count } dňoch
   *[other] po { $count } dňoch
  }
console-hosted = Boti servera a tvoji vlastní, ktorí hrajú s triedou
console-hosted-yours = nahraté tebou
console-uploads = Hrajú aj boti, ktorých nahrali členovia triedy
console-change-ladder-about = Počas behu; účastníci aj výsledky zostanú.
console-no-class-ladders = Nie je žiadny rebríček triedy, ktorý by sa dal zmeniť.
console-ladder-matches = Partií naraz
console-ladder-per_hour = Partií medzi programami za hodinu
console-ladder-entry_per_hour = To isté pre jedného účastníka
console-ladder-played = Hra, voľby, čas a rozhovor zostávajú ako v prvej partii: rozhodujú o tom, čo výsledky znamenajú.
console-change = Zmeniť
console-follows-endless = Sezóna { $season } sa nikdy neskončí; tabuľky minulých sezón zostanú.
console-follows-begins = { $count ->
    [one] Sezóna { $season } beží odteraz, s doterajším { $count } výsledkom.
    [few] Sezóna { $season } beží odteraz, s doterajšími { $count } výsledkami.
   *[other] Sezóna { $season } beží odteraz, s doterajšími { $count } výsledkami.
  }
console-follows-fresh = Hodnotenie sa začne od začiatku so sezónou { $season } a s každou ďalšou.
console-follows-carried = Hodnotenie sa so sezónou { $season } ani so žiadnou ďalšou nezačne od začiatku.
console-follows-by_word = Sezóna { $season } sa skončí, keď ju ukončíte.
console-follows-ends = Sezóna { $season } sa skončí { $at }.
console-follows-at_once = Sezóna { $season } sa skončí hneď a začne sa ďalšia.
console-new-tournament = Nový turnaj
console-new-tournament-about = Vyplnením formulára.
console-format = Kto sa s kým stretne
console-format-swiss = Švajčiarsky systém: stretnú sa tí s podobným počtom bodov
console-format-round_robin = Každý s každým
console-format-single_elimination = Vyraďovací: kto prehrá, končí
console-format-double_elimination = Vyraďovací: kto prehrá dvakrát, končí
console-format-arena = Aréna: hrá sa znova, len čo je niekto voľný
console-format-number-rounds = Počet kôl; 0 znamená toľko, koľko treba
console-format-number-cycles = Koľkokrát
console-format-number-minutes = Minúty
console-only-class = Len pre triedu, ktorá sa zúčastní celá; môže zostať prázdne
console-opens = Kto sa smie prihlásiť sám
console-opens-human = ľudia s účtom
console-opens-bot = programy s účtom
console-opens-hosted = boti nahratí na tento server
console-entrants-users = Účty, ktoré sa zúčastnia, každý na svojom riadku
console-entrants-bots = Boti servera, každý na svojom riadku
console-as-file = Ako súbor, na uschovanie alebo na ručné úpravy

## Commands: what each is called (do), and what it is for (about)

console-do-announce = Oznámiť
console-about-announce = Ukáže text všetkým.
console-do-open = Otvoriť
console-about-open = Partie sa môžu začínať a zmrazené pokračujú.
console-do-close = Zatvoriť
console-about-close = Nové partie sa nezačínajú; tie, ktoré bežia, sa dohrajú.
console-do-freeze = Zmraziť
console-about-freeze = Nové partie sa nezačínajú a v tých, ktoré bežia, stojí čas.
console-do-re-run = Hrať znova
console-about-re-run = Partia sa odohrá znova s iným rozdaním.
console-do-end-match = Ukončiť partiu
console-about-end-match = Ukončí rozohranú partiu bez výsledku.
console-do-export = Stiahnuť partiu
console-about-export = Zápis partie ako súbor.
console-do-slow = Pomalé partie
console-about-slow = Partie, v ktorých odpovede trvali dlho.
console-do-users = Používatelia
console-about-users = Kto má účet.
console-do-add-user = Pridať používateľa
console-about-add-user = Nový účet.
console-do-set-role = Nastaviť rolu
console-about-set-role = Z niekoho sa stane hráč, usporiadateľ alebo správca.
console-do-rename = Premenovať
console-about-rename = Dá osobe, žiakovi alebo botovi iné meno; výsledky im zostanú.
console-do-remove-user = Odobrať používateľa
console-about-remove-user = Zmaže účet a všetko, čo k nemu patrí.
console-do-mute = Umlčať
console-about-mute = Bez písania do rozhovoru.
console-do-unmute = Zrušiť umlčanie
console-about-unmute = Smie znova písať do rozhovoru.
console-do-ban = Vykázať
console-about-ban = Nepustí dnu, a kto tu je, toho odpojí.
console-do-unban = Zrušiť vykázanie
console-about-unban = Znova pustí dnu.
console-do-bans = Vykázaní
console-about-bans = Kto nesmie dnu.
console-do-tokens = Tokeny
console-about-tokens = Čím sa kto prihlasuje.
console-do-add-token = Pridať token
console-about-add-token = Nový token; ukáže sa len raz.
console-do-add-key = Pridať kľúč
console-about-add-key = Verejný kľúč, s ktorým sa dá prihlásiť bez posielania tajomstva.
console-do-revoke-token = Zneplatniť token
console-about-revoke-token = Prestane platiť.
console-do-revoke-tokens = Zneplatniť všetky tokeny
console-about-revoke-tokens = Používateľovi prestanú platiť všetky.
console-do-classes = Triedy
console-about-classes = Všetky triedy.
console-do-add-class = Pridať triedu
console-about-add-class = Trieda so žiakmi pod vymyslenými menami.
console-do-add-pupils = Pridať žiakov
console-about-add-pupils = Ďalší žiaci, počtom alebo menami.
console-do-remove-pupil = Odobrať žiaka
console-about-remove-pupil = Zmaže jeho účet.
console-do-pupils = Žiaci
console-about-pupils = Kto je v triede.
console-do-cards = Kartičky
console-about-cards = Kartičky na vytlačenie a rozstrihanie.
console-do-open-class = Otvoriť triedu
console-about-open-class = Jeden kód na tabuľu.
console-do-close-class = Zatvoriť triedu
console-about-close-class = Kód prestane platiť.
console-do-allow-chat = Povoliť rozhovor
console-about-allow-chat = Trieda smie písať do rozhovoru.
console-do-forbid-chat = Zakázať rozhovor
console-about-forbid-chat = Nesmie.
console-do-keep-class = Ponechať triedu
console-about-keep-class = Ponechá triedu odteraz tak dlho ako novú.
console-do-rename-class = Premenovať triedu
console-about-rename-class = Dá triede iné meno.
console-do-remove-class = Odobrať triedu
console-about-remove-class = Zmaže triedu so všetkými žiakmi, rebríčkami, turnajmi a partiami.
console-do-add-bot = Pridať bota
console-about-add-bot = Účet pre bota.
console-do-disable-bot = Vypnúť bota
console-about-disable-bot = Prestane hrať.
console-do-enable-bot = Zapnúť bota
console-about-enable-bot = Smie znova hrať.
console-do-ladders = Rebríčky
console-about-ladders = Všetky rebríčky.
console-do-class-ladder = Nový rebríček triedy
console-do-change-ladder = Zmeniť rebríček triedy
console-do-ladder-file = Aký je rebríček triedy
console-about-ladder-file = Čo sa na ňom dá zmeniť a aké to je teraz.
console-do-ladder = Zmeniť stav rebríčka
console-about-ladder = Otvorí, pozastaví, zmrazí alebo zatvorí rebríček.
console-do-remove-ladder = Zmazať rebríček
console-about-remove-ladder = Uzavretý rebríček triedy aj s výsledkami a partiami.
console-do-load-ladders = Načítať rebríčky
console-about-load-ladders = Znova prečíta súbory rebríčkov.
console-do-entries = Účastníci
console-about-entries = Kto v rebríčku hrá.
console-do-entry-log = Záznam účastníka
console-about-entry-log = Čo je poznačené pre toho, komu účastník patrí.
console-do-bench = Odstaviť účastníka
console-about-bench = Účastník prestane hrať.
console-do-unbench = Vrátiť účastníka
console-about-unbench = Smie znova hrať.
console-do-ladder-results = Výsledky rebríčka
console-about-ladder-results = Najnovšie výsledky, ktoré sú anulované a prečo.
console-do-annul = Anulovať výsledok
console-about-annul = Výsledok partie alebo celej jej série už neplatí. Zostane viditeľný aj s dôvodom.
console-do-reinstate = Obnoviť výsledok
console-about-reinstate = Anulovaný výsledok zase platí.
console-do-seasons = Sezóny
console-about-seasons = Sezóny rebríčka a kto v nich bol prvý.
console-do-end-season = Ukončiť sezónu
console-about-end-season = Ukončí sezónu, ktorá beží; začne sa ďalšia.
console-do-batch = Dávka partií
console-about-batch = Účastník odohrá toľko partií.
console-do-batches = Dávky
console-about-batches = Partie, o ktoré niekto požiadal, a koľko z nich je odohraných.
console-do-cancel-batch = Zrušiť dávku
console-about-cancel-batch = Ďalšie partie dávky sa už nezačnú.
console-do-tournaments = Turnaje
console-about-tournaments = Všetky turnaje.
console-do-tournament-create = Založiť turnaj
console-about-tournament-create = Nový turnaj zo súboru, ktorý bol uschovaný alebo ručne upravený.
console-do-tournament-open = Otvoriť
console-about-tournament-open = Ukáže turnaj a nechá ho začať, keď príde jeho čas.
console-do-tournament-enter = Prihlásiť
console-about-tournament-enter = Prihlási niekoho do turnaja.
console-do-tournament-start = Začať
console-about-tournament-start = Turnaj sa začne.
console-do-tournament-pause = Pozastaviť
console-about-tournament-pause = Ďalšie stoly sa nežrebujú.
console-do-tournament-resume = Pokračovať
console-about-tournament-resume = Turnaj pokračuje.
console-do-tournament-pace = Zmeniť tempo
console-about-tournament-pace = Koľko partií sa odteraz hrá naraz.
console-do-tournament-release = Zverejniť výsledky
console-about-tournament-release = Ukáže výsledky až po niektoré kolo; bez neho všetky.
console-do-tournament-schedule = Rozpis
console-about-tournament-schedule = Všetky stoly, alebo stoly jedného kola.
console-do-tournament-standings = Poradie
console-about-tournament-standings = Kto vedie.
console-do-tournament-teams = Tímy
console-about-tournament-teams = Ako sa darí tímom.
console-do-tournament-crosstable = Krížová tabuľka
console-about-tournament-crosstable = Kto získal koľko bodov proti komu.
console-do-tournament-bracket = Pavúk
console-about-tournament-bracket = Pavúk vyraďovacieho turnaja.
console-do-tournament-export = Stiahnuť turnaj
console-about-tournament-export = Všetko ako súbor.
console-do-tournament-forfeit = Kontumovať
console-about-tournament-forfeit = Účastník pri stole prehrá.
console-do-tournament-withdraw = Odhlásiť
console-about-tournament-withdraw = Účastník odstúpi; čo nie je rozhodnuté, prehrá.
console-do-tournament-readmit = Vziať späť
console-about-tournament-readmit = Kto odstúpil, hrá ďalej, aj pri stoloch, ktoré len preto prehral.
console-do-tournament-rule = Rozhodnúť stôl
console-about-tournament-rule = Určí, ako to pri stole dopadlo.
console-do-tournament-replay = Hrať stôl znova
console-about-tournament-replay = Pri stole sa hrá znova; čo sa tam stalo, neplatí.
console-do-tournament-adjust = Upraviť body
console-about-tournament-adjust = Pridá body; záporné uberie.
console-do-tournament-remove = Zmazať
console-about-tournament-remove = Zmaže turnaj so všetkými výsledkami.
console-do-ab-tests = Testy
console-about-ab-tests = Tvoje testy, ako idú v rade za sebou.
console-do-ab-submit = Zadať test
console-about-ab-submit = Je A lepší ako B? Programy s vlastnými súbormi posiela { $command }.
console-do-ab-show = Ukázať test
console-about-ab-show = V akom stave je test, alebo čo jeho programy napísali.
console-do-ab-stop = Zastaviť test
console-about-ab-stop = Ďalej sa nehrá.
console-do-ab-priority = Nastaviť prioritu
console-about-ab-priority = Test sa hrá pred ostatnými, alebo po nich.
console-do-ab-release = Vydať program
console-about-ab-release = Uloží program ako najnovší svojho mena.
console-do-audit = Záznam auditu
console-about-audit = Čo kto urobil.

## Fields: what is to be written there

console-field-address = adresa alebo rozsah
console-field-against = účastníci pri tom istom stole, každý na svojom riadku; prázdne znamená kohokoľvek
console-field-batch = id dávky
console-field-bot = meno bota
console-field-class = názov triedy
console-field-classroom = celá trieda
console-field-days = dni
console-field-deals = najvyšší počet rozdaní
console-field-entrant = meno v tabuľkách, alebo číslo od 1
console-field-entry = meno alebo id účastníka
console-field-entry-only = len tento účastník: meno alebo id
console-field-everybody = pre celú triedu; všetky jej zariadenia budú odpojené
console-field-file = text súboru
console-field-form = podoba súboru
console-field-game = hra
console-field-guests = aj hostia
console-field-key = verejný kľúč, ako bol vypísaný
console-field-label = popis
console-field-ladder = názov rebríčka
console-field-match = id partie
console-field-matches = koľko
console-field-minutes = minúty, alebo prázdne
console-field-minutes-back = minút dozadu
console-field-minutes-open = minúty
console-field-name = meno
console-field-name-new = nové meno
console-field-name-shown = meno v tabuľkách
console-field-names = mená, každé na svojom riadku
console-field-number = koľko
console-field-parallel = z toho partií jedného bota tohto servera
console-field-places = poradie účastníkov stola, napríklad 1 2
console-field-points = body
console-field-priority = priorita, nad 0 len správcovia
console-field-priority-range = od -10 do 10
console-field-private = len pre teba
# $example is JSON.
console-field-program = program, napríklad { $example }
console-field-program-a = A, napríklad { $example }
console-field-program-b = B, alebo prázdne
console-field-public = len to, čo smú vedieť všetci
console-field-pupil = meno alebo id žiaka
console-field-pupil-only = len tento žiak
console-field-pupils = koľko
console-field-pupils-made-up = koľko pod vymyslenými menami
console-field-reason = prečo
console-field-reason-shown = prečo; uvidí to každý, kto vidí výsledok
console-field-release-against = meno vydania, ak je B prázdne
console-field-role = rola
console-field-room = miestnosť; prázdne znamená všade, ak si správca
console-field-round = kolo
console-field-state = odteraz je
console-field-table = názov stola, napríklad R2.1
console-field-tables-at-once = partií naraz
console-field-test = id testu
console-field-text = text
console-field-title = názov
console-field-token = id tokenu
console-field-tournament = id turnaja
console-field-user = meno alebo id
console-field-written = čo programy napísali

## Headings of the tables that the server answers with

console-column-acts = ťahy
console-column-against = proti
console-column-asked = zadané
console-column-batch = dávka
console-column-began = začiatok
console-column-blocks = bloky
console-column-boards = dosky
console-column-chat = rozhovor
console-column-class = trieda
console-column-created = vznik
console-column-device = zariadenie
console-column-ended = koniec
console-column-ends = končí sa
console-column-entrants = účastníci
console-column-entries = účastníci
console-column-entry = účastník
console-column-expires = platí do
console-column-faults = chyby
console-column-field = pole
console-column-figure = údaj
console-column-first = prvý
console-column-format = systém
console-column-game = hra
console-column-games = partie
console-column-games_per_hour = partií za hodinu
console-column-here = je tu
console-column-id = id
console-column-kind = druh
console-column-label = popis
console-column-ladder = rebríček
console-column-line = riadok
console-column-match = partia
console-column-matches = partie
console-column-mean = priemer
console-column-name = meno
console-column-outcome = výsledok
console-column-owner = komu patrí
console-column-performance = výkon
console-column-place = poradie
console-column-played = odohrané
console-column-playing = hrá sa
console-column-points = body
console-column-priority = priorita
console-column-pupils = žiaci
console-column-rating = hodnotenie
console-column-reason = prečo
console-column-results = výsledky
console-column-role = rola
console-column-room = miestnosť
console-column-round = kolo
console-column-running = beží
console-column-scopes = práva
console-column-score = body
console-column-season = sezóna
console-column-seats = miesta
console-column-seed = nasadenie
console-column-seen = naposledy tu
console-column-state = stav
console-column-status = stav
console-column-table = stôl
console-column-tables = stoly
console-column-teacher = učiteľ
console-column-team = tím
console-column-test = test
console-column-tied = remízy
console-column-title = názov
console-column-tournament = turnaj
console-column-until = do
console-column-used = naposledy použité
console-column-value = hodnota
console-column-waiting = čaká
console-column-what = čo
console-column-when = kedy
console-column-who = kto
console-column-why = prečo
console-column-with = s čím
console-column-won = vyhraté
console-column-workers = pracovné procesy
console-column-worst = najdlhšie

## What stands in them where there are few possibilities, and in lists to choose from

console-value-admin = správca
console-value-annulled = anulovaný
console-value-banned = má zákaz vstupu
console-value-benched = odstavené
console-value-bot = bot
console-value-broken = pokazený
console-value-bye = voľno
console-value-called = vyvolané
console-value-cancelled = zrušené
console-value-closed = zatvorený
console-value-closing = zatvára sa
console-value-counts = počíta sa
console-value-decided = rozhodnuté
console-value-disabled = vypnuté
console-value-done = hotovo
console-value-draft = pripravuje sa
console-value-draining = dohráva
console-value-drawn = vyžrebované
console-value-ended = skončilo sa
console-value-enrolled = prihlásené
console-value-failed = neprešiel
console-value-frozen = zmrazený
console-value-guest = hosť
console-value-here = je tu
console-value-idle = nehrá
console-value-key = kľúč
console-value-muted = nesmie písať
console-value-none = žiadne
console-value-open = otvorený
console-value-organiser = usporiadateľ
console-value-over = skončil sa
console-value-passed = prešiel
console-value-paused = pozastavený
console-value-player = hráč
console-value-playing = hrá sa
console-value-queued = v rade
console-value-retired = vyradené
console-value-running = beží
console-value-stopped = zastavený
console-value-token = token
console-value-uncounted = nepočíta sa
console-value-undecided = nerozhodnutý
