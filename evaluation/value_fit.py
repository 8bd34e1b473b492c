"""Fits the value's weights: `python -m evaluation.value_fit [--seed 1] [--battles N] [--into FILE]
[--json]`.

Generation by generation the tactician plays with the weights found so far, beginning with soak
alone (`evaluation.selfplay`); a logistic model with a small penalty is fitted to who won in the
last two. Every fifth scenario is held out. On those the model is compared with one on soak alone,
fitted to the same positions; intervals come from resampling scenarios, since positions of one are
alike. Weights are written with `--into` alone, and only if they are surely better than soak alone;
those shipped are in `autogm/planner/evaluation/weights.yaml`.

The weights that predict best do not play best. Who acts next and who outweighs whom predict the
winner well, but a player who counts on them waits and shuffles for them. So the weights shipped are
those fitted times `AT_PLAY`, which was chosen in battles (`evaluation.value_play`); all figures are
those of the weights shipped.

Undecided battles are no part of that fit. How much an exchange too few counts (`late`) is fitted by
itself. The draw rate, how often a fight ends undecided (`draw_rate`), is set: players who look one
turn ahead stall if an end today is worth no more than one some day.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from autogm.game.graph import GM_CHOOSES, PLAYERS_CHOOSE
from autogm.game.rows import rows
from autogm.lab.progress import status_line
from autogm.planner.evaluation.parameters import parameters_of
from autogm.planner.evaluation.scratch import WORK
from autogm.planner.evaluation.value import value_at
from autogm.planner.evaluation.weights import FEATURES, TIED, Weights
from autogm.planner.solving.solver import Solution, victory_alone
from evaluation import selfplay
from evaluation.loss import CONFLICTS, solved
from evaluation.selfplay import Positions
from evaluation.tables import console, plain_table

AT_PLAY = {"tempo": 0.375, "weight": 0.2, "numbers": 1.6, "invokes": 1.75}
"""What weights are multiplied by for play."""
GENERATIONS = 3
BATTLES = 27_000
PENALTY = 5.0
STEPS, SETTLED = 60, 1e-9
DRAWS = 2000
BINS = 10
DRAW_RATE, FIRST_LATE = 0.04, 1.5
CLOSE_TO_LIMIT = 6.0  # exchanges around the limit to which `late` is fitted
ASKED = 400  # positions of each solved conflict that are compared

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Figure:
    """A mean with its 95% interval over scenarios."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.4f} ({self.low:.4f} to {self.high:.4f})"


@dataclass(frozen=True)
class Bin:
    """Held-out positions of similar predictions: how many of how many scenarios, the mean
    prediction, and how often the players did win."""

    positions: int
    scenarios: int
    predicted: float
    won: Figure


@dataclass(frozen=True)
class Report:
    """The result of a fit: weights, on what, and how well they do on held-out scenarios. `better`
    is by how much soak alone does worse. `exact` is the mean squared error of the win chance in
    solved conflicts, of the model and of soak alone."""

    weights: Weights
    seed: int
    battles: int
    positions: int
    scenarios: int
    held_out: int
    brier: dict[str, Figure]
    log_loss: dict[str, Figure]
    better: Figure
    reliability: tuple[Bin, ...]
    exact: dict[str, float]

    @property
    def shippable(self) -> bool:
        """Whether it is surely better than soak alone."""
        return self.better.low > 0.0


