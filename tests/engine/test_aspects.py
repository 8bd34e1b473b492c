"""Aspects in play: scopes, refreshing, removal, ground, exploring, effects, what is hidden
(A9-A17)."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.engine.game import State
from autogm.rules.doubts import doubts
from tests.engine.acting import FACES
from tests.seen.test_seen import position, read
from tests.table import Table, scene

BOTH = {"actions": ["attack", "defend"], "helps": "both"}


@pytest.mark.rule("A9", "C2")
def test_targets_of_scopes() -> None:
    """Permanent 5, mission 4, phase 3; in a conflict aspects are for the phase."""
    plan = {"text": "A Plan", "on": "scene", "skills": ["Tactics"]}
    table = scene("autarch", "hero Notice 1", "foe", templates=[plan])
    assert table.game.encounter.ruleset.scopes is not None
    assert table.game.encounter.ruleset.scopes.model_dump() == {
        "permanent": 5,
        "mission": 4,
        "phase": 3,
    }
    assert table.turn("hero").choose("create", aspect="A Plan").difficulty == 3


@pytest.mark.rule("A10")
@pytest.mark.parametrize(("scope", "difficulty"), [("permanent", 5), ("mission", 4), ("phase", 3)])
@pytest.mark.parametrize(("shifts", "free"), [(-1, 0), (0, 1), (1, 1), (3, 2)])
def test_refreshing_by_scope(scope: str, difficulty: int, shifts: int, free: int) -> None:
    """A tie or success raises the free invokes to at least one, style to at least two."""
    ally = {"text": "Sworn Allies", "scope": scope, **BOTH}
    table = scene("autarch", f"hero Tactics {difficulty + shifts} Notice 1", "foe", aspects=[ally])
    table.turn("hero").choose("create", aspect="Sworn Allies").choose("use", skill="Tactics")
    assert table.difficulty == difficulty
    table.dice("0 0 0 0").settle()
    assert table.free("Sworn Allies") == (free, 0, 0)


@pytest.mark.rule("A9", "A10")
@pytest.mark.parametrize(
    ("written", "difficulty"),
    [
        ({}, 5),
        ({"kind": "high concept"}, 5),
        ({"kind": "trouble"}, 5),
        ({"kind": "situation"}, 3),
        ({"scope": "mission"}, 4),
    ],
)
def test_what_is_on_a_sheet_is_permanent(written: dict[str, str], difficulty: int) -> None:
    """Whose sheet it is, and whether it has a file of its own, does not matter. An advantage that
    somebody brings into the conflict is no part of the sheet."""
    sheet = {"aspects": ["Captain of the Scouts", {"text": "Out for Blood", **written, **BOTH}]}
    table = scene(
        "autarch", "hero Tactics 4 Notice 2", "foe Tactics 4 Notice 1", sheets={"foe": sheet}
    )
    for name in ("hero", "foe"):
        table.turn(name).choose("create", aspect="Out for Blood", on="foe")
        assert table.difficulty == difficulty
        table.dice("0 0 0 0").settle()


@pytest.mark.rule("A10")
def test_refreshing_does_not_add_to_what_is_there() -> None:
    ally = {"text": "Sworn Allies", "free": {"players": 2}, **BOTH}
    table = scene("autarch", "hero Tactics 3 Notice 1", "foe", aspects=[ally])
    table.turn("hero").choose("create", aspect="Sworn Allies").dice("+ 0 0 0").settle()
    assert table.free("Sworn Allies") == (2, 0, 0)


@pytest.mark.rule("A10")
def test_refreshing_an_aspect_on_an_enemy_is_passive() -> None:
    flanked = {"text": "Flanked", "on": "enemy", "skills": ["Stealth"]}
    table = scene("autarch", "hero Stealth 4 Notice 1", "ogre", templates=[flanked])
    table.turn("hero").choose("create", aspect="Flanked").dice("0 0 0 0", "+ 0 0 0").settle()
    assert table.free("Flanked", on="ogre") == (2, 0, 0)
    table.turn("hero").choose("create", aspect="Flanked")
    assert table.difficulty == 3


@pytest.mark.rule("A9", "A11")
def test_its_maker_opposes_the_removal_with_what_made_it() -> None:
    """A thief's hiding is opposed by his Stealth, and stands until it is overcome."""
    hiding = {"text": "Hiding in the Shadows", "on": "self", "skills": ["Stealth"]}
    table = scene("autarch", "thief Stealth 4 Athletics 1 Notice 1", "guard", templates=[hiding])
    table.turn("thief").choose("create", aspect="Hiding in the Shadows").dice("0 0 0 0")
    for _ in range(3):
        table.turn("guard").choose("overcome", aspect="Hiding in the Shadows", on="thief")
        table.dice("0 0 0 0", "0 0 0 0").settle()
        assert table.all("skill")[-1] == {"who": "thief", "skill": "Stealth", "answering": True}
        assert table.stands("Hiding in the Shadows", on="thief")
    table.turn("guard").choose("overcome", aspect="Hiding in the Shadows", on="thief")
    table.dice("+ + + 0", "- - 0 0").settle()
    assert not table.stands("Hiding in the Shadows", on="thief")


