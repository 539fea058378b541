# Ein Spiel, das die Seite nicht kennt.

any-about = Ein Spiel dieses Servers. Die Seite zeigt, was dein Platz weiß und welche Möglichkeiten du hast.
any-seat = Platz { $seat }
any-known = Was alle wissen
any-known-seat = Was dein Platz weiß
any-decide = Entscheiden
any-hidden = hat gehandelt, du siehst nicht wie
any-instead = Dieses Spiel hat ein eigenes Brett, das nicht gezeigt werden konnte. Du spielst mit dem, das zu jedem Spiel passt; sonst fehlt nichts.
