"""Several ways to do the same: an aspect is invoked free or for a point of one or another, somebody
roars with one skill or another. Whoever chooses is told what is done once, and then the ways.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from autogm.engine import codes
from autogm.view.words.moment import Moment, compelled, effected, gain, paid_aspect


@dataclass(frozen=True)
class Way:
    """One of several ways to do the same: what is done, in words as `ChoiceWords.phrase` has them;
    `how`; and what that costs whoever chooses, so that ways can be put in order: nothing, 0, a
    point of their own, 1, or somebody else's, 2."""

    deed: str
    how: str
    cost: int


def _paid(moment: Moment, deed: str, free: str = "free") -> Way:
    """A deed that somebody pays for, or that is free."""
    payer = moment.action.payer
    if payer is None:
        return Way(deed, free, 0)
    return Way(deed, f"with {moment.point(payer)}", 1 if payer in ("gm", moment.who) else 2)


def _free_way(moment: Moment) -> Way:
    return _paid(moment, f"invoke {moment.aspect(moment.first)} {gain(moment)}")


def _paid_way(moment: Moment) -> Way:
    return _paid(moment, f"invoke {paid_aspect(moment)} {gain(moment)}")


def _effect_way(moment: Moment) -> Way:
    aspect, end = effected(moment)
    return _paid(moment, f"invoke {aspect}{end}", "with a free invoke")


def _compel_way(moment: Moment) -> Way:
    way = _paid(moment, compelled(moment), "at no stake")
    return replace(way, how=way.how.replace("with ", "staking ", 1))


def _roar_way(moment: Moment) -> Way:
    names, worded = moment.fields(), moment.scene.called.worded
    return Way(worded("have {target} roar").format(**names), "with {skill}".format(**names), 0)


WAYS: dict[int, Callable[[Moment], Way]] = {
    codes.V_INVOKE: _paid_way,
    codes.V_INVOKE_FREE: _free_way,
    codes.V_EFFECT: _effect_way,
    codes.V_DECLARE: lambda moment: _paid(moment, f"declare {moment.aspect(moment.first)}"),
    codes.V_COMPEL: _compel_way,
    codes.V_ROAR: _roar_way,
}
"""Choices of which several may be ways to do the same."""
