"""Stunts in play (N5): which bonuses count for a roll by themselves, which may be called on, and
what armour and weapons change. Limits are bits in the fighter's `used` field.
"""

from __future__ import annotations

from autogm.engine.codes import (
    ATTACK_ROLL,
    F_DISARMED,
    L_NONE,
    L_POINT,
    R_CHARGE,
    S_AREA,
    S_ARMOUR,
    S_LETHAL,
    S_RIPOSTE,
    S_WEAPON,
    SHIFTS_MASK,
    T_MOVED,
    W_AFTER_MOVING,
    W_ALONE,
    W_ALWAYS,
    W_CHARGING,
    W_FIRST_EXCHANGE,
    W_OTHER_ZONE,
    W_OUTNUMBERED,
    W_OUTNUMBERING,
    W_OUTWEIGHED,
    W_OUTWEIGHING,
    W_SAME_ZONE,
    W_TARGET_TAGGED,
    W_TARGET_WOUNDED,
    W_WITH_ALLY,
    W_WOUNDED,
    W_ZONE_TAGGED,
    ZONE_SUBJECT,
)
from autogm.engine.layout import MAX_RANGE
from autogm.engine.records import Scene, State
from autogm.engine.stack import on_turn
from autogm.game.kernels import kernel

NO_MEANS = -2


@kernel
def heads(scene: Scene, state: State, zone: int, side: int) -> int:
    """How many of a side stand in a zone, a group counting its members."""
    members = state.present & scene.side_mask[side]
    count = 0
    fighter = 0
    while members >> fighter:
        if (members >> fighter) & 1 and state.zone[fighter] == zone:
            count += max(1, state.members[fighter])
        fighter += 1
    return count


@kernel
def holds(scene: Scene, state: State, fighter: int, stunt: int, opponent: int) -> bool:
    """Whether a stunt's circumstance holds now; `opponent` is -1 without one."""
    when = scene.stunt_when[fighter, stunt]
    if when == W_ALWAYS:
        return True
    zone, side = state.zone[fighter], scene.side[fighter]
    if when in (W_OUTNUMBERED, W_OUTNUMBERING, W_ALONE, W_WITH_ALLY):
        own = heads(scene, state, zone, side)
        if when == W_ALONE:
            return own <= max(1, state.members[fighter])
        if when == W_WITH_ALLY:
            return own > max(1, state.members[fighter])
        enemies = heads(scene, state, zone, 1 - side)
        return own < enemies if when == W_OUTNUMBERED else own > enemies
    if when == W_OUTWEIGHED:
        return state.weight[zone, side] < state.weight[zone, 1 - side]
    if when == W_OUTWEIGHING:
        return state.weight[zone, side] > state.weight[zone, 1 - side]
    if when == W_AFTER_MOVING:
        return on_turn(state, fighter) and state.turn_flags & T_MOVED != 0
    if when == W_CHARGING:
        return state.roll_actor == fighter and state.roll_flags & R_CHARGE != 0
    if when == W_WOUNDED:
        return state.wounds[fighter] != 0
    if when == W_FIRST_EXCHANGE:
        return state.exchange == 1
    if when == W_ZONE_TAGGED:
        return scene.zone_tags[zone] & scene.stunt_tags[fighter, stunt] != 0
    if opponent < 0:
        return False
    if when == W_TARGET_WOUNDED:
        return state.wounds[opponent] != 0
    if when == W_SAME_ZONE:
        return state.zone[opponent] == zone
    if when == W_OTHER_ZONE:
        return state.zone[opponent] != zone
    if when == W_TARGET_TAGGED:
        return scene.tags[opponent] & scene.stunt_tags[fighter, stunt] != 0
    return False


@kernel
def ready(scene: Scene, state: State, fighter: int, stunt: int) -> bool:
    """Whether a stunt may be used: not used up, not knocked out of the hand, its point at hand."""
    return ready_besides(scene, state, fighter, stunt, 0)


@kernel
def ready_besides(scene: Scene, state: State, fighter: int, stunt: int, promised: int) -> bool:
    """Whether a stunt may be used together with others that cost `promised` points of the same
    purse, which have not been paid yet."""
    if scene.stunt_equipment[fighter, stunt] and state.flags[fighter] & F_DISARMED:
        return False
    limit = scene.stunt_limit[fighter, stunt]
    if limit == L_NONE:
        return True
    if limit == L_POINT:
        purse = scene.purse[fighter]
        return purse >= 0 and state.points[purse] > promised
    return (state.used[fighter] >> stunt) & 1 == 0


@kernel
def price(scene: Scene, fighter: int, stunt: int) -> int:
    """What using a stunt costs: a point (1), or none (0; -1 is no stunt)."""
    return 1 if stunt >= 0 and scene.stunt_limit[fighter, stunt] == L_POINT else 0


@kernel
def hands_of(state: State, fighter: int) -> int:
    """Which row of the attack tables counts: 0 armed, 1 with its equipment knocked away (M7)."""
    return 1 if state.flags[fighter] & F_DISARMED else 0


