# On the card of the lobby in the window: a few words.
crossfire-brief = Dve strany ťahajú naraz, v hmle, s lasermi.
crossfire-about = Dve strany dávajú rozkazy súčasne, v hmle, na doske, ktorá sa zmenšuje. Jednotky kĺžu a strieľajú; jedna z nich je tajne kráľ.
## Options, as people speak of them

crossfire-option-preset = Doska a jednotky
crossfire-option-laser_stop = Čo zastaví lúč
crossfire-option-recharge_min = Najkratšie dobíjanie
crossfire-option-recharge_max = Najdlhšie dobíjanie
crossfire-option-symmetry = Mapa
crossfire-option-map = Nakreslená mapa
crossfire-option-mirror = Zrkadlo
crossfire-option-about-preset = doska a jednotky: malá 11x11 s 3, bežná 15x15 s 5, veľká 21x21 s 8
crossfire-option-about-laser_stop = čo ukončí lúč: hora a voda, alebo len hora
crossfire-option-about-recharge_min = najkratší čas dobíjania v kolách
crossfire-option-about-recharge_max = najdlhší čas dobíjania v kolách
crossfire-option-about-symmetry = súmernosť náhodných máp
crossfire-option-about-map = nakreslená mapa ako text; prázdne pre náhodné. Určuje veľkosť aj jednotky
crossfire-option-about-mirror = skúšobná miestnosť pre jedno miesto: nepriateľ zrkadlí, čo robíš
crossfire-choice-preset-mini = malá: 11×11, 3 jednotky
crossfire-choice-preset-standard = bežná: 15×15, 5 jednotiek
crossfire-choice-preset-large = veľká: 21×21, 8 jednotiek
crossfire-choice-laser_stop-obstructed = hory a voda
crossfire-choice-laser_stop-mountain = len hory
crossfire-choice-symmetry-any = akákoľvek súmernosť
crossfire-choice-symmetry-half_turn = rovnaká po polovičnom otočení
crossfire-choice-symmetry-left_right = zrkadlovo vľavo a vpravo
crossfire-choice-symmetry-top_bottom = zrkadlovo hore a dole
crossfire-choice-symmetry-diagonal = zrkadlovo podľa uhlopriečky
crossfire-choice-symmetry-antidiagonal = zrkadlovo podľa druhej uhlopriečky
crossfire-preset-mini = malá: 3 jednotky na 11×11
crossfire-preset-large = veľká: 8 jednotiek na 21×21
crossfire-preset-fair = mapa, ktorá je pre oboch rovnaká
## A first match, guided

crossfire-lesson-about-1 = Dve strany dávajú rozkazy jednotkám súčasne a skryto. Čí kráľ padne, prehráva.
crossfire-lesson-about-2 = Každé piate kolo sa vonkajší prstenec premení na hory. Čo nevidíš, leží v hmle; bodky ukazujú, kde môžu byť nepriatelia.
crossfire-lesson-setup-title = Rozostavenie
crossfire-lesson-setup-1 = S malým číslom jednotka strieľa skôr a častejšie. Kráľ by nemal byť vpredu ani v rohu, ktorý skoro padne.
crossfire-lesson-setup-2 = Nepriateľ vie, kde teraz stojíš, ale nepozná čísla ani kráľa.
crossfire-lesson-blocked-title = Zablokovaná jednotka
crossfire-lesson-blocked-1 = Jednotka, ktorá chce na políčko, kam chce aj niekto iný, alebo ktoré je obsadené, zostane stáť. Priebeh hovorí prečo.
crossfire-lesson-blocked-2 = Na pláni je to aj spôsob, ako zastaviť.
crossfire-lesson-shrinks-title = Doska sa zmenšuje
crossfire-lesson-shrinks-1 = Šrafovaný prstenec po tomto kole padne. Stiahni jednotky dovnútra, kráľa prvého.
crossfire-lesson-fire-title = Pripravené na streľbu
crossfire-lesson-fire-1 = Jednotka s bleskom je nabitá. Jej lúč zasiahne všetko až po horu, vodu alebo okraj, aj vlastné jednotky. Čiara ho ukáže skôr, než rozkaz pošleš.
crossfire-lesson-orders-title = Daj rozkazy
crossfire-lesson-orders-1 = Zvoľ jednotku a potom smer. Po svetlej pláni sa kĺže, kým ju niečo nezastaví; na piesku a v lese sa zastaví hneď. Čiarkovaná čiara ukazuje, kde by skončila.
crossfire-lesson-orders-2 = Nič sa nepošle, kým nestlačíš „Poslať rozkazy“.
crossfire-lesson-sealed-title = Zapečatené
crossfire-lesson-sealed-1 = Rozkazy oboch strán platia súčasne.
## What is asked

