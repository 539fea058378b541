# Čo hovorí terminál okrem toho, čo hovorí stránka; slová hier sú v ich katalógoch.

## Mená, časy

terminal-nobody = nikto
terminal-per-move = { $time } na ťah
terminal-no-clock = bez hodín

## Obrázok

terminal-match = partia { $match }
terminal-knows = čo vie { $name }
terminal-no-result-yet = partia ešte nemá výsledok
terminal-no-result = bez výsledku ({ $reason })
terminal-result = výsledok ({ $reason }):
terminal-reason-finished = dohrané
terminal-reason-forfeit = kontumácia
terminal-reason-resign = vzdané
terminal-reason-timeout = čas vypršal
terminal-reason-aborted = prerušené
terminal-reason-error = chyba
terminal-is-back = { $name } je späť
terminal-is-away = { $name } je preč
terminal-stands-in = { $name } je preč; ďalej hrá domáci bot { $bot }
terminal-replaced = Príliš často ti vypršal čas: ďalej za teba hrá domáci bot { $bot }. Prihlás sa znova s rovnakým účtom a miesto je zase tvoje
terminal-asks-undo = { $name } chce vziať späť posledný krok
terminal-over = hra sa skončila

## Keď hráš

terminal-help-1 = Napíš číslo akcie, alebo ju vypíš: ako, to je v zátvorke.
terminal-help-2 = Spoločný rozkaz má pre každé miesto jednu možnosť, oddelené čiarkami.
terminal-help-3 = Len sloveso akcie s poľami, napríklad offer, sa na ne opýta po jednom.
terminal-help-4 = Zoznam v hranatých zátvorkách sa berie, ako ho má protokol.
terminal-help-5 = Bodka zahrá to, čo by sa stalo po vypršaní času.
terminal-help-6 = assist vytvorí kód pre program, ktorý pomáha; odpovedá sa mu accept 1, commit, grant, dismiss.
terminal-help-7 = block MENO od teba drží iného človeka, unblock MENO ho zase pustí bližšie.
terminal-help-8 = device vytvorí kód, s ktorým budeš pokračovať na inom zariadení.
terminal-help-9 = undo vezme späť tvoj posledný krok, kde sa dá; agree a decline odpovie tomu, kto o to žiada teba.
terminal-help-10 = text povie pozíciu a otázku vo vetách.
terminal-help-11 = know povie, čo vieš a s akou šancou; weigh, ako každý tvoj ťah zmení tvoje šance na výhru.
terminal-help-12 = Samotný Enter ukáže pozíciu znova, q napísané dvakrát opustí miesto, ? ukáže toto.
terminal-ask-leave = Opustiť miesto? Partia pôjde ďalej bez teba a môže za teba hrať bot: ďalšie q odíde, čokoľvek iné ostane.
terminal-prompt-leave = opustiť miesto?
terminal-prompt-waiting = čaká sa:
terminal-too-late = neskoro: { $why }
terminal-nothing-asked = teraz od teba nikto nič nechce
terminal-not-sent = neodoslané: { $why }
terminal-left = miesto je opustené; partia ide ďalej bez teba
terminal-input-ended = vstup sa skončil; partia ide ďalej bez teba
terminal-terminal-gone = terminál je preč; partia ide ďalej bez teba
terminal-nothing-to-undo = teraz nie je čo vziať späť
terminal-nothing-to-weigh = teraz nie je medzi akými ťahmi voliť
terminal-undo-not-asked = nikto ťa nežiada o vrátenie kroku
terminal-more = ďalšie: { $what }
terminal-answer-with = odpovedz toľkými z nich: { $count }, oddelené čiarkami
terminal-type-number = napíš číslo akcie, alebo ? pre pomoc
terminal-too-long = to je príliš dlhé; najviac { $count } znakov
terminal-none-of-these = to nie je žiadna z akcií, ktoré teraz idú
terminal-no-number = { $number } tu nie je; čaká sa 0 až { $last }, alebo akcia slovami
terminal-no-joint = spoločný rozkaz číslo { $number } nie je
terminal-no-json = to nie je JSON: { $why }
terminal-list-expected = čaká sa zoznam, ktorý sa začína slovesom, napríklad { $example }
terminal-options-expected = čaká sa toľko možností: { $count } ({ $names }), oddelené čiarkami; je ich { $got }
terminal-several-options = tak sa začína viac možností
terminal-no-option = taká možnosť nie je
terminal-one-of = { $where }: { $what }; čaká sa jedno z: { $options }
terminal-no-person = žiadny iný človek { $name } tu nehrá; sú tu: { $people }
terminal-none = nikto
terminal-unblock-expected = čaká sa: unblock MENO. { $kept }
terminal-kept-away = držia sa od teba: { $names }
terminal-you-are = { $rules }, si { $name } na mieste { $seat }
terminal-decision = rozhodnutie { $number }: { $task }
terminal-room-open = miestnosť { $room } je otvorená, voľné miesta: { $count }; pridaj sa: { $command }

