"""Which skills suit an aspect (C6, A8): by what is written, else by its words."""

from __future__ import annotations

from pathlib import Path

import pytest

from autogm.model.aspect import Aspect
from autogm.model.aspect_uses import Template
from autogm.rules.encounter import Encounter, SettledAspect
from autogm.rules.loading import load
from autogm.rules.relevance import judge_aspect, judge_template, words_of
from autogm.rules.ruleset import Ruleset
from autogm.rules.rulesets import RULESETS, override, ruleset
from autogm.rules.shipped import shipped
from autogm.rules.suiting import groups_for, said_of, suited_by

SCENARIOS = sorted(Path("scenarios").glob("*.yaml"))
READ = Path(__file__).with_name("suits.txt")
KNOWN_SKILLS = {skill for name in RULESETS for skill in ruleset(name).skills}


def judged(text: str, rules: Ruleset | None = None) -> SettledAspect:
    """An aspect of the scene, by its words."""
    rules = rules or ruleset("fate-core")
    written = Aspect(text=text)
    return suited_by(judge_aspect(written, "situation"), written, rules, rules.skills)


@pytest.mark.rule("C6", "C4", "A9", "A10")
@pytest.mark.parametrize("name", RULESETS)
def test_in_every_ruleset_a_skill_that_does_not_suit_has_two_against_it(name: str) -> None:
    """Autarch asks for a skill related to the aspect, to refresh it too, and in MiniFate the GM
    says which skill it takes: neither lets any other do as well."""
    assert ruleset(name).unsuited_skill == 2


@pytest.mark.rule("C6", "A8")
@pytest.mark.parametrize(
    ("text", "suit", "others"),
    [
        ("Violent for a Living", {"Fight", "Provoke"}, {"Physique", "Lore", "Athletics"}),
        ("Slick with Spray", {"Athletics"}, {"Lore", "Rapport", "Fight"}),
        ("Pinned Down", {"Shoot", "Fight", "Physique"}, {"Empathy", "Lore"}),
        ("Sand in the Eyes", {"Fight", "Athletics"}, {"Rapport", "Will"}),
        ("Afraid of the Dark", {"Provoke", "Stealth"}, {"Crafts", "Drive"}),
        ("Owes Me Money", {"Resources", "Contacts", "Rapport"}, {"Fight", "Athletics"}),
        ("Silver-Tongued", {"Rapport", "Deceive"}, {"Burglary", "Fight"}),
        ("Overturned Tables", {"Stealth", "Shoot"}, {"Empathy", "Resources"}),
        ("Old Engine", {"Crafts"}, {"Empathy", "Fight"}),
        ("Ritual Circle", {"Lore", "Will"}, {"Drive", "Shoot"}),
        ("Burning Rafters", {"Crafts", "Lore"}, {"Rapport", "Empathy"}),
        ("Hungry Wolves", {"Notice", "Lore"}, {"Contacts", "Resources"}),
        ("Loyal to the End", {"Empathy", "Will"}, {"Athletics", "Shoot"}),
        ("My Father's Sabre", {"Fight", "Empathy"}, {"Stealth", "Crafts"}),
    ],
)
def test_words_lead_to_skills(text: str, suit: set[str], others: set[str]) -> None:
    found = judged(text).suits
    assert found is not None
    assert suit <= found
    assert not others & found


@pytest.mark.rule("C6", "A8")
@pytest.mark.parametrize(
    ("text", "suit", "others"),
    [
        ("Violent for a Living", {"Forceful"}, {"Careful", "Sneaky", "Clever"}),
        ("Moonless Night", {"Sneaky", "Careful"}, {"Forceful", "Flashy"}),
        ("Sparse Trees", {"Careful", "Sneaky"}, {"Flashy", "Forceful"}),
        ("Strong as an Ox", {"Forceful"}, {"Quick", "Flashy", "Clever", "Sneaky"}),
        ("Quick on Her Feet", {"Quick"}, {"Forceful", "Careful"}),
        ("Laughed At", {"Flashy", "Clever"}, {"Sneaky", "Careful", "Quick"}),
        ("Master Architect", {"Clever", "Careful"}, {"Forceful", "Quick"}),
    ],
)
def test_words_lead_to_approaches(text: str, suit: set[str], others: set[str]) -> None:
    found = judged(text, ruleset("accelerated")).suits
    assert found is not None
    assert suit <= found
    assert not others & found


