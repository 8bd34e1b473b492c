"""Harm: tracks, absorbing, being taken out, lethal attacks (H1-H5, H8, H9)."""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations
from typing import Any

import pytest

from autogm.engine.state import State
from tests.engine.acting import FACES, acting
from tests.table import Table, scene

Way = tuple[int, tuple[int, ...]]
"""A box, 0 for none, and consequence slots."""


@cache
def hit_by_one(ruleset: str) -> Table:
    """A foe that is about to absorb a hit of one."""
    return acting(ruleset).choose("attack", target="foe").dice(FACES[1], FACES[0]).settle()


def wounded(ruleset: str, shifts: int, checked: int, taken: int, lethal: bool = False) -> set[Way]:
    """The ways to absorb that are offered to a foe with these boxes and consequences."""
    table = hit_by_one(ruleset)
    record = table.state.record.copy()
    row = record[0]
    row["stress"][1, 0], row["wounds"][1] = checked, taken
    row["pending"][int(row["depth"]) - 1, 3] = shifts | (int(lethal) << 8)
    state = State(table.game, record)
    words = [table.game.describe(state, action) for action in state.legal_actions()]
    assert words[-1].verb == "be taken out", "always a choice"
    return {(int(one.box or 0), one.consequences or ()) for one in words[:-1]}


def brute(shifts: int, boxes: list[int], slots: dict[int, int], single: bool) -> set[Way]:
    """Every legal combination in which nothing is superfluous, without those in which something
    smaller would have done in place of one of their parts."""
    legal = set()
    sets = chain.from_iterable(combinations(slots, number) for number in range(len(slots) + 1))
    for chosen in sets:
        for box in (0, *boxes):
            parts = [*(slots[slot] for slot in chosen), *([box] if box else [])]
            suffices = sum(parts) >= shifts
            needed = all(sum(parts) - part < shifts for part in parts)
            if parts and suffices and needed and not (single and len(parts) > 1):
                legal.add((box, chosen))

    def better(one: Way, other: Way) -> bool:
        if one == other or bool(one[0]) != bool(other[0]) or len(one[1]) != len(other[1]):
            return False
        pairs = zip((one[0], *one[1]), (other[0], *other[1]), strict=True)
        return all(mine <= theirs for mine, theirs in pairs)

    return {one for one in legal if not any(better(other, one) for other in legal)}


@pytest.mark.rule("H2", "H3", "H4")
@pytest.mark.parametrize(
    ("ruleset", "boxes"), [("fate-core", 2), ("accelerated", 3), ("autarch", 2), ("minifate", 3)]
)
@pytest.mark.parametrize("taken", range(8))
def test_ways_to_absorb_against_brute_force(ruleset: str, boxes: int, taken: int) -> None:
    severities = {0: 2, 1: 4, 2: 6}
    slots = {slot: value for slot, value in severities.items() if (taken >> slot) & 1 == 0}
    for checked in range(1 << boxes):
        free = [box + 1 for box in range(boxes) if (checked >> box) & 1 == 0]
        for shifts in (1, 2, 3, 4, 5, 7, 9, 12, 16):
            wanted = brute(shifts, free, slots, single=ruleset == "minifate")
            assert wounded(ruleset, shifts, checked, taken) == wanted, (shifts, free, slots)


@pytest.mark.rule("H2")
def test_a_ruleset_may_take_either_a_box_or_a_consequence() -> None:
    table = acting("fate-core", rules={"absorb": "single"}).choose("attack", target="foe")
    table.dice(FACES[2], FACES[0])
    assert set(table.values("absorb", "box")) == {0, 2}
    assert table.values("absorb", "consequences", box=2) == [()]


@pytest.mark.rule("H8")
def test_a_lethal_hit_passes_by_the_track() -> None:
    for shifts, wanted in ((1, {(0, (0,))}), (3, {(0, (1,))}), (13, set())):
        assert wounded("war-of-ashes", shifts, 0, 0, lethal=True) == wanted
    assert wounded("war-of-ashes", 3, 0, 0b111, lethal=True) == set()


@pytest.mark.rule("H1", "K1")
def test_two_tracks_and_one() -> None:
    """A full sheet has a track for each harm; a nameless NPC's only track takes every harm."""
    foes = "boss; thug type=nameless quality=good"
    for target, both in (("boss", False), ("thug", True)):
        table = scene("fate-core", "hero Fight 1 Provoke 1 Notice 1", foes, pool=0)
        for skill in ("Fight", "Provoke"):
            table.turn("hero").choose("attack", target=target).choose("use", skill=skill)
            table.dice("0 0 0 0", "0 0 0 0").absorb()
        assert (table.stress(target), table.stress(target, 1)) == (
            ([1, 2], []) if both else ([1], [1])
        )


@pytest.mark.rule("H1")
def test_a_nameless_npc_hurts_minds_as_well_as_bodies() -> None:
    table = scene("fate-core", "hero", "thug type=nameless Provoke 2 Notice 1", pool=0)
    table.turn("thug").choose("attack", target="hero").choose("use", skill="Provoke")
    table.dice("0 0 0 0", "0 0 0 0").choose("absorb", box=2)
    assert (table.stress("hero"), table.stress("hero", 1)) == ([], [2])


