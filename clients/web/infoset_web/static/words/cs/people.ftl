# Lidé: profily.
people-profile = Profil
people-unknown = Nikdo se tu nejmenuje { $name }, nebo je takových víc.
people-kind-person = Hráč
people-kind-program = Program
people-kind-guest = Host
people-since = od { $day }
people-guest = Hosta zná tento server jen po dobu, než ho zapomene.
people-guest-you = Jsi host: tvoje výsledky si server pamatuje jen na čas.
people-all = Vidíš i soukromé partie. Ostatní jen ty, na které se smí dívat každý.
people-all-you = Vidíš všechny své partie. Ostatní jen ty, na které se smí dívat každý.
people-results = Výsledky
people-no-results = Žádná dohraná partie není známa.
people-from = Partie od { $day }.
people-matches = { $count ->
    [one] { $count } partie
    [few] { $count } partie
   *[other] { $count } partií
  }
people-place = { $place }. místo: { $count }×
people-against = Proti
people-opponents-person = lidem
people-opponents-program = programům
people-opponents-other = jiným
people-house = botovi { $bot }
people-ahead = Před nimi
people-level = Nerozhodně
people-behind = Za nimi
people-share = Podíl
people-share-about = Soupeři, kteří skončili za ním; dělené místo platí za půl
people-ratings = Hodnocení
people-rating-of = { $name }, { $rank }. v pořadí, { $count ->
    [one] { $count } partie
    [few] { $count } partie
   *[other] { $count } partií
  }
people-too-few = Průběh ještě není: začne dalším výsledkem.
people-plot = Hodnocení v žebříčku { $name } od { $from } do { $to }: z { $before } na { $now }, což leží mezi { $low } a { $high }.
people-numbers = V číslech
people-when = Kdy
people-recent = Nejnovější partie
people-review = Rozbor
people-mine = Můj profil

## Sledování

people-account-needed = S účtem můžeš sledovat lidi a vidět, co hrají.
people-followed = Koho sleduješ
people-follow-none = Zatím nikoho nesleduješ. Jméno v místnosti nebo v záznamech vede k profilu a tam je tlačítko.
people-cut = Je jich víc, než se sem vejde.
people-followers = Sledují tě
people-follow = Sledovat
people-follow-of = Sledovat: { $name }
people-unfollow = Přestat sledovat
people-unfollow-of = Přestat sledovat: { $name }
people-state-away = není tu
people-state-online = je tu
people-state-other = je tu
people-state-room = v místnosti „{ $title }“
people-state-playing = hraje: { $title }
people-shown = Ukazovat mě těm, kdo mě sledují
people-shown-about = Vidí, jestli tu jsi, a veřejnou místnost nebo partii, kde jsi, jako by je viděl kdokoli v herně. Nic soukromého vidět není. Když to vypneš, vypadá to, že tu nejsi, a nikdo tě nemůže začít sledovat.
people-news = Dát vědět, když někdo z nich otevře místnost nebo začne partii
people-news-room = { $name }: nová místnost { $title }
people-news-match = { $name }: začala partie { $title }
people-news-other = { $name }: { $title }
people-hidden = Těm, kdo tě sledují, se neukazuješ.
people-title = Lidé
