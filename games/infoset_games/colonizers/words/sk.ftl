# On the card of the lobby in the window: a few words.
colonizers-brief = Mars, štyri kolónie, šesť tajných rolí.
colonizers-about = Postav najcennejšiu kolóniu na Marse. Nikto nevie, koho posielaš: baníka, špióna, alebo zlodeja, ktorý im vyprázdni sklady.
## Options, as people speak of them

colonizers-option-colony = Modulov v kolónii
colonizers-option-legacy = Každá plná kolónia má 4 body
colonizers-option-copies = Balíček
colonizers-option-about-colony = koľko modulov zaplní kolóniu a ukončí hru tým kolom
colonizers-option-about-legacy = každá plná kolónia má 4 body, nielen prvá (ostatné 2)
colonizers-option-about-copies = koľko kariet má každý modul, spolu 1 až 52: menšie balíčky na výučbu
colonizers-preset-quick = rýchla: kolónie so 4 modulmi
colonizers-preset-first = na skúšku: kolónie s 2 modulmi
## A first match, guided

colonizers-lesson-about-1 = Na Marse súperia štyri kolónie. Za omnium staviaš moduly z ruky; každý má svoju cenu v bodoch. V tejto prvej partii zaplnia kolóniu štyri moduly.
colonizers-lesson-about-2 = Každé kolo si každý tajne vyberie jedného zo šiestich kolonistov, ktorý preňho zarába, kradne, vymieňa alebo ťahá.
colonizers-lesson-pick-title = Vyber kolonistu
colonizers-lesson-pick-1 = Každá karta hovorí, čo kolonista robí. Ostatní vyberajú z toho, čo necháš, takže trochu vieš, kým môžu byť.
colonizers-lesson-pick-2 = Jeden kolonista bol odložený nevidený. Pod každým menom vidíš, koho hráč môže mať, pokiaľ sa to dá vedieť.
colonizers-lesson-draw-title = Omnium, alebo karty
colonizers-lesson-draw-1 = Dve omniá hneď, alebo dve karty, z ktorých si jednu necháš. S prázdnou rukou ťahaj; ak máš karty, na ktoré nemáš, vezmi omnium.
colonizers-lesson-draw-2 = Tvoj kolonista je teraz odhalený a jeho príjem príde sám.
colonizers-lesson-discard-title = Nechaj si jednu kartu
colonizers-lesson-discard-1 = Vľavo hore je cena, vpravo hore hodnota. Od farieb závisí príjem: plná zelená, čiarkovaná modrá, bodkovaná červená.
colonizers-lesson-discard-2 = Druhá karta ide pod balíček. Nezabudne sa: pozri „Čo vieš“ vedľa dosky.
colonizers-lesson-power-title = Schopnosť
colonizers-lesson-power-1 = Menuješ kolonistu, nie hráča. Ak ho nikto nemá, nič sa nestane. Odhalení kolonisti sú istý cieľ.
colonizers-lesson-build-title = Stavaj
colonizers-lesson-build-1 = Jeden modul za ťah. Klikni naň tu alebo v ruke; na čo máš, je orámované.
colonizers-lesson-watch-title = Sleduj ostatných
colonizers-lesson-watch-1 = Priebeh vedľa dosky rozpráva každý ťah. Značky pod menom ukazujú, kým hráč ešte môže byť; líce karty s otáznikom nebolo vidno.
colonizers-lesson-watch-2 = Tempo nad doskou to spomalí alebo zrýchli.
## Colonists

colonizers-role-0 = Ekológ
colonizers-role-1 = Generál
colonizers-role-2 = Baník
colonizers-role-3 = Oportunista
colonizers-role-4 = Špión
colonizers-role-5 = Vizionár
colonizers-role-somebody = niekto
colonizers-power-0 = Zarobí 1 omnium za každý zelený modul v kolónii.
colonizers-power-1 = Zarobí 1 omnium za každý červený modul v kolónii.
colonizers-power-2 = Zarobí 1 omnium za každý modrý modul v kolónii.
colonizers-power-3 = Smie ukradnúť až 2 omniá tomu, kto má zvoleného kolonistu.
colonizers-power-4 = Smie si vymeniť celú ruku s tým, kto má zvoleného kolonistu.
colonizers-power-5 = Potiahne si o kartu viac.

## What is asked, whose turn it is

