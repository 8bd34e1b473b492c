"""What each word of the vocabulary means, for people: editors show it beside the word, and the
reference of scenarios has it in tables. It carries no rule; a test holds the words against
`autogm.model.words`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from autogm.model.verbs import VERBS

ACTIONS: Mapping[str, str] = {one.name: one.means for one in VERBS if one.means}
"""What may be done with each verb of `actions`."""

COMPELS: Mapping[str, str] = {
    "lose action": "the victim has no action this turn; it may still move",
    "attack nearest": "it attacks the nearest enemy in reach",
    "move toward": "first of all it moves closer to `zone`",
    "move away": "first of all it moves away from `zone`",
    "skill out": "it cannot use `skill` this turn",
    "free invoke": "the other side has a free invoke on the aspect",
    "twist": "after a roll: the victim gives up its gain for a point (F6)",
}
"""What each `effect` of a compel does, once accepted."""

STUNTS: Mapping[str, str] = {
    "bonus": "`amount` more on rolls with `skills` for `actions`",
    "swap": "`skills` may be used for `actions` in place of `instead_of`",
    "lethal": "attacks with `skills`, or with any, are lethal (H9)",
    "ignore-terrain": "adverse ground hinders no move: all of it, or what bears `tag`",
    "range": "attacks and advantages with `skills` reach `amount` zones farther",
    "area": "`skills` may attack all enemies in a zone within reach, and with `friends` their "
    "user's friends there too (E4)",
    "armour": "hits of `harm` lose `amount` shifts",
    "weapon": "hits with `skills` gain `amount` shifts",
    "weight": "the bearer's weight changes by `amount`",
    "clear-box": "as an action: the lowest checked box of `harm` is cleared",
    "extra-box": "`amount` more boxes of `harm`",
    "free-invoke": "`amount` free invokes from the start on the bearer's `aspect`",
    "riposte": "defending with style hits for `amount` instead of giving a boost",
}
"""What a stunt of each kind does (N5)."""

TEMPERS: Mapping[str, str] = {
    "even": "leans to nothing",
    "aggressive": "attacks and charges",
    "cautious": "covers itself and keeps away",
    "honourable": "seeks its equal alone and plays few tricks",
    "cruel": "finishes the hurt",
    "greedy": "goes for the objective",
    "cowardly": "stays among its friends, and helps and covers rather than fights unless its side "
    "is the larger one at hand",
}
"""What each temper leans to."""

CIRCUMSTANCES: Mapping[str, str] = {
    "always": "at all times; the same as leaving it out",
    "outnumbered": "its side has fewer fighters there than the other",
    "outnumbering": "its side has more fighters there than the other",
    "outweighed": "its side has less weight there than the other",
    "outweighing": "its side has more weight there than the other",
    "alone": "nobody else of its side is there",
    "with an ally": "someone else of its side is there",
    "after moving": "on its own roll in a turn in which it has moved",
    "charging": "on its own roll in a charge (M3)",
    "wounded": "it has a consequence",
    "target wounded": "the other one has a consequence",
    "target in same zone": "the other one is in its zone",
    "target in another zone": "the other one is in another zone",
    "first exchange": "in the first exchange",
    "in zone tagged": "its zone has the tag `tag`",
    "target tagged": "the other one has the tag `tag`",
}
"""What each circumstance of a stunt counts: `when`."""

EFFECTS: Mapping[str, str] = {
    "zone attack": "an attack with `skill` on all enemies in a zone, `range` zones away at most, "
    "and with `friends` on its user's friends there too",
    "move": "a move to a neighbouring zone, hindered or not",
    "hinder": "someone `range` zones away at most loses its next free move",
    "lethal": "its user's next attack is lethal: a battle ritual (R7)",
}
"""What each effect of an invoke does (A15)."""

OBJECTIVES: Mapping[str, str] = {
    "last standing": "nobody of the other side is left",
    "hold": "alone in `zone` at the end of `exchanges` exchanges in a row",
    "get out": "`number` of `who`, or one of its own who has the `item`, leave through an exit; an "
    "item that the other side carries out is lost",
    "survive": "someone is left at the end of exchange `exchanges`",
    "take out": "everyone of `who` is out",
}
"""How each objective is won (H7)."""


class Table(NamedTuple):
    """The words that one field may hold, with the heads of a table of them. `section` is where the
    reference has it."""

    word: str
    says: str
    section: str
    meanings: Mapping[str, str]


TABLES: Mapping[str, Table] = {
    "actions": Table("action", "what may be done", "actions", ACTIONS),
    "compels": Table("effect", "what it does, once accepted", "compels", COMPELS),
    "stunts": Table("does", "what it does", "stunts", STUNTS),
    "circumstances": Table("when", "it counts", "stunts", CIRCUMSTANCES),
    "effects": Table("does", "what it does", "effects", EFFECTS),
    "objectives": Table("do", "how it is won", "objectives", OBJECTIVES),
}
"""The tables by name."""
