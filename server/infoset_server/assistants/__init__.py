"""Programs that sit beside players: invited, attached to a seat, and shown what it is shown.

service.py          whose assistant each is, from invitation to the end
conflicts.py        who may not look into a hand, as they have to do with another
seat_assistants.py  those of one seat in one match: they are told what the seat is told
owner_notifier.py   what the seat's owner is told of them; staging.py: orders laid ready for the owner
assistant.py, overlays.py, suggestions.py: what each has and did (pure); track.py: the record of it

Requests come from `handlers/assistants.py`. Nothing here runs in a match without assistants.
"""
