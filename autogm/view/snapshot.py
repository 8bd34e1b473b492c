"""A board out of a state: who is where, boxes, consequences, aspects with their free invokes,
points, goals, turn order. The opening of an encounter is made the same way from its first record,
for which no kernel has to be compiled. What exploring a zone would reveal is never on a board
(A14); what is hidden from a side is, marked so (A16).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from autogm.engine import codes
from autogm.engine.codes import HERE, POOL
from autogm.engine.compile import Compiled, compile_encounter
from autogm.engine.compiling.slots import Slot as AspectSlot
from autogm.engine.secrets import Secrets, secrets_of
from autogm.model.words import HARMS, SideName
from autogm.rules.encounter import Encounter, SettledFighter
from autogm.view.board import (
    Board,
    BoardAspect,
    BoardEdge,
    BoardFighter,
    BoardSide,
    BoardSkill,
    BoardStunt,
    BoardZone,
    Free,
    Presence,
    Slot,
    Track,
)
from autogm.view.outlook import (
    compels,
    goals,
    order_words,
    side_name,
    turn_order,
)
from autogm.view.words.names import Names, names_in, names_of
from autogm.view.words.stunts import stunt_words

if TYPE_CHECKING:
    from autogm.engine.state import State

ATTACHED = ("situation", "zone")
"""Kinds of written aspect that stand on a fighter and not on its sheet."""
SLOT_KINDS = {
    codes.K_ON: "boost",
    codes.K_FOR: "boost",
    codes.K_ROAR: "roar",
    codes.K_GUARD: "full defense",
    codes.K_ZONE: "zone",
}


UNWRITTEN = {
    codes.K_ON: "a boost",
    codes.K_FOR: "a boost",
    codes.K_ROAR: "Roar",
    codes.K_GUARD: "Full Defense",
}
"""What stands beside whom it is about, instead of `Rolf's Roar`: whose a boost is, is seen by its
free invoke."""
NATURES = {"never": "never concedes", "hurt": "concedes only when hurt"}
"""When somebody concedes who does not always (H6)."""
ATTACK_BOOST = "a boost for attacks"


def board_of(state: State) -> Board:
    """A state as a board."""
    game = state.game
    board = _Snapshot(game.compiled, state.record[0]).board()
    return replace(board, exchange=state.exchange, now=_now(state))


def opening_board(encounter: Encounter) -> Board:
    """An encounter before its first exchange.

    Raises:
        ScenarioError: for what the game cannot hold or express.
    """
    compiled = compile_encounter(encounter)
    return _Snapshot(compiled, compiled.state[0], begun=False).board()


def _now(state: State) -> str:
    """What is to be chosen or rolled, or how it has ended."""
    names = names_in(state)
    if state.is_terminal():
        winner = names.sides.get(state.winner or "")
        return names.says(winner, "has won") if winner else "nobody has won"
    if state.rolls_dice():
        return names.says(names.of(state.actor()), "rolls")
    from autogm.view.words.choices import (
        ChoiceWords,
    )  # reads kernels, which an opening needs not

    words, compiled, record = ChoiceWords(state.game), state.game.compiled, state.record[0]
    hidden = sum(
        1 << one
        for side in (codes.PLAYERS, codes.GM)
        for one in secrets_of(compiled, record, side).fighters
    )
    return names.says(words.chooser(state, hidden), f"chooses {words.question(state)}")


class _Snapshot:
    """One record with the constants it belongs to."""

    def __init__(self, compiled: Compiled, record: Any, begun: bool = True) -> None:
        self.compiled, self.encounter = compiled, compiled.encounter
        self.scene, self.record, self.begun = compiled.scene[0], record, begun
        self.names: Names = names_of(self.encounter)
        self.present = int(record["present"])
        self.secrets: dict[SideName, Secrets] = {
            "players": secrets_of(compiled, record, codes.PLAYERS),
            "gm": secrets_of(compiled, record, codes.GM),
        }
        """What each side does not know."""

    def board(self) -> Board:
        """All of it."""
        encounter, scenario = self.encounter, self.encounter.scenario
        ambushed = self._ambushed()
        first, last = (int(number) for number in self.scene["scene_slots"])
        return Board(
            title=scenario.title,
            zones=tuple(self._zone(number) for number in range(len(encounter.zones))),
            edges=tuple(
                BoardEdge(
                    start=edge.between[0],
                    end=edge.between[1],
                    one_way=edge.one_way,
                    barrier=edge.barrier,
                    difficulty=edge.difficulty,
                    sight=not edge.barrier if edge.sight is None else edge.sight,
                )
                for edge in scenario.edges
            ),
            fighters=tuple(
                self._fighter(number, encounter.fighters[number]) for number in self._shown()
            ),
            aspects=tuple(self._aspect(slot) for slot in self._here(first, last)),
            players=self._side("players", None),
            gm=self._side("gm", int(self.record["points"][POOL])),
            ruleset=encounter.ruleset.title,
            kind=scenario.kind,
            exchanges=scenario.exchanges,
            order=turn_order(encounter, self.present),
            order_by=order_words(encounter, self.names, ambushed),
            turn=self._turn(),
            weight_ratio=encounter.ruleset.weight_ratio if self.scene["weight_on"] else None,
            weight_rolls=encounter.ruleset.weight_rolls,
            compels=compels(self.compiled, self.record, self.names, self._hidden_from),
        )

    def _side(self, side: SideName, pool: int | None) -> BoardSide:
        told = goals(self.compiled, self.record, side, self.begun)
        return BoardSide(side_name(self.encounter, side), pool, told)

    def _turn(self) -> str | None:
        """Whose turn it is: a turn stays pending until it is over. Nobody's, where it is that of a
        part of a mob that has just left."""
        kind, who = (int(number) for number in self.record["pending"][0][:2])
        shown = kind == codes.N_TURN and self._stands_for_somebody(who)
        return self.encounter.fighters[who].id if shown else None

    def _ambushed(self) -> SideName | None:
        """The side from which an ambush is still hidden."""
        return next((side for side, one in self.secrets.items() if one.ambush), None)

    def _unknown_to(self, number: int) -> SideName | None:
        """The side that does not know of a fighter."""
        return next((side for side, one in self.secrets.items() if number in one.fighters), None)

    def _hidden_from(self, slot: int) -> SideName | None:
        """The side from which an aspect is hidden (A16)."""
        return next((side for side, one in self.secrets.items() if slot in one.aspects), None)

    # Aspects

    def _here(self, first: int, last: int) -> Iterator[int]:
        """The slots from `first` up to `last` whose aspects are in play."""
        return (n for n in range(first, last) if int(self.record["here"][n]) & HERE)

    def _aspect(self, slot: int) -> BoardAspect:
        """The aspect of a slot as it stands."""
        written = self.compiled.slots.slots[slot]
        kind = SLOT_KINDS.get(written.kind, "situation")
        text = self.names.worded(UNWRITTEN.get(written.kind, written.texts[0]))
        if written.kind == codes.K_ON and slot == int(self.scene["slot_open"][written.subject]):
            text = text if slot == int(self.scene["slot_on"][written.subject]) else ATTACK_BOOST
        return self._of(slot, written, text, kind)

    def _of(self, slot: int, written: AspectSlot, text: str, kind: str) -> BoardAspect:
        return BoardAspect(
            text=text,
            kind=kind,
            free=self._free(slot),
            adverse=bool(written.adverse),
            side=SIDES_OF[written.side] if kind not in ("boost", "full defense") else None,
            hidden_from=self._hidden_from(slot),
            key=written.texts[0],
        )

    def _free(self, slot: int) -> Free:
        return Free(*(int(count) for count in self.record["free"][slot]))

    # Zones

    def _zone(self, number: int) -> BoardZone:
        encounter, scene = self.encounter, self.scene
        zone_id = encounter.zones[number]
        zone, item = encounter.scenario.zones[zone_id], encounter.scenario.item
        explores = int(scene["zone_explore"][number])
        unexplored = explores >= 0 and not int(self.record["here"][explores]) & HERE
        first, last = (int(one) for one in scene["zone_slots"][number : number + 2])
        lies = item is not None and int(self.record["item"]) == number + 1
        return BoardZone(
            id=zone_id,
            name=zone.name or zone_id,
            aspects=tuple(self._aspect(slot) for slot in self._here(first, last)),
            unexplored=unexplored,
            difficulty=int(scene["explore_difficulty"][number]) if unexplored else None,
            tags=zone.tags,
            exit=zone.exit,
            item=item.name if item is not None and lies else None,
        )

    # Fighters

    def _fighter(self, number: int, fighter: SettledFighter) -> BoardFighter:
        record, presence = self.record, self._presence(number)
        here = bool((self.present >> number) & 1)
        late = presence == "in" and not here
        zone = self.encounter.zones[int(record["zone"][number])] if here else fighter.zone
        sheet, attached = self._aspects(number, fighter, late)
        members = int(record["members"][number]) if here else fighter.members
        own, (mob, part) = fighter.is_player_character, _broken_off(self.encounter, fighter)
        points = int(self.scene["start_points"][number]) if late else int(record["points"][number])
        return BoardFighter(
            id=fighter.id,
            name=fighter.name,
            side=fighter.side,
            zone=zone,
            type=fighter.type,
            weight=self._weight(number, members),
            members=members,
            tracks=self._tracks(number, fighter),
            slots=self._slots(number, fighter),
            skills=_skills_of(self.compiled)[number],
            aspects=sheet,
            attached=attached,
            points=points if own else None,
            owed=int(record["owed"][number]),
            arrives=fighter.arrives if late else None,
            presence=presence,
            tags=tuple(sorted(fighter.tags)),
            stunts=tuple(
                BoardStunt(one.name, stunt_words(one), bool((int(record["used"][number]) >> n) & 1))
                for n, one in enumerate(fighter.stunts)
            ),
            status=tuple(self._status(number)),
            hidden_from=self._unknown_to(number),
            mob=mob,
            part=part,
        )

    def _shown(self) -> list[int]:
        """The fighters that a board has, what has broken off from a mob behind it."""
        shown = filter(self._stands_for_somebody, range(len(self.encounter.fighters)))
        return sorted(shown, key=lambda number: int(self.scene["mob_of"][number]))

    def _stands_for_somebody(self, number: int) -> bool:
        """Whether there is anybody to be shown: of a mob only the parts that are here, and itself
        once it has left as a whole (N4)."""
        parts, reserves = int(self.scene["parts"][number]), int(self.scene["reserves"])
        if (self.present >> number) & 1 or not (parts | (reserves >> number) & 1):
            return True
        return not (reserves >> number) & 1 and not self.present & parts

    def _presence(self, number: int) -> Presence:
        gone: tuple[tuple[str, Presence], ...] = (
            ("out", "taken out"),
            ("conceded", "conceded"),
            ("escaped", "left"),
        )
        for field, presence in gone:
            if (int(self.record[field]) >> number) & 1:
                return presence
        return "in"

    def _weight(self, number: int, members: int) -> int:
        """What a fighter weighs now (N4, W1)."""
        weight = int(self.scene["weight"][number])
        if self.scene["mob"][number]:
            return min(weight, int(self.scene["member_weight"][number]) * members)
        return weight

    def _tracks(self, number: int, fighter: SettledFighter) -> tuple[Track, ...]:
        tracks: list[Track] = []
        alone = len(fighter.boxes) == 1 and not self.encounter.ruleset.one_track
        for harm, boxes in fighter.boxes.items():
            checked = int(self.record["stress"][number][HARMS.index(harm)])
            marks = tuple(bool((checked >> box) & 1) for box in range(boxes))
            if boxes:
                tracks.append(Track("any" if alone else harm, marks))
        return tuple(tracks)

    def _slots(self, number: int, fighter: SettledFighter) -> tuple[Slot, ...]:
        taken, slots = int(self.record["wounds"][number]), []
        for place, one in enumerate(fighter.consequences):
            if (taken >> place) & 1:
                free = self._free(int(self.scene["slot_consequence"][number][place]))
                slots.append(Slot(one.severity, one.absorbs, f"{one.severity} consequence", free))
            else:
                slots.append(Slot(one.severity, one.absorbs))
        return tuple(slots)

    def _aspects(
        self, number: int, fighter: SettledFighter, late: bool
    ) -> tuple[tuple[BoardAspect, ...], tuple[BoardAspect, ...]]:
        """Those of the sheet, which everyone keeps, and those that hang on a fighter."""
        kinds = {aspect.text: aspect.kind for aspect in fighter.aspects}
        sheet, attached = list[BoardAspect](), list[BoardAspect]()
        first, last = (int(one) for one in self.scene["fighter_slots"][number : number + 2])
        for slot in range(first, last):
            written, here = self.compiled.slots.slots[slot], int(self.record["here"][slot]) & HERE
            if written.kind == codes.K_CONSEQUENCE:
                continue
            if written.kind != codes.K_CHARACTER:
                attached += [self._aspect(slot)] if here else []
                continue
            for text in written.texts:
                kind = kinds.get(text, "character")
                aspect = self._of(slot, written, text, kind)
                if late:
                    aspect = replace(aspect, free=Free(*written.free))
                if kind not in ATTACHED:
                    sheet.append(aspect)
                elif here or late:
                    attached.append(aspect)
        order = {aspect.text: place for place, aspect in enumerate(fighter.aspects)}
        sheet.sort(key=lambda aspect: order.get(aspect.text, len(order)))
        return tuple(sheet), tuple(attached)

    def _status(self, number: int) -> Iterable[str]:
        """What else is true of a fighter who is here."""
        record = self.record
        flags, helped = int(record["flags"][number]), int(record["helps"][number])
        roars = int(record["roars"][number])
        if roars:
            yield f"{self.names.worded('roars')} with {self.encounter.skills[roars - 1]}"
        if helped:
            yield f"helps {self.encounter.fighters[helped - 1].name}"
        if flags & codes.F_LETHAL:
            yield "is set for a lethal attack"
        if flags & codes.F_DISARMED:
            yield "is disarmed"
        if flags & codes.F_HINDERED:
            yield "cannot move freely"
        fighter = self.encounter.fighters[number]
        if not fighter.mobile:
            yield "does not move"
        if self.scene["concede"] and fighter.concedes != "any":
            yield NATURES[fighter.concedes]
        if fighter.temper != "even":
            yield f"is {fighter.temper}"
        if fighter.protects is not None:
            whom = next(
                one.name
                for one in self.encounter.fighters
                if fighter.protects in (one.id, one.origin)
            )
            yield f"protects {whom}"
        if int(record["item"]) == codes.ITEM_CARRIED + number:
            yield f"has {self.names.item}"


SIDES_OF: dict[int, SideName | None] = {-1: None, 0: "players", 1: "gm"}


def _broken_off(encounter: Encounter, fighter: SettledFighter) -> tuple[str, str]:
    """From whom a part of a mob has broken off, by name, and its letter: `b` is the first."""
    if fighter.part_of is None:
        return "", ""
    parts = [one.id for one in encounter.fighters if one.part_of == fighter.part_of]
    mob = next(one.name for one in encounter.fighters if one.id == fighter.part_of)
    return mob, ascii_lowercase[1 + parts.index(fighter.id)]


@lru_cache(maxsize=64)  # sheets stay as they are, and boards are drawn again and again
def _skills_of(compiled: Compiled) -> tuple[tuple[BoardSkill, ...], ...]:
    """What boards show of the skills of each fighter."""
    encounter = compiled.encounter
    return tuple(_skills(encounter, fighter) for fighter in encounter.fighters)


def _skills(encounter: Encounter, fighter: SettledFighter) -> tuple[BoardSkill, ...]:
    """The skills that are above or below 0 for some roll, the best first."""
    found = [_skill(fighter, name) for name in encounter.skills]
    told = [skill for skill in found if skill.rating or skill.other]
    return tuple(sorted(told, key=lambda one: (-_best(one), -one.rating)))


def _skill(fighter: SettledFighter, name: str) -> BoardSkill:
    """A skill by its ratings: the one that most kinds of roll have, of several the lowest, and
    those of the other kinds (N2)."""
    rolls: dict[int, list[str]] = {}
    for (roll, skill), rating in fighter.ratings.items():
        if skill == name:
            rolls.setdefault(rating, []).append(roll)
    usual = max(rolls, key=lambda rating: (len(rolls[rating]), -rating))
    others = sorted((rating for rating in rolls if rating != usual), reverse=True)
    return BoardSkill(name, usual, tuple((rating, tuple(rolls[rating])) for rating in others))


def _best(skill: BoardSkill) -> int:
    return max([skill.rating, *(rating for rating, _ in skill.other)])
