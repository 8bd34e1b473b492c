"""The outcome tables of Create an Advantage and Overcome, and costs (C1-C3, O1-O3)."""

from __future__ import annotations

import pytest

from autogm.engine import codes
from tests.engine.acting import FACES, acting
from tests.table import scene

SMOKE = {"text": "Smoke", "on": "zone", "difficulty": 0}


@pytest.mark.rule("C1", "C2", "C3")
@pytest.mark.parametrize(
    ("ruleset", "shifts", "free"),
    [
        ("fate-core", 0, 1),
        ("fate-core", 2, 1),
        ("fate-core", 3, 2),
        ("accelerated", 0, 1),
        ("accelerated", 3, 2),
        ("war-of-ashes", 1, 1),
        ("war-of-ashes", 4, 2),
        ("autarch", 1, 1),
        ("autarch", 3, 2),
        ("minifate", 0, 1),
        ("minifate", 1, 1),
        ("minifate", 2, 2),
    ],
)
def test_creating_a_new_advantage(ruleset: str, shifts: int, free: int) -> None:
    table = acting(ruleset, templates=[SMOKE]).choose("create", aspect="Smoke")
    table.dice(FACES[shifts]).settle()
    assert table.free("Smoke") == (free, 0, 0)


@pytest.mark.rule("C1", "C2")
@pytest.mark.parametrize(("ruleset", "rules"), [("autarch", {}), ("fate-core", {"srd_tie": True})])
def test_a_tie_may_be_a_boost(ruleset: str, rules: dict[str, object]) -> None:
    table = acting(ruleset, templates=[SMOKE], rules=rules).choose("create", aspect="Smoke")
    table.dice(FACES[0]).settle()
    assert not table.stands("Smoke")
    assert table.boosts("hero") == (0, 1)


@pytest.mark.rule("C1", "C2", "C3")
@pytest.mark.parametrize(
    ("ruleset", "side", "free"),
    [
        ("fate-core", "players", (0, 1, 0)),
        ("accelerated", "players", (0, 1, 0)),
        ("autarch", "gm", (0, 0, 0)),
        ("minifate", None, (0, 0, 0)),
    ],
)
def test_failing_to_create(ruleset: str, side: str | None, free: tuple[int, int, int]) -> None:
    """Nothing; or the maker may have it with a free invoke for the others; or the GM without."""
    for stands in (True, False):
        table = acting(ruleset, templates=[SMOKE]).choose("create", aspect="Smoke").dice(FACES[-1])
        if side is not None:
            assert table.state.side() == side
            table.choose("let it stand" if stands else "pass")
        assert table.stands("Smoke") is (stands and side is not None)
        assert table.free("Smoke") == (free if stands else (0, 0, 0))


@pytest.mark.rule("C2")
def test_the_players_have_no_say_when_an_npc_fails_to_create() -> None:
    """The text gives the GM the aspect when a player fails, and nobody the other way round."""
    table = acting("autarch", templates=[SMOKE]).turn("foe").choose("create", aspect="Smoke")
    table.dice(FACES[-1]).settle()
    assert table.node == codes.N_TURN
    assert not table.stands("Smoke")


@pytest.mark.rule("C1", "A16")
@pytest.mark.parametrize(
    ("ruleset", "shifts", "free"),
    [
        ("fate-core", -1, (0, 1, 0)),
        ("accelerated", -1, (0, 0, 0)),
        ("war-of-ashes", -1, (0, 1, 0)),
        ("fate-core", 0, (1, 0, 0)),
        ("accelerated", 1, (1, 0, 0)),
        ("fate-core", 3, (2, 0, 0)),
    ],
)
def test_an_advantage_on_an_existing_aspect(
    ruleset: str, shifts: int, free: tuple[int, int, int]
) -> None:
    fog = {"text": "Fog", "actions": ["defend"]}
    table = acting(ruleset, aspects=[fog], rules={"advantage_difficulty": 0})
    table.choose("create", aspect="Fog").dice(FACES[shifts]).settle()
    assert table.free("Fog") == free


@pytest.mark.rule("C1", "A16")
@pytest.mark.parametrize("ruleset", ["fate-core", "accelerated", "war-of-ashes", "minifate"])
def test_new_and_existing_aspects_are_verbs_of_their_own(ruleset: str) -> None:
    """With both, and with all verbs, an aspect that is in play may get a free invoke; `create` is
    for new ones alone, and `refresh` brings no new one."""
    fog = {"text": "Fog", "actions": ["defend"]}

    def worked_on(*actions: str) -> set[str]:
        given = {"actions": ["attack", *actions]} if actions else {}
        table = acting(ruleset, aspects=[fog], templates=[SMOKE], **given)
        found = {one.aspect for one in map(table.game.words.describe, table.legal("create"))}
        return {one for one in found if one in ("Fog", "Smoke")}

    assert worked_on("create") == {"Smoke"}
    assert worked_on("refresh") == {"Fog"}
    assert worked_on("create", "refresh") == worked_on() == {"Fog", "Smoke"}


