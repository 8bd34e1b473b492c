"""Who opposes an advantage (C5): the fighter that it is on, an able enemy near, or a number."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.engine import codes
from tests.table import Table, scene

GROUND = {"text": "High Ground", "on": "zone", "helps": "bearer"}
SCENE = {"text": "Uproar", "on": "scene"}
OWN = {"text": "Ready", "on": "self"}
FRIEND = {"text": "Covered", "on": "ally"}
OPENING = {"text": "An Opening", "on": "enemy"}
ALL = [GROUND, SCENE, OWN, FRIEND, OPENING]
NEARBY = ("fate-core", "accelerated", "war-of-ashes")
FIRST = {"first": "players"}
POOR = {"hero": {"fate_points": 0}}


def maker(
    gm: str = "foe@a; far@c", players: str = "hero@a Notice 2; friend@b", **fields: Any
) -> Table:
    """The hero's turn, whose skills reach the next zone, with one more beyond; nobody has
    points."""
    fields = {"templates": ALL, "turn_order": FIRST, "pool": 0, **fields}
    sheets = {"hero": {"fate_points": 0, "attacks": {"Shoot": {"range": 1}}}}
    sheets["friend"] = {"fate_points": 0}
    ground = fields.pop("ground", "a - b - c")
    fields["sheets"] = {**sheets, **fields.pop("sheets", {})}
    return scene("fate-core", players, gm, ground, **fields).turn("hero")


def may_oppose(table: Table) -> list[str]:
    """Who is offered to oppose the declared advantage; nobody where nobody is asked."""
    return table.values("oppose", "target") if table.node == codes.N_OPPOSE else []


@pytest.mark.rule("C5")
@pytest.mark.parametrize(
    ("aspect", "on", "able"),
    [
        ("High Ground", "a", ["foe", "other"]),
        ("High Ground", "b", ["foe", "other", "next"]),
        ("Uproar", "scene", ["foe", "other"]),
        ("Ready", "hero", ["foe", "other"]),
        ("Covered", "friend", ["foe", "other", "next"]),
    ],
)
def test_one_able_enemy_in_its_makers_zone_or_in_that_of_the_aspect(
    aspect: str, on: str, able: list[str]
) -> None:
    table = maker("foe@a; other@a; next@b; far@c").choose("create", aspect=aspect, on=on)
    assert table.state.side() == "gm"
    assert may_oppose(table) == able
    assert table.offers("pass")


@pytest.mark.rule("C5")
def test_one_on_a_fighter_is_opposed_by_that_fighter() -> None:
    table = maker("foe@a; other@a").choose("create", aspect="An Opening", on="foe")
    assert table.node != codes.N_OPPOSE
    table.to_dice()
    assert int(table.state.record[0]["roll_target"]) - 1 == table._index("foe")


@pytest.mark.rule("C5")
def test_the_players_are_asked_where_the_gm_makes_it() -> None:
    table = maker("foe@b").turn("foe").choose("create", aspect="High Ground", on="b")
    assert table.state.side() == "players"
    assert may_oppose(table) == ["friend"]


@pytest.mark.rule("C5")
def test_nobody_is_asked_with_nobody_near() -> None:
    table = maker("far@c").choose("create", aspect="High Ground", on="a")
    assert table.node != codes.N_OPPOSE
    assert table.difficulty == 2
    assert table.all("oppose") == []


@pytest.mark.rule("C5")
@pytest.mark.parametrize("ruleset", ["fate-core", "autarch"])
def test_who_is_named_rolls_against_it(ruleset: str) -> None:
    """Under any ruleset, if the scenario says so; who does not is no target of anything."""
    skill = {"fate-core": "Fight", "autarch": "Nature"}[ruleset]
    table = scene(
        ruleset, f"hero {skill} 2 fate_points=0", "foe Athletics 1; other", pool=0,
        rules={"advantage_opposed": "nearby"}, turn_order={"first": "players"},
        zone={"here": {"aspect": {"text": "Mud", "free": {"open": 0}}}},
        templates=[{"text": "High Ground", "on": "zone"}],
    ).turn("hero")  # fmt: skip
    if ruleset == "autarch":  # its scopes give every template a difficulty (A9)
        table.choose("create", aspect="High Ground")
        assert table.node != codes.N_OPPOSE
        assert table.difficulty == 3
        return
    table.choose("create", aspect="High Ground").choose("oppose", target="foe")
    assert table.last("oppose") == {"who": "foe", "target": "hero"}
    table.choose("use", skill="Fight").dice("+ 0 0 0", "0 0 0 0").settle_duel().settle()
    assert table.result == (2, "succeeds")
    assert table.free("High Ground") == (1, 0, 0)


@pytest.mark.rule("C5", "E1")
@pytest.mark.parametrize(
    ("skill", "answers"), [("Fight", {"Fight", "Athletics"}), ("Stealth", {"Notice"})]
)
def test_it_is_answered_as_any_advantage_by_that_skill(skill: str, answers: set[str]) -> None:
    able = "foe@a Fight 2 Athletics 2 Notice 2 Will 2"
    tells = [{"text": one, "on": "self", "relevant_skills": [one]} for one in
             ("Fight", "Athletics", "Notice", "Will")]  # fmt: skip
    table = maker(able, "hero@a Fight 2 Stealth 2", templates=[GROUND, *tells])
    table.choose("create", aspect="High Ground", on="a").choose("oppose", target="foe")
    table.choose("use", skill=skill)
    assert table.answers() == answers


@pytest.mark.rule("C5", "K5")
@pytest.mark.parametrize("opposes", [True, False])
def test_opposing_with_style_brings_a_boost(opposes: bool) -> None:
    table = maker().choose("create", aspect="High Ground", on="a")
    if opposes:
        table.choose("oppose", target="foe").dice("- - - 0", "+ + 0 0")
    else:
        table.passes().dice("- - - -")
    table.settle_duel().settle()
    assert table.boosts("hero") == ((1, 0) if opposes else (0, 0))


@pytest.mark.rule("C5", "A6", "F4")
def test_who_opposes_may_invoke_and_be_invoked_against() -> None:
    """As in any opposed roll: an aspect of its own that helps it defend, and one against it."""
    quick = {"text": "Quick on the Feet", "actions": ["defend"]}
    slow = {"text": "Slow", "helps": "against"}
    table = maker(
        sheets={"foe": {"aspects": [quick, slow]}, "hero": {"fate_points": 2, "attacks": {}}},
        pool=1,
    )
    table.choose("create", aspect="High Ground", on="a").choose("oppose", target="foe")
    table.dice("0 0 0 0", "0 0 0 0")
    table.choose("invoke", payer="hero", owed=True, mode="+2")
    assert table.last("invoke")["aspect"] == "Slow"
    table.choose("invoke", payer="gm", mode="+2")
    assert table.last("invoke")["aspect"] == "Quick on the Feet"


@pytest.mark.rule("C5", "C1")
def test_what_it_brings_is_not_about_who_opposed() -> None:
    table = maker(players="hero@a Notice 2; friend@a", rules={"srd_tie": True})
    table.choose("create", aspect="Covered", on="friend")
    table.choose("oppose", target="foe").dice("- - 0 0", "0 0 0 0").settle_duel().settle()
    assert table.boosts("hero") == (0, 1), "in its maker's favour, against nobody"
    assert table.boosts("foe") == (0, 0)


@pytest.mark.rule("C5")
@pytest.mark.parametrize(("held", "difficulty"), [(0, 2), (1, 4), (3, 8)])
def test_without_one_each_free_invoke_held_makes_it_harder(held: int, difficulty: int) -> None:
    """Those of the maker's side on that aspect, and no others."""
    aspect = {"text": "Smoke", "free": {"players": held, "gm": 2, "open": 1}}
    other = {"text": "Noise", "free": {"players": 2}}
    table = maker(aspects=[aspect, other]).choose("create", aspect="Smoke").passes()
    assert table.difficulty == difficulty
    table.dice("+ + + +").settle()
    told = table.last("roll")
    assert told["against"] == difficulty
    assert (told.get("held", 0), told.get("added", 0)) == (held, 2 * held)


