"""Manners of rolling and of spending on rolls: what is rolled against all odds, with a worse skill
than there is, and invokes that are thrown away or dearer than they need be. Each function tells the
opportunities of one manner in a battle, and in which of them it was seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from autogm.engine.actions import Action
from autogm.engine.codes import (
    A_MASK,
    A_SHIFT,
    ATTACK_ROLL,
    CREATE_ROLL,
    FAIL_COST,
    MOVE_ROLL,
    N_ABSORB,
    N_DEFEND,
    N_DICE,
    N_DUEL,
    N_SKILL,
    N_TURN,
    N_TWIST,
    OVERCOME_ROLL,
    PASS,
    R_AREA,
    R_LETHAL,
    S_ARMOUR,
    S_RIPOSTE,
    S_WEAPON,
)
from autogm.engine.events import Event
from autogm.engine.kinds import ROLLS
from autogm.engine.state import State
from evaluation.manners.battle import Battle, Moment, Sighting, Turn
from evaluation.manners.chances import Ahead, foreseen, invokes, margin_of

NEXT_TO_NO_CHANCE = 0.1
LESSER = ("full defense", "help")
"""What can be done instead of rolling in vain."""
KEPT = (S_WEAPON, S_ARMOUR, S_RIPOSTE)
"""Stunts that give a skill something besides its rating."""
SPENDING = ("invoke", "invoke free", "invoke full defense")


def hopeless(battle: Battle) -> Iterator[Sighting]:
    """Of the rolls that a turn is used for, those with next to no chance, all free invokes of their
    maker counted, where it could go into Full Defense or help somebody, and nobody pays for one.
    What is nothing but a tie counts where a tie brings what is tried; what may succeed at a cost
    has a chance."""
    for turn in battle.turns:
        for place in turn.choices:
            moment = battle.moments[place]
            dice = _dice_of(battle, turn, place)
            if dice is None or moment.said.verb in LESSER:
                continue
            thrown = battle.moments[dice]
            lesser = any(one.verb in LESSER for one in moment.offered)
            odd = lesser and _chance(thrown.before, turn.side) < NEXT_TO_NO_CHANCE
            if odd and any(
                one.said.verb == "invoke" and one.side == turn.side
                for one in battle.moments[dice : _end_of_roll(battle, dice)]
            ):
                odd = False
            yield Sighting(place, turn.side, turn.who, int(odd))


def _dice_of(battle: Battle, turn: Turn, place: int) -> int | None:
    """The place of the dice of what was chosen on a turn; none where it rolls none, is interrupted,
    or attacks a whole zone."""
    for later in range(place + 1, turn.end):
        moment = battle.moments[later]
        if moment.node == N_TURN:
            return None
        if moment.node == N_DICE:
            own = int(moment.record["roll_actor"]) == battle.fighters[turn.who]
            return later if own and not int(moment.record["roll_flags"]) & R_AREA else None
    return None


def _chance(state: State, side: int) -> float:
    """The chance that the roll whose dice are pending comes to something."""
    scene, kind = state.game.scene[0], ROLLS[int(state.record[0]["roll_verb"])][0]
    if kind == MOVE_ROLL and scene["move_fail"] == FAIL_COST:
        return 1.0
    if kind == OVERCOME_ROLL and scene["overcome_fail"] == FAIL_COST:
        return 1.0
    needed = 0 if kind == CREATE_ROLL else 1
    margin = margin_of(state)
    if margin.at_least(needed) >= NEXT_TO_NO_CHANCE:
        return 1.0
    return float(margin.at_least(needed - 2 * invokes(state, side)[0]))


def worse_skill(battle: Battle) -> Iterator[Sighting]:
    """Of the choices among skills, those of one that is behind another for the same deed: by a
    whole point at the dice, whatever the engine counts there, with no more to invoke. Skills that
    differ in the harm that they do, in what their stunts give or in what they use up are different
    deeds, and nobody is asked who keeps roaring."""
    for place, moment in battle.at(N_SKILL, N_DEFEND):
        fighter = battle.fighters[_roller(battle, moment)]
        if moment.record["roars"][fighter] or int(moment.record["roll_flags"]) & R_AREA:
            continue
        ways = {one: foreseen(moment.before.child(one)) for one in moment.before.legal_actions()}
        chosen = ways[moment.action]
        if chosen is None or len(ways) < 2:
            continue
        taken = _deed(moment, moment.action, fighter)
        odd = any(
            way is not None
            and one != moment.action
            and _same_deed(taken, _deed(moment, one, fighter))
            and _ahead(moment, way, chosen) >= 1
            and sum(invokes(way.state, moment.side)) >= sum(invokes(chosen.state, moment.side))
            for one, way in ways.items()
        )
        yield Sighting(place, moment.side, battle.game.words.fighters[fighter], int(odd))


def _roller(battle: Battle, moment: Moment) -> str:
    number = int(moment.record["roll_actor"])
    if moment.node == N_DEFEND:
        number = int(moment.record["roll_target"]) - 1
    return battle.game.words.fighters[number]


def _ahead(moment: Moment, way: Ahead, other: Ahead) -> float:
    """By how much one way of rolling is better than another for whoever chooses between them."""
    by = float(way.margin.mean() - other.margin.mean())
    return by if moment.node == N_SKILL else -by


def _deed(moment: Moment, action: int, fighter: int) -> dict[str, Any]:
    """What a skill does besides adding its rating."""
    scene, after = moment.before.game.scene[0], moment.before.child(action).record[0]
    skill = moment.before.game.words.skills.index(moment.describe(action).skill or "")
    attacks = moment.node == N_SKILL and ROLLS[int(moment.record["roll_verb"])][0] == ATTACK_ROLL
    kept = {
        stunt
        for stunt in range(int(scene["stunts"][fighter]))
        if scene["stunt_does"][fighter, stunt] in KEPT
        and (int(scene["stunt_skills"][fighter, stunt]) >> skill) & 1
    }
    used = [int(after["used"][fighter]), int(after["points"].sum()), int(after["roll_called"])]
    return {
        "harm": int(scene["attack_harm"][fighter, skill]) if attacks else 0,
        "heavy": int(scene["attack_heavy"][fighter, skill]) if attacks else 0,
        "lethal": int(after["roll_flags"]) & R_LETHAL,
        "used": used if moment.before.node() == N_SKILL else used[:2],
        "kept": kept,
    }


def _same_deed(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether the second can stand in for the first."""
    alike = all(one[key] == other[key] for key in ("harm", "heavy", "lethal", "used"))
    return alike and one["kept"] <= other["kept"]


