# A person who is met at this server.
window-people-near = Ak zvolíš nestretávať, nikdy sa spolu neocitnete v partii ani v jednej miestnosti a nebudeš počuť nič z toho, čo hovorí. Ten človek sa to nedozvie. Rozohraná partia pokračuje.
window-people-away = Tohto človeka nestretávaš: neocitnete sa spolu v partii ani v jednej miestnosti a nepočuješ nič z toho, čo hovorí.
window-people-nobody = Nikto.
window-people-near-again = { $name }: opäť sa môžete stretnúť a počuť.
window-people-is-away = { $name }: nestretávate sa
window-people-who = { $name }: kto to je?
