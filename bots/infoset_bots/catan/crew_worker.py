"""What a process of a crew does: values its pieces, one after the other, until its input ends. Started by crew.py.

A thread reads what it is told, so that a job can be stopped while it is being done.
"""

import os
import pickle
import queue
import sys
import threading
from typing import BinaryIO

from infoset_bots import ctrl_c
from infoset_bots.catan.budget import TimeIsUpError
from infoset_bots.catan.crew import Done, Job, Rules, Stop
from infoset_bots.catan.deciding import Inquiry
from infoset_bots.catan.scores import ScoreMap
from infoset_bots.catan.settings import Settings
from infoset_bots.catan.weights import read_weights
from infoset_bots.search.decision import Question
from infoset_games.catan import Catan


class Inbox:
    """What a process is told: jobs in their order, and up to which of them are stopped."""

    def __init__(self) -> None:
        self.jobs: queue.Queue[Job] = queue.Queue()
        self.stopped = 0

    def read(self, source: BinaryIO) -> None:
        """Reads until the input ends, and the process with it: nobody waits for what it does."""
        try:
            while True:
                told: Job | Stop = pickle.load(source)
                if isinstance(told, Stop):
                    self.stopped = told.number
                else:
                    self.jobs.put(told)
        except EOFError:
            os._exit(0)


def serve(source: BinaryIO, target: BinaryIO) -> None:
    """Reads rules, then jobs; writes each piece as it is done."""
    rules: Rules = pickle.load(source)
    game = Catan(**rules.options)
    scores = ScoreMap(read_weights(rules.weights))
    inbox = Inbox()
    threading.Thread(target=inbox.read, args=(source,), daemon=True).start()
    while True:
        work(inbox.jobs.get(), inbox, game, scores, target)


def work(job: Job, inbox: Inbox, game: Catan, scores: ScoreMap, target: BinaryIO) -> None:
    """Does the pieces of a job until it is stopped."""
    observation = game.read_observation(job.observation)
    question = Question(game, observation, job.seat)
    inquiry = Inquiry(question, job.seed, scores, Settings(**job.settings))

    def is_stopped() -> bool:
        return inbox.stopped >= job.number

    for number, share in job.pieces:
        try:
            values = inquiry.values(number, job.depth, job.moves_of(share), is_stopped)
        except TimeIsUpError:
            return
        pickle.dump(Done(job.number, (number, share), values), target)
        target.flush()


if __name__ == "__main__":
    ctrl_c.ignore()  # it is the business of who started this process
    serve(sys.stdin.buffer, sys.stdout.buffer)
