"""What a fighter does by its nature, whoever plays it: when it concedes (H6), whether it moves by
itself (Z2)."""

from __future__ import annotations

import pytest

from autogm.engine import codes
from tests.table import scene


def nodes_before_the_dice(table: object) -> list[str]:
    """The sides that are asked, from here to the dice, whether somebody concedes."""
    asked = []
    while table.state.current_player() >= 0:  # type: ignore[attr-defined]
        if table.node == codes.N_CONCEDE:  # type: ignore[attr-defined]
            asked.append(table.state.side())  # type: ignore[attr-defined]
            table.passes()  # type: ignore[attr-defined]
        else:
            table.choose("use", skill="Fight")  # type: ignore[attr-defined]
    return asked


@pytest.mark.rule("H6")
def test_a_side_of_those_who_never_concede_is_not_asked() -> None:
    wolves = {"wolf": {"concedes": "never"}, "bear": {"concedes": "never"}}
    table = scene("fate-core", "hero Notice 1", "wolf; bear", pool=0, sheets=wolves)
    table.turn("hero").choose("attack", target="wolf")
    assert nodes_before_the_dice(table) == ["players"]
    tame = {"wolf": {"concedes": "never"}}
    table = scene("fate-core", "hero Notice 1", "wolf; bear", pool=0, sheets=tame)
    table.turn("hero").choose("attack", target="wolf").choose("use", skill="Fight").passes()
    assert table.values("concede", "target") == ["bear"]


@pytest.mark.rule("H6", "F8")
def test_where_nobody_concedes_a_charge_and_a_price_are_spent_at_once() -> None:
    """Nothing of what was declared can be interrupted any more."""
    never = {name: {"concedes": "never"} for name in ("hero", "foe")}
    table = scene("war-of-ashes", "hero@a Quick 2", "foe@b", "a - b", pool=0, sheets=never)
    table.turn("hero").choose("charge", target="foe")
    assert nodes_before_the_dice(table) == []
    table.dice("0 0 0 0", "0 0 0 0").settle()
    assert table.zone("hero") == "b"
    assert not table.offers("move", zone="a")


@pytest.mark.rule("H6")
def test_hurt_is_who_has_a_consequence() -> None:
    """A checked box is none for who can take consequences."""
    proud = {"foe": {"concedes": "hurt"}}
    table = scene("fate-core", "hero Notice 1 Fight 2; friend", "foe; other", pool=0, sheets=proud)

    def offered() -> list[str]:
        table.turn("hero").choose("attack", target="foe").choose("use", skill="Fight").passes()
        return list(table.values("concede", "target"))

    assert offered() == ["other"]
    table.passes().dice("- 0 0 0", "0 0 0 0").choose("absorb", consequences=())
    assert table.stress("foe") != [0, 0]
    assert offered() == ["other"]
    table.passes().dice("0 0 0 0", "0 0 0 0").choose("absorb", consequences=(0,))
    assert offered() == ["foe", "other"]


@pytest.mark.rule("H6", "N4")
def test_a_mob_is_hurt_once_it_has_lost_a_member() -> None:
    """Divided or not: who breaks off is no loss, and one loss is a loss to all parts."""
    gang = {"gang": {"type": "group", "members": 4, "concedes": "hurt", "skills": {"Fight": 1}}}
    table = scene("fate-core", "hero Notice 1 Fight 3", "gang", pool=0, sheets=gang)

    def asked() -> list[str]:
        table.turn("hero").choose("attack", target="gang")
        return nodes_before_the_dice(table)

    assert asked() == ["players"]
    table.dice("0 0 0 0", "0 0 0 0")  # 3 against 1 + 3
    table.turn("gang").choose("divide", members=2)
    assert asked() == ["players"]
    table.dice("0 0 0 0", "0 0 0 0")
    table.turn("hero").choose("attack", target="gang").choose("use", skill="Fight").passes()
    assert set(table.values("concede", "target")) == {"gang", "gang-b"}


@pytest.mark.rule("H6", "N2")
def test_who_can_take_no_consequence_is_hurt_by_a_checked_box() -> None:
    thug = {"thug": {"type": "nameless", "boxes": 2, "concedes": "hurt", "skills": {"Fight": 1}}}
    table = scene("fate-core", "hero Notice 1 Fight 1; friend", "thug; wolf", pool=0,
                  sheets=thug | {"wolf": {"concedes": "never"}})  # fmt: skip
    table.turn("hero").choose("attack", target="thug")
    assert nodes_before_the_dice(table) == ["players"]
    table.dice("+ 0 0 0", "0 0 0 0").choose("absorb", consequences=())
    table.turn("friend").choose("attack", target="thug").choose("use", skill="Fight").passes()
    assert table.values("concede", "target") == ["thug"]


@pytest.mark.rule("Z2", "Z3", "M3", "M1", "M2", "H7")
def test_what_is_not_mobile_does_not_move_by_itself() -> None:
    tree = {"tree": {"mobile": False}}
    table = scene(
        "war-of-ashes", "hero@b; friend@a; third@a", "tree@a Quick 3; wolf@a Quick 3", "a - b",
        pool=0, sheets=tree, zone={"a": {"exit": True}},
    )  # fmt: skip
    verbs = ("move", "charge", "pull", "leave")
    table.turn("tree")
    assert not [verb for verb in verbs if table.offers(verb)]
    table.choose("push", target="friend").dice("+ + 0 0", "0 0 0 0").settle_duel().settle()
    assert (table.zone("friend"), table.zone("tree")) == ("b", "a"), "it does not follow"
    table.turn("wolf").choose("push", target="third").dice("+ + 0 0", "0 0 0 0").settle_duel()
    assert table.values("put", "follow") == [False, True]
    table.choose("put", zone="b", follow=False).turn("tree").turn("wolf")
    assert [verb for verb in verbs if table.offers(verb)] == ["move", "charge", "leave"]


@pytest.mark.rule("Z3")
def test_what_is_not_mobile_takes_no_longer_way() -> None:
    tree = {"tree": {"mobile": False}}
    table = scene("fate-core", "hero@c", "tree@a; wolf@a", "a - b - c", pool=0, sheets=tree)
    assert not table.turn("tree").offers("sprint")
    assert table.turn("wolf").offers("sprint")


@pytest.mark.rule("Z2", "M1", "Z4")
def test_others_move_what_is_not_mobile() -> None:
    tree = {"tree": {"mobile": False}}
    table = scene(
        "war-of-ashes", "hero@a Quick 3 Forceful 3", "tree@a", "a - b", pool=0, sheets=tree
    )
    table.turn("hero").choose("push", target="tree").dice("+ + 0 0", "0 0 0 0")
    table.choose("put", zone="b", follow=False)
    assert table.zone("tree") == "b"
