# On the card of the lobby in the window: a few words.
crossfire-brief = Dvě strany táhnou naráz, v mlze, s lasery.
crossfire-about = Dvě strany dávají rozkazy současně, v mlze, na desce, která se zmenšuje. Jednotky kloužou a střílejí; jedna z nich je tajně král.
## Options, as people speak of them

crossfire-option-preset = Deska a jednotky
crossfire-option-laser_stop = Co zastaví paprsek
crossfire-option-recharge_min = Nejkratší dobíjení
crossfire-option-recharge_max = Nejdelší dobíjení
crossfire-option-symmetry = Mapa
crossfire-option-map = Nakreslená mapa
crossfire-option-mirror = Zrcadlo
crossfire-option-about-preset = deska a jednotky: malá 11x11 se 3, běžná 15x15 s 5, velká 21x21 s 8
crossfire-option-about-laser_stop = co ukončí paprsek: hora a voda, nebo jen hora
crossfire-option-about-recharge_min = nejkratší doba dobíjení v kolech
crossfire-option-about-recharge_max = nejdelší doba dobíjení v kolech
crossfire-option-about-symmetry = souměrnost náhodných map
crossfire-option-about-map = nakreslená mapa jako text; prázdné pro náhodné. Určuje velikost i jednotky
crossfire-option-about-mirror = zkušební místnost pro jedno místo: nepřítel zrcadlí, co děláš
crossfire-choice-preset-mini = malá: 11×11, 3 jednotky
crossfire-choice-preset-standard = běžná: 15×15, 5 jednotek
crossfire-choice-preset-large = velká: 21×21, 8 jednotek
crossfire-choice-laser_stop-obstructed = hory a voda
crossfire-choice-laser_stop-mountain = jen hory
crossfire-choice-symmetry-any = jakákoli souměrnost
crossfire-choice-symmetry-half_turn = stejná po půlotočení
crossfire-choice-symmetry-left_right = zrcadlově vlevo a vpravo
crossfire-choice-symmetry-top_bottom = zrcadlově nahoře a dole
crossfire-choice-symmetry-diagonal = zrcadlově podle úhlopříčky
crossfire-choice-symmetry-antidiagonal = zrcadlově podle druhé úhlopříčky
crossfire-preset-mini = malá: 3 jednotky na 11×11
crossfire-preset-large = velká: 8 jednotek na 21×21
crossfire-preset-fair = mapa, která je pro oba stejná
## A first match, guided

crossfire-lesson-about-1 = Dvě strany dávají rozkazy jednotkám současně a skrytě. Čí král padne, prohrává.
crossfire-lesson-about-2 = Každé páté kolo se vnější prstenec promění v hory. Co nevidíš, leží v mlze; tečky ukazují, kde mohou být nepřátelé.
crossfire-lesson-setup-title = Postavení
crossfire-lesson-setup-1 = S malým číslem jednotka střílí dřív a častěji. Král by neměl být vepředu ani v rohu, který brzy padne.
crossfire-lesson-setup-2 = Nepřítel ví, kde teď stojíš, ale nezná čísla ani krále.
crossfire-lesson-blocked-title = Zablokovaná jednotka
crossfire-lesson-blocked-1 = Jednotka, která chce na pole, kam chce i někdo jiný, nebo které je obsazené, zůstane stát. Průběh říká proč.
crossfire-lesson-blocked-2 = Na pláni je to i způsob, jak zastavit.
crossfire-lesson-shrinks-title = Deska se zmenšuje
crossfire-lesson-shrinks-1 = Šrafovaný prstenec po tomto kole padne. Stáhni jednotky dovnitř, krále první.
crossfire-lesson-fire-title = Připraveno k palbě
crossfire-lesson-fire-1 = Jednotka s bleskem je nabitá. Její paprsek zasáhne vše až k hoře, vodě nebo okraji, i vlastní jednotky. Čára ho ukáže, než rozkaz pošleš.
crossfire-lesson-orders-title = Dej rozkazy
crossfire-lesson-orders-1 = Zvol jednotku a pak směr. Po světlé pláni klouže, dokud ji něco nezastaví; na písku a v lese se zastaví hned. Čárkovaná čára ukazuje, kde by skončila.
crossfire-lesson-orders-2 = Nic se nepošle, dokud nestiskneš „Poslat rozkazy“.
crossfire-lesson-sealed-title = Zapečetěno
crossfire-lesson-sealed-1 = Rozkazy obou stran platí současně.
## What is asked

