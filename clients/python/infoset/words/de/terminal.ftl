# Was das Terminal sagt, außer dem, wofür die Seite Worte hat; die Worte der Spiele stehen in deren Katalogen.

## Namen, Zeiten

terminal-nobody = niemand
terminal-per-move = { $time } je Zug
terminal-no-clock = keine Uhr

## Das Bild

terminal-match = Partie { $match }
terminal-knows = was { $name } weiß
terminal-no-result-yet = die Partie hat noch kein Ergebnis
terminal-no-result = kein Ergebnis ({ $reason })
terminal-result = Ergebnis ({ $reason }):
terminal-reason-finished = zu Ende gespielt
terminal-reason-forfeit = verwirkt
terminal-reason-resign = aufgegeben
terminal-reason-timeout = Zeit abgelaufen
terminal-reason-aborted = abgebrochen
terminal-reason-error = Fehler
terminal-is-back = { $name } ist zurück
terminal-is-away = { $name } ist weg
terminal-stands-in = { $name } ist weg; der Hausbot { $bot } spielt weiter
terminal-replaced = Deine Zeit ist zu oft abgelaufen: Der Hausbot { $bot } spielt für dich weiter. Melde dich mit demselben Konto neu an, und der Platz gehört wieder dir
terminal-asks-undo = { $name } möchte den letzten Schritt zurücknehmen
terminal-over = das Spiel ist aus

## Beim Spielen

terminal-help-1 = Tippe die Nummer einer Aktion, oder schreibe sie: wie, steht in Klammern.
terminal-help-2 = Ein gemeinsamer Befehl nimmt für jeden Platz eine Möglichkeit, getrennt durch Kommas.
terminal-help-3 = Das bloße Wort einer Aktion mit Feldern, wie offer, fragt eins nach dem anderen ab.
terminal-help-4 = Eine Liste in Klammern gilt, wie das Protokoll sie hat.
terminal-help-5 = Ein Punkt spielt, was eine versäumte Frist spielen würde.
terminal-help-6 = assist macht einen Code für ein Programm, das hilft; accept 1, commit, grant, dismiss antworten ihm.
terminal-help-7 = block NAME hält einen anderen Menschen von dir fern, unblock NAME lässt ihn wieder heran.
terminal-help-8 = device macht einen Code, mit dem du auf einem anderen Gerät weiterspielst.
terminal-help-9 = undo nimmt deinen letzten Schritt zurück, wo das geht; agree und decline antworten dem, der dich darum bittet.
terminal-help-10 = text sagt die Stellung und die Frage in Sätzen.
terminal-help-11 = know sagt mit Chancen, was du weißt; weigh, wie jeder deiner Züge deine Gewinnchancen ändert.
terminal-help-12 = Enter allein zeigt die Stellung noch einmal, q zweimal getippt verlässt den Platz, ? zeigt dies.
terminal-ask-leave = Den Platz verlassen? Die Partie geht ohne dich weiter, und vielleicht spielt ein Bot für dich: noch einmal q geht, alles andere bleibt.
terminal-prompt-leave = den Platz verlassen?
terminal-prompt-waiting = warten:
terminal-too-late = zu spät: { $why }
terminal-nothing-asked = jetzt wirst du nichts gefragt
terminal-not-sent = nicht gesendet: { $why }
terminal-left = du hast den Platz verlassen; die Partie geht ohne dich weiter
terminal-input-ended = die Eingabe ist zu Ende; die Partie geht ohne dich weiter
terminal-terminal-gone = das Terminal ist weg; die Partie geht ohne dich weiter
terminal-nothing-to-undo = jetzt gibt es nichts zurückzunehmen
terminal-nothing-to-weigh = du hast jetzt keine Wahl zwischen Zügen, die sich schätzen ließen
terminal-undo-not-asked = niemand bittet dich, einen Schritt zurückzunehmen
terminal-more = mehr: { $what }
terminal-answer-with = antworte mit so vielen davon: { $count }, getrennt durch Kommas
terminal-type-number = tippe die Nummer einer Aktion, oder ? für Hilfe
terminal-too-long = das ist zu lang; höchstens { $count } Zeichen
terminal-none-of-these = das ist keine der Aktionen, die jetzt gehen
terminal-no-number = { $number } gibt es hier nicht; erwartet: 0 bis { $last }, oder eine Aktion in Worten
terminal-no-joint = einen gemeinsamen Befehl Nummer { $number } gibt es nicht
terminal-no-json = das ist kein JSON: { $why }
terminal-list-expected = erwartet: eine Liste, die mit einem Verb beginnt, wie { $example }
terminal-options-expected = erwartet: { $count } Möglichkeiten ({ $names }), getrennt durch Kommas; es sind { $got }
terminal-several-options = mehrere Möglichkeiten beginnen so
terminal-no-option = so eine Möglichkeit gibt es nicht
terminal-one-of = { $where }: { $what }; erwartet: eins von { $options }
terminal-no-person = kein anderer Mensch { $name } spielt hier; es gibt: { $people }
terminal-none = niemand
terminal-unblock-expected = erwartet: unblock NAME. { $kept }
terminal-kept-away = von dir ferngehalten: { $names }
terminal-you-are = { $rules }, du bist { $name } auf Platz { $seat }
terminal-decision = Entscheidung { $number }: { $task }
terminal-room-open = Raum { $room } ist offen, { $count ->
    [one] { $count } Platz ist
   *[other] { $count } Plätze sind
  } frei; mitspielen: { $command }

