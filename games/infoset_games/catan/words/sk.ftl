# On the card of the lobby in the window: a few words.
catan-brief = Stavaj, obchoduj a pozor na zlodeja.
catan-about = Osídli ostrov, obchoduj s ostatnými a karty si nechaj pre seba. Pre dvoch až štyroch hráčov, so všetkými pravidlami a voľným obchodom.
## Options, as people speak of them

catan-option-seats = Miesta
catan-option-target = Bodov na výhru
catan-option-layout = Ostrov
catan-option-round_limit = Najviac kôl
catan-option-public_discards = Odhodené karty vidno
catan-option-bank_public = Banku vidno
catan-option-trade_menu = Ponuky v zozname
catan-option-max_offers = Ponúk za ťah
catan-option-friendly_robber = Dobrý zbojník
catan-option-rob_empty = Okradnúť možno aj prázdnu ruku
catan-option-about-seats = koľko miest hrá
catan-option-about-target = koľko bodov vyhráva
catan-option-about-layout = doska podľa mena, alebo objekt s poľami a prístavmi
catan-option-about-round_limit = po koľkých kolách vyhráva najviac bodov
catan-option-about-public_discards = všetci vidia, o čo ostatní prišli sedmičkou
catan-option-about-bank_public = všetci vidia, koľko má banka
catan-option-about-trade_menu = ponuky v zozname; všetky ostatné sú možné tiež
catan-option-about-max_offers = ponúk ostatným v jednom ťahu; 0: žiadny obchod
catan-option-about-friendly_robber = zbojník ušetrí, kto má menej ako 3 verejné body
catan-option-about-rob_empty = za obeť možno zvoliť aj miesto bez kariet
catan-choice-layout-beginner = tlačený, pre začiatočníkov
catan-choice-layout-thesis = ako v diplomovej práci
catan-choice-layout-random = zamiešaný, červené čísla od seba
catan-choice-layout-fully_random = zamiešaný úplne
catan-choice-trade_menu-none = žiadne
catan-choice-trade_menu-1_1 = karta za kartu
catan-choice-trade_menu-small = najviac dve za dve
catan-preset-quick = rýchla: 7 bodov, ostrov pre začiatočníkov
catan-preset-kind = vľúdna: zbojník ušetrí, kto zaostáva
catan-preset-quiet = tichá: bez obchodu medzi hráčmi
catan-preset-strict = spamäti: odhodené karty a banka sú skryté
## A first match, guided

catan-lesson-about-1 = Osídli ostrov. Dediny a mestá vynášajú karty, keď padne číslo ich poľa; za karty sa stavia ďalej. V tejto prvej partii vyhrávajú štyri body.
catan-lesson-about-2 = Ruky sú skryté, ale všetko, čo verejne príde a odíde, sa za teba pamätá.
catan-lesson-settlement-title = Postav dedinu
catan-lesson-settlement-1 = Hľadaj rohy s mnohými bodkami pod číslami: tie padajú často. Tri rôzne suroviny sú lepšie ako dve.
catan-lesson-settlement-2 = Klikni na roh, alebo tam choď klávesom Tab a stlač Enter.
catan-lesson-road-title = Postav cestu
catan-lesson-road-1 = Musí sa dotýkať dediny. Veď ju tam, kde chceš stavať nabudúce; o dve hrany ďalej stačí.
catan-lesson-roll-title = Hoď kockami
catan-lesson-roll-1 = Súčet kociek hovorí, ktoré polia vynášajú. Každý, kto tam má stavbu, dostane kartu, za mesto dve.
catan-lesson-seven-title = Sedmička: odhoď
catan-lesson-seven-1 = Kto má viac ako sedem kariet, stratí polovicu. Klikni na karty, ktoré môžeš postrádať.
catan-lesson-robber-title = Zbojník
catan-lesson-robber-1 = Jeho pole nič nevynáša a niekomu, kto tam býva, ukradneš kartu. Len ty a okradnutý vidíte ktorú.
catan-lesson-answer-title = Odpovedz na ponuku
catan-lesson-answer-1 = Súhlas, odmietni, alebo povedz, čo by bolo lepšie. Všetky odpovede sa ukážu naraz.
catan-lesson-deal-title = Uzavri obchod
catan-lesson-deal-1 = Vyber niekoho, kto súhlasil, alebo ponuku stiahni.
catan-lesson-turn-title = Tvoj ťah
catan-lesson-turn-1 = Malé značky sú ceny. Tlačidlo sa rozsvieti, keď na to máš a je kam stavať; zvoľ ho a potom klikni na miesto.
catan-lesson-turn-2 = Štyri rovnaké karty vymení banka za akúkoľvek inú; v prístavoch stačia tri alebo dve.
catan-lesson-watch-title = Sleduj ostatných
catan-lesson-watch-1 = Malé farebné počty pri mene sú to, čo v ruke určite je, pokiaľ to vyplýva z toho, čo všetci videli.
## Resources and cards

