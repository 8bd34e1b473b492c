"""The battlefield as a graph (Z1, Z6)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.model.examples import changed, fault, faults, read

EDGES = "edges:\n  - [camp, ford]\n"


def ground(zones: str, edges: str) -> str:
    """The camp with further zones and other edges, each on lines of their own."""
    return changed(("edges:", f"{zones}edges:"), ("  - [camp, ford]\n", edges))


@pytest.mark.parametrize(
    ("edge", "says"),
    [
        ("[ford, ford]", "to itself"),
        ("[camp, ford]", "already: edges[0]"),
        ("[ford, camp]", "already: edges[0]"),
        ("{between: [ford, camp], one_way: true}", "already: edges[0]"),
        ("{between: [camp, ford], barrier: true}", "already: edges[0]"),
    ],
)
def test_edges_that_lead_nowhere_or_are_there_already(tmp_path: Path, edge: str, says: str) -> None:
    found = fault(tmp_path, ground("", f"  - [camp, ford]\n  - {edge} # HERE\n"))
    assert says in found.message
    assert found.field == "edges[1]"


def test_two_one_way_edges_may_lead_there_and_back(tmp_path: Path) -> None:
    edges = "".join(
        f"  - {{between: [{pair}], one_way: true, difficulty: {n}}}\n"
        for n, pair in enumerate(("camp, ford", "ford, camp"), 1)
    )
    assert len(read(tmp_path, ground("", edges)).scenario.edges) == 2


@pytest.mark.parametrize("field", ["one_way: true", "difficulty: 3"])
def test_a_barrier_is_passed_by_nobody(tmp_path: Path, field: str) -> None:
    edges = "  - [camp, ford]\n  - {between: [camp, roof], barrier: true}\n"
    edges += f"  - {{between: [ford, roof], barrier: true, {field}}} # HERE\n  - [roof, camp]\n"
    found = faults(tmp_path, ground("  roof: {aspect: High Up}\n", edges))
    assert f"edges[2].{field.partition(':')[0]}" in [one.field for one in found]


@pytest.mark.parametrize("edge", ["", "  - {between: [ford, cave], barrier: true, sight: false}\n"])
def test_a_zone_that_is_cut_off_is_a_fault(tmp_path: Path, edge: str) -> None:
    text = ground("  cave: {aspect: Dark} # HERE\n", "  - [camp, ford]\n" + edge)
    found = fault(tmp_path, text)
    assert found.field == "zones.cave"
    assert "cut off" in found.message
    assert "leave" in found.message


def test_zones_cut_off_together_are_told_together(tmp_path: Path) -> None:
    zones = "  cave: {aspect: Dark} # HERE\n  shaft: {aspect: Deep}\n"
    found = fault(tmp_path, ground(zones, "  - [camp, ford]\n  - [cave, shaft]\n"))
    assert "`cave`, `shaft` are cut off" in found.message


def test_the_smaller_part_is_what_is_cut_off(tmp_path: Path) -> None:
    zones = "  cave: {aspect: Dark}\n  shaft: {aspect: Deep}\n"
    text = changed(
        ("edges:", f"{zones}edges:"),
        ("- [camp, ford]", "- [ford, shaft]\n  - [shaft, cave]"),
    )
    assert fault(tmp_path, text).field == "zones.camp"


def test_a_ledge_that_can_be_seen_is_only_worth_a_warning(tmp_path: Path) -> None:
    zones = "  ledge: {aspect: High Above} # HERE\n"
    edges = "  - [camp, ford]\n  - {between: [ford, ledge], barrier: true, sight: true}\n"
    text = ground(zones, edges)
    assert "nobody starts there" in fault(tmp_path, text).message
    manned = text.replace("zone: ford", "zone: ledge")
    (warning,) = read(tmp_path, manned).warnings
    assert warning.field == "zones.ledge"


def test_a_zone_that_every_way_leads_out_of_is_never_reached(tmp_path: Path) -> None:
    zones, edges = "  spring: {aspect: Foaming} # HERE\n", "  - [camp, ford]\n"
    edges += "  - {between: [spring, ford], one_way: true}\n"
    text = ground(zones, edges)
    assert "nobody can ever reach `spring`" in fault(tmp_path, text).message
    assert not faults(tmp_path, text.replace("zone: ford", "zone: spring"))


def test_a_zone_that_no_way_leads_out_of_is_worth_a_warning(tmp_path: Path) -> None:
    edges = "  - [camp, ford]\n  - {between: [ford, sea], one_way: true}\n"
    (warning,) = read(tmp_path, ground("  sea: {aspect: Deep}\n", edges)).warnings
    assert (warning.field, warning.line) == ("zones.sea", 6)
    assert not read(tmp_path, ground("  sea: {aspect: Deep, exit: true}\n", edges)).warnings


def test_one_zone_needs_no_edges(tmp_path: Path) -> None:
    text = changed(
        ("  ford: {aspect: Cold Water, exit: true}\n", ""),
        (EDGES, ""),
        ("zone: ford", "zone: camp"),
    )
    assert read(tmp_path, text).warnings == ()
