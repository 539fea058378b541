# A bot that is written in the page: the editor, how it plays, where it goes on.
playground-about = Nie je čo inštalovať. Program beží v tomto prehliadači, bez vlastnej siete; ostáva v tomto zariadení. Tab odsadzuje; Esc a potom Tab opustí editor.
playground-editor = Program bota
playground-open = Otvoriť súbor
playground-sample = Začať s …
playground-sample-starter = začiatkom: stavia, kde môže
playground-sample-verbs = slovesami v poradí
playground-sample-playouts = partiami, ktoré dohrá server
playground-sample-sure = Má to nahradiť, čo je napísané?
playground-try = Nechať hrať
playground-rules = Pravidlá
playground-rules-usual = obvyklé
playground-against = Proti
playground-matches = Partie
playground-pace = Tempo
playground-room = { $name }: bot pri práci
playground-play = Hrať
playground-stop = Zastaviť
playground-starting = Začína sa …
playground-progress = { $played } z { $count ->
    [one] { $count } partie
    [few] { $count } partií
   *[other] { $count } partií
  }
playground-waits = Tvoj bot neodpovedal dlhšie než desať sekúnd. Nie je tam nekonečný cyklus? Zastaviť ho ukončí.
playground-no-run = Nič nehrá: program končí riadkom „if (isMain(import.meta)) await run(MyBot);“, ako začiatok.
playground-line = Riadok { $line }
playground-results = Výsledky
playground-won = Prvý v { $won } z { $played ->
    [one] { $played } partie
    [few] { $played } partií
   *[other] { $played } partií
  }. Dlhodobo je to podiel medzi { $low } % a { $high } % (95-krát zo 100).
playground-faults = { $count ->
    [one] Jedno rozhodnutie sa nepodarilo
    [few] { $count } rozhodnutia sa nepodarili
   *[other] { $count } rozhodnutí sa nepodarilo
  }: prečo, hovorí záznam. Zahral sa náhradný ťah servera.
playground-match = Partia
playground-place = Miesto
playground-points = Body
playground-fault = Chyby
playground-why = Pozrieť sa
playground-replay = Záznam partie
playground-log = Čo napísal
playground-left-out = V tejto partii napísal ešte viac; je to vynechané.
playground-asked = Čo od neho chceli naposledy: { $kind }
playground-onward = Kade ďalej
playground-onward-about = Ako priečinok beží doma, bez zmeny, v každej partii aj v aréne. Nahratý hrá na tomto serveri dňom i nocou, aj na rebríčkoch; každé nahratie je nová verzia.
playground-name = Meno bota
playground-plays = Pre
playground-plays-all = všetky hry
playground-save = Uložiť priečinok
playground-upload = Nahrať
