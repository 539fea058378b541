# Skutočná doska Catanu v termináli: ľudia píšu, čo sa deje, programy hovoria, čo robia. Čo sa píše, je vo všetkých jazykoch rovnaké.

terminal-table-left = koniec; ďalej sa pokračuje príkazom: { $command }
terminal-table-kept = Všetko sa ukladá do { $file }; ? kedykoľvek poradí.
terminal-table-played-by = { $name }, hrá { $bot }
terminal-table-lay = Rozlož dosku takto:
terminal-table-lies = Enter, keď tam bude ležať
terminal-table-corners = rohy
terminal-table-edges = hrany

## Čo sa pýta

terminal-table-roll = hoď: napíš kocky
terminal-table-discard = odlož pre sedmičku { $count ->
    [one] { $count } kartu
    [few] { $count } karty
   *[other] { $count } kariet
  } ({ $typed })
terminal-table-first = alebo najprv: { $actions }
terminal-table-dice = kocky, hádže { $name }
terminal-table-drawn = karta, ktorú si berie { $name } ({ $typed }; neukáže sa)
terminal-table-stolen = karta, ktorú { $name } berie, obeť: { $whom } ({ $typed }; neukáže sa)
terminal-table-stolen-or = karta, ktorú { $name } berie, obeť: { $whom } ({ $typed }; neukáže sa; ? nechá losovať program)
terminal-table-draws = { $name } kradne ({ $card }), obeť: { $whom }. Presuň kartu.
terminal-table-takes = { $name } kradne ({ $card }), obeť: { $whom }.
terminal-table-hands-over = koľko kariet odovzdá { $name } ({ $card })?
terminal-table-held = koľko kariet víťazných bodov má { $name }?
terminal-table-done = Enter, keď to bude hotové
terminal-table-press = stlač Enter, keď to bude hotové; undo vezme späť, čo bolo zadané predtým

## Čo robí hráč programu: ostatní to zaňho urobia na doske

terminal-table-say-roll = { $name } hádže kockami.
terminal-table-say-play_knight = { $name } hrá rytiera: vylož ho.
terminal-table-say-play_road_building = { $name } hrá stavbu ciest: vylož ju.
terminal-table-say-play_monopoly = { $name } hrá monopol, surovina: { $card }. Všetci odovzdajú všetky také karty.
terminal-table-say-play_plenty = { $name } hrá vynález a berie z banky: { $cards }.
terminal-table-say-accept = { $name } hovorí ponuke áno.
terminal-table-say-reject = { $name } hovorí ponuke nie.
terminal-table-say-withdraw = { $name } sťahuje svoju ponuku.
terminal-table-say-road = { $name } stavia cestu { $road }; zaplať banke { $price }.
terminal-table-say-settlement = { $name } stavia dedinu, { $vertex }; zaplať banke { $price }.
terminal-table-say-city = { $name } mení svoju dedinu na mesto, { $vertex }; zaplať banke { $price }.
terminal-table-say-buy_dev = { $name } kupuje akčnú kartu: polož pred neho vrchnú kartu lícom dole; zaplať banke { $price }.
terminal-table-say-place_settlement = { $name } kladie dedinu, { $vertex }.
terminal-table-say-place_road = { $name } kladie cestu { $road }.
terminal-table-say-free_road = { $name } stavia zadarmo cestu { $road }.
terminal-table-say-move_robber = { $name } presúva zbojníka na pole { $hex } ({ $lies }).
terminal-table-say-steal = { $name } kradne, obeť: { $whom }.
terminal-table-say-discard = { $name } odkladá kartu: { $card }.
terminal-table-say-end_turn = { $name } končí ťah: kocky dostane { $whom }.
terminal-table-say-bank = { $name } obchoduje s bankou: { $trade }.
terminal-table-say-offer = { $name } ponúka { $give } a chce { $take }; pýta sa: { $whom }.
terminal-table-say-counter = { $name } ponúka namiesto toho { $trade }.
terminal-table-say-confirm = { $name } uzatvára obchod ({ $whom }) a dáva { $trade }.
terminal-table-vertex = roh { $number } ({ $around })
terminal-table-harbour = prístav { $kind }
terminal-table-road = z: { $from }, do: { $to }, hrana { $edge }
terminal-table-opens = { $name } vykladá { $count ->
    [one] { $count } kartu víťazného bodu
    [few] { $count } karty víťazných bodov
   *[other] { $count } kariet víťazných bodov
  }.
terminal-table-trouble = { $name } { $what }; hrá sa neškodná akcia
terminal-table-too-slow = premýšľa dlhšie než { $seconds } s
terminal-table-not-allowed = chce, čo nie je dovolené: { $why }
terminal-table-failed = zlyháva; prečo, hovorí log

## Slová pre stôl

terminal-table-holds = { $name } má { $cards }; { $more }
terminal-table-nothing-else = nič iné
terminal-table-no-program = { $name }: čaká sa meno hráča, za ktorého hrá program
terminal-table-saved = uložené v { $file }
terminal-table-nothing-undo = nie je čo vziať späť
terminal-table-nothing-redo = nie je čo zadať znova
terminal-table-nothing-yet = ešte sa nič nestalo
terminal-table-gone-undo = vzaté späť: { $count }; naposledy sa stalo:
terminal-table-gone-redo = zadané znova: { $count }; naposledy sa stalo:
terminal-table-too-few = { $name } potrebuje { $count ->
    [one] { $count } kartu víťazného bodu
    [few] { $count } karty víťazných bodov
   *[other] { $count } kariet víťazných bodov
  } a má { $held ->
    [one] { $held } kartu
    [few] { $held } karty
   *[other] { $held } kariet
  }
