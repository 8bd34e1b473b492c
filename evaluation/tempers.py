"""What tempers cost and whether one sees them: `python -m evaluation.tempers cost|tell [--agent A]
[--fields N] [--battles N] [--seed S] [--from N]`.

`cost`: an agent with each temper against the same agent with none, in mirrored conflicts, the seats
changed and with the same dice; told is Elo's difference with its interval of 95% from resampling
fields. `tell`: who counts what the fighters of two sides did (`temper_signs`) tells which temper
one side has. A linear discriminant learns that in all conflicts but one and is asked in that one,
about single battles and about five together; told are the confusions and the mean share of each
temper that is told rightly, with its interval of 95% from resampling fields.

The conflicts are random ones of three or four a side
with one thing to hold and one fighter who is protected, and are used for nothing else; `--from`
skips so many numbers, so that what was looked at is not what is reported.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np

from autogm.agents.base import RandomSource
from autogm.agents.playing import play_chunk
from autogm.agents.roster import agent
from autogm.engine.codes import CHANCE
from autogm.engine.game import Game
from autogm.model.faults import ScenarioError
from autogm.model.scenario import Scenario
from autogm.rules.loading import settle
from evaluation.arguments import count
from evaluation.fresh import MIDDLE, FreshWriter
from evaluation.temper_signs import SIGNS, USUAL, Watcher

Array = np.ndarray[Any, Any]
FIRST = 1_500_000_000  # numbers of conflicts from here on
TEMPERS = ("aggressive", "cautious", "honourable", "cruel", "greedy", "cowardly", "protects=hero1")
TOGETHER = 5  # battles that are told of at once
SHRUNK = 0.9  # how much of the covariance within tempers is taken for none between signs
SIFTED = 1.0  # standard errors by which a temper's mean is drawn towards that of all
REGROUPED = 8  # ways in which the battles of a conflict are put together to learn from


def fields(number: int, skipped: int = 0) -> list[Game]:
    """So many conflicts, after so many numbers that are `skipped`."""
    found: list[Game] = []
    place = FIRST + skipped
    while len(found) < number:
        place += 1
        try:
            writer = FreshWriter(place, *((3, 3), (4, 4))[len(found) % 2])
            whole = writer.whole()
            if MIDDLE not in whole["zones"]:
                continue
            hold = {"do": "hold", "zone": MIDDLE, "exchanges": 4}
            whole["objectives"] = {"players": [hold], "gm": [hold]}
            found.append(Game(settle(Scenario.model_validate(whole | {"title": "temper"}))))
        except ScenarioError:  # one in many asks for what cannot be settled
            continue
    return found


def _named(agent_name: str, temper: str, side: int) -> str:
    temper = temper.replace("hero", "hero" if side == 0 else "foe")
    return f"{agent_name}:{temper}"


def cost(games: Sequence[Game], name: str, battles: int, seed: int) -> dict[str, tuple[float, ...]]:
    """Elo's difference of each temper to none, and its interval of 95%."""
    found = {}
    for temper in TEMPERS:
        scores = []
        for game in games:
            mine = 0.0
            for side in (0, 1):
                own, other = agent(_named(name, temper, side)), agent(name)
                agents = (own, other) if side == 0 else (other, own)
                winners = play_chunk(game, seed, 0, battles, agents).results[:, 0]
                wins, losses = np.sum(winners == side + 1), np.sum(winners == 2 - side)
                mine += 0.5 + 0.5 * (wins - losses) / battles
            scores.append(mine / 2)
        draws = np.random.default_rng(seed).choice(scores, (2000, len(scores))).mean(axis=1)
        three = (np.mean(scores), *np.quantile(draws, (0.025, 0.975)))
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


def gather(games: Sequence[Game], name: str, battles: int, seed: int) -> Array:
    """What was counted in so many battles of each temper in each conflict, the seats in turn:
    (games, tempers, battles, own and other side, done and chances, signs). No two battles have
    their dice in common."""
    found = np.zeros((len(games), len(TEMPERS), battles, 2, 2, len(SIGNS)))
    for number, game in enumerate(games):
        names, zones = game.words.fighters, list(game.encounter.scenario.zones)
        wards = names.index("hero1"), names.index("foe1")
        for row, temper in enumerate(TEMPERS):
            for side in (0, 1):
                own, other = agent(_named(name, temper, side)), agent(name)
                agents = (own, other) if side == 0 else (other, own)
                for battle in range(side, battles, 2):
                    watcher = Watcher(wards, zones.index(MIDDLE))
                    watch(game, agents, seed, row * battles + battle, watcher)
                    both = np.stack([watcher.done, watcher.chances], axis=1)
                    found[number, row, battle] = both if side == 0 else both[::-1]
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
    parser.add_argument("--fields", type=count, default=10)
    parser.add_argument("--battles", type=count, default=10, help="in each field, of each temper")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", dest="skipped", type=int, default=0, help="numbers to skip")
    chosen = parser.parse_args(arguments)
    if chosen.what == "tell" and chosen.battles % TOGETHER:
        parser.error(f"--battles: a multiple of {TOGETHER}, not {chosen.battles}")
    games = fields(chosen.fields, chosen.skipped)
    if chosen.what == "cost":
        for temper, elo in cost(games, chosen.agent, chosen.battles, chosen.seed).items():
            print(f"{temper:16} {elo[0]:+.0f} ({elo[1]:+.0f} to {elo[2]:+.0f})")
        return
    counts = gather(games, chosen.agent, chosen.battles, chosen.seed)
    rng = np.random.default_rng(chosen.seed)
    for together, confusions in tell(counts, chosen.seed).items():
        drawn = [
            balanced(confusions[rng.integers(len(games), size=len(games))]) for _ in range(500)
        ]
        low, high = np.quantile(drawn, (0.025, 0.975))
        share = f"{balanced(confusions):.1%} ({low:.1%} to {high:.1%})"
        print(f"{together} battles: {share} told rightly, of {len(TEMPERS)} tempers")
        for temper, row in zip(TEMPERS, confusions.sum(axis=0), strict=True):
            print(f"{temper:16}", *(f"{one:5}" for one in row))


if __name__ == "__main__":
    main()
