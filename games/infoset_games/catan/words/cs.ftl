# On the card of the lobby in the window: a few words.
catan-brief = Stav, obchoduj a pozor na zloděje.
catan-about = Osídli ostrov, obchoduj s ostatními a karty si nech pro sebe. Pro dva až čtyři hráče, se všemi pravidly a volným obchodem.
## Options, as people speak of them

catan-option-seats = Místa
catan-option-target = Bodů k výhře
catan-option-layout = Ostrov
catan-option-round_limit = Nejvýše kol
catan-option-public_discards = Odhozené karty jsou vidět
catan-option-bank_public = Banka je vidět
catan-option-trade_menu = Nabídky v seznamu
catan-option-max_offers = Nabídek za tah
catan-option-friendly_robber = Hodný loupežník
catan-option-rob_empty = Okrást lze i prázdnou ruku
catan-option-about-seats = kolik míst hraje
catan-option-about-target = kolik bodů vyhrává
catan-option-about-layout = deska podle jména, nebo objekt s poli a přístavy
catan-option-about-round_limit = po kolika kolech vyhrává nejvíc bodů
catan-option-about-public_discards = všichni vidí, oč ostatní přišli sedmičkou
catan-option-about-bank_public = všichni vidí, kolik má banka
catan-option-about-trade_menu = nabídky v seznamu; všechny ostatní jsou možné také
catan-option-about-max_offers = nabídek ostatním v jednom tahu; 0: žádný obchod
catan-option-about-friendly_robber = loupežník ušetří, kdo má méně než 3 veřejné body
catan-option-about-rob_empty = za oběť lze zvolit i místo bez karet
catan-choice-layout-beginner = tištěný, pro začátečníky
catan-choice-layout-thesis = jako v diplomové práci
catan-choice-layout-random = zamíchaný, červená čísla od sebe
catan-choice-layout-fully_random = zamíchaný úplně
catan-choice-trade_menu-none = žádné
catan-choice-trade_menu-1_1 = karta za kartu
catan-choice-trade_menu-small = nejvýš dvě za dvě
catan-preset-quick = rychlá: 7 bodů, ostrov pro začátečníky
catan-preset-kind = vlídná: loupežník ušetří, kdo zaostává
catan-preset-quiet = tichá: bez obchodu mezi hráči
catan-preset-strict = zpaměti: odhozené karty a banka jsou skryté
## A first match, guided

catan-lesson-about-1 = Osídli ostrov. Vesnice a města vynášejí karty, když padne číslo jejich pole; za karty se staví dál. V této první partii vyhrávají čtyři body.
catan-lesson-about-2 = Ruce jsou skryté, ale vše, co veřejně přijde a odejde, se za tebe pamatuje.
catan-lesson-settlement-title = Postav vesnici
catan-lesson-settlement-1 = Hledej rohy s mnoha tečkami pod čísly: ta padají často. Tři různé suroviny jsou lepší než dvě.
catan-lesson-settlement-2 = Klikni na roh, nebo tam dojdi klávesou Tab a stiskni Enter.
catan-lesson-road-title = Postav cestu
catan-lesson-road-1 = Musí se dotýkat vesnice. Veď ji tam, kde chceš stavět příště; o dvě hrany dál stačí.
catan-lesson-roll-title = Hoď kostkami
catan-lesson-roll-1 = Součet kostek říká, která pole vynášejí. Každý, kdo tam má stavbu, dostane kartu, za město dvě.
catan-lesson-seven-title = Sedmička: odhoď
catan-lesson-seven-1 = Kdo má víc než sedm karet, ztratí polovinu. Klikni na karty, které můžeš postrádat.
catan-lesson-robber-title = Loupežník
catan-lesson-robber-1 = Jeho pole nic nevynáší a někomu, kdo tam bydlí, ukradneš kartu. Jen ty a okradený vidíte kterou.
catan-lesson-answer-title = Odpověz na nabídku
catan-lesson-answer-1 = Souhlas, odmítni, nebo řekni, co by bylo lepší. Všechny odpovědi se ukážou najednou.
catan-lesson-deal-title = Uzavři obchod
catan-lesson-deal-1 = Vyber někoho, kdo souhlasil, nebo nabídku stáhni.
catan-lesson-turn-title = Tvůj tah
catan-lesson-turn-1 = Malé značky jsou ceny. Tlačítko se rozsvítí, když na to máš a je kam stavět; zvol ho a pak klikni na místo.
catan-lesson-turn-2 = Čtyři stejné karty vymění banka za jakoukoli jinou; v přístavech stačí tři nebo dvě.
catan-lesson-watch-title = Sleduj ostatní
catan-lesson-watch-1 = Malé barevné počty u jména jsou to, co v ruce určitě je, pokud to plyne z toho, co všichni viděli.
## Resources and cards

