"""How a plan narrows choices: what a plan can see of a state, rules that say of a choice whether it
is of some sort, and how rules keep some choices and drop others. A plan never leaves nothing to
choose from. `evaluation.exploiters` has the plans.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeAlias

from autogm.engine.actions import Action
from autogm.engine.codes import COST_CONSEQUENCE
from autogm.engine.state import State
from autogm.model.verbs import VERBS
from autogm.model.words import SIDES
from autogm.planner.misjudge import pays as costs_a_point

STRIKES = ("attack", "charge", "attack everyone")
MOVES = ("move", "sprint")
INVOKES = ("invoke", "invoke free", "invoke full defense", "call on stunt")
STRIKE_CODES = tuple(one.code for one in VERBS if one.name in STRIKES)
UNREACHABLE = 99


class View:
    """What a plan sees: a state in which somebody chooses, and the choices in words."""

    def __init__(self, state: State) -> None:
        self.state, self.game = state, state.game
        self.record, self.scene = state.record[0], state.game.scene[0]
        self.side = state.current_player()
        self.zones, self.names = state.game.words.zones, state.game.words.fighters

    @cached_property
    def actions(self) -> list[Action]:
        """The legal actions, in their order."""
        return [self.game.describe(self.state, one) for one in self.state.legal_actions()]

    @cached_property
    def actor(self) -> int | None:
        """Whose choice it is; None where it is the side's."""
        name = self.state.actor()
        return None if name is None else self.names.index(name)

    def present(self, side: int) -> list[int]:
        """The fighters of a side who are there."""
        mask = int(self.record["present"]) & int(self.scene["side_mask"][side])
        return [one for one in range(len(self.names)) if (mask >> one) & 1]

    @cached_property
    def enemies(self) -> list[int]:
        """The other side's fighters who are there."""
        return self.present(1 - self.side)

    def zone(self, fighter: int) -> int:
        """Where somebody is."""
        return int(self.record["zone"][fighter])

    def far(self, start: int, end: int) -> int:
        """How many free steps it is from zone to zone."""
        return int(self.scene["hops"][start, end])

    def near_enemies(self, zone: int) -> int:
        """How many steps it is to the nearest enemy."""
        steps = [self.far(self.zone(one), zone) for one in self.enemies]
        return min(steps, default=UNREACHABLE)

    def soak(self, fighter: int) -> int:
        """What somebody can take yet: open boxes, and shifts of open consequences."""
        boxes = sum(
            int(number) - int(marked).bit_count()
            for number, marked in zip(
                self.scene["boxes"][fighter], self.record["stress"][fighter], strict=True
            )
        )
        wounds = int(self.record["wounds"][fighter])
        slots = enumerate(self.scene["severity"][fighter])
        return boxes + sum(int(shifts) for slot, shifts in slots if not (wounds >> slot) & 1)

    def held(self) -> int:
        """The free invokes that the side has in hand."""
        return int(self.record["free"][:, [self.side, 2]].sum())

    def ahead(self) -> bool:
        """Whether the side can take more than the other."""
        own, other = (
            sum(1 + self.soak(one) for one in self.present(side))
            for side in (self.side, 1 - self.side)
        )
        return own > other

    def strikes_now(self) -> bool:
        """Whether the side attacks in the roll under way."""
        by = int(self.record["roll_actor"])
        attacks = int(self.record["roll_verb"]) in STRIKE_CODES
        return attacks and int(self.scene["side"][by]) == self.side

    def objectives(self) -> tuple[Any, ...]:
        """What the side wants besides."""
        goals = self.game.encounter.scenario.objectives
        return tuple(getattr(goals, SIDES[self.side]))


Rule: TypeAlias = Callable[[View, Action], bool]
Narrowing: TypeAlias = Callable[[View, list[int]], list[int]]
Plan: TypeAlias = tuple[Narrowing, ...]


def narrowed(plan: Plan, view: View) -> list[int]:
    """The places of the legal actions that a plan leaves."""
    places = list(range(len(view.actions)))
    for narrowing in plan:
        places = narrowing(view, places) or places
    return places


def never(*rules: Rule) -> Narrowing:
    """Without the choices that one of the rules fits."""
    return lambda view, places: [
        place for place in places if not any(rule(view, view.actions[place]) for rule in rules)
    ]


def rather(*rules: Rule) -> Narrowing:
    """The choices that the first rule fits; if there are none, those of the second, and so on."""

    def narrowing(view: View, places: list[int]) -> list[int]:
        for rule in rules:
            if fitting := [place for place in places if rule(view, view.actions[place])]:
                return fitting
        return places

    return narrowing


def first(rule: Rule) -> Narrowing:
    """Of the choices that a rule fits the first alone, and none of the others."""

    def narrowing(view: View, places: list[int]) -> list[int]:
        return [place for place in places if rule(view, view.actions[place])][:1]

    return narrowing


