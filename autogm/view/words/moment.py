"""A choice that is to be put into words, with all that phrases name of it; and what phrases of
several choices share.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from autogm.engine import codes
from autogm.engine.actions import Action
from autogm.engine.codes import A_MASK, A_SHIFT
from autogm.engine.compiling.compels import COMPELS, EFFECTS
from autogm.engine.event_names import GAINS
from autogm.view.words.grammar import counted, possessive
from autogm.view.words.scene import UNWRITTEN, Scene
from autogm.view.words.sentences import COMPELLED, hit_too
from autogm.view.words.sentences import EFFECTS as EFFECT_WORDS

if TYPE_CHECKING:
    from autogm.engine.state import State


@dataclass(frozen=True)
class Moment:
    """A choice to be put into words: the scene, the state in which it can be made, the action as a
    number and in its structured form. `argument` is the number of the pending entry, `who` the id
    of the fighter who chooses, if one does."""

    scene: Scene
    state: State
    code: int
    action: Action
    who: str | None

    @property
    def record(self) -> Any:
        """The state's numbers."""
        return self.state.record[0]

    @property
    def argument(self) -> int:
        """The number of the pending entry."""
        return int(self.record["pending"][int(self.record["depth"]) - 1][3])

    @property
    def first(self) -> int:
        """The action's first argument."""
        return (self.code >> A_SHIFT) & A_MASK

    def fields(self) -> dict[str, str]:
        """What the phrases name."""
        called, action, target = self.scene.called, self.action, int(self.record["roll_target"])
        actor = called.of(self.state.actor())
        roll_target = self.scene.names[target - 1] if target > 0 else ""
        return {
            "actor": actor,
            "whose": possessive(actor),
            "roller": self.scene.names[int(self.record["roll_actor"])],
            "roll_target": roll_target,
            "target": called.of(action.target) if action.target else roll_target,
            "zone": called.of(action.zone),
            "place": called.of(action.on),
            "aspect": self.aspect(self.first) if action.aspect else "",
            "item": called.item,
            "skill": action.skill or "",
            "cost": action.cost or "",
            "some": counted(action.members or 0),
            "shifts": str(self.argument & codes.SHIFTS_MASK),
            "stunt": self.stunt() if action.stunt is not None else "",
        }

    @cached_property
    def paid(self) -> tuple[int, str]:
        """Which aspect a point would invoke, by its slot and its text, only the game knows."""
        told = self.state.game.events(self.state, self.code)
        return next(
            (int(one.facts["slot"]), str(one.facts["aspect"]))
            for one in told
            if one.kind == "invoke"
        )

    def aspect(self, slot: int, nth: int = 0) -> str:
        """An aspect and where it stands, unless that is who chooses."""
        quoted = self.scene.quoted(slot, nth)
        if self.scene.kind(slot) in UNWRITTEN:
            return f"the {quoted.removeprefix('a ')}" if quoted.startswith("a ") else quoted
        subject = self.scene.words.subject(slot)
        return quoted if subject == self.who else quoted + self.scene.called.at(subject)

    def stunt(self) -> str:
        """The name of the chooser's stunt."""
        who = self.who or self.state.actor()
        assert who is not None
        return self.scene.stunt(self.scene.words.fighters.index(who), self.first)

    def point(self, payer: str | None) -> str:
        """A fate point of whoever pays it."""
        if payer == "gm":
            return "a point from the pool"
        if payer is None or payer == self.who:
            return "a fate point"
        return f"one of {possessive(self.scene.called.of(payer))} points"


def friends(moment: Moment) -> str:
    """Whom of its own side an attack on a whole zone would hit, if that depends on nothing more
    than this choice (E4)."""
    after, scene = moment.state.child(moment.code).record[0], moment.scene.compiled.scene[0]
    if not int(after["roll_flags"]) & codes.R_FRIENDS:
        return ""
    actor = int(after["roll_actor"])
    mask = int(after["present_in"][int(after["roll_argument"])])
    mask &= int(scene["side_mask"][int(scene["side"][actor])]) & ~(1 << actor)
    fighters = moment.scene.words.fighters
    return hit_too(moment.scene.called, [one for n, one in enumerate(fighters) if (mask >> n) & 1])


def effected(moment: Moment) -> tuple[str, str]:
    """The aspect that is invoked for an effect, and what for."""
    scene, row = moment.scene.compiled.scene[0], moment.action.effect
    does = EFFECTS[int(scene["effect_does"][row])]
    end = EFFECT_WORDS[does].format(**moment.fields())
    hit = friends(moment) if does == "zone attack" else ""
    return moment.aspect(int(scene["effect_slot"][row])), end + hit


def compelled(moment: Moment) -> str:
    victim = moment.scene.called.of(moment.state.actor())
    return f"compel {victim} by {demanded(moment, moment.first)}"


def demanded(moment: Moment, number: int) -> str:
    """The aspect of a compel by its number, and what it demands."""
    compiled = moment.scene.compiled
    written = compiled.encounter.scenario.compels[compiled.compels[number]]
    demand = COMPELLED[COMPELS[int(compiled.scene[0]["compel_effect"][number])]].format(
        zone=moment.scene.called.of(written.zone) if written.zone else "",
        skill=written.skill or "",
    )
    return f"«{written.aspect}» {demand}"


def gain(moment: Moment) -> str:
    return "for +2" if moment.action.mode == GAINS[0] else "to reroll"


def paid_aspect(moment: Moment) -> str:
    slot, text = moment.paid
    texts = moment.scene.compiled.slots.slots[slot].texts
    return moment.aspect(slot, texts.index(text) if text in texts else 0)
