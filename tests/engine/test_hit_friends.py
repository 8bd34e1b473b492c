"""Area attacks that hit friends too: they defend as anybody does, and their side answers for them
(E4)."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.engine.codes import R_FRIENDS
from autogm.engine.observation import as_known_to
from autogm.view.words.choices import ChoiceWords
from autogm.view.words.events import EventWords
from tests.table import Table, scene

BOMB = {"attacks": {"Shoot": {"area": True, "friends": True, "range": 1}}}
ZERO = "0 0 0 0"


def bomb(
    players: str = "hero@a; bea@b", foes: str = "foe@b", ruleset: str = "fate-core", **fields: Any
) -> Table:
    """It is the turn of a hero whose bombs hit friends too."""
    first = {"fate-core": "Notice 4", "war-of-ashes": "Quick 4", "minifate": "Agility 4"}[ruleset]
    sheets = {"hero": {**BOMB, **fields.pop("bomber", {})}, **fields.pop("sheets", {})}
    hero, _, others = players.partition(";")
    table = scene(ruleset, f"{hero} {first};{others}", foes, "a - b", sheets=sheets,
                  **{"pool": 0, **fields})  # fmt: skip
    return table.turn("hero")


def thrown(zone: str = "b", **fields: Any) -> Table:
    """The hero's dice have fallen: 0, with Shoot at 1."""
    players = fields.pop("players", "hero@a Shoot 1 fate_points=0; bea@b fate_points=0")
    return bomb(players, **fields).choose("attack everyone", zone=zone).dice(ZERO)


def rolls(table: Table) -> list[str]:
    """Who has rolled."""
    return [one["who"] for one in table.all("roll")]


@pytest.mark.rule("E4")
@pytest.mark.parametrize(("friends", "hit"), [(True, ["hero", "bea", "foe"]),
                                              (False, ["hero", "foe"])])  # fmt: skip
def test_friends_in_the_zone_are_hit_where_the_row_says_so(friends: bool, hit: list[str]) -> None:
    row = {"Shoot": {"area": True, "friends": friends, "range": 1}}
    table = thrown(bomber={"attacks": row})
    while len(rolls(table)) < len(hit):
        table.dice(ZERO).absorb()
    assert rolls(table) == hit
    assert [one["who"] for one in table.all("hit")] == hit[1:]


@pytest.mark.rule("E4")
def test_friends_elsewhere_are_not() -> None:
    table = thrown(players="hero@a Shoot 1; bea@a", foes="foe@b").dice(ZERO).settle_duel()
    assert rolls(table) == ["hero", "foe"]


@pytest.mark.rule("E4")
def test_whoever_makes_the_attack_is_not_hit() -> None:
    table = thrown("a", players="hero@a Shoot 1 fate_points=0; bea@a", foes="foe@a")
    table.dice(ZERO).absorb().dice(ZERO).absorb()
    assert rolls(table) == ["hero", "bea", "foe"]


@pytest.mark.rule("E4")
def test_all_defend_in_scenario_order() -> None:
    """The players' friends before the foes, and the foes' friends after the players."""
    players = "hero@a fate_points=0; bea@b fate_points=0"
    sheets = {"foe": {"attacks": {"Shoot": {"area": True, "friends": True}}}}
    table = scene("fate-core", players, "pal@b; foe@b Notice 4 Shoot 3", "a - b", sheets=sheets,
                  pool=0).turn("foe").choose("attack everyone", zone="b").dice(ZERO)  # fmt: skip
    table.dice(ZERO).settle_duel().absorb()
    table = table.choose("take the boost") if table.offers("take the boost") else table
    table.dice(ZERO).settle_duel().absorb()
    assert rolls(table) == ["foe", "bea", "pal"]


@pytest.mark.rule("E4")
def test_a_zone_of_friends_alone_is_not_attacked() -> None:
    table = bomb("hero@a Shoot 1; bea@b", "foe@a")
    assert table.values("attack everyone", "zone") == ["a"]


