"""A report for the players has nothing in it that is hidden from them: not in the page, its alt
texts and tables, nor in any picture."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from autogm.lab.report.conflict import as_known
from autogm.lab.report.mattered import NotPlayable
from autogm.lab.report.pages import page
from autogm.lab.report.sections import report
from autogm.model.faults import Fault, ScenarioError
from autogm.model.library import shipped
from autogm.rules.encounter import Encounter
from tests.lab.report.finding import findings, said, subject

HIDING = ("lizardfolk-camp", "street-fight", "guild-debate", "autarch-diplomacy", "royal-court",
          "undercrypt", "bat-ruins", "hold-the-bridge", "harbour-run", "aether-storm")  # fmt: skip


def secrets(encounter: Encounter, known: Encounter) -> set[str]:
    """All words of a scenario that its players do not know at its beginning, by the file alone."""
    own = "players"
    found = {
        aspect.text
        for one in encounter.fighters
        for aspect in one.aspects
        if aspect.hidden_from == own
    }
    found |= {one.text for one in encounter.scene_aspects if one.hidden_from == own}
    found |= {
        zone.reveals.text
        for zone in encounter.scenario.zones.values()
        if zone.unexplored and zone.reveals is not None
    }
    coming = [one for one in encounter.fighters if one.side == "gm" and one.arrives > 1]
    found |= {one.name for one in coming}
    found |= {aspect.text for one in coming for aspect in one.aspects}
    found |= {stunt.name for one in coming for stunt in one.stunts}
    seen = [one.name for one in known.fighters]
    seen += [zone.name or key for key, zone in known.scenario.zones.items()]
    seen += [aspect.text for one in known.fighters for aspect in one.aspects]
    seen += [stunt.name for one in known.fighters for stunt in one.stunts]
    return {one for one in found if not any(one in other for other in seen)}


@pytest.mark.parametrize("name", HIDING)
def test_nothing_hidden_is_in_the_file(name: str) -> None:
    true = subject(name).encounter
    hidden = secrets(true, as_known(true, 0).encounter)
    assert hidden
    made = report(findings(name, side=0))
    everything = said(page([made]) + "".join(one.svg for one in made.figures))
    assert [one for one in hidden if one in everything] == []
    assert f"{name}.yaml" not in everything
    assert "autogm replay" not in everything
    assert true.scenario.shows is None or true.scenario.shows not in everything


@pytest.mark.parametrize("name", HIDING)
def test_why_something_cannot_be_taken_out_names_nothing_hidden(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reasons are faults of the true scenario, which may name anything."""
    about = subject(name, side=0)
    hidden = sorted(secrets(about.encounter, about.game.encounter))
    fault = Fault(Path("true.yaml"), 1, 1, "compels", f"not {hidden[0]}", allowed=tuple(hidden))

    def refused(_: object) -> None:
        raise ScenarioError([fault])

    monkeypatch.setattr("autogm.game.plays.read_kept", refused)
    with pytest.raises(NotPlayable) as raised:
        about.without(about.removals()[0])
    assert [one for one in hidden if one in str(raised.value)] == []
    with pytest.raises(NotPlayable, match=re.escape(hidden[0])):
        replace(about, side=None).without(about.removals()[0])


def test_what_is_looked_for_would_be_found() -> None:
    """The report for the GM has what is looked for above."""
    true = subject("hold-the-bridge").encounter
    hidden = secrets(true, as_known(true, 0).encounter)
    everything = page([report(findings("hold-the-bridge"), "autogm replay hold-the-bridge")])
    assert any(one in everything for one in hidden)
    assert "hold-the-bridge" in everything


def test_every_scenario_that_hides_something_is_read() -> None:
    hides = set()
    for name, path in shipped().items():
        text = path.read_text(encoding="utf-8")
        if "aspect-cards" not in text and "hidden_from: players" in text:
            hides.add(name)
    assert hides <= set(HIDING)
