"""Checks the battlefield (Z1, Z6): edges that make sense, no ground that is cut off, no zone that
nobody could ever be in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from autogm.model.distances import distances
from autogm.model.places import problem
from autogm.model.references import fighters_of
from autogm.model.scenario import Scenario
from autogm.model.shape import Problem

if TYPE_CHECKING:
    import networkx as nx


def faults(scenario: Scenario) -> Iterator[Problem]:
    """Zones that are cut off or out of reach."""
    if _names_nowhere(scenario) or _is_whole(scenario):
        return
    import networkx as nx

    main, others = _parts(scenario)
    starts = {fighter.zone for _, fighter in fighters_of(scenario)} & set(scenario.zones)
    for part in others:
        if not _seen(scenario, part):
            yield _cut_off(part)
        elif not part & starts:
            message = "it can be seen, but nobody starts there and nobody can get there"
            yield problem(("zones", _first(part, scenario)), message, at_key=True)
    graph = _graph(scenario)
    reached = starts.union(*(nx.descendants(graph, zone) for zone in starts))
    for zone in scenario.zones:
        if starts and zone in main and zone not in reached:
            message = f"nobody can ever reach `{zone}`: every way leads out of it, none in"
            yield problem(("zones", zone), message, at_key=True)


def warnings(scenario: Scenario) -> Iterator[Problem]:
    """Ground that works but may not be meant."""
    if _names_nowhere(scenario) or _is_whole(scenario):
        return
    graph = _graph(scenario)
    for part in _parts(scenario)[1]:
        if _seen(scenario, part):
            zone = _first(part, scenario)
            message = "nobody can come here or leave; fights here are only across zones"
            yield problem(("zones", zone), message, at_key=True)
    for zone, it in scenario.zones.items():
        if graph.in_degree(zone) and not graph.out_degree(zone) and not it.exit:
            message = f"whoever enters `{zone}` can't leave it again"
            yield problem(("zones", zone), message, at_key=True)


def edge_faults(scenario: Scenario) -> Iterator[Problem]:
    """Edges that lead nowhere, contradict themselves or are written twice."""
    ways: dict[tuple[str, str], int] = {}
    for index, edge in enumerate(scenario.edges):
        start, end = edge.between
        path = ("edges", index)
        if start == end:
            yield problem(path, f"an edge from `{start}` to itself leads nowhere")
            continue
        if edge.barrier and (edge.one_way or edge.difficulty is not None):
            field = "one_way" if edge.one_way else "difficulty"
            message = f"nobody passes a barrier, so `{field}` contradicts it"
            yield problem((*path, field), message, at_key=True)
        taken = [(start, end)] if edge.one_way else [(start, end), (end, start)]
        before = next((ways[way] for way in taken if way in ways), None)
        if before is not None:
            message = f"there is an edge from `{start}` to `{end}` already: edges[{before}]"
            yield problem(path, message)
        ways.update((way, index) for way in taken if way not in ways)


def _names_nowhere(scenario: Scenario) -> bool:
    """Whether an edge names what is no zone, which is told elsewhere."""
    return any(zone not in scenario.zones for edge in scenario.edges for zone in edge.between)


def _is_whole(scenario: Scenario) -> bool:
    """Whether every zone can be reached from every other one, so that nothing is left to say. Most
    ground is, and finds that out without networkx, which takes longer to import than all ground
    takes to check."""
    ways = list(_ways(scenario))
    back = [(end, start) for start, end in ways]
    first = next(iter(scenario.zones))
    return all(len(distances(among, first)) == len(scenario.zones) for among in (ways, back))


def _ways(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """Each way from a zone into the next that can be passed."""
    for edge in scenario.edges:
        start, end = edge.between
        if edge.barrier or start == end:
            continue
        yield start, end
        if not edge.one_way:
            yield end, start


def _graph(scenario: Scenario) -> nx.DiGraph[str]:
    import networkx as nx

    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(scenario.zones)
    graph.add_edges_from(_ways(scenario))
    return graph


def _parts(scenario: Scenario) -> tuple[set[str], list[set[str]]]:
    """The largest part of the ground, and the parts that no way joins to it."""
    import networkx as nx

    starts = Counter(fighter.zone for _, fighter in fighters_of(scenario))
    parts = list(nx.weakly_connected_components(_graph(scenario)))
    parts.sort(key=lambda part: (-len(part), -sum(starts[zone] for zone in part), min(part)))
    return parts[0], parts[1:]


def _seen(scenario: Scenario, part: set[str]) -> bool:
    """Whether a barrier that can be seen across joins the part to another."""
    return any(
        edge.barrier and edge.sight and len(part & set(edge.between)) == 1
        for edge in scenario.edges
    )


def _cut_off(part: set[str]) -> Problem:
    zones = sorted(part)
    names = ", ".join(f"`{zone}`" for zone in zones)
    message = (
        f"{names} cut off: no edge that can be passed joins {'them' if zones[1:] else 'it'} to "
        "where the others are, so nobody there can ever leave and nobody else can get there"
    )
    message = message.replace(" cut off", " are cut off" if zones[1:] else " is cut off", 1)
    return problem(("zones", zones[0]), message, at_key=True)


def _first(part: set[str], scenario: Scenario) -> str:
    return next(zone for zone in scenario.zones if zone in part)