crossfire-ask-setup = Dej každé jednotce dobu dobíjení a urči krále.
crossfire-ask-orders = { $round }. kolo: rozkaz pro každou volnou jednotku.
crossfire-sealed = Tvé rozkazy jsou zapečetěné.
crossfire-both-set-up = Obě strany se staví.
crossfire-round = { $round }. kolo.
crossfire-do-setup = Postavit s dobami dobíjení { $numbers } a králem na jednotce { $king }

## The log: what somebody did, behind their name

crossfire-log-setup = postavení: doby dobíjení { $numbers }, král je jednotka { $king }
crossfire-log-setup-secret = tajné postavení
crossfire-log-round = { $round }. kolo
crossfire-log-round-ring = { $round }. kolo: vnější prstenec zmizel
crossfire-log-played = tah: { $units }
crossfire-log-waited = vyčkání
crossfire-log-destroyed = jednotka { $unit } zničena na { $square }
crossfire-log-fired = jednotka { $unit } střílela { $way }
crossfire-log-slid = jednotka { $unit } klouzala dál na { $square }
crossfire-log-moved = jednotka { $unit } přešla na { $square }
crossfire-log-stayed-edge = jednotka { $unit } zůstala: v cestě je okraj
crossfire-log-stayed-mountain = jednotka { $unit } zůstala: v cestě je hora
crossfire-log-stayed-water = jednotka { $unit } zůstala: v cestě je voda
crossfire-log-blocked-by = jednotka { $unit } zablokována: na { $square } stojí jednotka { $other }
crossfire-log-blocked-both = jednotka { $unit } zablokována: na { $square } chtěly obě jednotky { $one } a { $other }
crossfire-log-blocked-else = jednotka { $unit } zablokována: na { $square } chtěl někdo jiný nebo tam stojí
crossfire-log-saw = nepřítel spatřen na { $squares }
crossfire-log-saw-fall = nepřítel padl na { $squares }
crossfire-log-saw-beam = spatřen nepřátelský paprsek
crossfire-log-tie = Oba králové padli: remíza.
crossfire-log-king = Král padl.
crossfire-end = Čí král padne, prohrál.

## The board

crossfire-way-up = nahoru
crossfire-way-right = vpravo
crossfire-way-down = dolů
crossfire-way-left = vlevo
crossfire-order-move = jít { $way }
crossfire-order-fire = střílet { $way }
crossfire-no-order = bez rozkazu
crossfire-rounds = Kolo
crossfire-recharge-times = Doby dobíjení
crossfire-zoom = Zvětšení { $factor }×
crossfire-secret = Kde jednotky jsou, je do konce tajné: vidíš, kde začaly.
crossfire-secret-ask = { $secret } Pod záložkou Hovor můžeš poprosit o pohled očima hráče.
crossfire-ring-falls = Vnější prstenec padne
crossfire-ring-now = po tomto kole
crossfire-ring-in = { $count ->
    [one] za { $count } kolo
    [few] za { $count } kola
   *[other] za { $count } kol
  }
crossfire-unit = Jednotka
crossfire-until-fire = za kolik kol může znovu střílet
crossfire-recharge-of = doba dobíjení jednotky { $unit }
crossfire-king = král
crossfire-set-up = Postavit
crossfire-charged = nabitá
crossfire-send = Poslat
crossfire-send-orders = Poslat rozkazy
crossfire-begin-again = Začít znovu
crossfire-ring-warning = Po tomto kole se šrafovaný prstenec změní v hory; jednotky na něm jsou ztracené.
crossfire-sent-setup = tvé postavení bylo odesláno
crossfire-sent-orders = odeslány rozkazy jednotek { $units }
crossfire-sent-some = odeslány rozkazy jednotek { $units }; jednotky { $missing } žádný neměly a udělají první, co mohou
crossfire-order-for = Rozkaz pro jednotku { $unit }
crossfire-your-units = Tvé jednotky
crossfire-recharge = Dobíjení
crossfire-state = Stav
crossfire-unit-king = { $unit } (král)
crossfire-destroyed = zničená
crossfire-sliding = klouže { $way }
crossfire-fires-in = střílí za { $count }
crossfire-reading = Jak číst desku
crossfire-legend-mountain = Hora: zastaví jednotky i paprsky, skrývá
crossfire-legend-water = Voda: zastaví jednotky
crossfire-legend-water-beams = Voda: zastaví jednotky i paprsky
crossfire-legend-forest = Les: vidět do něj je jen zblízka
crossfire-legend-desert = Poušť: jednotka se na ní zastaví
crossfire-legend-ground = Pláň: jednotky kloužou dál
crossfire-legend-fog = Tmavá pole jsou v mlze. Tečky značí, kde mohou být nepřátelé; šrafovaný prstenec padne příště. Malé −2 říká, že tam byl nepřítel spatřen před dvěma koly.
crossfire-legend-keys = { $up } táhne, { $shift } { $up } střílí, { $one } volí jednotku, { $enter } posílá.
crossfire-board = Deska { $size } krát { $size }
crossfire-began-here = tady začala jednotka { $unit }, { $name }
crossfire-enemy = nepřátelská jednotka
crossfire-unit-recharge = jednotka { $unit }, doba dobíjení { $recharge }
crossfire-make-king = jednotka { $unit }: udělat králem
crossfire-unit-on = jednotka { $unit } na { $square }
crossfire-the-king = král
crossfire-can-fire = { $count ->
    [one] může střílet za { $count } kolo
    [few] může střílet za { $count } kola
   *[other] může střílet za { $count } kol
  }
