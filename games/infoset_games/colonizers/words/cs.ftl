# On the card of the lobby in the window: a few words.
colonizers-brief = Mars, čtyři kolonie, šest tajných rolí.
colonizers-about = Postav nejcennější kolonii na Marsu. Nikdo neví, koho posíláš: horníka, špiona, nebo zloděje, který jim vyprázdní sklady.
## Options, as people speak of them

colonizers-option-colony = Modulů v kolonii
colonizers-option-legacy = Každá plná kolonie má 4 body
colonizers-option-copies = Balíček
colonizers-option-about-colony = kolik modulů zaplní kolonii a ukončí hru tím kolem
colonizers-option-about-legacy = každá plná kolonie má 4 body, nejen první (ostatní 2)
colonizers-option-about-copies = kolik karet má každý modul, celkem 1 až 52: menší balíčky pro výuku
colonizers-preset-quick = rychlá: kolonie o 4 modulech
colonizers-preset-first = na zkoušku: kolonie o 2 modulech
## A first match, guided

colonizers-lesson-about-1 = Na Marsu soupeří čtyři kolonie. Za omnium stavíš moduly z ruky; každý má svou cenu v bodech. V této první partii zaplní kolonii čtyři moduly.
colonizers-lesson-about-2 = Každé kolo si každý tajně vybere jednoho ze šesti kolonistů, který pro něj vydělává, krade, vyměňuje nebo líže.
colonizers-lesson-pick-title = Vyber kolonistu
colonizers-lesson-pick-1 = Každá karta říká, co kolonista dělá. Ostatní vybírají z toho, co necháš, takže trochu víš, kým mohou být.
colonizers-lesson-pick-2 = Jeden kolonista byl odložen neviděn. Pod každým jménem vidíš, koho hráč může mít, pokud se to dá vědět.
colonizers-lesson-draw-title = Omnium, nebo karty
colonizers-lesson-draw-1 = Dvě omnia hned, nebo dvě karty, z nichž si jednu necháš. S prázdnou rukou lízej; máš-li karty, na které nemáš, vezmi omnium.
colonizers-lesson-draw-2 = Tvůj kolonista je teď odhalen a jeho příjem přijde sám.
colonizers-lesson-discard-title = Nech si jednu kartu
colonizers-lesson-discard-1 = Vlevo nahoře je cena, vpravo nahoře hodnota. Na barvách závisí příjem: plná zelená, čárkovaná modrá, tečkovaná červená.
colonizers-lesson-discard-2 = Druhá karta jde pod balíček. Nezapomene se: viz „Co víš“ vedle desky.
colonizers-lesson-power-title = Schopnost
colonizers-lesson-power-1 = Jmenuješ kolonistu, ne hráče. Když ho nikdo nemá, nic se nestane. Odhalení kolonisté jsou jistý cíl.
colonizers-lesson-build-title = Stav
colonizers-lesson-build-1 = Jeden modul za tah. Klikni na něj tady nebo v ruce; na co máš, je orámované.
colonizers-lesson-watch-title = Sleduj ostatní
colonizers-lesson-watch-1 = Průběh vedle desky vypráví každý tah. Značky pod jménem ukazují, kým hráč ještě může být; líc karty s otazníkem nebyl vidět.
colonizers-lesson-watch-2 = Tempo nad deskou to zpomalí nebo zrychlí.
## Colonists

colonizers-role-0 = Ekolog
colonizers-role-1 = Generál
colonizers-role-2 = Horník
colonizers-role-3 = Oportunista
colonizers-role-4 = Špion
colonizers-role-5 = Vizionář
colonizers-role-somebody = někdo
colonizers-power-0 = Vydělá 1 omnium za každý zelený modul v kolonii.
colonizers-power-1 = Vydělá 1 omnium za každý červený modul v kolonii.
colonizers-power-2 = Vydělá 1 omnium za každý modrý modul v kolonii.
colonizers-power-3 = Smí ukrást až 2 omnia tomu, kdo má zvoleného kolonistu.
colonizers-power-4 = Smí si vyměnit celou ruku s tím, kdo má zvoleného kolonistu.
colonizers-power-5 = Lízne si o kartu víc.

## What is asked, whose turn it is

