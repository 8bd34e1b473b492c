"""A position carried over into the conflict as a side knows it (`autogm.engine.known`): the same
numbers for everything that is there too, as if what is hidden were not there. Every field of a
state has its way here; a test sees that none is forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from autogm.engine import codes
from autogm.engine.codes import DUEL_OPEN, HERE, ITEM_CARRIED, ITEM_GONE, POOL
from autogm.engine.compiling.masks import bits
from autogm.engine.entries import (
    could_invoke_at,
    count_invokes_at,
    settle_duel_at,
    spare_absent_at,
)
from autogm.engine.known import Known
from autogm.engine.layout import STATE
from autogm.engine.nodes.compel import KEEP, PAYER_SHIFT
from autogm.engine.nodes.grant import GRANT_SHIFT
from autogm.engine.nodes.move import BLOCKER_SHIFT
from autogm.engine.payments import HOW_BITS, POINT, SLOT_BITS
from autogm.game.rows import rows

Array = np.ndarray[Any, Any]

ALIKE = (
    "depth", "exchange", "winner", "turn_flags", "turn_toward",
    "turn_away", "roll_verb", "roll_flags", "roll_called", "roll_from", "roll_guard", "roll_paid",
    "roll_way", "roll_boosts", "margin", "die", "paid_left", "spare",
)  # fmt: skip
"""Fields that mean the same in both."""
MASKS = ("present", "out", "conceded", "escaped", "slipped", "spared", "acted")
"""Bit masks of fighters."""
OF_FIGHTERS = ("zone", "stress", "wounds", "members", "flags", "used")
OF_ROLLS = ("roll_totals", "roll_ripostes")
"""Numbers by fighter, of how things stand and of an area attack."""
OTHERS = (
    "pending", "yielded", "compelled", "rites", "present_in", "slots_free", "slots_here",
    "adverse", "place", "ambush", "item", "held", "turn_banned", "roll_actor", "roll_target",
    "roll_skill", "roll_answer", "roll_argument", "roll_against", "roll_price", "roll_spent",
    "roll_twisted", "turn_paid", "helps", "roars", "weight", "points", "owed", "here", "maker",
    "free",
)  # fmt: skip
"""Fields that each go their own way."""
ABOUT_ASPECTS = (codes.V_CREATE, codes.V_EXPLORE, codes.V_DISCOVER, codes.V_OVERCOME)
"""Verbs of rolls whose argument is an aspect."""


class NotKnownError(ValueError):
    """Something that is going on cannot be said to a side: why, as a sentence without its end."""


def carried(known: Known, record: Array) -> Array:
    """The record of a state in the conflict as it is known.

    Raises:
        NotKnownError: where what is pending is about somebody or something hidden.
    """
    found = _carried(known, record.tobytes())
    if isinstance(found, str):
        raise NotKnownError(found)
    return found.copy()


def position_of(known: Known, record: Array) -> Array:
    """The same without what is pending and being rolled: how things stand, which can always be
    said."""
    carry = _Carry(known, record[0])
    carry.position()
    return carry.records


@lru_cache(maxsize=64)  # a moment is asked about many times while it is shown
def _carried(known: Known, moment: bytes) -> Array | str:
    """The record, or why there is none."""
    record = np.frombuffer(moment, STATE)
    carry = _Carry(known, record[0])
    try:
        carry.position()
        carry.pending()
        carry.roll()
        carry.duel(record)
    except NotKnownError as error:
        return str(error)
    return carry.records


class _Carry:
    """One record on its way; `was` is the true one, `now` that of the conflict as it is known."""

    def __init__(self, known: Known, was: Any) -> None:
        self.known, self.was = known, was
        self.records: Array = np.zeros(1, STATE)
        self.now = self.records[0]
        self.scene, self.true = known.game.scene[0], known.true.scene[0]

    def position(self) -> None:
        """Fighters, aspects, points, what is kept up beside them."""
        known, was, now = self.known, self.was, self.now
        for name in ("exchange", "winner"):
            now[name] = was[name]
        now["yielded"] = was["yielded"] if self._may_yield() else 0
        for name in MASKS:
            now[name] = _mask(int(was[name]), known.fighters)
        now["compelled"] = _mask(int(was["compelled"]), known.compels)
        now["rites"] = _mask(int(was["rites"]), known.effect_numbers)
        for old, new in known.objectives.items():
            now["held"][new] = was["held"][old]
        order = [int(one) for one in self.true["order"][: int(was["place"])]]
        now["place"] = sum(any(n in known.fighters for n in self._of_place(one)) for one in order)
        now["ambush"] = 0 if known.secrets.ambush else was["ambush"]
        now["item"] = self._item(int(was["item"]))
        self._fighters()
        self._aspects()

    def _may_yield(self) -> bool:
        """Whether somebody who is known of could still earn the pool its point for conceding (H6),
        without whom nobody asks whether it has had it (`autogm.engine.harm.forget_yielded`)."""
        left = int(self.was["out"]) | int(self.was["conceded"]) | int(self.was["escaped"])
        able = int(self.true["yields"]) | int(self.true["yields_hurt"])
        return any(
            able & ~left & (1 << n)
            and not self.true["nameless"][n]
            and self.true["purse"][n] == POOL
            for n in self.known.fighters
        )

    def _of_place(self, entry: int) -> list[int]:
        """Who acts at a place of the true order."""
        if entry >= 0:
            return [entry]
        mask = int(self.true["block_mask"][-1 - entry])
        return [n for n in range(int(self.true["fighters"])) if (mask >> n) & 1]

    def _item(self, item: int) -> int:
        if ITEM_CARRIED <= item < ITEM_GONE:
            return ITEM_CARRIED + self._fighter(item - ITEM_CARRIED)
        return item

    def _fighters(self) -> None:
        known, was, now = self.known, self.was, self.now
        for old, new in known.fighters.items():
            for name in OF_FIGHTERS:
                now[name][new] = was[name][old]
            now["points"][new], now["owed"][new] = was["points"][old], was["owed"][old]
            helped, roars = int(was["helps"][old]), int(was["roars"][old])
            now["helps"][new] = known.fighters.get(helped - 1, -1) + 1
            now["roars"][new] = known.skills.get(roars - 1, -1) + 1
        now["points"][POOL], now["owed"][POOL] = was["points"][POOL], was["owed"][POOL]
        now["weight"] = was["weight"]
        for hidden in known.secrets.fighters:
            if (int(was["present"]) >> hidden) & 1:
                place = int(was["zone"][hidden]), int(self.true["side"][hidden])
                now["weight"][place] -= self._weight(hidden)
        for zone in range(int(self.true["zones"])):
            now["present_in"][zone] = _mask(int(was["present_in"][zone]), known.fighters)

    def _weight(self, fighter: int) -> int:
        """What somebody weighs who is here, in hiding (N4, W1)."""
        weight, members = int(self.true["weight"][fighter]), int(self.was["members"][fighter])
        if not self.true["mob"][fighter]:
            return weight
        return min(weight, int(self.true["member_weight"][fighter]) * members)

    def _aspects(self) -> None:
        known, was, now = self.known, self.was, self.now
        old, new = known.slot_rows
        np.bitwise_or.at(now["here"], new, was["here"][old])
        np.add.at(now["free"], new, was["free"][old])
        now["maker"][new] = known.makers[was["maker"][old]]
        here = np.flatnonzero(now["here"] & HERE)
        now["slots_here"] = bits([int(slot) for slot in here])
        now["slots_free"] = bits([int(slot) for slot in np.flatnonzero(now["free"].any(1))])
        for slot in here[self.scene["slot_adverse"][here] > 0]:
            zone = int(self.scene["slot_subject"][slot]) - codes.ZONE_SUBJECT
            if 0 <= zone < int(self.scene["zones"]):
                now["adverse"][zone] += 1

    def pending(self) -> None:
        """What must still happen."""
        depth = int(self.was["depth"])
        self.now["depth"] = depth
        for place in range(depth):
            kind, who, side, number = (int(one) for one in self.was["pending"][place])
            if kind not in (codes.N_ORDER, codes.N_ROAR):
                who = self._fighter(who)
            self.now["pending"][place] = (kind, who, side, self._number(kind, number))

    def _number(self, kind: int, number: int) -> int:
        """The number of a pending entry."""
        if kind in (codes.N_CONCEDE, codes.N_AREA):
            return sum(old < number for old in self.known.fighters)
        if kind in (codes.N_ANSWER, codes.N_TWISTED):
            row, payer = number & KEEP, number >> PAYER_SHIFT
            row = row if row == KEEP else self._of(self.known.compels, row)
            return row | (self._payer(payer) << PAYER_SHIFT)
        if kind in (codes.N_SPOIL, codes.N_OPPOSE):
            return self._of(self.known.slots, number)
        if kind == codes.N_BLOCKED:
            way, blocker = number & ((1 << BLOCKER_SHIFT) - 1), number >> BLOCKER_SHIFT
            return way | (self._fighter(blocker) << BLOCKER_SHIFT)
        if kind == codes.N_GRANT:
            slot, payer = number & ((1 << GRANT_SHIFT) - 1), number >> GRANT_SHIFT
            payer = payer if payer == POOL else self._fighter(payer)
            return self._of(self.known.slots, slot) | (payer << GRANT_SHIFT)
        return number

    def _payer(self, payer: int) -> int:
        """Whose stake: 0 nobody's, else a purse + 1."""
        return payer if payer in (0, POOL + 1) else self._fighter(payer - 1) + 1

    def roll(self) -> None:
        """The turn and the roll that are under way."""
        was, now, verb = self.was, self.now, int(self.was["roll_verb"])
        for name in ALIKE:
            now[name] = was[name]
        now["turn_paid"] = _signed(_mask(int(was["turn_paid"]), self.known.effects))
        now["turn_banned"] = self.known.skills.get(int(was["turn_banned"]) - 1, -1) + 1
        argument, against = int(was["roll_argument"]), int(was["roll_against"])
        now["roll_argument"], now["roll_against"] = argument, against
        now["roll_target"] = self._after(int(was["roll_target"]))  # a charge's before it rolls
        for old, new in self.known.fighters.items():  # ripostes come when the roll is over (E4)
            for name in OF_ROLLS:
                now[name][new] = was[name][old]
        if not verb:
            return
        now["roll_actor"] = self._fighter(int(was["roll_actor"]))
        now["roll_skill"] = self.known.skills.get(int(was["roll_skill"]), 0)
        now["roll_answer"] = self.known.skills.get(int(was["roll_answer"]) - 1, -1) + 1
        if verb in ABOUT_ASPECTS:
            now["roll_argument"] = self._of(self.known.slots, argument)
        elif verb == codes.V_EFFECT:
            now["roll_against"] = self._of(self.known.effects, against)
        now["roll_price"] = self._price(int(was["roll_price"]))
        self._area()

    def _area(self) -> None:
        """What only an area attack has."""
        was, now = self.was, self.now
        spent = [
            new for old, new in self.known.slots.items()
            if (int(was["roll_spent"][old >> 6]) >> (old & 63)) & 1
        ]  # fmt: skip
        now["roll_spent"] = bits(spent)
        now["roll_twisted"] = self.known.slots.get(int(was["roll_twisted"]) - 1, -1) + 1
        spare_absent_at(rows(self.known.game.scene), rows(self.records), 0)

    def _price(self, price: int) -> int:
        """What an action was paid with: an aspect, how, and who got the point
        (`autogm.engine.payments`)."""
        if not price:
            return 0
        slot, rest = price & ((1 << SLOT_BITS) - 1), price >> SLOT_BITS
        how, receiver = rest & ((1 << HOW_BITS) - 1), rest >> HOW_BITS
        if how >= POINT:
            how = POINT - 1 + self._payer(how - POINT + 1)
        new = self._of(self.known.slots, slot - 1) + 1
        return new | ((how | (self._payer(receiver) << HOW_BITS)) << SLOT_BITS)

    def duel(self, record: Array) -> None:
        """What the other side could still invoke with points, of what is known: what it could in
        truth, less what is hidden. What it has used up has been seen. The dice stay only for who
        can still reroll them, as far as is known."""
        place = int(self.was["depth"]) - 1
        while place >= 0 and int(self.was["pending"][place][0]) != codes.N_DUEL:
            place -= 1
        if place < 0 or not int(self.was["pending"][place][3]) & DUEL_OPEN:
            return
        other = 1 - self.known.secrets.side
        side = self.true["side"]
        acting, target = int(side[int(self.was["roll_actor"])]), int(self.was["roll_target"])
        friend = target > 0 and int(side[target - 1]) == acting  # whose side answers (E4)
        part = int((acting != other) != friend)
        if self.was["paid_left"][part].any():
            full, seen = record.copy(), self.records.copy()
            count_invokes_at(rows(self.known.true.scene), rows(full), 0, other)
            count_invokes_at(rows(self.known.game.scene), rows(seen), 0, other)
            used = full[0]["paid_left"][part] - self.was["paid_left"][part]
            self.now["paid_left"][part] = np.maximum(0, seen[0]["paid_left"][part] - used)
        if place == int(self.was["depth"]) - 1:
            settle_duel_at(rows(self.known.game.scene), rows(self.records), 0)
            if self.now["depth"] <= place:
                raise NotKnownError("it depends on something that is not known of yet")
        elif not self._rerolls(part) and not could_invoke_at(
            rows(self.known.game.scene), rows(self.records), 0, other
        ):
            self.now["die"][part] = 0

    def _rerolls(self, part: int) -> bool:
        """Whether the dice of a part of the roll are about to be rolled again: how they lie now is
        what the new ones replace."""
        node, _, _, number = map(int, self.was["pending"][int(self.was["depth"]) - 1])
        again = node == codes.N_DICE and number & codes.DICE_REROLL
        return bool(again) and number & codes.DICE_ANSWER == part

    def _fighter(self, fighter: int) -> int:
        if fighter not in self.known.fighters:
            raise NotKnownError("it is about somebody who is not known of yet")
        return self.known.fighters[fighter]

    def _after(self, fighter: int) -> int:
        """A fighter + 1, or 0 for none."""
        return self._fighter(fighter - 1) + 1 if fighter else 0

    @staticmethod
    def _of(numbers: Mapping[int, int], number: int) -> int:
        if number not in numbers:
            raise NotKnownError("it is about something that is not known of yet")
        return numbers[number]


def _mask(mask: int, numbers: Mapping[int, int]) -> int:
    """A bit mask in new numbers."""
    return sum(1 << new for old, new in numbers.items() if (mask >> old) & 1)


def _signed(mask: int) -> int:
    """A mask of 64 bits as the field that holds it has it."""
    return mask - (1 << 64) if mask >> 63 else mask
