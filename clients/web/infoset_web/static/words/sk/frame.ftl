# Čo obklopuje každý pohľad: kam sa dá ísť, spojenie, nastavenia.

frame-direction = ltr
frame-your-turn = Si na ťahu
frame-brand = Infoset, do herne
frame-pages = Stránky
frame-lobby = Herňa
frame-replays = Záznamy
frame-ladder = Rebríček
frame-tournaments = Turnaje
frame-learn = Tvoj prvý bot
frame-abtests = A-B testy
frame-console = Konzola
frame-dismiss = Zavrieť oznámenie
frame-close = Zavrieť
frame-cut = Spojenie je prerušené. Samo sa obnoví …
frame-late = Server ešte neodpovedal. Tvoja požiadavka je na ceste …
frame-called = { $title }, { $round }. kolo: čaká na teba stôl, súperi: { $others }. Do { $time } tam potvrď, že môžete začať.
frame-called-room = { $title }: čaká na teba stôl. Potvrď tam, že môžete začať.
# In the title of the tab, and of a notice of the browser.
frame-called-title = Čaká na teba stôl
frame-to-table = K tvojmu stolu
frame-to-match = Späť k partii
frame-elsewhere = Partia v inom okne
frame-queued = V rade
frame-sounds = Zvuky
frame-sounds-on = Zvuky sú zapnuté
frame-sounds-off = Zvuky sú vypnuté
frame-room = Miestnosť { $room }
frame-running = { $game } proti { $others }{ $mine ->
    [yes] : si na ťahu
   *[no] { "" }
  }
# Several of one name in a list of names, such as bots.
frame-several = { $count }× { $name }
frame-matches = { $count ->
    [one] { $count } partia
    [few] { $count } partie
    [many] { $count } partie
   *[other] { $count } partií
  }

## Nastavenia

frame-settings = Nastavenia
frame-language = Jazyk
frame-language-auto = podľa prehliadača
frame-theme = Farby
frame-theme-auto = podľa zariadenia
frame-theme-light = svetlé
frame-theme-dark = tmavé
frame-text = Písmo
frame-text-normal = bežné
frame-text-large = veľké
frame-pace = Ako rýchlo sa ukazujú ťahy ostatných
frame-pace-slow = pomaly
frame-pace-normal = bežne
frame-pace-brisk = svižne
frame-pace-instant = hneď
frame-motion = Pohyb
frame-motion-on = figúry kĺžu, ak zariadenie nechce menej pohybu
frame-motion-off = nič sa samo nehýbe
frame-confirm = Opýtať sa skôr, než je niečo definitívne
frame-confirm-slips = po jedinom klávese alebo ťuknutí
frame-confirm-always = vždy
frame-confirm-never = nikdy
frame-only = Otázky s jedinou možnou odpoveďou
frame-only-ask = opýtať sa ma
frame-only-send = odpovedať za mňa, nie rýchlejšie ako ja
frame-who = Si { $name } na serveri { $server }.
frame-make-room = Bude hrať niekto iný
frame-log-out = Odhlásiť sa
frame-log-out-pupil = Odhlásiť sa? Na návrat budeš potrebovať novú kartičku.

## Koho nechcem stretávať

frame-keep-away = nestretávať
frame-keep-away-of = Nestretávať: { $name }
frame-keep-away-about = Už nikdy nestretnúť ani nepočuť: { $name }
frame-kept-away = { $name }: už sa nestretnete ani nebudete počuť. Vrátiť sa to dá v nastaveniach.
frame-kept-away-list = Koho nestretávaš
frame-let-near = Opäť stretávať

## Partia v dvoch oknách

frame-gone = Partia pokračuje v inom okne
frame-gone-about = Tam v nej hráš ďalej. Toto okno môžeš zavrieť, alebo si partiu vziať späť: tak či tak sa nič nestratí.
frame-take-back = Vziať späť sem
frame-looking = Hľadám partiu …
frame-open-elsewhere = Táto partia je otvorená v inom okne tohto prehliadača, alebo bola, keď sa zavrelo.
frame-no-match = Táto partia patrí niekomu inému, dávno sa skončila, alebo ju hráš na inom zariadení: opusti ju tam a potom túto stránku načítaj znova.
## Talk

frame-talk = Rozhovor
frame-talk-none = Zatiaľ nikto nič nepovedal.
frame-talk-say = Niečo povedať
frame-talk-send = Poslať
frame-talk-read = Smieš len čítať.
## What the server refuses, by its code

frame-error-room_full = Všetky miesta sú obsadené.
frame-error-seat_taken = Tam už niekto sedí.
frame-error-wrong_code = To nie je kód tejto miestnosti.
frame-error-not_host = To smie len zakladateľ miestnosti.
frame-error-not_found = Taká miestnosť alebo partia pre teba nie je. Do miestnosti mimo zoznamu treba kód.
frame-error-wrong_state = To teraz nejde.
frame-error-stale_decision = Neskoro: toto rozhodnutie je uzavreté.
frame-error-already_sealed = Tvoja voľba je už zapečatená.
frame-error-rate_limited = Príliš rýchlo: chvíľu počkaj.
frame-error-storage_full = Disk servera je plný. Nič sa nezmenilo; hodiny stoja.
frame-error-unavailable = Server to nemohol uložiť. Nič sa nezmenilo; skús to znova.
frame-error-shutting_down = Server sa vypína a nič nové neprijíma.
frame-error-field = { $field }: očakáva sa { $want }
frame-error-scope = To tu nesmieš: treba na to právo „{ $scope }“.
frame-error-not-here = To tu nesmieš: { $why }.
frame-error-unknown = Bolo to odmietnuté.
frame-no-answer = Server neodpovedá.
frame-mine = Moje hry
## What the server answers over HTTP instead of what was asked for, by the number of its answer

frame-refused-401 = Token tvojho účtu už neplatí. Prihlás sa znova.
frame-refused-429 = Príliš rýchlo: chvíľu počkaj.
# $reason is the server's, in English.
frame-refused = Odmietnuté: { $reason }
frame-answered = Server odpovedal { $status }.
frame-nothing-here = Tu (zatiaľ) nič nie je.