def logistic(features: Array, won: Array, penalty: float = PENALTY) -> Array:
    """The weights of a logistic model without a constant, by iteratively reweighted least squares:
    the maximum of the log-likelihood less `penalty` / 2 for each unit of their squares."""
    weights = np.zeros(features.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (won - chance) - penalty * weights
        bend = (features * (chance * (1 - chance))[:, None]).T @ features
        step = np.linalg.solve(bend + penalty * np.eye(len(weights)), slope)
        weights += step
        if np.abs(step).max() < SETTLED:
            break
    return weights


def fit(positions: Positions) -> Weights:
    """Weights for positions: of the features by who won, those that are tied as one; of lateness by
    whether anybody won."""
    decided, tied = positions.winner < 3, len(TIED)
    features = positions.features[decided]
    columns = np.column_stack([features[:, :tied].sum(axis=1), features[:, tied:]])
    found = logistic(columns, positions.winner[decided] == 1)
    late = positions.lasting - positions.left
    close = np.abs(late) <= CLOSE_TO_LIMIT
    slope = logistic(late[close, None], ~decided[close]) if close.any() else [FIRST_LATE]
    weights = [found[0]] * tied + [*found[1:]]
    win = {name: round(float(one), 3) for name, one in zip(FEATURES, weights, strict=True)}
    return Weights(win, {"draw_rate": DRAW_RATE, "late": round(float(slope[0]), 3)})


def for_play(weights: Weights) -> Weights:
    """Fitted weights as they are shipped."""
    win = {name: round(one * AT_PLAY.get(name, 1.0), 3) for name, one in weights.win.items()}
    return replace(weights, win=win)


def soak_alone(positions: Positions | None = None) -> Weights:
    """Weights of soak alone, fitted to positions, or 1."""
    weight = 1.0
    if positions is not None:
        decided = positions.winner < 3
        soak = positions.features[decided][:, :1]
        weight = float(logistic(soak, positions.winner[decided] == 1)[0])
    win = {name: weight if name == FEATURES[0] else 0.0 for name in FEATURES}
    return Weights(win, {"draw_rate": DRAW_RATE, "late": FIRST_LATE})


def chances(positions: Positions, weights: Weights) -> Array:
    """The players' chance to win each, if anybody does (positions,)."""
    score = positions.features @ np.array([weights.win[name] for name in FEATURES])
    return np.asarray(1 / (1 + np.exp(-score)))


def over_scenarios(figures: Array, scenario: Array, seed: int) -> Figure:
    """The mean of figures (positions,), with the interval from resampling scenarios."""
    _, of = np.unique(scenario, return_inverse=True)
    sums, counts = np.bincount(of, figures), np.bincount(of)
    drawn = np.random.default_rng(seed).integers(0, len(sums), (DRAWS, len(sums)))
    means = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    return Figure(float(figures.mean()), float(low), float(high))


def reliability(predicted: Array, won: Array, scenario: Array, seed: int) -> tuple[Bin, ...]:
    """Ten equal bins of predictions, those without positions left out."""
    found = []
    place = np.minimum((predicted * BINS).astype(int), BINS - 1)
    for number in range(BINS):
        here = place == number
        if here.any():
            share = over_scenarios(won[here].astype(float), scenario[here], seed)
            scenarios = len(np.unique(scenario[here]))
            found.append(Bin(int(here.sum()), scenarios, float(predicted[here].mean()), share))
    return tuple(found)


def off_exact(found: Solution, *models: Weights) -> list[float]:
    """The mean squared error of each model's win chance in the decisions of a solved conflict in
    which victory alone is at stake."""
    game, kinds = found.game, found.space.kinds
    places = ((kinds == PLAYERS_CHOOSE) | (kinds == GM_CHOOSES)).nonzero()[0]
    places = places[:: max(1, len(places) // ASKED)]
    all_parameters, work = (
        [rows(parameters_of(game, model)) for model in models],
        rows(np.zeros(1, WORK)),
    )
    squares: list[list[float]] = [[] for _ in models]
    for place in places:
        state = rows(found.space.state(int(place)).record)
        for parameters, those in zip(all_parameters, squares, strict=True):
            worth = value_at(game.scene_rows, state, 0, parameters, work)
            those.append(((worth - found.values[place]) / 2) ** 2)
    return [float(np.mean(those)) for those in squares]


def against_exact(weights: Weights, soak: Weights, say: Callable[[str], None]) -> dict[str, float]:
    """The mean of `off_exact` over the solved conflicts, to which nothing is fitted."""
    rows_of = []
    for conflict in CONFLICTS:
        say(f"solving {conflict}")
        found = solved(conflict)
        if victory_alone(found.game):
            rows_of.append(off_exact(found, weights, soak))
    model, alone = np.mean(rows_of, axis=0)
    return {"model": float(model), "soak alone": float(alone)}


def report(last: Positions, battles: int, seed: int, say: Callable[[str], None]) -> Report:
    """Fit the scenarios that are not held out, and measure how well that does on the others."""
    known = last.where(~last.held_out)
    weights, soak = for_play(fit(known)), soak_alone(known)
    held = last.where(last.held_out & (last.winner < 3))
    won = (held.winner == 1).astype(float)
    briers, losses = {}, {}
    for name, model in (("model", weights), ("soak alone", soak)):
        chance = np.clip(chances(held, model), 1e-9, 1 - 1e-9)
        briers[name] = (chance - won) ** 2
        losses[name] = -(won * np.log(chance) + (1 - won) * np.log(1 - chance))

    def figure(figures: Array) -> Figure:
        return over_scenarios(figures, held.scenario, seed)

    return Report(
        weights=weights,
        seed=seed,
        battles=battles,
        positions=len(last.winner),
        scenarios=len(np.unique(last.scenario)),
        held_out=len(np.unique(held.scenario)),
        brier={name: figure(one) for name, one in briers.items()},
        log_loss={name: figure(one) for name, one in losses.items()},
        better=figure(briers["soak alone"] - briers["model"]),
        reliability=reliability(chances(held, weights), won, held.scenario, seed),
        exact=against_exact(weights, soak, say),
    )


def as_yaml(found: Report, asked: int, today: date) -> str:
    """The file of weights: the weights, and how they were found; `asked` is `--battles`."""
    lines = [
        "# What the value weighs (autogm/planner/evaluation/value.py): of each feature the",
        "# players' less the gm's, in log odds of the players winning; and what makes it likely",
        "# that nobody does.",
        f"# As fitted, but for {', '.join(f'{k} × {v:g}' for k, v in AT_PLAY.items())}.",
        f"# Found by python -m evaluation.value_fit --seed {found.seed} --battles {asked}",
        "win:",
        *(f"  {name}: {weight}" for name, weight in found.weights.win.items()),
        "undecided:",
        *(f"  {name}: {weight}" for name, weight in found.weights.undecided.items()),
        "fit:",
        f"  date: {today}",
        f"  seed: {found.seed}",
        f"  battles: {found.battles}",
        f"  positions: {found.positions}",
        f"  scenarios: {found.scenarios}",
        f"  held out scenarios: {found.held_out}",
        f"  brier: {found.brier['model'].mean:.4f}",
        f"  brier of soak alone: {found.brier['soak alone'].mean:.4f}",
        "  calibration:  # of held-out positions: predicted chance, share won, how many",
        *(
            f"    - [{one.predicted:.3f}, {one.won.mean:.3f}, {one.positions}]"
            for one in found.reliability
        ),
    ]
    return "\n".join(lines) + "\n"


def show(found: Report, console: Console) -> None:
    """The tables."""
    table = plain_table("Weights", "feature", "log odds")
    for name, weight in (found.weights.win | found.weights.undecided).items():
        table.add_row(name, f"{weight:+.3f}")
    console.print(table)
    table = Table(title="On held-out scenarios", box=None, header_style="dim")
    for column in ("model", "Brier score", "log loss", "off exact"):
        table.add_column(column)
    for name in found.brier:
        exact = f"{found.exact[name]:.4f}"
        table.add_row(name, str(found.brier[name]), str(found.log_loss[name]), exact)
    console.print(table)
    console.print(f"soak alone less the model, Brier score: {found.better}")
    table = Table(title="Reliability on held-out scenarios", box=None, header_style="dim")
    for column in ("predicted", "won", "positions", "scenarios"):
        table.add_column(column, justify="right")
    for one in found.reliability:
        share = f"{one.won.mean:.1%} ({one.won.low:.1%} – {one.won.high:.1%})"
        table.add_row(f"{one.predicted:.1%}", share, f"{one.positions:,}", f"{one.scenarios}")
    console.print(table)


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, print, and write the weights if that is asked for and they are good enough."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.value_fit", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--battles", type=int, default=BATTLES, help="of random conflicts, in all")
    parser.add_argument("--into", type=Path, help="a file for weights better than soak alone")
    parser.add_argument("--json", action="store_true", help="print JSON, alone on stdout")
    chosen = parser.parse_args(arguments)
    least = GENERATIONS * selfplay.A_SCENARIO * 2 * selfplay.HELD_OUT
    if chosen.battles < least:
        parser.error(f"--battles is at least {least}, or no scenario could be held out")
    if chosen.into and not chosen.into.parent.is_dir():
        parser.error(f"--into: there is no folder {chosen.into.parent}")
    weights, parts = soak_alone(), []
    with status_line("playing") as say:
        for number in range(GENERATIONS):
            each = chosen.battles // GENERATIONS
            parts.append(selfplay.generation(number, weights, each, chosen.seed, say))
            last = selfplay.together(parts[-2:])
            weights = fit(last.where(~last.held_out))
        found = report(last, sum(part.battles for part in parts), chosen.seed, say)
    if chosen.json:
        print(json.dumps(asdict(found), indent=2))
    else:
        show(found, console())
    if chosen.into:
        if not found.shippable:
            print("not surely better than soak alone: no weights are written", file=sys.stderr)
            sys.exit(1)
        text = as_yaml(found, chosen.battles, date.today())
        chosen.into.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