colonizers-ask-pick = Vyber si kolonistu na toto kolo.
colonizers-ask-draw = Omnium, alebo karty?
colonizers-ask-discard = Nechaj si jednu z dvoch kariet.
colonizers-ask-power = Použiť schopnosť kolonistu?
colonizers-ask-build = Postaviť modul?
colonizers-does-pick = { $name } { $me ->
    [yes] vyberáš
   *[no] vyberá
  } kolonistu.
colonizers-does-draw = { $name } { $me ->
    [yes] volíš
   *[no] volí
  } omnium, alebo karty.
colonizers-does-discard = { $name } si { $me ->
    [yes] nechávaš
   *[no] necháva
  } jednu z dvoch kariet.
colonizers-does-power = { $name } { $me ->
    [yes] môžeš
   *[no] môže
  } použiť schopnosť.
colonizers-does-build = { $name } { $me ->
    [yes] môžeš
   *[no] môže
  } stavať.
colonizers-does-shuffle = { $name } { $me ->
    [yes] čakáš
   *[no] čaká
  } na miešanie.
colonizers-hidden-card = skrytá karta
colonizers-nothing = nič

## Actions, as orders to oneself

colonizers-do-pick = Vybrať: { $role }
colonizers-do-omnium = Vziať 2 omniá
colonizers-do-draw = Potiahnuť dve karty, jednu nechať
colonizers-do-keep = Nechať: { $module }
colonizers-do-steal = Okradnúť: { $role }
colonizers-do-swap = Vymeniť ruky: { $role }
colonizers-do-build = Postaviť: { $module }
colonizers-do-build-nothing = Nestavať nič
colonizers-do-nothing = Nerobiť nič

## The log: what somebody did, behind their name

colonizers-log-shuffle = { $round }. kolo. Kolonisti sa miešajú, jeden sa odloží nevidený.
colonizers-log-put-away = { $round }. kolo: zamiešaním odložený kolonista: { $role }
colonizers-log-pick = vybrané: { $role }
colonizers-log-pick-secret = kolonista vybraný tajne
colonizers-log-turn = odhalené: { $role }
colonizers-log-income = { $amount } { $amount ->
    [one] omnium
    [few] omniá
   *[other] omnií
  } z modulov
colonizers-log-bonus = navyše potiahnuté: { $module }
colonizers-log-bonus-hidden = potiahnutá ďalšia karta
colonizers-log-omnium = vzaté { $amount } { $amount ->
    [one] omnium
    [few] omniá
   *[other] omnií
  }
colonizers-log-draw = potiahnuté: { $module }
colonizers-log-draw-hidden = potiahnutá karta
colonizers-log-keep = ponechané: { $module }; druhá karta šla pod balíček
colonizers-log-keep-hidden = ponechaná jedna karta; druhá šla pod balíček
colonizers-log-gone = plná ruka, karta odišla z hry
colonizers-log-steal = okradnutý { $role }, { $me ->
    [yes] teda ty
   *[no] { $name }
  }, o { $amount } { $amount ->
    [one] omnium
    [few] omniá
   *[other] omnií
  }
colonizers-log-steal-nobody = márny pokus okradnúť: { $role } u nikoho nie je
colonizers-log-swap = výmena rúk: { $role }, { $me ->
    [yes] teda ty
   *[no] { $name }
  }
colonizers-log-swap-cards = { $swap }: dané { $given }, získané { $taken }
colonizers-log-swap-nobody = márny pokus o výmenu: { $role } u nikoho nie je
colonizers-log-build = postavené: { $module } za { $cost }
colonizers-log-skip = nič nepostavené
colonizers-log-draw-end = Balíček sa minul: remíza.
colonizers-log-over = Kolónia je plná. Partia sa skončila.
colonizers-end-draw = Balíček sa minul, všetci sú si rovní.
colonizers-end-points = Body sú hodnoty všetkých modulov; prvá plná kolónia má o 4 viac, ďalšie o 2.
colonizers-end-equal = { $points } Pri rovnosti bodov je vpredu skoršie miesto.
colonizers-why-unaffordable = Na nič v ruke zatiaľ nemáš.
colonizers-why-empty = Tvoja ruka je prázdna.
colonizers-why-power = { $role } nikoho nemenuje. Čo robí, príde samo.

## The board

