# Čo zo stránky odchádza ako súbor, rámec inej stránky alebo prenos, a vracia sa.
sharing-csv = CSV
sharing-csv-about = Tieto výsledky ako tabuľka pre tabuľkový procesor
sharing-save = Uložiť
sharing-save-about = Uložiť túto partiu
sharing-film = Pre túto stránku
sharing-film-about = Film: otvorí ho každá stránka Infosetu, aj bez tohto servera
sharing-record = Pre okno, terminál a programy
sharing-record-about = Zápis: každý krok tak, ako ho majú pravidlá
sharing-picture = Uložiť obrázok
sharing-picture-about = Uložiť dosku tak, ako ju vidíš, ako obrázok
sharing-no-picture = Tento prehliadač obrázok dosky urobiť nevie.

sharing-open = Otvoriť súbor
sharing-saved = Uložená partia
sharing-replays = Všetky záznamy
sharing-none-open = Nie je tu otvorený žiadny súbor.
sharing-not-shown = Tento súbor nemožno ukázať: nie je v ňom partia tejto hry.
sharing-too-large = Súbor je väčší ako { $size } MB.
sharing-not-opened = Tento súbor nemožno otvoriť: { $why }.
sharing-is-record = Toto je zápis. Na jeho prehranie sú potrebné pravidlá: presuň ho do okna alebo použi infoset replay FILE. Tento server tú partiu nemá.

# What a file was expected to hold: ends the sentence of sharing-not-opened.
sharing-wants-form = očakáva sa súbor, ktorý uložila táto stránka, v tvare { $form }
sharing-wants-match = { $field }: očakáva sa označenie partie
sharing-wants-object = { $field }: očakáva sa objekt
sharing-wants-views = { $field }: očakáva sa all, public alebo seat:N
sharing-wants-list = { $field }: očakáva sa zoznam
sharing-wants-value = { $field }: očakáva sa to, čo tam má { $type }
sharing-wants-beginning = { $field }: očakáva sa partia od začiatku

## A stream, and a frame of another site

sharing-waiting = Čakám na partiu …
sharing-tape = Prehrávanie
sharing-back = O krok späť
sharing-on = O krok ďalej
sharing-run = Prehrať
sharing-stop = Zastaviť
sharing-place = Miesto v partii
sharing-not-shown-here = Túto partiu tu nemožno ukázať.
sharing-not-found = Taká partia pre všetkých nie je, alebo je príliš dlhá na to, aby sa tu dala ukázať.
sharing-busy = Server teraz na túto partiu nemá čas. Skús to o chvíľu znova.
