"""What tempers cost and whether one sees them: `python -m evaluation.tempers cost|tell [--agent A]
[--in shown|mirrored|plain] [--fields N] [--battles N] [--seed S] [--from N] [--workers W]`.

`cost`: an agent with each temper against the same agent with none, the seats changed and with the
same dice; told is Elo's difference with its interval of 95% from resampling conflicts. `tell`: who
counts what the fighters of two sides did (`temper_signs`) tells which temper one side has. A linear
discriminant learns that in all conflicts but one and is asked in that one, about single battles and
about five together; told are the confusions and the mean share of each temper that is told rightly,
with its interval of 95% from resampling conflicts.

The conflicts (`temper_scenes`) are used for nothing else; `--from` skips so many numbers, so that
what was looked at is not what is reported.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from autogm.agents.base import RandomSource
from autogm.agents.playing import play_chunk
from autogm.agents.roster import agent
from autogm.engine.codes import CHANCE
from autogm.engine.game import Game
from autogm.model.scenario import Scenario
from autogm.rules.loading import settle
from evaluation.arguments import count
from evaluation.fresh import MIDDLE
from evaluation.temper_scenes import KINDS
from evaluation.temper_signs import SIGNS, USUAL, Watcher

Array = np.ndarray[Any, Any]
TEMPERS = ("aggressive", "cautious", "honourable", "cruel", "greedy", "cowardly", "protects=hero1")
TOGETHER = 5  # battles that are told of at once
SHRUNK = 0.5  # how much of the covariance within tempers is taken for none between signs
SIFTED = 1.0  # standard errors by which a temper's mean is drawn towards that of all
REGROUPED = 8  # ways in which the battles of a conflict are put together to learn from


def _named(agent_name: str, temper: str, side: int) -> str:
    temper = temper.replace("hero", "hero" if side == 0 else "foe")
    return f"{agent_name}:{temper}"


def scores(scenario: Scenario, name: str, battles: int, seed: int) -> list[float]:
    """The share of the points that an agent with each temper takes from one with none, in so many
    battles from each seat."""
    game, found = Game(settle(scenario)), []
    for temper in TEMPERS:
        mine = 0.0
        for side in (0, 1):
            own, other = agent(_named(name, temper, side)), agent(name)
            agents = (own, other) if side == 0 else (other, own)
            winners = play_chunk(game, seed, 0, battles, agents).results[:, 0]
            wins, losses = np.sum(winners == side + 1), np.sum(winners == 2 - side)
            mine += 0.5 + 0.5 * (wins - losses) / battles
        found.append(mine / 2)
    return found


def cost(shares: Array, seed: int) -> dict[str, tuple[float, ...]]:
    """Elo's difference of each temper to none, and its interval of 95%, by the shares of points
    (conflicts, tempers)."""
    found = {}
    for temper, column in zip(TEMPERS, shares.T, strict=True):
        draws = np.random.default_rng(seed).choice(column, (2000, len(column))).mean(axis=1)
        three = (np.mean(column), *np.quantile(draws, (0.025, 0.975)))
        found[temper] = tuple(float(400 * np.log10(one / (1 - one))) for one in three)
    return found


def watch(game: Game, agents: Sequence[Any], seed: int, battle: int, watcher: Watcher) -> None:
    """Play a battle and count what both sides do."""
    state, step = game.new_initial_state(), 0
    fate = np.random.default_rng((seed, battle))
    while not state.is_terminal():
        side = state.current_player()
        if side == CHANCE:
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            drawn = fate.choice(len(outcomes), p=np.array(chances) / sum(chances))
            state = state.child(outcomes[drawn])
            continue
        action = agents[side].decide(state, RandomSource(seed, battle, step)).action
        step += 1
        watcher.see(state, state.legal_actions(), action)
        state = state.child(action)


def gather(scenario: Scenario, name: str, battles: int, seed: int) -> Array:
    """What was counted in so many battles of each temper in a conflict, the seats in turn, as
    (tempers, battles, own and other side, done and chances, signs). No two battles have their dice
    in common."""
    game = Game(settle(scenario))
    names, zones = game.words.fighters, list(scenario.zones)
    wards = names.index("hero1"), names.index("foe1")
    found = np.zeros((len(TEMPERS), battles, 2, 2, len(SIGNS)))
    for row, temper in enumerate(TEMPERS):
        for side in (0, 1):
            own, other = agent(_named(name, temper, side)), agent(name)
            agents = (own, other) if side == 0 else (other, own)
            for battle in range(side, battles, 2):
                watcher = Watcher(wards, zones.index(MIDDLE))
                watch(game, agents, seed, row * battles + battle, watcher)
                both = np.stack([watcher.done, watcher.chances], axis=1)
                found[row, battle] = both if side == 0 else both[::-1]
    return found


def seen(counts: Array) -> Array:
    """What who watched goes by (…, signs twice): the signs of the side with the temper, and how
    they differ from the other side's."""
    shares = counts[..., 0, :] / (counts[..., 1, :] + USUAL)
    own, other = shares[..., 0, :], shares[..., 1, :]
    return np.concatenate([own, own - other], axis=-1)