# Invokes


def duels(battle: Battle) -> Iterator[range]:
    """The places of each duel of invokes on one roll, rerolls included. Area attacks are left out:
    one invoke counts against several there."""
    start = None
    for place, moment in enumerate(battle.moments):
        inside = moment.node == N_DUEL or (start is not None and moment.node == N_DICE)
        if start is not None and not inside:
            yield range(start, place)
            start = None
        if start is None and moment.node == N_DUEL:
            if not int(moment.record["roll_flags"]) & R_AREA:
                start = place
        elif start is not None and moment.happened("roll"):
            yield range(start, place)  # the dice of another roll
            start = None
    if start is not None:
        yield range(start, len(battle.moments))


def _end_of_roll(battle: Battle, dice: int) -> int:
    """The place after the last dice and invokes of a roll."""
    place = dice
    while place < len(battle.moments) and battle.moments[place].node in (N_DICE, N_DUEL):
        place += 1
    return place


def _invoker(battle: Battle, moment: Moment) -> str | None:
    """Who rolls for the side that invokes; none where it opposes without dice."""
    actor, target = int(moment.record["roll_actor"]), int(moment.record["roll_target"]) - 1
    number = actor if battle.scene["side"][actor] == moment.side else target
    return battle.game.words.fighters[number] if number >= 0 else None


def wasted_invoke(battle: Battle) -> Iterator[Sighting]:
    """Of the invokes for +2, those thrown away: without the last ones of a side, which the other
    did not answer, the roll would have had the same outcome, whoever is hit could have absorbed it
    in no other way, and all invokes that the other side had could not have changed it either."""
    for duel in duels(battle):
        for side in (0, 1):
            plus = [
                place
                for place in duel
                if battle.moments[place].side == side and battle.moments[place].said.mode == "+2"
            ]
            if not plus:
                continue
            last, odd = _unanswered(battle, duel, side), 0
            for number in range(len(last), 0, -1):
                if _changes_nothing(battle, last[-number], duel.stop, side):
                    odd = number
                    break
            who = _invoker(battle, battle.moments[plus[-1]])
            yield Sighting(plus[-1], side, who, odd, len(plus))


def _unanswered(battle: Battle, duel: range, side: int) -> list[int]:
    """The places of the invokes for +2 of a side with which a duel ends, passes apart."""
    found: list[int] = []
    for place in reversed(duel):
        moment = battle.moments[place]
        if moment.said.verb == "pass":
            continue
        if moment.side != side or moment.said.mode != "+2":
            break
        found.append(place)
    return found[::-1]


def _changes_nothing(battle: Battle, place: int, stop: int, side: int) -> bool:
    """Whether all comes to the same if from the invoke at `place` on `side` does not invoke, and
    the other side not at all or as much as it can."""
    really = [event for moment in battle.moments[place:stop] for event in moment.events]
    after = battle.moments[stop - 1].after
    for answers in (False, True):
        state, without = _ended(battle, battle.moments[place].before, side, answers)
        if N_TWIST in (state.node(), after.node()):
            return False
        if state.node() != after.node() or _facts(really) != _facts(without):
            return False
        if after.node() == N_ABSORB and state.legal_actions() != after.legal_actions():
            return False
    return True


