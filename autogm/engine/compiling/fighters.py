"""Fighters and their stunts as arrays (E1, E2, N1-N5): ratings with the stunts that always count,
who may attack, defend, create and move with which skills, and what is left for play to decide.

Skill choices are pruned here: of skills that no aspect, stunt, weapon or compel tells apart only
the highest rated is a choice (ties: sheet order), since a higher rating wins every roll that a
lower one wins. Where fighters roar nothing is pruned.
"""

from __future__ import annotations

from typing import Any, get_args

import numpy as np

from autogm.engine.codes import (
    L_EXCHANGE,
    L_NONE,
    L_ONCE,
    L_POINT,
    POOL,
    S_AREA,
    S_BONUS,
    S_LETHAL,
    S_SWAP,
)
from autogm.engine.compiling.slots import SlotTable
from autogm.engine.compiling.words import (
    ALL_ROLLS,
    SIDE_NUMBERS,
    Words,
    harm_kind,
    refuse,
    roll_mask,
)
from autogm.engine.layout import MAX_CONSEQUENCES, MAX_RANGE
from autogm.game.keyed import name_key
from autogm.model.stunt import Stunt
from autogm.model.words import (
    CIRCUMSTANCES,
    HARMS,
    MAX_SKILLS,
    ROLL_KINDS,
    SEVERITIES,
    STUNT_KINDS,
    Harm,
)
from autogm.rules.encounter import Encounter, SettledFighter

NAMELESS = ("nameless", "minion", "group", "swarm")
LIMITS = {
    "none": L_NONE,
    "exchange": L_EXCHANGE,
    "scene": L_ONCE,
    "conflict": L_ONCE,
    "session": L_ONCE,
    "point": L_POINT,
}
"""What counts by itself cannot be used up (riposte: for a point)."""
UNPLAYED: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("armour", "weapon", "ignore-terrain"), tuple(LIMITS)[1:]),
    "riposte": ("point",),
}
Scene = Any


def settled(stunt: Stunt) -> bool:
    """Whether a stunt of a kind that play does not look at again counts always, as the sheet and
    the tables here take it. Reach may come with equipment, and go with it."""
    if stunt.equipment and stunt.does != "range":
        return False
    return stunt.always


