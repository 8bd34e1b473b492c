"""How a conflict of words is told (`kind: social`). The rules are those of a fight and are named as
there; but nobody roars, charges or falls in a debate. `DEBATED` gives for phrases of a fight, as
their tables have them, what is said instead; a phrase that it does not have suits both.
"""

from __future__ import annotations

DEBATED = {
    # What is declared, and what is chosen.
    "charges {target}": "bears down on {target}",
    "tries to push {target}": "tries to crowd {target} out",
    "tries to pull {target} along": "tries to draw {target} along",
    "tries to roar": "makes an opening speech",
    "charge {target}": "bear down on {target}",
    "push {target}": "crowd {target} out",
    "pull {target} along": "draw {target} along",
    "knock {roll_target} back to {zone}": "drive {roll_target} back to {zone}",
    "step over to {zone}": "move on to {zone}",
    "push {roll_target} to {zone}": "crowd {roll_target} out to {zone}",
    "pull {roll_target} along to {zone}": "draw {roll_target} along to {zone}",
    "have {target} roar with {skill}": "have {target} make an opening speech with {skill}",
    "have {target} roar": "have {target} make an opening speech",
    "offer {actor} a point to keep roaring": "offer {actor} a point to keep to the opening speech",
    "accept the point and keep roaring": "accept the point and keep to the opening speech",
    "let nobody roar": "have nobody make an opening speech",
    "who roars": "who makes an opening speech",
    "fight on": "argue on",
    # What a skill is chosen for.
    "charge {roll_target}": "bear down on {roll_target}",
    "push {roll_target}": "crowd {roll_target} out",
    "pull {roll_target}": "draw {roll_target} along",
    "roar": "make an opening speech",
    # What happens.
    "is pushed": "is crowded out",
    "is pulled": "is drawn along",
    "is knocked back": "is driven back",
    "steps over": "moves on",
    "roars": "has opened",
    "stops roaring": "drops the opening speech",
    "must keep roaring": "must keep to the opening speech",
    "is offered a point to keep roaring": "is offered a point to keep to the opening speech",
    "keeping on roaring": "keeping to the opening speech",
    "Roar": "opening speech",
    # Who is out of it.
    "charge": "bear down on",
    "falls": "is talked down",
    "fall": "are talked down",
}
"""What is said in a debate, by what is said in a fight."""
