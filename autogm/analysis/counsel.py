"""Advice for a person: a sentence that can be said aloud at the table, made from the numbers, and
the choices as a table.
"""

from __future__ import annotations

from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from autogm.analysis.advice import Advice, Choice
from autogm.analysis.alike import GIVES_UP, LETS_SUCCEED, SUCCEEDS_LESS, apart
from autogm.analysis.aloud import aloud
from autogm.analysis.grounds import Ground, grounds, grounds_values, in_words
from autogm.analysis.measured import measured_words
from autogm.analysis.outcomes import about, played_on
from autogm.analysis.trials import Trial
from autogm.engine.codes import V_PASS, V_USE, VERB_SHIFT
from autogm.game.contract import PLAYERS
from autogm.model.words import SIDES
from autogm.planner import mistakes
from autogm.planner.levels import UNERRING
from autogm.planner.roll_odds import RollOdds
from autogm.view.figures import percent, whole
from autogm.view.words.choices import ChoiceWords
from autogm.view.words.grammar import counted, gerund, possessive, start
from autogm.view.words.names import Names, names_in, names_of
from autogm.view.words.stakes import AS_GOOD, at_stake
from autogm.view.words.worth import Worth

SHOWN = 8
BEST_OF = {
    SUCCEEDS_LESS: "it succeeds most often, and little else hangs on it",
    LETS_SUCCEED: "it stops them most often, and little else hangs on it",
    GIVES_UP: "conceding would bring nothing more",
}
"""What speaks for the best where that speaks against all that looks as good."""
FOLLOWED = 4
"""The number of choices after the best one that are named."""


def advice_values(advice: Advice) -> dict[str, Any]:
    """Advice as plain data. `value` is the players' utility; `chance` that of the side that chooses
    to win, draws counted half, or None where it was only estimated, and where more than victory is
    at stake; `turns` is how many turns after the choice's own were expanded, fewer where the
    conflict ends before; `samples` in how many it was played on instead, and `error` the standard
    error of what those say of its value; `followed` is whether its own was, to its end, or only
    estimated; `point` is the utility of a fate point to the side that chooses, `line` how it goes
    on after the best choice. `played` has the results of battles played on, if any: where dice are
    pending from the state, else from the state that the best choice leads to; for a side they are
    played as it knows the conflict, and `state` is of that conflict. `tried` has them for each
    choice that was tried, the best first, with how much more of them the side that chooses won than
    after the best (`more`), and what they cost it. `for` is from whose knowledge it is worked out.
    """
    sign = -1.0 if advice.side == "gm" else 1.0
    return {
        "title": advice.game.encounter.scenario.title,
        "exchange": advice.state.exchange,
        "for": "all" if advice.to is None else SIDES[advice.to],
        "chooses": advice.side,
        "fighter": advice.fighter,
        "node": advice.node,
        "level": advice.level.name,
        "solved": advice.solved,
        "estimate": advice.estimate,
        "positions": advice.positions,
        "choices": [
            {
                **one.action.as_dict(),
                "words": one.words,
                "value": sign * one.value + 0.0,
                "chance": one.chance if advice.victory and advice.solved else None,
                "turns": one.turns,
                "samples": one.samples,
                "error": one.error,
                "followed": not one.estimated,
                "odds": one.odds.as_dict() if one.odds else None,
            }
            for one in advice.choices
        ],
        "odds": advice.odds.as_dict() if advice.odds else None,
        "point": advice.point,
        "line": [{"who": one.who, "words": one.words} for one in advice.then],
        "played": _played(advice),
        "tried": [_tried(advice, one) for one in advice.tried],
        "grounds": grounds_values(grounds_of(advice)),
        "sentence": sentence(advice),
        "measured": " ".join(measured_words(advice)),
        "aloud": aloud(advice),
    }


def _played(advice: Advice) -> dict[str, Any] | None:
    """How often each side won the battles that were played on."""
    played = advice.tried[0].outcomes if advice.tried else advice.played
    return None if played is None else played.ends()


def _tried(advice: Advice, trial: Trial) -> dict[str, Any]:
    """What came of a choice that was tried."""
    best = advice.tried[0]
    return {
        **trial.choice.action.as_dict(),
        "words": trial.choice.words,
        "ends_it": trial.over,
        "played": trial.outcomes.ends(),
        "more": None if trial is best else trial.more_than(best, advice.side or "").as_dict(),
        "price": trial.price.as_dict(),
    }