crossfire-ask-setup = Daj každej jednotke čas dobíjania a urči kráľa.
crossfire-ask-orders = { $round }. kolo: rozkaz pre každú voľnú jednotku.
crossfire-sealed = Tvoje rozkazy sú zapečatené.
crossfire-both-set-up = Obe strany sa rozostavujú.
crossfire-round = { $round }. kolo.
crossfire-do-setup = Rozostaviť s časmi dobíjania { $numbers } a kráľom na jednotke { $king }

## The log: what somebody did, behind their name

crossfire-log-setup = rozostavenie: časy dobíjania { $numbers }, kráľ je jednotka { $king }
crossfire-log-setup-secret = tajné rozostavenie
crossfire-log-round = { $round }. kolo
crossfire-log-round-ring = { $round }. kolo: vonkajší prstenec zmizol
crossfire-log-played = ťah: { $units }
crossfire-log-waited = vyčkanie
crossfire-log-destroyed = jednotka { $unit } zničená na { $square }
crossfire-log-fired = jednotka { $unit } strieľala { $way }
crossfire-log-slid = jednotka { $unit } sa kĺzala ďalej na { $square }
crossfire-log-moved = jednotka { $unit } prešla na { $square }
crossfire-log-stayed-edge = jednotka { $unit } zostala: v ceste je okraj
crossfire-log-stayed-mountain = jednotka { $unit } zostala: v ceste je hora
crossfire-log-stayed-water = jednotka { $unit } zostala: v ceste je voda
crossfire-log-blocked-by = jednotka { $unit } zablokovaná: na { $square } stojí jednotka { $other }
crossfire-log-blocked-both = jednotka { $unit } zablokovaná: na { $square } chceli obe jednotky { $one } a { $other }
crossfire-log-blocked-else = jednotka { $unit } zablokovaná: na { $square } chcel niekto iný alebo tam stojí
crossfire-log-saw = nepriateľ zazretý na { $squares }
crossfire-log-saw-fall = nepriateľ padol na { $squares }
crossfire-log-saw-beam = zazretý nepriateľský lúč
crossfire-log-tie = Obaja králi padli: remíza.
crossfire-log-king = Kráľ padol.
crossfire-end = Čí kráľ padne, prehral.

## The board

crossfire-way-up = hore
crossfire-way-right = vpravo
crossfire-way-down = dole
crossfire-way-left = vľavo
crossfire-order-move = ísť { $way }
crossfire-order-fire = strieľať { $way }
crossfire-no-order = bez rozkazu
crossfire-rounds = Kolo
crossfire-recharge-times = Časy dobíjania
crossfire-zoom = Zväčšenie { $factor }×
crossfire-secret = Kde jednotky sú, je do konca tajné: vidíš, kde začali.
crossfire-secret-ask = { $secret } Pod záložkou Rozhovor môžeš poprosiť o pohľad očami hráča.
crossfire-ring-falls = Vonkajší prstenec padne
crossfire-ring-now = po tomto kole
crossfire-ring-in = { $count ->
    [one] o { $count } kolo
    [few] o { $count } kolá
   *[other] o { $count } kôl
  }
crossfire-unit = Jednotka
crossfire-until-fire = o koľko kôl môže znova strieľať
crossfire-recharge-of = čas dobíjania jednotky { $unit }
crossfire-king = kráľ
crossfire-set-up = Rozostaviť
crossfire-charged = nabitá
crossfire-send = Poslať
crossfire-send-orders = Poslať rozkazy
crossfire-begin-again = Začať znova
crossfire-ring-warning = Po tomto kole sa šrafovaný prstenec zmení na hory; jednotky na ňom sú stratené.
crossfire-sent-setup = tvoje rozostavenie bolo odoslané
crossfire-sent-orders = odoslané rozkazy jednotiek { $units }
crossfire-sent-some = odoslané rozkazy jednotiek { $units }; jednotky { $missing } žiadny nemali a urobia prvé, čo môžu
crossfire-order-for = Rozkaz pre jednotku { $unit }
crossfire-your-units = Tvoje jednotky
crossfire-recharge = Dobíjanie
crossfire-state = Stav
crossfire-unit-king = { $unit } (kráľ)
crossfire-destroyed = zničená
crossfire-sliding = kĺže sa { $way }
crossfire-fires-in = strieľa o { $count }
crossfire-reading = Ako čítať dosku
crossfire-legend-mountain = Hora: zastaví jednotky aj lúče, skrýva
crossfire-legend-water = Voda: zastaví jednotky
crossfire-legend-water-beams = Voda: zastaví jednotky aj lúče
crossfire-legend-forest = Les: vidno doň len zblízka
crossfire-legend-desert = Púšť: jednotka sa na nej zastaví
crossfire-legend-ground = Pláň: jednotky sa kĺžu ďalej
crossfire-legend-fog = Tmavé políčka sú v hmle. Bodky značia, kde môžu byť nepriatelia; šrafovaný prstenec padne nabudúce. Malé −2 hovorí, že tam bol nepriateľ zazretý pred dvoma kolami.
crossfire-legend-keys = { $up } ťahá, { $shift } { $up } strieľa, { $one } volí jednotku, { $enter } posiela.
crossfire-board = Doska { $size } krát { $size }
crossfire-began-here = tu začala jednotka { $unit }, { $name }
crossfire-enemy = nepriateľská jednotka
crossfire-unit-recharge = jednotka { $unit }, čas dobíjania { $recharge }
crossfire-make-king = jednotka { $unit }: urobiť kráľom
crossfire-unit-on = jednotka { $unit } na { $square }
crossfire-the-king = kráľ
crossfire-can-fire = { $count ->
    [one] môže strieľať o { $count } kolo
    [few] môže strieľať o { $count } kolá
   *[other] môže strieľať o { $count } kôl
  }
