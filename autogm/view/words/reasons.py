"""Why an agent decided as it did, as a sentence made of the facts of its decision, in the phrases
that choices have everywhere. `by` among the facts says how the agent comes to decisions; one that
says nothing known is told by its choice alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autogm.agents.base import Decision
from autogm.engine.actions import Action
from autogm.engine.codes import PLAYERS
from autogm.engine.state import State
from autogm.planner.levels import BY_NAME, UNERRING
from autogm.view.figures import percent
from autogm.view.words.choices import ChoiceWords
from autogm.view.words.grammar import counted, gerund, start
from autogm.view.words.names import names_of
from autogm.view.words.worth import Worth

Facts = dict[str, Any]
MANNERS = {
    "random": "any legal action is as good as another",
    "brawler": "hits the first enemy in reach and spends nothing",
}


SEEN = 0.05
"""Percentage points that are told as some; fewer would be told as none."""


def reason(state: State, decision: Decision) -> str:
    """Why this was decided in `state`, as a sentence: what the agent says itself, if it does. Of
    facts that it does not understand, as those of a save may be, it tells the choice alone."""
    if "says" in decision.facts:
        return str(decision.facts["says"])
    words = _Words(state)
    try:
        return TELLERS.get(decision.facts.get("by", ""), _plain)(words, decision)
    except (LookupError, TypeError, ValueError, AttributeError, StopIteration):
        return _plain(words, Decision(decision.action))


class _Words:
    """Puts what choices in one state are worth into words: by how much they differ, or, where they
    were counted out and victory is all, as the chance to win of the side that chooses, draws
    counted in part."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._words = ChoiceWords(state.game)
        self._side = names_of(state.game.encounter).sides[state.side() or ""]
        self._worth = Worth(state.game)

    def doing(self, action: int) -> str:
        """A choice as the subject of a sentence."""
        return gerund(self._words.phrase(self.state, action))

    def line(self, line: Facts) -> str:
        """The choice of a line of facts."""
        return self.doing(self.state.game.encode(Action(**line["action"])))

    def brings(self, line: Facts, *, exact: bool, counted: bool) -> str:
        """What a line's choice brings the side that chooses: a share where it was `counted` out,
        exactly or but for a part, and where victory is all; estimates only rank choices."""
        doing = start(self.line(line))
        if self._worth.victory and counted:
            chance = "a chance to win" if exact else "an estimated chance to win"
            return f"{doing} gives {self._side} {chance} of {self.chance(line['value'])}"
        return f"{doing} {'is' if exact else 'looks'} best for {self._side}"

    def beside(self, line: Facts, best: Facts, *, counted: bool) -> str:
        """What the next best choice is worth, or how much less than the best, as the end of a
        sentence. What was looked at less far may look better, and is passed over."""
        more = line["value"] - best["value"]
        apart, doing = abs(more), self.line(line)
        alike = self._worth.points(apart) < SEEN
        passed_over = not alike and (more > 0) == (self.state.current_player() == PLAYERS)
        said = f"; {'passed over' if passed_over else 'next best'} is {doing}"
        if self._worth.victory and counted:
            return f"{said}, with {self.chance(line['value'])}"
        if alike:
            return f"; {doing} is as good"
        word = "better" if passed_over else "worse"
        if self._worth.victory:
            return f"{said}, {self._worth.told(apart)} {word}"
        return f"{said}, {word} {self._worth.by(apart)}"

    def misjudged(self, level: str, best: Facts, others: list[Facts], facts: Facts) -> str:
        """What a level that errs thinks best, and what next, without the chances that it misreads;
        or whose temper decided."""
        sees = f"looks best to {start(level)}, which errs"
        if "temper" in facts:
            temper = {one: held for one, held in facts["temper"].items() if one != "costs"}
            return f"{start(self.line(best))}{self.temper({'temper': temper})}, which {sees}."
        said = f"{start(self.line(best))} {sees}"
        return f"{said}; next best is {self.line(others[0])}." if others else f"{said}."

    def temper(self, facts: Facts) -> str:
        """Whose temper made the choice, what it took the place of and what that costs, as the end
        of a sentence; nothing where temper had no say."""
        if "temper" not in facts:
            return ""
        temper = facts["temper"]
        leans = [f"as the {temper['is']} do"] if "is" in temper else []
        if "protects" in temper:
            fighters = self.state.game.encounter.fighters
            ward = next(one for one in fighters if temper["protects"] in (one.id, one.origin))
            leans.append(f"to protect {ward.name}")
        said = f"; {' and '.join(leans)}, instead of {self.line({'action': temper['instead_of']})}"
        if "costs" not in temper:
            return said
        costs = f"{temper['costs'] / 2:.1%}" if self._worth.victory else ""
        return f"{said}, at a cost of {costs or self._worth.cost(temper['costs'])}"

    def chance(self, worth: float) -> str:
        """The chance of the side that chooses, of what is worth so much utility to the players."""
        own = worth if self.state.current_player() == PLAYERS else -worth
        return (
            f"{min(1.0, max(0.0, (1 + own) / 2)):.1%}"  # what points kept are worth may add to it
        )


