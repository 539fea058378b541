# The lobby: games on offer, rooms, joining by a code.
lobby-title = Herna
lobby-offer = Co si zahrajeme?
lobby-rooms = Místnosti
lobby-join-code = Vstoupit s kódem
lobby-new-room = Nová místnost
# What a room is called in which somebody plays alone against bots.
lobby-against-bots = { $game } proti botům
lobby-play-now = Hrát hned
lobby-learn = Naučit se
lobby-set-up = Založit místnost
lobby-find-opponents = Najít soupeře
lobby-looking = Hledám, boti za { $seconds } s … přestat
lobby-terms = Hned: boti, bez hodin. Soupeři: boti po { $seconds } s.
lobby-terms-clock = Hned: boti, bez hodin. Soupeři: { $clock }, boti po { $seconds } s.
lobby-seats = { $count ->
    [one] { $count } místo
    [few] { $count } místa
   *[other] { $count } míst
  }
lobby-seats-range = { $least } až { $most ->
    [one] { $most } místo
    [few] { $most } místa
   *[other] { $most } míst
  }
lobby-find = Hledat
lobby-find-what = název, hráč nebo místnost
lobby-game = Hra
lobby-state = Stav
lobby-all = vše
lobby-seats-free = volná místa
lobby-playing = hraje se
lobby-shown = { $shown } z { $all }
lobby-empty = Zatím tu žádné místnosti nejsou. Založ nějakou: přidat se mohou přátelé i boti.
lobby-looking-rooms = Hledám místnosti …
lobby-taken = Obsazeno { $taken } z { $all } míst
lobby-free = volno: { $count }
lobby-full = plno
lobby-watch = Dívat se
lobby-sit = Sednout si
lobby-enter = Vstoupit
lobby-bots = { $count ->
    [one] { $count } bot
    [few] { $count } boti
   *[other] { $count } botů
  }
lobby-join-title = Vstoupit do místnosti
lobby-join-room = Místnost nebo její název
lobby-join-secret = Kód, pokud místnost není v seznamu
lobby-join = Vstoupit
