"""The zone graph as arrays (Z1, Z6): edges, distances along open edges and along lines of sight,
tags, exits, what is unexplored. The only place of the engine that knows networkx.
"""

from __future__ import annotations

from typing import Any

import networkx as nx

from autogm.engine.compiling.slots import SlotTable
from autogm.engine.compiling.words import Words
from autogm.rules.encounter import Encounter

FAR = 99


def graph_of(encounter: Encounter) -> nx.DiGraph[str]:
    """The zones as a directed graph. Each edge says whether it can be passed (`open`), at what
    difficulty, and whether it can be seen across (`sight`); sight goes both ways."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(encounter.zones)
    for edge in encounter.scenario.edges:
        start, end = edge.between
        sight = edge.sight if edge.sight is not None else not edge.barrier
        passes = not edge.barrier
        difficulty = edge.difficulty or 0
        graph.add_edge(start, end, open=passes, difficulty=difficulty, sight=sight)
        back = passes and not edge.one_way
        graph.add_edge(end, start, open=back, difficulty=difficulty, sight=sight)
    return graph


def write_ground(encounter: Encounter, words: Words, table: SlotTable, scene: Any) -> None:
    """Write zones and edges into a scene record."""
    graph = graph_of(encounter)
    scene["zones"] = len(encounter.zones)
    scene["edge"][:] = 0
    for start, end, data in graph.edges(data=True):
        if data["open"]:
            a, b = words.zone(start), words.zone(end)
            scene["edge"][a, b] = 1
            scene["edge_difficulty"][a, b] = data["difficulty"]
            scene["near"][a] |= 1 << b
    for field, wanted in (("hops", "open"), ("sight", "sight")):
        scene[field][:] = FAR
        part: nx.DiGraph[str] = nx.DiGraph()
        part.add_nodes_from(graph)
        part.add_edges_from((a, b) for a, b, data in graph.edges(data=True) if data[wanted])
        for start, lengths in nx.all_pairs_shortest_path_length(part):
            for end, length in lengths.items():
                scene[field][words.zone(start), words.zone(end)] = length
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