class Caster:
    """Writes the fighters of an encounter into a scene record."""

    def __init__(self, encounter: Encounter, words: Words, table: SlotTable, scene: Scene) -> None:
        self.encounter = encounter
        self.rules = encounter.ruleset
        self.words = words
        self.table = table
        self.scene = scene
        self.prunes = not self.rules.roar
        self.answers: list[tuple[str, ...]] = []
        self._told_apart: dict[tuple[int, ...], tuple[Any, ...]] = {}
        self._pruned: dict[tuple[int, ...], int] = {}
        self._speaks: dict[int, tuple[int, ...]] = {}

    def write(self) -> None:
        """Write every fighter.

        Raises:
            ScenarioError: for what the kernels cannot express.
        """
        for index, fighter in enumerate(self.encounter.fighters):
            self._numbers(index, fighter)
            self._stunts(index, fighter)
            self._attacks(index, fighter)
        for index, fighter in enumerate(self.encounter.fighters):
            self._choices(index, fighter)

    def _numbers(self, index: int, fighter: SettledFighter) -> None:
        scene, side = self.scene, SIDE_NUMBERS[fighter.side]
        scene["dice_key"][index] = name_key(fighter.id)
        scene["side"][index] = side
        scene["side_mask"][side] |= 1 << index
        scene["arrives"][index] = fighter.arrives
        scene["home"][index] = self.words.zone(fighter.zone)
        scene["weight"][index] = fighter.weight
        scene["members"][index] = fighter.members
        scene["member_weight"][index] = self._member_weight(fighter)
        scene["mob"][index] = fighter.members if fighter.teamwork_group else 0
        scene["swarm"][index] = fighter.swarm
        scene["nameless"][index] = fighter.type in NAMELESS
        scene["yields"] |= (fighter.concedes == "any") << index
        scene["yields_hurt"] |= (fighter.concedes == "hurt") << index
        scene["rooted"] |= (not fighter.mobile) << index
        scene["tags"][index] = self.words.tag_mask(fighter.tags)
        for number, harm in enumerate(get_args(Harm)):
            scene["boxes"][index, number] = fighter.boxes.get(harm, 0)
        scene["one_track"][index] = len(fighter.boxes) == 1
        if len(fighter.consequences) > MAX_CONSEQUENCES:
            raise refuse(self.encounter, f"{fighter.name} has over {MAX_CONSEQUENCES} consequences")
        for slot, consequence in enumerate(fighter.consequences):
            kept = consequence.harm
            scene["severity"][index, slot] = consequence.absorbs
            scene["severity_class"][index, slot] = SEVERITIES.index(consequence.severity)
            scene["severity_harm"][index, slot] = -1 if kept is None else self._harm(fighter, kept)
            for number in range(len(HARMS)):
                if kept is None or self._harm(fighter, kept) == number:
                    scene["wound_slots"][index, number] |= 1 << slot
        if fighter.is_player_character:
            scene["purse"][index] = index
            scene["start_points"][index] = fighter.fate_points
        else:
            scene["purse"][index] = POOL if fighter.side == "gm" else -1
        for (kind, skill), rating in fighter.ratings.items():
            place = index, ROLL_KINDS.index(kind), self.words.skill(skill)
            scene["rating"][place] = scene["trained"][place] = rating

    def _member_weight(self, fighter: SettledFighter) -> int:
        """What one of a group's members weighs (N4); all of them never less than the group."""
        key = fighter.part_of or fighter.id
        written = getattr(self.encounter.scenario.sides, fighter.side).fighters[key].weight
        return max(1 if written is None else written, -(-fighter.weight // fighter.members))

    def _harm(self, fighter: SettledFighter, harm: Harm) -> int:
        return HARMS.index(fighter.track(harm))

    def _stunts(self, index: int, fighter: SettledFighter) -> None:
        scene = self.scene
        scene["stunts"][index] = len(fighter.stunts)
        for number, stunt in enumerate(fighter.stunts):
            does = STUNT_KINDS.index(stunt.does)
            limit = LIMITS[stunt.limit]
            skills = self.words.skill_mask(stunt.skills or None)
            actions = roll_mask(stunt.actions) if stunt.actions else ALL_ROLLS
            scene["stunt_does"][index, number] = does
            scene["stunt_amount"][index, number] = stunt.amount
            scene["stunt_actions"][index, number] = actions
            scene["stunt_skills"][index, number] = skills
            scene["stunt_when"][index, number] = CIRCUMSTANCES.index(stunt.when)
            scene["stunt_tags"][index, number] = self.words.tag_mask(
                [stunt.tag] if stunt.tag else []
            )
            scene["stunt_limit"][index, number] = limit
            scene["stunt_equipment"][index, number] = stunt.equipment
            scene["stunt_harm"][index, number] = harm_kind(self.encounter, stunt.harm)
            scene["armed"][index] |= stunt.equipment
            if does == S_BONUS and limit:
                scene["offered_stunts"][index] |= 1 << number
            elif does == S_BONUS and not settled(stunt):
                scene["bonus_stunts"][index] |= 1 << number
            elif does == S_BONUS:
                self._always(index, actions, skills, stunt.amount)
            elif does == S_LETHAL:
                scene["lethal_stunts"][index] |= 1 << number
            elif does == S_AREA and not settled(stunt):
                scene["other_stunts"][index] |= 1 << number
                scene["area_stunts"][index] |= skills
                scene["friend_stunts"][index] |= stunt.friends << number
            elif does == S_SWAP and not settled(stunt):
                scene["swap_stunts"][index] |= 1 << number
                scene["stunt_instead"][index, number] = self.words.skill(str(stunt.instead_of))
            elif stunt.does not in ("swap", "range", "area", "weight", "extra-box", "free-invoke"):
                if stunt.limit in UNPLAYED.get(stunt.does, ()):
                    played = [one for one in LIMITS if one not in UNPLAYED[stunt.does]]
                    raise refuse(
                        self.encounter,
                        f"{fighter.name}'s stunt {stunt.name}: a stunt of kind {stunt.does} with "
                        f"`limit: {stunt.limit}` is not played; write "
                        f"{' or '.join(f'`limit: {one}`' for one in played)}",
                        f"sides.{fighter.side}.fighters.{fighter.origin}.stunts",
                    )
                scene["other_stunts"][index] |= 1 << number
            elif not settled(stunt):
                raise refuse(
                    self.encounter,
                    f"{fighter.name}'s stunt {stunt.name}: a stunt of kind {stunt.does} with a "
                    "circumstance, a limit or as equipment is not played; leave `when`, `limit` "
                    "and `equipment` out",
                    f"sides.{fighter.side}.fighters.{fighter.origin}.stunts",
                )

    def _always(self, index: int, actions: int, skills: int, amount: int) -> None:
        """A bonus that always counts is part of the rating."""
        for kind in range(len(ROLL_KINDS)):
            for skill in range(len(self.encounter.skills)):
                if (actions >> kind) & 1 and (skills >> skill) & 1:
                    self.scene["rating"][index, kind, skill] += amount

    def _attacks(self, index: int, fighter: SettledFighter) -> None:
        scene = self.scene
        scene["reach"][index] = scene["skilled_reach"][index] = -1
        carried = {
            skill: stunt.amount
            for stunt in fighter.stunts
            if stunt.does == "range" and stunt.equipment
            for skill in stunt.skills
        }
        rows = {one.skill: one for one in fighter.attacks}
        spread = {name: [one.friends] for name, one in rows.items() if one.area}
        for stunt in fighter.stunts:
            if STUNT_KINDS.index(stunt.does) == S_AREA and settled(stunt):
                for skill in stunt.skills:
                    spread.setdefault(skill, []).append(stunt.friends)
        plain = set(rows)
        for stunt in fighter.stunts:
            if stunt.does == "swap" and "attack" in stunt.actions and stunt.instead_of in rows:
                for skill in stunt.skills:
                    rows.setdefault(skill, rows[stunt.instead_of])
                    if rows[skill].area:
                        spread.setdefault(skill, [rows[skill].friends])
                plain.update(stunt.skills if settled(stunt) else ())
        default = self.rules.oppose_skills or self.encounter.skills
        for name in self.encounter.skills:
            number = self.words.skill(name)
            row = rows.get(name)
            against = tuple(row.against) if row else tuple(default)
            scene["attack_answer"][index, number] = self._answer(against)
            if row is None:
                continue
            if not row.sight:
                raise refuse(self.encounter, "attacks that need no line of sight are not played")
            scene["attack_harm"][index, number] = harm_kind(self.encounter, row.harm)
            scene["attack_lethal"][index, number] = row.lethal
            scene["attack_heavy"][index, number] = row.heavy
            scene["reach_skill"][index, number] = row.range
            for bare in range(2 if name in plain else 0):
                reach = min(row.range + (0 if bare else carried.get(name, 0)), MAX_RANGE - 1)
                for field in ("reach", "skilled_reach") if row.skilled else ("reach",):
                    scene[field][index, bare] = max(int(scene[field][index, bare]), reach)
                scene["attack_skills"][index, bare, : reach + 1] |= 1 << number
                scene["advantage_skills"][index, bare, : reach + 1] |= 1 << number
                if name in spread:
                    scene["area_skills"][index, bare, : reach + 1] |= 1 << number
            if name in spread and all(spread[name]):
                scene["area_friends"][index] |= 1 << number

    def _answer(self, against: tuple[str, ...]) -> int:
        """The number of a set of defending skills."""
        if against not in self.answers:
            self.answers.append(against)
            if len(self.answers) > MAX_SKILLS:
                raise refuse(self.encounter, "too many different sets of defending skills")
        return self.answers.index(against)

    def _swaps(self, fighter: SettledFighter, *kinds: str) -> list[Stunt]:
        """Swaps for those rolls that need no look at the circumstances."""
        return [
            stunt
            for stunt in fighter.stunts
            if stunt.does == "swap" and settled(stunt) and set(kinds) & set(stunt.actions)
        ]

    def _with_swaps(self, fighter: SettledFighter, names: tuple[str, ...], *kinds: str) -> int:
        """A list of skills as a mask, with those that stunts let stand in for one of them."""
        mask = self.words.skill_mask(names)
        for stunt in self._swaps(fighter, *kinds):
            if stunt.instead_of in names:
                mask |= self.words.skill_mask(stunt.skills)
        return mask

    def _choices(self, index: int, fighter: SettledFighter) -> None:
        """Which skills a fighter may choose among, for each thing it may roll for."""
        scene, rules = self.scene, self.rules
        attack, defend, create, overcome, move, oppose = range(6)
        for name, hit in (("attack_skills", 0), ("area_skills", int(scene["area_friends"][index]))):
            for place in np.ndindex(2, MAX_RANGE):
                mask = int(scene[name][index][place])
                kept = [self.prune(index, attack, one) for one in (mask & hit, mask & ~hit)]
                scene[name][index][place] = kept[0] | kept[1]
        for number, against in enumerate(self.answers):
            mask = self._with_swaps(fighter, against, "defend")
            scene["defend_skills"][index, number] = self.prune(index, defend, mask)
        defences = rules.advantage_defence
        everything = tuple(self.encounter.skills)
        for name in everything:
            against = defences.get(name, defences.get("default", everything))
            mask = self._with_swaps(fighter, against, "defend")
            scene["answer_skills"][index, self.words.skill(name)] = self.prune(index, defend, mask)
        for field, names, kind, words in (
            ("move_skills", rules.move_skills, move, ("move", "overcome")),
            ("overcome_skills", rules.overcome_skills, overcome, ("overcome",)),
            ("oppose_skills", rules.oppose_skills, oppose, ("oppose", "defend")),
        ):
            mask = self._with_swaps(fighter, names or everything, *words)
            scene[field][index] = self.prune(index, kind, mask)
        mask = self._with_swaps(fighter, everything, "create")
        scene["create_skills"][index] = self.prune(index, create, mask)
        for number, template in enumerate(self.encounter.templates):
            mask = self._with_swaps(fighter, template.template.skills or everything, "create")
            scene["create_skills"][index, number] = self.prune(index, create, mask)
        self._suiting(index, fighter)
        self._roar(index, fighter)

    def _suiting(self, index: int, fighter: SettledFighter) -> None:
        """What the choice of a skill for an aspect that not every skill suits needs to know (C6):
        a skill that stands in for one that suits suits too (N5)."""
        scene, create = self.scene, ROLL_KINDS.index("create")
        alike: dict[tuple[Any, ...], int] = {}
        for skill in range(len(self.encounter.skills)):
            tells = self._tells(index, create, skill) if self.prunes else (skill,)
            alike[tells] = alike.get(tells, 0) | 1 << skill
        for mask in alike.values():
            for skill in range(len(self.encounter.skills)):
                if (mask >> skill) & 1:
                    scene["create_alike"][index, skill] = mask
        for stunt in self._swaps(fighter, "create"):
            replaced = self.words.skill(str(stunt.instead_of))
            scene["create_swaps"][index] |= 1 << replaced
            scene["create_instead"][index, replaced] |= self.words.skill_mask(stunt.skills)

    def _roar(self, index: int, fighter: SettledFighter) -> None:
        """R3, R6: the approaches a fighter can roar with, and what each Roar allows."""
        if not self.rules.roar:
            return
        ring = self.rules.ring
        minion = fighter.type in NAMELESS
        bad = self.words.skill_mask(fighter.bad)
        roars = self.words.skill_mask(fighter.skilled) if minion else self.words.every_skill
        self.scene["roar_skills"][index] = roars
        for place, name in enumerate(ring):
            if name not in self.encounter.skills:
                continue
            neighbours = (name, ring[place - 1], ring[(place + 1) % len(ring)])
            keeps = self.words.every_skill & ~bad if minion else self.words.skill_mask(neighbours)
            self.scene["roar_keeps"][index, self.words.skill(name)] = keeps

    def prune(self, index: int, kind: int, mask: int) -> int:
        """Of the skills of a mask, the best of each class that play tells apart."""
        if not self.prunes:
            return mask
        asked = index, kind, mask
        if asked not in self._pruned:
            self._pruned[asked] = self._best_of(*asked)
        return self._pruned[asked]

    def _best_of(self, index: int, kind: int, mask: int) -> int:
        best: dict[tuple[Any, ...], int] = {}
        for skill in range(len(self.encounter.skills)):
            if (mask >> skill) & 1 == 0:
                continue
            tells = self._tells(index, kind, skill)
            known = best.get(tells)
            ratings = self.scene["rating"][index, kind]
            if known is None or ratings[skill] > ratings[known]:
                best[tells] = skill
        return sum(1 << skill for skill in best.values())

    def _tells(self, *asked: int) -> tuple[Any, ...]:
        if asked not in self._told_apart:
            self._told_apart[asked] = self._tells_apart(*asked)
        return self._told_apart[asked]

    def _tells_apart(self, index: int, kind: int, skill: int) -> tuple[Any, ...]:
        """Everything about a skill, besides its rating, that could matter to a roll."""
        scene = self.scene
        slots = self._spoken_to(skill)
        stunts = tuple(
            int(scene["stunt_skills"][index, n] >> skill) & 1
            for n in range(int(scene["stunts"][index]))
        )
        banned = any(
            one.effect == "skill out" and one.skill == self.encounter.skills[skill]
            for one in self.encounter.scenario.compels
        )
        helped = b""
        if self.rules.teamwork == "skill":
            helped = (scene["trained"][:, kind, skill] >= 1).tobytes()
        weapon: tuple[int, ...] = ()
        if kind == 0:
            weapon = tuple(
                int(scene[name][index, skill])
                for name in ("attack_harm", "attack_lethal", "attack_heavy", "attack_answer",
                             "reach_skill")
            )  # fmt: skip
        if kind == 2:
            name = self.encounter.skills[skill]
            defences = self.rules.advantage_defence
            weapon = tuple(int(one >> skill) & 1 for one in scene["advantage_skills"][index].flat)
            weapon += (hash(defences.get(name, defences.get("default", ()))),)
        swapped = tuple(
            int(scene["swap_stunts"][index] >> n) & 1 and scene["stunt_instead"][index, n] == skill
            for n in range(int(scene["stunts"][index]))
        )
        return (slots, stunts, swapped, banned, helped, weapon)

    def _spoken_to(self, skill: int) -> tuple[int, ...]:
        """For each slot 1 if its aspects speak to a skill, else 0."""
        if skill not in self._speaks:
            told = tuple([(slot.skills >> skill) & 1 for slot in self.table.slots])
            self._speaks[skill] = told
        return self._speaks[skill]
