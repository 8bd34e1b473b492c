"""What the battles showed that were played on after choices (`autogm.analysis.trials`), in
sentences: how often the side that chooses won after the one that is advised, and how much that is
more than after the next one, with the same dice.
"""

from __future__ import annotations

from autogm.analysis.advice import Advice
from autogm.analysis.outcomes import about, agents_words
from autogm.analysis.trials import Price, Trial, all_win
from autogm.model.words import SIDES
from autogm.view.figures import signed, whole
from autogm.view.words.grammar import counted, gerund, start
from autogm.view.words.names import Names, names_of

ALIKE = 0.05
"""Prices that differ by less are said to be the same."""
HALF_A_POINT = 0.005
"""What is less is told with a decimal, since it rounds to nothing."""


def measured_words(advice: Advice) -> list[str]:
    """What the battles showed, a sentence or two."""
    if not advice.tried:
        return []
    names, best = names_of(advice.game.encounter), advice.tried[0]
    if len(advice.tried) > 1 and all_win(advice, advice.tried):
        return [_won(names, advice, best), _cheapest(advice)]
    beside = [_beside(names, advice, best, one) for one in advice.tried[1:2]]
    return [_won(names, advice, best), *beside]


def _won(names: Names, advice: Advice, trial: Trial) -> str:
    """How often the side that chooses won after the choice that is advised."""
    found, side = trial.outcomes, advice.side or ""
    if trial.over:
        return start(f"{_ends(names, trial)}.")
    times = "once" if found.battles == 1 else f"{found.battles:,} times"
    won = f"{names.sides[side]} won {about(found.wins[side])}"
    words = f"Played on after that {times}, {agents_words(found.agents)}: {won}"
    if found.undecided.count:
        words += f", {whole(found.undecided.share)} ended undecided"
    return f"{words}."


def _ends(names: Names, trial: Trial) -> str:
    """That a choice ends the conflict, and who wins by it."""
    winner = next((side for side in SIDES if trial.won(side) > 0), None)
    who = names.says(names.sides[winner], "wins") if winner else "nobody wins"
    return f"that ends the conflict, and {who}"


def _beside(names: Names, advice: Advice, best: Trial, other: Trial) -> str:
    """What the battles showed after another choice, and how much less that is."""
    side, doing = advice.side or "", gerund(other.choice.words)
    if other.over:
        return start(f"{doing} instead: {_ends(names, other)}.")
    less = other.more_than(best, side)
    digits = 0 if min(abs(less.low), abs(less.high)) >= HALF_A_POINT else 1
    mean, low, high = (signed(100 * one, digits) for one in (less.mean, less.low, less.high))
    words = f"{start(f'after {doing} instead, with the same dice')}: {whole(other.won(side))}"
    drawn = best.outcomes.undecided.count + other.outcomes.undecided.count
    if drawn:
        words += f" and {whole(other.outcomes.undecided.share)} undecided"
    ends = f"{low} to {high}"
    halved = ", undecided ones halved" if drawn else ""
    if less.told_apart:
        return f"{words}, {mean} percentage points ({ends}){halved}."
    return f"{words}, which does not tell them apart ({ends} percentage points{halved})."


def _cheapest(advice: Advice) -> str:
    """Why the choice is advised, where all that was tried wins."""
    best, others = advice.tried[0].price, advice.tried[1:]
    number = len(advice.tried)
    tried = f"{'Both' if number == 2 else f'All {counted(number)}'} choices that were tried win"
    unlike = [one for one in others if abs(best.whole - one.price.whole) >= ALIKE]
    if not unlike:
        return f"{tried}, at the same cost: {_price(best)}."
    words = f"{_price(best)} ({gerund(unlike[0].choice.words)}: {_price(unlike[0].price)})"
    if any(one.price.whole < best.whole for one in unlike):
        return f"{tried}; this one: {words}."
    alone = len(unlike) == len(others)
    least = "; this one costs least" if alone else ", of which none costs less than this one"
    return f"{tried}{least} in {len(advice.tried[0].winners):,} battles: {words}."


def _price(price: Price) -> str:
    """What a victory costs."""
    end = f"it ends in exchange {price.exchange:.1f} on average"
    return (
        f"{end}, {price.fallen:.1f} of their side are taken out, "
        f"{price.points:.1f} fate points are spent"
    )
