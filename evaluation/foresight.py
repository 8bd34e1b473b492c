"""How much better than the tactician's choices another agent's are: `python -m evaluation.foresight
[SCENARIO …] [--agents A,…] [--turns 60] [--playouts 60] [--seed 1] [--json]`.

A turn is drawn by lot from every battle of tacticians. Each agent is asked what it would do there,
and what is chosen is played out so many times by tacticians for both sides, with the same dice.
Told is on how many turns an agent chooses otherwise than the tactician, and by how much what comes
of its choices is better, a turn. This tells far more of a search than as many battles do, since
all but one choice is left alone; but only battles say what many choices come to together, and
against others than tacticians.

Figures are in halves of what lies between losing and winning, for the side that chooses; intervals
are of 95%, from drawing the turns anew.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from autogm.agents.base import RandomSource
from autogm.agents.roster import agent
from autogm.agents.tactician import first_choice
from autogm.engine.codes import CHANCE, N_TURN, PLAYERS
from autogm.engine.game import Game, load_game
from autogm.engine.state import State
from autogm.lab.progress import status_line
from autogm.planner.turn.tactician import Tactician
from evaluation.afterwards import figure
from evaluation.arguments import agents, count
from evaluation.manners.__main__ import SCENARIOS, place
from evaluation.playouts import played_out
from evaluation.tables import console, plain_table
from evaluation.value_fit import Figure

AGENTS, TURNS, PLAYOUTS, SEED = "random,planner:great", 60, 60, 1
MEASURE = "tactician"
"""Whose choices the others' are held against, and who plays on."""


@dataclass(frozen=True)
class Foresight:
    """What comes of an agent's choices: on how many of the turns it chooses otherwise, and by how
    much its choices are better, a turn."""

    agent: str
    turns: int
    otherwise: int
    better: Figure


def drawn_turn(game: Game, random: Random) -> State | None:
    """A turn with a choice, of a battle of tacticians, each as likely as the others; none where
    there was none."""
    tactician, state = Tactician(game), game.new_initial_state()
    drawn, met = None, 0
    while not state.is_terminal():
        if state.current_player() == CHANCE:
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, chances)[0])
            continue
        if state.node() == N_TURN:
            met += 1
            if random.random() < 1.0 / met:
                drawn = state.clone()
        state.apply_action(state.legal_actions()[first_choice(tactician, state)])
    return drawn


def gained(state: State, names: Sequence[str], seed: int, playouts: int) -> list[float | None]:
    """By how much what comes of each agent's choice is better than what comes of the tactician's;
    none where both choose the same."""
    legal, source = state.legal_actions(), RandomSource(seed)
    chosen = [legal.index(agent(name).decide(state, source).action) for name in (MEASURE, *names)]
    sign = 1.0 if state.current_player() == PLAYERS else -1.0
    swing = float(Tactician(state.game).parameters["swing"][0])
    came = {one: sign * played_out(state, one, seed, playouts) / swing for one in set(chosen)}
    first, *others = chosen
    return [None if one == first else came[one] - came[first] for one in others]


def measured(
    games: dict[str, Game],
    names: Sequence[str],
    turns: int,
    playouts: int,
    seed: int,
    say: Callable[[str], None],
) -> list[Foresight]:
    """The figures of each agent over so many turns, drawn from the games by turns."""
    random, found = Random(seed), list[list[float | None]]()
    titles = list(games)
    while len(found) < turns:
        title = titles[len(found) % len(titles)]
        say(f"turn {len(found) + 1} of {turns}, {title}")
        state = drawn_turn(games[title], random)
        if state is not None:
            found.append(gained(state, names, random.randrange(1 << 30), playouts))
    columns = zip(names, zip(*found, strict=True), strict=True)
    return [
        Foresight(
            name,
            len(found),
            sum(1 for one in column if one is not None),
            figure([one or 0.0 for one in column], seed),
        )
        for name, column in columns
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw, play out and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.foresight", description=__doc__)
    parser.add_argument("scenarios", nargs="*", type=place, metavar="SCENARIO")
    parser.add_argument("--agents", type=agents, default=AGENTS, help="names")
    parser.add_argument("--turns", type=count, default=TURNS, help="drawn by lot")
    parser.add_argument("--playouts", type=count, default=PLAYOUTS, help="of each choice")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--json", action="store_true", help="print JSON, alone on stdout")
    chosen = parser.parse_args(arguments)
    paths: list[Path] = chosen.scenarios or [place(name) for name in SCENARIOS]
    games = {path.stem: load_game(path) for path in paths}
    with status_line("drawing") as say:
        found = measured(games, chosen.agents, chosen.turns, chosen.playouts, chosen.seed, say)
    if chosen.json:
        print(json.dumps([asdict(one) for one in found], indent=2))
        return
    table = plain_table(f"Beside a tactician's, seed {chosen.seed}", "agent", "otherwise", "better")
    for one in found:
        table.add_row(one.agent, f"{one.otherwise} of {one.turns}", str(one.better))
    console().print(table)


if __name__ == "__main__":
    main()