@pytest.mark.rule("A11", "O1")
@pytest.mark.parametrize(
    ("ruleset", "fields", "difficulty"),
    [
        ("fate-core", {}, 2),
        ("fate-core", {"free": {"players": 1, "open": 1}}, 6),
        ("fate-core", {"difficulty": 5, "free": {"gm": 2}}, 5),
        ("minifate", {"difficulty": 0}, 0),
        ("minifate", {"difficulty": 6, "free": {"gm": 2}}, 6),
    ],
)
def test_the_difficulty_of_a_removal(
    ruleset: str, fields: dict[str, object], difficulty: int
) -> None:
    table = scene(
        ruleset,
        "hero",
        "foe Notice 3 Agility 3" if ruleset == "minifate" else "foe Notice 3",
        aspects=[{"text": "Smoke", "actions": [], **fields}],
    )
    assert table.turn("foe").choose("overcome", aspect="Smoke").difficulty == difficulty


@pytest.mark.rule("A11")
def test_the_free_invokes_of_a_removed_aspect_vanish() -> None:
    smoke = {"text": "Smoke", **BOTH, "free": {"players": 1, "open": 1}}
    table = scene("fate-core", "hero", "foe Notice 1 Athletics 5", aspects=[smoke], pool=0)
    table.turn("foe").choose("overcome", aspect="Smoke").dice("+ + 0 0").settle()
    assert not table.stands("Smoke")
    assert table.free("Smoke") == (0, 0, 0)


@pytest.mark.rule("A12")
def test_a_ruleset_may_say_how_many_free_invokes_ground_has() -> None:
    zone = {"here": {"aspect": {"text": "Crates"}}}
    for number in (0, 1, 2):
        rules = {"zone_free_invokes": number}
        table = scene("war-of-ashes", "hero", "foe", zone=zone, rules=rules)
        assert table.free("Crates") == (0, 0, number)


@pytest.mark.rule("A13", "Z3")
def test_flyers_ignore_icy_ground() -> None:
    ground = "yard - ice [Icy Ground]"
    for tags, free in (("[]", False), ("[flying]", True)):
        table = scene("war-of-ashes", f"hero@yard Quick 1 tags={tags}", "foe@yard", ground)
        table.turn("hero")
        assert table.offers("move", zone="ice") is free
        assert table.offers("sprint", zone="ice") is not free


@pytest.mark.rule("A13")
def test_swamp_dwellers_are_not_mired() -> None:
    for tags, offered in (("[]", True), ("[swamp]", False)):
        table = scene(
            "fate-core",
            "hero Notice 1 fate_points=1",
            f"foe tags={tags}",
            "here [Marshy Terrain]",
            pool=0,
        )
        table.turn("hero").choose("attack", target="foe").dice("0 0 0 0", "0 0 0 0")
        assert table.offers("invoke", payer="hero") is offered


