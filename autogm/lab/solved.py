"""A solved conflict for a person: what it is worth, how that grows with its length, and what each
first move leads to.
"""

from __future__ import annotations

from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from autogm.engine.codes import CHANCE
from autogm.engine.game import State
from autogm.engine.telling.choices import ChoiceWords
from autogm.planner.solving.solver import Horizon, Solution, victory_alone

SHOWN_MOVES = 12
NOTHING = 1e-9
SHOWN_HORIZONS = (1, 2, 3, 5, 10, 20, 40, 100, 200)


def first_choice(found: Solution) -> State | None:
    """The first state; none where a conflict begins with dice or is over before it begins."""
    state = found.game.new_initial_state()
    return None if state.is_terminal() or state.current_player() == CHANCE else state


def ranked(found: Solution, state: State) -> list[tuple[int, float]]:
    """Each legal action with the u it leads to, the best for whoever chooses first."""
    best = found.act(state)
    sign = -1 if state.current_player() == 0 else 1
    return sorted(found.choices(state), key=lambda one: (sign * one[1], one[0] != best))


def solution_values(found: Solution) -> dict[str, Any]:
    """A solution as plain data."""
    decisions, dice, ends = found.counts()
    players, gm = found.losses()
    state = first_choice(found)
    values: dict[str, Any] = {
        "title": found.game.encounter.scenario.title,
        "value": found.value,
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
            {**found.game.describe(state, action).as_dict(), "value": worth}
            for action, worth in ranked(found, state)
        ]
        values |= {"chooses": state.side(), "fighter": state.actor(), "moves": moves}
    return values


def solution_tables(found: Solution) -> list[RenderableType]:
    """What a solution says, from the answer down to the details."""
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
    lasting = f"over at most {found.horizon} exchanges"
    text = Text.assemble(
        (found.game.encounter.scenario.title, "bold"),
        f"\nWith best play of both sides it is worth u = {found.value:+.6f} to the players, "
        f"{lasting}.\n",
    )
    if victory_alone(found.game):
        share = (1 + found.value) / 2
        text.append(f"That is a win for the players in {share:.1%} of battles, draws halved.\n")
    gap = found.high - found.low
    if gap < 1e-6:
        text.append("A longer limit would change nothing.\n")
    else:
        text.append(
            f"Without a limit it would be between {found.low:+.4f} and {found.high:+.4f}.\n"
        )
    return text


def _horizons(horizons: list[Horizon]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("exchanges", "at least", "at most", "u if undecided then"):
        table.add_column(name, justify="right")
    last = horizons[-1].exchanges
    for one in horizons:
        if one.exchanges in SHOWN_HORIZONS or one.exchanges == last:
            values = (f"{value:+.6f}" for value in (one.low, one.high, one.limit))
            table.add_row(str(one.exchanges), *values)
    return table


def _moves(found: Solution, state: State) -> Table:
    words = ChoiceWords(found.game)
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(f"what {words.chooser(state)} may do first")
    table.add_column("u", justify="right")
    moves = ranked(found, state)
    for number, (action, worth) in enumerate(moves[:SHOWN_MOVES]):
        said = words.phrase(state, action)
        table.add_row(Text(said, style="" if number else "bold"), f"{worth:+.6f}")
    if len(moves) > SHOWN_MOVES:
        table.add_row(Text(f"… and {len(moves) - SHOWN_MOVES} more", style="dim"), "")
    return table
