# Co říká terminál mimo to, co říká stránka; slova her jsou v jejich katalozích.

## Jména, časy

terminal-nobody = nikdo
terminal-per-move = { $time } na tah
terminal-no-clock = bez hodin

## Obrázek

terminal-match = partie { $match }
terminal-knows = co ví { $name }
terminal-no-result-yet = partie ještě nemá výsledek
terminal-no-result = bez výsledku ({ $reason })
terminal-result = výsledek ({ $reason }):
terminal-reason-finished = dohráno
terminal-reason-forfeit = kontumace
terminal-reason-resign = vzdáno
terminal-reason-timeout = čas vypršel
terminal-reason-aborted = přerušeno
terminal-reason-error = chyba
terminal-is-back = { $name } je zpět
terminal-is-away = { $name } je pryč
terminal-stands-in = { $name } je pryč; dál hraje domácí bot { $bot }
terminal-replaced = Příliš často ti vypršel čas: dál za tebe hraje domácí bot { $bot }. Přihlas se znovu se stejným účtem a místo je zase tvoje
terminal-asks-undo = { $name } chce vzít zpět poslední krok
terminal-over = hra skončila

## Když hraješ

terminal-help-1 = Napiš číslo akce, nebo ji vypiš: jak, to je v závorce.
terminal-help-2 = Společný rozkaz má pro každé místo jednu možnost, oddělené čárkami.
terminal-help-3 = Jen sloveso akce s poli, třeba offer, se na ně zeptá jedno po druhém.
terminal-help-4 = Seznam v hranatých závorkách se bere, jak ho má protokol.
terminal-help-5 = Tečka zahraje to, co by se stalo po vypršení času.
terminal-help-6 = assist vytvoří kód pro program, který pomáhá; odpovídá se mu accept 1, commit, grant, dismiss.
terminal-help-7 = block JMÉNO od tebe drží jiného člověka, unblock JMÉNO ho zase pustí blíž.
terminal-help-8 = device vytvoří kód, se kterým budeš pokračovat na jiném zařízení.
terminal-help-9 = undo vezme zpět tvůj poslední krok, kde to jde; agree a decline odpoví tomu, kdo o to žádá tebe.
terminal-help-10 = text poví pozici a otázku ve větách.
terminal-help-11 = know řekne, co víš a s jakou šancí; weigh, jak každý tvůj tah změní tvoje šance na výhru.
terminal-help-12 = Samotný Enter ukáže pozici znovu, q napsané dvakrát opustí místo, ? ukáže tohle.
terminal-ask-leave = Opustit místo? Partie půjde dál bez tebe a může za tebe hrát bot: další q odejde, cokoli jiného zůstane.
terminal-prompt-leave = opustit místo?
terminal-prompt-waiting = čeká se:
terminal-too-late = pozdě: { $why }
terminal-nothing-asked = teď po tobě nikdo nic nechce
terminal-not-sent = neodesláno: { $why }
terminal-left = místo je opuštěné; partie jde dál bez tebe
terminal-input-ended = vstup skončil; partie jde dál bez tebe
terminal-terminal-gone = terminál je pryč; partie jde dál bez tebe
terminal-nothing-to-undo = teď není co vzít zpět
terminal-nothing-to-weigh = teď není mezi jakými tahy volit
terminal-undo-not-asked = nikdo tě nežádá o vrácení kroku
terminal-more = další: { $what }
terminal-answer-with = odpověz tolika z nich: { $count }, oddělené čárkami
terminal-type-number = napiš číslo akce, nebo ? pro nápovědu
terminal-too-long = to je moc dlouhé; nejvýš { $count } znaků
terminal-none-of-these = to není žádná z akcí, které teď jdou
terminal-no-number = { $number } tu není; čeká se 0 až { $last }, nebo akce slovy
terminal-no-joint = společný rozkaz číslo { $number } není
terminal-no-json = to není JSON: { $why }
terminal-list-expected = čeká se seznam, který začíná slovesem, třeba { $example }
terminal-options-expected = čeká se tolik možností: { $count } ({ $names }), oddělené čárkami; je jich { $got }
terminal-several-options = tak začíná víc možností
terminal-no-option = taková možnost není
terminal-one-of = { $where }: { $what }; čeká se jedno z: { $options }
terminal-no-person = žádný jiný člověk { $name } tu nehraje; jsou tu: { $people }
terminal-none = nikdo
terminal-unblock-expected = čeká se: unblock JMÉNO. { $kept }
terminal-kept-away = drží se od tebe: { $names }
terminal-you-are = { $rules }, jsi { $name } na místě { $seat }
terminal-decision = rozhodnutí { $number }: { $task }
terminal-room-open = místnost { $room } je otevřená, volná místa: { $count }; přidej se: { $command }