def errs(level: str) -> bool:
    """Whether that is a level that misjudges what it sees, so that no chance of its is one."""
    return level in BY_NAME and BY_NAME[level].misjudgement != UNERRING


def _how_far(line: Facts) -> str:
    """How far ahead a line was expanded, as the end of its sentence: `turns` after its own at most
    (a conflict may end before), or in how many `samples` it was played on, unless it was only
    estimated."""
    if not line["followed"]:
        return " by the static estimate"
    if samples := line.get("samples", 0):
        return f", played on {counted(samples)} times, to the end of the next exchange at most"
    turns = line.get("turns", 0)
    if not turns:
        return " by the end of the turn"
    after = "turn" if turns == 1 else "turns"
    return f", looking at most {counted(turns)} {after} past this one"


def _plain(words: _Words, decision: Decision) -> str:
    """The choice alone, with the agent's manner where it has one."""
    manner = MANNERS.get(decision.facts.get("by", ""))
    doing = words.doing(decision.action)
    number = decision.facts.get("choices", len(words.state.legal_actions()))
    said = f"{manner}: {doing}" if manner else start(doing)
    return f"{said}, out of {number} choices{words.temper(decision.facts)}"


def _tactician(words: _Words, decision: Decision) -> str:
    """The best choice and the one next to it, of which it is said where it was only estimated."""
    best, *others = decision.facts["lines"]
    said = words.brings(best, exact=False, counted=False) + _how_far({"followed": best["followed"]})
    if "temper" in decision.facts:
        return f"{said}{words.temper(decision.facts)}."
    for second in others[:1]:
        said += words.beside(second, best, counted=False) + (
            "" if second["followed"] else _how_far(second)
        )
    return f"{said}."


def _planner(words: _Words, decision: Decision) -> str:
    """The best line and the one next to it, of which it is said how far it was followed where that
    differs."""
    solved, (best, *others) = decision.facts["solved"], decision.facts["lines"]
    level = decision.facts.get("level", "")
    if not solved and errs(level):
        return words.misjudged(level, best, others, decision.facts)
    on_graph = isinstance(decision.facts.get("estimate"), float)
    said = words.brings(best, exact=solved, counted=solved or on_graph)
    said += ", with best play of both sides" if solved or on_graph else _how_far(best)
    if on_graph:
        said += f", of which {percent(decision.facts['estimate'])} is estimated"
    if "temper" in decision.facts:
        return f"{said}{words.temper(decision.facts)}."
    for second in others[:1]:
        said += words.beside(second, best, counted=solved or on_graph)
        alike = on_graph or _how_far(second) == _how_far(best)
        said += "" if alike else _how_far(second)
    return f"{said}."


def _mcts(words: _Words, decision: Decision) -> str:
    """How often OpenSpiel's search has tried the choice, and what it then was worth."""
    facts = decision.facts
    spent = f"{facts['tried']} of {facts['simulations']} simulations"
    return f"{Action(**facts['action'])}: tried in {spent}, worth {facts['value']:+.2f}"


TELLERS: dict[str, Callable[[_Words, Decision], str]] = {
    "random": _plain,
    "brawler": _plain,
    "tactician": _tactician,
    "planner": _planner,
    "mcts": _mcts,
}
