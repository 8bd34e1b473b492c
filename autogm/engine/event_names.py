"""What the numbers in an event's row are called in its facts: fixed names, which programs compare
and files keep. Sentences are made of them elsewhere.
"""

from __future__ import annotations

from autogm.engine import event_codes as ev

REASONS = {
    ev.P_INVOKE: "an invoke",
    ev.P_OWED: "an invoke against them",
    ev.P_LOOP: "the closed loop",
    ev.P_COMPEL: "accepting a compel",
    ev.P_REFUSAL: "refusing a compel",
    ev.P_STAKE: "offering a compel",
    ev.P_STAKE_BACK: "a compel refused",
    ev.P_STUNT: "a stunt",
    ev.P_DECLARE: "declaring an aspect",
    ev.P_EFFECT: "an invoke for effect",
    ev.P_TWIST: "accepting a twist",
    ev.P_CONCESSION: "conceding",
    ev.P_ROAR: "keeping on roaring",
    ev.P_ASIDE: "leaving the scene",
    ev.P_ARRIVES: "arriving",
    ev.P_RETURNED: "an action interrupted",
}
"""Why a fate point moves."""
STATUS = {
    ev.X_GUARD_UP: "is in Full Defense",
    ev.X_GUARD_DOWN: "ends the Full Defense",
    ev.X_LETHAL_READY: "is set for a lethal attack",
    ev.X_DISARMED: "is disarmed",
    ev.X_REARMED: "is armed again",
    ev.X_HINDERED: "cannot move freely",
    ev.X_HELPS: "helps",
    ev.X_ROARS: "roars",
    ev.X_ROAR_ENDS: "stops roaring",
    ev.X_ROAR_KEPT: "must keep roaring",
    ev.X_LOSES_ACTION: "loses the action",
    ev.X_MUST_ATTACK: "must attack the nearest enemy in reach",
    ev.X_MUST_MOVE: "must take a free step closer",
    ev.X_MUST_FLEE: "must take a free step away",
    ev.X_SKILL_OUT: "cannot use a skill this turn",
    ev.X_TWISTED: "takes a twist instead of the gain",
    ev.X_WAITS: "waits",
    ev.X_STAYS: "stays",
    ev.X_UNPAID: "fails rather than pay a cost",
}
"""What becomes true of a fighter."""
IDLE = {
    ev.HOLDS_BACK: "",
    ev.NOBODY_HERE: "no enemy is there",
    ev.OUT_OF_REACH: "no enemy is in reach",
    ev.HEMMED_IN: "no enemy is in reach, and no way is free",
    ev.UNTOUCHABLE: "only an attack on a whole zone would hurt the swarm in reach",
    ev.NO_SKILL: "every skill that attacks who is in reach is forbidden this turn",
}
"""Why somebody waits; nothing where an attack was possible."""
HOW = ("a fate point", "a free invoke", "an open free invoke", "Full Defense", "a stunt")
"""How an invoke was paid."""
PARTS = {
    ev.PART_BASE: "base",
    ev.PART_ASPECT: "aspect",
    ev.PART_EDGE: "way",
    ev.PART_FARTHER: "farther zones",
    ev.PART_FREE: "free invokes",
    ev.PART_HIDING: "hiding aspects",
    ev.PART_DISTANCE: "distance",
}
"""What a part of a difficulty comes from."""
GAINS = ("+2", "a reroll", "its effect")
"""What an invoke brings."""