catan-resource-0 = dřevo
catan-resource-1 = cihla
catan-resource-2 = ovce
catan-resource-3 = obilí
catan-resource-4 = ruda
catan-desert = poušť
# So many cards of a resource, as in "2 wood".
catan-count = { $count }× { $name }
catan-nothing = nic
catan-a-card = karta
catan-dev-0 = Rytíř
catan-dev-1 = Stavba cest
catan-dev-2 = Vynález
catan-dev-3 = Monopol
catan-dev-4 = Vítězný bod
catan-dev-about-0 = Přesuň loupežníka a ukradni kartu.
catan-dev-about-1 = Postav zdarma dvě cesty.
catan-dev-about-2 = Vezmi si z banky libovolné dvě karty.
catan-dev-about-3 = Všichni ti dají všechny karty jedné suroviny.
catan-dev-about-4 = Hned platí jeden bod, skrytě.
catan-dev-fresh = { $about } Koupeno v tomto tahu: hrát lze od příštího.

## What is asked, whose turn it is

catan-ask-place_settlement = Postav vesnici: klikni na roh.
catan-ask-place_road = Postav k ní cestu.
catan-ask-roll = Hoď kostkami, nebo nejdřív zahraj kartu.
catan-ask-robber = Přesuň loupežníka na jiné pole.
catan-ask-victim = Koho okradeš?
catan-ask-free_road = Postav cestu zdarma.
catan-ask-main = Stav, obchoduj, nebo ukonči tah.
catan-ask-answer = Máš nabídku obchodu.
catan-ask-deal = Vyber, s kým obchodovat.
catan-ask-discard = Odlož { $count ->
    [one] { $count } kartu
    [few] { $count } karty
   *[other] { $count } karet
  }.
catan-halving = Velké ruce se půlí.
catan-offers = { $name } { $me ->
    [yes] nabízíš
   *[no] nabízí
  } obchod.
catan-places = { $name } { $me ->
    [yes] stavíš
   *[no] staví
  }.
catan-rolls = { $name } { $me ->
    [yes] házíš
   *[no] hází
  }.
catan-plays = { $name } { $me ->
    [yes] hraješ
   *[no] hraje
  }.

## The log: what somebody did, behind their name

catan-log-settlement = postavena vesnice
catan-log-city = postaveno město
catan-log-road = postavena cesta
catan-log-turn = { $round }. kolo
catan-log-dice = hod { $sum } ({ $first } + { $second })
catan-log-yield = získáno { $cards }
catan-log-aside = odloženo: { $card }
catan-log-discard = sedmička stála { $cards }
catan-log-discard-count = sedmička stála { $count ->
    [one] { $count } kartu
    [few] { $count } karty
   *[other] { $count } karet
  }
catan-log-robber = přesunut loupežník
catan-log-theft = kořist: { $card }, { $me ->
    [yes] od tebe
   *[no] od hráče { $name }
  }
catan-log-buy = koupena akční karta
catan-log-bought = líznuto: { $card }
catan-log-play = zahráno: { $card }
catan-log-monopoly = monopol: { $name }, { $count ->
    [one] { $count } karta
    [few] { $count } karty
   *[other] { $count } karet
  }
catan-log-plenty = z banky { $cards }
catan-log-bank = výměna s bankou: { $give } za { $take }
catan-log-offer = nabídka: { $give } za { $take }
catan-log-accept = souhlas
catan-log-reject = odmítnuto
catan-log-counter = raději { $give } za { $take }
catan-log-trade = obchod { $me ->
    [yes] s tebou
   *[no] s hráčem { $name }
  }: { $give } za { $take }
