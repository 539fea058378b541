"""Programs that sit beside players: invited, attached to a seat, and shown what it is shown.

    desk.py            requests; refuses
       |
    service.py         who is whose assistant, from invitation to farewell
       |
    companions.py      those of one seat in one match: the match tells them what it tells the seat
       |
    assistant.py  overlays.py  suggestions.py  staging.py  track.py        what each has and did (pure)

Nothing here runs in a match without assistants: a chair that has none says so, and that is all.
"""
