"""What is advised as whoever runs the game may say it: what somebody does, and how often that
comes off, in the words of a table and not of a chart.
"""

from __future__ import annotations

from fractions import Fraction

from autogm.analysis.advice import Advice
from autogm.view.words.choices import ChoiceWords
from autogm.view.words.grammar import counted, start, third_person
from autogm.view.words.names import names_of

PARTS = (2, 3, 4, 5, 10)
NEAR = 0.034
"""How far a chance may lie from the fraction that it is called; a tenth has one within that, or
within a twentieth of it, which is near enough to speak of."""
HARDLY, SURELY = 0.04, 0.96


def aloud(advice: Advice) -> str:
    """What the best choice is, as it is said when it is made; nothing where there is no choice."""
    if not advice.choices:
        return ""
    names, best = names_of(advice.game.encounter), advice.choices[0]
    who, does = ChoiceWords(advice.game).chooser(advice.state), best.words
    for name in names.fighters.values():  # a side has one of its fighters do it
        if does == f"let {name} act next":
            who, does = name, "act next"
        elif does.startswith(f"have {name} "):
            who, does = name, does.removeprefix(f"have {name} ")
    said = start(names.says(who, third_person(does)))
    odds = best.odds
    if odds is None:
        return f"{said}."
    comes_off = "hits" if odds.attack else "comes off"
    return f"{said}. That {comes_off} {often(float(odds.succeeds))}."


def often(chance: float) -> str:
    """How often something happens, in words: `about two times in five`."""
    if chance <= HARDLY:
        return "hardly ever" if chance else "only with help"
    if chance >= SURELY:
        return "almost always" if chance < 1 else "for sure"
    for parts in PARTS:
        times = round(chance * parts)
        if 0 < times < parts and abs(chance - times / parts) <= NEAR:
            break
    else:
        parts = PARTS[-1]
        times = min(max(1, round(chance * parts)), parts - 1)
    share = Fraction(times, parts)
    if share == Fraction(1, 2):
        return "about every other time"
    times, parts = share.numerator, share.denominator
    return f"about {'once' if times == 1 else f'{counted(times)} times'} in {counted(parts)}"