## Turnaj medzi partiami

terminal-tournament-where = { $title }, { $round }. kolo
terminal-tournament-in = zúčastňuješ sa turnaja { $title }: { $state }
terminal-tournament-state = { $title }: { $state }
terminal-tournament-open = ešte nezačal; k stolom ťa zavolá tu
terminal-tournament-running = beží; k stolom ťa zavolá tu
terminal-tournament-paused = je pozastavený
terminal-tournament-over = skončil
terminal-tournament-gone = bol zmazaný
terminal-tournament-other = v stave, ktorý tu nie je známy
terminal-tournament-drawn = { $where }: stretneš sa s: { $others }
terminal-tournament-bye = { $where }: máš voľno
terminal-tournament-called = { $where }: čaká na teba stôl, súperi: { $others }
terminal-tournament-ask = Keď môžeš začať, stlač Enter; zostáva { $time }.
terminal-tournament-wait = Partia sa začne, len čo tu budú všetci; zostáva { $time }.
terminal-tournament-prompt = začať?
terminal-tournament-ready = čakáš na ostatných; partia začne, keď potvrdia všetci
terminal-tournament-ask-leave = Odísť? Kto včas nepotvrdí, že môže začať, pri stole prehrá: ďalšie q odíde, čokoľvek iné zostane.
terminal-tournament-left = miesto je opustené; kto pri stole včas nepotvrdí, že môže začať, prehrá ho
terminal-tournament-decided = { $where } je rozhodnuté (miesto, meno, body):
terminal-tournament-decided-hidden = { $where } je rozhodnuté; výsledky ešte nie sú zverejnené
terminal-tournament-row = { $place }  { $name }  { $points }

## Programy, ktoré pomáhajú

terminal-and-more = { $by }: a ďalšie: { $count }
terminal-suggests = { $by } navrhuje { $what }
terminal-laid-ready = pripravené: { $orders }; ostáva: { $open }
terminal-laid-none = nič
terminal-played = zahrané
terminal-grant-expected = čaká sa: grant POMOCNÍK PRÁVO ...
terminal-granted = { $name } teraz smie: { $rights }
terminal-dismiss-expected = čaká sa: dismiss [POMOCNÍK]
terminal-dismissed = { $name }: už nepomáha
terminal-dismissed-all = už nikto nepomáha
terminal-accept-expected = čaká sa: accept N, alebo accept N.C
terminal-laid-commit = pripravené; `commit` to zahrá
terminal-nothing-laid = nič nie je pripravené
terminal-commit-expected = čaká sa: commit
terminal-no-assistant = pomocník { $name } tu nie je; sú tu: { $names }
terminal-no-right = právo { $right } nie je; sú tu: { $rights }
terminal-server = server
terminal-level-warning = varovanie
terminal-level-error = chyba
terminal-heat = žiar { $value }
terminal-index = číslo { $index }
terminal-picks = voľby { $picks }

## Sledovanie, záznamy

terminal-waiting-for-match = žiadna partia nebeží; čaká sa na ňu
terminal-no-match = partia { $match } na sledovanie nie je; možno sa už skončila
terminal-no-room = miestnosť { $room } na sledovanie nie je; možno sa už skončila
terminal-version = verzia { $version } z { $last }
terminal-running = beží
terminal-still = stojí
terminal-go-to = na verziu: { $typed }
terminal-view-public = verejne
terminal-view-all = všetko
terminal-keys = medzerník beh  šípky krok  page skok  home/end  g VERZIA  +/- rýchlosť  0-9 miesto  p verejne  a všetko  q

## Ďalej na inom zariadení

terminal-device = na druhom zariadení zadaj { $code }, alebo tam spusti: { $command } (len raz, do { $count ->
    [one] { $count } minúty
    [few] { $count } minút
   *[other] { $count } minút
  }; potom hráš ďalej tam)
terminal-code-once = platí raz, { $count ->
    [one] { $count } minútu
    [few] { $count } minúty
   *[other] { $count } minút
  }; nikomu ho neukazuj
terminal-moved = si { $name }; odteraz sa prihlasuj takto: { $way }
