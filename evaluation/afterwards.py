"""What comes of odd choices: `python -m evaluation.afterwards MANNER [SCENARIO …] [-n 10]
[--sightings 40] [--playouts 24] [--seed 1] [--json]`.

Tacticians play themselves, and wherever a manner is seen (`evaluation.manners`), what was chosen is
held against the best-looking choice of another kind: by how much it is ahead by the estimate that
the tactician goes by, and what came of it in so many battles of tacticians from there, with the
same dice after either. If the estimate is right the choice only looks odd; if not, it is off by
what stands between the two figures. The same is told of the positions right after either, beside
their value, so that the value can be seen to err where such choices lead.

All figures are in halves of what lies between losing and winning, for the side that chooses;
intervals are of 95%, from drawing the sightings anew. Which of many sightings are played out is
drawn by lot, as many from each scenario as there are.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from rich.console import Console

from autogm.agents.roster import agent
from autogm.engine.codes import PLAYERS, VERB_SHIFT
from autogm.engine.game import Game, load_game
from autogm.engine.state import State
from autogm.game.rows import rows
from autogm.lab.progress import status_line
from autogm.planner.evaluation.scratch import WORK
from autogm.planner.evaluation.value import value_at
from autogm.planner.turn.tactician import Tactician
from evaluation.arguments import count
from evaluation.manners.__main__ import SCENARIOS, place
from evaluation.manners.battle import watch
from evaluation.manners.table import NAMES, manner
from evaluation.playouts import played_out
from evaluation.tables import console, plain_table
from evaluation.value_fit import DRAWS, Figure

NUMBER, SIGHTINGS, PLAYOUTS, SEED = 10, 40, 24, 1


@dataclass(frozen=True)
class Outcome:
    """One sighting: what was chosen, and the best-looking choice of another kind: how far the
    first is ahead by estimate and in battles, and of either the value right after it and what came
    of it."""

    scenario: str
    estimated: float
    brought: float
    value: tuple[float, float]
    came: tuple[float, float]


def held_against(
    scenario: str, state: State, action: int, seed: int, number: int
) -> Outcome | None:
    """A choice beside the best-looking one of another kind; none where there is no other kind."""
    tactician, legal = Tactician(state.game), state.legal_actions()
    sign = 1.0 if state.current_player() == PLAYERS else -1.0
    one, verb = legal.index(action), action >> VERB_SHIFT
    others = [at for at, other in enumerate(legal) if other >> VERB_SHIFT != verb]
    if not others:
        return None
    worths = sign * tactician.weigh(state)
    other = max(others, key=lambda place: worths[place])
    parameters, work = rows(tactician.parameters), rows(np.zeros(1, WORK))
    swing, fair = (float(tactician.parameters[0][name]) for name in ("swing", "fair"))

    def scaled(u: float) -> float:
        return sign * (u - fair) / swing

    both = [state.child(legal[place]) for place in (one, other)]
    scenes = state.game.scene_rows
    values = [value_at(scenes, rows(after.record), 0, parameters, work) for after in both]
    came = [scaled(played_out(state, place, seed, number)) for place in (one, other)]
    return Outcome(
        scenario,
        float(worths[one] - worths[other]) / swing,
        came[0] - came[1],
        (scaled(values[0]), scaled(values[1])),
        (came[0], came[1]),
    )


def sighted(
    name: str, games: dict[str, Game], number: int, seed: int, say: Callable[[str], None]
) -> list[tuple[str, State, int]]:
    """Where a manner is seen in so many battles of each game: the scenario, the state and
    what was chosen. A position that is met again, as openings are, counts once: it would be played
    out with the same dice, and so would say the same again."""
    chosen, found = manner(name), []
    for title, game in games.items():
        met = set[bytes]()
        for battle in range(number):
            say(f"{title}, battle {battle + 1} of {number}")
            watched = watch(game, seed, battle, agent("tactician"))
            for one in chosen.count(watched):
                moment = watched.moments[one.place]
                position = moment.before.record.tobytes()
                if one.odd and moment.side >= 0 and position not in met:
                    met.add(position)
                    found.append((title, moment.before, moment.action))
    return found


def figure(numbers: Sequence[float], seed: int) -> Figure:
    """A mean with its interval."""
    those = np.array(numbers)
    drawn = np.random.default_rng(seed).integers(0, len(those), (DRAWS, len(those)))
    low, high = np.quantile(those[drawn].mean(axis=1), (0.025, 0.975))
    return Figure(float(those.mean()), float(low), float(high))


def show(name: str, found: Sequence[Outcome], seen: int, seed: int, console: Console) -> None:
    """The figures as a table."""
    table = plain_table(
        f"{name}: {len(found)} of {seen} sightings", "", "by estimate", "in battles"
    )
    rows_of: tuple[tuple[str, list[float], list[float]], ...] = (
        ("ahead of another kind", [one.estimated for one in found], [o.brought for o in found]),
        ("right after it", [one.value[0] for one in found], [one.came[0] for one in found]),
        ("right after the other", [one.value[1] for one in found], [one.came[1] for one in found]),
    )
    for label, estimated, came in rows_of:
        table.add_row(label, str(figure(estimated, seed)), str(figure(came, seed)))
    console.print(table)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, hold against and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.afterwards", description=__doc__)
    parser.add_argument("manner", choices=NAMES)
    parser.add_argument("scenarios", nargs="*", type=place, metavar="SCENARIO")
    parser.add_argument("-n", type=count, default=NUMBER, help="battles in each scenario")
    parser.add_argument("--sightings", type=count, default=SIGHTINGS, help="played out, at most")
    parser.add_argument("--playouts", type=count, default=PLAYOUTS, help="of each choice")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--json", action="store_true", help="print JSON, alone on stdout")
    chosen = parser.parse_args(arguments)
    paths: list[Path] = chosen.scenarios or [place(name) for name in SCENARIOS]
    with status_line("playing") as say:
        games = {path.stem: load_game(path) for path in paths}
        seen = sighted(chosen.manner, games, chosen.n, chosen.seed, say)
        drawn = Random(chosen.seed).sample(seen, min(chosen.sightings, len(seen)))
        found = list[Outcome]()
        for number, (title, state, action) in enumerate(drawn, 1):
            say(f"sighting {number} of {len(drawn)}")
            one = held_against(title, state, action, chosen.seed, chosen.playouts)
            if one is not None:
                found.append(one)
    if not found:
        parser.exit(1, f"`{chosen.manner}` was not seen; play more battles\n")
    if chosen.json:
        told: dict[str, Any] = {"manner": chosen.manner, "seen": len(seen), "seed": chosen.seed}
        print(json.dumps(told | {"outcomes": [asdict(one) for one in found]}, indent=2))
    else:
        show(chosen.manner, found, len(seen), chosen.seed, console())


if __name__ == "__main__":
    main()