catan-log-withdraw = nabídka stažena
catan-log-longest = nejdelší cesta: 2 body
catan-log-longest-none = Nejdelší cestu už nikdo nemá.
catan-log-army = největší vojsko: 2 body
catan-log-army-none = Největší vojsko už nikdo nemá.
catan-log-last-round = Poslední kolo skončilo.
catan-end-limit = Bylo dosaženo nejvyššího počtu kol.
catan-end-points = Vyhrává { $count ->
    [one] { $count } bod
    [few] { $count } body
   *[other] { $count } bodů
  } ve vlastním tahu.

## Actions, as orders to oneself

catan-do-roll = Hodit kostkami
catan-do-end_turn = Ukončit tah
catan-do-end = Konec tahu
catan-do-accept = Souhlasit: dát { $give } za { $take }
catan-do-reject = Odmítnout obchod
catan-do-withdraw = Stáhnout nabídku
catan-do-offer = Nabídnout { $give } za { $take }
catan-do-counter = Navrhnout raději { $give } za { $take }
catan-do-confirm = Obchodovat: { $name }
catan-do-buy_dev = Koupit akční kartu
catan-do-play_knight = Zahrát rytíře
catan-do-play_road_building = Zahrát: { $card }
catan-do-play_plenty = Vzít: { $cards }
catan-do-play_monopoly = Vzít všem: { $name }
catan-do-bank = Vyměnit { $rate }× { $give } za 1× { $take }
catan-bank-rate = { $rate }× { $give } za 1× { $take }
catan-do-steal = Okrást: { $name }
catan-do-move_robber = Přesunout loupežníka: { $hex }
catan-do-city = Postavit město: { $corner }
catan-do-settlement = Postavit vesnici: { $corner }
catan-do-place_settlement = Umístit vesnici: { $corner }
catan-do-road = Postavit cestu { $edge }
catan-do-free_road = Postavit cestu { $edge }
catan-do-place_road = Umístit cestu { $edge }
catan-between = mezi: { $one } a { $other }
catan-harbour = přístav { $exchange }
catan-exchange = 2× { $name } za 1
catan-exchange-any = 3 za 1

## The board

catan-island = Ostrov
catan-place-road = cesta { $edge }, { $where }
catan-place-settlement = vesnice na rohu { $corner }: { $where }
catan-place-city = město na rohu { $corner }: { $where }
catan-settlement-of = vesnice: { $name }
catan-city-of = město: { $name }
catan-robber = loupežník
catan-player = { $name }: { $count ->
    [one] { $count } bod
    [few] { $count } body
   *[other] { $count } bodů
  }
catan-points = body
catan-points-public = veřejné body
catan-hand-cards = karty v ruce
catan-cards = karty
catan-cards-of = { $count ->
    [one] { $count } karta
    [few] { $count } karty
   *[other] { $count } karet
  }
catan-devs = akční karty
catan-army = největší vojsko
catan-knights-played = zahraní rytíři
catan-knights = rytíři
catan-longest = nejdelší cesta
catan-trail = nejdelší souvislá cesta
catan-road = cesta
catan-known-hand = ruka, pokud plyne z toho, co bylo vidět
catan-answer-counter = dá { $give } za { $take }
catan-answer-waiting = rozmýšlí
catan-answer-accept = souhlasí
catan-answer-reject = odmítá
catan-dice = kostky: { $first } a { $second }
catan-bank = Banka
catan-own-hand = Tvá ruka
catan-set-aside = { $cards }: odložit jednu
catan-discard-more = Odložit ještě { $count }
catan-discard-these = Odložit { $cards }
catan-begin-again = Začít znovu
catan-chosen = Zatím vybráno: { $cards }.
catan-counter-offer = Protinabídka
catan-an-offer = Nabídka
catan-costs = , stojí { $cards }
catan-build-road = Cesta
catan-build-settlement = Vesnice
catan-build-city = Město
catan-build-dev = Akční karta
catan-build-dev-short = Karta
catan-trade-bank = Vyměnit s bankou
catan-opens = { $title } …
catan-offer-trade = Nabídnout obchod
catan-offer-short = Nabídka …
catan-say-so = Navrhnout
catan-offer = Nabídnout
catan-wants = { $name } dává { $give } a chce { $take }.
catan-agree = Souhlasit
catan-decline = Odmítnout
catan-else = Něco jiného …
catan-lacking = Co se chce, nemáš.
catan-trade-with = Obchodovat, { $name }: { $answer }
catan-may-hold = Co mohou mít
catan-unsure = { $count ->
    [one] Neviděné krádeže nechávají { $count } možnost.
    [few] Neviděné krádeže nechávají { $count } možnosti.
   *[other] Neviděné krádeže nechávají { $count } možností.
  } Nejpravděpodobnější:
