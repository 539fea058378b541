# A room: its seats, its rules, what is known of it.
window-room-seats = Miesta
window-room-rules = Pravidlá
window-room-rules-title = Pravidlá tejto miestnosti
window-room-not-ready = nepripravené
window-room-closed = zatvorené
window-room-gone = Miestnosť je zatvorená.
window-room-free = Voľné
window-room-remove = Odobrať: { $name }
window-room-guest = Ďalší človek pri tomto počítači
window-room-guest-about = Dostane vlastné prihlásenie; medzi ťahmi opona skryje, čo ten druhý vidieť nesmie.
window-room-guest-name = Meno
window-room-guest-who = Ako sa ten druhý volá?
window-room-no-bots = Tento server pre ňu nemá boty.
window-room-fill = Doplniť botov
window-room-who = Kto má hrať?
window-room-bot = bot servera { $name }
window-room-strength = { $level }, { $rating } ± { $margin }
window-room-code = Kód: { $code }
window-room-copy = Skopírovať miestnosť a kód pre priateľov
window-room-option-wrong = Niektoré pravidlo nie je vyplnené správne.
window-room-option-json = Očakáva sa JSON, ako { $example }

## Facts

window-room-assist-off = Bez pomocníkov
window-room-assist-advice = Pomocníci smú radiť
window-room-assist-confirm = Pomocníci navrhujú, ľudia potvrdzujú
window-room-assist-auto = Pomocníci smú hrať
window-room-silent = Počas partie sa nehovorí
window-room-programs-talk = Hovoriť smú aj programy
window-room-late-fallback = Kto mešká, zahrá neškodný ťah
window-room-late-random = Kto mešká, zahrá náhodný ťah
window-room-late-forfeit = Kto mešká, príde o miesto
window-room-no-watching = Pozerať sa nikto nesmie
window-room-watching = { $count ->
    [0] Nikto sa nepozerá
    [one] { $count } divák
    [few] { $count } diváci
   *[other] { $count } divákov
  }
window-room-later = s oneskorením
window-room-later-seconds = s oneskorením { $seconds } s
window-room-later-moves = { $count ->
    [one] s oneskorením { $count } ťah
    [few] s oneskorením { $count } ťahy
   *[other] s oneskorením { $count } ťahov
  }
window-room-counts = Výsledok sa počíta
