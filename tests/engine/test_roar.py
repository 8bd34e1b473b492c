"""The Roar phase and battle rituals (R1-R7)."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.engine import codes
from autogm.model.faults import ScenarioError
from tests.table import Table, scene

ROAR = "Hero's Roar"


def roaring(dice: str = "+ 0 0 0", players: str = "hero Careful 2", **fields: Any) -> Table:
    """A hero who has roared with Careful 2; everybody else keeps quiet."""
    table = scene("war-of-ashes", players, fields.pop("gm", "foe"), roar=True, **fields)
    table.choose("roar", target="hero", skill="Careful").dice(dice)
    return table.settle_duel()


@pytest.mark.rule("R1")
def test_the_roar_phase() -> None:
    """Players first, sides alternate, the GM as often as the players."""
    table = scene("war-of-ashes", "a; b", "x; y; z", roar=True)
    sides = []
    for name in ("a", "x", "b", "y"):
        assert table.node == codes.N_ROAR
        sides.append(table.state.side())
        table.choose("roar", target=name, skill="Quick")
        assert table.difficulty == 2
        table.dice("+ + + 0").settle_duel()
    assert sides == ["players", "gm", "players", "gm"]
    assert table.node != codes.N_ROAR, "nobody of the players is left"
    assert table.state.exchange == 1


@pytest.mark.rule("R1")
def test_the_roar_phase_is_an_option() -> None:
    assert scene("war-of-ashes", "a", "x").node != codes.N_ROAR
    assert scene("war-of-ashes", "a", "x", roar=True).passes().node != codes.N_ROAR
    with pytest.raises(ScenarioError, match="R3"):
        scene("fate-core", "a", "x", roar=True)


@pytest.mark.rule("R2", "A7")
@pytest.mark.parametrize(
    ("dice", "free", "boosts", "wounds"),
    [
        ("+ + + 0", 2, 0, []),
        ("+ 0 0 0", 1, 0, []),
        ("0 0 0 0", 1, 1, []),
        ("- 0 0 0", 1, 0, ["mild"]),
    ],
)
def test_what_a_roar_brings(dice: str, free: int, boosts: int, wounds: list[str]) -> None:
    table = roaring(dice)
    assert table.free(ROAR) == (free, 0, 0)
    assert table.boosts("hero") == (boosts, 0)
    assert table.wounds("hero") == wounds
    assert table.free("Hero's mild consequence") == (0, len(wounds), 0)


@pytest.mark.rule("R2", "R6")
def test_without_room_for_a_consequence_there_is_no_roar() -> None:
    boast = {"skilled_at": [{"text": "Boasting", "skills": ["Flashy"]}]}
    table = scene("war-of-ashes", "hero", "goblin type=minion", roar=True, sheets={"goblin": boast})
    table.choose("roar", target="hero", skill="Quick").dice("+ + 0 0").settle_duel()
    assert table.values("roar", "skill") == ["Flashy"], "with something it is skilled at"
    table.choose("roar", target="goblin").dice("- 0 0 0").settle()
    assert not table.stands("Goblin's Roar")


@pytest.mark.rule("R6")
@pytest.mark.parametrize(
    ("approach", "stays"), [("Quick", True), ("Careful", True), ("Clever", False)]
)
def test_a_minions_roar_goes_with_what_it_is_bad_at(approach: str, stays: bool) -> None:
    knacks = {
        "skilled_at": [{"text": "Boasting", "skills": ["Flashy"]}],
        "bad_at": [{"text": "Thinking", "skills": ["Clever"]}],
    }
    table = scene(
        "war-of-ashes", "hero", "goblin type=minion", roar=True, sheets={"goblin": knacks}
    )
    table.choose("roar", target="hero", skill="Quick").dice("+ + 0 0").settle_duel()
    table.choose("roar", target="goblin").dice("+ 0 0 0")
    table.turn("goblin").choose("attack", target="hero").choose("use", skill=approach)
    table.dice("0 0 0 0")
    assert table.stands("Goblin's Roar") is stays


@pytest.mark.rule("R3", "R4")
def test_another_approach_is_legal_and_ends_the_roar_before_the_roll() -> None:
    table = roaring().turn("hero").choose("attack", target="foe")
    assert len(table.values("use", "skill")) == 6
    table.choose("use", skill="Forceful").dice("0 0 0 0", "0 0 0 0")
    assert not table.stands(ROAR)
    assert not table.offers("invoke free", aspect=ROAR)
    kept = roaring().turn("hero").choose("attack", target="foe").choose("use", skill="Clever")
    assert kept.dice("0 0 0 0", "0 0 0 0").offers("invoke free", aspect=ROAR)


@pytest.mark.rule("R4", "F3")
@pytest.mark.parametrize("accepts", [True, False])
def test_refusing_a_compel_on_a_roar_ends_it(accepts: bool) -> None:
    compel = {"victim": "hero", "aspect": "Hero's Roar", "effect": "lose action"}
    table = roaring(compels=[compel]).until("compel")
    table.choose("compel", compel=0).choose("accept" if accepts else "refuse")
    assert table.stands(ROAR) is accepts
    assert table.points("hero") == (4 if accepts else 2)


@pytest.mark.rule("R5", "R3")
def test_being_paid_to_keep_roaring() -> None:
    """Other approaches are illegal until the end of the fighter's next turn."""
    table = roaring().until("pay to keep roaring")
    table.choose("pay to keep roaring").choose("accept")
    assert table.points("hero") == 4
    bound = {"Careful", "Clever", "Sneaky"}

    def approaches() -> set[str]:
        return set(table.choose("attack", target="foe").values("use", "skill"))

    assert approaches() == bound
    table.choose("use", skill="Careful").dice("0 0 0 0", "+ + 0 0")
    table.turn("foe").choose("attack", target="hero")
    assert table.answers() == bound, "defending before its next turn"
    table.dice("0 0 0 0", "0 0 0 0")
    table.turn("hero")
    assert approaches() == bound, "in its next turn"
    table.choose("use", skill="Careful").dice("0 0 0 0", "+ + 0 0")
    table.turn("foe").choose("attack", target="hero")
    assert len(table.answers()) == 6, "and no longer"


