"""Names that speak of one or of many, and sentences about them."""

from __future__ import annotations

import pytest

from autogm.view.words.grammar import (
    gerund,
    inside,
    listed,
    one_of,
    plural,
    plural_verb,
    possessive,
)


@pytest.mark.parametrize(
    ("name", "many"),
    [
        ("Dockers", True),
        ("The Street Toughs", True),
        ("Bandits of the pass", True),
        ("Hearts of Steel", True),
        ("Olivia and Rolf", True),
        ("Barathar's people", True),
        ("The lizardfolk", True),
        ("Ore Thieves 2", True),
        ("The expedition", False),
        ("Crew of the Angry Pig", False),
        ("The court", False),
        ("Ilse's boss", False),
        ("The Stronghold's", False),
    ],
)
def test_who_is_many(name: str, many: bool) -> None:
    assert plural(name) == many


@pytest.mark.parametrize(
    ("name", "within"),
    [
        ("Dockers", "the Dockers"),
        ("The Dockers", "the Dockers"),
        ("Crew of the Angry Pig", "the Crew of the Angry Pig"),
        ("Three Apprentices", "Three Apprentices"),
        ("More Street Toughs", "More Street Toughs"),
        ("Teran's hirelings", "Teran's hirelings"),
        ("Olivia and Rolf", "Olivia and Rolf"),
        ("Rolf", "Rolf"),
        ("The", "The"),
    ],
)
def test_articles(name: str, within: str) -> None:
    assert inside(name, article=True) == within


def test_only_who_asks_gets_an_article() -> None:
    assert inside("Aldous Briggs") == "Aldous Briggs"
    assert inside("Three Rivers of Ash") == "Three Rivers of Ash"


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("arrives", "arrive"),
        ("goes", "go"),
        ("is", "are"),
        ("has", "have"),
        ("tries", "try"),
        ("ties", "tie"),
        ("pushes", "push"),
        ("reaches", "reach"),
        ("uses", "use"),
        ("must", "must"),
        ("cannot", "cannot"),
    ],
)
def test_verbs_of_many(one: str, many: str) -> None:
    assert plural_verb(one) == many


def test_whose_and_lists() -> None:
    assert possessive("the Street Toughs") == "the Street Toughs'"
    assert possessive("Rolf") == "Rolf's"
    assert listed(["Rolf"]) == "Rolf"
    assert listed(["Rolf", "Deliah", "Olivia"]) == "Rolf, Deliah and Olivia"


@pytest.mark.parametrize(
    ("phrase", "subject"),
    [
        ("attack Bruno", "attacking Bruno"),
        ("make for the Ford", "making for the Ford"),
        ("be taken out", "being taken out"),
        ("let Rolf through", "letting Rolf through"),
        ("compel Rolf to lose the action", "compelling Rolf to lose the action"),
        ("step over to the Dais", "stepping over to the Dais"),
        ("pass", "passing"),
        ("stay put", "staying put"),
        ("go into Full Defense", "going into Full Defense"),
    ],
)
def test_what_somebody_does_as_a_subject(phrase: str, subject: str) -> None:
    assert gerund(phrase) == subject


@pytest.mark.parametrize(
    ("name", "one"),
    [
        ("Street Toughs", "the Street Tough"),
        ("The Other Knife Boys", "the Other Knife Boy"),
        ("Bandits of the pass", "the Bandit of the pass"),
        ("Teran's Thugs", "Teran's Thug"),
        ("Ore Thieves 2", "the Ore Thief 2"),
        ("Watchmen", "the Watchman"),
        ("Harpies", "the Harpy"),
        ("Zombies", "the Zombie"),
        ("Witches", "the Witch"),
        ("Corpses", "the Corpse"),
        ("The Dead", "the last of the Dead"),
        ("Lizardfolk", "the last of the Lizardfolk"),
        ("Three Apprentices", "the last of Three Apprentices"),
        ("More Street Toughs", "the last of More Street Toughs"),
        ("Bert and Ernie", "the last of Bert and Ernie"),
    ],
)
def test_one_of_many(name: str, one: str) -> None:
    assert one_of(name) == one
