"""How a request is cut into slices: one after the other, or side by side where workers have nothing else to do. Pure."""

import math
from typing import Final

from infoset_server.compute.budget import Gauge
from infoset_server.compute.jobs import Frame
from infoset_server.compute.tasks.task import Task

LEAST_S: Final = (
    0.0005  # what takes longer is worth a worker of its own: the way there takes a quarter of that
)
SPARE: Final = 2  # times what slices side by side should cost is there to be spent


class Slicer:
    """Learns what requests cost, in seconds and in units, and cuts the next ones accordingly."""

    def __init__(self, slice_s: float) -> None:
        self._slice_s = slice_s
        self._units = Gauge()  # units per unit of weight

    def learn(self, label: str, weight: float, units: int) -> None:
        """Work of this weight took so many units."""
        self._units.learn(label, weight, units)

    def cut(self, task: Task, label: str, gauge: Gauge, workers: int, units: int) -> list[Frame]:
        """The next slices of a task, for so many idle workers and with so many units left.

        Each is expected to take as long as one slice may. Where the units might not last for all of them there is one:
        then those that are played are the first ones, whoever else is there.
        """
        total = task.total
        if workers < 2 or not total or not self._units.knows(label) or not gauge.knows(label):
            return [task.job()]
        each_s = gauge.estimate_s(label, task.weight) / total
        most = min(workers, int(task.left * each_s / LEAST_S))
        if most < 2:
            return [task.job()]
        size = max(1, min(math.ceil(task.left / most), int(self._slice_s / each_s)))
        cost = self._units.estimate_s(label, task.weight) / total * size * most
        return [task.job()] if SPARE * cost >= units else task.jobs(most, size)