def advice_tables(advice: Advice) -> list[RenderableType]:
    """Advice from the sentence down to the table."""
    who, names = ChoiceWords(advice.game), names_in(advice.state)
    text = Text.assemble((advice.game.encounter.scenario.title, "bold"), "\n")
    played = "" if advice.played is None else f"\n{played_on(names, advice.played)}"
    if not advice.choices:
        return [text.append(sentence(advice)).append(played, "bold")]
    asked = names.says(who.chooser(advice.state), f"chooses {who.question(advice.state)}")
    text.append(f"Exchange {advice.state.exchange}: {asked}.\n")
    text.append(f"{sentence(advice)}\n«{aloud(advice)}»", "bold")
    for words in (*measured_words(advice), grounds_words(advice), odds_words(advice),
                  point_words(advice), then_words(advice)):  # fmt: skip
        text.append(f"\n{words}" if words else "")
    note = _note(advice) + _errs(advice)
    return [text, _table(advice), Text(Worth(advice.game).note() + note, "dim")]


def sentence(advice: Advice) -> str:
    """What to do, and what it brings; or why there is nothing to choose."""
    if advice.unknown:
        return start(f"{advice.unknown}, as far as is known: there is nothing to weigh.")
    names = names_in(advice.state)
    if advice.node == "end":
        winner = names.sides.get(advice.state.winner or "")
        return start(f"{names.says(winner, 'has won') if winner else 'nobody has won'}.")
    if advice.node == "dice":
        who = names.says(names.of(advice.fighter), "rolls")
        return f"Dice come next: {who}. There is nothing to choose before they have fallen."
    return _chosen(advice, names)


def _for_the_best(advice: Advice) -> str:
    """What a person takes the best choice for where another looks as good; nothing where no other
    does, or it is all the same to a person, too."""
    near = [one for one in advice.choices if one.against]
    return "" if _as_good(advice) or not near else BEST_OF.get(near[0].against, "")


def _chosen(advice: Advice, names: Names) -> str:
    """What to choose, and the chance that it brings if that was worked out exactly."""
    who = start(ChoiceWords(advice.game).chooser(advice.state))
    if (reason := _for_the_best(advice)) and not advice.tried:
        return f"{who} should {advice.choices[0].words}: {reason}."
    if not (advice.solved and advice.victory):
        return _ranked(advice)
    best, others, duel = advice.choices[0], _beside(advice), advice.node == "duel"
    as_good = _as_good(advice)
    number = _whole(best.chance)
    if not others:
        return f"{who} should {best.words}: it {_gives(advice, names, number)}."
    second, beside = others[0], _whole(others[0].chance)
    if number == beside and not as_good:
        number, beside = percent(best.chance), percent(second.chance)
    gives = _gives(advice, names, number)
    if advice.tried:  # of what wins anyway
        same = f", as {_same(as_good, 'does', 'do')}" if as_good else ""
        return f"{who} should {best.words}: it {gives}{same}."
    if len(as_good) == len(advice.choices) - 1 > 1:
        return f"It makes no difference what is chosen here: everything {gives}."
    if as_good:
        same = _same(as_good, "gives", "give")
        return f"{who} may as well {best.words}: it {gives}; {same} the same."
    words = gerund(second.words)
    apart = Worth(advice.game).told(best.value - second.value)
    if duel and second.code >> VERB_SHIFT == V_PASS:
        return f"{who} should {best.words}: it {gives}, {apart} more than {words}."
    if duel and best.code >> VERB_SHIFT == V_PASS:
        return f"{who} should {best.words}: that {gives}; {words} would cost {apart}."
    return f"{who} should {best.words}: it {gives}; {words} gives {beside}."


