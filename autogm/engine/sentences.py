"""The words of events: reasons, statuses, ways to invoke; and declared actions and movements of
fate points as sentences, with the names that people wrote instead of ids. A sentence says what an
event's facts say, never more.
"""

from __future__ import annotations

from dataclasses import dataclass

from autogm.engine import event_codes as ev
from autogm.engine.actions import Action

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
}
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
    ev.X_MUST_ATTACK: "must attack the nearest",
    ev.X_MUST_MOVE: "must move closer",
    ev.X_MUST_FLEE: "must move away",
    ev.X_SKILL_OUT: "cannot use a skill this turn",
    ev.X_TWISTED: "takes a twist instead of the gain",
}
HOW = ("a fate point", "a free invoke", "an open free invoke", "Full Defense", "a stunt")
GAINS = ("+2", "a reroll", "its effect")
FACES = {-1: "-", 0: "0", 1: "+"}
DECLARED = {
    "move": "{who} moves to {zone}",
    "sprint": "{who} makes for {zone}",
    "attack": "{who} attacks {target}",
    "charge": "{who} charges {target}",
    "attack everyone": "{who} attacks everyone in {zone}",
    "create": "{who} tries for the advantage {aspect}",
    "explore": "{who} explores {place}",
    "discover": "{who} looks for what is hidden",
    "overcome": "{who} tries to get rid of {aspect}",
    "push": "{who} tries to push {target}",
    "pull": "{who} tries to pull {target} along",
    "full defense": "{who} goes into Full Defense",
    "full attack": "{who} prepares a Full Attack",
    "help": "{who} helps {target}",
    "recover": "{who} tries to take up what was knocked away",
    "grab": "{who} reaches for {item}",
    "leave": "{who} leaves",
    "stunt": "{who} uses the stunt {stunt}",
    "effect": "{who} invokes for effect{effect}",
    "declare": "{who} declares {aspect}",
    "roar": "{who} tries to roar",
}
"""What may be declared on a turn, without the skill and the full stop."""
EFFECTS = {
    "zone attack": ", to attack everyone in {zone}",
    "move": ", to get to {zone}",
    "hinder": ", to hinder {target}",
    "lethal": ", for a lethal attack",
}


@dataclass(frozen=True)
class Names:
    """What people call fighters, zones and the item of a conflict, by their ids."""

    fighters: dict[str, str]
    zones: dict[str, str]
    item: str = "it"

    def of(self, subject: str | None) -> str:
        """A fighter, a zone or the scene."""
        if subject is None or subject == "scene":
            return "the scene"
        return self.fighters.get(subject) or self.zones.get(subject, subject)

    def at(self, subject: str | None) -> str:
        """Where an aspect stands, as the end of a phrase; nothing for the scene."""
        if subject is None or subject == "scene":
            return ""
        return f" {'on' if subject in self.fighters else 'in'} {self.of(subject)}"


def declared(names: Names, who: str, action: Action, stunt: str = "", effect: str = "") -> str:
    """A declared action as a sentence without its end, so that a skill can follow: «Rolf attacks
    West Archer». `stunt` is the name of the stunt it uses, `effect` what an invoke for effect
    does."""
    fields = {
        "who": f"{who} ({action.members} of them)" if action.members else who,
        "target": names.of(action.target),
        "zone": names.of(action.zone),
        "place": names.of(action.on),
        "aspect": f"«{action.aspect}»{names.at(action.on)}",
        "item": names.item,
        "stunt": stunt,
    }
    fields["effect"] = EFFECTS.get(effect, "").format(**fields)
    return DECLARED[action.verb].format(**fields)


def point_moved(names: Names, source: str, target: str, count: int, code: int, reason: str) -> str:
    """A movement of fate points as a sentence; accounts go by their ids (`gm`, `supply`, `owed to
    rolf`)."""
    many = "a fate point" if count == 1 else f"{count} fate points"
    payer, receiver = _purse(names, source), _purse(names, target.removeprefix("owed to "))
    if code == ev.P_ASIDE:
        return f"{payer} keeps {many} for later."
    if code == ev.P_ARRIVES:
        return f"{receiver} brings {many}."
    if code == ev.P_LOOP:
        return f"The fate point goes to {_inside(receiver)}."
    if code == ev.P_STAKE_BACK:
        return f"{receiver} gets {many} back: {reason}."
    if target == "supply":
        return f"{payer} pays {many} for {reason}."
    if target.startswith("owed to "):
        return f"{receiver} will get {many} after the scene for {reason}."
    if source == "supply":
        return f"{receiver} gets {many} for {reason}."
    return f"{receiver} gets {many} from {_inside(payer)} for {reason}."


def _purse(names: Names, account: str) -> str:
    return "The GM" if account == "gm" else names.of(account)


def _inside(purse: str) -> str:
    """A purse within a sentence."""
    return "the GM" if purse == "The GM" else purse


def possessive(name: str) -> str:
    """Whose: `Rolf's`, `Three Apprentices'`."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"