catan-resource-0 = drevo
catan-resource-1 = tehla
catan-resource-2 = ovca
catan-resource-3 = obilie
catan-resource-4 = ruda
catan-desert = púšť
# So many cards of a resource, as in "2 wood".
catan-count = { $count }× { $name }
catan-nothing = nič
catan-a-card = karta
catan-dev-0 = Rytier
catan-dev-1 = Stavba ciest
catan-dev-2 = Vynález
catan-dev-3 = Monopol
catan-dev-4 = Víťazný bod
catan-dev-about-0 = Presuň zbojníka a ukradni kartu.
catan-dev-about-1 = Postav zadarmo dve cesty.
catan-dev-about-2 = Vezmi si z banky ľubovoľné dve karty.
catan-dev-about-3 = Všetci ti dajú všetky karty jednej suroviny.
catan-dev-about-4 = Hneď platí jeden bod, skryto.
catan-dev-fresh = { $about } Kúpené v tomto ťahu: hrať možno od ďalšieho.

## What is asked, whose turn it is

catan-ask-place_settlement = Postav dedinu: klikni na roh.
catan-ask-place_road = Postav k nej cestu.
catan-ask-roll = Hoď kockami, alebo najprv zahraj kartu.
catan-ask-robber = Presuň zbojníka na iné pole.
catan-ask-victim = Koho okradneš?
catan-ask-free_road = Postav cestu zadarmo.
catan-ask-main = Stavaj, obchoduj, alebo ukonči ťah.
catan-ask-answer = Máš ponuku obchodu.
catan-ask-deal = Vyber, s kým obchodovať.
catan-ask-discard = Odlož { $count ->
    [one] { $count } kartu
    [few] { $count } karty
   *[other] { $count } kariet
  }.
catan-halving = Veľké ruky sa delia na polovicu.
catan-offers = { $name } { $me ->
    [yes] ponúkaš
   *[no] ponúka
  } obchod.
catan-places = { $name } { $me ->
    [yes] staviaš
   *[no] stavia
  }.
catan-rolls = { $name } { $me ->
    [yes] hádžeš
   *[no] hádže
  }.
catan-plays = { $name } { $me ->
    [yes] hráš
   *[no] hrá
  }.

## The log: what somebody did, behind their name

catan-log-settlement = postavená dedina
catan-log-city = postavené mesto
catan-log-road = postavená cesta
catan-log-turn = { $round }. kolo
catan-log-dice = hod { $sum } ({ $first } + { $second })
catan-log-yield = získané { $cards }
catan-log-aside = odložené: { $card }
catan-log-discard = sedmička stála { $cards }
catan-log-discard-count = sedmička stála { $count ->
    [one] { $count } kartu
    [few] { $count } karty
   *[other] { $count } kariet
  }
catan-log-robber = presunutý zbojník
catan-log-theft = korisť: { $card }, { $me ->
    [yes] od teba
   *[no] od hráča { $name }
  }
catan-log-buy = kúpená akčná karta
catan-log-bought = potiahnuté: { $card }
catan-log-play = zahrané: { $card }
catan-log-monopoly = monopol: { $name }, { $count ->
    [one] { $count } karta
    [few] { $count } karty
   *[other] { $count } kariet
  }
catan-log-plenty = z banky { $cards }
catan-log-bank = výmena s bankou: { $give } za { $take }
catan-log-offer = ponuka: { $give } za { $take }
catan-log-accept = súhlas
catan-log-reject = odmietnuté
catan-log-counter = radšej { $give } za { $take }
catan-log-trade = obchod { $me ->
    [yes] s tebou
   *[no] s hráčom { $name }
  }: { $give } za { $take }