@pytest.mark.rule("R5", "X1")
def test_being_paid_to_keep_roaring_binds_where_another_approach_is_the_only_one() -> None:
    force = {"text": "On the Ground", "on": "enemy", "skills": ["Forceful"]}
    for answer in ("accept", "refuse"):
        table = roaring(templates=[force]).until("pay to keep roaring")
        table.choose("pay to keep roaring").choose(answer)
        assert table.offers("create", aspect="On the Ground") is (answer == "refuse")


@pytest.mark.rule("R5", "R4")
def test_refusing_to_be_paid_is_refusing_a_compel_on_the_roar() -> None:
    table = roaring().until("pay to keep roaring")
    table.choose("pay to keep roaring").choose("refuse")
    assert table.points("hero") == 2
    assert not table.stands(ROAR)


@pytest.mark.rule("R7", "H9", "A15")
def test_a_battle_ritual() -> None:
    """Its side's allies may spend an invoke of it for a lethal attack, once in the conflict."""
    rite = {"aspect": "Hero's Roar", "does": "lethal"}
    table = roaring(
        "+ + + 0", "hero Careful 2; friend Quick 1", gm="foe Quick 2", effects=[rite], pool=3
    )
    assert table.turn("foe").values("effect", "effect") == [], "not for the other side"
    table.turn("friend").choose("effect", payer=None)
    assert table.free(ROAR) == (1, 0, 0)
    assert not table.offers("effect"), "once in the conflict"
    table.choose("attack", target="foe").dice("+ + + 0", "0 0 0 0").settle()
    assert table.last("hit")["lethal"]
    table.absorb()
    assert not table.turn("hero").offers("effect")
    with pytest.raises(ScenarioError, match="R7"):
        scene("fate-core", "hero", "foe", aspects=["Rite"], effects=[{**rite, "aspect": "Rite"}])


@pytest.mark.rule("R7")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_each_battle_ritual_is_once_in_the_conflict(first: int) -> None:
    """Of three, one leaves the two others; a fighter needs but one at a time."""
    rites = [{"aspect": "Hero's Roar", "does": "lethal"} for _ in range(3)]
    table = roaring("+ + + 0", "hero Careful 2; friend Quick 1", gm="foe", effects=rites)
    assert table.turn("friend").values("effect", "effect", payer=None) == [0, 1, 2]
    table.choose("effect", effect=first, payer=None).choose("attack", target="foe")
    table.dice("0 0 0 0", "+ + 0 0")
    others = [number for number in range(3) if number != first]
    assert table.turn("hero").turn("friend").values("effect", "effect", payer=None) == others


@pytest.mark.rule("R4", "M7")
def test_the_end_of_a_roar_ends_nothing_else() -> None:
    """The hero's axe has been knocked away when it ends its Roar by attacking with another
    approach: it is still to be recovered."""
    axe = {"name": "Axe", "does": "weapon", "amount": 1, "equipment": True}
    table = roaring(
        players="hero Careful 2 boxes=4", gm="foe Forceful 3", sheets={"hero": {"stunts": [axe]}}
    )
    table.turn("foe").choose("attack", target="hero").dice("+ 0 0 0", "- 0 0 0").absorb()
    table.choose("disarm")
    assert table.turn("hero").offers("recover")
    table.choose("attack", target="foe").choose("use", skill="Forceful").dice("0 0 0 0", "0 0 0 0")
    table.settle_duel().settle()
    assert not table.stands(ROAR)
    assert table.turn("foe").turn("hero").offers("recover")


RING = ("Careful", "Clever", "Flashy", "Forceful", "Quick", "Sneaky")


@pytest.mark.rule("R3", "R4")
@pytest.mark.parametrize("used", RING)
@pytest.mark.parametrize("roars", RING)
def test_a_roar_keeps_to_its_approach_and_its_neighbours_on_the_ring(roars: str, used: str) -> None:
    table = scene("war-of-ashes", "hero", "foe", roar=True)
    table.choose("roar", target="hero", skill=roars).dice("+ 0 0 0").settle_duel()
    table.turn("hero").choose("attack", target="foe")
    table.choose("use", skill=used).dice("0 0 0 0", "0 0 0 0").settle_duel().settle()
    apart = abs(RING.index(roars) - RING.index(used))
    assert table.stands(ROAR) is (apart in (0, 1, 5))
