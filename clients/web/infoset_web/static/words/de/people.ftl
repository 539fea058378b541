# Leute: Profile.
people-profile = Profil
people-unknown = Niemand heißt hier { $name }, oder mehrere heißen so.
people-kind-person = Spieler
people-kind-program = Programm
people-kind-guest = Gast
people-since = seit { $day }
people-guest = Einen Gast kennt dieser Server nur, bis er ihn vergisst.
people-guest-you = Du bist Gast: Der Server merkt sich deine Ergebnisse nur eine Weile.
people-all = Du siehst auch private Partien. Andere sehen nur die, denen alle zusehen dürfen.
people-all-you = Du siehst alle deine Partien. Andere sehen nur die, denen alle zusehen dürfen.
people-results = Ergebnisse
people-no-results = Es ist keine beendete Partie bekannt.
people-from = Partien seit { $day }.
people-matches = { $count ->
    [one] { $count } Partie
   *[other] { $count } Partien
  }
people-place = Platz { $place }: { $count }×
people-against = Gegen
people-opponents-person = Menschen
people-opponents-program = Programme
people-opponents-other = andere
people-house = Bot { $bot }
people-ahead = Davor
people-level = Gleichauf
people-behind = Dahinter
people-share = Anteil
people-share-about = Gegner, die dahinter lagen; ein geteilter Platz zählt halb
people-ratings = Wertungen
people-rating-of = { $name }, Rang { $rank }, { $count ->
    [one] { $count } Partie
   *[other] { $count } Partien
  }
people-too-few = Es gibt noch keinen Verlauf: Das nächste Ergebnis beginnt ihn.
people-plot = Wertung in { $name } von { $from } bis { $to }: von { $before } auf { $now }, was zwischen { $low } und { $high } liegt.
people-numbers = In Zahlen
people-when = Wann
people-recent = Neueste Partien
people-review = Auswertung
people-mine = Mein Profil

## Folgen

people-account-needed = Mit einem Konto kannst du Leuten folgen und sehen, was sie spielen.
people-followed = Wem du folgst
people-follow-none = Du folgst noch niemandem. Ein Name in einem Raum oder in den Aufzeichnungen führt zum Profil, und dort ist der Knopf.
people-cut = Es gibt mehr, als hierher passen.
people-followers = Dir folgen
people-follow = Folgen
people-follow-of = { $name } folgen
people-unfollow = Nicht mehr folgen
people-unfollow-of = { $name } nicht mehr folgen
people-state-away = nicht da
people-state-online = da
people-state-other = da
people-state-room = im Raum „{ $title }“
people-state-playing = spielt: { $title }
people-shown = Zeige mich denen, die mir folgen
people-shown-about = Sie sehen, ob du da bist, und den öffentlichen Raum oder die Partie, in der du bist, wie alle in der Lobby. Privates sieht niemand. Ausgeschaltet siehst du aus, als wärst du nicht da, und niemand kann dir zu folgen beginnen.
people-news = Sag mir, wenn jemand davon einen Raum öffnet oder eine Partie beginnt
people-news-room = { $name } hat einen Raum geöffnet: { $title }
people-news-match = { $name } hat eine Partie begonnen: { $title }
people-news-other = { $name }: { $title }
people-hidden = Du zeigst dich niemandem, der dir folgt.
people-title = Leute
