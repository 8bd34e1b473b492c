"""The zone graph as arrays (Z1, Z6): edges, distances along open edges and along lines of sight,
tags, exits, what is unexplored.
"""

from __future__ import annotations

from typing import Any

from autogm.engine.compiling.slots import SlotTable
from autogm.engine.compiling.words import Words
from autogm.model.distances import distances
from autogm.rules.encounter import Encounter

FAR = 99


def write_ground(encounter: Encounter, words: Words, table: SlotTable, scene: Any) -> None:
    """Write zones and edges into a scene record. Sight goes both ways along an edge."""
    scene["zones"] = len(encounter.zones)
    scene["edge"][:] = 0
    passed: list[tuple[str, str]] = []
    seen: list[tuple[str, str]] = []
    for edge in encounter.scenario.edges:
        start, end = edge.between
        both = [(start, end), (end, start)]
        if edge.sight if edge.sight is not None else not edge.barrier:
            seen += both
        if not edge.barrier:
            for way in both[:1] if edge.one_way else both:
                passed.append(way)
                write_way(words, scene, *way, edge.difficulty or 0)
    for field, ways in (("hops", passed), ("sight", seen)):
        scene[field][:] = FAR
        for start in encounter.zones:
            for end, steps in distances(ways, start).items():
                scene[field][words.zone(start), words.zone(end)] = steps
    scene["zone_explore"][:] = -1
    base = encounter.ruleset.unexplored_difficulty
    for index, name in enumerate(encounter.zones):
        zone = encounter.scenario.zones[name]
        scene["zone_tags"][index] = words.tag_mask(zone.tags)
        scene["zone_exit"][index] = zone.exit
        if zone.unexplored:
            scene["zone_explore"][index] = table.zone_starts[index]
        written = zone.difficulty
        scene["explore_difficulty"][index] = base if written is None else written


def write_way(words: Words, scene: Any, start: str, end: str, difficulty: int) -> None:
    """Write one way from a zone into the next."""
    a, b = words.zone(start), words.zone(end)
    scene["edge"][a, b] = 1
    scene["edge_difficulty"][a, b] = difficulty
    scene["near"][a] |= 1 << b
    scene["into"][b] |= 1 << a