def _ranked(advice: Advice) -> str:
    """What to choose, and how much better it looks than the next choice, or is where that was
    worked out exactly. It does not say how likely victory is then: an estimate ranks choices, and
    only battles that are played show that, and once they were played, their difference holds in
    place of the estimated one; and where more is at stake no chance says all."""
    who, others = start(ChoiceWords(advice.game).chooser(advice.state)), _beside(advice)
    best, as_good = advice.choices[0], _as_good(advice)
    if not others or advice.tried:
        return f"{who} should {best.words}."
    if len(as_good) == len(advice.choices) - 1 > 1:
        seen = "" if advice.solved else ", as far as can be seen"
        return f"It makes no difference what is chosen here{seen}."
    one, several = ("is", "are") if advice.solved else ("looks", "look")
    if as_good:
        return f"{who} may as well {best.words}; {_same(as_good, one, several)} as good."
    words, apart = gerund(others[0].words), best.value - others[0].value
    worth = Worth(advice.game)
    if advice.node == "duel" and best.code >> VERB_SHIFT == V_PASS:
        return f"{who} should {best.words}: {words} {one} {worth.worse(apart)}."
    return f"{who} should {best.words}: it {one} {worth.better(apart, words)}."


def grounds_of(advice: Advice) -> tuple[Ground, ...]:
    """What speaks for the best choice before the next best; nothing where others are as good, or
    where it was counted to the end."""
    if advice.solved or not advice.choices or _as_good(advice) or not _beside(advice):
        return ()
    return grounds(advice.state, advice.choices[0].code, _beside(advice)[0].code)


def grounds_words(advice: Advice) -> str:
    """The same as a sentence."""
    return in_words(advice.state, grounds_of(advice))


def odds_words(advice: Advice) -> str:
    """The odds of the roll that the best choice leads to; nothing if it leads to none."""
    odds, names = advice.odds, names_in(advice.state)
    if odds is None:
        return ""
    roll = f"{possessive(names.of(odds.roller))} {odds.skill}"
    if odds.opponent is not None:
        roll += f" against {possessive(names.of(odds.opponent))} {odds.answer}"
    does = "hit" if odds.attack else "succeed"
    cost = "; who fails may still succeed at a serious cost" if odds.at_a_cost else ""
    if not odds.succeeds:
        return f"Before invokes, {roll} cannot {does}{cost}."
    often, mean, tie = percent(float(odds.succeeds)), float(odds.shifts), float(odds.ties)
    ties = f", and ties {percent(tie)}" if tie else ""
    return (
        f"Before invokes, {roll} {does}s {often} of the time, by {mean:.1f} on average{ties}{cost}."
    )


def point_words(advice: Advice) -> str:
    """What a fate point is worth to the side that chooses, if it holds one that is worth something,
    and that the worth of every choice includes the points it leaves."""
    if advice.point is None or advice.node not in ("turn", "duel"):
        return ""
    if abs(advice.point) < AS_GOOD / 10 * _stakes(advice):
        return ""
    worth, names = Worth(advice.game).told(advice.point), names_of(advice.game.encounter)
    kept = f"A fate point kept for later looks worth about {worth} to {_side(advice, names)}"
    return f"{kept}; what is told of each choice has that counted in."


def then_words(advice: Advice) -> str:
    """How it may go on after the best choice: the next few choices, in order, leaving out those to
    do nothing or to use a skill."""
    told = [one for one in advice.then if one.code >> VERB_SHIFT not in (V_PASS, V_USE)]
    if not told:
        return ""
    words = "; ".join(f"{one.who} would {one.words}" for one in told[:FOLLOWED])
    return f"After that, with average dice, it may go on like this: {words}."


def _note(advice: Advice) -> str:
    """How far the result was worked out exactly, and what part of it was not."""
    if advice.solved:
        return "Counted out to the end of the conflict, with best play of both sides."
    if advice.estimate is not None:
        return (
            "Counted out over the positions that good play is most likely to come to, with all "
            f"dice and every choice of both sides; in {percent(advice.estimate)} of battles it "
            "comes to others, which are estimated."
        )
    turns = advice.choices[0].turns
    ranks = "only ranks choices: in large fights they lie farther apart when they are played"
    counts = "" if advice.tried else "; --battles N plays on after the best ones and counts"
    if advice.choices[0].samples:
        told = "The choices that look best are followed to the end of this turn, and played on by a"
        told += (
            " quick hand for both sides, to the end of the next exchange at most, again and again"
        )
        return f"{told}; what then stands is an estimate. It {ranks}{counts}."
    if not turns:
        told = "The choices that look best are followed to the end of this turn"
        return f"{told}; all the rest is an estimate. It {ranks}{counts}."
    told = f"This turn and at most {counted(turns)} more are looked at"
    few = "the few choices in each that look best, but not every way the dice may fall"
    return f"{told}: {few}. The rest is an estimate. It {ranks}{counts}."


