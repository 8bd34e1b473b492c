"""The board as it stands before the first exchange, out of a checked Encounter. Turn order is T1
and T2 as far as ratings decide it, objectives H7 in words; what exploring a zone would reveal is
never put on the board (A14).
"""

from __future__ import annotations

from collections.abc import Iterable

from autogm.engine.telling.names import names_of
from autogm.model.goals import Objective
from autogm.model.words import SideName
from autogm.rules.encounter import Encounter, SettledAspect, SettledFighter
from autogm.rules.turns import turn_places
from autogm.view.board import (
    Board,
    BoardAspect,
    BoardEdge,
    BoardFighter,
    BoardSide,
    BoardSkill,
    BoardZone,
    Free,
    Slot,
    Track,
)

_ATTACHED = ("situation", "zone")


def opening_board(encounter: Encounter) -> Board:
    """Put an encounter on the board."""
    scenario, rules = encounter.scenario, encounter.ruleset
    weighs = rules.weight if scenario.weight is None else scenario.weight
    order, order_by = turn_order(encounter)
    return Board(
        title=scenario.title,
        zones=tuple(_zone(encounter, zone) for zone in encounter.zones),
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
        fighters=tuple(_fighter(encounter, fighter) for fighter in encounter.fighters),
        aspects=tuple(map(_aspect, encounter.scene_aspects)),
        players=_side(encounter, "players", None),
        gm=_side(encounter, "gm", encounter.pool),
        ruleset=rules.title,
        kind=scenario.kind,
        exchanges=scenario.exchanges,
        order=order,
        order_by=order_by,
        weight_ratio=rules.weight_ratio if weighs else None,
    )


def turn_order(encounter: Encounter) -> tuple[tuple[str, ...], str]:
    """Names in the order they will act in the first exchange, and the rule in words (T1, T2).

    Who is still to come is left out. NPCs that act together stand as one entry: their side's
    name, or the names of the players' allies.
    """
    written, rules = encounter.scenario.turn_order, encounter.ruleset
    together = (written.npcs or rules.npcs) == "together"
    names = []
    for place in turn_places(encounter):
        here = [n for n in place.fighters if encounter.fighters[n].arrives == 1]
        if here and place.side == "gm":
            names.append(_side_name(encounter, "gm"))
        elif here:
            names.append(_listed([encounter.fighters[n].name for n in here]))
    says = [_by(encounter.initiative)] if encounter.initiative else []
    called = names_of(encounter)
    if written.ambush:
        ambush = called.says(called.sides[written.ambush], "goes first, out of an ambush")
        skills = rules.initiative.ambush
        says.append(f"{ambush}, {_by(skills)}" if skills else ambush)
        if written.lethal_ambush:
            says.append("the first attack is lethal")
    elif written.first:
        says.append(called.says(called.sides[written.first], "goes first"))
    says.append("NPCs act together" if together else "each NPC at its own place")
    return tuple(names), "; ".join(says)


def _by(skills: tuple[str, ...]) -> str:
    return f"by {', ties by '.join(skills)}"


def objective_words(encounter: Encounter, objective: Objective) -> str:
    """An objective as a sentence without its side (H7)."""
    zone = objective.zone or ""
    place = encounter.scenario.zones[zone].name or zone if zone else ""
    who = _listed(_names(encounter, objective.who))
    if objective.do == "hold":
        return f"hold {place} alone for {_exchanges(objective.exchanges)}"
    if objective.do == "survive":
        return f"have someone standing at the end of exchange {objective.exchanges}"
    if objective.do == "take out":
        return f"take out {who}"
    if objective.do == "get out":
        item = encounter.scenario.item
        if objective.item and item is not None:
            return f"get {item.name} out"
        some = "" if objective.number >= len(objective.who) else f"{objective.number} of "
        return f"get {some}{who} out"
    return "be the last side standing"


def _zone(encounter: Encounter, zone_id: str) -> BoardZone:
    zone, item = encounter.scenario.zones[zone_id], encounter.scenario.item
    difficulty = encounter.ruleset.unexplored_difficulty
    return BoardZone(
        id=zone_id,
        name=zone.name or zone_id,
        aspects=() if zone.unexplored else (_aspect(encounter.zone_aspects[zone_id]),),
        unexplored=zone.unexplored,
        difficulty=(difficulty if zone.difficulty is None else zone.difficulty)
        if zone.unexplored
        else None,
        tags=zone.tags,
        exit=zone.exit,
        item=item.name if item is not None and item.zone == zone_id else None,
    )


def _aspect(aspect: SettledAspect) -> BoardAspect:
    return BoardAspect(
        text=aspect.text,
        kind=aspect.kind,
        free=Free(aspect.free.players, aspect.free.gm, aspect.free.open),
        adverse=aspect.adverse,
        side=aspect.side,
        hidden_from=aspect.hidden_from,
    )


def _fighter(encounter: Encounter, fighter: SettledFighter) -> BoardFighter:
    return BoardFighter(
        id=fighter.id,
        name=fighter.name,
        side=fighter.side,
        zone=fighter.zone,
        type=fighter.type,
        weight=fighter.weight,
        members=fighter.members,
        tracks=tuple(Track(harm, (False,) * n) for harm, n in fighter.boxes.items() if n),
        slots=tuple(Slot(slot.severity, slot.absorbs) for slot in fighter.consequences),
        skills=_skills(encounter, fighter),
        aspects=tuple(_aspect(a) for a in fighter.aspects if a.kind not in _ATTACHED),
        attached=tuple(_aspect(a) for a in fighter.aspects if a.kind in _ATTACHED),
        points=fighter.fate_points if fighter.is_player_character else None,
        arrives=fighter.arrives if fighter.arrives > 1 else None,
        tags=tuple(sorted(fighter.tags)),
    )


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


def _side(encounter: Encounter, side: SideName, pool: int | None) -> BoardSide:
    objectives = getattr(encounter.scenario.objectives, side)
    words = tuple(objective_words(encounter, objective) for objective in objectives)
    name = _side_name(encounter, side)
    return BoardSide(name, pool, words or ("be the last side standing",))


def _side_name(encounter: Encounter, side: SideName) -> str:
    written = encounter.scenario.sides.players if side == "players" else encounter.scenario.sides.gm
    return written.name or ("Players" if side == "players" else "GM")


def _names(encounter: Encounter, ids: Iterable[str]) -> list[str]:
    """Names of fighters; of all copies, where copies were made of one."""
    names: list[str] = []
    for wanted in ids:
        exact = [f.name for f in encounter.fighters if f.id == wanted]
        copies = [f.name for f in encounter.fighters if f.origin == wanted]
        names.extend(exact or copies or [wanted])
    return names


def _listed(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def _exchanges(number: int) -> str:
    return "one exchange" if number == 1 else f"{number} exchanges in a row"
