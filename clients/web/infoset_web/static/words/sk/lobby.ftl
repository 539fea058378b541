# The lobby: games on offer, rooms, joining by a code.
lobby-title = Herňa
lobby-offer = Čo si zahráme?
lobby-rooms = Miestnosti
lobby-join-code = Vstúpiť s kódom
lobby-new-room = Nová miestnosť
# What a room is called in which somebody plays alone against bots.
lobby-against-bots = { $game } proti botom
lobby-play-now = Hrať hneď
lobby-learn = Naučiť sa
lobby-set-up = Založiť miestnosť
lobby-find-opponents = Nájsť súperov
lobby-looking = Hľadám, boti o { $seconds } s … prestať
lobby-terms = Hneď: boti, bez hodín. Súperi: boti po { $seconds } s.
lobby-terms-clock = Hneď: boti, bez hodín. Súperi: { $clock }, boti po { $seconds } s.
lobby-seats = { $count ->
    [one] { $count } miesto
    [few] { $count } miesta
   *[other] { $count } miest
  }
lobby-seats-range = { $least } až { $most ->
    [one] { $most } miesto
    [few] { $most } miesta
   *[other] { $most } miest
  }
lobby-find = Hľadať
lobby-find-what = názov, hráč alebo miestnosť
lobby-game = Hra
lobby-state = Stav
lobby-all = všetko
lobby-seats-free = voľné miesta
lobby-playing = hrá sa
lobby-shown = { $shown } z { $all }
lobby-empty = Zatiaľ tu nie sú žiadne miestnosti. Založ nejakú: pridať sa môžu priatelia aj boti.
lobby-looking-rooms = Hľadám miestnosti …
lobby-taken = Obsadené { $taken } z { $all } miest
lobby-free = voľné: { $count }
lobby-full = plno
lobby-watch = Pozerať
lobby-sit = Sadnúť si
lobby-enter = Vstúpiť
lobby-bots = { $count ->
    [one] { $count } bot
    [few] { $count } boti
   *[other] { $count } botov
  }
lobby-join-title = Vstúpiť do miestnosti
lobby-join-room = Miestnosť alebo jej názov
lobby-join-secret = Kód, ak miestnosť nie je v zozname
lobby-join = Vstúpiť
