"""What a record that comes from outside the game has to be before kernels may read it, since they
look nothing over: every number within its field's range, everything that is kept up beside it in
step, and a stack of pending nodes that the machine can go on from. It applies no rule: a record
that passes can be played on, whether or not play would ever lead to it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autogm.engine import codes
from autogm.engine.codes import N_FINISH, N_ORDER, N_ROAR, N_TURN
from autogm.engine.compiling.sums import SUMS, write_sums
from autogm.engine.kinds import ROLLS
from autogm.engine.layout import STATE
from autogm.engine.nodes.compel import KEEP, PAYER_SHIFT
from autogm.engine.nodes.grant import GRANT_SHIFT
from autogm.engine.nodes.move import BLOCKER_SHIFT, CHARGE, TRY_MASK, TRY_SHIFT
from autogm.model.verbs import VERBS

Array = np.ndarray[Any, Any]

BOTTOMS = (N_TURN, N_ORDER, N_ROAR, N_FINISH)
"""What everything else pends on: a turn, who acts next, or the Roar phase and its last roll."""
NOBODYS = (N_ORDER, N_ROAR)
"""Kinds of node that are about a side and no fighter."""
ROLLED = (
    codes.N_OUTCOME, codes.N_AREA, codes.N_SKILL, codes.N_CONCEDE, codes.N_DEFEND, codes.N_DICE,
    codes.N_DUEL, codes.N_BONUS, codes.N_DRIVE, codes.N_PLACE, codes.N_NAME_COST,
    codes.N_TAKE_COST, codes.N_TWIST, codes.N_TWISTED,
)  # fmt: skip
"""Kinds of node that read the roll's fields, and so stand above its end."""
AIMED = (codes.N_DEFEND, codes.N_BONUS, codes.N_DRIVE, codes.N_PLACE)
"""… that are about its target too."""
AT_SOMEBODY, ON_ASPECTS, IN_ZONES = (
    tuple(one.code for one in VERBS if one.about == what) for what in ("target", "aspect", "zone")
)
SPREADING = tuple(verb for verb in IN_ZONES if ROLLS[verb][0] == codes.ATTACK_ROLL)
OF_FIGHTERS = ("zone", "stress", "members", "helps", "flags", "roars", "used")
"""Fields that are zero for whoever is not in the scene."""
FLAGS = codes.F_LETHAL | codes.F_DISARMED | codes.F_HINDERED | codes.F_BLOCKED | codes.F_KEEPS_ROAR
TURN_FLAGS, ROLL_FLAGS = 2 * codes.T_INVOKED - 1, 2 * codes.R_UNSUITED - 1
SHOWN = codes.HERE | codes.HIDDEN_PLAYERS | codes.HIDDEN_GM
MOST_TOTAL = 511  # with room for what invokes add
MOST_MARGIN, MOST_DIFFICULTY = 2 * MOST_TOTAL, MOST_TOTAL


RANGED = tuple(name for name in STATE.names or () if name != "pending")
"""Fields whose every number has a range of its own."""