@kernel
def reach_of(scene: Scene, state: State, fighter: int) -> int:
    """How many zones away a fighter can attack; -1: not at all (E2)."""
    return scene.reach[fighter, hands_of(state, fighter)] + 0


@kernel
def skilled_reach_of(scene: Scene, state: State, fighter: int) -> int:
    """How many zones away a fighter can attack with what its sheet speaks of (E5); -1: not at
    all."""
    return scene.skilled_reach[fighter, hands_of(state, fighter)] + 0


@kernel
def swap_for(
    scene: Scene, state: State, fighter: int, roll: int, skills: int, skill: int, opponent: int
) -> int:
    """A ready swap by which `skill` may stand in for one of `skills` in rolls of that kind (N5),
    or -1."""
    mask = scene.swap_stunts[fighter]
    stunt = 0
    while mask >> stunt:
        if (mask >> stunt) & 1 and applies(scene, fighter, stunt, roll, skill):
            if (skills >> scene.stunt_instead[fighter, stunt]) & 1:
                if ready(scene, state, fighter, stunt) and holds(
                    scene, state, fighter, stunt, opponent
                ):
                    return stunt
        stunt += 1
    return -1


@kernel
def with_swaps(
    scene: Scene, state: State, fighter: int, roll: int, skills: int, opponent: int
) -> int:
    """Skills, and those that a swap with a limit or a circumstance lets stand in for them."""
    if scene.swap_stunts[fighter] == 0:
        return skills
    more = skills
    for skill in range(scene.skills):
        if (skills >> skill) & 1 == 0:
            if swap_for(scene, state, fighter, roll, skills, skill, opponent) >= 0:
                more |= 1 << skill
    return more


@kernel
def plain_attacks_at(scene: Scene, state: State, fighter: int, distance: int) -> int:
    """The skills that attack at that distance whatever the circumstances, as a bit mask."""
    return scene.attack_skills[fighter, hands_of(state, fighter), distance] + 0


@kernel
def attacks_at(scene: Scene, state: State, fighter: int, distance: int, opponent: int) -> int:
    """The skills a fighter can attack with at that distance, as a bit mask."""
    skills = plain_attacks_at(scene, state, fighter, distance)
    return with_swaps(scene, state, fighter, ATTACK_ROLL, skills, opponent)


@kernel
def makes_at(scene: Scene, state: State, fighter: int, slot: int) -> int:
    """The skills that can work on an aspect from here."""
    skills = scene.create_skills[fighter, scene.slot_template[slot]] + 0
    return within_reach(scene, state, fighter, slot, skills)


@kernel
def within_reach(scene: Scene, state: State, fighter: int, slot: int, skills: int) -> int:
    """Those of `skills` that work on an aspect from here: on another fighter as far as that skill's
    attack, else in the own zone (E2)."""
    subject = scene.slot_subject[slot]
    if subject < ZONE_SUBJECT and subject != fighter:
        distance = scene.sight[state.zone[fighter], state.zone[subject]]
        if distance >= MAX_RANGE:
            return 0
        if distance > 0:
            skills &= scene.advantage_skills[fighter, hands_of(state, fighter), distance]
    return skills


@kernel
def stunt_for(
    scene: Scene,
    state: State,
    fighter: int,
    among: int,
    does: int,
    skill: int,
    opponent: int,
    promised: int,
) -> int:
    """The first stunt `among` a bit mask that is of a kind and about `skill`, ready besides the
    points `promised` to others, and whose circumstance holds; -1: none."""
    stunt = 0
    while among >> stunt:
        if (among >> stunt) & 1 and scene.stunt_does[fighter, stunt] == does:
            if (scene.stunt_skills[fighter, stunt] >> skill) & 1:
                if ready_besides(scene, state, fighter, stunt, promised):
                    if holds(scene, state, fighter, stunt, opponent):
                        return stunt
        stunt += 1
    return -1


@kernel
def area_means(
    scene: Scene, state: State, fighter: int, skill: int, distance: int
) -> tuple[int, int]:
    """The stunts by which `skill` attacks a whole zone at that distance (E4), to be used together:
    a swap that lets it stand in for a skill that attacks so far, and one that spreads the attack.
    Each is -1 where it is not needed; `NO_MEANS` in place of the second where it cannot be done.
    """
    weapons = scene.area_skills[fighter, hands_of(state, fighter), distance]
    if (weapons >> skill) & 1:
        return -1, -1
    swap = swap_for(scene, state, fighter, ATTACK_ROLL, weapons, skill, -1)
    if swap >= 0:
        return swap, -1
    if scene.area_stunts[fighter] == 0:
        return -1, NO_MEANS
    attacks = plain_attacks_at(scene, state, fighter, distance)
    if (attacks >> skill) & 1 == 0:
        swap = swap_for(scene, state, fighter, ATTACK_ROLL, attacks, skill, -1)
        if swap < 0:
            return -1, NO_MEANS
    promised, others = price(scene, fighter, swap), scene.other_stunts[fighter] + 0
    spread = stunt_for(scene, state, fighter, others, S_AREA, skill, -1, promised)
    return swap, spread if spread >= 0 else NO_MEANS


