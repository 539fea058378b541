# Co obklopuje každý pohled: kam se dá jít, spojení, nastavení.

frame-direction = ltr
frame-your-turn = Jsi na tahu
frame-brand = Infoset, do herny
frame-pages = Stránky
frame-lobby = Herna
frame-replays = Záznamy
frame-ladder = Žebříček
frame-tournaments = Turnaje
frame-learn = Tvůj první bot
frame-abtests = A-B testy
frame-console = Konzole
frame-dismiss = Zavřít oznámení
frame-close = Zavřít
frame-cut = Spojení je přerušené. Samo se obnoví …
frame-late = Server ještě neodpověděl. Tvůj požadavek je na cestě …
frame-called = { $title }, { $round }. kolo: čeká na tebe stůl, soupeři: { $others }. Do { $time } tam potvrď, že můžete začít.
frame-called-room = { $title }: čeká na tebe stůl. Potvrď tam, že můžete začít.
# In the title of the tab, and of a notice of the browser.
frame-called-title = Čeká na tebe stůl
frame-to-table = K tvému stolu
frame-to-match = Zpět k partii
frame-elsewhere = Partie v jiném okně
frame-queued = Ve frontě
frame-sounds = Zvuky
frame-sounds-on = Zvuky jsou zapnuté
frame-sounds-off = Zvuky jsou vypnuté
frame-room = Místnost { $room }
frame-running = { $game } proti { $others }{ $mine ->
    [yes] : jsi na tahu
   *[no] { "" }
  }
# Several of one name in a list of names, such as bots.
frame-several = { $count }× { $name }
frame-matches = { $count ->
    [one] { $count } partie
    [few] { $count } partie
    [many] { $count } partie
   *[other] { $count } partií
  }

## Nastavení

frame-settings = Nastavení
frame-language = Jazyk
frame-language-auto = podle prohlížeče
frame-theme = Barvy
frame-theme-auto = podle zařízení
frame-theme-light = světlé
frame-theme-dark = tmavé
frame-text = Písmo
frame-text-normal = běžné
frame-text-large = velké
frame-pace = Jak rychle se ukazují tahy ostatních
frame-pace-slow = pomalu
frame-pace-normal = běžně
frame-pace-brisk = svižně
frame-pace-instant = hned
frame-motion = Pohyb
frame-motion-on = figury kloužou, pokud zařízení nechce méně pohybu
frame-motion-off = nic se samo nehýbe
frame-confirm = Zeptat se, než je něco definitivní
frame-confirm-slips = po jediné klávese nebo klepnutí
frame-confirm-always = vždy
frame-confirm-never = nikdy
frame-only = Otázky s jedinou možnou odpovědí
frame-only-ask = zeptat se mě
frame-only-send = odpovědět za mě, ne rychleji než já
frame-who = Jsi { $name } na serveru { $server }.
frame-make-room = Bude hrát někdo jiný
frame-log-out = Odhlásit se
frame-log-out-pupil = Odhlásit se? K návratu budeš potřebovat novou kartičku.

## Koho nechci potkávat

frame-keep-away = nepotkávat
frame-keep-away-of = Nepotkávat: { $name }
frame-keep-away-about = Už nikdy nepotkat ani neslyšet: { $name }
frame-kept-away = { $name }: už se nepotkáte ani neuslyšíte. Vrátit se to dá v nastavení.
frame-kept-away-list = Koho nepotkáváš
frame-let-near = Zase potkávat

## Partie ve dvou oknech

frame-gone = Partie pokračuje v jiném okně
frame-gone-about = Tam v ní hraješ dál. Tohle okno můžeš zavřít, nebo si partii vzít zpátky: tak či tak se nic neztratí.
frame-take-back = Vzít zpátky sem
frame-looking = Hledám partii …
frame-open-elsewhere = Tato partie je otevřená v jiném okně tohoto prohlížeče, nebo byla, když se zavřelo.
frame-no-match = Tato partie patří někomu jinému, dávno skončila, nebo ji hraješ na jiném zařízení: opusť ji tam a pak tuto stránku načti znovu.
## Talk

frame-talk = Hovor
frame-talk-none = Zatím nikdo nic neřekl.
frame-talk-say = Něco říct
frame-talk-send = Poslat
frame-talk-read = Smíš jen číst.
## What the server refuses, by its code

frame-error-room_full = Všechna místa jsou obsazená.
frame-error-seat_taken = Tam už někdo sedí.
frame-error-wrong_code = To není kód této místnosti.
frame-error-not_host = To smí jen zakladatel místnosti.
frame-error-not_found = Taková místnost nebo partie pro tebe není. Do místnosti mimo seznam je potřeba kód.
frame-error-wrong_state = To teď nejde.
frame-error-stale_decision = Pozdě: toto rozhodnutí je uzavřené.
frame-error-already_sealed = Tvá volba je už zapečetěná.
frame-error-rate_limited = Příliš rychle: chvilku počkej.
frame-error-storage_full = Disk serveru je plný. Nic se nezměnilo; hodiny stojí.
frame-error-unavailable = Server to nemohl uložit. Nic se nezměnilo; zkus to znovu.
frame-error-shutting_down = Server se vypíná a nic nového nepřijímá.
frame-error-field = { $field }: očekává se { $want }
frame-error-scope = To tu nesmíš: je k tomu potřeba právo „{ $scope }“.
frame-error-not-here = To tu nesmíš: { $why }.
frame-error-unknown = Bylo to odmítnuto.
frame-no-answer = Server neodpovídá.
frame-mine = Moje hry
## What the server answers over HTTP instead of what was asked for, by the number of its answer

frame-refused-401 = Token tvého účtu už neplatí. Přihlas se znovu.
frame-refused-429 = Příliš rychle: chvilku počkej.
# $reason is the server's, in English.
frame-refused = Odmítnuto: { $reason }
frame-answered = Server odpověděl { $status }.
frame-nothing-here = Tady (zatím) nic není.
