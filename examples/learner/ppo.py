"""Proximal policy optimisation over a batch of plays (Schulman and others, 2017), with masks for what is not legal."""

from dataclasses import dataclass

import numpy as np
from network import Floats, Network
from numpy.typing import NDArray

from infoset_bots.adapters.batch import InfosetBatchEnv


@dataclass(frozen=True)
class Settings:
    """How it learns. `steps` are those of each play between two updates."""

    steps: int = 64
    epochs: int = 3
    minibatch: int = 4_096
    rate: float = 1e-3
    clip: float = 0.2  # how far a probability may move in an update, as a ratio
    entropy: float = 0.01
    value: float = 0.5
    smoothing: float = 0.95  # lambda of the advantages (Schulman and others, 2016)


@dataclass(frozen=True)
class Experience:
    """What was seen and done, flat: step by step, play by play."""

    inputs: Floats
    masks: NDArray[np.int8]
    actions: NDArray[np.int64]
    logs: Floats  # of what was done
    advantages: Floats
    targets: Floats


class Learner:
    """Plays with a network, and changes it by what came of it."""

    def __init__(
        self, env: InfosetBatchEnv, network: Network, settings: Settings, seed: int
    ) -> None:
        """Raises ValueError for a network of another size."""
        network.check_fits(env.encoding)
        self.env = env
        self.network = network
        self.settings = settings
        self.returns: list[float] = []  # of the plays that have ended since it was looked at
        self._rng = np.random.default_rng(seed)
        self._shown, _ = env.reset(seed=seed)

    def update(self, rate: float) -> None:
        """Plays on for some steps, then learns from them with this rate."""
        experience = self.play()
        count = len(experience.actions)
        for _ in range(self.settings.epochs):
            order = self._rng.permutation(count)
            for first in range(0, count, self.settings.minibatch):
                self.learn(experience, order[first : first + self.settings.minibatch], rate)

    def play(self) -> Experience:
        """`steps` of every play."""
        steps, places = self.settings.steps, self.env.num_envs
        inputs, masks, actions, logs = [], [], [], []
        values = np.zeros((steps + 1, places), np.float32)
        rewards, ends = np.zeros((steps, places), np.float32), np.zeros((steps, places), bool)
        for step in range(steps):
            seen = self.network.scale(self._shown["observation"])
            mask = self._shown["action_mask"]
            told, values[step], _ = self.network.forward(seen, mask)
            done = self.draw(told)
            inputs.append(seen)
            masks.append(mask)
            actions.append(done)
            logs.append(np.take_along_axis(told, done[:, None], axis=1)[:, 0])
            self._shown, rewards[step], ended, cut, _ = self.env.step(done)
            ends[step] = ended | cut
            self.returns += rewards[step][ended].tolist()
        _, values[steps], _ = self.network.forward(
            self.network.scale(self._shown["observation"]), self._shown["action_mask"]
        )
        advantages = smoothed(rewards, values, ends, self.settings.smoothing)
        return Experience(
            np.concatenate(inputs),
            np.concatenate(masks),
            np.concatenate(actions),
            np.concatenate(logs),
            advantages.ravel(),
            (advantages + values[:-1]).ravel(),
        )

    def draw(self, logs: Floats) -> NDArray[np.int64]:
        """An action for every play, as its policy has it (the largest of perturbed logarithms; Gumbel, 1954)."""
        noise = self._rng.gumbel(size=logs.shape).astype(np.float32)
        drawn: NDArray[np.int64] = (logs + noise).argmax(axis=1)
        return drawn

    def learn(self, experience: Experience, rows: NDArray[np.int64], rate: float) -> None:
        """One step down the gradient of a minibatch."""
        gradients, _ = gradients_of(self.network, experience, rows, self.settings)
        self.network.descend(gradients, rate)


def gradients_of(
    network: Network, experience: Experience, rows: NDArray[np.int64], settings: Settings
) -> tuple[dict[str, Floats], float]:
    """The gradients of the loss over these rows, and the loss."""
    actions, masks = experience.actions[rows][:, None], experience.masks[rows]
    logs, values, kept = network.forward(experience.inputs[rows], masks)
    advantages = experience.advantages[rows]
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
    chosen = np.take_along_axis(logs, actions, axis=1)[:, 0]
    ratios = np.exp(chosen - experience.logs[rows])
    bounded = np.clip(ratios, 1 - settings.clip, 1 + settings.clip)
    gains = np.minimum(ratios * advantages, bounded * advantages)
    is_free = ratios * advantages <= bounded * advantages  # else the bound is reached: no gradient
    chances = np.exp(logs)
    entropies = -(chances * logs * (masks != 0)).sum(axis=1)
    errors = values - experience.targets[rows]
    count = np.float32(len(rows))
    loss = -gains.mean() - settings.entropy * entropies.mean()
    loss += settings.value * 0.5 * (errors * errors).mean()

    pull = np.where(is_free, -ratios * advantages, 0).astype(np.float32)[:, None]
    to_logits = -chances * pull
    np.put_along_axis(
        to_logits, actions, np.take_along_axis(to_logits, actions, axis=1) + pull, axis=1
    )
    to_logits += settings.entropy * chances * (logs + entropies[:, None])
    to_logits = np.where(masks != 0, to_logits, 0).astype(np.float32) / count
    to_values = (settings.value * errors / count).astype(np.float32)
    return network.backward(kept, to_logits, to_values), float(loss)


def smoothed(rewards: Floats, values: Floats, ends: NDArray[np.bool_], smoothing: float) -> Floats:
    """Advantages by step and play: how much more came of an action than its value had promised."""
    advantages = np.zeros_like(rewards)
    later = np.zeros(rewards.shape[1], np.float32)
    for step in reversed(range(len(rewards))):
        goes_on = (~ends[step]).astype(np.float32)
        surprise = rewards[step] + goes_on * values[step + 1] - values[step]
        later = surprise + smoothing * goes_on * later
        advantages[step] = later
    return advantages
