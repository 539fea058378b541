# A match on the screen, whatever the game.
match-title = Partie
# What stands instead of a name for whoever looks.
match-you = Ty
match-seat = místo { $seat }
match-board-comes = Deska se načítá …
match-board = Deska
match-beside = Vedle desky
match-tab-log = Průběh
match-tab-know = Co víš
match-tab-known = Co se ví
match-tab-guide = Průvodce
match-tab-talk = Hovor
match-tab-talk-new = Hovor ({ $count })
match-time-up = Čas vypršel: { $told }.
match-room = místnost { $room }
match-watching = díváš se
match-watching-later = díváš se se zpožděním
match-watching-of = díváš se: { $name }
match-watching-of-later = díváš se se zpožděním: { $name }
match-your-turn = Jsi na tahu.
match-catch-up = Dohnat
match-pace = Jak rychle se ukazují tahy
match-side = Průběh, hovor a nápověda
match-give-up = Vzdát
match-give-up-title = Vzdát partii?
match-give-up-about = Skončíš za všemi, kdo hrají dál.
match-play-on = Hrát dál
match-consent = Diváci smějí vidět, co vidím já
match-not-agreed = Nesouhlasili s tím, aby se jim někdo díval přes rameno.
match-eyes = Dívat se očima
match-eyes-stranger = cizího člověka u stolu
match-eyes-seat = { $name }, se svolením
match-decision = Tvé rozhodnutí
match-sealed = Zapečetěno
match-sealed-about = Zapečetěno. Ostatní se ještě rozhodují.
match-take-back = Vzít zpět
match-others-play = Hrají ostatní.
match-reopened = Odeslaná volba platí, dokud nepošleš jinou.
match-leave-so = Nechat tak
match-tries = { $words } ({ $count ->
    [one] ještě { $count } pokus
    [few] ještě { $count } pokusy
   *[other] ještě { $count } pokusů
  })
match-seat-time = čas: { $name }
match-away = pryč
# $time is what is left until the seat is lost, as on a clock.
match-away-awaited = pryč, čekáme ještě { $time }
match-away-bot = pryč, hraje { $bot }
# A bot has the seat of whoever looks, who was late too often.
match-replaced = { $bot } hraje za tebe.
match-replaced-about = Příliš často ti vypršel čas. Jakmile budeš chtít, místo je zase tvoje.
match-replaced-bar = Kdo hraje za tebe
match-play-myself = Hrát dál

## Deciding

match-meant = Opravdu?
match-question = { $words }?
match-do-it = Ano
match-not-yet = Ještě ne
match-choice = Možnost { $number }
match-one-answer = Jediná odpověď
match-only-about = Jiná odpověď není: pošle se sama, za tak dlouho, jak ti to obvykle trvá.
match-let-me = Chci to udělat ručně
match-undo = Vzít zpět poslední krok
match-undo-waiting = Chceš vzít svůj krok zpět. Souhlasit ještě může: { $names }.
match-undo-question = { $name } chce vzít zpět poslední krok. Když budeš hrát dál, platí.
match-agree = Souhlasit
match-decline = Odmítnout

## The log

# One line: $who is a name, $text what they did.
match-log-line = { $who }: { $text }
match-log = Co se stalo
match-log-nothing = Zatím nic.
match-log-newest = Nejnovější ↓
match-log-earlier = Dřívější …
match-log-only = Odpovězeno samo, protože byla jediná možnost: { $words }
match-log-undone = poslední krok vzat zpět
match-log-branched = Odtud se partie hraje znovu
match-log-undo-declined = { $name }: prosba o krok zpět, někdo odmítl
match-log-undo-lapsed = { $name }: prosba o krok zpět, partie šla dál
match-log-late-fallback = { $name }: čas vypršel, hrál se výchozí tah
match-log-late-random = { $name }: čas vypršel, tah vylosován
match-log-late-forfeit = { $name }: čas vypršel, místo prohrává
match-log-replaced = { $name } je pryč: dál hraje { $bot }
match-log-returned = { $name } je zpátky
match-log-warning = { $text }; ještě { $count ->
    [one] jednou
    [few] { $count }krát
   *[other] { $count }krát
  } za sebou a místo převezme bot, nebo je ztracené

## The guide through a first match

match-guide-now = Teď
match-guide-seen = Zatím { $seen } z { $all }
match-guide-steps = prošlé kroky
match-guide-over-title = Konec
match-guide-over-1 = Dole je pořadí, body a proč partie skončila. Záznam ukáže všechno znovu, i co vidět nebylo: zkus oči ostatních.
match-guide-over-2 = Odveta nechá místa, jak jsou.

## The end

match-reason-finished = Dohráno do konce.
match-reason-forfeit = Někdo prohrál kontumačně.
match-reason-resign = Vzdáno.
match-reason-timeout = Prohra na čas.
match-reason-aborted = Přerušeno: nikdo nevyhrává.
match-reason-error = Ukončeno chybou serveru.
match-over = Partie skončila.
match-place = { $place }.
match-rating-before = hodnocení { $before }
match-rating-open = hodnocení { $before }, zatím nezapočteno
match-rating = hodnocení { $before } → { $after } ({ $change })
match-result = Výsledek
match-you-win = Vyhráváš.
match-wins = { $count ->
    [one] Vyhrává
    [few] Vyhrávají
   *[other] Vyhrávají
  } { $names }.
match-no-winner = Nikdo nevyhrál.
match-late = { $count }× pozdě
match-illegal = { $count }× neplatně
match-waiting = Čeká se na ostatní
match-again-too = Hrát také znovu
match-rematch = Odveta
match-want-rematch = Odvetu { $count ->
    [one] chce
    [few] chtějí
   *[other] chtějí
  } { $names }
match-to-room = Zpět do místnosti
match-why = Proč?
match-why-review = Rozbor partie
match-replay = Záznam
match-lobby = Herna