@pytest.mark.rule("A14")
@pytest.mark.parametrize(
    ("ground", "fields", "difficulty"),
    [
        ("a - far?", {}, 1),
        ("a - b - far?", {}, 3),
        ("a - b - c - far?", {}, 5),
        ("a - b [Loose Scree] - far?", {}, 3),
        ("a [Thick Smoke] - far?", {}, 3),
        ("a - far?", {"aspects": ["Foggy Night"]}, 3),
        ("a - b [Thick Smoke] - far?; a - c - far?", {}, 3),
        ("a - c - far?; a - b [Thick Smoke] - far?", {}, 3),
        ("a - b - c [Fog] - far?; a - d [Smoke] - e [Mist] - far?; b - e", {}, 7),
        ("a - far?", {"zone": {"far": {"difficulty": 2}}}, 2),
        ("a - far?", {"rules": {"unexplored_difficulty": 2}}, 2),
    ],
)
def test_the_difficulty_of_exploring(
    ground: str, fields: dict[str, object], difficulty: int
) -> None:
    """1, +2 for each aspect in the way, +2 for each zone of distance beyond the first."""
    table = scene("war-of-ashes", "olivia@a Quick 1", "orc@a", ground, **fields)
    table.turn("olivia").choose("explore")
    assert table.difficulty == difficulty


@pytest.mark.rule("A14")
@pytest.mark.parametrize(("hides", "stays"), [(True, False), (False, True)])
def test_an_aspect_of_the_zone_is_replaced_only_if_it_hides_it(hides: bool, stays: bool) -> None:
    cloud = {"text": "A Cloud of Ash", "on": "zone", "hides": hides, "actions": ["attack"]}
    table = scene(
        "war-of-ashes",
        "olivia@camp Quick 1 Careful 4 fate_points=0",
        "orc@camp",
        "camp - far?",
        templates=[cloud],
        pool=0,
    )
    table.turn("olivia").choose("move", zone="far")
    table.choose("create", aspect="A Cloud of Ash", on="far").dice("0 0 0 0").settle()
    table.turn("olivia").choose("move", zone="camp").choose("explore")
    assert table.difficulty == (3 if hides else 1)
    table.dice("0 0 0 0").settle()
    assert table.stands("Open Ground", on="far")
    assert table.stands("A Cloud of Ash", on="far") is stays


@pytest.mark.rule("A14", "A17")
@pytest.mark.parametrize("tie", [False, True])
@pytest.mark.parametrize("ruleset", ["war-of-ashes", "minifate", "autarch"])
@pytest.mark.parametrize("shifts", [-1, 0, 1])
def test_what_hides_a_zone_is_replaced_where_it_is_explored(
    ruleset: str, shifts: int, tie: bool
) -> None:
    """By a tie too, whatever a tied advantage is else; only with `srd_tie` it stays unexplored."""
    replaced = shifts > 0 or (shifts == 0 and not tie)
    cloud = {"text": "A Cloud of Ash", "on": "zone", "hides": True, "declare": True}
    skill = {"war-of-ashes": "Quick", "minifate": "Insight", "autarch": "Notice"}[ruleset]
    table = scene(
        ruleset,
        f"olivia@far {skill} 1",
        "orc@camp",
        "camp - far?",
        templates=[cloud],
        rules={"declare": "aspect", "unexplored_difficulty": 0, "srd_tie": tie},
        turn_order={"skill": skill},
    )
    table.turn("olivia").choose("declare", aspect="A Cloud of Ash", on="far").choose("allow")
    table.choose("explore")
    assert table.difficulty == 2
    table.dice(FACES[shifts + 1]).settle_duel().settle()
    assert table.stands("A Cloud of Ash", on="far") is not replaced
    assert table.stands("Open Ground", on="far") is replaced
    if replaced:
        assert table.free("Open Ground", on="far") == (1, 0, 0)
        assert {one.rule for one in table.log if one.kind == "aspect gone"} == {"A14"}


