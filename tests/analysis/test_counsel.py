"""Advice for a person: the sentence, made from chances that were counted out or from estimates, the
odds of rolls, the table and how far was looked.
"""

from __future__ import annotations

import io
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from rich.console import Console

from autogm.analysis.advice import Advice, Choice, advise
from autogm.analysis.counsel import advice_tables, advice_values, odds_words, sentence
from autogm.engine.codes import N_ABSORB, N_DUEL
from autogm.planner.levels import setting
from autogm.planner.roll_odds import RollOdds, roll_odds
from autogm.planner.turn.tactician import Tactician
from autogm.view.words.choices import ChoiceWords
from tests.table import Table, scene


def test_odds_are_those_of_the_choice_that_is_advised() -> None:
    """However good another one is."""
    table = turn()
    odds = odds_of_attack(table)
    assert not odds.at_a_cost, "an attack never is"
    for second in (0.607, 0.6):
        both = advice(table, odds, attack_Bob=0.61, help_Cid=second)
        assert odds_words(both).startswith("Before invokes, Ann's Fight against Bob's Fight hits ")


def test_odds_against_a_difficulty() -> None:
    """Quick 2 over a climb of 3: a shift from +2 on, which 10, 4 and 1 of 81 rolls show, and a tie
    at +1, which 16 show."""
    climb = {"between": ["b", "c"], "difficulty": 3}
    table = scene("accelerated", "ann@b Quick 2", "foe@a", "a - b; c", edges=[climb])
    (action,) = table.turn("ann").legal("sprint", zone="c")
    odds = roll_odds(table.game, Tactician(table.game), table.state, action)
    assert odds is not None
    assert (odds.roller, odds.skill, odds.opponent) == ("ann", "Quick", None)
    assert (odds.succeeds, odds.ties) == (Fraction(15, 81), Fraction(16, 81))
    assert odds.at_a_cost
    (waits,) = table.legal("pass")
    assert roll_odds(table.game, Tactician(table.game), table.state, waits) is None


@pytest.mark.rule("C5")
@pytest.mark.parametrize("will", [3, 0])
def test_odds_against_whoever_opposes_an_advantage(will: int) -> None:
    """Bob answers if that is worth more to his side than the difficulty of 2; told before he is
    asked, and of either answer."""
    hill = {"text": "High Ground", "on": "zone"}
    table = scene("fate-core", "ann Notice 4", f"bob Will {will}", templates=[hill], pool=0)
    (action,) = table.turn("ann").legal("create", aspect="High Ground")
    tactician = Tactician(table.game)
    odds = roll_odds(table.game, tactician, table.state, action)
    assert odds is not None
    assert (odds.roller, odds.opponent) == ("ann", "bob" if will == 3 else None)
    table.choose("create", aspect="High Ground")
    passive, active = (
        roll_odds(table.game, tactician, table.state, one) for one in table.state.legal_actions()
    )
    assert passive is not None
    assert (passive.opponent, passive.succeeds) == (None, Fraction(66, 81))
    assert active is not None
    assert active.opponent == "bob"
    assert will == 0 or active.answer == "Will"


@pytest.mark.parametrize(("fail", "told"), [("serious cost", ", or at a cost"), ("fails", "")])
def test_who_fails_may_succeed_at_a_cost(fail: str, told: str) -> None:
    """A climb that no roll is enough for: said in the sentence and in the table, unless a failure
    is one."""
    climb = {"between": ["b", "c"], "difficulty": 8}
    table = scene(
        "accelerated", "ann@b Quick 2", "foe@a", "a - b; c", edges=[climb],
        rules={"move_fail": fail},
    )  # fmt: skip
    (action,) = table.turn("ann").legal("sprint", zone="c")
    odds = roll_odds(table.game, Tactician(table.game), table.state, action)
    assert odds is not None
    assert (odds.succeeds, odds.at_a_cost) == (0, bool(told))
    printed = advise(table.game, table.state)
    best = replace(printed.choices[0], odds=odds)
    assert odds_words(replace(printed, choices=(best,))) == (
        "Before invokes, Ann's Quick cannot succeed"
        f"{'; who fails may still succeed at a serious cost' if told else ''}."
    )
    console = Console(width=200)
    with console.capture() as capture:
        for part in advice_tables(printed):
            console.print(part)
    shown = capture.get()
    assert "0%" in shown
    assert ("0%, or at a cost" in shown) is bool(told)


def staged() -> Table:
    """Ann hits Bob, who has no more than a box of 1 and a mild consequence, by 3."""
    table = scene(
        "fate-core", "ann Fight 3", "bob Fight 2", pool=0,
        sheets={
            "ann": {"fate_points": 0},
            "bob": {"tracks": {"physical": 1, "mental": 1}, "consequences": {"mild": 1}},
        },
    )  # fmt: skip
    return table.turn("ann").choose("attack", target="bob").dice("+ + 0 0", "0 0 0 0")


