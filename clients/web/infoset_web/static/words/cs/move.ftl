# Jiné zařízení, na kterém se pokračuje.
move-title = Jiné zařízení
move-button = Pokračovat na jiném zařízení
move-enter = Na druhém zařízení zvol „Z jiného zařízení“ a zadej
move-about = nebo otevři { $link }. Platí jednou, ještě { $time }. Pak zde skončíš a co hraješ, půjde dál tam, i se vším, co bylo řečeno.
move-link = odkaz
move-copied = Odkaz je ve schránce. Nikomu ho neukazuj: kdo ho má, vstoupí jako ty.
move-code = Kód, který ukazuje tvé druhé zařízení
move-code-about = Je tam v nastavení. Platí jednou.
move-go = Pokračovat zde
move-way = Z jiného zařízení
move-gone = Pokračuješ na svém druhém zařízení.
move-once = Platí jednou, ještě { $time }. Pak zde skončíš a co hraješ, půjde dál tam, i se vším, co bylo řečeno.
