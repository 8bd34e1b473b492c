"""Stunts in words (N5): what one does, when, and how often."""

from __future__ import annotations

from autogm.model.stunt import Stunt
from autogm.view.words.grammar import listed

LIMITS = {
    "none": "",
    "exchange": "once an exchange",
    "scene": "once a scene",
    "conflict": "once a conflict",
    "session": "once a session",
    "point": "for a fate point each time",
}
CIRCUMSTANCES = {
    "always": "",
    "outnumbered": "when outnumbered",
    "outnumbering": "when outnumbering",
    "outweighed": "when outweighed",
    "outweighing": "when outweighing",
    "alone": "when alone",
    "with an ally": "with an ally in the zone",
    "after moving": "after moving",
    "charging": "when charging",
    "wounded": "when wounded",
    "target wounded": "against the wounded",
    "target in same zone": "within a zone",
    "target in another zone": "from zone to zone",
    "first exchange": "in the first exchange",
    "in zone tagged": "in a zone tagged {tag}",
    "target tagged": "against those tagged {tag}",
}
"""When a stunt counts; `tag` is its word."""
ROLLS = {"create": "create advantages"}


def stunt_words(stunt: Stunt) -> str:
    """What a stunt does: `+2 to attack with Fight when outnumbered, once a scene`."""
    when = CIRCUMSTANCES[stunt.when].format(tag=stunt.tag)
    limit, worn = LIMITS[stunt.limit], "while armed" if stunt.equipment else ""
    says = f"{_does(stunt)} {when}".rstrip()
    return ", ".join(part for part in (says, worn, limit) if part)


def _does(stunt: Stunt) -> str:
    skills = listed(list(stunt.skills)) if stunt.skills else ""
    using = f" with {skills}" if skills else ""
    to = f" to {_rolls(stunt)}" if stunt.actions else ""
    reach = "reach" if len(stunt.skills) > 1 else "reaches"
    words = {
        "bonus": f"{stunt.amount:+d}{to}{using}",
        "swap": f"{skills} in place of {stunt.instead_of}{to}",
        "lethal": f"attacks{using} are lethal",
        "ignore-terrain": "ground does not hinder movement"
        + (f" where it is tagged {stunt.tag}" if stunt.tag and "tagged" not in stunt.when else ""),
        "range": f"{skills} {reach} {_zones(stunt.amount)} further",
        "area": f"{skills} may attack everyone in a zone{', friends too' if stunt.friends else ''}",
        "armour": f"{stunt.harm} hits lose {_shifts(stunt.amount)}",
        "weapon": f"hits{' by ' + skills if skills else ''} gain {_shifts(stunt.amount)}",
        "weight": f"weight {stunt.amount:+d}",
        "clear-box": f"clears a {stunt.harm} stress box, as an action",
        "extra-box": f"{_boxes(stunt.amount)} of {stunt.harm} stress",
        "free-invoke": f"{_invokes(stunt.amount)} on «{stunt.aspect}» at the start",
        "riposte": f"defending with style deals a hit of {stunt.amount}",
    }
    return words[stunt.does]


def _rolls(stunt: Stunt) -> str:
    return listed([ROLLS.get(roll, roll) for roll in stunt.actions])


def _zones(number: int) -> str:
    return "one zone" if number == 1 else f"{number} zones"


def _shifts(number: int) -> str:
    return "one shift" if number == 1 else f"{number} shifts"


def _boxes(number: int) -> str:
    return "one more box" if number == 1 else f"{number} more boxes"


def _invokes(number: int) -> str:
    return "a free invoke" if number == 1 else f"{number} free invokes"