catan-dice-so-far = Kostky dosud
catan-dice-plot = kolikrát které číslo padlo
catan-prices = Ceny
catan-give = Dáváš
catan-get = Dostaneš
catan-to = Komu
catan-one-less = o kartu méně: { $name }
catan-one-more = o kartu více: { $name }, zatím { $count }
catan-cancel = Zrušit
catan-for = { $give } za { $take }

## The window

catan-setting-up = Příprava
catan-in-bank = V bance { $cards }
catan-certain = Jistě: { $cards }
catan-dice-short = Hody
catan-not-here = Tady ne: { $where }
catan-why-not = Stiskni a dozvíš se proč.
catan-along = na pobřeží: { $hex }
catan-put-aside = Odložit
catan-no-offers = V tomto tahu už nabízet nelze.
catan-no-bank = Pro banku máš málo karet jednoho druhu.
catan-missing = Chybí: { $cards }
catan-no-place = { $what }: není už kam, nebo není co.
catan-none-there = Na stole nic takového není: { $name }.
catan-no-more = Víc už nemáš: { $name }.
catan-both-sides = Obě strany dávají aspoň jednu kartu.
catan-also-to = Také: { $name }
catan-not-to = Ne: { $name }
catan-to-somebody = Nabídka jde aspoň jednomu hráči.
catan-deal = Obchod
catan-stat-buildings = Vesnice, města
catan-stat-dice = Karty z kostek
catan-stat-stolen = Ukradené karty
catan-tour-island-title = Ostrov
catan-tour-seat-title = Hráči
catan-tour-seat-1 = Body, karty v ruce, akční karty, rytíři a cesty. Dole stojí, které karty ruka jistě drží. Nejdelší cesta a největší vojsko dávají dva body; značí je hvězdička.
catan-tour-bank-title = Banka
catan-tour-bank-1 = Kolik zbývá každé suroviny a akčních karet.
catan-tour-bar-title = Tvé karty a co můžeš
catan-tour-bar-1 = Ve svém tahu hoď, pak obchoduj a stav. Stiskni Cesta, Vesnice nebo Město a pak vyznačené místo. Co nejde, řekne po stisknutí proč. Nabídka se ptá ostatních, Banka využije tvé přístavy.
catan-layer-terrain = Pole
catan-layer-numbers = Čísla
catan-layer-harbours = Přístavy
catan-lay-empty = prázdné
catan-lay-else = Stiskni a polož něco jiného.
catan-lay-done = Takhle leží deska
catan-lay-all = Všechno leží.
catan-in-box = { $piece }: v krabici zbývá { $count }
catan-box-empty = { $piece }: v krabici už není
catan-left = zbývá { $count }
catan-table-gives = Dává
catan-table-gets = Dostane
catan-table-lay = Polož desku na stůl tak, jak je tu vidět, i s přístavy a čísly.
catan-table-laid = Leží
catan-table-done = Hotovo
catan-table-rolled = Součet hozených kostek:
catan-table-roll = Hoď a stiskni součet kostek:
catan-table-comes = Stůl se chystá …
catan-table-first = nebo nejdřív:
catan-table-secret = Teď se dívá jen ten, kdo kartu smí znát: která to je?
catan-table-draw = Líže program
catan-table-point = Ukaž místo na desce: vyznačená místa jsou volná.
catan-table-no-bank = Na banku nemůže mít karty nikdo.
catan-table-won = Výhra
catan-table-asks = { $name }: { $words }
catan-table-hands-over = Kolik odevzdá { $name }: { $resource }?
catan-secret-points = { $count ->
    [one] a { $count }, který vidíš jen ty
    [few] a { $count }, které vidíš jen ty
   *[other] a { $count }, které vidíš jen ty
  }