@pytest.mark.rule("A17", "A4", "C1")
def test_an_aspect_has_room_for_so_many_free_invokes() -> None:
    """Two for each side and two open ones; what it has more, or would get, is lost."""
    full = {"text": "Dim", "actions": ["attack"], "free": {"players": 3, "gm": 1, "open": 9}}
    table = scene("fate-core", "hero Notice 2 fate_points=0", "foe Notice 1", aspects=[full],
                  rules={"free_invoke_cap": 2}, pool=0)  # fmt: skip
    assert table.free("Dim") == (2, 1, 2)
    assert not table.turn("hero").offers("create", aspect="Dim"), "no room for another"
    table.turn("foe").choose("create", aspect="Dim").dice("+ + + +").settle()
    assert table.all("result")[-1]["outcome"] == "succeeds with style"
    assert table.free("Dim") == (2, 2, 2)


@pytest.mark.rule("A17")
def test_it_is_told_of_free_invokes_that_are_lost() -> None:
    full = {"text": "Dim", "free": {"players": 5, "open": 4}}
    table = scene("fate-core", "hero", "foe", aspects=[full])
    warned = [one for one in doubts(table.game.encounter) if "A17" in one.message]
    assert [(one.path, one.value) for one in warned] == [(("aspects", 0, "free", "players"), "5")]


@pytest.mark.rule("A17", "A5")
def test_a_boost_without_room_is_lost() -> None:
    table = scene("fate-core", "hero Fight 2 Notice 1 fate_points=0", "foe",
                  rules={"free_invoke_cap": 1}, pool=0)  # fmt: skip
    for _ in range(2):
        table.turn("hero").choose("attack", target="foe").dice("0 0 0 0", "+ + 0 0")
        table.settle_duel()
    assert table.boosts("foe") == (1, 0)


@pytest.mark.rule("A14", "Z6")
def test_only_ground_in_sight_is_explored() -> None:
    ground = "camp - pass; pass - far?; camp | cellar"
    table = scene("war-of-ashes", "olivia@camp Quick 1", "orc@camp", ground)
    assert table.turn("olivia").offers("explore")
    blind = [{"between": ["camp", "pass"], "sight": False}]
    table = scene(
        "war-of-ashes", "olivia@camp Quick 1", "orc@camp", "pass - far?; camp", edges=blind
    )
    assert not table.turn("olivia").offers("explore")


@pytest.mark.rule("A15", "E4", "N3")
def test_an_invoke_for_a_zone_wide_attack() -> None:
    """A pillar pushed over hurts a swarm that outweighs everyone."""
    pillar = {"text": "Wobbly Pillar", "free": {"players": 1}, "actions": ["attack"]}
    blast = {"aspect": "Wobbly Pillar", "does": "zone attack", "skill": "Forceful", "range": 0}
    table = scene(
        "war-of-ashes",
        "olivia Quick 1 Forceful 2 fate_points=0",
        "bats type=swarm size=big; rats type=swarm size=small",
        aspects=[pillar],
        effects=[blast],
    )
    table.turn("olivia")
    assert not table.offers("attack")
    table.choose("effect", zone="here").dice("+ 0 0 0", "0 0 0 0", "- - - -")
    assert table.free("Wobbly Pillar") == (0, 0, 0)
    assert [one["who"] for one in table.all("hit")] == ["bats", "rats"]
    assert len(table.all("roll")) == 3, "one attack roll, each target defends"


