# A match, played or watched: what stands around and over the board.
window-match-passed = Preskočené samo: nebolo z čoho voliť
window-match-sent = poslané: { $words }
window-match-is-away = { $name }: preč
window-match-is-taken = { $name }: preč; ďalej hrá { $bot }
window-match-is-back = { $name }: späť
window-match-replaced = { $bot } hrá za teba
window-match-play-myself = Hrať ďalej
window-match-gave-up = Túto partiu vzdávaš.
window-match-watchable = Ostatní sa smú pozerať na to, čo vidíš.
window-match-not-watchable = Na tvoje miesto sa už nikto nepozerá.
window-match-foot-over = Pohár hore ukáže znova výsledok; šípka vedie späť.
window-match-foot-others = Sleduj, čo robia ostatní; všetko je v priebehu vpravo.
window-match-foot-point = Ukáž na čokoľvek a dozvieš sa, čo to je.
window-match-not-explained = O tejto hre tu nič napísané nie je.

## The tools in the bar: a word below a sign, and what is said when one points at it

window-match-speed = Rýchlosť ťahov ostatných: { $speed }
window-match-explain = Výklad
window-match-explain-about = Vysvetliť, čo je na stole
window-match-shown = Vidia
window-match-hidden = Nevidia
window-match-shown-about = Ostatní smú sledovať tvoje miesto: ukončiť to
window-match-hidden-about = Dovoliť ostatným sledovať tvoje miesto
window-match-give-up-about = Vzdať partiu
window-match-catch-up-about = Ukázať všetko hneď
window-match-agree-about = Súhlasiť, aby sa posledný krok vzal späť
window-match-decline-about = Posledný krok platí

## What is asked first

window-match-give-up-costs = Počíta sa to ako prehra. Boti a ľudia hrajú ďalej tam, kde to pravidlá miestnosti dovoľujú.
window-match-leave = Odísť od stola?
window-match-leave-about = Partia ide ďalej bez teba. Po minúte, alebo keď za sebou mešká { $count ->
    [one] { $count } odpoveď
    [few] { $count } odpovede
   *[other] { $count } odpovedí
  }, môže hrať bot, kým sa cez miestnosť v herni nevrátiš.
window-match-held = { $words }? Potvrdí to Enter alebo to isté stlačenie znova; Esc to zruší.
window-match-not-yet-about = Vezme to späť (Esc)
window-match-do-it-about = Rovnako ako to isté stlačenie znova

## Another person at the same computer

window-match-next = Na rade je { $name }
window-match-pass-on = Odovzdaj počítač. Nikto iný by sa pozerať nemal.
window-match-take-over = Som tu: ukáž moje karty

## The end

window-match-no-result = Bez výsledku
window-match-draw = Nikto nevyhral: remíza
window-match-shared = Delíš sa o prvé miesto
window-match-points = { $count ->
    [one] { $count } bod
    [few] { $count } body
    [many] { $count } bodu
   *[other] { $count } bodov
  }
window-match-see-table = Pozrieť sa na stôl

## Beside the board

window-match-helpers = Pomoc
window-match-helpers-new = Pomoc !
window-match-all-see = Všetci
window-match-more = { $count ->
    [one] a ešte { $count }
    [few] a ešte { $count }
   *[other] a ešte { $count }
  }