@pytest.mark.rule("E4", "E1")
def test_a_friend_defends_as_anybody_does_and_its_side_chooses() -> None:
    told = [{"text": f"Of {skill}", "skills": [skill]} for skill in ("Athletics", "Fight")]
    row = {"Shoot": {"area": True, "friends": True, "range": 1, "against": ["Athletics", "Fight"]}}
    table = thrown(bomber={"attacks": row}, sheets={"bea": {"aspects": told}},
                   players="hero@a Shoot 1 fate_points=0; bea@b fate_points=0")  # fmt: skip
    assert (table.state.side(), table.state.actor()) == ("players", "bea")
    assert table.values("use", "skill") == ["Athletics", "Fight"]


@pytest.mark.rule("E4", "A6")
@pytest.mark.parametrize("payment", ["invoke", "invoke free"])
def test_over_a_friend_its_side_invokes_for_the_defence_and_nobody_else(payment: str) -> None:
    """Not the attacker for the attack, and the other side has no part in it."""
    points, free = (2, 0) if payment == "invoke" else (0, 1)
    nimble = {"text": "Nimble", "actions": ["defend"], "free": {"players": free}}
    deadly = {"text": "Deadly", "actions": ["attack"], "free": {"players": 1, "gm": 1}}
    table = thrown(
        players=f"hero@a Shoot 1 fate_points=0; bea@b fate_points={points}",
        sheets={"bea": {"aspects": [nimble]}}, aspects=[deadly], pool=3,
    )  # fmt: skip
    table.choose("pass").dice(ZERO)  # no reroll with what speaks to all
    words = ChoiceWords(table.game)
    assert (table.state.side(), words.chooser(table.state)) == ("players", "Bea")
    assert {one.split(" (")[0] for one in table.choices()} == {"pass", payment}
    table.choose(payment, mode="+2")
    assert table.last("invoke")["aspect"] == "Nimble"
    assert rolls(table) == ["hero", "bea"]
    assert not [one for one in table.all("hit") if one["who"] == "bea"], "1 against 0 and 2"


@pytest.mark.rule("E4", "A2")
def test_a_friends_reroll_is_its_own() -> None:
    nimble = {"text": "Nimble", "actions": ["defend"]}
    table = thrown(
        players="hero@a Shoot 1 fate_points=0; bea@b fate_points=1",
        sheets={"bea": {"aspects": [nimble]}},
    )  # fmt: skip
    table.dice("- - 0 0").choose("invoke", mode="reroll").dice("+ + 0 0")
    assert table.last("reroll")["who"] == "bea"
    assert table.last("result")["shifts"] == -1


@pytest.mark.rule("E4", "F4")
def test_an_own_sides_invoke_owes_the_attacker_nothing() -> None:
    """What is wrong with the hero helps Bea out of the way of his bombs."""
    clumsy = {"text": "Clumsy", "kind": "trouble", "actions": ["defend"], "helps": "against"}
    table = thrown(
        players="hero@a Shoot 1 fate_points=0; bea@b fate_points=1",
        bomber={"aspects": [clumsy]},
    )  # fmt: skip
    table.dice(ZERO).choose("invoke", mode="+2")
    assert table.last("invoke")["aspect"] == "Clumsy"
    assert table.owed("hero") == 0
    assert not table.all("hit")


@pytest.mark.rule("E4", "F4")
def test_in_a_closed_loop_its_point_goes_to_the_other_side_all_the_same() -> None:
    nimble = {"text": "Nimble", "actions": ["defend"]}
    table = thrown(
        players="hero@a Shoot 1 fate_points=0; bea@b fate_points=1", ruleset="minifate",
        sheets={"bea": {"aspects": [nimble]}},
    )  # fmt: skip
    table.dice(ZERO).choose("invoke", mode="+2")
    assert (table.points("bea"), table.points("hero"), table.points("gm")) == (0, 0, 1)


@pytest.mark.rule("E4", "A8")
def test_what_raises_the_attack_counts_against_friends_that_it_speaks_to() -> None:
    """The foe defends first: the aspect is invoked against it, and counts against Bea then."""
    smoke = {"text": "Smoke", "actions": ["attack"], "helps": "against"}
    for spares, meets in (([], 3), (["diver"], 1)):
        sheets = {
            "foe": {"attacks": {"Shoot": {"area": True, "friends": True, "range": 1}}},
            "pal": {"tags": ["diver"]},
        }
        table = scene(
            "fate-core", "hero@b fate_points=0", "foe@a Shoot 1 Notice 4; pal@b", "a - b",
            sheets=sheets, aspects=[{**smoke, "spares": spares}], pool=1,
        ).turn("foe")  # fmt: skip
        table.choose("attack everyone", zone="b").dice(ZERO).passes() if not spares else (
            table.choose("attack everyone", zone="b").dice(ZERO)
        )
        table.dice(ZERO).choose("invoke", mode="+2").settle_duel().absorb()
        table = table.choose("take the boost") if table.offers("take the boost") else table
        table.dice(ZERO)
        assert [one.get("meets") for one in table.all("roll")] == [None, 1, meets]


