"""Reports side by side: what is said of how they differ is what was counted in pairs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from autogm.agents.roster import seats
from autogm.analysis.pairs import difference
from autogm.engine.game import load_game
from autogm.lab.report.beside import Counted, side_by_side
from autogm.lab.report.parts import Report
from autogm.lab.simulate import Simulation, simulate

SCENARIOS = Path(__file__).parents[3] / "scenarios"
BATTLES, KNOWN = 300, 200


def played(name: str) -> Simulation:
    return simulate(load_game(SCENARIOS / f"{name}.yaml"), BATTLES, 1, seats("brawler"))


def as_stored(found: Simulation) -> Simulation:
    """As a store tells it that keeps more battles than are told one by one."""
    return replace(found, winners=found.winners[:KNOWN], lengths=found.lengths[:KNOWN])


def counted(found: Simulation) -> Counted:
    return Counted(Report("a report", "", "", (), "", None, None, ()), found)


def test_a_difference_says_over_how_many_battles_it_was_counted() -> None:
    """A store tells the first battles alone one by one: only these make pairs."""
    duel, street = played("duel"), played("street-fight")
    gap = difference(duel.results.first(KNOWN), street.results.first(KNOWN))
    for one, two in (
        (as_stored(duel), as_stored(street)),
        (as_stored(duel), street),
        (duel, as_stored(street)),
    ):
        (said,) = side_by_side([counted(one), counted(two)]).says
        assert f"over {KNOWN} battles" in said
        assert f" more often than in a report (1), by {100 * gap.mean:.1f} points (+" in said
    (said,) = side_by_side([counted(duel), counted(street)]).says
    assert f"over {BATTLES} battles" in said


def test_pairs_are_those_battles_that_both_have() -> None:
    """The first battles of a longer run are those of a shorter one with the same seed."""
    duel, street = played("duel"), played("street-fight")
    game = load_game(SCENARIOS / "street-fight.yaml")
    longer = simulate(game, 2 * BATTLES, 1, seats("brawler"))
    (same,) = side_by_side([counted(duel), counted(street)]).says
    (said,) = side_by_side([counted(duel), counted(longer)]).says
    assert said == same
    assert not side_by_side([counted(duel), counted(replace(longer, seed=2))]).says
