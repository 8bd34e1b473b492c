"""Manners of using a turn: where somebody goes, whom it helps, what it prepares, and what it lets
go. Each function tells the opportunities of one manner in a battle, and in which of them it was
seen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from autogm.engine.codes import (
    A_MASK,
    A_SHIFT,
    ITEM_CARRIED,
    ITEM_GONE,
    N_BLOCK,
    N_BLOCKED,
    N_TURN,
    O_GET_ITEM,
    O_GET_OUT,
    O_HOLD,
    O_SURVIVE,
    T_ACTED,
    V_ATTACK,
    V_ATTACK_EVERYONE,
    VERB_SHIFT,
)
from autogm.engine.layout import MAX_RANGE
from autogm.engine.state import State
from evaluation.manners.battle import Battle, Moment, Sighting, Turn, bits, present, zone_of
from evaluation.manners.chances import hits, takes_out

MOVES = ("pass", "move", "sprint", "divide")
"""What is no deed of a turn by itself."""
CREATES = ("create", "discover", "explore")
ATTACKS = ("attack", "charge", "attack everyone")
A_CHANCE, LIKELY = 0.1, 0.5
TWICE = 2
GONE = ("taken out", "concedes", "leaves")


def blocked(battle: Battle) -> Iterator[Sighting]:
    """Of the moves that an enemy could block, those that were blocked and given up by somebody who
    did nothing else with its turn. Who is blocked keeps its action (Z4), and the block is used."""
    for turn in battle.turns:
        done = [battle.moments[one].said.verb not in MOVES for one in turn.choices]
        for place in range(turn.choices[0], turn.end):
            moment = battle.moments[place]
            if moment.node != N_BLOCK or moment.who != turn.who:
                continue
            later = [acts for at, acts in zip(turn.choices, done, strict=True) if at > place]
            yield Sighting(
                place, turn.side, turn.who, int(_stays(battle, place) and not any(later))
            )


def _stays(battle: Battle, place: int) -> bool:
    """Whether the move at whose block the battle is, is blocked and given up."""
    moment = battle.moments[place]
    if place + 1 < len(battle.moments) and moment.after.node() == N_BLOCKED:
        return battle.moments[place + 1].said.verb == "stay"
    return any(one.facts["status"] == "stays" for one in moment.happened("status"))


def to_and_fro(battle: Battle) -> Iterator[Sighting]:
    """Of the moves that somebody makes by itself, those back to where it came from by its last one,
    in the same exchange or the one before, without having done anything else between."""
    last: dict[str, tuple[int, str, str]] = {}
    done: set[str] = set()
    for place, moment in enumerate(battle.moments):
        if moment.node == N_TURN and moment.said.verb not in MOVES:
            done.add(moment.who or "")
        for event in moment.happened("moves"):
            who = event.who or ""
            if "by" in event.facts or event.rule == "H6":
                last.pop(who, None)
                continue
            exchange = int(moment.record["exchange"])
            start, end = event.facts["from"], event.facts["to"]
            back = who in last and last[who][1:] == (end, start) and who not in done
            odd = back and exchange - last[who][0] <= 1
            last[who] = (exchange, start, end)
            done.discard(who)
            yield Sighting(place, battle.side_of(who), who, int(odd))


def idle(battle: Battle) -> Iterator[Sighting]:
    """Of the turns in which somebody could attack an enemy from where it stood, those that it ended
    without any deed although an attack had a chance of a tenth or more to hit."""
    for turn in battle.turns:
        open_to = [place for place in turn.choices if _attacks(battle.moments[place])]
        if not open_to:
            continue
        last = battle.moments[turn.choices[-1]]
        odd = False
        if last.said.verb == "pass" and turn.choices[-1] in open_to:
            odd = hits(last.before, _attacks(last)) >= A_CHANCE or _everyone(last)
        yield Sighting(turn.choices[-1], turn.side, turn.who, int(odd))


def _attacks(moment: Moment) -> list[int]:
    """The attacks that can be chosen."""
    if int(moment.record["turn_flags"]) & T_ACTED:
        return []
    verbs = (V_ATTACK, V_ATTACK_EVERYONE)
    return [one for one in moment.before.legal_actions() if one >> VERB_SHIFT in verbs]


def _everyone(moment: Moment) -> bool:
    """Whether a whole zone can be attacked."""
    return any(one >> VERB_SHIFT == V_ATTACK_EVERYONE for one in moment.before.legal_actions())


def empty_turn(battle: Battle) -> Iterator[Sighting]:
    """Of all turns, those without a deed that brought their fighters no nearer to an enemy or to a
    place that matters to an objective, unless they stand there or their side only has to last. A
    way that was tried and not made is a deed."""
    for turn in battle.turns:
        first = battle.moments[turn.choices[0]]
        last = battle.moments[turn.choices[-1]]
        fighter = battle.fighters[turn.who]
        if not present(first.before, 1 - turn.side) or _only_lasts(battle, turn.side):
            continue
        deeds = [battle.moments[place].said.verb for place in turn.choices]
        acted = any(verb not in MOVES for verb in deeds) or int(last.record["turn_flags"]) & T_ACTED
        here = (int(last.after.record[0]["present"]) >> fighter) & 1
        odd = here and not acted and not _gets_somewhere(battle, turn, fighter)
        yield Sighting(turn.choices[-1], turn.side, turn.who, int(bool(odd)))


def _only_lasts(battle: Battle, side: int) -> bool:
    scene = battle.scene
    return any(
        scene["objective_do"][one] == O_SURVIVE and scene["objective_side"][one] == side
        for one in range(int(scene["objectives"]))
    )


def _gets_somewhere(battle: Battle, turn: Turn, fighter: int) -> bool:
    before = battle.moments[turn.choices[0]].before
    after = battle.moments[turn.choices[-1]].after
    hops, start, end = battle.scene["hops"], zone_of(before, fighter), zone_of(after, fighter)
    if start == end and any(battle.moments[one].said.verb == "sprint" for one in turn.choices):
        return True
    places = goals(before)
    if end in places or any(hops[end, one] < hops[start, one] for one in places):
        return True
    enemies = [zone_of(before, one) for one in present(before, 1 - turn.side)]
    left, was = (min(int(hops[zone, one]) for one in enemies) for zone in (end, start))
    return left < was


def goals(state: State) -> set[int]:
    """The zones that matter to an objective of either side: those to be held, ways out, and where
    the item lies or is carried."""
    scene, record, found = state.game.scene[0], state.record[0], set[int]()
    for one in range(int(scene["objectives"])):
        does = int(scene["objective_do"][one])
        if does == O_HOLD:
            found.add(int(scene["objective_zone"][one]))
        if does in (O_GET_OUT, O_GET_ITEM):
            found |= {zone for zone in range(int(scene["zones"])) if scene["zone_exit"][zone]}
    item = int(record["item"])
    if 0 < item < ITEM_CARRIED:
        found.add(item - 1)
    elif ITEM_CARRIED <= item < ITEM_GONE:
        found.add(zone_of(state, item - ITEM_CARRIED))
    return found


# What is prepared


def creates(battle: Battle) -> Iterator[Sighting]:
    """Of the turns used for an attack or an advantage, those used for an advantage."""
    for place, moment in battle.at(N_TURN):
        if moment.said.verb in (*CREATES, *ATTACKS):
            yield Sighting(place, moment.side, moment.who, int(moment.said.verb in CREATES))


def third_advantage(battle: Battle) -> Iterator[Sighting]:
    """Of the advantages tried for, the third and later ones of a side on the same aspect before it
    has used a free invoke of it."""
    tries: dict[tuple[int, int], int] = defaultdict(int)
    for place, moment in enumerate(battle.moments):
        for event in moment.events:
            if event.kind == "aspect gone":
                for side in (0, 1):
                    tries.pop((side, event.facts["slot"]), None)
            elif event.kind == "invoke" and "slot" in event.facts:
                if event.facts["how"] != "a fate point":
                    tries.pop((moment.side, event.facts["slot"]), None)
        if moment.node == N_TURN and moment.said.verb == "create":
            key = (moment.side, (moment.action >> A_SHIFT) & A_MASK)
            yield Sighting(place, moment.side, moment.who, int(tries[key] >= TWICE))
            tries[key] += 1


def advantage_over_kill(battle: Battle) -> Iterator[Sighting]:
    """Of the advantages tried for, those where an attack would more likely than not have taken an
    enemy out at once, without any invoke."""
    for place, moment in battle.at(N_TURN):
        if moment.said.verb not in CREATES:
            continue
        attacks = [one for one in _attacks(moment) if one >> VERB_SHIFT == V_ATTACK]
        odd = any(takes_out(moment.before, one) >= LIKELY for one in attacks)
        yield Sighting(place, moment.side, moment.who, int(odd))


# Deeds for nothing


def lonely_guard(battle: Battle) -> Iterator[Sighting]:
    """Of the Full Defenses, those where no enemy could attack, even after a step."""
    for place, moment in battle.at(N_TURN):
        if moment.said.verb == "full defense":
            yield Sighting(place, moment.side, moment.who, int(not _in_danger(battle, moment)))


def _in_danger(battle: Battle, moment: Moment) -> bool:
    scene, here = battle.scene, zone_of(moment.before, battle.fighters[moment.who or ""])
    for enemy in present(moment.before, 1 - moment.side):
        zone = zone_of(moment.before, enemy)
        for start in (zone, *bits(int(scene["near"][zone]))):
            distance = int(scene["sight"][start, here])
            if distance < MAX_RANGE and scene["attack_skills"][enemy, :, distance].any():
                return True
    return False


def overcomes_nothing(battle: Battle) -> Iterator[Sighting]:
    """Of the aspects that somebody tried to get rid of, those on which the other side had no free
    invoke, that hinder no move, hide nothing, and by which nothing is compelled or effected."""
    scene = battle.scene
    for place, moment in battle.at(N_TURN):
        if moment.said.verb != "overcome":
            continue
        slot = (moment.action >> A_SHIFT) & A_MASK
        free = moment.record["free"][slot]
        matters = (
            free[1 - moment.side] > 0
            or free[2] > 0
            or scene["slot_adverse"][slot] > 0
            or scene["slot_hides"][slot] > 0
            or slot in scene["compel_slot"][: int(scene["compels"])]
            or slot in scene["effect_slot"][: int(scene["effects"])]
        )
        yield Sighting(place, moment.side, moment.who, int(not matters))


def unused_help(battle: Battle) -> Iterator[Sighting]:
    """Of the help given, that which did not count: whom it was for rolled without it, or not at all
    before the helper's next turn. Where one of them has left or the battle ends, nobody knows."""
    for place, moment in enumerate(battle.moments):
        for event in moment.happened("status"):
            if event.facts["status"] == "helps":
                who = event.who or ""
                odd = _comes_to_nothing(battle, place, who, event.facts["target"])
                yield Sighting(place, battle.side_of(who), who, int(odd))


def _comes_to_nothing(battle: Battle, place: int, helper: str, helped: str) -> bool:
    for moment in battle.moments[place + 1 :]:
        for event in moment.events:
            if event.kind == "roll" and event.who == helped:
                bonuses = event.facts.get("bonuses", ())
                return not any(one["by"] == "help" and helper in one["who"] for one in bonuses)
            if event.kind == "turn" and event.who == helper:
                return True
            if event.kind in GONE and event.who in (helper, helped):
                return False
    return False