crossfire-terrain-M = hora
crossfire-terrain-W = voda
crossfire-terrain-F = les
crossfire-terrain-D = púšť
crossfire-terrain-G = pláň
crossfire-may-be = { $count ->
    [one] tu môže byť nepriateľ
    [few] tu môžu byť { $count } nepriatelia
   *[other] tu môže byť { $count } nepriateľov
  }
crossfire-must-be = tu musí byť nepriateľ
crossfire-was-seen = { $count ->
    [one] nepriateľ tu bol zazretý pred { $count } kolom
    [few] nepriateľ tu bol zazretý pred { $count } kolami
   *[other] nepriateľ tu bol zazretý pred { $count } kolami
  }
crossfire-enemy-on = nepriateľ na { $square }
crossfire-warn-edge = Jednotka { $unit } zostane: v ceste má okraj.
crossfire-warn-obstacle = Jednotka { $unit } zostane: v ceste má prekážku.
crossfire-warn-buried = Jednotka { $unit } by bola stratená: { $square } sa zmení na horu, kým tam bude.
crossfire-warn-beam = Lúč jednotky { $unit } ide cez vlastnú jednotku { $other }.
crossfire-warn-both = Jednotky { $units } chcú obe na { $square }: žiadna by sa nepohla.
## Single lessons

crossfire-practice-target = Terč
crossfire-practice-crossing = Križovanie
crossfire-practice-slides = Kĺzanie

## The window

crossfire-guide-setup = Stlač dve jednotky a vymenia si časy dobíjania: toľko kôl uplynie medzi dvoma výstrelmi. Bez kráľa prehrávaš.
crossfire-guide-orders = Stlač jednotku a potom kam má ísť; F prepína medzi pohybom a streľbou. Po pláni sa jednotky kĺžu, kým ich niečo nezastaví.
crossfire-both-order = Obe strany tajne dávajú rozkazy.
crossfire-secret-eyes = Hráč ti môže dovoliť pohľad svojimi očami: zvoľ jeho miesto vedľa dosky.
crossfire-takes = Zmenšujúca sa doska vezme jednotku { $units }
crossfire-no-way = Odtiaľ už nie je cesta, ktorá zmenšujúcu sa dosku prežije.
crossfire-see-maybe = Kde
crossfire-see-maybe-about = Kde môžu byť nepriatelia
crossfire-see-closer = Bližšie
crossfire-see-closer-about = Bližšie (+ alebo koliesko)
crossfire-see-farther = Ďalej
crossfire-see-farther-about = Ďalej (- alebo koliesko)
crossfire-see-whole = Všetko
crossfire-see-whole-about = Celá doska (0); ťahaj pravým tlačidlom
crossfire-shrinks-now = Zmenší sa toto kolo!
crossfire-lost = preč
crossfire-choose-unit = Zvoľ jednotku, ktorá čaká na rozkaz.
crossfire-not-from-here = { $order }: odtiaľ nejde
crossfire-without = zatiaľ bez rozkazu: jednotka { $units }
crossfire-left = Daj jednotkám rozkazy: zostáva { $count }
crossfire-king-fell = Padol kráľ: { $name }.
crossfire-stat-units = Zvyšné jednotky
crossfire-fires = Strieľa
crossfire-moves = Ide
crossfire-move-or-fire = Ísť, alebo strieľať?
crossfire-exchange = Stlač dve jednotky a vymenia si ho.
crossfire-tour-board-title = Dve strany súčasne
crossfire-tour-board-1 = Obe tajne dávajú rozkazy, potom sa všetko stane naraz. Kto stratí kráľa, prehral; ktorá jednotka to je, nikto nepovie. Vidíš len to, čo je blízko tvojich jednotiek, a do lesa len zblízka.
crossfire-tour-facts-title = Doska sa zmenšuje
crossfire-tour-facts-1 = Každých päť kôl sa vonkajší prstenec zmení na hory, so všetkým, čo na ňom stojí. Šrafované políčka prídu na rad nabudúce. Po svetlej pláni sa jednotky kĺžu, kým ich niečo nezastaví; piesok a les ich zastavia hneď.
crossfire-tour-bar-title = Tvoje jednotky
crossfire-tour-bar-1 = Najprv rozdeľ časy dobíjania: toľko kôl uplynie medzi dvoma výstrelmi jednotky. Koruna robí kráľa. Neskôr stlač jednotku a potom políčko alebo šípku; F prepína medzi pohybom a streľbou. Pošli, keď majú rozkaz všetky.
crossfire-of-rounds = najviac z { $count }
crossfire-lights = osvieti { $count ->
    [one] { $count } políčko
    [few] { $count } políčka
   *[other] { $count } políčok
  }