@pytest.mark.rule("A15")
def test_an_invoke_for_an_effect_hurts_what_it_says_it_hurts() -> None:
    jeers = {"text": "A Jeering Crowd", "actions": ["attack"]}
    blast = {
        "aspect": "A Jeering Crowd",
        "does": "zone attack",
        "skill": "Rapport",
        "harm": "mental",
    }
    table = scene(
        "fate-core",
        "hero Notice 1 Rapport 3 fate_points=1",
        "foe",
        aspects=[jeers],
        effects=[blast],
        pool=0,
    )
    table.turn("hero").choose("effect", payer="hero").dice("0 0 0 0", "+ + 0 0")
    table.choose("absorb", box=1)
    assert (table.stress("foe"), table.stress("foe", 1)) == ([], [1])
    assert table.points("hero") == 0


@pytest.mark.rule("A15", "Z2")
def test_invokes_for_a_move_and_a_hindrance() -> None:
    stair = {"text": "A Hidden Stair", "free": {"players": 1}, "actions": ["move"]}
    stew = {"text": "A Wonderful Smell", "free": {"players": 1}, "actions": ["create"]}
    effects = [
        {"aspect": "A Hidden Stair", "does": "move"},
        {"aspect": "A Wonderful Smell", "does": "hinder", "range": 1},
    ]
    table = scene(
        "war-of-ashes",
        "hero@cave Quick 1 fate_points=0",
        "foe@cave",
        "cave - rocks [Rockfall]",
        aspects=[stair, stew],
        effects=effects,
        pool=0,
    )
    table.turn("hero").choose("effect", effect=1, target="foe").choose(
        "effect", effect=0, zone="rocks"
    )
    assert table.zone("hero") == "rocks", "hindered or not"
    assert table.offers("sprint", zone="cave"), "it is no action"
    table.turn("foe")
    assert not table.offers("move")
    table.turn("foe")
    assert not table.offers("move", zone="rocks"), "hindered ground"
    assert table.offers("sprint", zone="rocks")


BOULDERS = {"text": "Boulders", "actions": ["attack"], "helps": "bearer", "adverse": False}


def dropping(ground: str, where: str, on: str | None, **fields: Any) -> Table:
    """A hero whose turn it is at `where`, with boulders in the zone `on` (None: of the scene) and
    foes in each zone."""
    boulders = {**BOULDERS, **fields.pop("boulders", {})}
    row = {"aspect": "Boulders", "does": "zone attack", "skill": "Fight", **fields.pop("row", {})}
    names = [name for name in "abcd" if name in ground.split()]
    foes = "; ".join(f"{name}foe@{name}" for name in names)
    places = {"zone": {on: {"aspect": boulders}}} if on else {"aspects": [boulders]}
    fields["rules"] = {"rituals": True, **fields.get("rules", {})}
    table = scene("fate-core", f"hero@{where} Notice 3 Fight 2 fate_points=2", foes, ground,
                  effects=[row], pool=0, **places, **fields)  # fmt: skip
    return table.turn("hero")


@pytest.mark.rule("A15")
@pytest.mark.parametrize(("where", "anywhere", "usable"), [
    ("b", False, True), ("a", False, True), ("c", False, False), ("d", False, False),
    ("d", True, True),
])  # fmt: skip
def test_where_the_aspect_of_a_zone_is_used_from(where: str, anywhere: bool, usable: bool) -> None:
    """From its zone and those with an open edge to it, unless the row says otherwise: from c one
    cannot go to b, only the other way."""
    table = dropping("a - b > c - d", where, "b", row={"anywhere": anywhere})
    assert table.offers("effect") is usable


@pytest.mark.rule("A15")
def test_boulders_are_in_reach_of_the_camp_and_not_of_the_lake() -> None:
    """Ssarak stands in the camp, from which one can climb to where they lie; had it gone to the
    lake instead, it could not use them."""
    steps = [one.get("verb") for one in read("boulders-and-footwork")["steps"]]
    state = position("boulders-and-footwork", steps.index("effect"))
    assert "effect" in {state.game.describe(state, one).verb for one in state.legal_actions()}
    record, words = state.record[0], state.game.words
    who, lake = words.fighters.index("ssarak"), words.zones.index("lake")
    record["present_in"][record["zone"][who]] &= ~(1 << who)
    record["present_in"][lake] |= 1 << who
    record["zone"][who] = lake
    moved = State(state.game, state.record)
    assert "effect" not in {moved.game.describe(moved, one).verb for one in moved.legal_actions()}