def where(holds: Callable[[View], bool], *then: Narrowing) -> Narrowing:
    """Narrowings for states in which something holds."""

    def narrowing(view: View, places: list[int]) -> list[int]:
        if holds(view):
            for one in then:
                places = one(view, places) or places
        return places

    return narrowing


def without(holds: Callable[[View], bool], *then: Narrowing) -> Narrowing:
    """Narrowings for states in which something does not hold."""
    return where(lambda view: not holds(view), *then)


# What a choice is


def verb(*names: str) -> Rule:
    """One of these verbs."""
    return lambda view, action: action.verb in names


def strikes(view: View, action: Action) -> bool:
    """An attack."""
    return action.verb in STRIKES


def pays(view: View, action: Action) -> bool:
    """Something that costs a fate point: so does refusing a compel by most rulesets."""
    return costs_a_point(view.state, view.game.words.encode(action))


def takes_wound_to_succeed(view: View, action: Action) -> bool:
    """A consequence of one's own as the cost of success (O3)."""
    if action.verb != "pay the cost":
        return False
    top = int(view.record["depth"]) - 1
    return int(view.record["pending"][top, 3]) == COST_CONSEQUENCE


def _place_of(view: View, action: Action) -> int | None:
    """The zone that an attack hits or a move leads to."""
    if action.zone is not None:
        return view.zones.index(action.zone)
    if action.target is not None and action.target in view.names:
        return view.zone(view.names.index(action.target))
    return None


def melee(view: View, action: Action) -> bool:
    """An attack in the own zone, or one to which its maker runs."""
    if action.verb == "charge":
        return True
    if action.verb not in STRIKES or view.actor is None:
        return False
    return _place_of(view, action) == view.zone(view.actor)


def shoots(view: View, action: Action) -> bool:
    """An attack from afar."""
    return action.verb in STRIKES and not melee(view, action)


def _step(view: View, action: Action) -> tuple[int, int] | None:
    """From where to where a move leads."""
    if action.verb not in MOVES or action.zone is None or view.actor is None:
        return None
    return view.zone(view.actor), view.zones.index(action.zone)


def flees(view: View, action: Action) -> bool:
    """A move after which the nearest enemy is farther away."""
    step = _step(view, action)
    return step is not None and view.near_enemies(step[1]) > view.near_enemies(step[0])


def approaches(view: View, action: Action) -> bool:
    """A move after which the nearest enemy is nearer."""
    step = _step(view, action)
    return step is not None and view.near_enemies(step[1]) < view.near_enemies(step[0])


def at(find: Callable[[View], int | None]) -> Rule:
    """An attack on somebody."""

    def rule(view: View, action: Action) -> bool:
        found = find(view)
        return found is not None and strikes(view, action) and action.target == view.names[found]

    return rule


def towards(find: Callable[[View], int | None]) -> Rule:
    """A move that brings one nearer to a zone."""

    def rule(view: View, action: Action) -> bool:
        goal, step = find(view), _step(view, action)
        if goal is None or step is None:
            return False
        return view.far(step[1], goal) < view.far(step[0], goal)

    return rule


def zone_of(find: Callable[[View], int | None]) -> Callable[[View], int | None]:
    """The zone in which somebody is."""

    def found(view: View) -> int | None:
        who = find(view)
        return None if who is None else view.zone(who)

    return found


# Who and where


def leader(view: View) -> int | None:
    """The first of the enemies, in the scenario's order."""
    return view.enemies[0] if view.enemies else None


def weakest(view: View) -> int | None:
    """The enemy who can take least, the first of several."""
    return min(view.enemies, key=view.soak, default=None)


def wanted(view: View) -> int | None:
    """The first enemy whom an objective says to take out."""
    names = {one for goal in view.objectives() if goal.do == "take out" for one in goal.who}
    return next((one for one in view.enemies if view.names[one] in names), None)


def ground(view: View) -> int | None:
    """The zone that an objective says to hold."""
    held = [goal.zone for goal in view.objectives() if goal.do == "hold"]
    return view.zones.index(held[0]) if held and held[0] in view.zones else None


def way_out(view: View) -> int | None:
    """The nearest exit to who chooses, where an objective says to get out."""
    exits = [one for one in range(len(view.zones)) if view.scene["zone_exit"][one]]
    if view.actor is None or not any(one.do == "get out" for one in view.objectives()):
        return None
    here = view.zone(view.actor)
    return min(exits, key=lambda exit: view.far(here, exit), default=None)


def goal(view: View) -> int | None:
    """The zone that an objective says to go to: to hold it, to take somebody out, to get out."""
    found = (ground(view), zone_of(wanted)(view), way_out(view))
    return next((one for one in found if one is not None), None)


def holds_ground(view: View) -> bool:
    """Whether who chooses stands where an objective says to."""
    held = ground(view)
    return view.actor is not None and held is not None and view.zone(view.actor) == held
