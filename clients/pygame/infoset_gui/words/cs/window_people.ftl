# A person who is met at this server.
window-people-near = Když zvolíš nepotkávat, nikdy se spolu neocitnete v partii ani v jedné místnosti a neuslyšíš nic z toho, co říká. Ten člověk se to nedozví. Rozehraná partie pokračuje.
window-people-away = Tohoto člověka nepotkáváš: neocitnete se spolu v partii ani v jedné místnosti a neslyšíš nic z toho, co říká.
window-people-nobody = Nikdo.
window-people-near-again = { $name }: zase se můžete potkat a slyšet.
window-people-is-away = { $name }: nepotkáváte se
window-people-who = { $name }: kdo to je?
