# Dveře: kdo jsi?

door-title = Hraj, co nevidíš.
door-about = Deskové hry se skrytými informacemi. Lidé a programy u stejných stolů; co nesmíš vědět, se do tvého prohlížeče nikdy nedostane.
door-ways = Jak vstoupit
door-as-guest = Jako host
door-with-card = S kartičkou
door-with-token = S tokenem
door-unknown = Server už toto jméno s tímto zařízením nezná, nebo token neplatí.
door-forbidden = Sem nesmíš vstoupit.
door-elsewhere = Tato stránka je se stejným jménem otevřená ještě někde jinde. Přejít s ní sem?
door-refused = Server tě nepouští dovnitř: { $reason }
door-trying = Server neodpovídá. Zkouším to znovu …
door-stop = Přestat
door-go-on = Pokračovat tady
door-go-on-as = Pokračovat tady jako { $name }
door-name = Tvoje jméno
door-name-about = Ostatní ho uvidí. Na nic jiného se neptáme.
door-known = { $name }: toto jméno už na tomto zařízení někdo má. Jsi to ty?
door-another = Ne, jsem { $name }
door-connecting = Připojuji …
door-enter = Vstoupit
door-code = Kód z tvé kartičky nebo z tabule
door-code-about = Funguje jednou. Od té chvíle jsi to na tomto zařízení ty.
door-use-card = Použít kartičku
door-pupils = Na tomto zařízení
door-token = Token tvého účtu
door-token-about = Zůstane na tomto zařízení a vymění se za lístek, který platí jednou.
