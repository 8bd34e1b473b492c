"""Any kind of game for people, by the contract alone: what a side may know of a state, what each
choice is worth (exactly where the game is small, else by plays at random), a solved game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from autogm.agents.ahead import LookingAhead
from autogm.agents.plain import played
from autogm.agents.roster import agent
from autogm.analysis.intervals import score_interval
from autogm.analysis.prospects import Chances, chances_of_ends, compared_in_words, whose_ends
from autogm.game.contract import CHANCE, GM, PLAYERS
from autogm.game.graph import CircleError, TooLargeError, worths
from autogm.model.words import SIDES
from autogm.planner.levels import Level
from autogm.planner.solving.expectimax import Solved, expectimax, look_ahead
from autogm.view.figures import Figures
from autogm.view.words.endings import ending_told, unwon
from autogm.view.words.grammar import counted, gerund, start
from autogm.view.words.sides import CALLED, says
from autogm.view.words.stakes import (
    AS_GOOD,
    at_stake,
    of_the_stakes,
    share_of_stakes,
    stakes_explained,
    worst_and_best,
)

EXACT = 20_000
"""States that are gone through before choices are weighed by plays instead."""
AHEAD = 1_000_000
"""States that are looked at where a game lays its graph out."""


class HiddenError(ValueError):
    """Something is hidden from the side that chooses, which advice would give away."""


@dataclass(frozen=True)
class Weighed:
    """One choice: what it is worth to the side that chooses, between `low` and `high` with 95% (the
    same number where it is exact), and by whom it is then ended how often with best play of both
    (`whose_ends`), where it was looked ahead."""

    code: int
    action: Any
    value: float
    low: float
    high: float
    ends: Chances = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        worth = {"value": self.value, "low": self.low, "high": self.high}
        ends = {"ends": dict(self.ends)} if self.ends else {}
        return {**self.action.as_dict(), "words": str(self.action), **worth, **ends}


@dataclass(frozen=True)
class PlainAdvice:
    """The choices of a state, best first; none where dice are to fall, and at the end. `plays` is
    how often each was played on at random; where it is 0, their worths are exact, or, where there
    was more than could be looked at (`estimated`), rest on what the game estimates of that. `level`
    is whose judgement it is, best play's for None; `unseen` whether something is hidden from the
    side, and so left out of account."""

    state: Any
    side: str | None
    choices: tuple[Weighed, ...]
    plays: int
    estimated: bool = False
    level: str | None = None
    unseen: bool = False

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "title": self.state.game.title,
            "chooses": self.side,
            "solved": self.plays == 0 and not self.estimated,
            "plays": self.plays,
            "level": self.level,
            "unseen": self.unseen,
            "choices": [one.as_dict() for one in self.choices],
            "sentence": sentence(self),
        }


def weigh(
    state: Any,
    plays: int,
    seed: int,
    level: Level | None = None,
    *,
    to: int | None = None,
    everything: bool = False,
) -> PlainAdvice:
    """Weigh the choices of a state of any kind of game, from what the side that chooses knows, or
    from `everything`; `to` is the side that is told, if that is said. They are weighed exactly; or
    as far ahead as can be looked at, where the game lays its graph out; or each by so many plays at
    random that go on from it (with the same dice after each). A `level` of the planner looks as far
    as it does, and likes choices in its own order; it needs a graph.

    Raises:
        HiddenError: where the side that chooses does not know all that matters.
        ValueError: where the other side chooses.
    """
    player = state.current_player()
    if player not in (0, 1):
        return PlainAdvice(state, None, (), 0)
    if to is not None and to != player:
        raise ValueError(f"the other side chooses here, {SIDES[player]}")
    try:
        seen = state if everything else state.game.as_known_to(state, player)
    except ValueError as error:
        raise HiddenError(f"{error}, which advice would give away") from None
    unseen, state = seen is not state, seen
    game = state.game
    estimated, ends = False, dict[int, Chances]()
    try:
        if level is not None:
            found, lines = LookingAhead(level).weighed(state)
        else:
            found = look_ahead(state, AHEAD) if hasattr(game, "graph") else expectimax(state, EXACT)
            lines = found.choices(state)
        rows = [(one, worth, worth, worth) for one, worth in lines]
        number, estimated = 0, found.open > 0
        ends = {one: whose_ends(found, found.graph.place(state.child(one))) for one, _ in lines}
    except (TooLargeError, CircleError):
        rows = [(one, *_mean(game, player, _ends(state.child(one), plays, seed, player)))
                for one in state.legal_actions()]  # fmt: skip
        number = plays
    if level is None:
        rows.sort(key=lambda row: -row[1])
    choices = tuple(
        Weighed(
            one, game.describe(state, one), value + 0.0, low + 0.0, high + 0.0, ends.get(one, {})
        )
        for one, value, low, high in rows
    )
    name = None if level is None else level.name
    return PlainAdvice(state, SIDES[player], choices, number, estimated, name, unseen)


def _ends(state: Any, plays: int, seed: int, player: int) -> Iterator[float]:
    """What plays at random from a state end with, for a side."""
    both = (agent("random"), agent("random"))
    for battle in range(plays):
        end = state
        for step in played(state.game, seed, battle, both, state):
            end = step.after
        yield worths(end)[player]


def _mean(game: Any, player: int, ends: Iterable[float]) -> tuple[float, float, float]:
    """The mean for a side and its 95% interval, that of a share of its stakes: wide enough for
    whatever lies between its worst end and its best (`score_interval`)."""
    values, (worst, best) = list(ends), worst_and_best(game, player)
    mean, whole = fmean(values), best - worst
    low, high = score_interval(min(1.0, max(0.0, (mean - worst) / whole)), len(values))
    return mean, worst + low * whole, worst + high * whole


def sentence(advice: PlainAdvice) -> str:
    """What to do, and what it is worth; or why there is nothing to choose."""
    state = advice.state
    if state.is_terminal():
        return _ended(state)
    if not advice.choices:
        return "Dice come next; there is nothing to choose before they have fallen."
    said = [start(f"{_advised(advice)}.")]
    ends, *_ = compared_in_words([one.ends for one in (advice.choices[0], *_as_good(advice))])
    if ends:
        seen = "as far ahead as can be looked, " if advice.estimated else ""
        said.append(start(f"{seen}with best play of both it then ends so: {ends}."))
    if advice.unseen:
        said.append("What is hidden from this side is left out of account.")
    return " ".join(said)


def _as_good(advice: PlainAdvice) -> list[Weighed]:
    """The other choices that are as good as the best."""
    best, *others = advice.choices
    apart = AS_GOOD * at_stake(advice.state.game, SIDES.index(advice.side))
    return [one for one in others if abs(best.value - one.value) < apart]


def _advised(advice: PlainAdvice) -> str:
    """What to do, and how much better that is than the next choice."""
    best, *others = advice.choices
    who, level = CALLED[advice.side or ""], advice.level
    if level is not None:  # it may misread what it sees
        return f"{who}, at the level {level}, would {best.action}"
    same = _as_good(advice)
    sure = not (advice.plays or advice.estimated)
    if len(same) == len(others) > 1:
        return f"it makes no difference what is chosen here{'' if sure else ', as far as it looks'}"
    one, several = ("is", "are") if sure else ("looks", "look")
    if same:
        others_too = (
            f"{gerund(str(same[0].action))} {one}"
            if len(same) == 1
            else f"{counted(len(same))} other choices {several}"
        )
        return f"{who} may as well {best.action}; {others_too} as good"
    if not others:
        return f"{who} should {best.action}"
    apart = of_the_stakes(advice.state.game, SIDES.index(advice.side), best.value - others[0].value)
    next_best = gerund(str(others[0].action))
    if advice.plays:
        how = "where both play at random it looks"
        return f"{who} should probably {best.action}: {how} better than {next_best}, by {apart}"
    return f"{who} should {best.action}: it {one} better than {next_best}, by {apart}"


def _ended(state: Any) -> str:
    if state.winner not in SIDES:
        return f"It is over: {unwon(state.game)}."
    return start(f"{says(state.winner, 'have', 'has')} won.")


def advice_parts(advice: PlainAdvice) -> list[RenderableType]:
    """Advice as the command prints it."""
    head = Text.assemble((advice.state.game.title, "bold"), "\n", (sentence(advice), "bold"))
    if not advice.choices:
        return [head]
    game, side = advice.state.game, SIDES.index(advice.side or "")

    def share(worth: float) -> str:
        return f"{100 * share_of_stakes(game, side, worth):.1f}%".replace("-", "−")

    rows = tuple(
        (Text(str(one.action)), (share(one.value), f"{share(one.low)} to {share(one.high)}"))
        for one in advice.choices
    )
    heads = ("of the stakes", "95% interval") if advice.plays else ("of the stakes",)
    kept = tuple((name, cells[: len(heads)]) for name, cells in rows)
    note = stakes_explained(game, CALLED[SIDES[side]])
    return [head, Figures("choice", heads, kept), Text(note, "dim")]


def solved_values(found: Solved) -> dict[str, Any]:
    """A solved game as plain data; `value` is the players' utility everywhere."""
    state = found.root
    values: dict[str, Any] = {
        "title": state.game.title,
        "value": found.value,
        "states": found.states,
        "decisions": found.decisions,
        "dice": found.dice,
        "ends": found.ends,
        "seconds": found.seconds,
        "hidden": hides_something(state),
    }
    endings = endings_of(found)
    if endings:
        values["endings"] = endings
    if not found.zero_sum:
        values["worth"] = {"players": found.value, "gm": found.worth_to_gm}
    if state.current_player() in (0, 1):
        values["chooses"] = SIDES[state.current_player()]
        values["moves"] = [
            {**state.game.describe(state, action).as_dict(), "value": worth}
            for action, worth in found.choices(state)
        ]
    return values


