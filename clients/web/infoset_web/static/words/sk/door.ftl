# Dvere: kto si?

door-title = Hraj, čo nevidíš.
door-about = Stolové hry so skrytými informáciami. Ľudia a programy pri rovnakých stoloch; čo nesmieš vedieť, sa do tvojho prehliadača nikdy nedostane.
door-ways = Ako vstúpiť
door-as-guest = Ako hosť
door-with-card = S kartičkou
door-with-token = S tokenom
door-unknown = Server už toto meno s týmto zariadením nepozná, alebo token neplatí.
door-forbidden = Sem nesmieš vstúpiť.
door-elsewhere = Táto stránka je s rovnakým menom otvorená ešte niekde inde. Prejsť s ňou sem?
door-refused = Server ťa nepúšťa dnu: { $reason }
door-trying = Server neodpovedá. Skúšam to znova …
door-stop = Prestať
door-go-on = Pokračovať tu
door-go-on-as = Pokračovať tu ako { $name }
door-name = Tvoje meno
door-name-about = Ostatní ho uvidia. Na nič iné sa nepýtame.
door-known = { $name }: toto meno už na tomto zariadení niekto má. Si to ty?
door-another = Nie, som { $name }
door-connecting = Pripájam …
door-enter = Vstúpiť
door-code = Kód z tvojej kartičky alebo z tabule
door-code-about = Funguje raz. Od tej chvíle si to na tomto zariadení ty.
door-use-card = Použiť kartičku
door-pupils = Na tomto zariadení
door-token = Token tvojho účtu
door-token-about = Zostane na tomto zariadení a vymení sa za lístok, ktorý platí raz.
