# A match, played or watched: what stands around and over the board.
window-match-passed = Přeskočeno samo: nebylo z čeho volit
window-match-sent = posláno: { $words }
window-match-is-away = { $name }: pryč
window-match-is-taken = { $name }: pryč; dál hraje { $bot }
window-match-is-back = { $name }: zpátky
window-match-replaced = { $bot } hraje za tebe
window-match-play-myself = Hrát dál
window-match-gave-up = Tuto partii vzdáváš.
window-match-watchable = Ostatní se smějí dívat na to, co vidíš.
window-match-not-watchable = Na tvé místo se už nikdo nedívá.
window-match-foot-over = Pohár nahoře ukáže znovu výsledek; šipka vede zpět.
window-match-foot-others = Sleduj, co dělají ostatní; vše je v průběhu vpravo.
window-match-foot-point = Ukaž na cokoli a dozvíš se, co to je.
window-match-not-explained = O této hře tu nic napsáno není.

## The tools in the bar: a word below a sign, and what is said when one points at it

window-match-speed = Rychlost tahů ostatních: { $speed }
window-match-explain = Výklad
window-match-explain-about = Vysvětlit, co je na stole
window-match-shown = Vidí
window-match-hidden = Nevidí
window-match-shown-about = Ostatní smějí sledovat tvé místo: ukončit to
window-match-hidden-about = Dovolit ostatním sledovat tvé místo
window-match-give-up-about = Vzdát partii
window-match-catch-up-about = Ukázat všechno hned
window-match-agree-about = Souhlasit, aby se poslední krok vzal zpět
window-match-decline-about = Poslední krok platí

## What is asked first

window-match-give-up-costs = Počítá se to jako prohra. Boti a lidé hrají dál tam, kde to pravidla místnosti dovolují.
window-match-leave = Odejít od stolu?
window-match-leave-about = Partie jde dál bez tebe. Po minutě, nebo když se za sebou opozdí { $count ->
    [one] { $count } odpověď
    [few] { $count } odpovědi
   *[other] { $count } odpovědí
  }, může hrát bot, dokud se přes místnost v herně nevrátíš.
window-match-held = { $words }? Potvrdí to Enter nebo totéž stisknutí znovu; Esc to zruší.
window-match-not-yet-about = Vezme to zpět (Esc)
window-match-do-it-about = Stejně jako totéž stisknutí znovu

## Another person at the same computer

window-match-next = Na řadě je { $name }
window-match-pass-on = Předej počítač. Nikdo jiný by se dívat neměl.
window-match-take-over = Jsem tu: ukaž mé karty

## The end

window-match-no-result = Bez výsledku
window-match-draw = Nikdo nevyhrál: remíza
window-match-shared = Dělíš se o první místo
window-match-points = { $count ->
    [one] { $count } bod
    [few] { $count } body
    [many] { $count } bodu
   *[other] { $count } bodů
  }
window-match-see-table = Podívat se na stůl

## Beside the board

window-match-helpers = Pomoc
window-match-helpers-new = Pomoc !
window-match-all-see = Všichni
window-match-more = { $count ->
    [one] a ještě { $count }
    [few] a ještě { $count }
   *[other] a ještě { $count }
  }