def solved_parts(found: Solved) -> list[RenderableType]:
    """A solved game as the command prints it."""
    state = found.root
    text = Text.assemble((state.game.title, "bold"))
    text.append(
        f"\nWith best play of both sides it is worth u = {found.value:+.6f} to the players."
        if found.zero_sum
        else f"\nWith best play of both sides, each for what it values, it is worth "
        f"{found.value:+.6f} to the players and {found.worth_to_gm:+.6f} to the GM."
    )
    parts: list[RenderableType] = [text]
    if state.current_player() in (0, 1):
        rows = tuple(
            (Text(str(state.game.describe(state, action))), (f"{worth:+.6f}",))
            for action, worth in found.choices(state)
        )
        side = CALLED[SIDES[state.current_player()]]
        parts.append(Figures(f"what {side} may do first", (f"worth to {side}",), rows))
    endings = endings_of(found)
    if endings:
        ways = tuple(
            (Text(ending_told(state.game, name)), (f"{share:.1%}",))
            for name, share in endings.items()
        )
        parts.append(Figures("how it ends with best play", ("chance",), ways))
    counts = f"{found.decisions:,} choices, {found.dice:,} rolls, {found.ends:,} ends"
    told = f"{found.states:,} states: {counts}. {found.seconds:.2f} s"
    if hides_something(state):
        told += "\nWhat is hidden is solved as if both sides saw it."
    return [*parts, Text(told, style="dim")]


