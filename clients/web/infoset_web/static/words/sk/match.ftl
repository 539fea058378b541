# A match on the screen, whatever the game.
match-title = Partia
# What stands instead of a name for whoever looks.
match-you = Ty
match-seat = miesto { $seat }
match-board-comes = Doska sa načítava …
match-board = Doska
match-beside = Vedľa dosky
match-tab-log = Priebeh
match-tab-know = Čo vieš
match-tab-known = Čo sa vie
match-tab-guide = Sprievodca
match-tab-talk = Rozhovor
match-tab-talk-new = Rozhovor ({ $count })
match-time-up = Čas vypršal: { $told }.
match-room = miestnosť { $room }
match-watching = pozeráš sa
match-watching-later = pozeráš sa s oneskorením
match-watching-of = pozeráš sa: { $name }
match-watching-of-later = pozeráš sa s oneskorením: { $name }
match-your-turn = Si na ťahu.
match-catch-up = Dobehnúť
match-pace = Ako rýchlo sa ukazujú ťahy
match-side = Priebeh, rozhovor a pomoc
match-give-up = Vzdať
match-give-up-title = Vzdať partiu?
match-give-up-about = Skončíš za všetkými, čo hrajú ďalej.
match-play-on = Hrať ďalej
match-consent = Diváci smú vidieť, čo vidím ja
match-not-agreed = Nesúhlasili s tým, aby sa im niekto pozeral cez plece.
match-eyes = Pozerať sa očami
match-eyes-stranger = cudzieho človeka pri stole
match-eyes-seat = { $name }, so súhlasom
match-decision = Tvoje rozhodnutie
match-sealed = Zapečatené
match-sealed-about = Zapečatené. Ostatní sa ešte rozhodujú.
match-take-back = Vziať späť
match-others-play = Hrajú ostatní.
match-reopened = Platí, čo bolo poslané, kým nepošleš niečo iné.
match-leave-so = Nechať tak
match-tries = { $words } ({ $count ->
    [one] ešte { $count } pokus
    [few] ešte { $count } pokusy
   *[other] ešte { $count } pokusov
  })
match-seat-time = čas: { $name }
match-away = preč
# $time is what is left until the seat is lost, as on a clock.
match-away-awaited = preč, čakáme ešte { $time }
match-away-bot = preč, hrá { $bot }
# A bot has the seat of whoever looks, who was late too often.
match-replaced = { $bot } hrá za teba.
match-replaced-about = Príliš často ti vypršal čas. Len čo budeš chcieť, miesto je zase tvoje.
match-replaced-bar = Kto hrá za teba
match-play-myself = Hrať ďalej

## Deciding

match-meant = Naozaj?
match-question = { $words }?
match-do-it = Áno
match-not-yet = Ešte nie
match-choice = Možnosť { $number }
match-one-answer = Jediná odpoveď
match-only-about = Iná odpoveď nie je: pošle sa sama, za taký čas, aký zvyčajne potrebuješ.
match-let-me = Chcem to urobiť ručne
match-undo = Vziať späť posledný krok
match-undo-waiting = Chceš vziať svoj krok späť. Súhlasiť ešte môže: { $names }.
match-undo-question = { $name } chce vziať späť posledný krok. Ak budeš hrať ďalej, platí.
match-agree = Súhlasiť
match-decline = Odmietnuť

## The log

# One line: $who is a name, $text what they did.
match-log-line = { $who }: { $text }
match-log = Čo sa stalo
match-log-nothing = Zatiaľ nič.
match-log-newest = Najnovšie ↓
match-log-earlier = Skoršie …
match-log-only = Odpovedané samo, lebo bola jediná možnosť: { $words }
match-log-undone = posledný krok vzatý späť
match-log-branched = Odtiaľto sa partia hrá znova
match-log-undo-declined = { $name }: prosba o krok späť, niekto odmietol
match-log-undo-lapsed = { $name }: prosba o krok späť, partia išla ďalej
match-log-late-fallback = { $name }: čas vypršal, hral sa predvolený ťah
match-log-late-random = { $name }: čas vypršal, ťah bol vyžrebovaný
match-log-late-forfeit = { $name }: čas vypršal, miesto prehráva
match-log-replaced = { $name } je preč: ďalej hrá { $bot }
match-log-returned = { $name } je späť
match-log-warning = { $text }; ešte { $count ->
    [one] raz
    [few] { $count }-krát
   *[other] { $count }-krát
  } za sebou a miesto prevezme bot, alebo je stratené

## The guide through a first match

match-guide-now = Teraz
match-guide-seen = Zatiaľ { $seen } z { $all }
match-guide-steps = prejdené kroky
match-guide-over-title = Koniec
match-guide-over-1 = Dole je poradie, body a prečo sa partia skončila. Záznam ukáže všetko znova, aj čo nebolo vidno: skús oči ostatných.
match-guide-over-2 = Odveta nechá miesta, ako sú.

## The end

match-reason-finished = Dohrané do konca.
match-reason-forfeit = Niekto prehral kontumačne.
match-reason-resign = Vzdané.
match-reason-timeout = Prehra na čas.
match-reason-aborted = Prerušené: nikto nevyhráva.
match-reason-error = Ukončené chybou servera.
match-over = Partia sa skončila.
match-place = { $place }.
match-rating-before = hodnotenie { $before }
match-rating-open = hodnotenie { $before }, zatiaľ nezapočítané
match-rating = hodnotenie { $before } → { $after } ({ $change })
match-result = Výsledok
match-you-win = Vyhrávaš.
match-wins = { $count ->
    [one] Vyhráva
    [few] Vyhrávajú
   *[other] Vyhrávajú
  } { $names }.
match-no-winner = Nikto nevyhral.
match-late = { $count }× neskoro
match-illegal = { $count }× neplatne
match-waiting = Čaká sa na ostatných
match-again-too = Hrať tiež znova
match-rematch = Odveta
match-want-rematch = Odvetu { $count ->
    [one] chce
    [few] chcú
   *[other] chcú
  } { $names }
match-to-room = Späť do miestnosti
match-why = Prečo?
match-why-review = Rozbor partie
match-replay = Záznam
match-lobby = Herňa
