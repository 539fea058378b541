# Skutečná deska Catanu v terminálu: lidé píšou, co se děje, programy říkají, co dělají. Co se píše, je ve všech jazycích stejné.

terminal-table-left = konec; dál se pokračuje příkazem: { $command }
terminal-table-kept = Všechno se ukládá do { $file }; ? kdykoli poradí.
terminal-table-played-by = { $name }, hraje { $bot }
terminal-table-lay = Rozlož desku takhle:
terminal-table-lies = Enter, až tam bude ležet
terminal-table-corners = rohy
terminal-table-edges = hrany

## Co se ptá

terminal-table-roll = hod: napiš kostky
terminal-table-discard = odlož kvůli sedmičce { $count ->
    [one] { $count } kartu
    [few] { $count } karty
   *[other] { $count } karet
  } ({ $typed })
terminal-table-first = nebo nejdřív: { $actions }
terminal-table-dice = kostky, hází { $name }
terminal-table-drawn = karta, kterou si bere { $name } ({ $typed }; neukáže se)
terminal-table-stolen = karta, kterou { $name } bere, oběť: { $whom } ({ $typed }; neukáže se)
terminal-table-stolen-or = karta, kterou { $name } bere, oběť: { $whom } ({ $typed }; neukáže se; ? nechá losovat program)
terminal-table-draws = { $name } krade ({ $card }), oběť: { $whom }. Přesuň kartu.
terminal-table-takes = { $name } krade ({ $card }), oběť: { $whom }.
terminal-table-hands-over = kolik karet odevzdá { $name } ({ $card })?
terminal-table-held = kolik karet vítězných bodů má { $name }?
terminal-table-done = Enter, až to bude hotové
terminal-table-press = stiskni Enter, až to bude hotové; undo vezme zpět, co bylo zadáno předtím

## Co dělá hráč programu: ostatní to za něj udělají na desce

terminal-table-say-roll = { $name } hází kostkami.
terminal-table-say-play_knight = { $name } hraje rytíře: vylož ho.
terminal-table-say-play_road_building = { $name } hraje stavbu cest: vylož ji.
terminal-table-say-play_monopoly = { $name } hraje monopol, surovina: { $card }. Všichni odevzdají všechny takové karty.
terminal-table-say-play_plenty = { $name } hraje vynález a bere z banky: { $cards }.
terminal-table-say-accept = { $name } říká nabídce ano.
terminal-table-say-reject = { $name } říká nabídce ne.
terminal-table-say-withdraw = { $name } stahuje svou nabídku.
terminal-table-say-road = { $name } staví cestu { $road }; zaplať bance { $price }.
terminal-table-say-settlement = { $name } staví vesnici, { $vertex }; zaplať bance { $price }.
terminal-table-say-city = { $name } mění svou vesnici na město, { $vertex }; zaplať bance { $price }.
terminal-table-say-buy_dev = { $name } kupuje akční kartu: polož před něj vrchní kartu lícem dolů; zaplať bance { $price }.
terminal-table-say-place_settlement = { $name } pokládá vesnici, { $vertex }.
terminal-table-say-place_road = { $name } pokládá cestu { $road }.
terminal-table-say-free_road = { $name } staví zdarma cestu { $road }.
terminal-table-say-move_robber = { $name } přesouvá loupežníka na pole { $hex } ({ $lies }).
terminal-table-say-steal = { $name } krade, oběť: { $whom }.
terminal-table-say-discard = { $name } odkládá kartu: { $card }.
terminal-table-say-end_turn = { $name } končí tah: kostky dostane { $whom }.
terminal-table-say-bank = { $name } obchoduje s bankou: { $trade }.
terminal-table-say-offer = { $name } nabízí { $give } a chce { $take }; ptá se: { $whom }.
terminal-table-say-counter = { $name } nabízí místo toho { $trade }.
terminal-table-say-confirm = { $name } uzavírá obchod ({ $whom }) a dává { $trade }.
terminal-table-vertex = roh { $number } ({ $around })
terminal-table-harbour = přístav { $kind }
terminal-table-road = z: { $from }, do: { $to }, hrana { $edge }
terminal-table-opens = { $name } vykládá { $count ->
    [one] { $count } kartu vítězného bodu
    [few] { $count } karty vítězných bodů
   *[other] { $count } karet vítězných bodů
  }.
terminal-table-trouble = { $name } { $what }; hraje se neškodná akce
terminal-table-too-slow = přemýšlí déle než { $seconds } s
terminal-table-not-allowed = chce, co není dovoleno: { $why }
terminal-table-failed = selhává; proč, říká log

## Slova pro stůl

terminal-table-holds = { $name } má { $cards }; { $more }
terminal-table-nothing-else = nic jiného
terminal-table-no-program = { $name }: čeká se jméno hráče, za kterého hraje program
terminal-table-saved = uloženo v { $file }
terminal-table-nothing-undo = není co vzít zpět
terminal-table-nothing-redo = není co zadat znovu
terminal-table-nothing-yet = ještě se nic nestalo
terminal-table-gone-undo = vzato zpět: { $count }; naposled se stalo:
terminal-table-gone-redo = zadáno znovu: { $count }; naposled se stalo:
terminal-table-too-few = { $name } potřebuje { $count ->
    [one] { $count } kartu vítězného bodu
    [few] { $count } karty vítězných bodů
   *[other] { $count } karet vítězných bodů
  } a má { $held ->
    [one] { $held } kartu
    [few] { $held } karty
   *[other] { $held } karet
  }