colonizers-module = { $name }: cena { $cost }, hodnota { $value }, { $colour ->
    [green] zelený
    [blue] modrý
    [red] červený
   *[none] bez farby
  }
colonizers-no-colonist = zatiaľ bez kolonistu
colonizers-may-be = môže byť: { $names }
colonizers-one-of = jeden z
colonizers-round = Kolo
colonizers-deck = Balíček
colonizers-phases = Fázy ťahu
colonizers-phase-pick = výber
colonizers-phase-draw = ťahanie
colonizers-phase-discard = odhodenie
colonizers-phase-power = schopnosť
colonizers-phase-build = stavba
colonizers-out = Mimo hry
colonizers-choice-was = Vyberalo sa z
colonizers-choice-was-about = kolonisti, z ktorých sa vyberalo
colonizers-seat = { $name }: { $omnium } { $omnium ->
    [one] omnium
    [few] omniá
   *[other] omnií
  }, { $points ->
    [one] { $points } bod
    [few] { $points } body
   *[other] { $points } bodov
  }
colonizers-omnium = omnium
colonizers-points = body
colonizers-colony = Kolónia
colonizers-hand = Ruka
colonizers-seen-by = videli tiež: { $names }
colonizers-no-cards = žiadne karty
colonizers-full-hand = Tvoja ruka je plná, ťahať nemôžeš.
colonizers-steal-from = okradnúť
colonizers-swap-with = vymeniť s
colonizers-known-cards = Karty každého modulu, o ktorých vieš, kde sú, zo všetkých.
colonizers-bottom = Pod balíčkom, pokiaľ vieš
colonizers-colonists = Kolonisti
## A colonist within a sentence

colonizers-one-0 = ekológ
colonizers-one-1 = generál
colonizers-one-2 = baník
colonizers-one-3 = oportunista
colonizers-one-4 = špión
colonizers-one-5 = vizionár

## Modules, by their letter

colonizers-card-a = Generátor kyslíka
colonizers-card-b = Vodojem
colonizers-card-c = Hydro{ "\u00AD" }ponická stanica
colonizers-card-d = Ekodóm
colonizers-card-e = Trhovisko
colonizers-card-f = Sklad
colonizers-card-g = Lom
colonizers-card-h = Čistiareň omnia
colonizers-card-i = Posádka
colonizers-card-j = Kasárne
colonizers-card-k = Vojenská akadémia
colonizers-card-l = Planetárna obrana
colonizers-card-m = Obytná jednotka
colonizers-card-n = Kozmodróm
colonizers-card-o = Výskumné labo{ "\u00AD" }ratórium
colonizers-card-p = Hmotový vysielač

## The window

colonizers-phase-shuffle = miešanie
colonizers-in-deck = { $count ->
    [one] { $count } modul v balíčku
    [few] { $count } moduly v balíčku
   *[other] { $count } modulov v balíčku
  }
# How many cards of a module there are.
colonizers-copies = v hre celkom { $count }
# Who can have a colonist.
colonizers-perhaps = Možno { $names }
colonizers-not-picked = Zatiaľ nevybraté
colonizers-nobody = Nikto, pokiaľ sa dá vedieť
colonizers-secret-yet = Nikto iný to zatiaľ nevie.
colonizers-you-know = Túto kartu poznáš.
colonizers-about-omnium = Za omnium sa stavajú moduly.
colonizers-about-draw = Druhá ide pod balíček.
colonizers-skip = Nič
colonizers-tray-show = Ukázať karty
colonizers-tray-show-short = Ukázať
colonizers-tray-hide = Odložiť karty
colonizers-tray-hide-short = Skryť
colonizers-end-filled = Plná kolónia: { $names }.
colonizers-stat-built = Postavené moduly
colonizers-stat-omnium = Zvyšné omnium
colonizers-stat-hand = Karty v ruke
colonizers-tour-table-title = Štyri kolónie na Marse
colonizers-tour-table-1 = Všetci stavajú moduly; vyhráva najviac bodov. Kto zaplní kolóniu s ôsmimi modulmi, ukončí hru tým kolom a dostane body navyše.
colonizers-tour-round-title = Šesť kolonistov
colonizers-tour-round-1 = Každé kolo si každý tajne vyberie jedného z nich. Platí na to kolo a odhalí sa, keď hráč príde na ťah. Ukáž na značku a prečítaš si, čo robí a kto ho môže mať.
colonizers-tour-own-title = Tvoje miesto
colonizers-tour-own-1 = Za omnium sa stavajú moduly: na karte je hore cena, dole body. Hore je tvoja kolónia, dole tvoja ruka. Farby sa poznajú podľa okraja: plná zelená, čiarkovaná modrá, bodkovaná červená.
colonizers-tour-others-title = Kým môžu byť ostatní
colonizers-tour-others-1 = Malé značky ukazujú, ktorých kolonistov hráč ešte môže mať podľa všetkého, čo bolo vidno. Karty, ktoré poznáš, ležia otvorené.
colonizers-tour-tray-title = Tvoj ťah
colonizers-tour-tray-1 = Stlač kartu tu, alebo kláves s jej číslom. H karty odloží, aby bolo vidno stôl. V ťahu: omnium alebo karty, potom schopnosť kolonistu, potom jeden modul.

