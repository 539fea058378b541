# A person who is met at this server.
window-people-near = Halte die Person fern, und ihr werdet nie zusammengelost, sitzt nie in einem Raum, und du hörst nichts von dem, was sie sagt. Sie erfährt davon nichts. Eine laufende Partie geht weiter.
window-people-away = Du hältst die Person fern: Ihr werdet nicht zusammengelost, sitzt nicht in einem Raum, und du hörst nichts von dem, was sie sagt.
window-people-nobody = Niemand.
window-people-near-again = Du kannst { $name } wieder begegnen und hören.
window-people-is-away = { $name }: von dir ferngehalten
window-people-who = { $name }: Wer ist das?