terminal-table-record = záznam: { $file }
terminal-table-name-expected = čaká sa za tým meno
terminal-table-number-behind = čaká sa za tým číslo, nie { $got }
terminal-table-help-dice = kocky, ich súčet alebo obe
terminal-table-help-number = miesto, kde ide len o miesta, inak číslo akcie zo zoznamu
terminal-table-help-words = akcia slovami; ako, hovoria zátvorky v zozname
terminal-table-help-letters = w drevo, b tehla, s ovca, h obilie, o ruda; stačí aj yes, no, end, buy a knight
terminal-table-help-discard = všetky karty, ktoré kto odkladá; discard 2w1o je to isté
terminal-table-help-hidden = za kartou, ktorú nikto iný nemá poznať: steal ann ?
terminal-table-help-enter = znova, čo sa dá robiť; po oznámení: je to hotové
terminal-table-help-win = kto je na ťahu, vyhral; s toľkými vyloženými kartami víťazných bodov
terminal-table-help-undo = vezme späť posledné, čo bolo zadané; redo to zadá znova
terminal-table-help-show = pozícia; čísla všetkých miest
terminal-table-help-log = čo sa stalo
terminal-table-help-cards = čo má program v ruke, na porovnanie s jeho kôpkou
terminal-table-help-save = kópia súboru stola; ten sa aj tak píše pri každom zadaní
terminal-table-help-quit = odíde; infoset tabletop --resume FILE pokračuje

## Čo sa nedá prečítať

terminal-table-got = { $what }, nie { $got }
terminal-table-action-expected = čaká sa akcia; ? poradí
terminal-table-type-dice = napíš kocky: 8, alebo 3 5
terminal-table-dice-expected = čakajú sa kocky: súčet, alebo obe ako 3 5
terminal-table-sum = kocky: čaká sa súčet { $least } až { $most }, nie { $got }
terminal-table-two-numbers = kocky: čakajú sa dve čísla od 1 do { $most }
terminal-table-resource = čaká sa surovina ({ $names })
terminal-table-one-of = čaká sa jedno z: { $names }
terminal-table-count = čaká sa číslo od 0 do { $most }, nie { $got }
terminal-table-listed = čaká sa číslo od 0 do { $last }, alebo akcia slovami

## Doska, ktorá leží na stole, riadok po riadku

terminal-table-how = ako doska leží?
terminal-table-rows = Doska po riadkoch odhora, po anglicky, napríklad: { $example } (púšť, desert, bez čísla).
terminal-table-keeps = Samotný Enter nechá, čo je v zátvorkách.
terminal-table-row = riadok { $number }, { $count ->
    [one] { $count } pole
    [few] { $count } polia
   *[other] { $count } polí
  }
terminal-table-harbours = prístavy v smere hodín od severozápadnej hrany prvého poľa
terminal-table-no-board = to nie je doska: { $why }
terminal-table-again = Ešte raz; Enter nechá riadok, ako je.
terminal-table-parts = čaká sa { $count }, oddelené čiarkami; je ich { $got }

## Čo po všetkom, čo bolo zadané, byť nemôže

terminal-table-not-asked = { $name } teraz nerozhoduje
terminal-table-no-discards = teraz nikto nemá odkladať karty
terminal-table-discards = { $name } má odložiť { $count ->
    [one] { $count } kartu
    [few] { $count } karty
   *[other] { $count } kariet
  }, nie { $got }
terminal-table-not-aside = { $name } nemôže odložiť { $cards }
terminal-table-none-to-steal = { $name } takú kartu ({ $card }) nemá, nedá sa ukradnúť
terminal-table-cannot-have = { $name } nemôže mať { $cards }
terminal-table-counts = tieto počty ({ $card }) nemôžu platiť naraz
terminal-table-cards-for-it = karty, ktoré sú na to potrebné
terminal-table-cannot-by-entries = podľa toho, čo bolo zadané, { $name } nemôže mať { $what }
terminal-table-deck-empty = v balíčku nemôže zostávať žiadna karta
terminal-table-none-in-deck = taká karta ({ $card }) nemôže v balíčku zostávať
terminal-table-says-itself = { $name } výhru ohlási bez pýtania
terminal-table-own-turn = { $name } môže vyhrať len vo svojom ťahu
terminal-table-not-enough = { $name } má { $points ->
    [one] { $points } viditeľný bod
    [few] { $points } viditeľné body
   *[other] { $points } viditeľných bodov
  }; keď pribudne { $cards ->
    [one] { $cards } karta víťazného bodu
    [few] { $cards } karty víťazných bodov
   *[other] { $cards } kariet víťazných bodov
  }, je to { $sum } z { $target }
terminal-table-no-win = podľa toho, čo bolo zadané, { $name } teraz nemôže mať { $count ->
    [one] { $count } kartu víťazného bodu
    [few] { $count } karty víťazných bodov
   *[other] { $count } kariet víťazných bodov
  }: také karty už nezostávajú, alebo by sa partia skončila skôr
terminal-table-won-before = { $name } má toľko bodov už dlhšie: vráť sa tam pomocou undo a potom zadaj win
terminal-table-shown-later = skryté víťazné body sa ukazujú, až keď sa partia skončí
terminal-table-nothing-hidden = { $name } nemá skryté karty
terminal-table-held-between = podľa toho, čo bolo zadané, má { $name } kariet víťazných bodov { $least } až { $most }
