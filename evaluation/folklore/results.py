"""What is to be played, in which order, and what came of it for each rule."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from evaluation.folklore.cases import Case
from evaluation.folklore.guide import entries
from evaluation.folklore.played import Cell, Kept, Played, cell, play
from evaluation.folklore.rules import FAIR, RULES, Rule
from evaluation.folklore.verdicts import Answer, Figure, Verdict, figure, verdict

SLOW = 5
"""How many times fewer battles the planner's level plays, which takes a third of a second for
one."""
GUIDED = 2
"""How many times fewer battles a figure of the guide has."""


@dataclass(frozen=True)
class Trial:
    """A case of a rule as one agent played it: what has been played of its variants, and for each
    claim its figure and answer (None: not played yet)."""

    case: Case
    agent: str
    played: Mapping[str, Played]
    answers: Sequence[tuple[Figure, Answer] | None]


@dataclass(frozen=True)
class Found:
    """A rule with all of its trials."""

    rule: Rule
    trials: Sequence[Trial]

    @property
    def verdict(self) -> Verdict:
        """What they come to; what has not been played is open."""
        answers = [Answer.open if one is None else one[1] for one in self._all()]
        return verdict(answers)

    @property
    def complete(self) -> bool:
        """Whether all of it has been played."""
        return None not in self._all()

    def _all(self) -> list[tuple[Figure, Answer] | None]:
        return [one for trial in self.trials for one in trial.answers]


def cells(rules: Sequence[Rule] = RULES) -> list[Cell]:
    """What is played for rules, each conflict once: first what is fast, then the planner."""
    made = [
        cell(fields, agent)
        for rule in rules
        for case in rule.cases
        for agent in rule.agents
        for fields in case.variants.values()
    ]
    unique = list(dict.fromkeys(made))
    return sorted(unique, key=lambda one: one.agent == FAIR)


def play_all(
    kept: Kept, rules: Sequence[Rule], battles: int, seed: int, until: float, guide: bool = True
) -> Iterator[tuple[int, int]]:
    """Play what has not been played, with so many battles each, until a moment of
    `time.monotonic`; how many conflicts have been played, and of how many, after each."""
    plan = dict.fromkeys(cells(rules), battles)
    if guide:
        plan = dict.fromkeys((one.cell for one in entries()), battles // GUIDED) | plan
        plan = {one: plan[one] for one in dict.fromkeys(chain(cells(rules), plan))}
    for number, (one, most) in enumerate(plan.items(), 1):
        wanted = max(1, most // SLOW if one.agent == FAIR else most)
        before = kept.of(one, seed)
        if before is None or len(before.winners) < wanted:
            if time.monotonic() > until:
                return
            kept.add(play(one, wanted, seed, before))
        yield number, len(plan)


def found(rule: Rule, kept: Kept, seed: int) -> Found:
    """A rule, from what has been played."""
    trials = []
    for case in rule.cases:
        for agent in rule.agents:
            played = {}
            for name, fields in case.variants.items():
                one = kept.of(cell(fields, agent), seed)
                if one is not None:
                    played[name] = one
            trials.append(Trial(case, agent, played, _answers(rule, played)))
    return Found(rule, trials)


def _answers(rule: Rule, played: Mapping[str, Played]) -> list[tuple[Figure, Answer] | None]:
    made: list[tuple[Figure, Answer] | None] = []
    for claim in rule.claims:
        if claim.variant not in played or (claim.base and claim.base not in played):
            made.append(None)
            continue
        number = figure(claim, played)
        made.append((number, claim.answer(number)))
    return made
