"""The skill must suit the aspect (C6): what an advantage has against it that is made with another,
who is spared by a stunt (N5), and how it is told."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.engine import codes
from autogm.view.words.choices import ChoiceWords
from tests.table import Table, scene

NOTE = {"text": "Chalk Marks", "on": "zone", "skills": ["Lore"], "difficulty": 2}
STARE = {"text": "Stared Down", "on": "enemy", "skills": ["Lore"]}
EVEN = "0 0 0 0"


def scholar(lost: int = 2, **fields: Any) -> Table:
    """A fighter who knows a little, about to act."""
    sheets = {"hero": {"fate_points": 0, **fields.pop("sheet", {})}}
    fields.setdefault("templates", [NOTE, STARE])
    rules = {"unsuited_skill": lost, **fields.pop("rules", {})}
    return scene(
        "fate-core", "hero Fight 3 Lore 1 Notice 1", "foe Will 1", pool=0, sheets=sheets,
        rules=rules, **fields,
    ).turn("hero")  # fmt: skip


def created(table: Table, skill: str, *dice: str, aspect: str = "Chalk Marks") -> int:
    """What the roll of an advantage comes to."""
    table.choose("create", aspect=aspect).choose("use", skill=skill)
    table.dice(*dice)
    return table.totals[0]


@pytest.mark.rule("C6")
@pytest.mark.parametrize("lost", [1, 2, 5])
def test_another_skill_has_it_against_it(lost: int) -> None:
    """Against a number; the one that suits is as good as ever."""
    assert created(scholar(lost), "Fight", EVEN) == 3 - lost
    assert created(scholar(lost), "Lore", EVEN) == 1


@pytest.mark.rule("C6")
def test_another_skill_has_it_against_it_where_somebody_opposes() -> None:
    """Against a roll: 3 - 2 against 0."""
    table = scholar()
    assert created(table, "Fight", EVEN, EVEN, aspect="Stared Down") == 1
    table.settle()
    assert table.last("result")["shifts"] == 1


@pytest.mark.rule("C6")
def test_without_the_rule_other_skills_cannot_make_it() -> None:
    table = scholar(0).choose("create", aspect="Chalk Marks")
    table.to_dice()
    assert table.last("skill")["skill"] == "Lore"


@pytest.mark.rule("C6", "A8")
@pytest.mark.parametrize(
    ("aspect", "total"),
    [
        ({"text": "Spilt Ink", "suits": ["Lore"]}, 1),
        ({"text": "Spilt Ink", "skills": ["Lore"]}, 1),
        ({"text": "Spilt Ink", "skills": ["Lore"], "suits": ["Fight"]}, 3),
        ({"text": "Spilt Ink"}, 3),
        ({"text": "Old Books"}, 1),
        ({"text": "Old Books", "suits": []}, 3),
    ],
)
def test_calling_on_what_is_there(aspect: dict[str, Any], total: int) -> None:
    """An aspect says which skills call on it: by `suits`, by `skills`, by its words; else all."""
    table = scholar(aspects=[aspect])
    assert created(table, "Fight", EVEN, aspect=aspect["text"]) == total


@pytest.mark.rule("C6", "A8")
def test_calling_on_ones_own_aspect() -> None:
    own = {"aspects": [{"text": "Reader of Old Books", "kind": "character"}]}
    assert created(scholar(sheet=own), "Fight", EVEN, aspect="Reader of Old Books") == 1
    assert created(scholar(sheet=own), "Lore", EVEN, aspect="Reader of Old Books") == 1


@pytest.mark.rule("C6", "A14", "A16")
def test_exploring_and_discovering_ask_for_no_skill() -> None:
    books = {"text": "Old Books", "suits": ["Lore"]}
    hidden = scholar(aspects=[{**books, "hidden_from": "players"}])
    assert hidden.choose("discover").choose("use", skill="Fight").dice(EVEN).totals == [3]
    cave = {"cave": {"unexplored": True, "reveals": books}}
    explored = scholar(ground="a - cave", zone=cave)
    assert explored.choose("explore").choose("use", skill="Fight").dice(EVEN).totals == [3]


def swapping(**fields: Any) -> Table:
    """Who fights where others need to know."""
    stunt = {"name": "Drill", "does": "swap", "skills": ["Fight"], "instead_of": "Lore",
             "actions": ["create"], **fields}  # fmt: skip
    return scholar(sheet={"stunts": [stunt]}, exchanges=3)


@pytest.mark.rule("C6", "N5")
def test_what_stands_in_for_a_skill_that_suits_suits() -> None:
    assert created(swapping(), "Fight", EVEN) == 3
    assert created(swapping(instead_of="Notice"), "Fight", EVEN) == 1
    assert created(swapping(when="wounded"), "Fight", EVEN) == 1


@pytest.mark.rule("C6", "N5")
def test_a_swap_with_a_limit_is_used_up_where_it_makes_a_skill_suit() -> None:
    table = swapping(limit="scene")
    assert created(table, "Fight", EVEN) == 3
    assert len(table.all("stunt")) == 1
    table.settle().turn("hero")
    assert created(table, "Fight", EVEN) == 3
    table.settle()
    assert table.totals[-1] == 1
    assert len(table.all("stunt")) == 1


@pytest.mark.rule("C6")
def test_a_knack_suits_as_the_skills_that_it_is_read_as() -> None:
    """A minion skilled at sneaking makes dark corners with it, and nobody a laughing stock (N2)."""
    minion = {"type": "minion", "skilled_at": ["sneaking"], "boxes": 1}
    for text, total in (("Dark Corners", 2), ("Laughed At", 0)):
        table = scene(
            "accelerated", "hero Quick 1", "imp", sheets={"imp": minion}, pool=0,
            templates=[{"text": text, "on": "zone", "difficulty": 0}], rules={"unsuited_skill": 2},
        ).turn("imp")  # fmt: skip
        assert table.choose("create", aspect=text).dice(EVEN).totals == [total]


@pytest.mark.rule("C6")
def test_only_skills_that_could_be_better_are_a_choice() -> None:
    """Notice and Lore differ in nothing but their ratings and whether they suit; what suits is
    better where they come to the same."""
    for notice, best in ((2, "Lore"), (3, "Lore"), (4, "Notice")):
        table = scene(
            "fate-core", f"hero Lore 1 Notice {notice}", "foe", templates=[NOTE], pool=0,
            rules={"unsuited_skill": 2}, sheets={"hero": {"fate_points": 0}},
        ).turn("hero")  # fmt: skip
        table.choose("create", aspect="Chalk Marks")
        chosen = set(table.values("use", "skill")) or {table.last("skill")["skill"]}
        assert chosen & {"Lore", "Notice"} == {best}


@pytest.mark.rule("C6")
def test_it_is_told_with_the_choice_and_with_the_roll() -> None:
    table = scholar().choose("create", aspect="Chalk Marks")
    says = ChoiceWords(table.game)
    phrases = {says.phrase(table.state, one) for one in table.state.legal_actions()}
    assert "use Fight, which does not suit (-2)" in phrases
    assert "use Lore" in phrases
    table.choose("use", skill="Fight").dice(EVEN)
    roll = table.last("roll")
    assert roll["bonuses"] == [{"by": "unsuited", "skill": "Fight", "amount": -2}]
    assert (roll["rating"], roll["bonus"], roll["total"]) == (3, -2, 1)


@pytest.mark.rule("C6")
def test_nothing_after_the_dice_tells_a_skill_that_suits_from_another() -> None:
    table = scholar().choose("create", aspect="Chalk Marks").choose("use", skill="Fight")
    assert int(table.state.record[0]["roll_flags"]) & codes.R_UNSUITED
    table.dice(EVEN)
    assert not int(table.state.record[0]["roll_flags"]) & codes.R_UNSUITED