@pytest.mark.rule("C1", "E1", "D4")
def test_an_advantage_on_an_enemy_is_opposed() -> None:
    table = scene("fate-core", "hero Deceive 2 Notice 1", "foe Will 1")
    table.turn("hero").choose("create", aspect="Off Balance", on="foe").choose(
        "use", skill="Deceive"
    )
    table.dice("0 0 0 0", "0 0 0 0")
    assert [one["skill"] for one in table.all("skill")] == ["Deceive", "Will"]
    assert table.settle().free("Off Balance", on="foe") == (1, 0, 0)


@pytest.mark.rule("O1", "O2", "O3")
@pytest.mark.parametrize(
    ("ruleset", "shifts", "gone", "boosts"),
    [
        ("fate-core", 1, True, (0, 0)),
        ("fate-core", 3, True, (0, 1)),
        ("war-of-ashes", 3, True, (0, 1)),
        ("autarch", -1, False, (0, 0)),
        ("autarch", 0, False, (0, 1)),
        ("autarch", 2, True, (0, 0)),
        ("autarch", 3, True, (0, 1)),
        ("minifate", 0, True, (0, 0)),
        ("minifate", 2, True, (0, 0)),
        ("minifate", -1, False, (0, 0)),
    ],
)
def test_overcoming(ruleset: str, shifts: int, gone: bool, boosts: tuple[int, int]) -> None:
    wall = {"text": "A Wall of Crates", "actions": [], "difficulty": 0}
    table = acting(ruleset, aspects=[wall]).choose("overcome", aspect="A Wall of Crates")
    table.dice(FACES[shifts]).settle()
    assert table.stands("A Wall of Crates") is not gone
    assert table.boosts("hero") == boosts


@pytest.mark.rule("O1", "O3")
@pytest.mark.parametrize(
    ("shifts", "costs"),
    [(0, ["a boost", "stress"]), (-1, ["a consequence", "an aspect"])],
)
def test_the_other_side_names_a_cost(shifts: int, costs: list[str]) -> None:
    wall = {"text": "A Wall of Crates", "actions": [], "difficulty": 0}
    for cost in costs:
        table = acting("fate-core", aspects=[wall]).choose("overcome", aspect="A Wall of Crates")
        table.dice(FACES[shifts])
        assert table.state.side() == "gm"
        assert table.values("name cost", "cost") == costs
        table.choose("name cost", cost=cost)
        assert table.state.side() == "players"
        table.choose("pay the cost").settle()
        assert not table.stands("A Wall of Crates")
        paid = {
            "a boost": table.boosts("hero") == (1, 0),
            "stress": table.stress("hero") == [1],
            "a consequence": table.free("Hero's mild consequence") == (0, 1, 0),
            "an aspect": table.free("Off Balance", on="hero") == (0, 1, 0),
        }
        assert [name for name, it_is in paid.items() if it_is] == [cost]


@pytest.mark.rule("O3")
def test_who_does_not_take_the_cost_fails() -> None:
    wall = {"text": "A Wall of Crates", "actions": [], "difficulty": 0}
    table = acting("fate-core", aspects=[wall]).choose("overcome", aspect="A Wall of Crates")
    table.dice(FACES[-1]).choose("name cost", cost="a consequence").choose("fail").settle()
    assert table.stands("A Wall of Crates")
    assert table.wounds("hero") == []


@pytest.mark.rule("O3")
@pytest.mark.parametrize("consequences", [0, 1])
def test_what_is_taken_away_is_no_cost(consequences: int) -> None:
    """An invoke of an aspect that one gets rid of would be gone with it."""
    wall = {"text": "A Wall of Crates", "actions": [], "difficulty": 0}
    slots = {"mild": consequences, "moderate": 0, "severe": 0}
    table = acting("fate-core", aspects=[wall], sheets={"hero": {"consequences": slots}})
    table.choose("overcome", aspect="A Wall of Crates").dice(FACES[-1])
    if consequences:
        table.choose("name cost", cost="an aspect")
    table.settle_duel().choose("pay the cost").settle()
    table.turn("hero").choose("overcome", aspect="Off Balance", on="hero")
    table.dice(FACES[-3]).settle_duel()
    assert table.offers("pay the cost") is bool(consequences)
    if consequences:
        table.choose("pay the cost")
    table.settle()
    assert len(table.wounds("hero")) == consequences
    assert table.stands("Off Balance", on="hero") is not bool(consequences)


@pytest.mark.rule("O3")
def test_a_cost_that_cannot_be_paid_is_not_named() -> None:
    wall = {"text": "Wall", "actions": [], "difficulty": 0}
    table = scene(
        "fate-core",
        "hero; dog type=minion boxes=0 Notice 1",
        "foe",
        aspects=[wall],
        templates=[],
        pool=0,
        turn_order={"npcs": "each"},
    )
    table.turn("dog").choose("overcome", aspect="Wall").dice(FACES[-1]).settle()
    assert table.stands("Wall"), "no consequence to take: it fails"