def test_the_last_one_taken_out_has_lost() -> None:
    table = staged().settle_duel()
    assert table.node == N_ABSORB
    look = setting("legendary:turns=0:states=0")
    found = advice_values(advise(table.game, table.state, look))
    assert (found["chooses"], found["fighter"], found["node"]) == ("gm", "bob", "absorb")
    best, *_, worst = found["choices"]
    assert (best["words"], worst["words"]) == (
        "take stress box 1 and a mild consequence", "be taken out"
    )  # fmt: skip
    assert (worst["chance"], worst["value"]) == (None, 1.0)
    assert best["value"] < worst["value"]
    said = found["sentence"]
    assert said.startswith("Bob should take stress box 1 and a mild consequence: it looks ")
    assert said.endswith(" percentage points better than being taken out.")


def advice(table: Table, odds: RollOdds | None, **chances: float) -> Advice:
    """Advice on a state as if its choices, by their words, had these chances."""
    found, words = advise(table.game, table.state), ChoiceWords(table.game)
    codes = {words.phrase(table.state, code): code for code in table.state.legal_actions()}
    chosen = []
    for said, chance in chances.items():
        code = codes[said.replace("_", " ")]
        action = table.game.describe(table.state, code)
        chosen.append(
            Choice(code, action, words.phrase(table.state, code), 2 * chance - 1, 0, odds)
        )
    return replace(found, choices=tuple(chosen), solved=True)


def told(table: Table, **chances: float) -> str:
    """The sentence where the chances were counted out."""
    return sentence(advice(table, None, **chances))


def estimated(table: Table, **chances: float) -> str:
    """The sentence where they are estimates."""
    return sentence(replace(advice(table, None, **chances), solved=False))


def turn() -> Table:
    return scene("fate-core", "ann Fight 3; cid Fight 1", "bob Fight 2").turn("ann")


def odds_of_attack(table: Table) -> RollOdds:
    """Of Ann's roll against Bob."""
    (attack,) = table.legal("attack", target="bob")
    odds = roll_odds(table.game, Tactician(table.game), table.state, attack)
    assert odds is not None
    return odds


@pytest.mark.parametrize(
    ("chances", "says"),
    [
        (
            {"attack_Bob": 0.61, "help_Cid": 0.55, "pass": 0.5},
            "Ann should attack Bob: it gives the players a chance of 61%; helping Cid gives 55%.",
        ),
        (
            {"attack_Bob": 0.614, "help_Cid": 0.606, "pass": 0.5},
            "Ann should attack Bob: it gives the players a chance of 61.4%; helping Cid gives "
            "60.6%.",
        ),
        (
            {"attack_Bob": 0.614, "help_Cid": 0.61, "pass": 0.5},
            "Ann may as well attack Bob: it gives the players a chance of 61%; helping Cid gives "
            "the same.",
        ),
        (
            {"attack_Bob": 0.614, "help_Cid": 0.61, "pass": 0.61},
            "It makes no difference what is chosen here: everything gives the players a chance of "
            "61%.",
        ),
        (
            {"attack_Bob": 0.004, "pass": 0.002},
            "Ann may as well attack Bob: it gives the players a chance of less than 1%; passing "
            "gives the same.",
        ),
        (
            {"attack_Bob": 1.0, "pass": 0.994},
            "Ann should attack Bob: it gives the players a chance of 100%; passing gives 99%.",
        ),
    ],
)
def test_the_sentence_on_a_turn(chances: dict[str, float], says: str) -> None:
    assert told(turn(), **chances) == says


@pytest.mark.parametrize(
    ("chances", "says"),
    [
        (
            {"attack_Bob": 0.61, "help_Cid": 0.55, "pass": 0.5},
            "Ann should attack Bob: it looks 6 percentage points better than helping Cid.",
        ),
        (
            {"attack_Bob": 0.614, "help_Cid": 0.61, "pass": 0.5},
            "Ann may as well attack Bob; helping Cid looks as good.",
        ),
        (
            {"attack_Bob": 0.614, "help_Cid": 0.61, "pass": 0.61},
            "It makes no difference what is chosen here, as far as can be seen.",
        ),
        ({"attack_Bob": 0.61}, "Ann should attack Bob."),
    ],
)
def test_an_estimate_is_not_told_as_a_chance(chances: dict[str, float], says: str) -> None:
    assert estimated(turn(), **chances) == says


def test_many_choices_as_good_are_not_all_read_out() -> None:
    table = scene("fate-core", "ann Fight 3; cid Fight 1; dee Fight 1", "bob Fight 2").turn("ann")
    chances = {"attack_Bob": 0.614, "help_Cid": 0.612, "help_Dee": 0.611, "pass": 0.3}
    assert told(table, **chances) == (
        "Ann may as well attack Bob: it gives the players a chance of 61%; two other choices give "
        "the same."
    )
    assert (
        estimated(table, **chances) == "Ann may as well attack Bob; two other choices look as good."
    )


def printed(advice: Advice) -> str:
    """What is shown, in one line."""
    shown = io.StringIO()
    for part in advice_tables(advice):
        Console(file=shown, width=100).print(part)
    return " ".join(shown.getvalue().split())


