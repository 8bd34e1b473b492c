"""What a state of a card scene is probably worth, where it is not looked farther ahead: the players
go on with the roll that has the best odds until a resolution of theirs is due, as if these odds
stayed the same, and else the GM has the last word. It is a rule of thumb, and no bound.
"""

from __future__ import annotations

from autogm.game.kernels import kernel
from autogm.scenes.cards.masks import count_of, difficulty_of, helpful
from autogm.scenes.cards.outcomes import kept_worth
from autogm.scenes.cards.records import Scene, State

ANSWERED = 0.1
"""The share of successes in sight that come to nothing, by the GM's answers and what it adds: what
is due is not left for later."""


@kernel
def lacking(scene: Scene, state: State, ending: int) -> int:
    """How many conditions of a resolution do not hold yet, each success and failure counted
    (G6)."""
    found = count_of(state.standing & scene.gone[ending])
    found += count_of(scene.stands[ending] & ~state.standing)
    found += max(0, scene.successes[ending] - state.successes)
    return found + max(0, scene.failures[ending] - state.failures)


@kernel
def margin_of(scene: Scene, state: State, who: int, intention: int) -> int:
    """What a roll has over its difficulty before the dice: 2 for the free invoke and for each point
    that could be spent, as far as aspects help."""
    invokes = min(count_of(helpful(scene, state, intention)), 1 + state.points[who])
    return 2 * invokes - difficulty_of(scene, state, intention)


@kernel
def chance_of(scene: Scene, margin: int) -> float:
    """The chance that the dice do not fall short by more than a margin."""
    chance = 0.0
    for outcome in range(9):
        if outcome - 4 + margin >= 0:
            chance += scene.chances[outcome]
    return chance


@kernel
def best_chance(scene: Scene, state: State) -> float:
    """The best odds of any roll that somebody may try."""
    best = 0.0
    for who in range(scene.characters):
        for intention in range(scene.intentions):
            if (scene.tries[who] >> intention) & 1:
                best = max(best, chance_of(scene, margin_of(scene, state, who, intention)))
    return best


@kernel
def at_least(wanted: int, rolls: int, chance: float) -> float:
    """The chance of so many successes in so many rolls of the same odds."""
    if wanted > rolls:
        return 0.0
    if chance >= 1.0:
        return 1.0
    one, below = (1.0 - chance) ** rolls, 0.0  # of exactly so many, and of fewer than wanted
    for count in range(wanted):
        below += one
        one = one * (rolls - count) / (count + 1) * chance / (1.0 - chance)
    return 1.0 - below


@kernel
def estimate(scene: Scene, state: State) -> tuple[float, float]:
    """What a state is probably worth to the players and to the GM."""
    rolls = scene.max_rolls - state.rolls
    chance = best_chance(scene, state) * (1.0 - ANSWERED)
    last, most = 0, -1e9
    for ending in range(scene.endings):
        if scene.of_gm[ending] and lacking(scene, state, ending) == 0:
            if scene.worth[ending, 1] > most:
                last, most = ending, scene.worth[ending, 1]
    players, gm = scene.worth[last, 0] + 0.0, scene.worth[last, 1] + 0.0
    for ending in range(scene.endings):
        if scene.of_players[ending]:
            wanted = max(1, lacking(scene, state, ending))
            comes = at_least(wanted, rolls, chance)
            theirs = comes * scene.worth[ending, 0] + (1.0 - comes) * scene.worth[last, 0]
            if theirs > players:
                players = theirs
                gm = comes * scene.worth[ending, 1] + (1.0 - comes) * scene.worth[last, 1]
    return players + kept_worth(scene, state, 0), gm + kept_worth(scene, state, 1)