catan-log-withdraw = ponuka stiahnutá
catan-log-longest = najdlhšia cesta: 2 body
catan-log-longest-none = Najdlhšiu cestu už nikto nemá.
catan-log-army = najväčšie vojsko: 2 body
catan-log-army-none = Najväčšie vojsko už nikto nemá.
catan-log-last-round = Posledné kolo sa skončilo.
catan-end-limit = Dosiahol sa najvyšší počet kôl.
catan-end-points = Vyhráva { $count ->
    [one] { $count } bod
    [few] { $count } body
   *[other] { $count } bodov
  } vo vlastnom ťahu.

## Actions, as orders to oneself

catan-do-roll = Hodiť kockami
catan-do-end_turn = Ukončiť ťah
catan-do-end = Koniec ťahu
catan-do-accept = Súhlasiť: dať { $give } za { $take }
catan-do-reject = Odmietnuť obchod
catan-do-withdraw = Stiahnuť ponuku
catan-do-offer = Ponúknuť { $give } za { $take }
catan-do-counter = Navrhnúť radšej { $give } za { $take }
catan-do-confirm = Obchodovať: { $name }
catan-do-buy_dev = Kúpiť akčnú kartu
catan-do-play_knight = Zahrať rytiera
catan-do-play_road_building = Zahrať: { $card }
catan-do-play_plenty = Vziať: { $cards }
catan-do-play_monopoly = Vziať všetkým: { $name }
catan-do-bank = Vymeniť { $rate }× { $give } za 1× { $take }
catan-bank-rate = { $rate }× { $give } za 1× { $take }
catan-do-steal = Okradnúť: { $name }
catan-do-move_robber = Presunúť zbojníka: { $hex }
catan-do-city = Postaviť mesto: { $corner }
catan-do-settlement = Postaviť dedinu: { $corner }
catan-do-place_settlement = Umiestniť dedinu: { $corner }
catan-do-road = Postaviť cestu { $edge }
catan-do-free_road = Postaviť cestu { $edge }
catan-do-place_road = Umiestniť cestu { $edge }
catan-between = medzi: { $one } a { $other }
catan-harbour = prístav { $exchange }
catan-exchange = 2× { $name } za 1
catan-exchange-any = 3 za 1

## The board

catan-island = Ostrov
catan-place-road = cesta { $edge }, { $where }
catan-place-settlement = dedina na rohu { $corner }: { $where }
catan-place-city = mesto na rohu { $corner }: { $where }
catan-settlement-of = dedina: { $name }
catan-city-of = mesto: { $name }
catan-robber = zbojník
catan-player = { $name }: { $count ->
    [one] { $count } bod
    [few] { $count } body
   *[other] { $count } bodov
  }
catan-points = body
catan-points-public = verejné body
catan-hand-cards = karty v ruke
catan-cards = karty
catan-cards-of = { $count ->
    [one] { $count } karta
    [few] { $count } karty
   *[other] { $count } kariet
  }
catan-devs = akčné karty
catan-army = najväčšie vojsko
catan-knights-played = zahraní rytieri
catan-knights = rytieri
catan-longest = najdlhšia cesta
catan-trail = najdlhšia súvislá cesta
catan-road = cesta
catan-known-hand = ruka, pokiaľ vyplýva z toho, čo bolo vidno
catan-answer-counter = dá { $give } za { $take }
catan-answer-waiting = rozmýšľa
catan-answer-accept = súhlasí
catan-answer-reject = odmieta
catan-dice = kocky: { $first } a { $second }
catan-bank = Banka
catan-own-hand = Tvoja ruka
catan-set-aside = { $cards }: odložiť jednu
catan-discard-more = Odložiť ešte { $count }
catan-discard-these = Odložiť { $cards }
catan-begin-again = Začať znova
catan-chosen = Zatiaľ vybrané: { $cards }.
catan-counter-offer = Protiponuka
catan-an-offer = Ponuka
catan-costs = , stojí { $cards }
catan-build-road = Cesta
catan-build-settlement = Dedina
catan-build-city = Mesto
catan-build-dev = Akčná karta
catan-build-dev-short = Karta
catan-trade-bank = Vymeniť s bankou
catan-opens = { $title } …
catan-offer-trade = Ponúknuť obchod
catan-offer-short = Ponuka …
catan-say-so = Navrhnúť
catan-offer = Ponúknuť
catan-wants = { $name } dáva { $give } a chce { $take }.
catan-agree = Súhlasiť
catan-decline = Odmietnuť
catan-else = Niečo iné …
catan-lacking = Čo sa chce, nemáš.
catan-trade-with = Obchodovať, { $name }: { $answer }
catan-may-hold = Čo môžu mať
catan-unsure = { $count ->
    [one] Nevidené krádeže nechávajú { $count } možnosť.
    [few] Nevidené krádeže nechávajú { $count } možnosti.
   *[other] Nevidené krádeže nechávajú { $count } možností.
  } Najpravdepodobnejšie:
catan-dice-so-far = Kocky doteraz
catan-dice-plot = koľkokrát ktoré číslo padlo
catan-prices = Ceny
catan-give = Dávaš
catan-get = Dostaneš
catan-to = Komu
catan-one-less = o kartu menej: { $name }
catan-one-more = o kartu viac: { $name }, zatiaľ { $count }
catan-cancel = Zrušiť
catan-for = { $give } za { $take }

## The window

catan-setting-up = Príprava
catan-in-bank = V banke { $cards }
catan-certain = Isto: { $cards }
catan-dice-short = Hody
catan-not-here = Tu nie: { $where }
catan-why-not = Stlač a dozvieš sa prečo.
catan-along = na pobreží: { $hex }
catan-put-aside = Odložiť
catan-no-offers = V tomto ťahu už ponúkať nemožno.
catan-no-bank = Pre banku máš málo kariet jedného druhu.
catan-missing = Chýba: { $cards }
catan-no-place = { $what }: nie je už kam, alebo nie je čo.
catan-none-there = Na stole nič také nie je: { $name }.
catan-no-more = Viac už nemáš: { $name }.
catan-both-sides = Obe strany dávajú aspoň jednu kartu.
catan-also-to = Aj: { $name }
catan-not-to = Nie: { $name }
catan-to-somebody = Ponuka ide aspoň jednému hráčovi.
catan-deal = Obchod
catan-stat-buildings = Dediny, mestá
catan-stat-dice = Karty z kociek
catan-stat-stolen = Ukradnuté karty
catan-tour-island-title = Ostrov
catan-tour-seat-title = Hráči
catan-tour-seat-1 = Body, karty v ruke, akčné karty, rytieri a cesty. Dole stojí, ktoré karty ruka isto drží. Najdlhšia cesta a najväčšie vojsko dávajú dva body; značí ich hviezdička.
catan-tour-bank-title = Banka
catan-tour-bank-1 = Koľko zostáva každej suroviny a akčných kariet.
catan-tour-bar-title = Tvoje karty a čo môžeš
catan-tour-bar-1 = Vo svojom ťahu hoď, potom obchoduj a stavaj. Stlač Cesta, Dedina alebo Mesto a potom vyznačené miesto. Čo nejde, povie po stlačení prečo. Ponuka sa pýta ostatných, Banka využije tvoje prístavy.
catan-layer-terrain = Polia
catan-layer-numbers = Čísla
catan-layer-harbours = Prístavy
catan-lay-empty = prázdne
catan-lay-else = Stlač a polož niečo iné.
catan-lay-done = Takto leží doska
catan-lay-all = Všetko leží.
catan-in-box = { $piece }: v škatuli zostáva { $count }
catan-box-empty = { $piece }: v škatuli už nie je
catan-left = zostáva { $count }
catan-table-gives = Dáva
catan-table-gets = Dostane
catan-table-lay = Polož dosku na stôl tak, ako ju tu vidno, aj s prístavmi a číslami.
catan-table-laid = Leží
catan-table-done = Hotovo
catan-table-rolled = Súčet hodených kociek:
catan-table-roll = Hoď a stlač súčet kociek:
catan-table-comes = Stôl sa chystá …
catan-table-first = alebo najprv:
catan-table-secret = Teraz sa pozerá len ten, kto kartu smie poznať: ktorá to je?
catan-table-draw = Ťahá program
catan-table-point = Ukáž miesto na doske: vyznačené miesta sú voľné.
catan-table-no-bank = Na banku nemôže mať karty nikto.
catan-table-won = Výhra
catan-table-asks = { $name }: { $words }
catan-table-hands-over = Koľko odovzdá { $name }: { $resource }?
catan-secret-points = { $count ->
    [one] a { $count }, ktorý vidíš len ty
    [few] a { $count }, ktoré vidíš len ty
   *[other] a { $count }, ktoré vidíš len ty
  }
