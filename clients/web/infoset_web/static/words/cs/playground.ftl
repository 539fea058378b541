# A bot that is written in the page: the editor, how it plays, where it goes on.
playground-about = Není co instalovat. Program běží v tomto prohlížeči, bez vlastní sítě; zůstává v tomto zařízení. Tab odsazuje; Esc a pak Tab opustí editor.
playground-editor = Program bota
playground-open = Otevřít soubor
playground-sample = Začít s …
playground-sample-starter = začátkem: staví, kde může
playground-sample-verbs = slovesy v pořadí
playground-sample-playouts = partiemi, které dohraje server
playground-sample-sure = Má to nahradit, co je napsáno?
playground-try = Nechat hrát
playground-rules = Pravidla
playground-rules-usual = obvyklá
playground-against = Proti
playground-matches = Partie
playground-pace = Tempo
playground-room = { $name }: bot při práci
playground-play = Hrát
playground-stop = Zastavit
playground-starting = Začíná se …
playground-progress = { $played } z { $count ->
    [one] { $count } partie
    [few] { $count } partií
   *[other] { $count } partií
  }
playground-waits = Tvůj bot neodpověděl déle než deset sekund. Není tam nekonečný cyklus? Zastavit ho ukončí.
playground-no-run = Nic nehraje: program končí řádkem „if (isMain(import.meta)) await run(MyBot);“, jako začátek.
playground-line = Řádek { $line }
playground-results = Výsledky
playground-won = První v { $won } z { $played ->
    [one] { $played } partie
    [few] { $played } partií
   *[other] { $played } partií
  }. Dlouhodobě je to podíl mezi { $low } % a { $high } % (95krát ze 100).
playground-faults = { $count ->
    [one] Jedno rozhodnutí se nepovedlo
    [few] { $count } rozhodnutí se nepovedla
   *[other] { $count } rozhodnutí se nepovedlo
  }: proč, říká záznam. Zahrál se náhradní tah serveru.
playground-match = Partie
playground-place = Místo
playground-points = Body
playground-fault = Chyby
playground-why = Podívat se
playground-replay = Záznam partie
playground-log = Co napsal
playground-left-out = V této partii napsal ještě víc; je to vynecháno.
playground-asked = Co po něm chtěli naposled: { $kind }
playground-onward = Kudy dál
playground-onward-about = Jako složka běží doma, beze změny, v každé partii i v aréně. Nahraný hraje na tomto serveru dnem i nocí, i na žebříčcích; každé nahrání je nová verze.
playground-name = Jméno bota
playground-plays = Pro
playground-plays-all = všechny hry
playground-save = Uložit složku
playground-upload = Nahrát