## What one may conclude, beside the board.
colonizers-known-role = je { $role }
colonizers-known-nobody = nikto
colonizers-known-draw = Medzi dvoma potiahnutými kartami
colonizers-known-steal = Krádež, koho zasiahne: { $role }
colonizers-known-swap = Výmena ruky, koho zasiahne: { $role }
colonizers-known-omnium = omnium: { $count }

## V termináli: čo sa žiada

colonizers-tell-task-pick = vyber si kolonistu
colonizers-tell-task-draw = vezmi omnium, alebo si potiahni moduly
colonizers-tell-task-discard = vyber modul, ktorý si necháš
colonizers-tell-task-power = použi schopnosť svojho kolonistu, alebo ju vynechaj
colonizers-tell-task-build = postav modul, alebo to vynechaj
colonizers-tell-head-pick = vybrať kolonistu
colonizers-tell-head-omnium = vziať 2 omniá
colonizers-tell-head-draw = potiahnuť dva moduly a jeden si nechať
colonizers-tell-head-keep = nechať si
colonizers-tell-head-steal = okradnúť
colonizers-tell-head-swap = vymeniť si ruku s kolonistom
colonizers-tell-head-build = postaviť
colonizers-tell-head-skip = nerobiť nič
colonizers-tell-costs = { $name } (cena { $cost }, hodnota { $value })

## V termináli: pozícia

colonizers-tell-head = kolo { $round }, fáza { $phase }, modulov v balíčku: { $count }
colonizers-tell-phase-shuffle = miešanie
colonizers-tell-phase-over = koniec
colonizers-tell-phase-deal = rozdávanie
colonizers-tell-phase-bonus = bonus
colonizers-tell-out = mimo hry: { $names }
colonizers-tell-numbers = { $points } bodov  { $omnium } omnium  { $count } v ruke  { $role }
colonizers-tell-own = { $role }, ruka: { $modules }
colonizers-tell-no-role = zatiaľ bez kolonistu
colonizers-tell-the-role = { $role }
colonizers-tell-drawn = potiahnuté: { $modules }

## V termináli: čo sa stalo

colonizers-tell-did-shuffle = kolo { $round }
colonizers-tell-did-pick = { $name } si vyberá kolonistu
colonizers-tell-did-turn = { $name } je { $role }
colonizers-tell-did-income = { $name } zarába { $amount } omnium
colonizers-tell-did-bonus = { $name } si ťahá modul navyše
colonizers-tell-did-omnium = { $name } berie { $amount } omnium
colonizers-tell-did-draw = { $name } si ťahá dva moduly
colonizers-tell-did-keep = { $name } si jeden necháva a druhý dáva pod balíček
colonizers-tell-did-gone = { $name } má plnú ruku: jeden modul opúšťa hru
colonizers-tell-did-skip = { $name } nestavia nič
colonizers-tell-did-steal = { $name } kradne, obeť: { $whom }; { $amount } omnium
colonizers-tell-did-swap = { $name } si vymieňa ruku, s kým: { $whom }
colonizers-tell-did-build = { $name } stavia { $module } za { $cost }
colonizers-tell-holder = { $role } ({ $name })
colonizers-tell-unknown = neznámy kolonista
colonizers-tell-several-names = tak sa ich začína viac
colonizers-tell-no-name = také meno nie je
colonizers-tell-one-of = { $typed }: { $what }; čaká sa jedno z: { $names }
colonizers-tell-words-of = { $typed }: čaká sa jedno z: { $words }
