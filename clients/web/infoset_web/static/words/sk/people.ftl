# Ľudia: profily.
people-profile = Profil
people-unknown = Nikto sa tu nevolá { $name }, alebo je takých viac.
people-kind-person = Hráč
people-kind-program = Program
people-kind-guest = Hosť
people-since = od { $day }
people-guest = Hosťa pozná tento server len dovtedy, kým ho nezabudne.
people-guest-you = Si hosť: tvoje výsledky si server pamätá len na čas.
people-all = Vidíš aj súkromné partie. Ostatní len tie, na ktoré sa smie pozerať každý.
people-all-you = Vidíš všetky svoje partie. Ostatní len tie, na ktoré sa smie pozerať každý.
people-results = Výsledky
people-no-results = Žiadna dohraná partia nie je známa.
people-from = Partie od { $day }.
people-matches = { $count ->
    [one] { $count } partia
    [few] { $count } partie
   *[other] { $count } partií
  }
people-place = { $place }. miesto: { $count }×
people-against = Proti
people-opponents-person = ľuďom
people-opponents-program = programom
people-opponents-other = iným
people-house = botovi { $bot }
people-ahead = Pred nimi
people-level = Nerozhodne
people-behind = Za nimi
people-share = Podiel
people-share-about = Súperi, ktorí skončili za ním; delené miesto platí za pol
people-ratings = Hodnotenie
people-rating-of = { $name }, { $rank }. v poradí, { $count ->
    [one] { $count } partia
    [few] { $count } partie
   *[other] { $count } partií
  }
people-too-few = Priebeh ešte nie je: začne ďalším výsledkom.
people-plot = Hodnotenie v rebríčku { $name } od { $from } do { $to }: z { $before } na { $now }, čo leží medzi { $low } a { $high }.
people-numbers = V číslach
people-when = Kedy
people-recent = Najnovšie partie
people-review = Rozbor
people-mine = Môj profil

## Sledovanie

people-account-needed = S účtom môžeš sledovať ľudí a vidieť, čo hrajú.
people-followed = Koho sleduješ
people-follow-none = Zatiaľ nikoho nesleduješ. Meno v miestnosti alebo v záznamoch vedie k profilu a tam je tlačidlo.
people-cut = Je ich viac, než sa sem zmestí.
people-followers = Sledujú ťa
people-follow = Sledovať
people-follow-of = Sledovať: { $name }
people-unfollow = Prestať sledovať
people-unfollow-of = Prestať sledovať: { $name }
people-state-away = nie je tu
people-state-online = je tu
people-state-other = je tu
people-state-room = v miestnosti „{ $title }“
people-state-playing = hrá: { $title }
people-shown = Ukazovať ma tým, čo ma sledujú
people-shown-about = Vidia, či si tu, a verejnú miestnosť alebo partiu, v ktorej si, ako by ich videl ktokoľvek v herni. Nič súkromné vidieť nie je. Keď to vypneš, vyzerá to, že tu nie si, a nikto ťa nemôže začať sledovať.
people-news = Dať vedieť, keď niekto z nich otvorí miestnosť alebo začne partiu
people-news-room = { $name }: nová miestnosť { $title }
people-news-match = { $name }: začala sa partia { $title }
people-news-other = { $name }: { $title }
people-hidden = Tým, čo ťa sledujú, sa neukazuješ.
people-title = Ľudia
