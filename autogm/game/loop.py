"""The loop that plays games of any kind out without leaving compiled code: agents choose, keyed
dice fall, and whatever the kind counts is counted. It is a template: a kind of games binds it to
its own records and hooks (`battle_loop`), and gets entries of its own, as fast as if they had been
written for it.

What a kind binds stands below as it is declared to the type checker. Records: `Scene`, `State`,
`Buffer`, `Log`, arrays of them, and `Apply`, the pointer to its machine; `Counts`, an array of what
it counts in; `Weigh` and `Evaluators`, what its agents think with: a pointer, and what each has of
its own. Hooks: the kernels below; `LOG_FULL`, what the machine answers where the log has to be
emptied before it can go on; and `THINKING`, the number from which on agents think.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from autogm.game.kernels import bound, entry, kernel
from autogm.game.keyed import FIRST_SALT, SECOND_SALT, battle_key
from autogm.game.kinds import IntTable

if TYPE_CHECKING:
    Scene: TypeAlias = Any
    Scenes: TypeAlias = Any
    State: TypeAlias = Any
    States: TypeAlias = Any
    Buffer: TypeAlias = Any
    Buffers: TypeAlias = Any
    Log: TypeAlias = Any
    Logs: TypeAlias = Any
    Counts: TypeAlias = Any
    Evaluators: TypeAlias = Any
    Apply: TypeAlias = Any
    Weigh: TypeAlias = Any
    LOG_FULL, THINKING = 0, 0

    def side_of(state: State) -> int:
        """The side that chooses."""

    def decided(
        scene: Scene, state: State, buffer: Buffer, count: int, agent: int, key_one: int,
        key_two: int, step: int,
    ) -> int:  # fmt: skip
        """What an agent chooses by a rule, among the `count` legal actions in the buffer; `step`
        numbers the choices of the battle."""

    def considered(
        apply: Apply, weigh: Weigh, scenes: Scenes, state: State, buffer: Buffer, count: int,
        agent: int, evaluators: Evaluators,
    ) -> int:  # fmt: skip
        """What an agent chooses who needs more to think with (from number `THINKING` on)."""

    def fallen(
        scene: Scene, state: State, dice: int, key_one: int, key_two: int, buffer: Buffer
    ) -> int:
        """How the dice fall that are pending; `dice` is which (-1 - what the machine answered)."""

    def seen_to_fall(
        apply: Apply, scenes: Scenes, state: State, dice: int, action: int, counts: Counts, row: int
    ) -> None:
        """The pending dice are about to show `action`; `dice` is what the machine answered."""

    def begin(buffer: Buffer) -> None:
        """A battle begins."""

    def count_step(scene: Scene, state: State, log: Log, counts: Counts) -> None:
        """Count what the log tells of a step, and empty it."""

    def close(
        scene: Scene, state: State, log: Log, counts: Counts, results: IntTable, row: int
    ) -> None:
        """Write how a battle has ended into its row of the results."""


SETTLE = -1
"""The action that changes nothing: the machine only goes on to the first choice."""
OUTSIDE = -1
"""The number of an agent that is no kernel and has to be asked."""
R_WINNER, R_LENGTH, R_CHOICES, R_ROLLS, R_END = range(5)
"""Columns of the results, a row for each battle: who has won, how long it took and how it ended, as
the kind counts, and how many choices and rolls there were."""
RESULT_COLUMNS = 5


def play_on(
    apply: Apply,
    weigh: Weigh,
    scenes: Scenes,
    state: State,
    buffer: Buffer,
    log: Log,
    counts: Counts,
    key_one: int,
    key_two: int,
    players: int,
    gm: int,
    evaluators: Evaluators,
    count: int,
    results: IntTable,
    row: int,
) -> int:
    """Play a battle on from a state whose `count` legal actions are in the buffer, until it is over
    (returns 0) or somebody outside has to choose (returns the number of legal actions)."""
    scene = scenes[0]
    counting = log.on + 0
    while count != 0:
        if count < 0:
            action = fallen(scene, state, -1 - count, key_one, key_two, buffer)
            seen_to_fall(apply, scenes, state, count, action, counts, row)
            results[row, R_ROLLS] += 1
        else:
            agent = gm if side_of(state) else players
            if agent == OUTSIDE:
                return count
            step = results[row, R_CHOICES]
            if agent >= THINKING:  # handing on evaluators takes longer than most rules do
                action = considered(apply, weigh, scenes, state, buffer, count, agent, evaluators)
            else:
                action = decided(scene, state, buffer, count, agent, key_one, key_two, step)
            results[row, R_CHOICES] += 1
        count = apply(scene, state, action, buffer, log)
        if counting:
            count_step(scene, state, log, counts)
        while count == LOG_FULL:
            count = apply(scene, state, SETTLE, buffer, log)
            count_step(scene, state, log, counts)
    close(scene, state, log, counts, results, row)
    return 0


def play_battles(
    apply: Apply,
    weigh: Weigh,
    scenes: Scenes,
    states: States,
    seed: int,
    first: int,
    last: int,
    players: int,
    gm: int,
    evaluators: Evaluators,
    buffers: Buffers,
    logs: Logs,
    counts: Counts,
    results: IntTable,
) -> None:
    """Play battles `first` up to `last` of `seed`: compiled agents `players` and `gm` by number,
    with what they think with.

    `states[0]` is the first state and `states[1]` the one that is played; `buffers[0]` keeps the
    first state's legal actions and `buffers[1]` lists those of the play. A log that is off counts
    nothing. Each battle has a row of `results`.
    """
    scene, opening, buffer, log = scenes[0], buffers[0], buffers[1], logs[0]
    states[1] = states[0]
    first_count = apply(scene, states[1], SETTLE, opening, log)
    for battle in range(first, last):
        states[1] = states[0]
        key_one = battle_key(seed, battle, FIRST_SALT)
        key_two = battle_key(seed, battle, SECOND_SALT)
        begin(buffer)
        results[battle - first, R_CHOICES] = 0
        results[battle - first, R_ROLLS] = 0
        for place in range(first_count):
            buffer.action[place] = opening.action[place]
        play_on(
            apply, weigh, scenes, states[1], buffer, log, counts, key_one, key_two, players, gm,
            evaluators, first_count, results, battle - first,
        )  # fmt: skip


def play_until_asked(
    apply: Apply,
    weigh: Weigh,
    scenes: Scenes,
    states: States,
    seed: int,
    battle: int,
    row: int,
    players: int,
    gm: int,
    evaluators: Evaluators,
    action: int,
    buffers: Buffers,
    logs: Logs,
    counts: Counts,
    results: IntTable,
) -> int:
    """Apply an action to `states[0]` (`SETTLE`: a battle begins) and play on until agent `OUTSIDE`
    has to choose or the battle is over. Returns how many legal actions are in `buffers[0]`, or
    0."""
    scene, buffer, log = scenes[0], buffers[0], logs[0]
    if action == SETTLE:
        begin(buffer)
    else:
        results[row, R_CHOICES] += 1
    count = apply(scene, states[0], action, buffer, log)
    if log.on:
        count_step(scene, states[0], log, counts)
    while count == LOG_FULL:
        count = apply(scene, states[0], SETTLE, buffer, log)
        count_step(scene, states[0], log, counts)
    key_one = battle_key(seed, battle, FIRST_SALT)
    key_two = battle_key(seed, battle, SECOND_SALT)
    return play_on(
        apply, weigh, scenes, states[0], buffer, log, counts, key_one, key_two, players, gm,
        evaluators, count, results, row,
    )  # fmt: skip


class BattleLoop(NamedTuple):
    """The loop of one kind of games: a kernel and two entries."""

    play_on: Callable[..., Any]
    play_battles: Callable[..., Any]
    play_until_asked: Callable[..., Any]


def battle_loop(module: str, **hooks: Any) -> BattleLoop:
    """The loop with the records and hooks of a kind of games, as kernels of the module that binds
    it. Other processes find them there by their names, so it is called where modules are imported.
    """
    inner = kernel(bound(play_on, module, **hooks))
    hooks["play_on"] = inner
    return BattleLoop(
        inner,
        entry(bound(play_battles, module, **hooks)),
        entry(bound(play_until_asked, module, **hooks)),
    )
