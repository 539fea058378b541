# A bot that is written in the page: the editor, how it plays, where it goes on.
workshop-about = Není co instalovat. Program běží v tomto prohlížeči, bez vlastní sítě; zůstává v tomto zařízení. Tab odsazuje; Esc a pak Tab opustí editor.
workshop-editor = Program bota
workshop-open = Otevřít soubor
workshop-sample = Začít s …
workshop-sample-starter = začátkem: staví, kde může
workshop-sample-verbs = slovesy v pořadí
workshop-sample-playouts = partiemi, které dohraje server
workshop-sample-sure = Má to nahradit, co je napsáno?
workshop-try = Nechat hrát
workshop-rules = Pravidla
workshop-rules-usual = obvyklá
workshop-against = Proti
workshop-matches = Partie
workshop-room = { $name }: bot při práci
workshop-play = Hrát
workshop-stop = Zastavit
workshop-starting = Začíná se …
workshop-progress = { $played } z { $count ->
    [one] { $count } partie
    [few] { $count } partií
   *[other] { $count } partií
  }
workshop-waits = Tvůj bot neodpověděl déle než deset sekund. Není tam nekonečný cyklus? Zastavit ho ukončí.
workshop-no-run = Nic nehraje: program končí řádkem „if (isMain(import.meta)) await run(MyBot);“, jako začátek.
workshop-line = Řádek { $line }
workshop-results = Výsledky
workshop-won = První v { $won } z { $played ->
    [one] { $played } partie
    [few] { $played } partií
   *[other] { $played } partií
  }. Dlouhodobě je to podíl mezi { $low } % a { $high } % (95krát ze 100).
workshop-faults = { $count ->
    [one] Jedno rozhodnutí se nepovedlo
    [few] { $count } rozhodnutí se nepovedla
   *[other] { $count } rozhodnutí se nepovedlo
  }: proč, říká záznam. Zahrál se náhradní tah serveru.
workshop-match = Partie
workshop-place = Místo
workshop-points = Body
workshop-fault = Chyby
workshop-why = Podívat se
workshop-replay = Záznam partie
workshop-log = Co napsal
workshop-left-out = V této partii napsal ještě víc; je to vynecháno.
workshop-asked = Co po něm chtěli naposled: { $kind }
workshop-onward = Kudy dál
workshop-onward-about = Jako složka běží doma, beze změny, v každé partii i v aréně. Nahraný hraje na tomto serveru dnem i nocí, i na žebříčcích; každé nahrání je nová verze.
workshop-name = Jméno bota
workshop-plays = Pro
workshop-plays-all = všechny hry
workshop-save = Uložit složku
workshop-upload = Nahrát