catan-uncertain = { $count ->
    [one] a ešte { $count } karta
    [few] a ešte { $count } karty
   *[other] a ešte { $count } kariet
  }
catan-lay-missing = Zostáva položiť { $count }
catan-table-aside = { $name } odkladá { $count ->
    [one] { $count } kartu
    [few] { $count } karty
   *[other] { $count } kariet
  }.
catan-tour-island-1 = Dediny na rohoch majú bod, mestá dva. Vyhráva, kto má vo vlastnom ťahu { $target ->
    [one] { $target } bod
    [few] { $target } body
   *[other] { $target } bodov
  }. Každý hod dá karty vedľa polí s tým číslom: viac bodiek, častejšie.
catan-table-held = Koľko kariet víťazných bodov mal hráč { $name }?

## What one may conclude, beside the board.
catan-known-roll = Ďalší hod
catan-known-steal = Krádež, obeť: { $name }
catan-known-gains = { $name }: { $cards }
catan-known-discards = { $name }: odhodiť { $count }

## V termináli: čo sa žiada

catan-tell-task-place_settlement = postav dedinu
catan-tell-task-place_road = postav k nej cestu
catan-tell-task-roll = hoď, alebo najprv zahraj kartu
catan-tell-task-discard = odlož kartu pre sedmičku
catan-tell-task-robber = presuň zbojníka
catan-tell-task-victim = vyber, koho okradnúť
catan-tell-task-free_road = postav cestu zadarmo
catan-tell-task-main = obchoduj a stavaj, alebo ukonči ťah
catan-tell-task-answer = odpovedz na ponuku
catan-tell-task-deal = uzavri obchod, alebo ho stiahni
catan-tell-head-place_settlement = dedina na rohu
catan-tell-head-place_road = cesta na hrane
catan-tell-head-roll = hodiť
catan-tell-head-play_knight = zahrať rytiera
catan-tell-head-play_road_building = zahrať stavbu ciest
catan-tell-head-play_monopoly = zahrať monopol na
catan-tell-head-play_plenty = zahrať vynález na
catan-tell-head-discard = odložiť
catan-tell-head-move_robber = zbojník na pole
catan-tell-head-steal = okradnúť
catan-tell-head-free_road = cesta zadarmo na hrane
catan-tell-head-end_turn = ukončiť ťah
catan-tell-head-buy_dev = kúpiť akčnú kartu
catan-tell-head-road = cesta na hrane
catan-tell-head-settlement = dedina na rohu
catan-tell-head-city = mesto na rohu
catan-tell-head-bank = obchod s bankou
catan-tell-head-offer = ponuka ostatným
catan-tell-head-reject = povedať nie
catan-tell-head-accept = povedať áno
catan-tell-head-counter = povedať, čo dáš ty
catan-tell-head-withdraw = stiahnuť
catan-tell-head-confirm = obchod s
catan-tell-best = { $heading }; najviac vynesú:
catan-tell-any-other = alebo ktorékoľvek iné z čísel na ostrove, je ich { $count }
catan-tell-corner = { $lies } ({ $ways } z 36)
catan-tell-harbour = prístav { $kind }
catan-tell-offer-to = { $sides } pre: { $names }
catan-tell-ask-give = dávaš, napríklad { $example }
catan-tell-ask-take = dostaneš, napríklad { $example }
catan-tell-ask-to = komu, oddeliť čiarkami (nič: všetkým)
catan-tell-some-of = { $verb }: čakajú sa niektorí z: { $names }, je tu { $got }

## V termináli: pozícia

