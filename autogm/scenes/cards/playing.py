"""Whole card scenes in compiled code: the loop of all games (`autogm.game.loop`) with agents that
are kernels, and what one of them chooses in a single state. Dice are keyed by the number of the
roll, so that two forms of a scene meet the same dice as long as they take the same course.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autogm.game.contract import PlayedOut
from autogm.game.dice import FACES_SHIFT
from autogm.game.kernels import entry, kernel, pointer
from autogm.game.keyed import CHOICE_TAG, FIRST_SALT, SECOND_SALT, battle_key, below, draw
from autogm.game.kinds import FloatTable, IntTable
from autogm.game.loop import (
    R_CHOICES,
    R_END,
    R_LENGTH,
    R_ROLLS,
    R_WINNER,
    RESULT_COLUMNS,
    battle_loop,
)
from autogm.game.rows import cells, rows
from autogm.scenes.cards.codes import GM_PHASES
from autogm.scenes.cards.frugal import frugal
from autogm.scenes.cards.layout import BUFFER, FACES, LOG, STATE
from autogm.scenes.cards.outcomes import stake
from autogm.scenes.cards.records import (
    Apply,
    Buffer,
    Buffers,
    Log,
    Logs,
    Scene,
    Scenes,
    State,
    States,
)
from autogm.scenes.cards.state import CardState
from autogm.scenes.cards.step import apply, legal

if TYPE_CHECKING:
    from autogm.scenes.cards.game import CardGame

RANDOM, FRUGAL, THINKING = range(3)
AGENTS = {"random": RANDOM, "frugal": FRUGAL}
NEVER_FULL = -(1 << 31)  # the log holds every step


@kernel
def side_of(state: State) -> int:
    """The side that chooses."""
    return (GM_PHASES >> state.phase) & 1


@kernel
def decided(
    scene: Scene, state: State, buffer: Buffer, count: int, agent: int, key_one: int, key_two: int,
    step: int,
) -> int:  # fmt: skip
    """What an agent chooses among the `count` legal actions in the buffer; `step` numbers the
    choices of the scene."""
    if agent == FRUGAL:
        return frugal(scene, state, buffer, count)
    return int(buffer.action[below(draw(key_one ^ CHOICE_TAG, key_two, step), count)])


@kernel
def considered(
    apply: Apply, weigh: int, scenes: Scenes, state: State, buffer: Buffer, count: int, agent: int,
    evaluators: int,
) -> int:  # fmt: skip
    """No kernel of card scenes needs anything to think with."""
    return int(buffer.action[0])


@kernel
def fallen(
    scene: Scene, state: State, dice: int, key_one: int, key_two: int, buffer: Buffer
) -> int:
    """How the dice of this roll fall, faces included."""
    faces = below(draw(key_one, key_two, state.rolls), FACES)
    return scene.outcome_of[faces] | (scene.faces[faces] << FACES_SHIFT)


@kernel
def seen_to_fall(
    apply: Apply, scenes: Scenes, state: State, dice: int, action: int, counts: FloatTable, row: int
) -> None:
    """Dice are not measured here."""


@kernel
def begin(buffer: Buffer) -> None:
    """A scene begins; nothing is kept from the one before."""


@kernel
def count_step(scene: Scene, state: State, log: Log, counts: FloatTable) -> None:
    """What happens on the way is not counted: the log is off."""


@kernel
def close(
    scene: Scene, state: State, log: Log, counts: FloatTable, results: IntTable, row: int
) -> None:
    """Write how a scene has ended, after how many rolls, and what that is worth to both."""
    results[row, R_WINNER] = state.winner
    results[row, R_LENGTH] = state.rolls
    results[row, R_END] = state.ending
    for side in range(2):
        counts[row, side] = stake(scene, state, side)


play_on, play_battles, play_until_asked = battle_loop(
    __name__,
    Scene=Scene, Scenes=Scenes, State=State, States=States, Buffer=Buffer, Buffers=Buffers,
    Log=Log, Logs=Logs, Apply=Apply, Counts=FloatTable, Weigh=int, Evaluators=int,
    LOG_FULL=NEVER_FULL, THINKING=THINKING, side_of=side_of, decided=decided, considered=considered,
    fallen=fallen, seen_to_fall=seen_to_fall, begin=begin, count_step=count_step, close=close,
)  # fmt: skip


@entry
def choose_at(
    scenes: Scenes, states: States, agent: int, seed: int, battle: int, step: int, buffers: Buffers
) -> int:
    """What an agent chooses in `states[0]`, as it would in the loop."""
    key_one = battle_key(seed, battle, FIRST_SALT)
    key_two = battle_key(seed, battle, SECOND_SALT)
    count = legal(scenes[0], states[0], buffers[0])
    return decided(scenes[0], states[0], buffers[0], count, agent, key_one, key_two, step)


@entry
def fall_at(scenes: Scenes, states: States, seed: int, battle: int, buffers: Buffers) -> int:
    """How the dice of `states[0]` fall, as they would in the loop."""
    key_one = battle_key(seed, battle, FIRST_SALT)
    key_two = battle_key(seed, battle, SECOND_SALT)
    return fallen(scenes[0], states[0], 0, key_one, key_two, buffers[0])


def chosen(state: CardState, agent: str, seed: int, battle: int, choice: int) -> int:
    """What one of `AGENTS` chooses."""
    scenes, buffers = state.game.scene_rows, rows(np.zeros(1, BUFFER))
    number = AGENTS[agent]
    return int(choose_at(scenes, rows(state.record), number, seed, battle, choice, buffers))


def fallen_dice(state: CardState, seed: int, battle: int) -> int:
    """How the dice fall that are pending."""
    buffers = rows(np.zeros(1, BUFFER))
    return int(fall_at(state.game.scene_rows, rows(state.record), seed, battle, buffers))


def play_out(
    game: CardGame, agents: tuple[str, str], seed: int, first: int, last: int, start: CardState
) -> PlayedOut:
    """Play scenes `first` up to `last` of `seed` from a state on, by two of `AGENTS`."""
    count = last - first
    states, results = np.zeros(2, STATE), np.zeros((count, RESULT_COLUMNS), np.int64)
    states[0] = start.record[0]
    worths = np.zeros((count, 2))
    players, gm = (AGENTS[one] for one in agents)
    play_battles(
        pointer(apply), 0, game.scene_rows, rows(states), seed, first, last, players, gm, 0,
        rows(np.zeros(2, BUFFER)), rows(np.zeros(1, LOG)), cells(worths), cells(results),
    )  # fmt: skip
    named = [one.id for one in game.settled.endings]
    return PlayedOut(
        [CardState.winners[int(one)] for one in results[:, R_WINNER]],
        [(players, gm) for players, gm in worths.tolist()],
        [int(one) for one in results[:, R_CHOICES] + results[:, R_ROLLS]],
        [named[int(one)] for one in results[:, R_END]],
    )