## Turnaj mezi partiemi

terminal-tournament-where = { $title }, { $round }. kolo
terminal-tournament-in = účastníš se turnaje { $title }: { $state }
terminal-tournament-state = { $title }: { $state }
terminal-tournament-open = ještě nezačal; ke stolům tě zavolá tady
terminal-tournament-running = běží; ke stolům tě zavolá tady
terminal-tournament-paused = je pozastavený
terminal-tournament-over = skončil
terminal-tournament-gone = byl smazán
terminal-tournament-other = ve stavu, který tady není znám
terminal-tournament-drawn = { $where }: potkáš se s: { $others }
terminal-tournament-bye = { $where }: máš volno
terminal-tournament-called = { $where }: čeká na tebe stůl, soupeři: { $others }
terminal-tournament-ask = Až můžeš začít, stiskni Enter; zbývá { $time }.
terminal-tournament-wait = Partie začne, jakmile tu budou všichni; zbývá { $time }.
terminal-tournament-prompt = začít?
terminal-tournament-ready = čekáš na ostatní; partie začne, až potvrdí všichni
terminal-tournament-ask-leave = Odejít? Kdo včas nepotvrdí, že může začít, u stolu prohraje: další q odejde, cokoli jiného zůstane.
terminal-tournament-left = místo je opuštěné; kdo u stolu včas nepotvrdí, že může začít, prohraje ho
terminal-tournament-decided = { $where } je rozhodnuto (místo, jméno, body):
terminal-tournament-decided-hidden = { $where } je rozhodnuto; výsledky ještě nejsou zveřejněné
terminal-tournament-row = { $place }  { $name }  { $points }

## Programy, které pomáhají

terminal-and-more = { $by }: a další: { $count }
terminal-suggests = { $by } navrhuje { $what }
terminal-laid-ready = připraveno: { $orders }; zbývá: { $open }
terminal-laid-none = nic
terminal-played = zahráno
terminal-grant-expected = čeká se: grant POMOCNÍK PRÁVO ...
terminal-granted = { $name } teď smí: { $rights }
terminal-dismiss-expected = čeká se: dismiss [POMOCNÍK]
terminal-dismissed = { $name }: už nepomáhá
terminal-dismissed-all = už nikdo nepomáhá
terminal-accept-expected = čeká se: accept N, nebo accept N.C
terminal-laid-commit = připraveno; `commit` to zahraje
terminal-nothing-laid = nic není připraveno
terminal-commit-expected = čeká se: commit
terminal-no-assistant = pomocník { $name } tu není; jsou tu: { $names }
terminal-no-right = právo { $right } není; jsou tu: { $rights }
terminal-server = server
terminal-level-warning = varování
terminal-level-error = chyba
terminal-heat = žár { $value }
terminal-index = číslo { $index }
terminal-picks = volby { $picks }

## Sledování, záznamy

terminal-waiting-for-match = žádná partie neběží; čeká se na ni
terminal-no-match = partie { $match } ke sledování není; možná už skončila
terminal-no-room = místnost { $room } ke sledování není; možná už skončila
terminal-version = verze { $version } z { $last }
terminal-running = běží
terminal-still = stojí
terminal-go-to = na verzi: { $typed }
terminal-view-public = veřejně
terminal-view-all = vše
terminal-keys = mezerník běh  šipky krok  page skok  home/end  g VERZE  +/- rychlost  0-9 místo  p veřejně  a vše  q

## Dál na jiném zařízení

terminal-device = na druhém zařízení zadej { $code }, nebo tam spusť: { $command } (jen jednou, do { $count ->
    [one] { $count } minuty
    [few] { $count } minut
   *[other] { $count } minut
  }; pak hraješ dál tam)
terminal-code-once = platí jednou, { $count ->
    [one] { $count } minutu
    [few] { $count } minuty
   *[other] { $count } minut
  }; nikomu ho neukazuj
terminal-moved = jsi { $name }; odteď se přihlašuj takhle: { $way }
