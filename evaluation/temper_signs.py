"""What somebody who watches a battle can count of each side, to tell its temper: each sign is what
was done less what chance would have done among the same legal choices, by how often there was
anything to choose. Everything is read off the state, the legal actions and what was chosen; nothing
of what an agent thinks of them.

The signs are of five kinds: what a turn was about where somebody could be attacked and where nobody
could, at whom attacks went of those in reach, where moves led beside staying and beside the other
ways, where fighters stood when their turn came, and who of a side acted first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from autogm.engine.codes import (
    N_CONCEDE,
    N_ORDER,
    N_TURN,
    OUTSIDE,
    V_ATTACK,
    V_ATTACK_EVERYONE,
    V_CHARGE,
    V_CONCEDE,
    V_CREATE,
    V_FULL_ATTACK,
    V_FULL_DEFENSE,
    V_HELP,
    V_LEAVE,
    V_MOVE,
    V_OVERCOME,
    V_PASS,
    V_SPRINT,
    ZONE_SUBJECT,
)
from autogm.engine.pack import first, verb_of
from autogm.engine.state import State

Array = np.ndarray[Any, Any]

AIMED = (V_ATTACK, V_CHARGE)  # attacks with a target
WAYS = (V_MOVE, V_SPRINT)
DEEDS: dict[str, tuple[int, ...]] = {
    "attack": (V_ATTACK,),
    "reckless": (V_CHARGE, V_FULL_ATTACK),
    "area": (V_ATTACK_EVERYONE,),
    "prepare": (V_CREATE,),
    "help": (V_HELP,),
    "guard": (V_FULL_DEFENSE,),
    "move": (V_MOVE,),
    "sprint": (V_SPRINT,),
    "overcome": (V_OVERCOME,),
    "pass": (V_PASS,),
    "leave": (V_LEAVE,),
}
SITUATIONS = ("in reach", "in reach of more", "out of reach")
TARGETS = ("hurt", "hurt most", "strong", "equal", "company", "struck", "struck it", "near ward",
           "struck ward", "at goal", "far")  # fmt: skip
PLACES = ("enemy", "exposed", "friends", "goal", "ward", "prey")
ORDERS = (
    "in reach",
    "enemy",
    "exposed",
    "hurt",
    "strong",
    "prey",
    "near ward",
    "ward",
    "goal",
    "prey near",
    "friends",
)
SIGNS = (
    *(f"{deed} {where}" for where in SITUATIONS for deed in DEEDS),
    *(f"at {one}" for one in TARGETS),
    *(f"way {one}" for one in PLACES),
    *(f"other way {one}" for one in PLACES),
    *(f"stands {one}" for one in PLACES),
    *(f"first {one}" for one in ORDERS),
    "prepares for ward", "prepares on enemy", "prepares on friend", "prepares on ground",
    "prepares on hurt", "prepares at goal", "helps ward", "concedes", "concedes unhurt",
)  # fmt: skip
"""What is counted."""
PLACE = {name: place for place, name in enumerate(SIGNS)}
USUAL = 5.0  # chances to choose that are added, so that what hardly came up tells nothing


class Watcher:
    """Counts the signs of both sides in one or several battles of a conflict, of each `wards[side]`
    (a fighter) and `goal` (a zone)."""

    def __init__(self, wards: tuple[int, int], goal: int) -> None:
        self.wards, self.goal = wards, goal
        self.done = np.zeros((2, len(SIGNS)))
        self.chances = np.zeros((2, len(SIGNS)))
        self.begin()

    def begin(self) -> None:
        """A battle begins."""
        self._struck: dict[int, set[int]] = {}  # who was attacked this exchange, by whom
        self._struck_last: dict[int, int] = {}  # whom somebody attacked last
        self._exchange = 0

    def see(self, state: State, legal: Sequence[int], action: int) -> None:
        """Count a choice of `action` among the legal ones, before it is done."""
        kind = state.node()
        if kind not in (N_TURN, N_ORDER, N_CONCEDE):
            return
        self._read(state)
        side = state.current_player()
        if kind == N_CONCEDE:
            self._conceding(side, legal, action)
        elif kind == N_ORDER:
            self._order(side, legal, action)
        else:
            record = state.record[0]
            self._turn(side, int(record["pending"][int(record["depth"]) - 1][1]), legal, action)

    # What is to be seen of the state

    def _read(self, state: State) -> None:
        record, scene = state.record[0], state.game.scene[0]
        if int(record["exchange"]) != self._exchange:
            self._exchange, self._struck = int(record["exchange"]), {}
        present = int(record["present"])
        self.here = [n for n in range(int(scene["fighters"])) if (present >> n) & 1]
        self.zone, self.hops, self.sides = record["zone"], scene["hops"], scene["side"]
        boxes = [sum(int(one).bit_count() for one in row) for row in record["stress"]]
        wounds = [2 * int(one).bit_count() for one in record["wounds"]]
        self.harm = np.array(boxes) + np.array(wounds)
        self.subjects = scene["slot_subject"]
        self.power = scene["rating"][:, 0].max(axis=1) + 0.0

    def _of(self, side: int) -> list[int]:
        return [n for n in self.here if self.sides[n] == side]

    def _standing(self, fighter: int, zone: int) -> Array:
        """`PLACES` of a fighter in a zone."""
        side = int(self.sides[fighter])
        foes, ward = self._of(1 - side), self.wards[side]
        far = [int(self.hops[zone, self.zone[n]]) for n in foes] or [0]
        friends = sum(self.zone[n] == zone for n in self._of(side) if n != fighter)
        near = ward in self.here and ward != fighter
        worst = max((int(self.harm[n]) for n in foes), default=0)
        return np.array(
            [
                min(*far, 3),
                sum(one <= 1 for one in far) / len(far),
                friends / 2,
                -min(int(self.hops[zone, self.goal]), 3),
                -min(int(self.hops[zone, self.zone[ward]]), 3) if near else 0.0,
                -min(
                    (int(self.hops[zone, self.zone[n]]) for n in foes if self.harm[n] == worst),
                    default=0,
                )
                if worst > 0
                else 0.0,
            ]
        )

    # Counting

    def _count(self, side: int, name: str, done: float, chance: float = 1.0) -> None:
        self.done[side, PLACE[name]] += done
        self.chances[side, PLACE[name]] += chance

    def _more(self, side: int, names: Sequence[str], values: Array, taken: int) -> None:
        """Count what is more or less in what was taken than in the others, by name; what is the
        same in all was no choice."""
        for name, column in zip(names, values.T, strict=True):
            if column.max() > column.min():
                apart = column.std()
                self._count(side, name, (column[taken] - column.mean()) / apart)

    def _turn(self, side: int, actor: int, legal: Sequence[int], action: int) -> None:
        verb, about = verb_of(action), first(action)
        verbs = {verb_of(one) for one in legal}
        here = int(self.zone[actor])
        near = [n for n in self.here if self.hops[here, self.zone[n]] <= 1]
        own = sum(self.sides[n] == side for n in near)
        where = SITUATIONS[2]
        if not verbs.isdisjoint((*AIMED, V_ATTACK_EVERYONE)):
            where = SITUATIONS[1 if own <= len(near) - own else 0]
        for deed, of in DEEDS.items():
            if not verbs.isdisjoint(of):
                self._count(side, f"{deed} {where}", verb in of)
        stands = self._standing(actor, here)
        for name, value in zip(PLACES, stands, strict=True):
            self._count(side, f"stands {name}", value)
        if verb in AIMED:
            targets = sorted({first(one) for one in legal if verb_of(one) in AIMED})
            values = np.array([self._target(actor, one) for one in targets])
            names = [f"at {one}" for one in TARGETS]
            self._more(side, names, values, targets.index(about))
            self._struck.setdefault(about, set()).add(actor)
            self._struck_last[actor] = about
        ways = [first(one) for one in legal if verb_of(one) in WAYS and first(one) != OUTSIDE]
        if ways:
            goes = verb in WAYS and about != OUTSIDE
            went = self._standing(actor, about) - stands if goes else np.zeros(len(PLACES))
            for name, value in zip(PLACES, went, strict=True):
                self._count(side, f"way {name}", value)
            if goes:
                values = np.array([self._standing(actor, one) for one in ways])
                names = [f"other way {one}" for one in PLACES]
                self._more(side, names, values, ways.index(about))
        if verb in (V_CREATE, V_HELP):
            self._preparing(side, verb, about)

    def _preparing(self, side: int, verb: int, about: int) -> None:
        ward = self.wards[side]
        if verb == V_HELP:
            self._count(side, "helps ward", about == ward)
            return
        subject = self.subjects[about]
        self._count(side, "prepares for ward", subject == ward)
        fighter = subject < ZONE_SUBJECT
        self._count(side, "prepares on enemy", fighter and self.sides[subject] != side)
        self._count(side, "prepares on friend", fighter and self.sides[subject] == side)
        self._count(side, "prepares on ground", not fighter)
        self._count(side, "prepares at goal", subject == ZONE_SUBJECT + self.goal)
        if fighter and self.sides[subject] != side:
            self._count(
                side,
                "prepares on hurt",
                self.harm[subject] == max(self.harm[n] for n in self._of(1 - side)),
            )

    def _target(self, actor: int, target: int) -> list[float]:
        """`TARGETS` of one of those in reach."""
        side, zone = int(self.sides[actor]), int(self.zone[target])
        foes, ward = self._of(1 - side), self.wards[side]
        beside = [n for n in self.here if self.zone[n] == zone and n != actor]
        friends = sum(self.sides[n] == side for n in beside)
        struck = self._struck.get(target, set()) - {actor}
        guards = ward in self.here and ward != actor
        return [
            float(self.harm[target]),
            float(self.harm[target] == max(self.harm[n] for n in foes)),
            float(self.power[target]),
            -abs(float(self.power[target] - self.power[actor])),
            friends / max(1, len(beside)),
            float(len(struck)),
            float(self._struck_last.get(target) == actor),
            -float(min(3, self.hops[zone, self.zone[ward]])) if guards else 0.0,
            float(self._struck_last.get(target) == ward) if guards else 0.0,
            -float(min(3, self.hops[zone, self.goal])),
            float(self.hops[zone, self.zone[actor]]),
        ]

    def _order(self, side: int, legal: Sequence[int], action: int) -> None:
        """`ORDERS` of those who may act next."""
        ward, foes = self.wards[side], self._of(1 - side)
        rows = []
        for one in legal:
            who = first(one)
            zone = int(self.zone[who])
            near = [n for n in foes if self.hops[zone, self.zone[n]] <= 1]
            stands = self._standing(who, zone)
            rows.append(
                [
                    float(any(self.zone[n] == zone for n in foes)),
                    stands[0],
                    stands[1],
                    float(self.harm[who]),
                    float(self.power[who]),
                    float(max((self.harm[n] for n in near), default=0)),
                    stands[4],
                    float(who == ward),
                    stands[3],
                    stands[5],
                    stands[2],
                ]
            )
        names = [f"first {one}" for one in ORDERS]
        self._more(side, names, np.array(rows), list(legal).index(action))

    def _conceding(self, side: int, legal: Sequence[int], action: int) -> None:
        gone = verb_of(action) == V_CONCEDE
        self._count(side, "concedes", gone)
        if gone:
            self._count(side, "concedes unhurt", self.harm[first(action)] == 0)
