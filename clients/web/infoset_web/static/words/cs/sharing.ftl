# Co ze stránky odchází jako soubor, rámec jiné stránky nebo přenos, a vrací se.
sharing-csv = CSV
sharing-csv-about = Tyto výsledky jako tabulka pro tabulkový procesor
sharing-save = Uložit
sharing-save-about = Uložit tuto partii
sharing-film = Pro tuto stránku
sharing-film-about = Film: otevře ho každá stránka Infosetu, i bez tohoto serveru
sharing-record = Pro okno, terminál a programy
sharing-record-about = Zápis: každý krok tak, jak ho mají pravidla
sharing-picture = Uložit obrázek
sharing-picture-about = Uložit desku tak, jak ji vidíš, jako obrázek
sharing-no-picture = Tento prohlížeč obrázek desky udělat neumí.

sharing-open = Otevřít soubor
sharing-saved = Uložená partie
sharing-replays = Všechny záznamy
sharing-none-open = Není tu otevřen žádný soubor.
sharing-not-shown = Tento soubor nelze ukázat: není v něm partie této hry.
sharing-too-large = Soubor je větší než { $size } MB.
sharing-not-opened = Tento soubor nelze otevřít: { $why }.
sharing-is-record = Toto je zápis. K jeho přehrání jsou potřeba pravidla: přetáhni ho do okna, nebo použij infoset replay FILE. Tento server tu partii nemá.

# What a file was expected to hold: ends the sentence of sharing-not-opened.
sharing-wants-form = očekává se soubor, který uložila tato stránka, ve tvaru { $form }
sharing-wants-match = { $field }: očekává se označení partie
sharing-wants-object = { $field }: očekává se objekt
sharing-wants-views = { $field }: očekává se all, public nebo seat:N
sharing-wants-list = { $field }: očekává se seznam
sharing-wants-value = { $field }: očekává se to, co tam má { $type }
sharing-wants-beginning = { $field }: očekává se partie od začátku

## A stream, and a frame of another site

sharing-waiting = Čekám na partii …
sharing-tape = Přehrávání
sharing-back = O krok zpět
sharing-on = O krok dál
sharing-run = Přehrát
sharing-stop = Zastavit
sharing-place = Místo v partii
sharing-not-shown-here = Tuto partii tu nelze ukázat.
sharing-not-found = Taková partie pro všechny není, nebo je příliš dlouhá, než aby se tu dala ukázat.
sharing-busy = Server teď na tuto partii nemá čas. Zkus to za chvíli znovu.
