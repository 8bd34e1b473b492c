"""The choice of a skill: which ones an action may be rolled with, which may answer it (E1), what
swaps add and compels and Roars take away, whether it suits (C6), and which stunts are called on
with it (N5, H9).
"""

from __future__ import annotations

from autogm.engine.area import friends_hit, spare_absent
from autogm.engine.codes import (
    ATTACK_ROLL,
    CREATE_ROLL,
    R_FRIENDS,
    R_LETHAL,
    R_UNSUITED,
    V_ATTACK_EVERYONE,
    V_CHARGE,
    V_CREATE,
    V_OVERCOME,
    V_USE,
)
from autogm.engine.event_codes import EV_SKILL, rule
from autogm.engine.kinds import (
    ATTACKING,
    MAKING,
    MAKING_ANY,
    MOVING,
    NAMED,
    SPREADING,
    acting_roll,
    answering_roll,
    rolled_with,
)
from autogm.engine.log import emit
from autogm.engine.nodes.roll import call_stunt
from autogm.engine.pack import add, add_each, first, second
from autogm.engine.records import Buffer, Log, Scene, State
from autogm.engine.roar import allowed
from autogm.engine.stack import pop
from autogm.engine.stunts import (
    area_means,
    areas_at,
    lethal_stunt,
    makes_at,
    plain_attacks_at,
    price,
    spreads_over_friends,
    swap_for,
    with_swaps,
)
from autogm.engine.suiting import creates_at, lost_by, not_outdone, suiting, swap_that_suits
from autogm.game.kernels import kernel
from autogm.model.words import MAX_TEMPLATES

E1 = rule("E1")


@kernel
def own_skills(scene: Scene, state: State) -> int:
    """The skills that the action asks for, swaps with a limit or a circumstance left out."""
    return skills_for(
        scene,
        state,
        state.roll_actor,
        state.roll_verb,
        state.roll_target - 1,
        state.roll_argument,
        state.roll_against,
    )


@kernel
def skills_for(
    scene: Scene, state: State, actor: int, verb: int, target: int, argument: int, row: int
) -> int:
    """The skills that an action would ask for: on a target, about a zone or a slot, by the row of
    an effect, as far as its verb has them."""
    by = rolled_with(verb)
    if by == ATTACKING:
        distance = scene.sight[state.zone[actor], state.zone[target]]
        return plain_attacks_at(scene, state, actor, 0 if verb == V_CHARGE else distance)
    if by == SPREADING:
        return areas_at(scene, state, actor, scene.sight[state.zone[actor], argument])
    if verb == V_CREATE:
        return creates_at(scene, state, actor, argument)
    if by == MAKING:
        return makes_at(scene, state, actor, argument)
    if by == MAKING_ANY:
        return scene.create_skills[actor, MAX_TEMPLATES] + 0
    if by == NAMED:
        return 1 << scene.effect_skill[row]
    if by == MOVING:
        return scene.move_skills[actor] + 0
    return scene.overcome_skills[actor] + 0


@kernel
def answer_skills(scene: Scene, state: State, skill: int) -> int:
    """The skills that answer the roll if it is made with `skill` (E1), such swaps left out. An
    aspect's maker keeps it up with what made it (A11)."""
    target = state.roll_target - 1
    kind = acting_roll(state.roll_verb)
    if kind == ATTACK_ROLL:
        answer = scene.attack_answer[state.roll_actor, skill]
        return scene.defend_skills[target, answer] + 0
    if kind == CREATE_ROLL:
        return scene.answer_skills[target, skill] + 0
    if state.roll_verb == V_OVERCOME:
        return scene.create_skills[target, scene.slot_template[state.roll_argument]] + 0
    return scene.oppose_skills[target] + 0


@kernel
def choice_of(
    scene: Scene, state: State, fighter: int, kind: int, skills: int, opponent: int
) -> int:
    """What a fighter may choose of `skills`: more by swaps, less by compels and a bound Roar. It
    is never left with nothing."""
    more = with_swaps(scene, state, fighter, kind, skills, opponent)
    left = allowed(scene, state, fighter, more)
    return left if left else more


@kernel
def swap_needed(
    scene: Scene, state: State, fighter: int, kind: int, skills: int, skill: int, opponent: int
) -> int:
    """The swap that is used up when `skill` is chosen, or -1: it is one of `skills`."""
    if scene.swap_stunts[fighter] == 0 or (skills >> skill) & 1:
        return -1
    return swap_for(scene, state, fighter, kind, skills, skill, opponent)