@pytest.mark.rule("A15")
@pytest.mark.parametrize(("on", "range_", "zones"), [
    ("b", 0, ["b"]), ("b", 1, ["a", "b", "c"]), (None, 0, ["a"]), (None, 1, ["a", "b"]),
])  # fmt: skip
def test_range_counts_from_the_zone_of_the_aspect(
    on: str | None, range_: int, zones: list[str]
) -> None:
    """From the user's own where the aspect is no zone's. Boulders of another zone do not fall on
    the user's own head unless they reach it."""
    table = dropping("a - b - c - d", "a", on, row={"range": range_})
    assert sorted(set(table.values("effect", "zone"))) == zones


@pytest.mark.rule("A15", "A8", "A13")
@pytest.mark.parametrize(("does", "actions", "skills", "spares", "usable"), [
    ("zone attack", ["attack"], None, [], True),
    ("zone attack", ["defend"], None, [], False),
    ("zone attack", ["attack"], ["Shoot"], [], False),
    ("zone attack", ["attack"], None, ["flyer"], False),
    ("move", ["move"], None, [], True),
    ("move", ["attack"], None, [], False),
    ("hinder", ["oppose"], None, [], True),
    ("hinder", ["create"], None, [], True),
    ("hinder", ["move"], None, [], False),
    ("lethal", ["attack"], None, [], True),
    ("lethal", ["move"], None, [], False),
])  # fmt: skip
def test_the_aspect_speaks_to_the_effect_and_to_its_user(
    does: str, actions: list[str], skills: list[str] | None, spares: list[str], usable: bool
) -> None:
    boulders = {"actions": actions, "spares": spares} | ({"skills": skills} if skills else {})
    row = {"does": does, "range": 1} | ({"skill": None} if does != "zone attack" else {})
    table = dropping("a - b", "a", "a", boulders=boulders, row=row,
                     sheets={"hero": {"tags": ["flyer"]}})  # fmt: skip
    assert table.offers("effect") is usable


@pytest.mark.rule("A15", "A8")
@pytest.mark.parametrize(("bearer", "helps", "usable"), [
    ("hero", "bearer", True), ("hero", "against", False), ("friend", "both", False),
    ("foe", "against", True), ("foe", "bearer", False),
])  # fmt: skip
def test_whose_aspect_is_used_for_an_effect(bearer: str, helps: str, usable: bool) -> None:
    tricks = {"text": "Full of Tricks", "actions": ["create"], "helps": helps}
    table = scene(
        "fate-core", "hero Notice 3 fate_points=1; friend fate_points=0", "foe", pool=0,
        sheets={bearer: {"aspects": [tricks]}},
        effects=[{"aspect": "Full of Tricks", "does": "hinder"}],
    )  # fmt: skip
    assert table.turn("hero").offers("effect") is usable


@pytest.mark.rule("A15")
@pytest.mark.parametrize("does", ["move", "hinder", "lethal", "zone attack"])
def test_an_effect_is_declared_with_the_action(does: str) -> None:
    row = {"does": does, "range": 1} | ({"skill": None} if does != "zone attack" else {})
    boulders = {"actions": ["attack", "move", "create"]}
    table = dropping("a - b", "a", None, boulders=boulders, row=row)
    assert table.offers("effect")
    table.choose("attack", target="afoe").dice("0 0 0 0", "+ + + +").settle()
    assert not table.offers("effect"), "the action is over"


