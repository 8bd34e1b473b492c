"""What samples say of choices that meet the same dice. Only the difference that they make between
choices counts, and it is shrunk the more the less sure it is (a normal prior of `PRIOR` around what
the tactician thinks); of choices that they do not tell apart the tactician's is taken, so that
nobody is idle for a few lucky samples. Errors are those of the dice alone, not of where samples end
or who plays them. What is sampled, and how often, `rollouts` decides.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, Any]

PRIOR = 0.1
"""The standard deviation of what sampling would show of a choice if it went on for ever, beyond
what the tactician thinks of it, in halves of what lies between losing and winning."""
TOLD = 0.7
"""Standard errors by which the best has to be ahead of a choice to be told from it."""
SCATTER = 8
"""Samples of a choice by which its own scatter counts half, and that of all choices the other."""
CLEAR = 3.0
"""Standard errors by which the best is ahead of the next one when nothing more is sampled."""
LUCK_SHARE, HALF_AT = 0.75, 27
"""The share of luck that is taken out of a few samples, and the number of samples out of which half
of that is taken. Luck is what turns ended with less what the tactician expected, and that is a
little wrong for each choice: an error which stays however many samples there are, while the scatter
shrinks. So less is taken out of many (evaluation/HISTORY.md, «Luck in samples»)."""
ENOUGH = 8
"""Samples of a choice, at least, before the best may be clear."""


def without_luck(rows: Array) -> Array:
    """What samples changed (…, samples, 2) without the share of luck that is taken out of so
    many: (…, samples). A control variate whose mean is only nearly known."""
    share = LUCK_SHARE / (1.0 + rows.shape[-2] / HALF_AT)
    changes: Array = rows[..., 0] - share * rows[..., 1]
    return changes


class Played(NamedTuple):
    """Further samples of a choice: what each changed after the turn, and how much of that was luck
    (samples, 2), the steps that all took, and the turns in each (samples,)."""

    rows: Array
    steps: int
    turns: Array


class Evidence:
    """What samples say of choices: to the side that chooses, in units of the swing (half of what
    lies between losing and winning). Choices are compared within the same samples, since all meet
    the same dice: each with the mean of those that are still sampled, which have had every sample.
    """

    def __init__(self, prior: Array) -> None:
        self.prior, self.worths = prior, prior.copy()
        self.errors = np.full(len(prior), PRIOR)
        self.rows: list[Array] = [np.zeros((0, 2)) for _ in prior]
        self._shares = np.zeros(len(prior))
        self._steps, self._samples = 0, 0

    @property
    def length(self) -> float:
        """Steps of a sample, on average."""
        return max(1.0, self._steps / max(1, self._samples))

    def take(self, alive: Sequence[int], found: dict[int, Played]) -> None:
        """Learn what further samples say. A sample counts only if every choice finished it."""
        common = min(len(found[number].rows) for number in alive)
        for number in alive:
            rows, steps, _ = found[number]
            self.rows[number] = np.concatenate([self.rows[number], rows[:common]])
            self._steps, self._samples = self._steps + steps, self._samples + len(rows)
        if len(self.rows[alive[0]]) < 2:
            return
        rows = np.stack([self.rows[number] for number in alive])
        usual = rows.mean(axis=0)
        changes = without_luck(rows)
        among = len(alive) / max(1, len(alive) - 1)  # their mean has a part of each one's scatter
        own = among * (changes - without_luck(usual)).var(axis=1, ddof=1)
        samples = changes.shape[1]
        doubt = (samples * own + SCATTER * own.mean()) / (samples + SCATTER) / samples
        share = PRIOR**2 / (PRIOR**2 + doubt)
        self._shares[list(alive)] = share
        self.errors[list(alive)] = np.sqrt(share * doubt)
        means = np.array(
            [without_luck(row - usual[: len(row)]).mean() if len(row) else 0.0 for row in self.rows]
        )
        self.worths = self.prior + self._shares * (means - means.mean())

    def best(self, alive: Sequence[int]) -> list[int]:
        """The choices, best first; of equal ones the first."""
        return sorted(alive, key=lambda number: (-float(self.worths[number]), number))

    def settled(self) -> int:
        """The choice to take: of those that samples do not tell from the best, the one that the
        tactician likes most. Choices that were dropped after few samples are asked too: their
        errors are larger, so that more has to speak against them."""
        best = self.best(range(len(self.rows)))[0]
        errors = np.hypot(self.errors, self.errors[best])
        told = self.worths[best] - self.worths > TOLD * errors
        return int(np.where(told, -math.inf, self.prior).argmax())

    def is_clear(self, alive: Sequence[int]) -> bool:
        """Whether the best is so far ahead of the next one that more samples change nothing."""
        ahead, behind, *_ = self.best(alive)
        if len(self.rows[ahead]) < ENOUGH:
            return False
        apart = without_luck(self.rows[ahead] - self.rows[behind])
        error = float(apart.std(ddof=1)) / math.sqrt(len(apart))
        lead = float(self.worths[ahead] - self.worths[behind])
        return lead > CLEAR * max(error, 1e-9)
