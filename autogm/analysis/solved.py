"""A solved conflict for a person: what it is worth, how that changes with its length, and what each
first move leads to.
"""

from __future__ import annotations

from typing import Any

from rich.console import RenderableType
from rich.text import Text

from autogm.engine.codes import CHANCE, PLAYERS
from autogm.engine.state import State
from autogm.planner.solving.solver import Horizon, Solution, victory_alone
from autogm.view.figures import Figures, percent
from autogm.view.words.choices import ChoiceWords
from autogm.view.words.grammar import counted_of
from autogm.view.words.names import names_of

SHOWN_MOVES = 12
NOTHING = 1e-9
SHOWN_HORIZONS = (1, 2, 3, 5, 10, 20, 40, 100, 200)


def first_choice(found: Solution) -> State | None:
    """The first state; None where it is one of dice, or the conflict is over in it."""
    state = found.first
    return None if state.is_terminal() or state.current_player() == CHANCE else state


def ranked(found: Solution, state: State) -> list[tuple[int, float]]:
    """Each legal action with the utility it leads to, best for the side that chooses first."""
    best = found.act(state)
    return sorted(found.choices(state), key=lambda one: (-_own(state, one[1]), one[0] != best))


def _own(state: State, worth: float) -> float:
    """The players' utility, turned to the side that chooses."""
    return worth if state.current_player() == PLAYERS else -worth + 0.0


def _chance(worth: float) -> float:
    """The chance of a win, draws halved, where victory is all there is."""
    return (1 + worth) / 2


def solution_values(found: Solution) -> dict[str, Any]:
    """A solution as plain data. `value` is the players' utility everywhere; `chance` is the chance
    of a win, draws halved, or None where more than victory is at stake: the players', and for a
    first move that of the side that chooses it."""
    decisions, dice, ends = found.counts()
    players, gm = found.losses()
    state, alone = first_choice(found), victory_alone(found.game)
    values: dict[str, Any] = {
        "title": found.game.encounter.scenario.title,
        "value": found.value,
        "chance": _chance(found.value) if alone else None,
        "low": found.low,
        "high": found.high,
        "horizon": found.horizon,
        "states": found.states,
        "decisions": decisions,
        "dice": dice,
        "ends": ends,
        "policy_loss": {"players": players, "gm": gm},
        "horizons": [vars(one) for one in found.horizons],
        "seconds": found.seconds,
    }
    if state is not None:
        moves = [
            {
                **found.game.describe(state, action).as_dict(),
                "value": worth,
                "chance": _chance(_own(state, worth)) if alone else None,
            }
            for action, worth in ranked(found, state)
        ]
        values |= {"chooses": state.side(), "fighter": state.actor(), "moves": moves}
    return values


def solution_tables(found: Solution) -> list[RenderableType]:
    """The tables of a solution, from the answer down to the details."""
    parts: list[RenderableType] = [_answer(found), _horizons(found.horizons)]
    state = first_choice(found)
    if state is not None:
        parts.append(_moves(found, state))
    decisions, dice, ends = found.counts()
    loss = max(0.0, *found.losses())
    parts.append(
        Text(
            f"{found.states:,} states: {decisions:,} choices, {dice:,} rolls, {ends:,} ends. "
            f"The kept policy {_given_away(loss)} against a best response.\n"
            f"{found.seconds:.2f} s",
            style="dim",
        )
    )
    return parts


def _given_away(loss: float) -> str:
    return "gives nothing away" if loss < NOTHING else f"gives away at most {loss:.1e}"


def _answer(found: Solution) -> Text:
    game, value = found.game, f"u = {found.value:+.6f}"
    names = names_of(game.encounter)
    players, most = names.sides["players"], counted_of(found.horizon, "exchange")
    lasting = f"over at most {most}"
    says = f"it is worth {value} to {players}, {lasting}"
    if victory_alone(game):
        share = percent(_chance(found.value), 2)
        wins = names.says(players, f"wins {share} of the battles")
        says = f"{wins} {lasting}, draws halved ({value})"
    title = game.encounter.scenario.title
    text = Text.assemble((title, "bold"), f"\nWith best play of both sides {says}.\n")
    if not victory_alone(game):
        text.append("u is the stake of the players less the stake of the GM.\n")
    gap = found.high - found.low
    if gap < 1e-6:
        text.append("A longer limit would change nothing.\n")
    else:
        text.append(f"Without a limit u would be between {found.low:+.4f} and {found.high:+.4f}.\n")
    return text


def _horizons(horizons: list[Horizon]) -> Figures:
    last = horizons[-1].exchanges
    rows = tuple(
        (
            Text(str(one.exchanges)),
            tuple(f"{value:+.6f}" for value in (one.low, one.high, one.limit)),
        )
        for one in horizons
        if one.exchanges in SHOWN_HORIZONS or one.exchanges == last
    )
    return Figures("exchanges", ("u at least", "at most", "if undecided then"), rows, right=True)


def _moves(found: Solution, state: State) -> Figures:
    words, alone = ChoiceWords(found.game), victory_alone(found.game)
    side = names_of(found.game.encounter).sides[state.side() or ""]
    heads = (*(("wins",) if alone else ()), f"u to {side}")
    moves, rows = ranked(found, state), list[tuple[Text, tuple[str, ...]]]()
    for number, (action, worth) in enumerate(moves[:SHOWN_MOVES]):
        said, own = words.phrase(state, action), _own(state, worth)
        cells = (*((percent(_chance(own), 2),) if alone else ()), f"{own:+.6f}")
        rows.append((Text(said, style="" if number else "bold"), cells))
    if len(moves) > SHOWN_MOVES:
        more = Text(f"… and {len(moves) - SHOWN_MOVES} more", style="dim")
        rows.append((more, ("",) * len(heads)))
    return Figures(f"what {words.chooser(state)} may do first", heads, tuple(rows))