@pytest.mark.rule("H1", "H4")
@pytest.mark.parametrize(
    ("ruleset", "boxes"),
    [
        ("accelerated", [3, 0]),
        ("war-of-ashes", [3, 0]),
        ("minifate", [3, 0]),
        ("autarch", [2, 2]),
        ("fate-core", [2, 2]),
    ],
)
def test_tracks_of_the_editions(ruleset: str, boxes: list[int]) -> None:
    table = scene(ruleset, "hero", "foe")
    assert table.game.scene[0]["boxes"][0].tolist() == boxes
    assert table.game.scene[0]["severity"][0, :4].tolist() == [2, 4, 6, 0]


@pytest.mark.rule("H4")
def test_severities_absorb_two_four_and_six() -> None:
    table = acting("fate-core").choose("attack", target="foe").dice(FACES[4], FACES[-4])
    assert wounded("fate-core", 12, 0b11, 0) == {(0, (0, 1, 2))}
    table.choose("absorb", box=0, consequences=(0, 2))
    assert table.wounds("foe") == ["mild", "severe"]


@pytest.mark.rule("H5")
def test_who_cannot_absorb_is_out() -> None:
    """It acts no more, aspects attached to it go, its side keeps its free invokes elsewhere."""
    fog = {"text": "Fog", "free": {"gm": 2}, "actions": []}
    table = scene(
        "fate-core",
        "hero Fight 1 Notice 1 fate_points=0",
        "thug type=nameless quality=average; other",
        aspects=[fog],
        pool=0,
    )
    table.turn("hero").choose("create", aspect="Off Balance", on="thug").dice("0 0 0 0", "0 0 0 0")
    assert table.stands("Off Balance", on="thug")
    table.turn("hero").choose("attack", target="thug").dice("0 0 0 0", "0 0 0 0").settle()
    assert table.out("thug")
    assert not table.stands("Off Balance", on="thug")
    assert table.free("Off Balance", on="thug") == (0, 0, 0)
    assert table.free("Fog") == (0, 2, 0)
    before = len(table.all("turn"))
    table.turn("hero").passes().turn("hero")
    assert "thug" not in {one["who"] for one in table.all("turn")[before:]}


@pytest.mark.rule("H5", "H2")
def test_being_taken_out_may_be_chosen() -> None:
    table = acting("fate-core").choose("attack", target="foe").dice(FACES[1], FACES[0])
    table.choose("be taken out")
    assert table.state.winner == "players"


def lethal_hits(table: Table, *attacks: tuple[str, str]) -> list[bool]:
    """Whether each of these attacks was lethal."""
    for attacker, target in attacks:
        table.turn(attacker).choose("attack", target=target)
        if table.offers("use", skill="Fight", lethal=True):
            table.choose("use", skill="Fight", lethal=True)
        table.dice("+ 0 0 0", "0 0 0 0").absorb()
        table.settle()
    return [one["lethal"] for one in table.all("hit")]


@pytest.mark.rule("H9", "N5")
def test_a_lethal_stunt_once_a_session() -> None:
    finisher = {"name": "Finisher", "does": "lethal", "limit": "session"}
    table = scene("fate-core", "hero Notice 1", "foe", sheets={"hero": {"stunts": [finisher]}})
    assert lethal_hits(table, ("hero", "foe"), ("hero", "foe")) == [True, False]


@pytest.mark.rule("H9")
def test_a_deadly_creature() -> None:
    fangs = {"Forceful": {"lethal": True}}
    table = scene(
        "war-of-ashes",
        "hero",
        "snake Forceful 1 Quick 1",
        sheets={"snake": {"attacks": fangs}},
        pool=0,
    )
    table.turn("snake").choose("attack", target="hero").choose("use", skill="Forceful")
    table.dice("0 0 0 0", "0 0 0 0").absorb()
    assert table.last("hit")["lethal"]
    assert table.stress("hero") == []
    assert table.wounds("hero") == ["mild"]


@pytest.mark.rule("H9", "T1")
def test_the_first_attack_of_a_prepared_ambush() -> None:
    order = {"ambush": "players", "lethal_ambush": True}
    table = scene("fate-core", "hero; friend", "foe Notice 5", turn_order=order, pool=0)
    assert table.state.actor() == "hero", "whoever ambushes goes first"
    assert lethal_hits(table, ("hero", "foe"), ("friend", "foe")) == [True, False]


@pytest.mark.rule("H8", "N4")
def test_minions_have_nothing_against_a_lethal_attack() -> None:
    fangs: dict[str, Any] = {"hero": {"attacks": {"Forceful": {"lethal": True}}}}
    table = scene(
        "war-of-ashes",
        "hero Forceful 1 Quick 1",
        "goblin type=minion boxes=2",
        sheets=fangs,
        pool=0,
    )
    table.turn("hero").choose("attack", target="goblin").choose("use", skill="Forceful")
    table.dice("0 0 0 0", "0 0 0 0").settle()
    assert table.out("goblin")