def _ended(battle: Battle, state: State, side: int, answers: bool) -> tuple[State, list[Event]]:
    """How a duel ends, and what happens, if a side does not invoke and the other does not either or
    makes all invokes for +2 that it has."""
    state, events = state.clone(), list[Event]()
    while state.node() == N_DUEL:
        action = PASS
        if answers and state.current_player() != side:
            legal = state.legal_actions()
            plus = (one for one in legal if battle.game.describe(state, one).mode == "+2")
            action = next(plus, PASS)
        events += battle.game.events(state, action)
        state.apply_action(action)
    return state, events


OUTCOMES = (
    "stress", "consequence", "member falls", "taken out", "moves", "aspect", "free invoke", "boost",
    "discovers", "status", "item", "leaves", "cost", "end",
)  # fmt: skip


def _facts(events: list[Event]) -> list[Any]:
    """What comes of a roll: the class of its outcome and what happens by it."""
    found: list[Any] = []
    for event in events:
        if event.kind == "result":
            found.append((event.kind, event.who, event.facts["outcome"]))
        elif event.kind in OUTCOMES:
            found.append((event.kind, event.who, event.facts))
    return found


def paid_preparation(battle: Battle) -> Iterator[Sighting]:
    """Of the advantages rolled for that their makers could invoke on, points paid for one more free
    invoke at most: each, but for one that turns a failure into something."""
    for duel in duels(battle):
        first = battle.moments[duel.start]
        kind = ROLLS[int(first.record["roll_verb"])][0]
        actor = int(first.record["roll_actor"])
        side = int(battle.scene["side"][actor])
        own = [place for place in duel if battle.moments[place].side == side]
        if kind != CREATE_ROLL or not own:
            continue
        paid = [place for place in own if battle.moments[place].said.verb == "invoke"]
        odd = len(paid)
        if paid and int(battle.moments[paid[0]].record["margin"]) < 0:
            results = [one for place in duel for one in battle.moments[place].happened("result")]
            odd -= bool(results) and results[-1].facts["shifts"] >= 0
        place = paid[-1] if paid else own[-1]
        who = battle.game.words.fighters[actor]
        yield Sighting(place, side, who, odd, max(1, len(paid)))


def dearer_payment(battle: Battle) -> Iterator[Sighting]:
    """Of the invokes that could be paid in several ways, those paid in a dearer one: with a point
    where a free invoke would have given the same and was kept, or with a point that is owed to an
    enemy where another was not."""
    yield from _dearer_effects(battle)
    for duel in duels(battle):
        for side in (0, 1):
            own = [place for place in duel if battle.moments[place].side == side]
            if own:
                yield from _dearer_invokes(battle, own)


def _dearer_effects(battle: Battle) -> Iterator[Sighting]:
    """Invokes for effect, by what pays for the same effect on the same thing."""
    for place, moment in battle.at(N_TURN):
        said = moment.said
        if said.verb != "effect":
            continue
        same = {
            one.payer is None
            for one in moment.offered
            if (one.verb, one.effect, one.zone, one.target)
            == ("effect", said.effect, said.zone, said.target)
        }
        if len(same) > 1:
            yield Sighting(place, moment.side, moment.who, int(said.payer is not None))


def _dearer_invokes(battle: Battle, own: list[int]) -> Iterator[Sighting]:
    """The invokes of one side in a duel, at these places. What is cheaper and used on the same roll
    later on has not been passed over."""
    last = battle.moments[own[-1]]
    left: dict[tuple[int, str | None], int] = {}
    for one, said in zip(last.before.legal_actions(), last.offered, strict=True):
        if said.mode is not None and one != last.action:
            free = last.record["free"][(one >> A_SHIFT) & A_MASK]
            number = int(free[last.side] + free[2]) if said.verb == "invoke free" else 1
            key = (_price(said), said.mode)
            left[key] = left.get(key, 0) + number
    for place in own:
        moment = battle.moments[place]
        said = moment.said
        if said.mode is None or said.verb not in SPENDING:
            continue
        prices = {_price(one) for one in moment.offered if one.mode == said.mode}
        if len(prices) < 2:
            continue
        odd = 0
        for price in range(_price(said)):
            if price in prices and left.get((price, said.mode), 0) > 0:
                left[price, said.mode] -= 1
                odd = 1
                break
        yield Sighting(place, moment.side, _invoker(battle, moment), odd)


def _price(said: Action) -> int:
    """Nothing, a point, or a point that an enemy gets back."""
    return 0 if said.verb != "invoke" else 2 if said.owed else 1