catan-tell-round = kolo { $round }
catan-tell-setting-up = rozostavenie
catan-tell-dice = kocky { $roll }
catan-tell-phase-place_settlement = { $name } stavia dedinu
catan-tell-phase-place_road = { $name } stavia cestu
catan-tell-phase-roll = { $name } má hádzať
catan-tell-phase-dice = { $name } hádže
catan-tell-phase-discard = { $name } hádže sedmičku: odkladá sa
catan-tell-phase-robber = { $name } presúva zbojníka
catan-tell-phase-victim = { $name } vyberá, koho okradnúť
catan-tell-phase-theft = { $name } kradne
catan-tell-phase-free_road = { $name } stavia cestu zadarmo
catan-tell-phase-main = { $name } obchoduje a stavia
catan-tell-phase-draw = { $name } si berie kartu
catan-tell-phase-answer = { $name } čaká na odpovede
catan-tell-phase-deal = { $name } uzatvára obchod
catan-tell-bank = banka { $cards }
catan-tell-bank-keyed = banka ({ $key }): { $cards }
catan-tell-left = { $cards } ak { $count }
catan-tell-col-points = bod
catan-tell-col-cards = karty
catan-tell-col-devs = akč
catan-tell-col-knights = rytieri
catan-tell-col-road = cesta
catan-tell-col-hand = ruka
catan-tell-short = { $points }b { $cards }k { $devs }a
catan-tell-block = cesta { $road }, rytieri { $knights }
catan-tell-hand = ruka: { $cards }
catan-tell-no-cards = žiadne karty
catan-tell-devs = karty: { $cards }
catan-tell-fresh = { $card } (nová)
catan-tell-dev-0 = rytier
catan-tell-dev-1 = stavba ciest
catan-tell-dev-2 = vynález
catan-tell-dev-3 = monopol
catan-tell-dev-4 = víťazný bod
catan-tell-with-hidden = body aj so skrytými: { $points }
catan-tell-aside = odložené: { $cards }
catan-tell-hexes = polia (číslo, krajina, hod): { $hexes }
catan-tell-harbours = prístavy (druh, rohy): { $harbours }
catan-tell-harbour-at = { $kind } na { $corners }
catan-tell-robber-at = zbojník: pole { $hex }
catan-tell-seat = { $called }: body { $points }, { $cards }, akčné karty { $devs }, zahraní rytieri { $knights }{ $army }, dĺžka cesty { $road }{ $longest }
catan-tell-seat-you = { $called }, ty
catan-tell-seat-cards = karty { $count }
catan-tell-seat-cards-known = karty { $count } ({ $hand })
catan-tell-and-longest = a najdlhšia (+{ $points })
catan-tell-and-army = a najväčšie vojsko (+{ $points })
catan-tell-settlements = dediny: { $places }
catan-tell-cities = mestá: { $places }
catan-tell-roads = cesty: { $places }
catan-tell-offer = ponuka: { $trade }
catan-tell-answered = { $name }: dá { $trade }
catan-tell-open-corners = voľné rohy: { $places }
catan-tell-open-edges = voľné hrany: { $places }
catan-tell-trade = { $give } za { $take }

## V termináli: čo sa stalo

catan-tell-did-reject = { $name } hovorí nie
catan-tell-did-accept = { $name } hovorí áno
catan-tell-did-withdraw = { $name } sťahuje ponuku
catan-tell-did-buy = { $name } kupuje akčnú kartu
catan-tell-did-settlement = { $name } stavia dedinu na { $place }
catan-tell-did-city = { $name } stavia mesto na { $place }
catan-tell-did-road = { $name } stavia cestu na { $place }
catan-tell-did-robber = { $name } presúva zbojníka na { $place }
catan-tell-did-longest_road = { $name } má najdlhšiu cestu
catan-tell-did-largest_army = { $name } má najväčšie vojsko
catan-tell-lost-longest_road = najdlhšiu cestu nikto nemá
catan-tell-lost-largest_army = najväčšie vojsko nikto nemá
catan-tell-did-turn = kolo { $round }, { $name }
catan-tell-did-dice = { $name } hádže { $roll }
catan-tell-did-bought = { $name } si berie: { $card }
catan-tell-did-play = { $name } hrá: { $card }
catan-tell-did-yield = { $name } dostáva { $cards }
catan-tell-did-discard = { $name } odkladá { $cards }
catan-tell-cards = karty: { $count }
catan-tell-did-theft = { $name } kradne ({ $card }), obeť: { $whom }
catan-tell-did-monopoly = { $name } berie všetko ({ $card }): { $count }
catan-tell-did-bank = { $name } dáva banke { $trade }
catan-tell-did-offer = { $name } ponúka { $trade }, komu: { $whom }
catan-tell-did-counter = { $name } ponúka namiesto toho { $trade }
catan-tell-did-trade = { $name } obchoduje ({ $whom }): { $trade }
catan-tell-vertex = roh { $number }
catan-tell-edge = hranu { $number }
catan-tell-hex = pole { $number }
