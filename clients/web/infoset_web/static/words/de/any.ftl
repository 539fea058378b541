# Ein Spiel, das die Seite nicht kennt.

any-about = Ein Spiel dieses Servers. Die Seite zeigt, was dein Platz weiß und welche Möglichkeiten du hast.
