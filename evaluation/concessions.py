"""How well agents judge whether to concede: `python -m evaluation.concessions [--conflicts 12]
[--battles 2] [--seed 13] [--playouts 12] [--in FILE …] [--json]`.

Tacticians play each other in random large conflicts whose stakes tell conceding from being taken
out (`tests.large`; the value was fitted to others), or in scenarios of files. Elsewhere conceding
never brings anything. Two questions are asked of them.

How far is the estimate off, by how many turns are expanded? Of a battle's decisions whether to
concede two are drawn by lot, of those at which conceding is ahead by the end of the turn; there the
best concession is compared with fighting on: what each is worth by the estimate without contempt,
and what came of it in so many battles of tacticians from there, with the same dice after either.
The error is the root mean square of the difference between the two differences, less what the
battles' own scatter adds to it, as a share of the doubt that there is (`Tactician.doubt`).

Does it matter what is not expanded? At every such decision all concessions are expanded, and those
counted that would have been made and were passed over; `rises` is by how much more those that would
have been made bring expanded than by the values right before and after them.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from rich.console import Console

from autogm.agents.base import RandomSource
from autogm.agents.tactician import TacticianAgent
from autogm.engine.codes import CHANCE, N_CONCEDE, PLAYERS
from autogm.engine.game import Game, load_game
from autogm.engine.pack import first
from autogm.engine.state import State
from autogm.game.rows import rows
from autogm.lab.progress import status_line
from autogm.planner.evaluation.scratch import WORK
from autogm.planner.evaluation.value import value_at
from autogm.planner.turn.conceding import ERROR, saves_at
from autogm.planner.turn.tactician import Tactician
from evaluation.arguments import count
from evaluation.playouts import ends_of
from evaluation.tables import console, plain_table
from evaluation.value_fit import DRAWS, Figure
from evaluation.value_play import conflicts
from tests.large import large_scenario

CONFLICTS, BATTLES, PLAYOUTS = 12, 2, 12
SEED = 13
DEEPEST = 3  # turns after the current one
A_BATTLE = 2  # decisions of a battle whose outcome is played out
MOST_POSITIONS = 30_000  # that one line may take

Array = np.ndarray[Any, Any]


def matters(game: Game) -> bool:
    """Whether a fighter who concedes is worth something else than one who is taken out."""
    return bool(game.scene[0]["concede"] and game.scene[0]["keep_exit"])


@dataclass
class Found:
    """What was found in one conflict, in halves of what lies between losing and winning: of the
    decisions that were played out, by depth, the squared error, the squared doubt, what conceding
    was estimated to bring and what it brought; how many
    decisions there were, how many were passed over at once, and how many of those wrongly; and the
    rises."""

    squares: list[list[float]] = field(default_factory=lambda: [[] for _ in range(DEEPEST + 1)])
    doubts: list[list[float]] = field(default_factory=lambda: [[] for _ in range(DEEPEST + 1)])
    leads: list[list[float]] = field(default_factory=lambda: [[] for _ in range(DEEPEST + 1)])
    brought: list[list[float]] = field(default_factory=lambda: [[] for _ in range(DEEPEST + 1)])
    decisions: int = 0
    passed: int = 0
    wrongly: int = 0
    rises: list[float] = field(default_factory=list)


class Judge:
    """Looks at the decisions of one conflict."""

    def __init__(self, game: Game, seed: int, playouts: int) -> None:
        self.game, self.seed, self.playouts = game, seed, playouts
        self.agent, self.tactician = TacticianAgent(), Tactician(game)
        self.swing = float(self.tactician.parameters[0]["swing"])
        self.found = Found()

    def battle(self, random: Random) -> None:
        """Play one battle, look at each of its decisions, and play two of them out."""
        state, kept = self.game.new_initial_state(), []
        while not state.is_terminal():
            if state.current_player() == CHANCE:
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
                continue
            if state.node() == N_CONCEDE and self.look(state) > 0.0:
                kept.append(state.clone())
            state.apply_action(self.agent.decide(state, RandomSource(self.seed)).action)
        for one in random.sample(kept, min(A_BATTLE, len(kept))):
            self.play_out(one)

    def look(self, state: State) -> float:
        """Hold what was passed over against expanding it. Answers how far the best concession is
        ahead of fighting on by the end of the turn."""
        found, sign = self.found, 1.0 if state.current_player() == PLAYERS else -1.0
        legal = state.legal_actions()
        self.tactician.expand(state, 1)
        expanded = self.tactician.expanded(len(legal))
        worths = self.tactician.weigh(state)
        leads = sign * (worths[1:] - worths[0]) / self.swing
        most = [
            float(saves_at(self.game.scene_rows, rows(state.record), first(action))) / self.swing
            for action in legal[1:]
        ]
        doubt = self.tactician.doubt(state, float(worths[0])) / self.swing
        made = np.minimum(leads, most) > ERROR * doubt
        found.decisions += 1
        found.passed += not expanded.any()
        found.wrongly += int((made & ~expanded[1:]).sum())
        for place in made.nonzero()[0]:
            found.rises.append(float(leads[place]) - self._by_value(state, legal[1 + place], sign))
        return float(leads.max(initial=0.0))

    def _by_value(self, state: State, action: int, sign: float) -> float:
        """What a concession brings by the values right before and after it."""
        after = state.clone()
        after.apply_action(action)
        scenes, parameters = self.game.scene_rows, rows(self.tactician.parameters)
        before, then = (
            float(value_at(scenes, rows(one.record), 0, parameters, rows(np.zeros(1, WORK))))
            for one in (state, after)
        )
        return sign * (then - before) / self.swing

    def play_out(self, state: State) -> None:
        """Hold the estimates of the best concession against what comes of it."""
        sign = 1.0 if state.current_player() == PLAYERS else -1.0
        worths = self.tactician.weigh(state)
        best = 1 + int(np.argmax(sign * worths[1:]))
        leads, stands = [sign * float(worths[best] - worths[0]) / self.swing], [float(worths[0])]
        for turns in range(1, DEEPEST + 1):
            both = []
            for place in (best, 0):
                both.append(self.tactician.deepen(state, place, turns, MOST_POSITIONS))
                if self.tactician.positions > MOST_POSITIONS:
                    both.clear()
                    break
            if not both:
                break
            leads.append(sign * (both[0] - both[1]) / self.swing)
            stands.append(both[1])
        ends = np.array([ends_of(state, place, self.seed, self.playouts) for place in (best, 0)])
        brought = sign * (ends[0] - ends[1]) / self.swing
        mean, scatter = float(brought.mean()), float(brought.var(ddof=1)) / len(brought)
        for turns, lead in enumerate(leads):
            self.found.squares[turns].append((lead - mean) ** 2 - scatter)
            self.found.leads[turns].append(lead)
            self.found.brought[turns].append(mean)
            doubt = self.tactician.doubt(state, stands[turns]) / self.swing
            self.found.doubts[turns].append(doubt**2)


@dataclass(frozen=True)
class Depth:
    """The error at one depth, on so many decisions; what conceding was estimated to bring there
    over fighting on, and what it brought."""

    turns: int
    error: Figure
    decisions: int
    estimated: float
    brought: float


@dataclass(frozen=True)
class Report:
    """What was found: by depth, and of what is passed over."""

    depths: tuple[Depth, ...]
    decisions: int
    passed: float
    wrongly: int
    made: int
    most: float


def measure(
    games: Iterable[Game], seed: int, number: int, playouts: int, say: Callable[[str], None]
) -> Report:
    """Look at so many battles of each game."""
    found = []
    for place, game in enumerate(games):
        say(f"conflict {place + 1}")
        judge, random = Judge(game, seed, playouts), Random(f"concessions {seed} {place}")
        for _ in range(number):
            judge.battle(random)
        found.append(judge.found)
    rises = [one for each in found for one in each.rises]
    decisions = sum(one.decisions for one in found)
    return Report(
        tuple(depth for turns in range(DEEPEST + 1) if (depth := _depth(found, turns, seed))),
        decisions,
        sum(one.passed for one in found) / max(1, decisions),
        sum(one.wrongly for one in found),
        len(rises),
        max(rises, default=math.nan),
    )


def _depth(found: Sequence[Found], turns: int, seed: int) -> Depth | None:
    """The error at a depth, with the interval from drawing the conflicts anew."""
    kept = [one for one in found if sum(one.doubts[turns]) > 0.0]
    if not kept:
        return None
    sums = np.array([sum(one.squares[turns]) for one in kept])
    doubts = np.array([sum(one.doubts[turns]) for one in kept])
    drawn = np.random.default_rng(seed).integers(0, len(kept), (DRAWS, len(kept)))
    means = sums[drawn].sum(axis=1) / doubts[drawn].sum(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    figure = Figure(*(math.sqrt(max(0.0, one)) for one in (sums.sum() / doubts.sum(), low, high)))
    leads = [one for each in kept for one in each.leads[turns]]
    brought = [one for each in kept for one in each.brought[turns]]
    return Depth(turns, figure, len(leads), float(np.mean(leads)), float(np.mean(brought)))


def show(report: Report, console: Console) -> None:
    """Both answers."""
    table = plain_table(
        "Conceding over fighting on", "turns after the current one", "error", "decisions",
        "estimated", "brought",
    )  # fmt: skip
    for one in report.depths:
        table.add_row(
            str(one.turns), str(one.error), str(one.decisions), f"{one.estimated:+.3f}",
            f"{one.brought:+.3f}",
        )  # fmt: skip
    console.print(table)
    console.print(
        f"{report.passed:.1%} of {report.decisions:,} decisions passed over at once, "
        f"{report.wrongly} concessions wrongly; {report.made} would have been made by the end of "
        f"the turn, rising by {report.most:.3f} at most"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.concessions", description=__doc__)
    parser.add_argument("--conflicts", type=count, default=CONFLICTS)
    parser.add_argument("--battles", type=count, default=BATTLES, help="of each conflict")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--playouts", type=count, default=PLAYOUTS, help="of each choice")
    parser.add_argument("--in", dest="files", nargs="+", type=Path, help="scenarios to play in")
    parser.add_argument("--json", action="store_true", help="print JSON, alone on stdout")
    chosen = parser.parse_args(arguments)
    drawn = (game for game in conflicts(large_scenario, chosen.seed) if matters(game))
    games = map(load_game, chosen.files) if chosen.files else islice(drawn, chosen.conflicts)
    with status_line("playing") as say:
        report = measure(games, chosen.seed, chosen.battles, chosen.playouts, say)
    if chosen.json:
        print(json.dumps({"seed": chosen.seed} | asdict(report), indent=2))
    else:
        show(report, console())


if __name__ == "__main__":
    main()
