"""Programs that sit beside players: invited, attached to a seat, and shown what it is shown.

service.py          whose assistant each is, from invitation to the end
seat_assistants.py  those of one seat in one match: they are told what the seat is told
assistant.py, overlays.py, suggestions.py, track.py: what each has and did (pure)

Requests come from `handlers/assistants.py`. Nothing here runs in a match without assistants.
"""