@pytest.mark.rule("E4", "A3")
def test_a_reroll_needs_an_aspect_that_speaks_to_the_friends_too() -> None:
    ice = {"text": "Ice", "actions": ["attack"], "helps": "against", "spares": ["flyer"]}
    for tags, offered in (([], True), (["flyer"], False)):
        table = thrown(
            players="hero@a Shoot 1 fate_points=1; bea@b fate_points=0", aspects=[ice],
            sheets={"bea": {"tags": tags}},
        )  # fmt: skip
        assert table.offers("invoke", mode="reroll") is offered


@pytest.mark.rule("E4", "A3")
def test_points_go_on_what_spares_friends_where_two_do_as_much_to_enemies() -> None:
    """Of fog and ice, which speak to both foes, only fog speaks to the friend after them."""
    fog = {"text": "Fog", "actions": ["attack"], "helps": "against"}
    ice = {"text": "Ice", "actions": ["attack"], "helps": "against", "spares": ["flyer"]}
    sheets = {"foe": {"attacks": {"Shoot": {"area": True, "friends": True, "range": 1}}},
              "pal": {"tags": ["flyer"]}}  # fmt: skip
    table = scene(
        "fate-core", "hero@b fate_points=0; bea@b fate_points=0", "foe@a Shoot 1 Notice 4; pal@b",
        "a - b", sheets=sheets, aspects=[fog, ice], pool=2,
    ).turn("foe")  # fmt: skip
    table.choose("attack everyone", zone="b").dice(ZERO).passes()
    table.dice(ZERO).choose("invoke", mode="+2")
    assert table.last("invoke")["aspect"] == "Ice"


@pytest.mark.rule("E4", "K1", "K5")
@pytest.mark.parametrize("shifts", [-4, -3, 0, 3])
def test_nobody_has_a_boost_by_a_friend(shifts: int) -> None:
    """Neither the attacker by a tie or style, nor the friend who defends with style."""
    skills = {-4: "Shoot 0", -3: "Shoot 1", 0: "Shoot 4", 3: "Shoot 7"}[shifts]
    table = thrown(players=f"hero@a {skills} fate_points=0; bea@b Athletics 4 fate_points=0")
    table.dice(ZERO).settle_duel()
    assert [one["shifts"] for one in table.all("result")] == [shifts]
    if shifts > 0:
        table.absorb()
    assert not table.offers("take the boost")
    assert not table.all("boost")


@pytest.mark.rule("E4", "N5")
def test_a_friend_does_not_strike_back() -> None:
    blade = {"name": "Blade", "does": "riposte", "amount": 2, "skills": ["Athletics"]}
    table = thrown(
        players="hero@a Shoot 0 fate_points=0; bea@b Athletics 4 fate_points=0",
        sheets={"bea": {"stunts": [blade]}},
    )  # fmt: skip
    table.dice(ZERO).settle_duel().dice(ZERO).settle_duel().settle()
    assert rolls(table)[:3] == ["hero", "bea", "foe"]
    assert not [one for one in table.all("hit") if one["who"] == "hero"]


@pytest.mark.rule("E4", "K1")
def test_a_boost_is_not_waited_with_where_none_but_friends_are_left() -> None:
    """The foe comes before its own friend, and by the friend there is none to be had."""
    sheets = {"foe": {"attacks": {"Shoot": {"area": True, "friends": True, "range": 1}}}}
    table = scene("fate-core", "hero@b fate_points=0", "foe@a Notice 4; pal@b", "a - b",
                  sheets=sheets, pool=0).turn("foe")  # fmt: skip
    table.choose("attack everyone", zone="b").dice(ZERO, ZERO).settle_duel()
    assert table.boosts("hero") == (1, 0), "a tie; declining it is no choice"