@kernel
def means_of(scene: Scene, state: State, skill: int) -> tuple[int, int]:
    """The stunts that acting with `skill` uses up: a swap, and what lets it attack a whole zone;
    each -1 where it needs none."""
    actor = state.roll_actor
    if state.roll_verb == V_ATTACK_EVERYONE:
        distance = scene.sight[state.zone[actor], state.roll_argument]
        return area_means(scene, state, actor, skill, distance)
    kind, own, target = (
        acting_roll(state.roll_verb),
        own_skills(scene, state),
        state.roll_target - 1,
    )
    if state.roll_verb == V_CREATE and scene.unsuited:
        slot = state.roll_argument + 0
        if (suiting(scene, actor, slot) >> skill) & 1 == 0:
            swap = swap_that_suits(scene, state, actor, slot, skill, target)
            if swap >= 0:
                return swap, -1
    return swap_needed(scene, state, actor, kind, own, skill, target), -1


@kernel
def lethal_besides(scene: Scene, state: State, skill: int, swap: int, spread: int) -> int:
    """A stunt that makes the attack lethal and can be used together with those two, or -1."""
    actor = state.roll_actor
    promised = price(scene, actor, swap) + price(scene, actor, spread)
    return lethal_stunt(scene, state, actor, skill, state.roll_target - 1, promised)


@kernel
def legal_skill(scene: Scene, state: State, buffer: Buffer) -> int:
    """Each skill, and for attacks with a stunt that makes them lethal once, with or without. What
    the stunts of one choice cost together has to be there."""
    actor, kind = state.roll_actor, acting_roll(state.roll_verb)
    own = own_skills(scene, state)
    if state.roll_verb == V_ATTACK_EVERYONE:
        left = allowed(scene, state, actor, own)
        skills = left if left else own
    else:
        skills = choice_of(scene, state, actor, kind, own, state.roll_target - 1)
    if state.roll_verb == V_CREATE and scene.unsuited:
        skills = not_outdone(scene, state, skills)
    lethal = kind == ATTACK_ROLL and scene.lethal_stunts[actor] != 0
    if state.roll_flags & R_LETHAL:
        lethal = False
    count, skill = 0, 0
    while skills >> skill:
        if (skills >> skill) & 1:
            count = add(buffer, count, V_USE, skill, 0, 0)
            if lethal:
                swap, spread = means_of(scene, state, skill)
                if lethal_besides(scene, state, skill, swap, spread) >= 0:
                    count = add(buffer, count, V_USE, skill, 1, 0)
        skill += 1
    return count


@kernel
def apply_skill(scene: Scene, state: State, action: int, log: Log) -> None:
    """The declared skill, and the stunts that it calls on. They are used up when the dice fall: a
    concession may still interrupt the action, which is then not spent (H6)."""
    pop(state)
    actor, skill = state.roll_actor, first(action)
    swap, spread = means_of(scene, state, skill)
    lethal = lethal_besides(scene, state, skill, swap, spread) if second(action) else -1
    if lost_by(scene, state, skill):
        state.roll_flags = state.roll_flags | R_UNSUITED
    state.roll_skill = skill
    state.roll_called = the_stunt(swap) | the_stunt(spread) | the_stunt(lethal)
    if second(action):
        state.roll_flags = state.roll_flags | R_LETHAL
    if state.roll_verb == V_ATTACK_EVERYONE:
        if spreads_over_friends(scene, actor, skill, swap, spread):
            state.roll_flags = state.roll_flags | R_FRIENDS
            spare_absent(scene, state)
    emit(log, EV_SKILL, actor, skill, 0, friends_hit(scene, state), 0, E1)
    if acting_roll(state.roll_verb) == ATTACK_ROLL and scene.attack_lethal[actor, skill]:
        state.roll_flags = state.roll_flags | R_LETHAL


@kernel
def the_stunt(stunt: int) -> int:
    """One stunt as a bit mask; -1 is none.

    Raises:
        IndexError: where one is needed that is not there; no legal action asks for that.
    """
    if stunt < -1:
        raise IndexError("no stunt to use")
    return 1 << stunt if stunt >= 0 else 0


@kernel
def legal_defend(scene: Scene, state: State, buffer: Buffer) -> int:
    """Each skill that may answer the roll (E1)."""
    target, kind = state.roll_target - 1, answering_roll(state.roll_verb)
    own = answer_skills(scene, state, state.roll_skill)
    skills = choice_of(scene, state, target, kind, own, state.roll_actor)
    return add_each(buffer, 0, V_USE, skills)


@kernel
def apply_defend(scene: Scene, state: State, action: int, log: Log) -> None:
    """The skill that answers."""
    pop(state)
    target, skill = state.roll_target - 1, first(action)
    kind, own = answering_roll(state.roll_verb), answer_skills(scene, state, state.roll_skill)
    swap = swap_needed(scene, state, target, kind, own, skill, state.roll_actor)
    if swap >= 0:
        call_stunt(scene, state, log, target, swap)
    state.roll_answer = skill + 1
    emit(log, EV_SKILL, target, skill, 1, 0, 0, E1)
