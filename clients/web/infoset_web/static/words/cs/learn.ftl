# Where one begins: lessons, a bot of one's own, what goes over the wire.
learn-tab-bot = Tvůj první bot
learn-tab-here = Napsat bota tady
learn-tab-wire = Co jde po drátě
learn-tab-bots = Tvoji nahraní boti
learn-tab-games = Naučit se hru
learn-tabs = Učení
learn-begin-minutes = Začít, { $count ->
    [one] { $count } minuta
    [few] { $count } minuty
   *[other] { $count } minut
  }
learn-room = První partie: { $game }
learn-minutes = { $count ->
    [one] { $count } minuta
    [few] { $count } minuty
   *[other] { $count } minut
  }
learn-first-match = Tvá první partie: { $game }
learn-at-once = Hraje se hned. Průvodce vedle desky vysvětluje, co se chce a proč; bez hodin.
learn-begin = Začít
learn-not-now = Teď ne
learn-single = Nebo jediná lekce
learn-copied = Zkopírováno.
learn-copy = Kopírovat
learn-python = Jen Python
learn-python-about = Ulož toto jako { $file } a spusť { $command }. Je to úplný hráč všech zdejších her: s každou otázkou přijde seznam povolených odpovědí.
learn-sdk = S SDK
learn-sdk-about = Typované tahy, pojmenovaná pole, výpisy chyb tam, kde se díváš. S nainstalovaným Infosetem, příkazem { $command } ve složce zdrojů:
learn-folder = Složka pro začátek
learn-folder-about = Bot, který hraje, jak ho spustit a zkouška, ve tvém jazyce. Víc stahovat netřeba.
learn-sees = Co tvůj bot vidí
learn-sees-about = Zahraj si tu partii a podívej se, co jde po drátě: tvůj bot by dostal přesně tytéž zprávy.
learn-show-wire = Ukázat drát
learn-server = Nech ho běžet na serveru
learn-server-about = Bota lze nahrát a pak hraje dnem i nocí: { $command }. Jeho verze, zkoušky a záznamy jsou pod { $link }.
learn-server-link = tvými nahranými boty
learn-wire-about = Všechny zprávy této stránky, nejnovější dole, bez tajemství. To je vše, co se stránka kdy dozví: co tvé místo nesmí vědět, v tom není.
learn-wire-type = Druh zprávy
learn-wire-all = všechny druhy
learn-wire-go-on = Pokračovat
learn-wire-hold = Podržet
learn-wire-messages = Zprávy
learn-done = Hotovo.
learn-account = Nahraní boti patří k účtu. Přihlas se tokenem nebo kartičkou; hosté žádné nemají.
learn-sending = Posílám, { $share } %
learn-upload = Nahrát bota
learn-upload-about = Archiv (.zip, .tar.gz) se složkou bota. Sestaví se, zahraje partii sám se sebou a pak se nabízí jako domácí bot; nové nahrání je nová verze.
learn-your-bots = Tvoji boti
learn-bot = Bot
learn-version = Verze
learn-state = Stav
learn-result = Výsledek
learn-to-do = Co s tím
learn-in-use = používá se
learn-logs = Záznamy
learn-use = Použít
learn-enable = Zapnout
learn-disable = Vypnout
learn-logs-of = Záznamy: { $title }
learn-close = Zavřít
