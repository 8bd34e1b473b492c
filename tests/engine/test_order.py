"""Turn order and turns (T1-T4)."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.engine import codes
from tests.table import Table, scene


def order(table: Table, turns: int) -> list[str]:
    """Who has the next turns, everyone passing."""
    found: list[str] = []
    while len(found) < turns and not table.state.is_terminal():
        table.settle()
        if table.node == codes.N_ORDER:
            table._apply(table.state.legal_actions()[0])
            continue
        found.append(str(table.state.actor()))
        table.passes()
    return found


def each(ruleset: str, players: str, gm: str, **fields: Any) -> list[str]:
    """The order of an exchange in which everyone acts at its own place."""
    turns = {"npcs": "each", **fields.pop("turn_order", {})}
    table = scene(ruleset, players, gm, turn_order=turns, **fields)
    return order(table, len(table.game.encounter.fighters))


@pytest.mark.rule("T1")
@pytest.mark.parametrize(
    ("ruleset", "kind", "skills"),
    [
        ("accelerated", "physical", ["Quick", "Forceful"]),
        ("war-of-ashes", "physical", ["Quick", "Forceful"]),
        ("war-of-ashes", "mental", ["Careful"]),
        ("fate-core", "physical", ["Notice", "Athletics", "Physique"]),
        ("fate-core", "social", ["Empathy", "Rapport", "Will"]),
    ],
)
def test_the_skills_of_turn_order(ruleset: str, kind: str, skills: list[str]) -> None:
    """The first decides, each further one breaks ties; at last player characters, then the
    scenario's order."""
    names, players, gm = [], [], []
    for place, skill in enumerate(skills):
        rating = " ".join(f"{one} 1" for one in skills[: len(skills) - place])
        gm.append(f"npc{place} {rating}")
        names.append(f"npc{place}")
        assert skill
    players = ["one", "two"]
    found = each(ruleset, "; ".join(players), "; ".join([*gm, "last"]), kind=kind)
    assert found == [*names, "one", "two", "last"]


@pytest.mark.rule("T1")
@pytest.mark.parametrize("ruleset", ["minifate", "autarch"])
def test_the_scenarios_skill(ruleset: str) -> None:
    found = each(ruleset, "a; b Stealth 2", "c Stealth 1", turn_order={"skill": "Stealth"})
    assert found == ["b", "c", "a"]


@pytest.mark.rule("T1", "H9")
def test_an_ambush_and_who_goes_first() -> None:
    players, gm = "a Sneaky 1; b Sneaky 3", "c Quick 3"
    assert each("accelerated", players, gm, turn_order={"ambush": "players"}) == ["b", "a", "c"]
    assert each("accelerated", players, gm, turn_order={"first": "players"}) == ["a", "b", "c"]


@pytest.mark.rule("T2")
def test_npcs_act_together_at_their_best_members_place() -> None:
    """In an order that the GM chooses anew each exchange."""
    table = scene("fate-core", "a Notice 3; b Notice 1", "x Notice 2; y; z", exchanges=3)
    table.turn("a").passes()
    for wanted in (["y", "z", "x"], ["z", "x", "y"]):
        for name in wanted[:2]:
            assert (table.node, table.state.side()) == (codes.N_ORDER, "gm")
            table.choose("act next", target=name).passes()
        assert table.state.actor() == wanted[2], "the last of them needs no choosing"
        table.passes()
        assert table.state.actor() == "b"
        table.passes().passes()
    assert each("fate-core", "a Notice 3; b Notice 1", "x Notice 2; y; z") == [
        "a",
        "x",
        "b",
        "y",
        "z",
    ]


@pytest.mark.rule("T1", "T2")
@pytest.mark.parametrize(
    ("gm", "wanted"),
    [
        ("x; late Notice 3 arrives=2", ["a", "b", "x"]),
        ("x Notice 2; late arrives=2", ["a", "x", "b"]),
        ("late Notice 2 arrives=2; latest Notice 4 arrives=3", ["a", "b"]),
    ],
)
def test_who_comes_later_does_not_move_its_side(gm: str, wanted: list[str]) -> None:
    """The place is that of the best NPC there at the start, or of the best of those who come
    first, and is kept when others join."""
    table = scene("fate-core", "a Notice 3; b Notice 1", gm)
    second = [name if name != "x" else "npc" for name in wanted]
    if "npc" not in second:
        second.insert(1, "npc")
    found = order(table, len(wanted) + 4)
    assert found[: len(wanted)] == wanted
    later = ["npc" if name in ("x", "late") else name for name in found[len(wanted) :]]
    assert list(dict.fromkeys(later)) == second


@pytest.mark.rule("T3")
def test_one_turn_an_exchange_and_passing_is_always_legal() -> None:
    table = scene("fate-core", "a Notice 1; b", "c", exchanges=3, turn_order={"npcs": "each"})
    assert order(table, 6) == ["a", "b", "c", "a", "b", "c"]


@pytest.mark.rule("T3")
def test_defences_are_unlimited() -> None:
    foes = "; ".join(f"foe{n} Notice 1" for n in range(5))
    table = scene("fate-core", "hero Athletics 4", foes, pool=0, turn_order={"npcs": "each"})
    for number in range(5):
        table.turn(f"foe{number}").choose("attack", target="hero").dice(
            "- 0 0 0", "0 0 0 0"
        ).settle()
    assert [one["who"] for one in table.all("roll")[1::2]] == ["hero"] * 5


@pytest.mark.rule("T4")
def test_the_order_inside_a_turn() -> None:
    """Compel; action and target; concessions; dice; duel; outcome; absorption; style;
    repositioning; end test."""
    hot = {"text": "Hot-Headed", "kind": "trouble"}
    dim = {"text": "Dim", "actions": ["attack"], "helps": "both"}
    compel = {"victim": "hero", "aspect": "Hot-Headed", "effect": "free invoke"}
    table = scene(
        "war-of-ashes",
        "hero@a Forceful 4 Quick 1",
        "foe@b type=minion boxes=1; far@c",
        "a - b - c",
        sheets={"hero": {"aspects": [hot]}},
        aspects=[dim],
        compels=[compel],
    )
    seen: list[int] = []
    while not table.state.is_terminal() and len(seen) < 40:
        seen.append(table.node)
        if table.node == codes.N_COMPEL:
            table.choose("compel", compel=0)
        elif table.node == codes.N_ANSWER:
            table.choose("accept")
        elif table.node == codes.N_TURN:
            if table.state.actor() != "hero" or len(seen) > 4:
                break
            table.choose("charge", target="foe")
        elif table.node == codes.N_DICE:
            table.dice("0 0 0 -")
        elif table.node == codes.N_ABSORB:
            table.absorb()
        elif table.node == codes.N_BONUS:
            table.passes()
        else:
            table.passes() if table.offers("pass") else table._apply(table.state.legal_actions()[0])
    first = list(dict.fromkeys(seen))
    wanted = [
        codes.N_COMPEL,
        codes.N_ANSWER,
        codes.N_TURN,
        codes.N_BLOCK,
        codes.N_SKILL,
        codes.N_CONCEDE,
        codes.N_DEFEND,
        codes.N_DICE,
        codes.N_DUEL,
        codes.N_ABSORB,
        codes.N_BONUS,
        codes.N_DRIVE,
    ]
    assert first == [node for node in wanted if node in first]
    for node in (codes.N_COMPEL, codes.N_CONCEDE, codes.N_DICE, codes.N_DUEL):
        assert node in first
