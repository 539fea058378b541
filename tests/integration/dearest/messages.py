"""A program that reads and writes the messages of a match itself: it takes the last action, or the last of each slot."""

import json
import sys

for line in sys.stdin:
    told = json.loads(line)
    asked = told.get("pending", []) if told["type"] == "snapshot" else [told]
    for turn in asked:
        if "legal" in turn:
            slots = turn["legal"].get("slots")
            last = {"index": turn["n"] - 1}
            if slots:
                last = {"picks": [len(slot["options"]) - 1 for slot in slots]}
            head = {"type": "act", "match_id": told["match_id"], "decision": turn["decision"]}
            sys.stdout.write(json.dumps({**head, **last}) + "\n")
            sys.stdout.flush()
