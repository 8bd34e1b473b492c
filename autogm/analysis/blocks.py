"""Who may stand in the way of a free move (Z4), for whoever is about to choose it. The game itself
is asked who could.
"""

from __future__ import annotations

from typing import Any

from autogm.engine.codes import N_BLOCK, N_TURN, PASS, T_ACTED
from autogm.engine.state import State
from autogm.view.options import Offer, as_asked
from autogm.view.words.grammar import counted, start
from autogm.view.words.names import names_in

FREE = "move"


def may_block(state: Any, asked: Offer) -> list[str]:
    """For each option of an offer, who may block the way and what follows then, in words, from what
    the side knows that is asked; nothing where nobody may, and for what is no free move."""
    found = [""] * len(asked.options)
    if not isinstance(state, State) or state.current_player() < 0 or state.node() != N_TURN:
        return found
    if (known := as_asked(state, asked)) is None:
        return found
    seen, codes = known
    acted = bool(int(seen.record[0]["turn_flags"]) & T_ACTED)
    then = "nobody gets by without an action" if acted else "the action is needed to get by"
    for place, (one, code) in enumerate(zip(asked.options, codes, strict=True)):
        if code is None or one.action["verb"] != FREE:
            continue
        after = seen.child(code)
        if after.current_player() != 1 - asked.side or after.node() != N_BLOCK:
            continue
        names = names_in(after)
        able = [
            names.of(after.game.describe(after, answer).target)
            for answer in after.legal_actions()
            if answer != PASS
        ]
        who = able[0] if len(able) == 1 else f"one of {counted(len(able))}"
        found[place] = start(f"{who} may block the way: {then}")
    return found