crossfire-terrain-M = hora
crossfire-terrain-W = voda
crossfire-terrain-F = les
crossfire-terrain-D = poušť
crossfire-terrain-G = pláň
crossfire-may-be = { $count ->
    [one] tady může být nepřítel
    [few] tady mohou být { $count } nepřátelé
   *[other] tady může být { $count } nepřátel
  }
crossfire-must-be = tady musí být nepřítel
crossfire-was-seen = { $count ->
    [one] nepřítel tu byl spatřen před { $count } kolem
    [few] nepřítel tu byl spatřen před { $count } koly
   *[other] nepřítel tu byl spatřen před { $count } koly
  }
crossfire-enemy-on = nepřítel na { $square }
crossfire-warn-edge = Jednotka { $unit } zůstane: v cestě má okraj.
crossfire-warn-obstacle = Jednotka { $unit } zůstane: v cestě má překážku.
crossfire-warn-buried = Jednotka { $unit } by byla ztracena: { $square } se změní v horu, zatímco tam bude.
crossfire-warn-beam = Paprsek jednotky { $unit } jde přes vlastní jednotku { $other }.
crossfire-warn-both = Jednotky { $units } chtějí obě na { $square }: žádná by se nepohnula.
## Single lessons

crossfire-practice-target = Terč
crossfire-practice-crossing = Křižování
crossfire-practice-slides = Klouzání

## The window

crossfire-guide-setup = Stiskni dvě jednotky a vymění si doby dobíjení: tolik kol uplyne mezi dvěma výstřely. Bez krále prohráváš.
crossfire-guide-orders = Stiskni jednotku a pak kam má jít; F přepíná mezi pohybem a palbou. Po pláni jednotky kloužou, dokud je něco nezastaví.
crossfire-both-order = Obě strany tajně dávají rozkazy.
crossfire-secret-eyes = Hráč ti může dovolit pohled svýma očima: zvol jeho místo vedle desky.
crossfire-takes = Zmenšující se deska vezme jednotku { $units }
crossfire-no-way = Odtud už není cesta, která zmenšující se desku přežije.
crossfire-see-maybe = Kde
crossfire-see-maybe-about = Kde mohou být nepřátelé
crossfire-see-closer = Blíž
crossfire-see-closer-about = Blíž (+ nebo kolečko)
crossfire-see-farther = Dál
crossfire-see-farther-about = Dál (- nebo kolečko)
crossfire-see-whole = Vše
crossfire-see-whole-about = Celá deska (0); táhni pravým tlačítkem
crossfire-shrinks-now = Zmenší se toto kolo!
crossfire-lost = pryč
crossfire-choose-unit = Zvol jednotku, která čeká na rozkaz.
crossfire-not-from-here = { $order }: odtud nejde
crossfire-without = zatím bez rozkazu: jednotka { $units }
crossfire-left = Dej jednotkám rozkazy: zbývá { $count }
crossfire-king-fell = Padl král: { $name }.
crossfire-stat-units = Zbylé jednotky
crossfire-fires = Střílí
crossfire-moves = Jde
crossfire-move-or-fire = Jít, nebo střílet?
crossfire-exchange = Stiskni dvě jednotky a vymění si ji.
crossfire-tour-board-title = Dvě strany současně
crossfire-tour-board-1 = Obě tajně dávají rozkazy, pak se všechno stane naráz. Kdo ztratí krále, prohrál; která jednotka to je, nikdo neřekne. Vidíš jen to, co je blízko tvých jednotek, a do lesa jen zblízka.
crossfire-tour-facts-title = Deska se zmenšuje
crossfire-tour-facts-1 = Každých pět kol se vnější prstenec změní v hory, se vším, co na něm stojí. Šrafovaná pole přijdou na řadu příště. Po světlé pláni jednotky kloužou, dokud je něco nezastaví; písek a les je zastaví hned.
crossfire-tour-bar-title = Tvé jednotky
crossfire-tour-bar-1 = Nejdřív rozděl doby dobíjení: tolik kol uplyne mezi dvěma výstřely jednotky. Koruna dělá krále. Později stiskni jednotku a pak pole nebo šipku; F přepíná mezi pohybem a palbou. Pošli, až mají rozkaz všechny.
crossfire-of-rounds = nejvýš z { $count }
crossfire-lights = osvítí { $count ->
    [one] { $count } pole
    [few] { $count } pole
   *[other] { $count } polí
  }
