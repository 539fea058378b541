# A room: its seats, its rules, what is known of it.
window-room-seats = Místa
window-room-rules = Pravidla
window-room-rules-title = Pravidla této místnosti
window-room-not-ready = nepřipraveno
window-room-closed = zavřeno
window-room-gone = Místnost je zavřená.
window-room-free = Volno
window-room-remove = Odebrat: { $name }
window-room-guest = Další člověk u tohoto počítače
window-room-guest-about = Dostane vlastní přihlášení; mezi tahy opona skryje, co ten druhý vidět nesmí.
window-room-guest-name = Jméno
window-room-guest-who = Jak se ten druhý jmenuje?
window-room-no-bots = Tento server pro ni nemá boty.
window-room-fill = Doplnit boty
window-room-who = Kdo má hrát?
window-room-bot = bot serveru { $name }
window-room-strength = { $level }, { $rating } ± { $margin }
window-room-code = Kód: { $code }
window-room-copy = Zkopírovat místnost a kód pro přátele
window-room-option-wrong = Některé pravidlo není vyplněné správně.
window-room-option-json = Očekává se JSON, jako { $example }

## Facts

window-room-assist-off = Bez pomocníků
window-room-assist-advice = Pomocníci smějí radit
window-room-assist-confirm = Pomocníci navrhují, lidé potvrzují
window-room-assist-auto = Pomocníci smějí hrát
window-room-silent = Během partie se nemluví
window-room-programs-talk = Mluvit smějí i programy
window-room-late-fallback = Kdo se opozdí, zahraje neškodný tah
window-room-late-random = Kdo se opozdí, zahraje náhodný tah
window-room-late-forfeit = Kdo se opozdí, přijde o místo
window-room-no-watching = Dívat se nikdo nesmí
window-room-watching = { $count ->
    [0] Nikdo se nedívá
    [one] { $count } divák
    [few] { $count } diváci
   *[other] { $count } diváků
  }
window-room-later = se zpožděním
window-room-later-seconds = se zpožděním { $seconds } s
window-room-later-moves = { $count ->
    [one] se zpožděním { $count } tah
    [few] se zpožděním { $count } tahy
   *[other] se zpožděním { $count } tahů
  }
window-room-counts = Výsledek se počítá
