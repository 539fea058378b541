# A bot that is written in the page: the editor, how it plays, where it goes on.
workshop-about = Nie je čo inštalovať. Program beží v tomto prehliadači, bez vlastnej siete; ostáva v tomto zariadení. Tab odsadzuje; Esc a potom Tab opustí editor.
workshop-editor = Program bota
workshop-open = Otvoriť súbor
workshop-sample = Začať s …
workshop-sample-starter = začiatkom: stavia, kde môže
workshop-sample-verbs = slovesami v poradí
workshop-sample-playouts = partiami, ktoré dohrá server
workshop-sample-sure = Má to nahradiť, čo je napísané?
workshop-try = Nechať hrať
workshop-rules = Pravidlá
workshop-rules-usual = obvyklé
workshop-against = Proti
workshop-matches = Partie
workshop-room = { $name }: bot pri práci
workshop-play = Hrať
workshop-stop = Zastaviť
workshop-starting = Začína sa …
workshop-progress = { $played } z { $count ->
    [one] { $count } partie
    [few] { $count } partií
   *[other] { $count } partií
  }
workshop-waits = Tvoj bot neodpovedal dlhšie než desať sekúnd. Nie je tam nekonečný cyklus? Zastaviť ho ukončí.
workshop-no-run = Nič nehrá: program končí riadkom „if (isMain(import.meta)) await run(MyBot);“, ako začiatok.
workshop-line = Riadok { $line }
workshop-results = Výsledky
workshop-won = Prvý v { $won } z { $played ->
    [one] { $played } partie
    [few] { $played } partií
   *[other] { $played } partií
  }. Dlhodobo je to podiel medzi { $low } % a { $high } % (95-krát zo 100).
workshop-faults = { $count ->
    [one] Jedno rozhodnutie sa nepodarilo
    [few] { $count } rozhodnutia sa nepodarili
   *[other] { $count } rozhodnutí sa nepodarilo
  }: prečo, hovorí záznam. Zahral sa náhradný ťah servera.
workshop-match = Partia
workshop-place = Miesto
workshop-points = Body
workshop-fault = Chyby
workshop-why = Pozrieť sa
workshop-replay = Záznam partie
workshop-log = Čo napísal
workshop-left-out = V tejto partii napísal ešte viac; je to vynechané.
workshop-asked = Čo od neho chceli naposledy: { $kind }
workshop-onward = Kade ďalej
workshop-onward-about = Ako priečinok beží doma, bez zmeny, v každej partii aj v aréne. Nahratý hrá na tomto serveri dňom i nocou, aj na rebríčkoch; každé nahratie je nová verzia.
workshop-name = Meno bota
workshop-plays = Pre
workshop-plays-all = všetky hry
workshop-save = Uložiť priečinok
workshop-upload = Nahrať