catan-uncertain = { $count ->
    [one] a ještě { $count } karta
    [few] a ještě { $count } karty
   *[other] a ještě { $count } karet
  }
catan-lay-missing = Zbývá položit { $count }
catan-table-aside = { $name } odkládá { $count ->
    [one] { $count } kartu
    [few] { $count } karty
   *[other] { $count } karet
  }.
catan-tour-island-1 = Vesnice na rozích mají bod, města dva. Vyhrává, kdo má ve vlastním tahu { $target ->
    [one] { $target } bod
    [few] { $target } body
   *[other] { $target } bodů
  }. Každý hod dá karty vedle polí s tím číslem: víc teček, častěji.
catan-table-held = Kolik karet vítězných bodů měl hráč { $name }?

## What one may conclude, beside the board.
catan-known-roll = Příští hod
catan-known-steal = Krádež, oběť: { $name }
catan-known-gains = { $name }: { $cards }
catan-known-discards = { $name }: odhodit { $count }

## V terminálu: co se žádá

catan-tell-task-place_settlement = postav vesnici
catan-tell-task-place_road = postav k ní cestu
catan-tell-task-roll = hoď, nebo nejdřív zahraj kartu
catan-tell-task-discard = odlož kartu kvůli sedmičce
catan-tell-task-robber = přesuň loupežníka
catan-tell-task-victim = vyber, koho okrást
catan-tell-task-free_road = postav cestu zdarma
catan-tell-task-main = obchoduj a stav, nebo ukonči tah
catan-tell-task-answer = odpověz na nabídku
catan-tell-task-deal = uzavři obchod, nebo ho stáhni
catan-tell-head-place_settlement = vesnice na rohu
catan-tell-head-place_road = cesta na hraně
catan-tell-head-roll = hodit
catan-tell-head-play_knight = zahrát rytíře
catan-tell-head-play_road_building = zahrát stavbu cest
catan-tell-head-play_monopoly = zahrát monopol na
catan-tell-head-play_plenty = zahrát vynález na
catan-tell-head-discard = odložit
catan-tell-head-move_robber = loupežník na pole
catan-tell-head-steal = okrást
catan-tell-head-free_road = cesta zdarma na hraně
catan-tell-head-end_turn = ukončit tah
catan-tell-head-buy_dev = koupit akční kartu
catan-tell-head-road = cesta na hraně
catan-tell-head-settlement = vesnice na rohu
catan-tell-head-city = město na rohu
catan-tell-head-bank = obchod s bankou
catan-tell-head-offer = nabídka ostatním
catan-tell-head-reject = říct ne
catan-tell-head-accept = říct ano
catan-tell-head-counter = říct, co dáš ty
catan-tell-head-withdraw = stáhnout
catan-tell-head-confirm = obchod s
catan-tell-best = { $heading }; nejvíc vynesou:
catan-tell-any-other = nebo kterékoli jiné z čísel na ostrově, je jich { $count }
catan-tell-corner = { $lies } ({ $ways } z 36)
catan-tell-harbour = přístav { $kind }
catan-tell-offer-to = { $sides } pro: { $names }
catan-tell-ask-give = dáváš, třeba { $example }
catan-tell-ask-take = dostaneš, třeba { $example }
catan-tell-ask-to = komu, oddělit čárkami (nic: všem)
catan-tell-some-of = { $verb }: čekají se někteří z: { $names }, je tu { $got }

## V terminálu: pozice