colonizers-ask-pick = Vyber si kolonistu na toto kolo.
colonizers-ask-draw = Omnium, nebo karty?
colonizers-ask-discard = Nech si jednu ze dvou karet.
colonizers-ask-power = Použít schopnost kolonisty?
colonizers-ask-build = Postavit modul?
colonizers-does-pick = { $name } { $me ->
    [yes] vybíráš
   *[no] vybírá
  } kolonistu.
colonizers-does-draw = { $name } { $me ->
    [yes] volíš
   *[no] volí
  } omnium, nebo karty.
colonizers-does-discard = { $name } si { $me ->
    [yes] necháváš
   *[no] nechává
  } jednu ze dvou karet.
colonizers-does-power = { $name } { $me ->
    [yes] můžeš
   *[no] může
  } použít schopnost.
colonizers-does-build = { $name } { $me ->
    [yes] můžeš
   *[no] může
  } stavět.
colonizers-does-shuffle = { $name } { $me ->
    [yes] čekáš
   *[no] čeká
  } na míchání.
colonizers-hidden-card = skrytá karta
colonizers-nothing = nic

## Actions, as orders to oneself

colonizers-do-pick = Vybrat: { $role }
colonizers-do-omnium = Vzít 2 omnia
colonizers-do-draw = Líznout dvě karty, jednu nechat
colonizers-do-keep = Nechat: { $module }
colonizers-do-steal = Okrást: { $role }
colonizers-do-swap = Vyměnit ruce: { $role }
colonizers-do-build = Postavit: { $module }
colonizers-do-build-nothing = Nestavět nic
colonizers-do-nothing = Nedělat nic

## The log: what somebody did, behind their name

colonizers-log-shuffle = { $round }. kolo. Kolonisté se míchají, jeden se odloží neviděn.
colonizers-log-put-away = { $round }. kolo: zamícháním odložen kolonista: { $role }
colonizers-log-pick = vybráno: { $role }
colonizers-log-pick-secret = kolonista vybrán tajně
colonizers-log-turn = odhaleno: { $role }
colonizers-log-income = { $amount } { $amount ->
    [one] omnium
    [few] omnia
   *[other] omnií
  } z modulů
colonizers-log-bonus = navíc líznuto: { $module }
colonizers-log-bonus-hidden = líznuta další karta
colonizers-log-omnium = vzato { $amount } { $amount ->
    [one] omnium
    [few] omnia
   *[other] omnií
  }
colonizers-log-draw = líznuto: { $module }
colonizers-log-draw-hidden = líznuta karta
colonizers-log-keep = ponecháno: { $module }; druhá karta šla pod balíček
colonizers-log-keep-hidden = ponechána jedna karta; druhá šla pod balíček
colonizers-log-gone = plná ruka, karta odešla ze hry
colonizers-log-steal = okraden { $role }, { $me ->
    [yes] tedy ty
   *[no] { $name }
  }, o { $amount } { $amount ->
    [one] omnium
    [few] omnia
   *[other] omnií
  }
colonizers-log-steal-nobody = marný pokus okrást: { $role } u nikoho není
colonizers-log-swap = výměna rukou: { $role }, { $me ->
    [yes] tedy ty
   *[no] { $name }
  }
colonizers-log-swap-cards = { $swap }: dáno { $given }, získáno { $taken }
colonizers-log-swap-nobody = marný pokus o výměnu: { $role } u nikoho není
colonizers-log-build = postaveno: { $module } za { $cost }
colonizers-log-skip = nic nepostaveno
colonizers-log-draw-end = Balíček došel: remíza.
colonizers-log-over = Kolonie je plná. Partie skončila.
colonizers-end-draw = Balíček došel, všichni jsou si rovni.
colonizers-end-points = Body jsou hodnoty všech modulů; první plná kolonie má o 4 víc, další o 2.
colonizers-end-equal = { $points } Při rovnosti bodů je vpředu dřívější místo.
colonizers-why-unaffordable = Na nic v ruce zatím nemáš.
colonizers-why-empty = Tvá ruka je prázdná.
colonizers-why-power = { $role } nikoho nejmenuje. Co dělá, přijde samo.

## The board

