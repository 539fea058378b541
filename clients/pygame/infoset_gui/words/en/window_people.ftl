# A person who is met at this server.
window-people-near = Keep them away and you are never paired with each other, never sit in one room, and hear nothing of what they say. They are not told. A match that is being played goes on.
window-people-away = You keep them away: you are not paired with each other, do not sit in one room, and hear nothing of what they say.
window-people-nobody = Nobody.
window-people-near-again = You can meet and hear { $name } again.
window-people-is-away = { $name }: kept away from you
window-people-who = { $name }: who is that?
