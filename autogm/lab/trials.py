"""Battles played on after each of several choices, with the same dice: what comes of a choice, by
the choice itself and not by the position it is made in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from autogm.agents.base import Agent
from autogm.agents.counting import T_SPENT, paid_before
from autogm.agents.seated import names_of_agents
from autogm.analysis.advice import Advice, Choice
from autogm.analysis.intervals import wilson
from autogm.analysis.outcomes import Outcomes
from autogm.analysis.trials import Price, Trial
from autogm.engine.codes import POOL, UNDECIDED_WIN
from autogm.engine.state import State
from autogm.lab.simulate import Simulation, Stopped, simulate
from autogm.model.words import SEVERITIES, SIDES


class StoppedTrying(KeyboardInterrupt):
    """Interrupted; `found` are the choices that were tried before, the first perhaps with fewer
    battles."""

    def __init__(self, found: list[Trial]) -> None:
        super().__init__("stopped before all choices were tried")
        self.found = found


def try_choices(
    advice: Advice,
    choices: Sequence[Choice],
    count: int,
    seed: int,
    agents: tuple[Agent, Agent],
    progress: Callable[[int], None] | None = None,
) -> list[Trial]:
    """Play `count` battles on after each of the choices, of the state and by the knowledge of the
    advice. The battles of one number have the same dice after every choice.

    Raises:
        ValueError: for a number of battles that cannot be played.
        StoppedTrying: when it is interrupted.
    """
    found: list[Trial] = []
    for choice in choices:
        after = advice.state.child(choice.code)
        if after.is_terminal():
            found.append(_over(advice, choice, after, count, seed, agents))
            if progress is not None:
                progress(count)
            continue
        try:
            played = simulate(advice.game, count, seed, agents, start=after, progress=progress)
        except Stopped as stop:
            raise StoppedTrying(found or [_trial(advice, choice, after, stop.found)]) from None
        except KeyboardInterrupt:
            raise StoppedTrying(found) from None
        found.append(_trial(advice, choice, after, played))
    return found


def _trial(advice: Advice, choice: Choice, after: State, played: Simulation) -> Trial:
    own = [one for one in played.fighters if one.side == advice.side]
    spent = [mean for one in own for mean in one.points_spent.values()]
    spent += played.pool.values() if advice.side == "gm" else ()
    hurts = (
        pairs * one.consequences[name].mean
        for one in own
        for pairs, name in enumerate(SEVERITIES, 1)
    )
    price = Price(
        fallen=sum(one.taken_out.share for one in own),
        hurt=sum(hurts),
        points=_paid(advice, after) + sum(mean.mean for mean in spent),
        exchange=played.exchanges["mean"] or 0.0,
    )
    return Trial(choice, played, played.winners, price)


def _paid(advice: Advice, after: State) -> int:
    """The points that a choice itself spends of its side's, but for those that battles from the
    state after it on count as theirs (`paid_before`)."""
    fighters = advice.game.encounter.fighters
    own = [number for number, one in enumerate(fighters) if one.side == advice.side]
    own += [POOL] if advice.side == "gm" else []
    had, has = (int(one.record[0]["points"][own].sum()) for one in (advice.state, after))
    before, counted = (
        int(paid_before(advice.game, one.record)[own, T_SPENT:].sum())
        for one in (advice.state, after)
    )
    return max(0, had - has - (counted - before))


def _over(
    advice: Advice, choice: Choice, end: State, count: int, seed: int, agents: tuple[Agent, Agent]
) -> Trial:
    """A choice that ends the conflict ends every battle alike."""
    number = int(end.record[0]["winner"])
    outcomes = Outcomes(
        battles=count,
        asked=count,
        seed=seed,
        agents=names_of_agents(agents),
        wins={side: wilson(count if number == place + 1 else 0, count)
              for place, side in enumerate(SIDES)},
        undecided=wilson(count if number == UNDECIDED_WIN else 0, count),
        state=advice.game.serialize(end),
    )  # fmt: skip
    price = Price(exchange=float(end.exchange))
    return Trial(choice, outcomes, bytes([number]) * count, price, over=True)