def endings_of(found: Solved) -> dict[str, float]:
    """The chance of each way in which a solved game ends with best play of both sides, likelier
    ones first; nothing where the game does not name its endings."""
    game = found.root.game
    return chances_of_ends(found, 0, game.ending) if hasattr(game, "ending") else {}


def hides_something(state: Any) -> bool:
    """Whether a side does not know all of a state."""
    try:
        return any(state.game.as_known_to(state, side) is not state for side in (PLAYERS, GM))
    except ValueError:
        return True


def state_lines(state: Any, side: str | None = None) -> Iterator[Text]:
    """A state in lines, as a side may know it, or as both do: the game, what is seen, and who may
    do what."""
    game = state.game
    yield Text(game.title, style="bold")
    sides = [one for one in (PLAYERS, GM) if side in (None, SIDES[one])]
    seen = {SIDES[one]: dict(game.observation(state, one)) for one in sides}
    alike = len({str(one) for one in seen.values()}) == 1
    for who, facts in list(seen.items())[: 1 if alike else None]:
        if not alike:
            yield Text(start(f"{says(who, 'know', 'knows')}:"))
        for name, value in facts.items():
            yield Text(f"  {name}: {value}")
    if state.is_terminal():
        yield Text(_ended(state))
    elif state.current_player() == CHANCE:
        yield Text("Dice are to fall.")
    else:
        chooser = SIDES[state.current_player()]
        told = " or ".join(map(str, game.choices(state, state.current_player())))
        may = f"may {told}." if side in (None, chooser) else "may choose."
        yield Text(start(f"{CALLED[chooser]} {may}"))