def told(learnt: Array, asked: Array) -> Array:
    """As which of the tempers `asked` (tempers, times, features) are told by a linear discriminant
    learnt from `learnt` (games, tempers, times, features), in numbers of tempers (tempers,
    times). There are more signs than conflicts to learn from, so signs in which a temper hardly
    differs from all count for nothing."""
    flat = learnt.reshape(-1, learnt.shape[-1])
    middle, spread = flat.mean(axis=0), flat.std(axis=0) + 1e-9
    learnt, asked = (learnt - middle) / spread, (asked - middle) / spread
    means, by_game = learnt.mean(axis=(0, 2)), learnt.mean(axis=2)
    within = np.cov((learnt - means[None, :, None]).reshape(-1, learnt.shape[-1]).T)
    own = np.eye(len(within)) * np.diag(within).mean()
    within = (1 - SHRUNK) * within + SHRUNK * own
    games, tempers = by_game.shape[:2]
    error = np.sqrt(((by_game - means) ** 2).sum(axis=(0, 1)) / ((games - 1) * tempers * games))
    means = np.sign(means) * np.maximum(0.0, np.abs(means) - SIFTED * error)
    toward = np.linalg.solve(within, means.T)
    scores = asked @ toward - 0.5 * np.sum(means.T * toward, axis=0)
    return np.asarray(scores.argmax(axis=-1))


def tell(counts: Array, seed: int) -> dict[int, Array]:
    """The confusions by conflict (games, tempers, as which they are told), about one battle and
    about five of a conflict together."""
    rng, (games, tempers, battles) = np.random.default_rng(seed), counts.shape[:3]
    found = {}
    for together in (1, TOGETHER):
        ways = [np.arange(battles)]
        ways += [rng.permutation(battles) for _ in range(REGROUPED - 1 if together > 1 else 0)]
        grouped = [
            seen(counts[:, :, way].reshape(games, tempers, -1, together, *counts.shape[3:]).sum(3))
            for way in ways
        ]
        confusions = np.zeros((games, tempers, tempers), int)
        for held in range(games):
            learnt = np.delete(np.concatenate(grouped, axis=2), held, axis=0)
            for temper, row in enumerate(told(learnt, grouped[0][held])):
                confusions[held, temper] = np.bincount(row, minlength=tempers)
        found[together] = confusions
    return found


def balanced(confusions: Array) -> float:
    """The mean share of each temper that is told rightly (games, tempers, told)."""
    whole = confusions.sum(axis=0)
    return float(np.mean(np.diag(whole) / whole.sum(axis=1)))


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.tempers", description=__doc__)
    parser.add_argument("what", choices=("cost", "tell"))
    parser.add_argument("--agent", default="tactician")
    parser.add_argument("--in", dest="kind", choices=tuple(KINDS), default="shown")
    parser.add_argument("--fields", type=count, default=24, help="conflicts")
    parser.add_argument("--battles", type=count, default=10, help="in each, of each temper")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", dest="skipped", type=int, default=0, help="numbers to skip")
    parser.add_argument("--workers", type=count, default=1, help="processes")
    chosen = parser.parse_args(arguments)
    if chosen.what == "tell" and chosen.battles % TOGETHER:
        parser.error(f"--battles: a multiple of {TOGETHER}, not {chosen.battles}")
    play = delayed(scores if chosen.what == "cost" else gather)
    played = np.array(
        Parallel(n_jobs=chosen.workers)(
            play(one, chosen.agent, chosen.battles, chosen.seed)
            for one in KINDS[chosen.kind](chosen.fields, chosen.skipped)
        )
    )
    if chosen.what == "cost":
        for temper, elo in cost(played, chosen.seed).items():
            print(f"{temper:16} {elo[0]:+.0f} ({elo[1]:+.0f} to {elo[2]:+.0f})")
        return
    rng = np.random.default_rng(chosen.seed)
    for together, confusions in tell(played, chosen.seed).items():
        drawn = [
            balanced(confusions[rng.integers(len(played), size=len(played))]) for _ in range(500)
        ]
        low, high = np.quantile(drawn, (0.025, 0.975))
        share = f"{balanced(confusions):.1%} ({low:.1%} to {high:.1%})"
        print(f"{together} battles: {share} told rightly, of {len(TEMPERS)} tempers")
        for temper, row in zip(TEMPERS, confusions.sum(axis=0), strict=True):
            print(f"{temper:16}", *(f"{one:5}" for one in row))


if __name__ == "__main__":
    main()