def _cells_by_kind() -> dict[Any, Array]:
    """Where the numbers of the ranged fields stand in a record, by kind of number, counted in
    numbers of that kind: so few comparisons take in all of them."""
    fields: Any = STATE.fields
    found: dict[Any, list[Array]] = {}
    for name in RANGED:
        field, offset = fields[name][:2]
        kind, first = field.base, offset // field.base.itemsize
        found.setdefault(kind, []).append(np.arange(first, first + field.itemsize // kind.itemsize))
    return {kind: np.concatenate(places) for kind, places in found.items()}


CELLS = _cells_by_kind()


def _ranged(record: Any) -> list[Array]:
    """The numbers of the ranged fields of a record, one array for each kind."""
    data = record.tobytes()
    return [np.frombuffer(data, kind)[cells] for kind, cells in CELLS.items()]


class RecordCheck:
    """The limits of one conflict's records. `scene` is its constants, one record."""

    def __init__(self, scene: Any) -> None:
        self._scene = scene
        self._count = int(scene["fighters"])
        self._low, self._high = _limits(scene)
        self._lowest, self._highest = _ranged(self._low), _ranged(self._high)

    def check(self, record: Any) -> None:
        """Look a record over.

        Raises:
            ValueError: naming the first field that is not as the game writes it.
        """
        self.check_standing(record)
        self._stack(record)

    def check_standing(self, record: Any) -> None:
        """Look over how things stand, whatever is pending.

        Raises:
            ValueError: as `check`.
        """
        for found, low, high in zip(_ranged(record), self._lowest, self._highest, strict=True):
            if ((found < low) | (found > high)).any():
                self._name_the_first(record)
        self._who_is_there(record)
        self._kept_up(record)

    def _name_the_first(self, record: Any) -> None:
        """Raise for the first field that is out of its range."""
        for name in RANGED:
            value, low, high = record[name], self._low[name], self._high[name]
            for place in np.argwhere((value < low) | (value > high)).tolist():
                where = name + "".join(f"[{one}]" for one in place)
                least, most = int(low[*place]), int(high[*place])
                raise ValueError(f"`{where}` is {int(value[*place])}, not {_range(least, most)}")

    def _who_is_there(self, record: Any) -> None:
        """Nobody is both in the scene and out of it, and who is not in it has no fields."""
        present = int(record["present"])
        gone = int(record["out"]) | int(record["conceded"]) | int(record["escaped"])
        _need(not present & gone, "`present` has somebody who is out")
        _need(not int(record["acted"]) & ~present, "`acted` has somebody who is not there")
        self._mobs(record, present, gone)
        there = self._there(record)
        for name in OF_FIGHTERS:
            _need(not record[name][~there].any(), f"`{name}` is set of somebody who is not there")
        _need(bool((record["members"][there] > 0).all()), "`members` leaves a group nobody")
        item, carried = int(record["item"]), codes.ITEM_CARRIED
        zones, known = int(self._scene["zones"]), self._scene["item_zone"] >= 0
        lies = 0 <= item <= zones or item in (codes.ITEM_GONE, codes.ITEM_GONE + 1)
        held = 0 <= item - carried < self._count and (present >> (item - carried)) & 1
        _need(item == 0 or bool(known and (lies or held)), "`item` is nowhere")

    def _mobs(self, record: Any, present: int, gone: int) -> None:
        """Mobs leave as a whole, and what has become of a part is kept while others are here."""
        reserves, parts = int(self._scene["reserves"]), self._scene["parts"]
        _need(not gone & reserves, "a part of a mob has left as if it were one")
        for mob in np.flatnonzero(parts).tolist():
            here = present & int(parts[mob])
            _need(not (gone >> mob) & 1 or not here, "a mob has left, and a part of it has not")
        for name in ("slipped", "spared"):
            left = [mob for mob in range(self._count) if (int(record[name]) >> mob) & 1]
            _need(
                all(int(parts[mob]) & present for mob in left),
                f"`{name}` has a mob that is not there",
            )

    def _there(self, record: Any) -> Array:
        """Who is in the scene, as booleans."""
        numbers = np.arange(len(record["zone"]))
        there: Array = (int(record["present"]) >> numbers) & 1 == 1
        return there

    def _kept_up(self, record: Any) -> None:
        """Sums and masks that stand beside what they are made from."""
        made = record.copy()
        write_sums(self._scene, made)
        here, free = np.flatnonzero(record["here"]), np.flatnonzero(record["free"].any(axis=1))
        _need(bool((record["here"][here] & codes.HERE).all()), "`here` hides what is not in play")
        _need(set(free) <= set(here), "`free` has invokes of what is not in play")
        for name in SUMS:
            _need(bool((record[name] == made[name]).all()), f"`{name}` is not what it sums up")

    def _stack(self, record: Any) -> None:
        """The pending nodes: known ones, one on top that asks for something, each with the fields
        that it reads, and none once it is over."""
        depth, pending = int(record["depth"]), record["pending"]
        over = bool(record["winner"])
        _need(over == (depth == 0), "`depth` and `winner` differ on whether it is over")
        _need(not pending[depth:].any(), "`pending` goes on above `depth`")
        if over:
            return
        entries = [tuple(int(one) for one in entry) for entry in pending[:depth]]
        kinds = [entry[0] for entry in entries]
        known = all(codes.N_NONE < kind < codes.N_KINDS for kind in kinds)
        _need(known and kinds[-1] > codes.N_LAST_AUTO, "`pending` has a node that there is not")
        _need(kinds[0] in BOTTOMS, "`pending` begins in the middle of something")
        for kind, who, side, argument in entries:
            _need(side in (0, 1), "`pending` has a side that there is not")
            most = 1 if kind in NOBODYS else self._count
            _need(0 <= who < most, "`pending` has a fighter that there is not")
            _need(self._fits(kind, argument), f"`pending` has a node {kind} about {argument}")
        top = entries[-1]
        there = top[0] in NOBODYS or (int(record["present"]) >> top[1]) & 1
        _need(bool(there), "`pending` asks somebody who is not there")
        self._roll(record, entries)

    def _roll(self, record: Any, entries: list[tuple[int, ...]]) -> None:
        """What the pending nodes of a roll read of it."""
        kinds = [entry[0] for entry in entries]
        verb, target = int(record["roll_verb"]), int(record["roll_target"])
        rolled = [
            place
            for place, kind in enumerate(kinds)
            if kind in ROLLED and (verb or kind != codes.N_CONCEDE)
        ]
        _need(verb in ROLLS or not (verb or rolled), "`roll_verb` is none that rolls")
        _need(not rolled or N_FINISH in kinds[: rolled[0]], "`pending` has a roll without an end")
        aimed = any(
            kind in AIMED
            or (kind == codes.N_DICE and number & codes.DICE_ANSWER)
            or (kind == codes.N_BLOCK and (number >> TRY_SHIFT) & TRY_MASK == CHARGE)
            for kind, _, _, number in entries
        )
        aimed |= bool(record["roll_flags"] & codes.R_OPPOSED) or verb in AT_SOMEBODY
        aimed |= bool(record["paid_left"][0, 1])
        _need(target > 0 or not aimed, "`roll_target` is nobody")
        slot = int(self._scene["slot_guard"][target - 1]) if target else -1
        guarded = slot >= 0 and record["here"][slot]
        _need(bool(guarded) or not record["roll_guard"], "`roll_guard` is nobody's")
        charged = record["roll_flags"] & codes.R_CHARGE or codes.N_DRIVE in kinds
        _need(record["roll_from"] > 0 or not charged, "`roll_from` is nowhere")
        most = 0
        if verb in ON_ASPECTS:
            most = int(self._scene["slots"]) - 1
        elif verb in IN_ZONES:
            most = int(self._scene["zones"]) - 1
        area = bool(record["roll_flags"] & codes.R_AREA)
        _need(area == (verb in SPREADING), "`roll_flags` fits no `roll_verb`")
        _need(area or codes.N_AREA not in kinds, "`pending` has a zone that nobody attacks")
        friends = bool(record["roll_flags"] & codes.R_FRIENDS)
        _need(area or not friends, "`roll_flags` hits friends of nobody")
        unsuited = bool(record["roll_flags"] & codes.R_UNSUITED)
        misfit = verb == codes.V_CREATE and int(self._scene["unsuited"]) > 0
        _need(misfit or not unsuited, "`roll_flags` has a skill that suits nothing")
        argument = int(record["roll_argument"])
        outside = verb == codes.V_SPRINT and argument == codes.OUTSIDE
        _need(outside or 0 <= argument <= most, f"`roll_argument` is {argument}")
        if verb == codes.V_EXPLORE:
            zone = int(self._scene["slot_subject"][argument]) - codes.ZONE_SUBJECT
            _need(0 <= zone < int(self._scene["zones"]), "`roll_argument` is of no zone")
        rows = int(self._scene["effects"])
        effect = verb != codes.V_EFFECT or 0 <= record["roll_against"] < rows
        _need(bool(effect), "`roll_against` is no effect")

    def _fits(self, kind: int, argument: int) -> bool:
        """Whether a node of that kind can have that number."""
        scene = self._scene
        zones, compels = int(scene["zones"]), int(scene["compels"])
        if argument < 0:
            return False
        if kind in (codes.N_ARRIVE, codes.N_BLOCK, codes.N_BLOCKED):
            zone, attempt = argument & codes.ZONE_MASK, (argument >> TRY_SHIFT) & TRY_MASK
            most = {codes.N_ARRIVE: 1, codes.N_BLOCK: 1 << BLOCKER_SHIFT}.get(
                kind, self._count << BLOCKER_SHIFT
            )
            plain = kind != codes.N_ARRIVE or argument == zone
            inside = zone < zones or zone == codes.OUTSIDE
            return inside and attempt <= CHARGE and plain and argument < max(most, 64)
        if kind in (codes.N_ANSWER, codes.N_TWISTED):
            number, payer = argument & KEEP, argument >> PAYER_SHIFT
            kept = kind == codes.N_ANSWER and number == KEEP
            return (number < compels or kept) and payer <= self._count
        if kind == codes.N_GRANT:
            slot, payer = argument & ((1 << GRANT_SHIFT) - 1), argument >> GRANT_SHIFT
            return slot < int(scene["slots"]) and payer < self._count
        least, most = {
            codes.N_OUTCOME: (0, 1),
            codes.N_DICE: (0, codes.DICE_ANSWER | codes.DICE_REROLL),
            codes.N_DUEL: (0, 2 * codes.DUEL_OPEN - 1),
            codes.N_AREA: (0, self._count),
            codes.N_FINISH: (0, codes.FINISH_RIPOSTES + zones),
            codes.N_ABSORB: (1, (1 << codes.MELEE_SHIFT) - 1),
            codes.N_BONUS: (0, (2 << codes.TIED_SHIFT) - 1),
            codes.N_NAME_COST: (1, 2),
            codes.N_TAKE_COST: (codes.COST_BOOST, codes.COST_ASPECT),
            codes.N_SPOIL: (0, int(scene["slots"]) - 1),
            codes.N_OPPOSE: (0, int(scene["slots"]) - 1),
            codes.N_WAY: (0, zones - 1),
            codes.N_CONCEDE: (0, self._count - 1),
        }.get(kind, (0, 0))
        return least <= argument <= most


def _limits(scene: Any) -> tuple[Any, Any]:
    """The lowest and the highest that each field may be, as two records. What is not named here
    is zero."""
    lows, highs = np.zeros(1, STATE), np.zeros(1, STATE)
    low, high = lows[0], highs[0]
    count, zones, slots = (int(scene[name]) for name in ("fighters", "zones", "slots"))
    everyone = (1 << count) - 1
    for name in ("present", "out", "conceded", "escaped", "slipped", "spared", "acted"):
        high[name] = everyone
    high["compelled"] = (1 << int(scene["compels"])) - 1
    high["rites"] = (2 << int(scene["effect_number"].max())) - 1
    high["present_in"][:zones] = everyone
    for name in ("slots_free", "slots_here"):  # checked against what they sum up
        low[name], high[name] = np.iinfo(np.int64).min, np.iinfo(np.int64).max
    high["adverse"][:zones] = np.iinfo(np.int8).max
    high["weight"][:zones] = np.iinfo(np.int16).max
    high["depth"] = codes.MAX_DEPTH
    low["exchange"], high["exchange"] = 1, scene["exchanges"]
    high["place"] = scene["places"]
    high["winner"] = codes.UNDECIDED_WIN
    high["ambush"] = scene["ambush_lethal"] >= 0
    high["item"] = codes.ITEM_GONE + 1
    high["held"][: int(scene["objectives"])] = scene["exchanges"]
    low["turn_paid"], high["turn_paid"] = np.iinfo(np.int64).min, np.iinfo(np.int64).max
    high["turn_flags"], high["roll_flags"], high["flags"][:count] = TURN_FLAGS, ROLL_FLAGS, FLAGS
    high["members"][:count] = scene["members"][:count]
    for name in ("turn_toward", "turn_away", "roll_from"):
        high[name] = zones
    skills = int(scene["skills"])
    high["turn_banned"] = high["roll_answer"] = skills
    high["roars"][:count] = np.where(scene["slot_roar"][:count] < 0, 0, skills)
    high["roll_verb"] = max(ROLLS)
    high["roll_actor"], high["roll_target"], high["roll_skill"] = count - 1, count, skills - 1
    stunts = (1 << scene["stunts"][:count].astype(np.int64)) - 1
    high["roll_called"], high["used"][:count] = stunts.max(), stunts
    high["roll_argument"] = max(slots - 1, codes.OUTSIDE)
    low["roll_against"], high["roll_against"] = -MOST_DIFFICULTY, MOST_DIFFICULTY
    high["roll_guard"] = high["yielded"] = 1
    high["roll_price"] = np.iinfo(np.int32).max
    high["roll_way"] = (1 << zones) - 1
    low["margin"], high["margin"] = -MOST_MARGIN, MOST_MARGIN
    low["die"], high["die"] = scene["lowest"], -scene["lowest"]
    aspects = int(scene["slot_count"].sum()) + int(scene["own_aspects"].max())
    high["paid_left"] = aspects + int(scene["against_aspects"].max())
    low["roll_totals"][:count], high["roll_totals"][:count] = -MOST_MARGIN, MOST_MARGIN
    high["roll_paid"] = np.iinfo(np.int8).max
    low["roll_spent"], high["roll_spent"] = np.iinfo(np.int64).min, np.iinfo(np.int64).max
    high["roll_boosts"], high["roll_twisted"] = scene["free_cap"], slots
    high["roll_ripostes"][:count] = np.iinfo(np.int8).max
    high["zone"][:count] = zones - 1
    high["stress"][:count] = (1 << scene["boxes"][:count].astype(np.int64)) - 1
    taken = (scene["severity"][:count] > 0) << np.arange(scene["severity"].shape[1])
    high["wounds"][:count] = taken.sum(axis=1)
    high["helps"][:count] = count
    for name in ("points", "owed"):
        high[name][:count] = np.iinfo(np.int16).max
        high[name][codes.POOL] = np.iinfo(np.int16).max
    high["here"][:slots], high["maker"][:slots] = SHOWN, count
    high["free"][:slots] = scene["free_cap"]
    return low, high


def _range(least: int, most: int) -> str:
    return f"{least} to {most}" if least < most else f"{least}"


def _need(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ValueError(otherwise)
