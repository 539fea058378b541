# What is shown before the page has its catalogues: the server writes it into the page and its manifest. Each in one line, without arguments.

shell-about = Stolové hry so skrytými informáciami
shell-loading = Načítava sa …
shell-no-script = Na tejto stránke sa hrá a treba na to JavaScript. Všetko, čo spúšťa, prichádza z tohto servera.
shell-failed = Stránku sa nepodarilo načítať. O chvíľu ju načítaj znova.
shell-embed-title = Partia · Infoset
shell-embed-no-script = Ukazuje sa tu partia a treba na to JavaScript.