colonizers-module = { $name }: cena { $cost }, hodnota { $value }, { $colour ->
    [green] zelený
    [blue] modrý
    [red] červený
   *[none] bez barvy
  }
colonizers-no-colonist = zatím bez kolonisty
colonizers-may-be = může být: { $names }
colonizers-one-of = jeden z
colonizers-round = Kolo
colonizers-deck = Balíček
colonizers-phases = Fáze tahu
colonizers-phase-pick = výběr
colonizers-phase-draw = lízání
colonizers-phase-discard = odhoz
colonizers-phase-power = schopnost
colonizers-phase-build = stavba
colonizers-out = Mimo hru
colonizers-choice-was = Vybíralo se z
colonizers-choice-was-about = kolonisté, ze kterých se vybíralo
colonizers-seat = { $name }: { $omnium } { $omnium ->
    [one] omnium
    [few] omnia
   *[other] omnií
  }, { $points ->
    [one] { $points } bod
    [few] { $points } body
   *[other] { $points } bodů
  }
colonizers-omnium = omnium
colonizers-points = body
colonizers-colony = Kolonie
colonizers-hand = Ruka
colonizers-seen-by = viděli také: { $names }
colonizers-no-cards = žádné karty
colonizers-full-hand = Tvá ruka je plná, lízat nemůžeš.
colonizers-steal-from = okrást
colonizers-swap-with = vyměnit s
colonizers-known-cards = Karty každého modulu, o kterých víš, kde jsou, ze všech.
colonizers-bottom = Pod balíčkem, pokud víš
colonizers-colonists = Kolonisté
## A colonist within a sentence

colonizers-one-0 = ekolog
colonizers-one-1 = generál
colonizers-one-2 = horník
colonizers-one-3 = oportunista
colonizers-one-4 = špion
colonizers-one-5 = vizionář

## Modules, by their letter

colonizers-card-a = Generátor kyslíku
colonizers-card-b = Vodojem
colonizers-card-c = Hydro{ "\u00AD" }ponická stanice
colonizers-card-d = Ekodóm
colonizers-card-e = Tržiště
colonizers-card-f = Skladiště
colonizers-card-g = Lom
colonizers-card-h = Čistírna omnia
colonizers-card-i = Posádka
colonizers-card-j = Kasárna
colonizers-card-k = Vojenská akademie
colonizers-card-l = Planetární obrana
colonizers-card-m = Obytná jednotka
colonizers-card-n = Kosmodrom
colonizers-card-o = Výzkumná laboratoř
colonizers-card-p = Hmotný vysílač

## The window

colonizers-phase-shuffle = míchání
colonizers-in-deck = { $count ->
    [one] { $count } modul v balíčku
    [few] { $count } moduly v balíčku
   *[other] { $count } modulů v balíčku
  }
# How many cards of a module there are.
colonizers-copies = ve hře celkem { $count }
# Who can have a colonist.
colonizers-perhaps = Možná { $names }
colonizers-not-picked = Zatím nevybráno
colonizers-nobody = Nikdo, pokud se dá vědět
colonizers-secret-yet = Nikdo jiný to zatím neví.
colonizers-you-know = Tuto kartu znáš.
colonizers-about-omnium = Za omnium se staví moduly.
colonizers-about-draw = Druhá jde pod balíček.
colonizers-skip = Nic
colonizers-tray-show = Ukázat karty
colonizers-tray-show-short = Ukázat
colonizers-tray-hide = Odložit karty
colonizers-tray-hide-short = Skrýt
colonizers-end-filled = Plná kolonie: { $names }.
colonizers-stat-built = Postavené moduly
colonizers-stat-omnium = Zbylé omnium
colonizers-stat-hand = Karty v ruce
colonizers-tour-table-title = Čtyři kolonie na Marsu
colonizers-tour-table-1 = Všichni stavějí moduly; vyhrává nejvíc bodů. Kdo zaplní kolonii o osmi modulech, ukončí hru tím kolem a dostane body navíc.
colonizers-tour-round-title = Šest kolonistů
colonizers-tour-round-1 = Každé kolo si každý tajně vybere jednoho z nich. Platí na to kolo a odhalí se, když hráč přijde na tah. Ukaž na značku a přečteš si, co dělá a kdo ho může mít.
colonizers-tour-own-title = Tvé místo
colonizers-tour-own-1 = Za omnium se staví moduly: na kartě je nahoře cena, dole body. Nahoře je tvá kolonie, dole tvá ruka. Barvy se poznají podle okraje: plná zelená, čárkovaná modrá, tečkovaná červená.
colonizers-tour-others-title = Kým mohou být ostatní
colonizers-tour-others-1 = Malé značky ukazují, které kolonisty hráč ještě může mít podle všeho, co bylo vidět. Karty, které znáš, leží otevřené.
colonizers-tour-tray-title = Tvůj tah
colonizers-tour-tray-1 = Stiskni kartu tady, nebo klávesu s jejím číslem. H karty odloží, aby byl vidět stůl. V tahu: omnium nebo karty, pak schopnost kolonisty, pak jeden modul.