@kernel
def spreads_over_friends(scene: Scene, fighter: int, skill: int, swap: int, spread: int) -> bool:
    """Whether an attack on a whole zone with `skill`, by the stunts of `area_means`, hits friends
    there too (E4)."""
    if spread >= 0:
        return (scene.friend_stunts[fighter] >> spread) & 1 == 1
    weapon = scene.stunt_instead[fighter, swap] + 0 if swap >= 0 else skill
    return (scene.area_friends[fighter] >> weapon) & 1 == 1


@kernel
def areas_at(scene: Scene, state: State, fighter: int, distance: int) -> int:
    """The skills a fighter can attack a whole zone with at that distance (E4), by weapon or by
    stunts that it can use together."""
    skills = scene.area_skills[fighter, hands_of(state, fighter), distance] + 0
    if scene.area_stunts[fighter] or scene.swap_stunts[fighter]:
        for skill in range(scene.skills):
            _, spread = area_means(scene, state, fighter, skill, distance)
            if spread != NO_MEANS:
                skills |= 1 << skill
    return skills


@kernel
def applies(scene: Scene, fighter: int, stunt: int, roll: int, skill: int) -> bool:
    """Whether a stunt is about rolls of that kind with that skill."""
    return (scene.stunt_actions[fighter, stunt] >> roll) & 1 == 1 and (
        scene.stunt_skills[fighter, stunt] >> skill
    ) & 1 == 1


@kernel
def adds(
    scene: Scene, state: State, fighter: int, stunt: int, roll: int, skill: int, opponent: int
) -> bool:
    """Whether a bonus stunt counts for a roll now."""
    return (
        applies(scene, fighter, stunt, roll, skill)
        and ready(scene, state, fighter, stunt)
        and holds(scene, state, fighter, stunt, opponent)
    )


@kernel
def roll_bonus(
    scene: Scene, state: State, fighter: int, roll: int, skill: int, opponent: int
) -> int:
    """What stunts without a limit add to a roll, circumstances considered."""
    mask = scene.bonus_stunts[fighter]
    total = 0
    stunt = 0
    while mask >> stunt:
        if (mask >> stunt) & 1 and adds(scene, state, fighter, stunt, roll, skill, opponent):
            total += scene.stunt_amount[fighter, stunt]
        stunt += 1
    return total


@kernel
def sum_of(
    scene: Scene, state: State, fighter: int, does: int, skill: int, harm: int, opponent: int
) -> int:
    """The sum of a fighter's weapon or armour stunts that hold now."""
    mask = scene.other_stunts[fighter]
    total = 0
    stunt = 0
    while mask >> stunt:
        if (mask >> stunt) & 1 and scene.stunt_does[fighter, stunt] == does:
            if (
                bears_on_hit(scene, fighter, stunt, skill, harm)
                and ready(scene, state, fighter, stunt)
                and holds(scene, state, fighter, stunt, opponent)
            ):
                total += scene.stunt_amount[fighter, stunt]
        stunt += 1
    return total


@kernel
def bears_on_hit(scene: Scene, fighter: int, stunt: int, skill: int, harm: int) -> bool:
    """Whether a weapon is one for that skill, or armour against that harm."""
    if scene.stunt_does[fighter, stunt] == S_WEAPON:
        return (scene.stunt_skills[fighter, stunt] >> skill) & 1 == 1
    return scene.stunt_harm[fighter, stunt] == harm


@kernel
def hit_shifts(
    scene: Scene, state: State, attacker: int, target: int, skill: int, harm: int, margin: int
) -> int:
    """The shifts of a hit: the margin, more by weapon stunts, less by armour, never below zero.
    Beyond `SHIFTS_MASK` nobody could tell."""
    shifts = margin
    if scene.other_stunts[attacker]:
        shifts += sum_of(scene, state, attacker, S_WEAPON, skill, harm, target)
    if scene.other_stunts[target]:
        shifts -= sum_of(scene, state, target, S_ARMOUR, skill, harm, attacker)
    return min(SHIFTS_MASK, max(0, shifts))


@kernel
def riposte(scene: Scene, state: State, fighter: int, skill: int, opponent: int) -> int:
    """A ready riposte stunt for defending with style with `skill`; -1: none."""
    others = scene.other_stunts[fighter] + 0
    return stunt_for(scene, state, fighter, others, S_RIPOSTE, skill, opponent, 0)


@kernel
def lethal_stunt(
    scene: Scene, state: State, fighter: int, skill: int, opponent: int, promised: int
) -> int:
    """A stunt that makes an attack with `skill` lethal (H9), ready besides the points `promised`
    to others; -1: none."""
    lethal = scene.lethal_stunts[fighter] + 0
    return stunt_for(scene, state, fighter, lethal, S_LETHAL, skill, opponent, promised)
