"""A record told as the fields of a position that a person could write (`autogm.model.position`):
who is where and how it stands with them, and what is otherwise than at the start. It is the way
back of `autogm.engine.compiling.setting`; whose turn it is, `autogm.engine.set_up` tells.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from autogm.engine import codes
from autogm.engine.codes import (
    HERE,
    HIDDEN_GM,
    HIDDEN_PLAYERS,
    K_CONSEQUENCE,
    POOL,
)
from autogm.engine.compile import Compiled
from autogm.engine.compiling.people import FLAGS
from autogm.engine.compiling.setting import BY_STATUS, Setting
from autogm.engine.compiling.standing import place_of
from autogm.model.position import FighterNow, Position
from autogm.model.words import HARMS, SIDES
from autogm.rules.encounter import SettledFighter

HIDDEN = {HIDDEN_PLAYERS: "players", HIDDEN_GM: "gm"}


def fighters_in(compiled: Compiled, mask: int) -> list[str]:
    """The ids of the fighters of a bit mask."""
    found = enumerate(compiled.encounter.fighters)
    return [one.id for number, one in found if (mask >> number) & 1]


def fields_of(compiled: Compiled, record: Any) -> dict[str, Any]:
    """The fields of the position of a record, but for whose turn it is."""
    return _Telling(compiled, record).fields()


class _Telling:
    """One record on its way into fields."""

    def __init__(self, compiled: Compiled, record: Any) -> None:
        self.compiled, self.encounter = compiled, compiled.encounter
        self.scene, self.record = compiled.scene[0], record
        self.present = int(record["present"])

    def fields(self) -> dict[str, Any]:
        """Those that are needed; fighters who are here are told even if all is as at the start, so
        that a person finds where to write."""
        record = self.record
        fighters = {
            one.id: fields
            for number, one in enumerate(self.encounter.fighters)
            if (fields := self._fighter(number, one)) is not None
        }
        told = {
            "fighters": fighters,
            "pool": int(record["points"][POOL]),
            "pool_owed": int(record["owed"][POOL]),
            "pool_conceded": bool(record["yielded"]),
            **self._aspects(fighters),
            "item": self._item(),
            "held": self._held(),
            "compelled": self._compelled(),
            "rituals": [n + 1 for n in range(16) if (int(record["rites"]) >> n) & 1],
        }
        kept = {name: value for name, value in told.items() if value or name == "pool"}
        if self.scene["ambush_lethal"] >= 0:
            kept["ambush"] = bool(record["ambush"])
        return kept

    # Fighters

    def _fighter(self, number: int, fighter: SettledFighter) -> dict[str, Any] | None:
        """The fields of a fighter; none of one who is still to come, or of nobody (N4)."""
        record = self.record
        told: dict[str, Any] = {}
        status = self._status(number, fighter)
        if status is None:
            return None
        if status != "here":
            told["status"] = status
        else:
            told["zone"] = self.encounter.zones[int(record["zone"][number])]
            told["stress"] = {
                harm: boxes
                for place, harm in enumerate(HARMS)
                if (boxes := _bits(int(record["stress"][number][place]), 1))
            }
        told["consequences"] = self._consequences(number, fighter)
        if status == "here":
            self._more(told, number, fighter)
        told["owed"] = int(record["owed"][number])
        kept = ("status", "zone", "points", "members")
        return {name: value for name, value in told.items() if value or name in kept}

    def _more(self, told: dict[str, Any], number: int, fighter: SettledFighter) -> None:
        """What is true of those alone who are here."""
        record, flags = self.record, int(self.record["flags"][number])
        if self.scene["mob"][number]:
            told["members"] = int(record["members"][number])
        if self.scene["purse"][number] == number:
            told["points"] = int(record["points"][number])
        helped, roars = int(record["helps"][number]), int(record["roars"][number])
        if helped:
            told["helps"] = self.encounter.fighters[helped - 1].id
        if roars:
            told["roars"] = self.encounter.skills[roars - 1]
        told["used"] = [fighter.stunts[n].name for n in _bits(int(record["used"][number]))]
        told["marks"] = [mark for mark, bit in FLAGS.items() if flags & bit]
        told["parts_left"] = self._parts_left(number)

    def _status(self, number: int, fighter: SettledFighter) -> str | None:
        bit = 1 << number
        if self.present & bit:
            return "here"
        if fighter.part_of is not None:
            return "taken out" if self.record["wounds"][number] else None
        if int(self.scene["parts"][number]) & self.present:
            return self._parts_left(number) or "taken out"
        masks = {status: int(self.record[mask]) for status, mask in BY_STATUS.items()}
        return next((status for status, mask in masks.items() if mask & bit), None)

    def _parts_left(self, mob: int) -> str | None:
        """How the best off have gone of a mob that is here still."""
        if (int(self.record["slipped"]) >> mob) & 1:
            return "left"
        return "conceded" if (int(self.record["spared"]) >> mob) & 1 else None

    def _consequences(self, number: int, fighter: SettledFighter) -> list[Any]:
        told: list[Any] = []
        for place in _bits(int(self.record["wounds"][number])):
            one = fighter.consequences[place]
            fields: dict[str, Any] = {"severity": one.severity}
            if one.harm is not None:
                fields["harm"] = one.harm
            slot = int(self.scene["slot_consequence"][number][place])
            if free := self._free(slot):
                fields["free"] = free
            told.append(fields if len(fields) > 1 else one.severity)
        return told

    # Aspects

    def _aspects(self, fighters: dict[str, Any]) -> dict[str, Any]:
        """What stands otherwise than at the start, and what is gone."""
        base = self._at_first(fighters)
        aspects, gone = [], []
        for slot, one in enumerate(self.compiled.slots.slots):
            here = int(self.record["here"][slot])
            same = all((self.record[name][slot] == base[name][slot]).all()
                       for name in ("here", "free", "maker"))  # fmt: skip
            if same or one.kind == K_CONSEQUENCE:
                continue
            fields: dict[str, Any] = {"text": one.texts[0], "on": place_of(self.compiled, slot)}
            if not here:
                gone.append(fields)
                continue
            if free := self._free(slot):
                fields["free"] = free
            if here & ~HERE:
                fields["hidden_from"] = HIDDEN[here & ~HERE]
            if maker := int(self.record["maker"][slot]):
                fields["made_by"] = self.encounter.fighters[maker - 1].id
            aspects.append(fields)
        return {"aspects": aspects, "gone": gone}

    def _at_first(self, fighters: dict[str, Any]) -> Any:
        """The record of the same people with what stood at the start."""
        known = FighterNow.model_fields.keys() & {"status", "roars"}
        told = {
            key: {name: value for name, value in fields.items() if name in known}
            for key, fields in fighters.items()
        }
        exchange = int(self.record["exchange"])
        position = Position.model_validate({"exchange": exchange, "fighters": told})
        return Setting(self.compiled, position).write()[0]

    def _free(self, slot: int) -> dict[str, int]:
        counts = zip((*SIDES, "open"), self.record["free"][slot].tolist(), strict=True)
        return {side: count for side, count in counts if count}

    # The rest

    def _item(self) -> dict[str, str]:
        item = int(self.record["item"])
        if not item:
            return {}
        if item >= codes.ITEM_GONE:
            return {"got_out_by": SIDES[item - codes.ITEM_GONE]}
        if item >= codes.ITEM_CARRIED:
            return {"carried_by": self.encounter.fighters[item - codes.ITEM_CARRIED].id}
        return {"zone": self.encounter.zones[item - 1]}

    def _held(self) -> dict[str, dict[str, int]]:
        told: dict[str, dict[str, int]] = {}
        for row in range(int(self.scene["objectives"])):
            if count := int(self.record["held"][row]):
                side = SIDES[int(self.scene["objective_side"][row])]
                zone = self.encounter.zones[int(self.scene["objective_zone"][row])]
                told.setdefault(side, {})[zone] = count
        return told

    def _compelled(self) -> list[Any]:
        rows = _bits(int(self.record["compelled"]))
        slots = dict.fromkeys(int(self.scene["compel_slot"][row]) for row in rows)
        texts = {slot: self.compiled.slots.slots[slot].texts[0] for slot in slots}
        every = {int(self.scene["compel_slot"][n]) for n in range(int(self.scene["compels"]))}
        known = Counter(text for n in every for text in self.compiled.slots.slots[n].texts)
        return [
            text if known[text] == 1 else {"text": text, "on": place_of(self.compiled, slot)}
            for slot, text in texts.items()
        ]


def _bits(mask: int, first: int = 0) -> list[int]:
    """The places of the bits that are set, counted from `first`."""
    return [first + place for place in range(mask.bit_length()) if (mask >> place) & 1]