crossfire-stops = zastaví na { $square } po { $count ->
    [one] { $count } kole
    [few] { $count } kolech
   *[other] { $count } kolech
  }
crossfire-shrinks-in = Zmenší se za { $count ->
    [one] { $count } kolo
    [few] { $count } kola
   *[other] { $count } kol
  }

## What one may conclude, beside the board.
crossfire-may-be-chance = { $words }: { $chance }

## V terminálu: co se žádá

crossfire-tell-task-setup = rozdej doby dobíjení, jmenuj krále
crossfire-tell-task-orders = dej rozkaz každé stojící jednotce
crossfire-tell-times = doby dobíjení k rozdání, v jakémkoli pořadí: { $times }
crossfire-tell-times-about = jednotka po výstřelu čeká tolik kol; jedna z jednotek je tajně tvůj král
crossfire-tell-times-write = napiš je v pořadí jednotek, pak krále, například: { $example }
crossfire-tell-times-give = to dává { $units }, a jednotka 2 je král
crossfire-tell-unit-time = jednotce { $unit } { $time }
crossfire-tell-unit = jednotka { $unit }
crossfire-tell-nth = zbylá č. { $place }
crossfire-tell-ordinal-0 = 1
crossfire-tell-ordinal-1 = 2
crossfire-tell-ordinal-2 = 3
crossfire-tell-ordinal = { $number }
crossfire-tell-slots-expected = čeká se jedna možnost pro každé místo, třeba `{ $orders }`, nebo celé rozestavění, třeba `{ $setup }`
crossfire-tell-king-expected = král: čeká se číslo jednotky, od 1

## V terminálu: pozice

crossfire-tell-head = kolo { $round }, { $phase }
crossfire-tell-phase-setup = rozestavění
crossfire-tell-phase-orders = rozkazy
crossfire-tell-phase-over = konec
crossfire-tell-shrinks-now = deska se teď zmenší
crossfire-tell-shrinks-in = deska se zmenší za { $count ->
    [one] { $count } kolo
    [few] { $count } kola
   *[other] { $count } kol
  }
crossfire-tell-recharge = doby dobíjení: { $times }
crossfire-tell-legend-1 = mapa (dva znaky na pole, sloupce písmeny, řady čísly, jako C7): # hora, ~ voda, f les, : poušť,
crossfire-tell-legend-2 = číslice je tvoje jednotka, * je u krále a ^ > v < je pohyb, E je nepřítel;
crossfire-tell-legend-3 = za ní . je vidět, ? může skrývat nepřítele, - a | jsou spatřené paprsky
crossfire-tell-enemies = nepřátelé na dohled: { $squares }
crossfire-tell-may-live = nepřátelé, kteří mohou žít: { $count }
crossfire-tell-starts = jednotka { $unit } začíná na { $square }
crossfire-tell-king-unit = jednotka { $unit } král
crossfire-tell-fallen = { $unit }: zničena
crossfire-tell-stands = { $unit } { $square }: { $state }, { $charge }
crossfire-tell-moving = jede { $way }
crossfire-tell-idle = stojí

## V terminálu: co se stalo

crossfire-tell-did-setup = { $name } má rozestaveno
crossfire-tell-did-round = kolo { $round } skončilo
crossfire-tell-did-shrink = kolo { $round } skončilo; deska se zmenšila
crossfire-tell-did-units = jednotky: { $units }
crossfire-tell-did-fired = { $unit } střílí { $way }
crossfire-tell-did-went = { $unit } jede { $way }
crossfire-tell-did-stopped = { $unit } nemůže { $way }
crossfire-tell-did-fallen = { $deed } a je zničena
crossfire-tell-did-see = nepřátelé na dohled: { $count }
crossfire-tell-did-see-fallen = spatřeni zničení: { $count }
