"""Declared actions and movements of fate points as sentences, with the names that people wrote
instead of ids. A sentence says what an event's facts say, never more.
"""

from __future__ import annotations

from dataclasses import dataclass

from autogm.engine.actions import Action
from autogm.engine.event_codes import P_ARRIVES, P_ASIDE, P_STAKE_BACK

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
    if code == P_ASIDE:
        return f"{payer} keeps {many} for later."
    if code == P_ARRIVES:
        return f"{receiver} brings {many}."
    if code == P_STAKE_BACK:
        return f"{receiver} gets {many} back: {reason}."
    if target == "supply":
        return f"{payer} pays {many} for {reason}."
    if target.startswith("owed to "):
        return f"{receiver} will get {many} after the scene for {reason}."
    if source == "supply":
        return f"{receiver} gets {many} for {reason}."
    return f"{receiver} gets {many} from {payer} for {reason}."


def _purse(names: Names, account: str) -> str:
    return "The GM" if account == "gm" else names.of(account)