@pytest.mark.rule("C6", "A8")
@pytest.mark.parametrize("text", ["Stayed for the Rum", "No Fire Tonight", "It Should Have Held"])
def test_where_no_word_is_known_every_skill_suits(text: str) -> None:
    """Nor does a word that is denied count; and then there is nothing to tell."""
    found = judged(text)
    assert found.suits is None
    assert not any("suits" in why for why in found.why)


@pytest.mark.rule("C6", "A8")
def test_a_judgement_is_told_with_its_word() -> None:
    assert judged("Strong as an Ox").why[-1] == (
        "«Strong as an Ox» suits Athletics, Fight, Physique and Provoke («strong»): who creates an "
        "advantage on it with another skill rolls at -2."
    )


@pytest.mark.rule("C6", "A8")
def test_a_judgement_never_overrules_what_is_written() -> None:
    rules = ruleset("fate-core")
    for fields, suits in (
        ({"suits": ("Will",)}, {"Will"}),
        ({"skills": ("Lore",)}, {"Lore"}),
        ({"skills": ("Lore",), "suits": ("Will", "Drive")}, {"Will", "Drive"}),
        ({"suits": ()}, None),
        ({"skills": ("Lore",), "suits": ()}, None),
    ):
        written = Aspect(text="Pinned Down", **fields)
        bare = judge_aspect(written, "situation")
        found = suited_by(bare, written, rules, rules.skills)
        assert found.suits == suits
        assert found.why == bare.why
    for skills, suits in ((("Will",), {"Will"}), ((), None)):
        template = Template(text="Pinned Down", on="enemy", skills=skills)
        assert suited_by(judge_template(template), template, rules, rules.skills).suits == suits


@pytest.mark.rule("C6")
def test_nothing_is_judged_where_the_rule_is_off() -> None:
    off = override(ruleset("fate-core"), {"unsuited_skill": 0})
    written = Aspect(text="Pinned Down", suits=("Will",))
    bare = judge_aspect(written, "situation")
    assert suited_by(bare, written, off, off.skills) == bare


def test_the_words_of_the_table_are_plain_and_its_skills_exist() -> None:
    groups = shipped("suiting")["suits"]
    for group in groups:
        words = group.get("words", [])
        assert all(word == word.lower().strip() for word in words)
        assert len(set(words)) == len(words), group["group"]
        assert len(set(group["skills"])) == len(group["skills"]), group["group"]
        assert set(group["skills"]) <= KNOWN_SKILLS
        assert all(words_of(one) for one in group.get("of", ()))
    for name in RULESETS:
        lists = [set(group["skills"]) & set(ruleset(name).skills) for group in groups]
        assert not any(found == set(ruleset(name).skills) for found in lists)


def by_words(encounter: Encounter) -> dict[str, str]:
    """Each aspect of a conflict of which nobody has written which skills suit, with those that its
    words lead to."""
    scenario = encounter.scenario
    aspects: list[Aspect | Template] = [*scenario.aspects]
    for zone in scenario.zones.values():
        aspects += [one for one in (zone.aspect, zone.reveals) if one is not None]
    aspects += [one.template for one in encounter.templates]
    for side in (scenario.sides.players, scenario.sides.gm):
        aspects += [trait for fighter in side.fighters.values() for trait in fighter.aspects]
    known = encounter.skills
    found = {}
    for one in aspects:
        if said_of(one) is None:
            groups = groups_for(one.text, known)
            suit = {skill for group, _ in groups for skill in group.skills} & set(known)
            every = not suit or suit == set(known)
            found[one.text] = "all" if every else ", ".join(sorted(suit))
    return found


def read_table() -> dict[str, dict[str, str]]:
    """The table of judgements that a person has read, by scenario."""
    table: dict[str, dict[str, str]] = {}
    for line in READ.read_text("utf-8").splitlines():
        if line.startswith("[") and line.endswith("]"):
            table[line[1:-1]] = {}
        elif line and not line.startswith("#"):
            text, _, skills = line.rpartition(": ")
            table[list(table)[-1]][text] = skills
    return table


@pytest.mark.rule("C6", "A8")
def test_the_table_has_every_scenario() -> None:
    assert list(read_table()) == [path.stem for path in SCENARIOS]


@pytest.mark.rule("C6", "A8")
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_what_the_words_of_shipped_aspects_say(path: Path) -> None:
    """As somebody who plays Fate would say it: what changes is to be read, and where the words
    mislead, `suits` is written into the scenario."""
    assert by_words(load(path)) == read_table()[path.stem]