@pytest.mark.rule("E4", "K2")
@pytest.mark.parametrize(("own", "boxes"), [(ZERO, [1]), ("- - 0 0", [])])
def test_a_friend_who_is_hit_was_not_missed(own: str, boxes: list[int]) -> None:
    """K2's stress comes once, if the attack has missed everybody."""
    row = {"Forceful": {"area": True, "friends": True, "range": 1}}
    table = scene(
        "war-of-ashes", "hero@a Forceful 0 Quick 4 fate_points=0; bea@b Quick 1", "foe@b Quick 1",
        "a - b", sheets={"hero": {"attacks": row}}, pool=0, rules={"weight": False},
        turn_order={"skill": "Quick"},
    ).turn("hero")  # fmt: skip
    table.choose("attack everyone", zone="b").dice("- 0 0 0", own).settle_duel()
    if table.offers("absorb"):
        table.absorb()
    table.dice(ZERO).settle_duel()
    assert table.stress("hero") == boxes


@pytest.mark.rule("E4", "W2")
def test_no_side_outweighs_itself() -> None:
    """Three in one zone with a foe: they have [+] against it, and none against each other."""
    row = {"Forceful": {"area": True, "friends": True}}
    table = scene(
        "war-of-ashes", "hero Quick 4 fate_points=0; bea; cid; dan", "foe",
        sheets={"hero": {"attacks": row}}, pool=0, turn_order={"skill": "Quick"},
    ).turn("hero")  # fmt: skip
    table.choose("attack everyone", zone="here").to_dice()
    assert table.replaced == 2
    table.dice(ZERO)
    assert table.replaced == 0


@pytest.mark.rule("E4", "A7")
def test_the_invoke_on_a_friends_consequence_is_the_other_sides() -> None:
    """As of one that is taken as a cost (O3)."""
    table = thrown(players="hero@a Shoot 1 fate_points=0; bea@b fate_points=0").dice(ZERO)
    table.choose("absorb", box=0, consequences=(0,))
    assert table.free("Bea's mild consequence") == (0, 1, 0)


@pytest.mark.rule("E4", "F6")
def test_a_hit_on_a_friend_is_no_gain_to_be_twisted() -> None:
    twist = {"victim": "hero", "aspect": "Unlucky", "effect": "twist"}
    table = thrown(
        ruleset="minifate", players="hero@a Shoot 1 fate_points=0; bea@b fate_points=0",
        aspects=[{"text": "Unlucky", "actions": []}], compels=[twist], pool=1,
    )  # fmt: skip
    table.dice(ZERO).settle_duel()
    assert not table.offers("compel")
    assert table.absorb().dice(ZERO).settle_duel().offers("compel"), "the hit on the foe is one"


@pytest.mark.rule("E4", "H6")
def test_a_friend_who_concedes_is_spared() -> None:
    table = bomb("hero@a Shoot 1 fate_points=0; bea@b")
    table.choose("attack everyone", zone="b").choose("concede", target="bea").dice(ZERO, ZERO)
    assert rolls(table) == ["hero", "foe"]


@pytest.mark.rule("E4", "N5")
@pytest.mark.parametrize(("limit", "friends", "hit"), [
    ("none", True, True), ("scene", True, True), ("none", False, False), ("scene", False, False),
])  # fmt: skip
def test_a_stunt_that_spreads_an_attack_says_whom_it_hits(
    limit: str, friends: bool, hit: bool
) -> None:
    sweep = {"name": "Sweep", "does": "area", "skills": ["Shoot"], "friends": friends,
             "limit": limit}  # fmt: skip
    table = thrown(bomber={"attacks": {"Shoot": {"range": 1}}, "stunts": [sweep]})
    table.dice(ZERO).settle_duel()
    assert ("bea" in rolls(table)) is hit