## Ein Turnier, zwischen seinen Partien

terminal-tournament-where = { $title }, Runde { $round }
terminal-tournament-in = du nimmst an { $title } teil: { $state }
terminal-tournament-state = { $title }: { $state }
terminal-tournament-open = es hat noch nicht begonnen; hier wirst du an deine Tische gerufen
terminal-tournament-running = es läuft; hier wirst du an deine Tische gerufen
terminal-tournament-paused = es pausiert
terminal-tournament-over = es ist zu Ende
terminal-tournament-gone = es wurde gelöscht
terminal-tournament-other = in einem Zustand, der hier nicht bekannt ist
terminal-tournament-drawn = { $where }: Du triffst auf { $others }
terminal-tournament-bye = { $where }: Du hast spielfrei
terminal-tournament-called = { $where }: Du wirst an deinen Tisch gerufen, gegen { $others }
terminal-tournament-ask = Drück die Eingabetaste, wenn du bereit bist; noch { $time }.
terminal-tournament-wait = Die Partie beginnt, sobald alle da sind; noch { $time }.
terminal-tournament-prompt = bereit?
terminal-tournament-ready = du bist bereit; die Partie beginnt, wenn alle es sind
terminal-tournament-ask-leave = Gehen? Wer nicht rechtzeitig bereit ist, verliert den Tisch: noch einmal q geht, alles andere bleibt.
terminal-tournament-left = du bist gegangen; wer an einem Tisch nicht rechtzeitig bereit ist, verliert ihn
terminal-tournament-decided = { $where } ist entschieden (Platz, Name, Punkte):
terminal-tournament-decided-hidden = { $where } ist entschieden; die Ergebnisse sind noch nicht freigegeben
terminal-tournament-row = { $place }  { $name }  { $points }

## Programme, die helfen

terminal-and-more = { $by }: und { $count } mehr
terminal-suggests = { $by } schlägt vor: { $what }
terminal-laid-ready = bereitgelegt: { $orders }; offen: { $open }
terminal-laid-none = nichts
terminal-played = gespielt
terminal-grant-expected = erwartet: grant HELFER RECHT ...
terminal-granted = { $name } darf jetzt: { $rights }
terminal-dismiss-expected = erwartet: dismiss [HELFER]
terminal-dismissed = { $name }: weggeschickt
terminal-dismissed-all = alle Helfer: weggeschickt
terminal-accept-expected = erwartet: accept N, oder accept N.C
terminal-laid-commit = bereitgelegt; `commit` spielt es
terminal-nothing-laid = nichts ist bereitgelegt
terminal-commit-expected = erwartet: commit
terminal-no-assistant = es gibt keinen Helfer { $name }; es gibt: { $names }
terminal-no-right = es gibt kein Recht { $right }; es gibt: { $rights }
terminal-server = Server
terminal-level-warning = Warnung
terminal-level-error = Fehler
terminal-heat = Hitze { $value }
terminal-index = Nummer { $index }
terminal-picks = Wahl { $picks }

## Zuschauen, Aufzeichnungen

terminal-waiting-for-match = keine Partie läuft; es wird auf eine gewartet
terminal-no-match = es gibt keine Partie { $match } zum Zuschauen; vielleicht ist sie aus
terminal-no-room = es gibt keinen Raum { $room } zum Zuschauen; vielleicht ist alles aus
terminal-version = Version { $version } von { $last }
terminal-running = läuft
terminal-still = steht
terminal-go-to = zu Version: { $typed }
terminal-view-public = öffentlich
terminal-view-all = alles
terminal-keys = Leertaste Lauf  Pfeile Schritt  Bild Sprung  home/end  g VERSION  +/- Tempo  0-9 Platz  p öffentlich  a alles  q

## Auf einem anderen Gerät weiter

terminal-device = gib auf dem anderen Gerät { $code } ein, oder starte dort: { $command } (einmal, innerhalb von { $count ->
    [one] { $count } Minute
   *[other] { $count } Minuten
  }; danach geht es dort weiter)
terminal-code-once = gilt einmal, { $count ->
    [one] { $count } Minute
   *[other] { $count } Minuten
  } lang; zeig ihn niemandem
terminal-moved = du bist { $name }; komm von nun an mit { $way }