@pytest.mark.rule("C5")
def test_against_somebody_free_invokes_do_not_count() -> None:
    aspect = {"text": "Smoke", "free": {"players": 2}}
    table = maker(aspects=[aspect]).choose("create", aspect="Smoke")
    table.choose("oppose", target="foe").dice("0 0 0 0", "0 0 0 0")
    assert not any("against" in one or "held" in one for one in table.all("roll"))
    assert int(table.state.record[0]["margin"]) == 2


@pytest.mark.rule("C5")
@pytest.mark.parametrize("on", ["zone", "enemy"])
def test_what_the_scenario_gives_a_difficulty_nobody_opposes(on: str) -> None:
    """It is harder by the free invokes held all the same."""
    table = maker(templates=[{"text": "Trap", "on": on, "difficulty": 3}])
    where = {"zone": "a", "enemy": "foe"}[on]
    table.choose("create", aspect="Trap", on=where)
    assert table.node != codes.N_OPPOSE
    assert table.difficulty == 3
    table.dice("+ + + 0").settle().passes()
    assert table.free("Trap", where)[0] == 1
    table.turn("hero").choose("create", aspect="Trap", on=where)
    assert table.difficulty == 5


@pytest.mark.rule("C5", "A14", "A16")
def test_exploring_and_discovering_keep_their_difficulty() -> None:
    hidden = {"text": "A Trapdoor", "hidden_from": "players", "difficulty": 1}
    dark = {"b": {"unexplored": True, "difficulty": 1}}
    table = maker("foe@a; next@b", aspects=[hidden], zone=dark)
    explored = maker("foe@a; next@b", aspects=[hidden], zone=dark)
    for one, verb in ((table, "discover"), (explored, "explore")):
        one.choose(verb)
        assert one.node != codes.N_OPPOSE
        assert one.difficulty == 1


