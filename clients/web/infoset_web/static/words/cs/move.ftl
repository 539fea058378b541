# Jiné zařízení, na kterém se pokračuje.
move-title = Jiné zařízení
move-button = Pokračovat na jiném zařízení
move-enter = Na druhém zařízení zvolte „Z jiného zařízení“ a zadejte
move-about = nebo otevřete { $link }. Platí jednou, ještě { $time }. Pak zde skončíte a co hrajete, půjde dál tam, i se vším, co bylo řečeno.
move-link = odkaz
move-copied = Odkaz je ve schránce. Nikomu ho neukazujte: kdo ho má, vstoupí jako vy.
move-code = Kód, který ukazuje vaše druhé zařízení
move-code-about = Je tam v nastavení. Platí jednou.
move-go = Pokračovat zde
move-way = Z jiného zařízení
move-gone = Pokračujete na svém druhém zařízení.
