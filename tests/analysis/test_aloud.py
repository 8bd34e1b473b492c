"""What a game master may say aloud."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autogm.analysis.advice import advise
from autogm.analysis.aloud import aloud, often
from autogm.view.words.grammar import NUMBERS, third_person
from tests.analysis.test_counsel import advice, odds_of_attack, staged, turn


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (0.0, "only with help"),
        (0.02, "hardly ever"),
        (0.12, "about once in ten"),
        (0.34, "about once in three"),
        (0.416, "about two times in five"),
        (0.5, "about every other time"),
        (0.62, "about three times in five"),
        (0.68, "about two times in three"),
        (0.75, "about three times in four"),
        (0.93, "about nine times in ten"),
        (0.97, "almost always"),
        (1.0, "for sure"),
    ],
)
def test_how_often_in_words(chance: float, said: str) -> None:
    assert often(chance) == said


def test_no_chance_is_called_by_one_that_is_far_from_it() -> None:
    """No more than a twentieth."""
    for number in range(50, 951):
        said = often(number / 1000)
        if said == "about every other time":
            share = 0.5
        else:
            words = said.removeprefix("about ").replace("once", "one times").split()
            share = NUMBERS.index(words[0]) / NUMBERS.index(words[-1])
        assert abs(share - number / 1000) <= 0.05 + 1e-9, said


@pytest.mark.parametrize(
    ("phrase", "said"),
    [
        ("attack Bruno", "attacks Bruno"),
        ("pass", "passes"),
        ("push Bob", "pushes Bob"),
        ("go on against Bob", "goes on against Bob"),
        ("be taken out", "is taken out"),
        ("have Rolf concede", "has Rolf concede"),
        ("deny", "denies"),
        ("destroy it", "destroys it"),
    ],
)
def test_what_one_does(phrase: str, said: str) -> None:
    assert third_person(phrase) == said


def test_the_deed_and_its_odds() -> None:
    """Fight 3 against 2: eight Fate dice show 0 or more in 4 of 7 throws."""
    table = turn()
    found = advise(table.game, table.state)
    said = aloud(advice(table, odds_of_attack(table), attack_Bob=0.6, help_Cid=0.5))
    assert said == "Ann attacks Bob. That hits about three times in five."
    assert aloud(advice(table, None, help_Cid=0.6)) == "Ann helps Cid."
    assert aloud(replace(found, choices=())) == ""


def test_a_side_has_a_fighter_do_it() -> None:
    """Said as what that one does; what the side decides for itself is the side's."""
    table = staged().settle_duel()
    absorbing = advise(table.game, table.state)
    for phrase, said in (
        ("have Ann concede", "Ann concedes."),
        ("let Ann act next", "Ann acts next."),
        ("let nobody roar", "Bob lets nobody roar."),
        ("let Ann through", "Bob lets Ann through."),
    ):
        words = replace(absorbing.choices[0], words=phrase, odds=None)
        assert aloud(replace(absorbing, choices=(words,))) == said