@pytest.mark.rule("E4", "N5")
def test_a_skill_in_another_ones_place_hits_whom_that_one_hits() -> None:
    lore = {"name": "Chymist", "does": "swap", "skills": ["Lore"], "instead_of": "Shoot",
            "actions": ["attack"]}  # fmt: skip
    for limit in ("none", "scene"):
        table = bomb("hero@a Lore 3 fate_points=0; bea@b fate_points=0",
                     bomber={"stunts": [{**lore, "limit": limit}]})  # fmt: skip
        table.choose("attack everyone", zone="b")
        if table.offers("use"):
            table.choose("use", skill="Lore")
        table.dice(ZERO, ZERO).settle_duel()
        assert table.all("skill")[0]["skill"] == "Lore"
        assert rolls(table)[1] == "bea"


@pytest.mark.rule("E4")
def test_a_lesser_skill_that_spares_friends_is_a_choice() -> None:
    """Of skills that nothing else tells apart only the best is one."""
    rows = {"Shoot": {"area": True, "friends": True, "range": 1, "against": ["Athletics"]},
            "Crafts": {"area": True, "range": 1, "against": ["Athletics"]}}  # fmt: skip
    table = bomb("hero@a Shoot 3 Crafts 1; bea@b", bomber={"attacks": rows})
    table.choose("attack everyone", zone="b")
    words = ChoiceWords(table.game)
    said = {words.phrase(table.state, one) for one in table.state.legal_actions()}
    assert said == {"use Shoot, Bea too", "use Crafts"}
    table.choose("use", skill="Crafts").dice(ZERO, ZERO).settle_duel()
    assert rolls(table) == ["hero", "foe"]


def falling(**row: Any) -> Table:
    """It is the turn of a hero who may bring a pillar down."""
    pillar = {"text": "Pillar", "actions": ["attack"], "free": {"players": 1}}
    blast = {"aspect": "Pillar", "does": "zone attack", "skill": "Fight", "range": 1, **row}
    return scene("fate-core", "hero@a Notice 4 fate_points=0; bea@b fate_points=0", "foe@b",
                 "a - b", aspects=[pillar], effects=[blast], pool=0).turn("hero")  # fmt: skip


@pytest.mark.rule("E4", "A15")
@pytest.mark.parametrize("friends", [True, False])
def test_an_effect_may_hit_friends_too(friends: bool) -> None:
    table = falling(friends=friends)
    said = [ChoiceWords(table.game).phrase(table.state, one) for one in table.legal("effect")]
    end = ", Bea too" if friends else ""
    assert said == [f"invoke «Pillar» with a free invoke, to attack everyone in b{end}"]
    table.choose("effect", zone="b").dice(ZERO, ZERO).settle_duel()
    assert ("bea" in rolls(table)) is friends


@pytest.mark.rule("E4")
def test_choices_and_events_say_who_is_hit() -> None:
    table = bomb("hero@a Shoot 1 fate_points=0; bea@b; cid@b")
    action = table.legal("attack everyone", zone="b")[0]
    assert ChoiceWords(table.game).phrase(table.state, action) == (
        "attack everyone in b, Bea and Cid too"
    )
    table.choose("attack everyone", zone="b")
    [event] = [one for one in table.log if one.kind == "skill"]
    assert event.facts["friends"] == ["bea", "cid"]
    assert EventWords(table.game).tell(event) == "Hero uses Shoot, Bea and Cid too."


@pytest.mark.rule("E4", "H9")
@pytest.mark.parametrize("friends", [True, False])
def test_whoever_lies_in_ambush_among_the_friends_is_not_told_of(friends: bool) -> None:
    """The goblins' bomb hits one of them who has not shown yet: who is aimed at is not said, and
    what the players know is what they know where friends are spared."""
    row = {"Shoot": {"area": True, "friends": friends, "range": 1}}
    table = scene(
        "fate-core", "hero@b", "foe@a Notice 4 Shoot 1; lurker@b", "a - b",
        sheets={"foe": {"attacks": row}}, turn_order={"ambush": "gm", "npcs": "each"}, pool=0,
    ).turn("foe")  # fmt: skip
    action = table.legal("attack everyone", zone="b")[0]
    told = table.game.events(table.state, action, to=0)
    [skill] = [one for one in told if one.kind == "skill"]
    assert "friends" not in skill.facts
    table.choose("attack everyone", zone="b").to_dice()
    seen = as_known_to(table.state, 0)
    assert int(seen.record[0]["roll_flags"]) & R_FRIENDS == 0
    assert int(table.state.record[0]["roll_flags"]) & R_FRIENDS == R_FRIENDS * friends
