"""The brawler once more, written from its definition alone, with sheets, the map and the structured
actions of the contract, and none of its kernels.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from itertools import combinations
from typing import Any

from autogm.engine import codes
from autogm.engine.actions import VERBS, Action
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.model.stunt import Stunt
from autogm.model.words import RollKind
from autogm.rules.encounter import SettledFighter

ACTING: dict[str, RollKind] = {
    "attack": "attack", "charge": "attack", "attack everyone": "attack", "effect": "attack",
    "create": "create", "explore": "create", "discover": "create", "full defense": "create",
    "roar": "create", "sprint": "move",
}  # fmt: skip
SPENT = 2
"""The bit of a turn's flags that says its action is spent."""


class ReferenceBrawler:
    """Decides for one conflict; keep one for a battle, since it remembers the last hit."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.sheets = game.encounter.fighters
        self.ids = [one.id for one in self.sheets]
        self.zones = list(game.encounter.zones)
        self.open: dict[str, list[str]] = {zone: [] for zone in self.zones}
        for edge in game.encounter.scenario.edges:
            if not edge.barrier:
                start, end = edge.between
                self.open[start].append(end)
                if not edge.one_way:
                    self.open[end].append(start)
        self.hit: dict[str, Any] = {}

    def watch(self, state: State, action: int) -> None:
        """See what an action does, to know how hard a hit is."""
        for event in self.game.events(state, action):
            if event.kind == "hit":
                self.hit = {"who": event.who, **event.facts}

    def decide(self, state: State) -> Action:
        """What the brawler does."""
        choices = [self.game.describe(state, one) for one in state.legal_actions()]
        if state.node() == codes.N_TURN:
            return self.turn(state, choices)
        if state.node() in (codes.N_SKILL, codes.N_DEFEND):
            return self.skill(state, choices)
        if state.node() == codes.N_ABSORB:
            return self.absorb(state, choices)
        for verb in ("refuse", "take the boost", "oppose"):
            for choice in choices:
                if choice.verb == verb:
                    return choice
        return choices[0]

    # Its turn

    def turn(self, state: State, choices: list[Action]) -> Action:
        """Attack the first enemy, else step closer, else pass."""
        attacks = [one for one in choices if one.verb == "attack" and self.able(state, one)]
        spent = int(state.record[0]["turn_flags"]) & SPENT
        if attacks:
            first = min(self.ids.index(one.target or "") for one in attacks)
            return next(one for one in attacks if one.target == self.ids[first])
        step = None if spent else self.step(state, choices)
        passing = [one for one in choices if one.verb == "pass"]
        return step or (passing or choices)[0]

    def able(self, state: State, attack: Action) -> bool:
        """An attack in its zone, or as far as the attacks reach that its sheet speaks of."""
        actor = self.sheets[self.ids.index(state.actor() or "")]
        here, there = self.zone_of(state, actor.id), self.zone_of(state, attack.target or "")
        sight = self.game.scene[0]["sight"]
        bare = self.flag(state, actor, codes.F_DISARMED)
        reach = 0
        for one in actor.attacks:
            carried = [
                stunt.amount
                for stunt in actor.stunts
                if stunt.does == "range" and stunt.equipment and one.skill in stunt.skills
            ]
            if one.skilled:
                reach = max(reach, one.range + (0 if bare else sum(carried[-1:])))
        return bool(sight[self.zones.index(here), self.zones.index(there)] <= reach)

    def step(self, state: State, choices: list[Action]) -> Action | None:
        """A free step to where the nearest enemy is fewer steps away."""
        actor = self.sheets[self.ids.index(state.actor() or self.ids[0])]
        here = self.zone_of(state, actor.id)
        nearest = min(
            (
                (self.steps(here, self.zone_of(state, one.id)), place)
                for place, one in enumerate(self.sheets)
                if one.side != actor.side and self.present(state, one.id)
            ),
            default=(len(self.zones), 0),
        )
        if nearest[0] >= len(self.zones):
            return None
        goal = self.zone_of(state, self.sheets[nearest[1]].id)
        moves = {one.zone: one for one in choices if one.verb == "move"}
        for zone in self.zones:
            if zone in moves and self.steps(zone, goal) < nearest[0]:
                return moves[zone]
        return None

    def steps(self, start: str, goal: str) -> int:
        """Steps along open edges; as many as there are zones: there is no way."""
        known, waiting = {start: 0}, deque([start])
        while waiting:
            zone = waiting.popleft()
            for other in self.open[zone]:
                if other not in known:
                    known[other] = known[zone] + 1
                    waiting.append(other)
        return known.get(goal, len(self.zones))

    # Its rolls

    def skill(self, state: State, choices: list[Action]) -> Action:
        """The skill of the highest rating that uses no stunt up."""
        record = state.record[0]
        verb = VERBS[int(record["roll_verb"])][0]
        actor = self.sheets[int(record["roll_actor"])]
        target = int(record["roll_target"]) - 1
        other: SettledFighter | None = self.sheets[target] if target >= 0 else None
        kind, who = ACTING.get(verb, "overcome"), actor
        if state.node() == codes.N_DEFEND:
            assert other is not None
            kind = "defend" if kind in ("attack", "create") else "oppose"
            who, other = other, actor

        def rating(choice: Action) -> int:
            skill = choice.skill or ""
            extra = sum(
                stunt.amount
                for stunt in who.stunts
                if stunt.does == "bonus"
                and stunt.limit == "none"
                and covers(stunt, kind, skill)
                and not (stunt.equipment and self.flag(state, who, codes.F_DISARMED))
                and self.holds(state, stunt, who, other)
            )
            return who.ratings[kind, skill] + extra

        plain = self.plain(state, choices, verb, kind, who, other)
        order = self.game.encounter.skills
        plain.sort(key=lambda one: order.index(one.skill or ""))
        return max(plain, key=rating) if plain else choices[0]

    def plain(
        self,
        state: State,
        choices: list[Action],
        verb: str,
        kind: RollKind,
        who: SettledFighter,
        other: SettledFighter | None,
    ) -> list[Action]:
        """Choices that use no stunt up. Only attacks and their defences are distinguished: nothing
        else is a brawler's own choice."""
        plain = [one for one in choices if not one.lethal]
        swaps = [one for one in who.stunts if one.does == "swap" and kind in one.actions]
        if verb not in ("attack", "charge") or not swaps:
            return plain
        if kind == "attack":
            own = {one.skill for one in who.attacks}
        else:
            skill = self.game.encounter.skills[int(state.record[0]["roll_skill"])]
            rows = [one for one in (other.attacks if other else ()) if one.skill == skill]
            if not rows:
                return plain
            own = set(rows[0].against)
        kept = []
        for choice in plain:
            ways = [
                one
                for one in swaps
                if choice.skill in one.skills
                and one.instead_of in own
                and self.holds(state, one, who, other)
            ]
            if choice.skill in own or not ways or any(one.limit == "none" for one in ways):
                kept.append(choice)
        return kept

    def holds(
        self, state: State, stunt: Stunt, who: SettledFighter, other: SettledFighter | None
    ) -> bool:
        """Whether a stunt's circumstance holds."""
        record, here = state.record[0], self.zone_of(state, who.id)
        mine, theirs = (
            self.heads(state, here, who.side, True),
            self.heads(state, here, who.side, False),
        )
        index = self.ids.index(who.id)
        members = max(1, int(record["members"][index]))
        weigh = [int(one) for one in record["weight"][self.zones.index(here)]]
        own, against = weigh if who.side == "players" else weigh[::-1]
        acts = int(record["roll_actor"]) == index
        zone = self.game.encounter.scenario.zones[here]
        plain: dict[str, Callable[[], bool]] = {
            "always": lambda: True,
            "outnumbered": lambda: mine < theirs,
            "outnumbering": lambda: mine > theirs,
            "outweighed": lambda: own < against,
            "outweighing": lambda: own > against,
            "alone": lambda: mine <= members,
            "with an ally": lambda: mine > members,
            "after moving": lambda: acts and bool(int(record["turn_flags"]) & 1),
            "charging": lambda: acts and bool(int(record["roll_flags"]) & codes.R_CHARGE),
            "wounded": lambda: int(record["wounds"][index]) != 0,
            "first exchange": lambda: state.exchange == 1,
            "in zone tagged": lambda: stunt.tag in zone.tags,
        }
        if stunt.when in plain:
            return plain[stunt.when]()
        if other is None:
            return False
        there = self.zone_of(state, other.id)
        return {
            "target wounded": int(record["wounds"][self.ids.index(other.id)]) != 0,
            "target in same zone": there == here,
            "target in another zone": there != here,
            "target tagged": stunt.tag in other.tags,
        }[stunt.when]

    # Its wounds

    def absorb(self, state: State, choices: list[Action]) -> Action:
        """Every box and set of consequences there is, in the definition's order of preference."""
        who = self.sheets[self.ids.index(self.hit["who"])]
        record, index = state.record[0], self.ids.index(who.id)
        shifts, harm = self.hit["shifts"], who.track(self.hit["harm"])
        stress = int(record["stress"][index, 0 if harm == "physical" else 1])
        boxes = [n for n in range(1, who.boxes[harm] + 1) if not stress >> (n - 1) & 1]
        if self.hit["lethal"]:
            boxes = []
        alone = [box for box in boxes if box >= shifts]
        if alone:
            return self.chosen(choices, alone[0], ())
        taken = int(record["wounds"][index])
        slots = [
            (place, slot.absorbs)
            for place, slot in enumerate(who.consequences)
            if not taken >> place & 1 and slot.harm in (None, harm)
        ]
        single = self.game.encounter.ruleset.absorb == "single"
        found = []
        for size in range(1, 2 if single else len(slots) + 1):
            for chosen in combinations(slots, size):
                worth = sum(absorbs for _, absorbs in chosen)
                largest = 0 if single else max(boxes, default=0)
                if worth + largest >= shifts:
                    places = tuple(place for place, _ in chosen)
                    found.append((worth, places[::-1], places))
        if not found:
            return next(one for one in choices if one.verb == "be taken out")
        worth, _, places = min(found)
        needed = [box for box in boxes if worth < shifts <= worth + box]
        return self.chosen(choices, needed[0] if needed else 0, places)

    def chosen(self, choices: list[Action], box: int, places: tuple[int, ...]) -> Action:
        """The choice that takes them."""
        return next(one for one in choices if (one.box, one.consequences) == (box, places))

    # The board

    def present(self, state: State, name: str) -> bool:
        """Whether a fighter is in the scene."""
        return bool(int(state.record[0]["present"]) >> self.ids.index(name) & 1)

    def zone_of(self, state: State, name: str) -> str:
        """Where a fighter stands."""
        return self.zones[int(state.record[0]["zone"][self.ids.index(name)])]

    def flag(self, state: State, who: SettledFighter, flag: int) -> bool:
        """Whether one of a fighter's flags is set."""
        return bool(int(state.record[0]["flags"][self.ids.index(who.id)]) & flag)

    def heads(self, state: State, zone: str, side: str, own: bool) -> int:
        """How many of a side, or of the other, stand in a zone, members of groups counted."""
        return sum(
            max(1, int(state.record[0]["members"][place]))
            for place, one in enumerate(self.sheets)
            if (one.side == side) == own
            and self.present(state, one.id)
            and self.zone_of(state, one.id) == zone
        )


def covers(stunt: Stunt, kind: RollKind, skill: str) -> bool:
    """Whether a stunt is about such rolls: those it names, all if it names none."""
    return (not stunt.actions or kind in stunt.actions) and (
        not stunt.skills or skill in stunt.skills
    )