## What one may conclude, beside the board.
colonizers-known-role = je { $role }
colonizers-known-nobody = nikdo
colonizers-known-draw = Mezi dvěma líznutými kartami
colonizers-known-steal = Krádež, koho zasáhne: { $role }
colonizers-known-swap = Výměna ruky, koho zasáhne: { $role }
colonizers-known-omnium = omnium: { $count }

## V terminálu: co se žádá

colonizers-tell-task-pick = vyber si kolonistu
colonizers-tell-task-draw = vezmi omnium, nebo si lízni moduly
colonizers-tell-task-discard = vyber modul, který si necháš
colonizers-tell-task-power = použij schopnost svého kolonisty, nebo ji vynech
colonizers-tell-task-build = postav modul, nebo to vynech
colonizers-tell-head-pick = vybrat kolonistu
colonizers-tell-head-omnium = vzít 2 omnia
colonizers-tell-head-draw = líznout dva moduly a jeden si nechat
colonizers-tell-head-keep = nechat si
colonizers-tell-head-steal = okrást
colonizers-tell-head-swap = vyměnit si ruku s kolonistou
colonizers-tell-head-build = postavit
colonizers-tell-head-skip = nedělat nic
colonizers-tell-costs = { $name } (cena { $cost }, hodnota { $value })

## V terminálu: pozice

colonizers-tell-head = kolo { $round }, fáze { $phase }, modulů v balíčku: { $count }
colonizers-tell-phase-shuffle = míchání
colonizers-tell-phase-over = konec
colonizers-tell-phase-deal = rozdávání
colonizers-tell-phase-bonus = bonus
colonizers-tell-out = mimo hru: { $names }
colonizers-tell-numbers = { $points } bodů  { $omnium } omnium  { $count } v ruce  { $role }
colonizers-tell-own = { $role }, ruka: { $modules }
colonizers-tell-no-role = zatím bez kolonisty
colonizers-tell-the-role = { $role }
colonizers-tell-drawn = líznuto: { $modules }

## V terminálu: co se stalo

colonizers-tell-did-shuffle = kolo { $round }
colonizers-tell-did-pick = { $name } si vybírá kolonistu
colonizers-tell-did-turn = { $name } je { $role }
colonizers-tell-did-income = { $name } vydělává { $amount } omnium
colonizers-tell-did-bonus = { $name } si líže modul navíc
colonizers-tell-did-omnium = { $name } bere { $amount } omnium
colonizers-tell-did-draw = { $name } si líže dva moduly
colonizers-tell-did-keep = { $name } si jeden nechává a druhý dává pod balíček
colonizers-tell-did-gone = { $name } má plnou ruku: jeden modul opouští hru
colonizers-tell-did-skip = { $name } nestaví nic
colonizers-tell-did-steal = { $name } krade, oběť: { $whom }; { $amount } omnium
colonizers-tell-did-swap = { $name } si vyměňuje ruku, s kým: { $whom }
colonizers-tell-did-build = { $name } staví { $module } za { $cost }
colonizers-tell-holder = { $role } ({ $name })
colonizers-tell-unknown = neznámý kolonista
colonizers-tell-several-names = tak jich začíná víc
colonizers-tell-no-name = takové jméno není
colonizers-tell-one-of = { $typed }: { $what }; čeká se jedno z: { $names }
colonizers-tell-words-of = { $typed }: čeká se jedno z: { $words }
