"""The command `odds`: exact probabilities of a roll."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Annotated

import typer

from autogm.commands.frame import AsJson, InputError, console, print_json, tell
from autogm.model.synonyms import LADDER, rating_called

MOST_REROLLS, MOST_RATING = 20, 99


def rating(text: str | int) -> int:
    """A rating as people write it: a whole number, or its name on the ladder (D3).

    Raises:
        BadParameter: for anything else.
    """
    said = str(text).strip()
    if re.fullmatch(r"[+-]?[0-9]{1,2}", said):
        return int(said)
    found = rating_called(said)
    if found is None:
        raise typer.BadParameter(
            f"«{said}» is no rating; write a whole number from -{MOST_RATING} to {MOST_RATING}, "
            f"or its name on the ladder, from {LADDER[min(LADDER)]} to {LADDER[max(LADDER)]}"
        )
    return found


class Dice(StrEnum):
    """What is rolled (D1, D2)."""

    FUDGE = "4dF"
    SIX = "d6-d6"


class Goal(StrEnum):
    """What rerolls are used for."""

    SUCCESS = "success"
    TIE = "tie"
    STYLE = "style"
    SHIFTS = "shifts"


def odds(
    *,
    skill: Annotated[
        int,
        typer.Option(
            metavar="N", parser=rating, help="Your rating and all fixed modifiers: 3, or Good."
        ),
    ] = 0,
    against: Annotated[
        int | None,
        typer.Option(
            metavar="N", parser=rating, help="Passive opposition: a number.", show_default=False
        ),
    ] = None,
    versus: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=rating,
            help="Active opposition: a rating that rolls, too.",
            show_default=False,
        ),
    ] = None,
    weight: Annotated[
        str | None,
        typer.Option(
            metavar="OWN:OTHER",
            help="Balance of weight: 2:1 turns one of your dice to [+], 4:1 two, "
            "1:2 and 1:4 the opposition's.",
            show_default=False,
        ),
    ] = None,
    invokes: Annotated[
        int, typer.Option(metavar="N", min=0, max=50, help="Invokes of your own, +2 each.")
    ] = 0,
    reroll: Annotated[
        int,
        typer.Option(
            "--reroll",
            count=True,
            metavar=" ",
            show_default=False,
            help="An invoke you may spend on rerolling all your dice, where that helps the goal; "
            "--reroll --reroll: two of them.",
        ),
    ] = 0,
    goal: Annotated[
        Goal,
        typer.Option(help="What a reroll is to bring about; none is made that does not help it."),
    ] = Goal.SUCCESS,
    ruleset: Annotated[
        str, typer.Option(metavar="NAME", help="Whose dice, style and ties count.")
    ] = "war-of-ashes",
    dice: Annotated[
        Dice | None,
        typer.Option(
            help="What is rolled: four Fate dice, or one six-sided die minus another.",
            show_default="those of the ruleset",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Count the exact chances of a roll: outcomes, and every number of shifts."""
    from autogm.analysis.chances import odds_report, odds_values
    from autogm.planner.odds.distributions import Roll, outweighing
    from autogm.rules.rulesets import RULESETS, RulesetError
    from autogm.rules.rulesets import ruleset as find_ruleset

    own, other = _balance(weight)
    opposition = versus if against is None else against
    if opposition is None:
        raise InputError("say --against N for passive opposition, or --versus N for active")
    if None not in (against, versus):
        raise InputError("--against is passive opposition and --versus active: give one of them")
    try:
        rules = find_ruleset(ruleset)
    except RulesetError as error:
        near = error.problems[0].suggestion
        meant = f" Did you mean `{near}`?" if near else ""
        known = ", ".join(RULESETS)
        raise InputError(f"no ruleset is called `{ruleset}`.{meant} There are: {known}") from None
    if reroll > MOST_REROLLS:
        raise InputError(f"at most {MOST_REROLLS} rerolls are counted, not {reroll}")
    rolled = rules.dice if dice is None else dice.value
    if weight is not None and rolled != "4dF":
        raise InputError(f"weight does not combine with {rolled} (D2)")
    if weight is not None and not rules.weight:
        note = (
            f"in {rules.id} weight counts only if a scenario says `weight: true` (W1); here it does"
        )
        tell("note", note, "yellow")
    roll = Roll(
        rating=skill,
        against=opposition,
        active=versus is not None,
        dice=rolled,
        weight=outweighing(own, other, rules.weight_ratio),
        against_weight=outweighing(other, own, rules.weight_ratio),
        invokes=invokes,
        rerolls=reroll,
        goal=goal.value,
        style_at=rules.style_at,
        tie_succeeds=rules.tie_succeeds_passive and versus is None,
    )
    if roll.against_weight and not roll.active:
        tell("note", "passive opposition rolls no dice, so its weight changes nothing", "yellow")
    if as_json:
        print_json(odds_values(roll))
    else:
        console().print(odds_report(roll))


def _balance(weight: str | None) -> tuple[int, int]:
    """The two weights of `--weight`."""
    if weight is None:
        return 0, 0
    found = re.fullmatch(r"\s*([0-9]{1,3})\s*:\s*([0-9]{1,3})\s*", weight)
    if found is None:
        raise InputError(
            f"--weight {weight!r}: give both weights as whole numbers, OWN:OTHER, such as 2:1"
        )
    own, other = int(found[1]), int(found[2])
    if not own and not other:
        raise InputError(f"--weight {weight!r}: nobody weighs anything; say 1:0, 2:1 or the like")
    return own, other
