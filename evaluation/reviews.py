"""Whether reviews say what is true: luck has the mean zero, weak agents give more away than strong
ones, all of it adds up, and the chances told at the beginnings of exchanges are borne out by who
won then, with the estimate as it is and set to what battles from the beginning showed.

    python -m evaluation.reviews --scenarios lizardfolk-camp,harbour-run --agents tactician,brawler
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, stdev

from autogm.agents.roster import seats
from autogm.analysis.intervals import Z95
from autogm.analysis.review import LevelMeasure, Move, Review, moves_of_steps, review_moves
from autogm.engine.game import Game, load_game
from autogm.game.contract import GM, PLAYERS
from autogm.lab.replay import replay
from autogm.lab.simulate import simulate
from autogm.planner.levels import Level, setting
from evaluation.arguments import agents as read_agents
from evaluation.arguments import count, names

APART = 1_000_003
"""What tells the seed of the battles that are counted from that of those reviewed."""
SHOWN = 100.0
"""Utility is told in percentage points of a chance to win."""


@dataclass
class Found:
    """What the reviews of one agent's battles showed: by battle, in points to the players, luck,
    and what each side gave away; the sum of all changes by luck, judgement and reappraisal without
    their signs; how far they were from adding up; seconds of the thread; and for each exchange that
    began the result, the chance by the estimate, and the chance told."""

    luck: list[float] = field(default_factory=list)
    lost: list[float] = field(default_factory=list)
    sums: list[tuple[float, float, float]] = field(default_factory=list)
    apart: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    told: list[tuple[float, float, float]] = field(default_factory=list)

    def line(self, name: str) -> str:
        """All of it in a line."""
        luck, judgement, again = (fmean(one) for one in zip(*self.sums, strict=True))
        return (
            f"{name}: luck {interval(self.luck)}; a side gave away {interval(self.lost)}; changes "
            f"without signs: luck {luck:.0f}, judgement {judgement:.0f}, reappraisal {again:.0f}; "
            f"adds up to {max(self.apart):.0e}; {fmean(self.seconds):.1f} s a review"
        )


def interval(values: list[float]) -> str:
    """The mean with its 95% interval."""
    if len(values) < 2:
        return f"{fmean(values):+.1f}"
    half = Z95 * stdev(values) / sqrt(len(values))
    return f"{fmean(values):+.1f} ({fmean(values) - half:+.1f} to {fmean(values) + half:+.1f})"


def moves_of(game: Game, agents: str, seed: int, battle: int) -> tuple[Move, ...]:
    """A battle as moves."""
    first, *steps = replay(game, seed, battle, seats(agents, encounter=game.encounter))
    return moves_of_steps(first.after, steps)


def take(found: Found, review: Review, raw: LevelMeasure) -> None:
    """Count one review."""
    totals, account = review.account.totals(PLAYERS), review.account
    half = SHOWN / 2
    found.luck.append(half * totals.luck)
    found.lost += [-half * totals.judgement[PLAYERS], half * totals.judgement[GM]]
    rows = [(one.luck, one.judgement, one.reappraisal) for one in account.changes]
    luck, judgement, again = (
        half * sum(abs(one.players) for one in row) for row in zip(*rows, strict=True)
    )
    found.sums.append((luck, judgement, again))
    found.apart.append(abs(account.start.players + totals.change - account.result.players))
    won, seen = (1 + account.result.players) / 2, set[int | None]()
    for beat in review.beats:
        if beat.exchange not in seen and beat.changes:
            seen.add(beat.exchange)
            estimate = raw.worth(beat.changes[0].move.before).players
            found.told.append((won, (1 + estimate) / 2, (1 + beat.before.players) / 2))


def brier(rows: list[tuple[float, float, float]], column: int) -> float:
    """The mean squared error of chances."""
    return fmean((row[0] - row[column]) ** 2 for row in rows)


def main(arguments: Sequence[str] | None = None) -> None:
    """Review battles, and print what that shows."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--scenarios", type=names, default=["lizardfolk-camp"])
    parser.add_argument("--agents", type=read_agents, default=["tactician"])
    parser.add_argument("--battles", type=count, default=10)
    parser.add_argument("--counted", type=count, default=100)
    parser.add_argument("--level", type=setting, default=setting("great"))
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    level: Level = asked.level
    for agents in asked.agents:
        every = Found()
        for name in asked.scenarios:
            game, found = load_game(name), Found()
            start = game.new_initial_state()
            both = seats(agents, encounter=game.encounter)
            ended = simulate(game, asked.counted, asked.seed + APART, both)
            won = ended.wins["players"].count + ended.undecided.count / 2
            chance = (won + 0.5) / (ended.battles + 1)
            for battle in range(asked.battles):
                moves = moves_of(game, agents, asked.seed, battle)
                began = time.thread_time()
                review = review_moves(start, moves, level=level, chances=[(start, chance)])
                found.seconds.append(time.thread_time() - began)
                take(found, review, LevelMeasure(level))
            print(found.line(f"{agents}, {name}"), flush=True)
            for mine, more in zip(vars(every).values(), vars(found).values(), strict=True):
                mine.extend(more)
        print(every.line(f"{agents}, all"))
        print(
            f"{agents}: squared error of the chances of {len(every.told)} beginnings of exchanges: "
            f"{brier(every.told, 1):.3f} by the estimate, {brier(every.told, 2):.3f} as told, "
            f"{fmean((row[0] - 0.5) ** 2 for row in every.told):.3f} by a half always",
            flush=True,
        )


if __name__ == "__main__":
    main()
