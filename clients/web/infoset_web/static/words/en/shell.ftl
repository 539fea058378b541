# What is shown before the page has its catalogues: the server writes it into the page and its manifest. Each in one line, without arguments.

shell-about = Board games with hidden information
shell-loading = Loading …
shell-no-script = This page plays games and needs JavaScript. Everything it runs comes from this server.
shell-failed = The page could not be loaded. Reload it in a moment.
shell-embed-title = A match · Infoset
shell-embed-no-script = This shows a match and needs JavaScript.
