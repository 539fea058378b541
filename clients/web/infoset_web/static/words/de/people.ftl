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
