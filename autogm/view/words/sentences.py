"""Declared actions, what compels demand and movements of fate points as sentences. A sentence says
what an event's facts say, never more.
"""

from __future__ import annotations

from collections.abc import Sequence

from autogm.engine import event_codes as ev
from autogm.engine.actions import Action
from autogm.engine.event_names import REASONS
from autogm.model.verbs import VERBS
from autogm.view.words.grammar import counted, listed
from autogm.view.words.names import Names

DECLARED = {one.name: one.declared for one in VERBS if one.declared}
"""What may be declared on a turn, without who does it, the skill and the full stop."""
EXISTING = "tries to take advantage of {aspect}"
"""The same for an advantage that stands already: it is made stronger, not created (C1-C3, A10)."""
EFFECTS = {
    "zone attack": ", to attack everyone in {zone}",
    "move": ", to get to {zone}",
    "hinder": ", to hinder {target}",
    "lethal": ", for a lethal attack",
}
COMPELLED = {
    "lose action": "to lose the action",
    "attack nearest": "to attack the nearest enemy in reach",
    "move toward": "to move closer to {zone}",
    "move away": "to move away from {zone}",
    "skill out": "to do without {skill} this turn",
    "free invoke": "to give the other side a free invoke on it",
    "twist": "to take a twist instead of the gain",
}
"""What a compel demands."""


def declared(
    names: Names,
    who: str,
    action: Action,
    stunt: str = "",
    effect: str = "",
    *,
    unwritten: str = "",
    stands: bool = False,
) -> str:
    """A declared action of the fighter `who` as a sentence without its end, so that a skill can
    follow: «Rolf attacks West Archer». `stunt` is the name of the stunt it uses, `effect` what an
    invoke for effect does, `unwritten` an aspect that nobody has written; `stands` says that
    the advantage is an aspect in play already."""
    own = action.on == who
    fields = {
        "target": names.of(action.target),
        "zone": names.of(action.zone),
        "by": passing_by(names, action),
        "place": names.of(action.on),
        "aspect": unwritten or f"«{action.aspect}»{'' if own else names.at(action.on)}",
        "item": names.item,
        "stunt": stunt,
        "effect": effect_end(names, action, effect),
        "some": counted(action.members or 0),
    }
    predicate = names.worded(EXISTING if stands else DECLARED[action.verb]).format(**fields)
    return names.says(names.of(who), predicate)


def passing_by(names: Names, action: Action) -> str:
    """The zones that a way passes, as the end of a clause: « by way of the Ford»."""
    return f" by way of {listed([names.of(one) for one in action.by])}" if action.by else ""


def hit_too(names: Names, friends: Sequence[str]) -> str:
    """Those of its own side whom an attack on a whole zone hits, as the end of a clause: `, Bea
    too`."""
    return f", {listed([names.of(one) for one in friends])} too" if friends else ""


def effect_end(names: Names, action: Action, effect: str) -> str:
    """What an invoke for effect is for, as the end of a sentence: `, to get to the Camp`."""
    fields = {"target": names.of(action.target), "zone": names.of(action.zone)}
    return EFFECTS.get(effect, "").format(**fields)


def point_moved(names: Names, source: str, target: str, count: int, reason: str) -> str:
    """A movement of fate points as a sentence; accounts go by their ids (`gm`, `supply`, `owed to
    rolf`), `reason` is one of `REASONS`."""
    many = "a fate point" if count == 1 else f"{counted(count)} fate points"
    payer, receiver = (
        _purse(names, source.removeprefix("owed to ")),
        _purse(names, target.removeprefix("owed to ")),
    )
    if reason == REASONS[ev.P_ASIDE]:
        return names.says(payer, f"keeps {many} for later.")
    if reason == REASONS[ev.P_ARRIVES]:
        return names.says(receiver, f"brings {many}.")
    if reason == REASONS[ev.P_LOOP]:
        return f"the fate point goes to {receiver}."
    if reason == REASONS[ev.P_RETURNED] and source.startswith("owed to "):
        return f"{payer} will get {many} less after the scene: {reason}."
    if reason in (REASONS[ev.P_STAKE_BACK], REASONS[ev.P_RETURNED]):
        return names.says(receiver, f"gets {many} back: {reason}.")
    if target == "supply":
        return names.says(payer, f"pays {many} for {names.worded(reason)}.")
    if target.startswith("owed to "):
        return f"{receiver} will get {many} after the scene for {names.worded(reason)}."
    if source == "supply":
        return names.says(receiver, f"gets {many} for {names.worded(reason)}.")
    return names.says(receiver, f"gets {many} from {payer} for {names.worded(reason)}.")


def _purse(names: Names, account: str) -> str:
    return "the GM" if account == "gm" else names.of(account)