@pytest.mark.parametrize(
    ("turns", "says", "cell"),
    [
        (0, "The choices that look best are followed to the end of this turn; all the rest", None),
        (
            1,
            "This turn and at most one more are looked at: the few choices in each",
            "up to 2 turns",
        ),
        (3, "This turn and at most three more are looked at: the few", "up to 4 turns"),
    ],
)
def test_how_far_was_looked(turns: int, says: str, cell: str | None) -> None:
    table = turn()
    found = advice(table, None, attack_Bob=0.6, help_Cid=0.5)
    first, second = found.choices
    third = replace(second, estimated=True)
    found = replace(found, solved=False, choices=(replace(first, turns=turns), second, third))
    words = printed(found)
    assert says in words
    assert ("followed for" in words) == (cell is not None)
    if cell:
        assert f"attack Bob · {cell} help Cid -10.0 this turn" in words
        assert "help Cid -10.0 a static estimate" in words
    assert "50.0%" not in words, "an estimate is no share"


def test_what_a_graph_counts_out_is_no_look_to_the_end_of_a_turn() -> None:
    found = replace(advice(turn(), None, attack_Bob=0.6, help_Cid=0.5), solved=False)
    assert "to the end of this turn" in printed(found)
    words = printed(replace(found, estimate=0.012))
    assert "to the end of this turn" not in words
    assert "in 1.2% of battles it comes to others, which are estimated." in words


def test_whoever_errs_is_said_to_err_unless_it_has_counted_it_out() -> None:
    found = advice(turn(), None, attack_Bob=0.6, help_Cid=0.5)
    for level, solved, errs in (("mediocre", False, True), ("mediocre", True, False),
                                ("great", False, False)):  # fmt: skip
        words = printed(replace(found, level=setting(level), solved=solved))
        assert (f"the level {level}, which misjudges what a turn should be" in words) == errs
        assert ("estimates are those" in words) == errs


def test_the_sentence_about_invokes() -> None:
    """Nine points of a hundred between the invoke and doing without."""
    fog = {"text": "Fog", "helps": "both", "actions": ["attack"]}
    table = scene("fate-core", "ann Fight 2", "foe", pool=0, aspects=[fog])
    table.turn("ann").choose("attack", target="foe").dice("0 0 0 0", "0 0 0 0")
    assert table.node == N_DUEL
    plus = "invoke «Fog» with a fate point for +2"
    assert told(table, **{plus: 0.61, "invoke nothing": 0.52}) == (
        f"Ann should {plus}: it gives the players a chance of 61%, 9 percentage points more than "
        "invoking nothing."
    )
    assert told(table, **{"invoke nothing": 0.61, plus: 0.6}) == (
        "Ann should invoke nothing: that gives the players a chance of 61%; invoking «Fog» with a "
        "fate point for +2 would cost a percentage point."
    )
    assert estimated(table, **{plus: 0.61, "invoke nothing": 0.52}) == (
        f"Ann should {plus}: it looks 9 percentage points better than invoking nothing."
    )
    assert estimated(table, **{"invoke nothing": 0.61, plus: 0.6}) == (
        "Ann should invoke nothing: invoking «Fog» with a fate point for +2 looks a percentage "
        "point worse."
    )


def test_where_more_than_victory_is_at_stake() -> None:
    """A side plays for more than a chance, so none is told, nor the utility that nobody at the
    table knows: choices are told apart by what would be worth as much, where a win is worth 2 more
    than a defeat."""
    players = "ann Fight 3; cid Fight 1"
    table = scene("fate-core", players, "bob Fight 2", stakes="careful").turn("ann")
    chances = {"attack_Bob": 0.61, "help_Cid": 0.55, "pass": 0.5}
    points = "6 percentage points of a chance to win"
    better = f"better than helping Cid, by what {points} would be worth."
    assert estimated(table, **chances) == f"Ann should attack Bob: it looks {better}"
    assert told(table, **chances) == f"Ann should attack Bob: it is {better}"
    found = advice(table, None, **chances)
    assert not found.victory
    assert {one["chance"] for one in advice_values(found)["choices"]} == {None}
    words = printed(replace(found, point=0.05))
    assert "choice to the best attack Bob · help Cid -6.0 pass -11.0" in words
    assert "More than victory is at stake" in words
    assert "worth about 2 percentage points of a chance to win to the players" in words
    assert not re.search(r"\bu\b", words)


def test_where_nobody_cares_who_wins() -> None:
    """The measure is then what is at stake: Ann taken out or not, and Bob, so 2 in all."""
    mine = {"victory": 0, "enemy_taken_out": 1, "own_taken_out": -1}
    stakes = {"players": mine, "gm": {"victory": 0}}
    table = scene("fate-core", "ann Fight 3", "bob Fight 2", stakes=stakes).turn("ann")
    assert told(table, attack_Bob=0.61, **{"pass": 0.51}) == (
        "Ann should attack Bob: it is better than passing, by as much as 10 percentage points of "
        "all that is at stake."
    )


def test_no_odds_where_no_roll_follows() -> None:
    table = staged().settle_duel()
    assert odds_words(advise(table.game, table.state)) == ""
