# Why a match ended as it did; remarks and traces of programs.
review-of = Auswertung von
review-own = { $name } (du)
review-waits = { $count ->
    [one] Wartet auf { $count } andere Auswertung …
   *[other] Wartet auf { $count } andere Auswertungen …
  }
review-works = Wird ausgerechnet …
review-progress = Wie weit die Auswertung ist
review-leave = Was bisher bekannt ist, steht unten. Du kannst weggehen: Es geht weiter und bleibt erhalten.
review-chances = Gewinnchancen
review-chances-here = Gewinnchancen hier: { $chances }
review-costly = Entscheidungen, die etwas kosteten
review-costly-some = { $found } von { $count ->
    [one] { $count } Entscheidung
   *[other] { $count } Entscheidungen
  }, nach dem damaligen Wissen: { $name }.
review-costly-none = Keine von { $count ->
    [one] { $count } Entscheidung
   *[other] { $count } Entscheidungen
  }, nach dem damaligen Wissen: { $name }.
review-costly-none-yet = Bisher keine von { $count ->
    [one] { $count } Entscheidung
   *[other] { $count } Entscheidungen
  }, nach dem damaligen Wissen: { $name }.
review-all = Alle { $count }
review-played = Gespielt: { $action }
review-better = Besser: { $action }
review-cost = Kosten { $worth }
review-shares = Glück und Entscheidungen
review-unit = Einheit: { $unit }.
review-unit-chance = % Gewinnchance
review-unit-places = Plätze
review-worth = { $figures } { $unit }
review-seat = Platz
review-luck = Glück
review-lost = Verloren
review-swings = Zufall, der zählte
review-deal = Die Verteilung
review-dice = Würfel
review-throws = { $count ->
    [one] { $count } Wurf
   *[other] { $count } Würfe
  }; die Linie ist, was zu erwarten war.
review-sum = Summe
review-came = Kam
review-expected = Erwartet
review-cards-drawn = Entwicklungskarten
review-cards-stolen = Gestohlene Karten
review-cards = { $count ->
    [one] { $count } Karte
   *[other] { $count } Karten
 }; die Linie zeigt, was zu erwarten war.
review-card = Karte
review-method = Wie das ausgerechnet wurde
review-method-about = Jede Entscheidung wurde mit einer anderen in { $worlds } Stellungen verglichen, die zum Wissen des Platzes passen; danach spielte dasselbe Programm für alle weiter. Markiert ist, was sicher mehr als { $threshold } gekostet hat, auch in { $confirm } weiteren. Chancen und Glück stammen aus { $chances } und { $luck } Fortsetzungen der wahren Stellung. Das ± gilt in 95 von 100 Fällen.
review-seed = Startwert { $seed }, Referenz { $reference }.

## The verdict: $whose is empty for oneself

review-verdict = { $luck } ({ $worth }). { $cost }
review-luck-good = { $me ->
    [yes] Dein Glück
   *[no] Das Glück von { $name }
  } war gut
review-luck-bad = { $me ->
    [yes] Dein Glück
   *[no] Das Glück von { $name }
  } war schlecht
review-luck-even = { $me ->
    [yes] Dein Glück
   *[no] Das Glück von { $name }
  } war ausgeglichen, soweit man es sagen kann
review-cost-some = { $me ->
    [yes] Deine Entscheidungen
   *[no] Die Entscheidungen von { $name }
  } kosteten { $worth }.
review-cost-none = { $me ->
    [yes] Deine Entscheidungen
   *[no] Die Entscheidungen von { $name }
  } kosteten nichts, was sich vom Zufall unterscheiden lässt.
## What programs remarked

review-expectations = Was Programme im Lauf der Partie erwarteten: { $expected }
review-expected-end = { $name } am Ende { $value }
review-published = Wer diese Aufzeichnung sehen darf, kann deine Bemerkungen lesen.
review-unpublished = Deine Bemerkungen gehören wieder dir allein.
review-no-remarks = Bis hierher keine Bemerkung.
review-remark-at = Halbzug { $ply }, { $ms } ms
review-expects = erwartet { $values }
review-publish = Alle meine lesen lassen
review-unpublish = Nur ich