terminal-table-record = záznam: { $file }
terminal-table-name-expected = čeká se za tím jméno
terminal-table-number-behind = čeká se za tím číslo, ne { $got }
terminal-table-help-dice = kostky, jejich součet nebo obě
terminal-table-help-number = místo, kde jde jen o místa, jinak číslo akce ze seznamu
terminal-table-help-words = akce slovy; jak, říkají závorky v seznamu
terminal-table-help-letters = w dřevo, b cihla, s ovce, h obilí, o ruda; stačí i yes, no, end, buy a knight
terminal-table-help-discard = všechny karty, které kdo odkládá; discard 2w1o je totéž
terminal-table-help-hidden = za kartou, kterou nikdo jiný nemá znát: steal ann ?
terminal-table-help-enter = znovu, co se dá dělat; po oznámení: je to hotové
terminal-table-help-win = kdo je na tahu, vyhrál; s tolika vyloženými kartami vítězných bodů
terminal-table-help-undo = vezme zpět poslední, co bylo zadáno; redo to zadá znovu
terminal-table-help-show = pozice; čísla všech míst
terminal-table-help-log = co se stalo
terminal-table-help-cards = co má program v ruce, pro srovnání s jeho hromádkou
terminal-table-help-save = kopie souboru stolu; ten se stejně píše při každém zadání
terminal-table-help-quit = odejde; infoset tabletop --resume FILE pokračuje

## Co se nedá přečíst

terminal-table-got = { $what }, ne { $got }
terminal-table-action-expected = čeká se akce; ? poradí
terminal-table-type-dice = napiš kostky: 8, nebo 3 5
terminal-table-dice-expected = čekají se kostky: součet, nebo obě jako 3 5
terminal-table-sum = kostky: čeká se součet { $least } až { $most }, ne { $got }
terminal-table-two-numbers = kostky: čekají se dvě čísla od 1 do { $most }
terminal-table-resource = čeká se surovina ({ $names })
terminal-table-one-of = čeká se jedno z: { $names }
terminal-table-count = čeká se číslo od 0 do { $most }, ne { $got }
terminal-table-listed = čeká se číslo od 0 do { $last }, nebo akce slovy

## Deska, která leží na stole, řádek po řádku

terminal-table-how = jak deska leží?
terminal-table-rows = Deska po řádcích odshora, anglicky, třeba: { $example } (poušť, desert, bez čísla).
terminal-table-keeps = Samotný Enter nechá, co je v závorkách.
terminal-table-row = řádek { $number }, { $count ->
    [one] { $count } pole
    [few] { $count } pole
   *[other] { $count } polí
  }
terminal-table-harbours = přístavy po směru hodin od severozápadní hrany prvního pole
terminal-table-no-board = to není deska: { $why }
terminal-table-again = Ještě jednou; Enter nechá řádek, jak je.
terminal-table-parts = čeká se { $count }, oddělené čárkami; je jich { $got }

## Co po všem, co bylo zadáno, být nemůže

terminal-table-not-asked = { $name } teď nerozhoduje
terminal-table-no-discards = teď nikdo nemá odkládat karty
terminal-table-discards = { $name } má odložit { $count ->
    [one] { $count } kartu
    [few] { $count } karty
   *[other] { $count } karet
  }, ne { $got }
terminal-table-not-aside = { $name } nemůže odložit { $cards }
terminal-table-none-to-steal = { $name } takovou kartu ({ $card }) nemá, nedá se ukrást
terminal-table-cannot-have = { $name } nemůže mít { $cards }
terminal-table-counts = tyhle počty ({ $card }) nemůžou platit zároveň
terminal-table-cards-for-it = karty, které jsou na to potřeba
terminal-table-cannot-by-entries = podle toho, co bylo zadáno, { $name } nemůže mít { $what }
terminal-table-deck-empty = v balíčku nemůže zbývat žádná karta
terminal-table-none-in-deck = taková karta ({ $card }) nemůže v balíčku zbývat
terminal-table-says-itself = { $name } výhru ohlásí bez ptaní
terminal-table-own-turn = { $name } může vyhrát jen ve svém tahu
terminal-table-not-enough = { $name } má { $points ->
    [one] { $points } viditelný bod
    [few] { $points } viditelné body
   *[other] { $points } viditelných bodů
  }; když přibude { $cards ->
    [one] { $cards } karta vítězného bodu
    [few] { $cards } karty vítězných bodů
   *[other] { $cards } karet vítězných bodů
  }, je to { $sum } z { $target }
terminal-table-no-win = podle toho, co bylo zadáno, { $name } teď nemůže mít { $count ->
    [one] { $count } kartu vítězného bodu
    [few] { $count } karty vítězných bodů
   *[other] { $count } karet vítězných bodů
  }: takové karty už nezbývají, nebo by partie skončila dřív
terminal-table-won-before = { $name } má tolik bodů už déle: vrať se tam pomocí undo a pak zadej win
terminal-table-shown-later = skryté vítězné body se ukazují, až když partie skončí
terminal-table-nothing-hidden = { $name } nemá skryté karty
terminal-table-held-between = podle toho, co bylo zadáno, má { $name } karet vítězných bodů { $least } až { $most }
