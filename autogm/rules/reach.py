"""How a fighter attacks (E1, E2, E4, H9): its skills' rows of the ruleset's table, with what its
weapons change. Anyone can strike within arm's reach; striking farther takes the skill. It must
never give a fighter an attack for which nothing says what defends.
"""

from __future__ import annotations

from collections.abc import Mapping

from autogm.model.character import Attack
from autogm.model.faults import FieldPath
from autogm.model.scenario import Fighter
from autogm.model.words import ConflictKind, Harm
from autogm.rules.encounter import SettledAttack
from autogm.rules.findings import Setting
from autogm.rules.knacks import Knacks
from autogm.rules.ruleset import AttackRow, Ruleset


def settle_attacks(
    fighter: Fighter, knacks: Knacks, setting: Setting, at: FieldPath
) -> tuple[SettledAttack, ...]:
    """A fighter's attacks, in the order of the conflict's skills.

    It has the rows of range 0, those farther ones whose skill it has (on its sheet or as a knack),
    and whatever its `attacks` name; with none of these, every row. Stunts of kind `range` that
    always count are in the range. In rulesets with one track all harm is `physical`, the track's
    name.
    """
    rules, findings = setting.rules, setting.findings
    rows = rows_in(rules, setting.kind)
    known = [s for s in rows if rows[s].range == 0 or _has(fighter, knacks, s)]
    chosen = {*known, *fighter.attacks} or set(rows)
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
        settled.append(_attack(skill, own, row, rules, _longer(fighter, skill)))
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
        lethal=own.lethal,
    )


def _has(fighter: Fighter, knacks: Knacks, skill: str) -> bool:
    return skill in fighter.skills or knacks.some("attack", skill)


def _longer(fighter: Fighter, skill: str) -> int:
    return sum(
        stunt.amount
        for stunt in fighter.stunts
        if stunt.does == "range" and skill in stunt.skills and stunt.always and not stunt.equipment
    )
