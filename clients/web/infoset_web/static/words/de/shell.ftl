# What is shown before the page has its catalogues: the server writes it into the page and its manifest. Each in one line, without arguments.

shell-about = Brettspiele mit verdeckter Information
shell-loading = Wird geladen …
shell-no-script = Auf dieser Seite wird gespielt, dafür braucht sie JavaScript. Alles, was sie ausführt, kommt von diesem Server.
shell-failed = Die Seite konnte nicht geladen werden. Lade sie gleich noch einmal.
shell-embed-title = Eine Partie · Infoset
shell-embed-no-script = Hier ist eine Partie zu sehen, dafür braucht es JavaScript.
