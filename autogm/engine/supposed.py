"""What would be, as things stand: a fighter's next turn, as if it came now, the greatest hit that
it could absorb (H2), and whether an invoke could still change what a roll comes to (A6). Where
somebody has acted in this exchange, whatever counts once an exchange counts anew before its turn
(T3).
"""

from __future__ import annotations

import numpy as np

from autogm.engine.codes import (
    A_MASK,
    A_SHIFT,
    CHANCE,
    HARM_SHIFT,
    N_ABSORB,
    N_DUEL,
    N_TURN,
    PASS,
    R_AREA,
    SHIFTS_MASK,
    V_ATTACK,
    V_INVOKE,
    V_INVOKE_FREE,
    VERB_SHIFT,
)
from autogm.engine.kinds import in_play
from autogm.engine.layout import BUFFER
from autogm.engine.nodes.absorb import legal_absorb
from autogm.engine.nodes.order import begin_turn, count_anew
from autogm.engine.records import Buffers, Logs, Scenes, States
from autogm.engine.roar import allowed
from autogm.engine.stack import here_still, pop, push, unwind
from autogm.engine.state import State
from autogm.engine.stunts import attacks_at, reach_of
from autogm.game.kernels import entry
from autogm.game.rows import rows


@entry
def begin_turn_at(
    scenes: Scenes, states: States, fighter: int, buffers: Buffers, logs: Logs
) -> None:
    """Begin a fighter's turn in a state in which nothing is pending; nobody offers a compel."""
    scene, state = scenes[0], states[0]
    if (state.acted >> fighter) & 1:
        state.exchange = state.exchange + 1
        state.acted = 0
        for one in range(scene.fighters):
            count_anew(scene, state, one)
    begin_turn(scene, state, buffers[0], logs[0], fighter)
    unwind(state, N_TURN)


@entry
def zones_struck_at(scenes: Scenes, states: States, fighter: int) -> int:
    """The zones that a fighter's attacks reach into from where it stands (E2), as a bit mask."""
    scene, state, found = scenes[0], states[0], 0
    if not in_play(scene, V_ATTACK):
        return found
    for zone in range(scene.zones):
        distance = scene.sight[state.zone[fighter], zone]
        if distance <= reach_of(scene, state, fighter):
            if allowed(scene, state, fighter, attacks_at(scene, state, fighter, distance, -1)):
                found |= 1 << zone
    return found


@entry
def most_absorbed_at(
    scenes: Scenes, states: States, fighter: int, harm: int, buffers: Buffers
) -> int:
    """The shifts of the greatest hit of a harm that a fighter can absorb; 0: none."""
    scene, state, shifts = scenes[0], states[0], 0
    if not here_still(state, fighter):
        return shifts
    while shifts < SHIFTS_MASK:
        number = (shifts + 1) | (harm << HARM_SHIFT)
        push(state, N_ABSORB, fighter, scene.side[fighter], number)
        count = legal_absorb(scene, state, buffers[0])
        pop(state)
        if count == 1:  # to be taken out
            break
        shifts += 1
    return shifts


def supposed_turn(standing: State, who: str) -> State:
    """The state in which the turn of a fighter who is here begins, as things stand
    (`autogm.engine.observation.standing`)."""
    game = standing.game
    found = State(game, standing.record.copy())
    buffers = rows(np.zeros(1, BUFFER))
    fighter = game.words.fighters.index(who)
    begin_turn_at(game.scene_rows, rows(found.record), fighter, buffers, game.no_log)
    return found


def zones_struck(state: State, who: str) -> tuple[str, ...]:
    """The ids of the zones that a fighter's attacks reach into from where it stands."""
    words = state.game.words
    mask = zones_struck_at(state.game.scene_rows, rows(state.record), words.fighters.index(who))
    return tuple(one for number, one in enumerate(words.zones) if (int(mask) >> number) & 1)


def most_absorbed(state: State, who: str, harm: int) -> int:
    """The shifts of the greatest hit of a harm, by its number, that a fighter can absorb; 0 where
    it absorbs none or is gone. Groups and swarms, which fall apart by themselves, do not choose."""
    game, record = state.game, rows(state.record.copy())
    fighter, buffers = game.words.fighters.index(who), rows(np.zeros(1, BUFFER))
    return int(most_absorbed_at(game.scene_rows, record, fighter, harm, buffers))


def no_invoke_matters(state: State) -> bool:
    """Whether a duel of invokes (A6) goes on where whoever is asked need not invoke: whatever their
    side could add by all that it may invoke, all would be as it is if both passed. Whatever the
    other side does, they are asked again. Of an attack on several it matters how each is met (E4):
    there everybody is asked. That a free invoke which is open to both (A4) could be used up, lest
    the others have it, does not count."""
    record = state.record[0]
    if state.node() != N_DUEL or int(record["roll_flags"]) & R_AREA:
        return False
    acting = int(state.game.scene[0]["side"][int(record["roll_actor"])])
    part = 0 if acting == state.current_player() else 1
    margin, better = int(record["margin"]), (1, -1)[part]
    passed, most = _both_pass(state, margin), _most_added(state, part)
    return all(_both_pass(state, margin + better * more) == passed for more in range(1, most + 1))


def _most_added(state: State, part: int) -> int:
    """What all that may be invoked can add at most to a part of a roll, the acting side's (0) or
    the other's: each aspect that is paid for once, each free invoke as often as it is there (A3),
    and new dice as if they were the best and the old ones the worst."""
    record, side, dice = state.record[0], state.current_player(), 0
    added: dict[tuple[int, int], int] = {}
    for code in state.legal_actions():
        if code == PASS:
            continue
        verb, way, times = code >> VERB_SHIFT, code, 1
        after = state.child(code)
        if after.current_player() == CHANCE:
            dice = int(state.game.scene[0]["outcomes"]) - 1
            continue
        if verb == V_INVOKE:  # whoever pays, and however
            way, times = 0, int(record["paid_left"][part].sum())
        elif verb == V_INVOKE_FREE:
            way = (code >> A_SHIFT) & A_MASK
            times = int(record["free"][way, side]) + int(record["free"][way, 2])
        gain = abs(int(after.record[0]["margin"]) - int(record["margin"]))
        added[verb, way] = max(added.get((verb, way), 0), times * gain)
    return sum(added.values()) + dice


def _both_pass(state: State, margin: int) -> State:
    """How things stand after a duel that ends here, by a margin."""
    here = state.clone()
    depth = int(here.record[0]["depth"])
    here.record[0]["margin"] = margin
    while not here.is_terminal() and here.node() == N_DUEL:
        if int(here.record[0]["depth"]) != depth:
            break
        here.apply_action(PASS)
    return here
