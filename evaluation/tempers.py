"""What tempers cost and whether one sees them: `python -m evaluation.tempers cost|tell [--agent A]
[--fields N] [--battles N] [--seed S]`.

`cost`: an agent with each temper against the same agent with none, in mirrored conflicts, the seats
changed and with the same dice; told is Elo's difference with its interval of 95% from resampling
fields. `tell`: who knows only what the fighters of two sides did, in numbers of events a turn,
tells which temper one side has. A linear discriminant learns that in all conflicts but one and is
asked in that one, about single battles and about five together; told are the confusions and the
mean share of each temper that is told rightly.

The conflicts are random ones of three or four a side
with one thing to hold and one fighter who is protected, and are used for nothing else.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from autogm.agents.base import RandomSource
from autogm.agents.playing import play_chunk
from autogm.agents.roster import agent
from autogm.engine.codes import CHANCE
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.model.faults import ScenarioError
from autogm.model.scenario import Scenario
from autogm.rules.loading import settle
from evaluation.arguments import count
from evaluation.fresh import MIDDLE, FreshWriter

Array = np.ndarray[Any, Any]
FIRST = 1_500_000_000  # numbers of conflicts from here on
TEMPERS = ("aggressive", "cautious", "honourable", "cruel", "greedy", "cowardly", "protects=hero1")
TOGETHER = 5  # battles that are told of at once
RIDGE = 0.3  # of the pooled variance, added to it
VERBS = (
    "attack", "charge", "full attack", "full defense", "create", "move", "sprint", "pass",
    "overcome", "concede", "leave", "help",
)  # fmt: skip
PLACED = (
    "at hurt", "at unhurt", "at fought", "at strongest", "at weakest", "near ward", "nearer enemy",
    "from enemy", "nearer goal", "nearer ward", "from ward", "to friends", "from friends",
)  # fmt: skip


def fields(number: int) -> list[Game]:
    """So many conflicts."""
    found: list[Game] = []
    place = FIRST
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


def events(game: Game, agents: Sequence[Any], seed: int, battle: int) -> Array:
    """What both sides did in a battle: numbers of `VERBS` and `PLACED` a turn (2, features)."""
    state, counts, turns = game.new_initial_state(), (Counter[str](), Counter[str]()), [1, 1]
    last: dict[int, int] = {}
    step = 0
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
        done = game.describe(state, action).as_dict()
        if done["verb"] in VERBS:
            counts[side][done["verb"]] += 1
            turns[side] += 1
            _place(game, state, side, done, counts[side], last)
        state = state.child(action)
    rows = [
        [counts[side][name] / turns[side] for name in (*VERBS, *PLACED)] + [np.log(turns[side])]
        for side in (0, 1)
    ]
    return np.array(rows)


def _place(
    game: Game, state: State, side: int, done: dict[str, Any], counts: Counter[str],
    last: dict[int, int],
) -> None:  # fmt: skip
    """Count where to and at whom it was."""
    names, record, scene = game.words.fighters, state.record[0], game.scene[0]
    zones = list(game.encounter.scenario.zones)
    present, hops = int(record["present"]), scene["hops"]
    there = {n: int(record["zone"][n]) for n in range(len(names)) if (present >> n) & 1}
    foes = [n for n in there if scene["side"][n] != side]
    own = [n for n in there if scene["side"][n] == side]
    ward = names.index("hero1" if side == 0 else "foe1")
    actor = state.actor()
    if done["verb"] in ("attack", "charge") and done.get("target") in names:
        target = names.index(done["target"])
        hurts = [_harm(record, n) for n in foes]
        counts["at hurt"] += _harm(record, target) > min(hurts)
        counts["at unhurt"] += _harm(record, target) < max(hurts)
        counts["at fought"] += last.get(side) == target
        power = [int(scene["rating"][n, 0].max()) for n in foes]
        own_power = int(scene["rating"][target, 0].max())
        counts["at strongest"] += own_power == max(power)
        counts["at weakest"] += own_power == min(power)
        if ward in there and target in there:
            counts["near ward"] += there[target] == there[ward]
        last[side] = target
    elif done["verb"] in ("move", "sprint") and actor in names and done.get("zone") in zones:
        mover, to = names.index(actor), zones.index(done["zone"])
        here = int(record["zone"][mover])
        far = [min((int(hops[a, there[n]]) for n in foes), default=0) for a in (here, to)]
        counts["nearer enemy"] += far[1] < far[0]
        counts["from enemy"] += far[1] > far[0]
        goal = zones.index(MIDDLE)
        counts["nearer goal"] += int(hops[to, goal]) < int(hops[here, goal])
        if ward in there and ward != mover:
            nearer = int(hops[here, there[ward]]) - int(hops[to, there[ward]])
            counts["nearer ward"] += nearer > 0
            counts["from ward"] += nearer < 0
        company = [sum(there[n] == a for n in own if n != mover) for a in (here, to)]
        counts["to friends"] += company[1] > company[0]
        counts["from friends"] += company[1] < company[0]


def _harm(record: Any, fighter: int) -> int:
    """How many boxes and consequences somebody has taken."""
    boxes = sum(int(one).bit_count() for one in record["stress"][fighter])
    return boxes + 2 * int(record["wounds"][fighter]).bit_count()


def tell(games: Sequence[Game], name: str, battles: int, seed: int) -> dict[int, Array]:
    """The confusions (tempers, as which they are told), about one battle and about five."""
    data = np.array(
        [
            [
                [_contrast(game, name, temper, seed, battle) for battle in range(battles)]
                for temper in TEMPERS
            ]
            for game in games
        ]
    )  # games, tempers, battles, features
    found = {}
    for together in (1, TOGETHER):
        groups = data.reshape(*data.shape[:2], -1, together, data.shape[3]).mean(axis=3)
        confusions = np.zeros((len(TEMPERS), len(TEMPERS)), int)
        for held in range(len(games)):
            rest = np.delete(groups, held, axis=0)
            means = rest.mean(axis=(0, 2))
            spread = (rest - means[None, :, None]).reshape(-1, rest.shape[3])
            within = np.cov(spread.T)
            within += RIDGE * np.diag(np.diag(within)) + 1e-6 * np.eye(len(within))
            toward = np.linalg.solve(within, means.T)
            scores = groups[held] @ toward - 0.5 * np.sum(means.T * toward, axis=0)
            for temper in range(len(TEMPERS)):
                for told in scores[temper].argmax(axis=1):
                    confusions[temper, told] += 1
        found[together] = confusions
    return found


def _contrast(game: Game, name: str, temper: str, seed: int, battle: int) -> Array:
    """What the side with the temper did in a battle, and how that differs from the other's."""
    side = battle % 2
    own, other = agent(_named(name, temper, side)), agent(name)
    both = events(game, (own, other) if side == 0 else (other, own), seed, battle)
    return np.concatenate([both[side], both[side] - both[1 - side]])


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.tempers", description=__doc__)
    parser.add_argument("what", choices=("cost", "tell"))
    parser.add_argument("--agent", default="tactician")
    parser.add_argument("--fields", type=count, default=10)
    parser.add_argument("--battles", type=count, default=10, help="in each field, of each temper")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    if chosen.what == "tell" and chosen.battles % TOGETHER:
        parser.error(f"--battles: a multiple of {TOGETHER}, not {chosen.battles}")
    games = fields(chosen.fields)
    if chosen.what == "cost":
        for temper, elo in cost(games, chosen.agent, chosen.battles, chosen.seed).items():
            print(f"{temper:16} {elo[0]:+.0f} ({elo[1]:+.0f} to {elo[2]:+.0f})")
        return
    for together, confusions in tell(games, chosen.agent, chosen.battles, chosen.seed).items():
        share = np.mean(np.diag(confusions) / confusions.sum(axis=1))
        print(f"{together} battles: {share:.1%} told rightly, of {len(TEMPERS)} tempers")
        for temper, row in zip(TEMPERS, confusions, strict=True):
            print(f"{temper:16}", *(f"{one:5}" for one in row))


if __name__ == "__main__":
    main()
