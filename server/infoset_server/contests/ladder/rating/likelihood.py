"""How well strengths explain outcomes (Plackett-Luce), with slope and curvature. Assumes nothing beforehand.

The winner is drawn from all with chances proportional to exp(strength + advantage of the seat), the second
from the rest, and so on (R. L. Plackett, The Analysis of Permutations, Applied Statistics 24, 1975). Several
who share a place count as if each had been drawn from all that were left (N. Breslow's way with ties, 1974).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from infoset_server.contests.ladder.rating.field import Matrix, Vector
from infoset_server.contests.ladder.rating.outcomes import OutcomeArrays

Block = NDArray[np.float64]  # matches, size


@dataclass(frozen=True, slots=True)
class Slopes:
    """The logarithm of the likelihood at one point; its slope; its curvature, negated, so not below zero."""

    value: float
    slope: Vector
    curvature: Matrix


def value_at(tables: Sequence[OutcomeArrays], unknowns: Vector) -> float:
    """The logarithm of the likelihood."""
    value = 0.0
    for table in tables:
        worth = _worth(table, unknowns)
        value += float(np.sum(worth * table.chosen))
        for stage in _stages(table):
            value -= float(np.sum(table.stages[:, stage] * _log_sum(worth[:, stage:])))
    return value


def slopes_at(tables: Sequence[OutcomeArrays], unknowns: Vector) -> Slopes:
    """The logarithm of the likelihood with its derivatives."""
    value, count = 0.0, len(unknowns)
    slope, curvature = np.zeros(count), np.zeros((count, count))
    for table in tables:
        worth = _worth(table, unknowns)
        value += float(np.sum(worth * table.chosen))
        pull: Block = table.chosen.astype(np.float64)
        for stage in _stages(table):
            behind = worth[:, stage:]
            total = _log_sum(behind)
            drawn = table.stages[:, stage]
            value -= float(np.sum(drawn * total))
            chance = np.exp(behind - total[:, None])
            pull[:, stage:] -= drawn[:, None] * chance
            _bend(curvature, table, stage, chance, drawn)
        for places in (table.contestants, table.seats):
            slope += np.bincount(places.ravel(), weights=pull.ravel(), minlength=count)
    return Slopes(value, slope, curvature)


def _worth(table: OutcomeArrays, unknowns: Vector) -> Block:
    worth: Block = unknowns[table.contestants] + unknowns[table.seats]
    return worth


def _stages(table: OutcomeArrays) -> range:
    """The stages at which there is a choice."""
    return range(table.size - 1)


def _log_sum(worth: Block) -> Vector:
    """The logarithm of the sum of the exponentials, by match."""
    most = worth.max(axis=1)
    total: Vector = most + np.log(np.exp(worth - most[:, None]).sum(axis=1))
    return total


def _bend(
    curvature: Matrix, table: OutcomeArrays, stage: int, chance: Block, drawn: NDArray[np.int64]
) -> None:
    """Adds the curvature of one stage: the covariance of who is drawn, as many times as somebody is."""
    count = len(curvature)
    flat = np.zeros(count * count)
    columns = range(table.size - stage)
    for a in columns:
        for b in columns:
            weight = drawn * chance[:, a] * ((a == b) - chance[:, b])
            for ours in (table.contestants, table.seats):
                for theirs in (table.contestants, table.seats):
                    cells = ours[:, stage + a] * count + theirs[:, stage + b]
                    flat += np.bincount(cells, weights=weight, minlength=count * count)
    curvature += flat.reshape(count, count)
