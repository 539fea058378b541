# Why a match ended as it did; remarks and traces of programs.
review-of = Rozbor místa
review-own = { $name } (ty)
review-waits = { $count ->
    [one] Čeká na { $count } jiný rozbor …
    [few] Čeká na { $count } jiné rozbory …
   *[other] Čeká na { $count } jiných rozborů …
  }
review-works = Počítá se …
review-progress = Jak daleko je rozbor
review-leave = Co už je známo, je níže. Můžeš odejít: počítá se dál a uloží se to.
review-chances = Šance na výhru
review-chances-here = Šance na výhru tady: { $chances }
review-costly = Rozhodnutí, která stála
review-costly-some = { $found } z { $count } { $count ->
    [one] rozhodnutí
    [few] rozhodnutí
   *[other] rozhodnutí
  } podle toho, co se tehdy vědělo: { $name }.
review-costly-none = Žádné z { $count } { $count ->
    [one] rozhodnutí
    [few] rozhodnutí
   *[other] rozhodnutí
  } podle toho, co se tehdy vědělo: { $name }.
review-costly-none-yet = Zatím žádné z { $count } { $count ->
    [one] rozhodnutí
    [few] rozhodnutí
   *[other] rozhodnutí
  } podle toho, co se tehdy vědělo: { $name }.
review-all = Všech { $count }
review-played = Hráno: { $action }
review-better = Lepší: { $action }
review-cost = cena { $worth }
review-shares = Štěstí a rozhodnutí
review-unit = Jednotka: { $unit }.
review-unit-chance = % šance na výhru
review-unit-places = umístění
review-worth = { $figures } { $unit }
review-seat = Místo
review-luck = Štěstí
review-lost = Ztraceno
review-swings = Náhoda, na které záleželo
review-deal = Rozdání
review-dice = Kostky
review-throws = { $count ->
    [one] { $count } hod
    [few] { $count } hody
   *[other] { $count } hodů
  }; čára je, co se dalo čekat.
review-sum = Součet
review-came = Padlo
review-expected = Čekalo se
review-cards-drawn = Akční karty
review-cards-stolen = Ukradené karty
review-cards = { $count ->
    [one] { $count } karta
    [few] { $count } karty
   *[other] { $count } karet
 }; čára ukazuje, co se dalo čekat.
review-card = Karta
review-method = Jak se to spočítalo
review-method-about = Každé rozhodnutí se porovnalo s jinou možností v { $worlds } pozicích, které odpovídají tomu, co místo vědělo; dál hrál za všechny tentýž program. Označeno je, když jistě stálo víc než { $threshold }, i v { $confirm } dalších. Šance a štěstí jsou z { $chances } a { $luck } pokračování skutečné pozice. ± platí v 95 případech ze 100.
review-seed = Semínko { $seed }, vzor { $reference }.

## The verdict: $whose is empty for oneself

review-verdict = { $luck } ({ $worth }). { $cost }
review-luck-good = { $me ->
    [yes] Tvé štěstí
   *[no] { $name }: štěstí
  } bylo dobré
review-luck-bad = { $me ->
    [yes] Tvé štěstí
   *[no] { $name }: štěstí
  } bylo špatné
review-luck-even = { $me ->
    [yes] Tvé štěstí
   *[no] { $name }: štěstí
  } bylo vyrovnané, pokud se to dá říct
review-cost-some = { $me ->
    [yes] Tvá rozhodnutí
   *[no] { $name }: rozhodnutí
  } stála { $worth }.
review-cost-none = { $me ->
    [yes] Tvá rozhodnutí
   *[no] { $name }: rozhodnutí
  } nestála nic, co by se dalo odlišit od náhody.
## What programs remarked

review-expectations = Co programy během partie čekaly: { $expected }
review-expected-end = { $name } na konci { $value }
review-published = Tvé poznámky může číst každý, kdo smí vidět tento záznam.
review-unpublished = Tvé poznámky jsou zase jen tvé.
review-no-remarks = Až sem žádná poznámka.
review-remark-at = půltah { $ply }, { $ms } ms
review-expects = čeká { $values }
review-publish = Nechat všechny číst moje
review-unpublish = Jen já
