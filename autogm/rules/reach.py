"""How a fighter attacks (E1, E2, E4, E5, H9): its skills' rows of the ruleset's table, with what
its weapons change. Anyone can strike within arm's reach and provoke; shooting farther takes the
skill or a weapon. It must never give a fighter an attack for which nothing says what defends.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from autogm.model.character import Attack
from autogm.model.faults import FieldPath
from autogm.model.scenario import Fighter
from autogm.model.words import ConflictKind, Harm
from autogm.rules.encounter import SettledAttack
from autogm.rules.findings import Setting
from autogm.rules.knacks import Knacks
from autogm.rules.ruleset import AttackRow, Ruleset

WEAPONS = ("weapon", "range", "area", "lethal")
"""Kinds of stunt that say what something does that one attacks with."""


def settle_attacks(
    fighter: Fighter, knacks: Knacks, setting: Setting, at: FieldPath
) -> tuple[SettledAttack, ...]:
    """A fighter's attacks, in the order of the conflict's skills.

    It has every row of the table, and whatever its `attacks` name; who may not shoot has those that
    do so in its own zone alone (E5). Stunts of kind `range` that always count are in the range. In
    rulesets with one track all harm is `physical`, the track's name.
    """
    rules, findings = setting.rules, setting.findings
    rows = rows_in(rules, setting.kind)
    chosen = {*rows, *fighter.attacks}
    skilled = {s for s in rows if rows[s].range == 0 or _knows(fighter, knacks, s)} or chosen
    settled = []
    for skill in setting.skills:
        if skill not in chosen:
            continue
        own = fighter.attacks.get(skill, Attack())
        row = rules.attacks.get(skill)
        path = (*at, "attacks", skill)
        if row is None and own.against is None:
            message = f"{rules.title} has no attack with `{skill}`; say what defends in `against`"
            findings.fault(path, message, value=skill, allowed=tuple(rules.attacks), at_key=True)
            continue
        if own.against == ():
            findings.fault(
                (*path, "against"), f"nothing defends against `{skill}` (E1)", value="[]"
            )
            continue
        if own.area and not rules.area_attacks:
            message = "attacks on a whole zone are off (`area_attacks`, E4)"
            findings.fault((*path, "area"), message, value="true")
        attack = _attack(skill, own, row, rules, _longer(fighter, skill))
        if row is not None and not _may_shoot(fighter, knacks, skill, row, rules):
            attack = replace(attack, range=0)
        settled.append(replace(attack, skilled=skill in skilled))
    return tuple(settled)


def rows_in(rules: Ruleset, kind: ConflictKind) -> Mapping[str, AttackRow]:
    """The rows of the attack table that a conflict of that kind knows: in social and mental ones
    only those that do mental harm, if the ruleset has any (with approaches it has none)."""
    mental = {skill: row for skill, row in rules.attacks.items() if row.harm == "mental"}
    return mental if kind in ("social", "mental") and mental else rules.attacks


def _attack(
    skill: str, own: Attack, row: AttackRow | None, rules: Ruleset, longer: int
) -> SettledAttack:
    base = row if row is not None else AttackRow(against=own.against or ())
    harm: Harm = own.harm if own.harm is not None else base.harm
    return SettledAttack(
        skill=skill,
        range=max(0, (own.range if own.range is not None else base.range) + longer),
        harm="physical" if rules.one_track else harm,
        against=own.against if own.against is not None else base.against,
        sight=base.sight,
        heavy=own.heavy,
        area=own.area,
        friends=own.friends,
        lethal=own.lethal,
    )


def _knows(fighter: Fighter, knacks: Knacks, skill: str) -> bool:
    """Whether a sheet says anything of a skill, or is that of somebody whose sheet lists none."""
    if fighter.type == "minion" or (fighter.type in ("group", "swarm") and not fighter.skills):
        return True
    return skill in {*fighter.skills, *fighter.attacks} or knacks.some("attack", skill)


def _may_shoot(
    fighter: Fighter, knacks: Knacks, skill: str, row: AttackRow, rules: Ruleset
) -> bool:
    """Whether it may use a row beyond its own zone (E5). Among skills, a row that hurts the body
    there asks for the skill or a weapon: an entry of `attacks`, or a stunt that is about attacking
    with it. Minions, and groups and swarms that are told by knacks like them, have no list of
    skills that could lack it (`_knows`)."""
    if row.harm != "physical" or rules.approaches or _knows(fighter, knacks, skill):
        return True
    return any(
        skill == stunt.instead_of and "attack" in stunt.actions
        if stunt.does == "swap"
        else stunt.does in WEAPONS and skill in stunt.skills
        for stunt in fighter.stunts
    )


def _longer(fighter: Fighter, skill: str) -> int:
    return sum(
        stunt.amount
        for stunt in fighter.stunts
        if stunt.does == "range" and skill in stunt.skills and stunt.always and not stunt.equipment
    )
