"""What is well formed and still can't be played, or is probably not meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from autogm.model.words import MAX_FIGHTERS, MAX_SKILLS, MAX_TAGS
from tests.model.examples import changed, fault, faults, read

GET_OUT = "objectives: {players: [{do: get out, item: true}]}"


@pytest.mark.parametrize(
    ("old", "new", "field", "says"),
    [
        (
            "fighters:\n      raider: {type: nameless, quality: fair, zone: ford, copies: 2}",
            "fighters: {} # HERE",
            "sides.gm.fighters",
            "nobody is on this side",
        ),
        (
            "copies: 2}",
            "copies: 2}\n      late: {type: main, zone: ford, arrives: 41} # HERE",
            "sides.gm.fighters.late.arrives",
            "40",
        ),
        ("raider: {type", "anna: {type", "sides.gm.fighters.anna", "players' side already"),
        ("  players:\n", "  players:\n    pool: 3 # HERE\n", "sides.players.pool", "pool"),
        ("type: nameless,", "type: main,", "sides.gm.fighters.raider.quality", "`nameless`"),
        ("quality: fair", "tough: true", "sides.gm.fighters.raider.tough", "`supporting`"),
        ("quality: fair", "members: 3", "sides.gm.fighters.raider.members", "`group`"),
        ("quality: fair", "size: big", "sides.gm.fighters.raider.size", "`swarm`"),
        (
            "type: nameless, quality: fair",
            "type: group",
            "sides.gm.fighters.raider.members",
            "needs `members`",
        ),
        (
            "type: nameless, quality: fair",
            "type: swarm",
            "sides.gm.fighters.raider.size",
            "needs `size`",
        ),
        (
            "edges:",
            "objectives: {gm: [{do: survive, exchanges: 41}]} # HERE\nedges:",
            "objectives.gm[0].exchanges",
            "40",
        ),
        (
            "edges:",
            "objectives: {gm: [{do: hold, zone: camp, exchanges: 41}]} # HERE\nedges:",
            "objectives.gm[0].exchanges",
            "40",
        ),
        (
            "edges:",
            "objectives: {players: [{do: get out, who: [anna], number: 2}]} # HERE\nedges:",
            "objectives.players[0].number",
            "only 1",
        ),
        (
            "edges:",
            "objectives: {players: [{do: take out, who: [anna]}]} # HERE\nedges:",
            "objectives.players[0].who[0]",
            "whose objective this is",
        ),
        ("edges:", f"{GET_OUT} # HERE\nedges:", "objectives.players[0].item", "there is no item"),
        ("edges:", "item: {name: Gold, zone: camp} # HERE\nedges:", "item", "nobody wants it"),
        (
            "edges:",
            "turn_order: {ambush: gm, first: players} # HERE\nedges:",
            "turn_order.first",
            "ambush",
        ),
        (
            "edges:",
            "turn_order: {lethal_ambush: true} # HERE\nedges:",
            "turn_order.lethal_ambush",
            "no ambush",
        ),
        ("edges:", "roar: true\nrules: {roar: false} # HERE\nedges:", "rules.roar", "otherwise"),
        ("edges:", "weight: false\nrules: {weight: true} # HERE\nedges:", "rules.weight", "other"),
        (
            "edges:",
            "narrative: {budget: 3, rolls: 4} # HERE\nedges:",
            "narrative",
            "only `autarch`",
        ),
        ("edges:", "actions: [] # HERE\nedges:", "actions", "nobody can do anything"),
        (
            "skills: {Fight: 3}",
            "attacks: {Shoot: {friends: true}} # HERE",
            "sides.players.fighters.anna.attacks.Shoot.friends",
            "`area: true`",
        ),
        (
            "skills: {Fight: 3}",
            "stunts: [{name: Sure Aim, does: lethal, friends: true}] # HERE",
            "sides.players.fighters.anna.stunts[0].friends",
            "`does: area`",
        ),
        (
            "edges:",
            "effects: [{aspect: Cold Water, does: hinder, friends: true}] # HERE\nedges:",
            "effects[0].friends",
            "`does: zone attack`",
        ),
    ],
)
def test_what_cannot_be_played_is_a_fault(
    tmp_path: Path, old: str, new: str, field: str, says: str
) -> None:
    found = fault(tmp_path, changed((old, new)))
    assert found.field == field
    assert says in found.message


def test_someone_of_each_side_is_there_from_the_start(tmp_path: Path) -> None:
    text = changed(("copies: 2}", "arrives: 2}"))
    assert "exchange 1" in fault(tmp_path, text).message
    joined = text.replace("      raider:", "      guard: {type: main, zone: ford}\n      raider:")
    assert not faults(tmp_path, joined)


def test_getting_out_needs_a_way_out(tmp_path: Path) -> None:
    """H7."""
    text = changed(("edges:", f"{GET_OUT}\nitem: {{name: Gold, zone: camp}}\nedges:"))
    assert not faults(tmp_path, text)
    assert "exit: true" in fault(tmp_path, text.replace(", exit: true", "")).message


def test_an_override_that_agrees_is_no_contradiction(tmp_path: Path) -> None:
    assert not faults(tmp_path, changed(("edges:", "roar: true\nrules: {roar: true}\nedges:")))


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("copies: 2", f"copies: {MAX_FIGHTERS}", "fighters, copies counted"),
        (
            "{Fight: 3}",
            "{" + ", ".join(f"S{n}: 1" for n in range(MAX_SKILLS + 1)) + "}",
            "different skills",
        ),
        (
            "Trampled Mud",
            f"Mud, tags: [{', '.join(f't{n}' for n in range(MAX_TAGS + 1))}]",
            "different tags",
        ),
    ],
)
def test_more_than_a_conflict_can_hold(tmp_path: Path, old: str, new: str, what: str) -> None:
    assert what in fault(tmp_path, changed((old, new))).message


def test_far_too_many_copies_are_counted_without_being_made(tmp_path: Path) -> None:
    crowd = "".join(f"      crowd{n}: {{type: main, zone: ford, copies: 32}}\n" for n in range(300))
    text = changed(("      raider:", f"{crowd}      raider:"))
    assert f"there are {300 * 32 + 3} fighters" in fault(tmp_path, text).message


def test_compels_of_all_copies_are_counted(tmp_path: Path) -> None:
    compels = "  - {victim: raider, aspect: Cold Water, effect: lose action}\n" * 3
    text = changed(("copies: 2", "copies: 20"), ("edges:", f"compels:\n{compels}edges:"))
    assert "60 compels" in fault(tmp_path, text).message


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ([("type: nameless, quality: fair, ", "")], "sides.gm.fighters.raider"),
        ([("Trampled Mud}", "Mud, difficulty: 2}")], "zones.camp.difficulty"),
        ([("Trampled Mud}", "Mud, reveals: Bones}")], "zones.camp.reveals"),
        (
            [
                (
                    "edges:",
                    "objectives: {players: [{do: survive, zone: camp, exchanges: 3}]}\nedges:",
                )
            ],
            "objectives.players[0].zone",
        ),
        (
            [
                ("edges:", "weight: false\nedges:"),
                ("  skills:", "  stunts: [{name: Big, does: weight}]\n        skills:"),
            ],
            "sides.players.fighters.anna.stunts[0]",
        ),
        (
            [
                ("edges:", "weight: false\nedges:"),
                (
                    "  skills:",
                    "  stunts: [{name: Brave, does: bonus, when: outweighed}]\n        skills:",
                ),
            ],
            "sides.players.fighters.anna.stunts[0]",
        ),
    ],
)
def test_what_is_probably_not_meant_is_a_warning(
    tmp_path: Path, changes: list[tuple[str, str]], field: str
) -> None:
    reading = read(tmp_path, changed(*changes))
    assert [one.field for one in reading.warnings] == [field]
