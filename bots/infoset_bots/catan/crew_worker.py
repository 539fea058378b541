"""What a process of a crew does: values its pieces, one after the other, until its input ends. Started by crew.py."""

import pickle
import sys
from typing import BinaryIO

from infoset_bots.catan.crew import Done, Job, Rules
from infoset_bots.catan.deciding import Inquiry
from infoset_bots.catan.scores import ScoreMap
from infoset_bots.catan.settings import Settings
from infoset_bots.catan.weights import read_weights
from infoset_bots.search.decision import Question, never
from infoset_games.catan import Catan


def serve(source: BinaryIO, target: BinaryIO) -> None:
    """Reads rules, then jobs; writes each piece as it is done."""
    rules: Rules = pickle.load(source)
    game = Catan(**rules.options)
    scores = ScoreMap(read_weights(rules.weights))
    while True:
        try:
            job: Job = pickle.load(source)
        except EOFError:
            return
        observation = game.read_observation(job.observation)
        question = Question(game, observation, job.seat)
        inquiry = Inquiry(question, job.seed, scores, Settings(**job.settings))
        for number, share in job.pieces:
            values = inquiry.values(number, job.depth, job.moves_of(share), never)
            pickle.dump(Done((number, share), values), target)
            target.flush()


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
