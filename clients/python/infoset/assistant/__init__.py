"""Assistants: programs that sit beside a player, draw on the screen and suggest. One class, two hooks:

    from infoset.assistant import Assistant, run

    class Counter(Assistant):
        def every_second(self, seconds):
            self.draw.table([("seconds", seconds)])

    if __name__ == "__main__":
        run(Counter)

    infoset assist --code ac_... -- python counter.py

Supervisor -- JSON lines --> Pipe --> Assistant: the hooks --> Canvas          (the program's process)
     |
   Client: the network                        Advice: what an owner's client keeps of it all
                                              Owner: what a person types about it
"""

from infoset.assistant.advice import Advice
from infoset.assistant.drawing import Badge, Canvas
from infoset.assistant.helper import Assistant
from infoset.assistant.owner import Owner
from infoset.assistant.running import run

__all__ = ["Advice", "Assistant", "Badge", "Canvas", "Owner", "run"]
