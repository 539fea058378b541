"""What a seat may conclude, worked out in a worker: by the knowledge of its game, from its observation alone."""

import time
from collections.abc import Callable
from typing import Any

from infoset_games.game import NoWorldsError
from infoset_games.knowledge import Tally, knowledge_of
from infoset_games.registry import make_game
from infoset_games.rng import Rng
from infoset_server.compute.jobs import Job, RefusedJobError, Result


class KnowBench:
    """Does the jobs of `knowing.py`."""

    def run(self, job: Job, stop: Callable[[], bool] = lambda: False) -> Result:
        """Counts, and looks at as many worlds as there is time for. Raises RefusedJobError.

        `next` is the number of the first world that was not looked at; `rows` is what the tally of the others says.
        """
        began_s = time.process_time()
        result = self._look(job, stop)
        result["busy_s"] = time.process_time() - began_s
        return result

    def _look(self, job: Job, stop: Callable[[], bool]) -> Result:
        game = make_game(job["game"], job["options"])
        knowledge = knowledge_of(game.name)
        view = game.read_observation(job["observation"])
        start = job["start"]
        found: dict[str, Any] = {"next": start, "total": 0, "rows": []}
        if start == 0:
            effects = knowledge.effects(game, view)
            found["effects"] = [effect.to_plain() for effect in effects]
            found["sure"] = [
                [seat, [list(what) for what in sorted(names, key=repr)]]
                for seat, names in sorted(knowledge.sure(game, view).items())
            ]
        if not knowledge.needs_worlds:
            found["seats"] = [known.to_plain() for known in knowledge.counted(game, view)]
            return found
        tally = Tally()
        end_s = time.perf_counter() + job["soft_s"]
        number = start
        while number < job["worlds"]:
            stream = Rng(job["stream"], "world").branch(number)
            try:
                tally.add(knowledge.held(game, view, game.determinize(view, stream)))
            except NoWorldsError as none:
                raise RefusedJobError("match_id", f"a position that has worlds ({none})") from None
            number += 1
            if time.perf_counter() >= end_s or stop():
                break
        return found | {"next": number, "total": job["worlds"], "rows": tally.to_plain()}
