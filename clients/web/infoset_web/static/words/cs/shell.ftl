# What is shown before the page has its catalogues: the server writes it into the page and its manifest. Each in one line, without arguments.

shell-about = Deskové hry se skrytými informacemi
shell-loading = Načítá se …
shell-no-script = Na této stránce se hraje a je k tomu potřeba JavaScript. Vše, co spouští, přichází z tohoto serveru.
shell-failed = Stránku se nepodařilo načíst. Za chvíli ji načti znovu.
shell-embed-title = Partie · Infoset
shell-embed-no-script = Ukazuje se tu partie a je k tomu potřeba JavaScript.