def _errs(advice: Advice) -> str:
    """That whoever was asked errs, and how; nothing if it does not, or has counted it out."""
    if advice.solved or advice.level.misjudgement == UNERRING:
        return ""
    errs = mistakes.told(advice.level)
    return f" The estimates are those of the level {advice.level.name}, which {errs}."


def _as_good(advice: Advice) -> list[Choice]:
    """The choices that cannot be told apart from the best."""
    best, stakes = advice.choices[0], _stakes(advice)
    return [one for one in _beside(advice) if best.value - one.value < apart(best, one, stakes)]


def _beside(advice: Advice) -> list[Choice]:
    """The other choices, except those that would be worth more but were not expanded as far, and
    those that something speaks against."""
    best, *others = advice.choices
    return [
        one
        for one in others
        if (one.value <= best.value or one.turns >= best.turns) and not one.against
    ]


def _stakes(advice: Advice) -> float:
    """What is at stake for either side, in utility."""
    return at_stake(advice.game, PLAYERS)


def _side(advice: Advice, names: Names) -> str:
    return names.sides[advice.side or ""]


def _gives(advice: Advice, names: Names, number: str) -> str:
    """What a choice brings whom, as a predicate."""
    side = _side(advice, names)
    if side in names.many and ChoiceWords(advice.game).fighter(advice.state) is None:
        side = "them"
    return f"gives {side} a chance of {number}"


def _whole(chance: float) -> str:
    """A chance in whole per cents, to be said aloud."""
    return whole(chance).replace("<", "less than ").replace(">", "more than ")


def _same(as_good: list[Choice], one: str, several: str) -> str:
    """The choices that are as good, in a phrase short enough to say, with the verb for one of them
    or for several."""
    if len(as_good) == 1:
        return f"{gerund(as_good[0].words)} {one}"
    return f"{counted(len(as_good))} other choices {several}"


def _table(advice: Advice) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("choice")
    shares = advice.victory and advice.solved
    if shares:
        table.add_column("wins", justify="right")
    table.add_column("to the best", justify="right")
    tried = {one.choice.code: one for one in advice.tried}
    if tried and not advice.solved:
        table.add_column("won after it", justify="right")
    best, shown = advice.choices[0], advice.choices[:SHOWN]
    if best.turns or best.samples:
        table.add_column("followed for", justify="right")
    hits = any(one.odds for one in shown)
    if hits:
        table.add_column("succeeds", justify="right")
    for number, one in enumerate(shown):
        row = [percent(one.chance)] if shares else []
        row += [_behind(advice, one)]
        row += [_played_share(advice, tried.get(one.code))] if tried and not advice.solved else []
        row += [_followed(one)] if best.turns or best.samples else []
        row += [_success(one.odds) if one.odds else ""] if hits else []
        table.add_row(Text(one.words, "" if number else "bold"), *row)
    if len(advice.choices) > SHOWN:
        table.add_row(Text(f"… and {len(advice.choices) - SHOWN} more", "dim"))
    return table


def _played_share(advice: Advice, trial: Trial | None) -> str:
    """How often the side that chooses won after a choice, if it was tried."""
    if trial is None:
        return ""
    share = trial.outcomes.wins[advice.side or ""]
    return percent(share.share) if trial.over else about(share)


def _success(odds: RollOdds) -> str:
    """How often a roll succeeds, and whether it may when it does not."""
    return percent(float(odds.succeeds)) + (", or at a cost" if odds.at_a_cost else "")


def _followed(choice: Choice) -> str:
    """How many turns were expanded, the choice's own included, or how often it was played on."""
    if choice.estimated:
        return "a static estimate"
    if choice.samples:
        return f"at most two exchanges, {choice.samples:,} times"
    return f"up to {choice.turns + 1} turns" if choice.turns else "this turn"


def _behind(advice: Advice, choice: Choice) -> str:
    """How much less than the best a choice is worth, in percentage points."""
    worse = choice.value - advice.choices[0].value
    words = f"{Worth(advice.game).points(worse):+.1f}"
    return words if float(words) else "·"
