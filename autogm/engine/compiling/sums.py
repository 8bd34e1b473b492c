"""What a state keeps up beside what it is made from: who is in each zone and what they weigh (W1,
N4), the masks of aspects in play and of free invokes, the adverse ground of each zone (Z3). Kernels
keep these up step by step; here they are counted anew.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autogm.engine.codes import HERE, ZONE_SUBJECT
from autogm.engine.compiling.masks import bits

SUMS = ("present_in", "weight", "slots_here", "slots_free", "adverse")


def write_sums(scene: Any, state: Any) -> None:
    """Count everything in `SUMS` anew. `scene` and `state` are one record each, zones and slots
    within their ranges."""
    for name in SUMS:
        state[name] = 0
    for fighter in range(len(state["zone"])):
        if (int(state["present"]) >> fighter) & 1:
            zone, weight = int(state["zone"][fighter]), int(scene["weight"][fighter])
            if scene["mob"][fighter]:
                each = int(scene["member_weight"][fighter])
                weight = min(weight, each * int(state["members"][fighter]))
            state["present_in"][zone] |= 1 << fighter
            state["weight"][zone, scene["side"][fighter]] += weight
    here = np.flatnonzero(state["here"] & HERE)
    state["slots_here"] = bits(here.tolist())
    state["slots_free"] = bits(np.flatnonzero(state["free"].any(axis=1)).tolist())
    for slot in here[scene["slot_adverse"][here] > 0]:
        zone = int(scene["slot_subject"][slot]) - ZONE_SUBJECT
        if 0 <= zone < len(state["adverse"]):
            state["adverse"][zone] += 1
