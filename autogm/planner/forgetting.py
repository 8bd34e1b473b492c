"""Free invokes that slip the mind of a weaker player (`levels.Misjudgement.forgets`). It has its
roll in mind without them, so that it pays for nothing that would need one of them later.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from autogm.engine import codes
from autogm.engine.aspects import mark_free
from autogm.engine.codes import A_MASK, A_SHIFT, VERB_SHIFT
from autogm.engine.invokable import same_invoke
from autogm.engine.state import State
from autogm.game.kernels import plain
from autogm.game.rows import Row, copied
from autogm.planner.keyed_errors import digest, share
from autogm.planner.search.beam import Thought

OPEN = 2
"""The column of free invokes that either side may use."""


def own_rollers(state: State) -> list[int]:
    """Who of the side that chooses takes part in the roll under way; who answers comes last."""
    record, scene = state.record[0], state.game.scene[0]
    rolls = int(record["roll_actor"]), int(record["roll_target"]) - 1
    return [one for one in rolls if one >= 0 and scene["side"][one] == state.current_player()]


def in_mind(state: State, forgets: float) -> State:
    """A state as a player has it in mind who forgets that share of free invokes: in a duel without
    those, else as it is. They are on no sheet of its own who roll, and forgotten for a whole
    exchange. Of aspects that would do exactly the same only the first is offered, and with it all
    are forgotten; so are those that the enemy could use as well."""
    gone = set(_forgotten(state, forgets))
    if not gone:
        return state
    records, side = copied(state.record), state.current_player()
    record = records[0]
    for slot in gone:
        record["free"][slot, [side, OPEN]] = 0
        plain(mark_free)(Row(record), slot)
    return State(state.game, records)


def as_in(state: State, mind: State, thought: Thought) -> Thought:
    """A thought about `mind`, which offers less than the state that it stands for, as one about
    that state: with its numbers of legal actions."""
    if mind is state:
        return thought
    legal = state.legal_actions()
    places = [legal.index(action) for action in mind.legal_actions()]
    lines = tuple(replace(line, place=places[line.place]) for line in thought.lines)
    estimated = frozenset(places[place] for place in thought.estimated)
    return replace(thought, lines=lines, estimated=estimated)


def _forgotten(state: State, forgets: float) -> Iterator[int]:
    """The slots whose free invokes slip the mind of who rolls."""
    if state.node() != codes.N_DUEL or forgets == 0.0:
        return
    record, words, own = state.record[0], state.game.words, own_rollers(state)
    scene, side = state.game.scene[0], state.current_player()
    held = np.flatnonzero(record["free"].any(axis=1)).tolist()
    offered = {
        (action >> A_SHIFT) & A_MASK
        for action in state.legal_actions()
        if action >> VERB_SHIFT == codes.V_INVOKE_FREE
    }
    for slot in offered:
        if int(scene["slot_subject"][slot]) in own:
            continue
        aspect = [words.text(slot), words.subject(slot), slot]
        drawn = digest({"aspect": aspect, "by": own, "exchange": int(record["exchange"])})
        if share(drawn) < forgets:
            same, here, there = plain(same_invoke), Row(scene), Row(record)
            yield from (one for one in held if same(here, there, slot, one, side))