@pytest.mark.rule("A15", "A3")
@pytest.mark.parametrize("free", [False, True])
def test_a_paid_effect_is_its_sides_paid_invoke_of_the_aspect(free: bool) -> None:
    """The roll is raised by the aspect again only by a free invoke; another effect with the same
    action is not paid for with it either. The other side may pay for it all the same."""
    boulders = {"actions": ["attack", "create", "defend"], "helps": "both",
                "free": {"players": int(free)}}  # fmt: skip
    table = dropping("a", "a", None, boulders=boulders)
    assert table.offers("effect", payer="hero")
    table.choose("effect", payer=None if free else "hero").dice("0 0 0 0", "0 0 0 0")
    assert table.offers("invoke") is free
    assert not table.offers("invoke free")


@pytest.mark.rule("A15")
def test_it_is_told_of_effects_that_nobody_can_use() -> None:
    pillar = {"text": "A Pillar", "actions": ["defend"]}
    blast = {"aspect": "A Pillar", "does": "zone attack", "skill": "Fight"}
    table = scene("fate-core", "hero", "foe", aspects=[pillar], effects=[blast])
    warned = [one.path for one in doubts(table.game.encounter) if "A15" in one.message]
    assert warned == [("effects", 0, "aspect")]


@pytest.mark.rule("A15", "A3")
def test_an_effect_before_the_action_is_paid_for_once_with_it() -> None:
    """The attack that follows is not raised by it for a point, whoever was hindered; in the next
    turn it is."""
    smell = {"text": "A Smell", "actions": ["attack", "create"]}
    table = scene(
        "fate-core", "hero Notice 3 Fight 1 fate_points=3", "one; two", pool=0, aspects=[smell],
        effects=[{"aspect": "A Smell", "does": "hinder"}],
    ).turn("hero")  # fmt: skip
    table.choose("effect", target="one")
    assert not table.offers("effect"), "nor for the other"
    table.choose("attack", target="one").dice("0 0 0 0", "0 0 0 0")
    assert not table.offers("invoke")
    table.settle().absorb()
    table.turn("one").turn("hero").choose("attack", target="one").dice("0 0 0 0", "0 0 0 0")
    assert table.offers("invoke", payer="hero")


@pytest.mark.rule("A16", "C1")
@pytest.mark.parametrize(
    ("dice", "found", "free"),
    [("- 0 0 0", False, 0), ("0 0 0 0", True, 0), ("+ 0 0 0", True, 1), ("+ + + 0", True, 2)],
)
def test_a_hidden_aspect(dice: str, found: bool, free: int) -> None:
    trap = {"text": "A Trapdoor", **BOTH, "hidden_from": "players"}
    table = scene("fate-core", "hero Notice 2 fate_points=1", "foe", aspects=[trap], pool=1)
    table.turn("hero").choose("attack", target="foe").dice("0 0 0 0", "0 0 0 0")
    assert table.state.side() == "gm", "who does not know of it cannot invoke it"
    assert table.offers("invoke", payer="gm")
    table.settle().turn("hero").choose("discover", aspect="A Trapdoor").dice(dice).settle()
    assert bool(table.all("discovers")) is found
    assert table.free("A Trapdoor") == (free, 0, 0)
    table.turn("hero").choose("attack", target="foe").dice("0 0 0 0", "0 0 0 0")
    assert table.offers("invoke", payer="hero") is found


@pytest.mark.rule("A16", "C1", "A7")
def test_advantages_on_new_and_existing_aspects() -> None:
    table = scene(
        "fate-core", "hero Notice 2 Fight 2 fate_points=0", "foe", aspects=["Dim"], pool=0
    )
    table.turn("hero")
    assert {"Off Balance", "Dim"} <= set(table.values("create", "aspect"))
    assert "Foe's mild consequence" not in table.values("create", "aspect"), "not taken yet"
    table.choose("attack", target="foe").dice("0 0 0 0", "0 0 0 0")
    table.choose("absorb", box=0, consequences=(0,)).turn("hero")
    table.choose("create", aspect="Foe's mild consequence").dice("0 0 0 0", "0 0 0 -").settle()
    assert table.free("Foe's mild consequence") == (3, 0, 0), "one with it, two for style"
