"""What minions are skilled at and bad at, as numbers (N2): +2 and -2 on the rolls that a knack
covers, and a stunt for one that counts in a circumstance only. Which rolls those are is judged by
`relevance`; it must never touch the ratings that a sheet has in writing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from autogm.model.character import Knack, Sheet
from autogm.model.faults import FieldPath
from autogm.model.stunt import Stunt
from autogm.model.words import ROLL_KINDS, RollKind
from autogm.rules.findings import Setting
from autogm.rules.relevance import Coverage, judge_knack


@dataclass(frozen=True)
class Knacks:
    """A sheet's knacks, judged. `skilled_skills` and `bad_skills` are the skills or approaches
    that it is skilled or bad at in some roll (R6)."""

    amount: int
    skilled: tuple[Coverage, ...] = ()
    bad: tuple[Coverage, ...] = ()
    skilled_skills: frozenset[str] = frozenset()
    bad_skills: frozenset[str] = frozenset()
    stunts: tuple[Stunt, ...] = ()
    why: tuple[str, ...] = ()

    def bonus(self, action: RollKind, skill: str) -> int:
        """What knacks that always count add to a roll: being skilled at it and being bad at it
        cancel each other, and several of a kind count once."""
        good = _covered(self.skilled, action, skill)
        bad = _covered(self.bad, action, skill) or (
            any(one.rest for one in self.bad) and not good and not self.some(action, skill)
        )
        return self.amount * (int(good) - int(bad))

    def some(self, action: RollKind, skill: str) -> bool:
        """Whether the sheet is skilled at a roll, be it in a circumstance only."""
        return any(one.covers(action, skill) for one in self.skilled)


def settle_knacks(sheet: Sheet, setting: Setting, at: FieldPath) -> Knacks:
    """A sheet's knacks with every judgement as a sentence; one that covers nothing is warned of."""
    skilled = _judged(sheet.skilled_at, setting, (*at, "skilled_at"))
    bad = _judged(sheet.bad_at, setting, (*at, "bad_at"))
    amount = setting.rules.minion_bonus
    if not skilled and not bad:
        return Knacks(amount)
    plain = Knacks(amount, skilled, bad)
    return replace(
        plain,
        skilled_skills=frozenset(s for s in setting.skills if _any(plain, s, 1)),
        bad_skills=frozenset(s for s in setting.skills if _any(plain, s, -1)),
        stunts=(*_stunts(skilled, amount), *_stunts(bad, -amount)),
        why=tuple(one.why for one in (*skilled, *bad) if one.why),
    )


def _judged(knacks: Iterable[Knack], setting: Setting, at: FieldPath) -> tuple[Coverage, ...]:
    judged: list[Coverage] = []
    for place, knack in enumerate(knacks):
        for one in judge_knack(knack, setting.skills):
            if not one.sure:
                setting.findings.warn((*at, place), one.why)
            judged.append(one)
    return tuple(judged)


def _covered(knacks: Iterable[Coverage], action: RollKind, skill: str) -> bool:
    return any(one.covers(action, skill) for one in knacks if one.when == "always" and not one.rest)


def _any(knacks: Knacks, skill: str, sign: int) -> bool:
    rolls: tuple[RollKind, ...] = ROLL_KINDS  # type: ignore[assignment]
    return any(knacks.bonus(action, skill) * sign > 0 for action in rolls)


def _stunts(knacks: Iterable[Coverage], amount: int) -> tuple[Stunt, ...]:
    """Knacks that count in a circumstance only, as bonuses of N5."""
    return tuple(
        Stunt(
            name=one.text,
            does="bonus",
            amount=amount,
            skills=tuple(sorted(one.skills)) if one.skills is not None else (),
            actions=tuple(sorted(one.actions)),
            when=one.when,
        )
        for one in knacks
        if one.when != "always"
    )