crossfire-stops = zastaví na { $square } po { $count ->
    [one] { $count } kole
    [few] { $count } kolách
   *[other] { $count } kolách
  }
crossfire-shrinks-in = Zmenší sa o { $count ->
    [one] { $count } kolo
    [few] { $count } kolá
   *[other] { $count } kôl
  }

## What one may conclude, beside the board.
crossfire-may-be-chance = { $words }: { $chance }

## V termináli: čo sa žiada

crossfire-tell-task-setup = rozdaj časy dobíjania, menuj kráľa
crossfire-tell-task-orders = daj rozkaz každej stojacej jednotke
crossfire-tell-times = časy dobíjania na rozdanie, v akomkoľvek poradí: { $times }
crossfire-tell-times-about = jednotka po výstrele čaká toľko kôl; jedna z jednotiek je tajne tvoj kráľ
crossfire-tell-times-write = napíš ich v poradí jednotiek, potom kráľa, napríklad: { $example }
crossfire-tell-times-give = to dáva { $units }, a jednotka 2 je kráľ
crossfire-tell-unit-time = jednotke { $unit } { $time }
crossfire-tell-unit = jednotka { $unit }
crossfire-tell-nth = zvyšná č. { $place }
crossfire-tell-ordinal-0 = 1
crossfire-tell-ordinal-1 = 2
crossfire-tell-ordinal-2 = 3
crossfire-tell-ordinal = { $number }
crossfire-tell-slots-expected = čaká sa jedna možnosť pre každé miesto, napríklad `{ $orders }`, alebo celé rozostavenie, napríklad `{ $setup }`
crossfire-tell-king-expected = kráľ: čaká sa číslo jednotky, od 1

## V termináli: pozícia

crossfire-tell-head = kolo { $round }, { $phase }
crossfire-tell-phase-setup = rozostavenie
crossfire-tell-phase-orders = rozkazy
crossfire-tell-phase-over = koniec
crossfire-tell-shrinks-now = doska sa teraz zmenší
crossfire-tell-shrinks-in = doska sa zmenší o { $count ->
    [one] { $count } kolo
    [few] { $count } kolá
   *[other] { $count } kôl
  }
crossfire-tell-recharge = časy dobíjania: { $times }
crossfire-tell-legend-1 = mapa (dva znaky na pole, stĺpce písmenami, riadky číslami, ako C7): # hora, ~ voda, f les, : púšť,
crossfire-tell-legend-2 = číslica je tvoja jednotka, * je pri kráľovi a ^ > v < je pohyb, E je nepriateľ;
crossfire-tell-legend-3 = za ňou . je vidieť, ? môže skrývať nepriateľa, - a | sú videné lúče
crossfire-tell-enemies = nepriatelia na dohľad: { $squares }
crossfire-tell-may-live = nepriatelia, ktorí môžu žiť: { $count }
crossfire-tell-starts = jednotka { $unit } začína na { $square }
crossfire-tell-king-unit = jednotka { $unit } kráľ
crossfire-tell-fallen = { $unit }: zničená
crossfire-tell-stands = { $unit } { $square }: { $state }, { $charge }
crossfire-tell-moving = ide { $way }
crossfire-tell-idle = stojí

## V termináli: čo sa stalo

crossfire-tell-did-setup = { $name } má rozostavené
crossfire-tell-did-round = kolo { $round } sa skončilo
crossfire-tell-did-shrink = kolo { $round } sa skončilo; doska sa zmenšila
crossfire-tell-did-units = jednotky: { $units }
crossfire-tell-did-fired = { $unit } strieľa { $way }
crossfire-tell-did-went = { $unit } ide { $way }
crossfire-tell-did-stopped = { $unit } nemôže { $way }
crossfire-tell-did-fallen = { $deed } a je zničená
crossfire-tell-did-see = nepriatelia na dohľad: { $count }
crossfire-tell-did-see-fallen = videní zničení: { $count }