catan-tell-round = kolo { $round }
catan-tell-setting-up = rozestavění
catan-tell-dice = kostky { $roll }
catan-tell-phase-place_settlement = { $name } staví vesnici
catan-tell-phase-place_road = { $name } staví cestu
catan-tell-phase-roll = { $name } má házet
catan-tell-phase-dice = { $name } hází
catan-tell-phase-discard = { $name } hází sedmičku: odkládá se
catan-tell-phase-robber = { $name } přesouvá loupežníka
catan-tell-phase-victim = { $name } vybírá, koho okrást
catan-tell-phase-theft = { $name } krade
catan-tell-phase-free_road = { $name } staví cestu zdarma
catan-tell-phase-main = { $name } obchoduje a staví
catan-tell-phase-draw = { $name } si bere kartu
catan-tell-phase-answer = { $name } čeká na odpovědi
catan-tell-phase-deal = { $name } uzavírá obchod
catan-tell-bank = banka { $cards }
catan-tell-bank-keyed = banka ({ $key }): { $cards }
catan-tell-left = { $cards } ak { $count }
catan-tell-col-points = bod
catan-tell-col-cards = karty
catan-tell-col-devs = akč
catan-tell-col-knights = rytíři
catan-tell-col-road = cesta
catan-tell-col-hand = ruka
catan-tell-short = { $points }b { $cards }k { $devs }a
catan-tell-block = cesta { $road }, rytíři { $knights }
catan-tell-hand = ruka: { $cards }
catan-tell-no-cards = žádné karty
catan-tell-devs = karty: { $cards }
catan-tell-fresh = { $card } (nová)
catan-tell-dev-0 = rytíř
catan-tell-dev-1 = stavba cest
catan-tell-dev-2 = vynález
catan-tell-dev-3 = monopol
catan-tell-dev-4 = vítězný bod
catan-tell-with-hidden = body i se skrytými: { $points }
catan-tell-aside = odloženo: { $cards }
catan-tell-hexes = pole (číslo, krajina, hod): { $hexes }
catan-tell-harbours = přístavy (druh, rohy): { $harbours }
catan-tell-harbour-at = { $kind } na { $corners }
catan-tell-robber-at = loupežník: pole { $hex }
catan-tell-seat = { $called }: body { $points }, { $cards }, akční karty { $devs }, zahraní rytíři { $knights }{ $army }, délka cesty { $road }{ $longest }
catan-tell-seat-you = { $called }, ty
catan-tell-seat-cards = karty { $count }
catan-tell-seat-cards-known = karty { $count } ({ $hand })
catan-tell-and-longest = a nejdelší (+{ $points })
catan-tell-and-army = a největší vojsko (+{ $points })
catan-tell-settlements = vesnice: { $places }
catan-tell-cities = města: { $places }
catan-tell-roads = cesty: { $places }
catan-tell-offer = nabídka: { $trade }
catan-tell-answered = { $name }: dá { $trade }
catan-tell-open-corners = volné rohy: { $places }
catan-tell-open-edges = volné hrany: { $places }
catan-tell-trade = { $give } za { $take }

## V terminálu: co se stalo

catan-tell-did-reject = { $name } říká ne
catan-tell-did-accept = { $name } říká ano
catan-tell-did-withdraw = { $name } stahuje nabídku
catan-tell-did-buy = { $name } kupuje akční kartu
catan-tell-did-settlement = { $name } staví vesnici na { $place }
catan-tell-did-city = { $name } staví město na { $place }
catan-tell-did-road = { $name } staví cestu na { $place }
catan-tell-did-robber = { $name } přesouvá loupežníka na { $place }
catan-tell-did-longest_road = { $name } má nejdelší cestu
catan-tell-did-largest_army = { $name } má největší vojsko
catan-tell-lost-longest_road = nejdelší cestu nikdo nemá
catan-tell-lost-largest_army = největší vojsko nikdo nemá
catan-tell-did-turn = kolo { $round }, { $name }
catan-tell-did-dice = { $name } hází { $roll }
catan-tell-did-bought = { $name } si bere: { $card }
catan-tell-did-play = { $name } hraje: { $card }
catan-tell-did-yield = { $name } dostává { $cards }
catan-tell-did-discard = { $name } odkládá { $cards }
catan-tell-cards = karty: { $count }
catan-tell-did-theft = { $name } krade ({ $card }), oběť: { $whom }
catan-tell-did-monopoly = { $name } bere všechno ({ $card }): { $count }
catan-tell-did-bank = { $name } dává bance { $trade }
catan-tell-did-offer = { $name } nabízí { $trade }, komu: { $whom }
catan-tell-did-counter = { $name } nabízí místo toho { $trade }
catan-tell-did-trade = { $name } obchoduje ({ $whom }): { $trade }
catan-tell-vertex = roh { $number }
catan-tell-edge = hranu { $number }
catan-tell-hex = pole { $number }