@pytest.mark.rule("C5", "C4", "A9", "A10")
@pytest.mark.parametrize("ruleset", ["autarch", "minifate", *NEARBY])
@pytest.mark.parametrize("opposed", [None, "nobody", "nearby"])
def test_by_which_rulesets_enemies_near_oppose(ruleset: str, opposed: str | None) -> None:
    """With one switch it is as it was: 2, or what a scope says, and nobody is asked."""
    rules = {} if opposed is None else {"advantage_opposed": opposed}
    smoke = {"text": "Smoke", "free": {"players": 2}}
    table = scene(
        ruleset, "hero fate_points=0", "foe", pool=0, rules=rules, aspects=[smoke],
        turn_order=FIRST,
    ).turn("hero").choose("create", aspect="Smoke")  # fmt: skip
    nearby = (opposed or ("nearby" if ruleset in NEARBY else "nobody")) == "nearby"
    if ruleset == "autarch":
        assert table.node != codes.N_OPPOSE, "refreshing goes by scope alone"
        assert table.difficulty == 3
        return
    assert (table.node == codes.N_OPPOSE) is nearby
    harder = nearby and ruleset in NEARBY
    assert table.difficulty == (6 if harder else 2)


@pytest.mark.rule("C5", "H6")
def test_who_opposes_and_concedes_interrupts_it() -> None:
    table = maker().choose("create", aspect="High Ground", on="a").choose("oppose", target="foe")
    table.choose("concede", target="foe").settle()
    assert not table.here("foe")
    assert (table.node, table.state.actor()) == (codes.N_TURN, "hero")
    assert table.offers("create", aspect="High Ground", on="a"), "the action is kept"


@pytest.mark.rule("C5", "H9", "T1")
def test_who_lies_in_ambush_is_not_asked_until_it_has_had_a_turn() -> None:
    """Being asked would tell of it."""
    order = {"ambush": "gm", "npcs": "each", "first": "players"}
    table = scene(
        "fate-core", "hero Notice 4 fate_points=0", "foe Stealth 2; far@b", "here - b", pool=0,
        turn_order=order, templates=[GROUND],
    )  # fmt: skip
    table.turn("hero").choose("create", aspect="High Ground", on="here")
    assert table.node != codes.N_OPPOSE
    assert table.difficulty == 2
    table.dice("+ + + +").settle().passes()
    table.turn("far")
    table.turn("hero").choose("create", aspect="High Ground", on="here")
    assert int(table.state.record[0]["exchange"]) == 2
    assert may_oppose(table) == ["foe"]


@pytest.mark.rule("C5", "A16")
def test_who_opposes_is_asked_in_the_terms_of_what_the_side_knows() -> None:
    """With something hidden from it, before, the aspect has another number."""
    hidden = {"text": "A Loose Board", "hidden_from": "gm", "side": "players"}
    table = maker(sheets={"hero": {"fate_points": 0, "aspects": [hidden]}})
    table.choose("create", aspect="High Ground", on="a")
    known = table.game.as_known_to(table.state, codes.GM)
    assert known.game is not table.game, "something is hidden"
    assert known.node() == codes.N_OPPOSE
    said = [known.game.describe(known, one).as_dict() for one in known.legal_actions()]
    assert said == [{"verb": "pass"}, {"verb": "oppose", "target": "foe"}]
    after = known.child(known.legal_actions()[0])
    slot = int(after.record[0]["roll_argument"])
    assert after.game.compiled.slots.slots[slot].texts == ("High Ground",)


@pytest.mark.rule("C5")
def test_the_number_of_free_invokes_has_room_in_the_event() -> None:
    """Above a high difficulty."""
    rules = {"advantage_per_free_invoke": 20, "free_invoke_cap": 20, "advantage_difficulty": 20}
    aspect = {"text": "Smoke", "free": {"players": 9}}
    table = maker(aspects=[aspect], rules=rules).choose("create", aspect="Smoke").passes()
    assert table.difficulty == 200
    table.dice("0 0 0 0")
    told = table.last("roll")
    assert (told["against"], told["held"], told["added"]) == (200, 9, 180)


@pytest.mark.rule("C5")
def test_a_state_in_which_somebody_is_asked_names_an_aspect_that_there_is() -> None:
    table = maker().choose("create", aspect="High Ground", on="a")
    top, slots = int(table.state.record[0]["depth"]) - 1, int(table.game.scene[0]["slots"])
    for slot, possible in ((0, True), (slots - 1, True), (slots, False), (-1, False)):
        state = table.state.clone()
        state.record[0]["pending"][top, 3] = slot
        line = table.game.serialize(state)
        if possible:
            assert table.game.deserialize(line) == state
        else:
            with pytest.raises(ValueError, match="`pending` has a node"):
                table.game.deserialize(line)
