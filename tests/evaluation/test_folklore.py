"""Rules of thumb: that each has a source and three levels, that their conflicts load and end, that
verdicts follow from figures worked out by hand, that a run goes on where it was stopped, and that
the kept pages say what the kept battles do.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from autogm.agents.roster import seats
from autogm.lab.simulate import simulate
from evaluation.folklore import results
from evaluation.folklore.__main__ import SEED, main
from evaluation.folklore.advice import ADVICE
from evaluation.folklore.cases import Case
from evaluation.folklore.guide import entries
from evaluation.folklore.pages import encounters, folklore
from evaluation.folklore.played import Cell, Kept, KeptError, Played, Sums, cell, game_of, play
from evaluation.folklore.results import cells, found, play_all
from evaluation.folklore.rules import BRAWLER, FAIR, RULES, Rule
from evaluation.folklore.sheets import CORE, boss, conflict, lieutenants, party, peers, thugs
from evaluation.folklore.sources import Source
from evaluation.folklore.verdicts import (
    FALLEN,
    GAIN,
    LENGTH,
    SCORE,
    Answer,
    Claim,
    Figure,
    Verdict,
    figure,
    gain,
    score,
    verdict,
)

KEPT = Path("evaluation")
ONES = Sums(0, 0)


def played(winners: str, exchanges: Sums = ONES, fallen: Sums = ONES) -> Played:
    """Battles that somebody wrote down."""
    return Played("key", BRAWLER, 1, winners, exchanges, fallen)


@pytest.mark.parametrize("rule", RULES, ids=lambda one: one.id)
def test_each_rule_has_a_source_and_three_levels(rule: Rule) -> None:
    assert rule.sources
    for one in rule.sources:
        assert one.work
        assert one.where
        assert one.address.startswith("https://")
    assert len(rule.cases) * len(rule.agents) >= 3
    assert rule.claims
    for claim in rule.claims:
        assert claim.low is not None or claim.high is not None
        assert (claim.figure == SCORE) == (not claim.base)
        for case in rule.cases:
            assert claim.variant in case.variants
            assert not claim.base or claim.base in case.variants
    assert len({tuple(case.variants) for case in rule.cases}) == 1, "a table has one set of rows"


def test_there_are_at_least_ten_rules_with_names_of_their_own() -> None:
    assert len({one.id for one in RULES}) == len(RULES) >= 10


@pytest.mark.thorough
def test_every_conflict_loads_strictly_and_ends() -> None:
    """By brawlers, which is quick; strict: a sheet that breaks its ruleset is an error."""
    texts = {one.fields for one in (*cells(), *(entry.cell for entry in entries()))}
    assert len(texts) > 150
    for text in texts:
        told = play(Cell(text, BRAWLER), 1, 1)
        assert len(told.winners) == 1
        assert 1 <= told.exchanges.total <= json.loads(text)["exchanges"]


@pytest.mark.parametrize("number", [1, 5])
def test_heroes_have_the_pyramid(number: int) -> None:
    for hero in party(CORE, number).values():
        assert Counter(hero["skills"].values()) == {4: 1, 3: 2, 2: 3, 1: 4}


def test_opponents_are_as_good_as_they_are_said_to_be() -> None:
    assert max(boss(6)["boss"]["skills"].values()) == 6
    assert lieutenants(3, 4)["lieutenant"]["skills"] == {
        "Fight": 4, "Athletics": 3, "Physique": 2, "Notice": 1,
    }  # fmt: skip
    assert [max(one["skills"].values()) for one in peers(7, 3).values()] == [3] * 7
    game = game_of(cell(conflict(CORE, party(CORE, 4), thugs("fair", 8)), BRAWLER).fields)
    assert sum(one.side == "gm" for one in game.encounter.fighters) == 8
    assert game.encounter.pool == 4, "a point for each hero"


def test_a_party_is_no_larger_than_there_are_heroes() -> None:
    with pytest.raises(ValueError, match="1 to 5, not of 6"):
        party(CORE, 6)


@pytest.mark.parametrize(
    ("low", "high", "answer"),
    [
        (0.5, 0.6, Answer.yes), (0.2, 0.8, Answer.yes), (0.1, 0.19, Answer.no),
        (0.81, 0.9, Answer.no), (0.15, 0.3, Answer.open), (0.7, 0.9, Answer.open),
        (0.1, 0.9, Answer.open),
    ],
)  # fmt: skip
def test_a_claim_is_kept_broken_or_open(low: float, high: float, answer: Answer) -> None:
    claim = Claim("it lies there", SCORE, "a", low=0.2, high=0.8)
    assert claim.answer(Figure((low + high) / 2, low, high)) is answer


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ("yy", Verdict.holds), ("nn", Verdict.fails), ("yn", Verdict.partly),
        ("yno", Verdict.partly), ("yo", Verdict.undecided), ("no", Verdict.undecided),
        ("o", Verdict.undecided),
    ],
)  # fmt: skip
def test_a_verdict_takes_all_answers(answers: str, expected: Verdict) -> None:
    known = {"y": Answer.yes, "n": Answer.no, "o": Answer.open}
    assert verdict(known[one] for one in answers) is expected


def test_a_score_counts_what_is_undecided_half() -> None:
    told = score(played("1" * 50 + "0" * 20 + "2" * 30))
    assert told.mean == pytest.approx(0.6)
    # Wilson's interval of 60 in 100, worked out by hand
    assert (told.low, told.high) == pytest.approx((0.5020, 0.6906), abs=1e-4)


def test_a_gain_is_of_pairs() -> None:
    """Of ten battles two are won in the second alone and one in the first alone. Bonett and Price:
    (2 + 1)/12 − (1 + 1)/12 = 0.0833, ± 1.96 √((5/12 − 1/144)/12) = 0.3622."""
    told = gain(played("1112222222"), played("1101122222"))
    assert told.mean == pytest.approx(0.1)
    assert (told.low, told.high) == pytest.approx((-0.2789, 0.4456), abs=1e-3)


def test_a_length_is_to_the_base() -> None:
    """Two and six exchanges, half each, are 4 a battle with a standard deviation of 2.01 over 100
    battles, so a standard error of 0.0503 of the mean; of three times as many it is the same part.
    Their ratio, 3, is known to a factor of exp(1.96 √2 · 0.0503) = 1.1495."""
    base = played("1" * 100, exchanges=Sums(400, 50 * 4 + 50 * 36))
    other = played("1" * 100, exchanges=Sums(1200, 50 * 36 + 50 * 324))
    claim = Claim("longer", LENGTH, "b", "a", low=2.5)
    told = figure(claim, {"a": base, "b": other})
    assert (told.mean, told.low, told.high) == pytest.approx((3.0, 2.610, 3.449), abs=1e-3)
    assert claim.answer(told) is Answer.yes


def test_a_ratio_to_nothing_is_open() -> None:
    claim = Claim("fewer fall", FALLEN, "b", "a", high=0.5)
    some = played("11", fallen=Sums(2, 4))
    assert claim.answer(figure(claim, {"a": played("11"), "b": some})) is Answer.open


def test_what_is_counted_is_what_a_simulation_counts() -> None:
    """Beside the laboratory's own count of the same battles."""
    one = cell(conflict(CORE, party(CORE, 2), thugs("good", 4)), BRAWLER)
    told = play(one, 60, 3)
    game = game_of(one.fields)
    other = simulate(game, 60, 3, seats(BRAWLER, encounter=game.encounter), workers=1)
    assert told.winners.count("1") == other.wins["players"].count
    assert told.winners.count("0") == other.undecided.count
    assert told.mean(told.exchanges).as_dict().items() <= other.exchanges.items()
    assert other.heroes is not None
    assert told.mean(told.fallen) == other.heroes.fallen


def small() -> Rule:
    """A rule of two conflicts that brawlers play."""
    pair = {
        "four": conflict(CORE, party(CORE, 2), thugs("average", 2)),
        "eight": conflict(CORE, party(CORE, 2), thugs("average", 4)),
    }
    return Rule(
        "small", "More is worse.", (Source("A book", "a page", "https://example.org"),), "Two.",
        [Case("two heroes", pair)], [BRAWLER],
        [Claim("more is worse", GAIN, "eight", "four", high=0.0)], "All else.",
    )  # fmt: skip


def test_a_run_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[int] = []

    def counting(one: Cell, battles: int, seed: int, before: Played | None) -> Played:
        counted.append(battles - (0 if before is None else len(before.winners)))
        return play(one, battles, seed, before)

    monkeypatch.setattr(results, "play", counting)
    file = tmp_path / "folklore.jsonl"
    assert next(play_all(Kept(file), [small()], 3, 1, float("inf"), False)) == (1, 2)
    assert not found(small(), Kept(file), 1).complete
    list(play_all(Kept(file), [small()], 3, 1, float("inf"), False))
    assert counted == [3, 3], "what was played is not played again"
    whole = found(small(), Kept(file), 1)
    assert whole.complete
    list(play_all(Kept(file), [small()], 4, 1, float("inf"), False))
    assert counted == [3, 3, 1, 1], "for more battles those that are missing are played"
    once = Kept(None)
    list(play_all(once, [small()], 4, 1, float("inf"), False))
    assert once.found == Kept(file).found


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "folklore.jsonl"
    list(play_all(Kept(file), [small()], 2, 1, float("inf"), False))
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text(lines[0] + lines[1][:40], encoding="utf-8")
    assert len(Kept(file).found) == 1
    list(play_all(Kept(file), [small()], 2, 1, float("inf"), False))
    assert file.read_text(encoding="utf-8") == "".join(lines)


@pytest.mark.parametrize("line", ["nonsense", "{}", '{"winners": "3"}', "[]"])
def test_a_file_of_something_else_is_refused(tmp_path: Path, line: str) -> None:
    file = tmp_path / "folklore.jsonl"
    file.write_text(f"{line}\n", encoding="utf-8")
    with pytest.raises(KeptError, match="line 1"):
        Kept(file)
    assert file.read_text(encoding="utf-8") == f"{line}\n"


def test_level_fair_plays_last_and_less() -> None:
    order = [one.agent == FAIR for one in cells()]
    assert order == sorted(order)
    assert any(order)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [(["--rules", "nonsense"], "boss-plus-two"), (["--into", "no-folder"], "no folder")],
)
def test_bad_input_is_told(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert says in capsys.readouterr().err


def test_one_rule_is_told_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--rules", "weight", "--battles", "1", "--json"]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    (rule,) = told["rules"]
    assert rule["rule"] == "weight"
    assert len(rule["trials"]) == 3
    assert all(one["variants"]["weight on"]["battles"] == 1 for one in rule["trials"])


@pytest.fixture(scope="module")
def kept() -> Kept:
    """What has been played for the pages that are kept."""
    return Kept(KEPT / "folklore.jsonl")


def test_the_page_of_rules_is_that_of_the_kept_battles(kept: Kept) -> None:
    made = folklore([found(rule, kept, SEED) for rule in RULES], SEED)
    assert (KEPT / "FOLKLORE.md").read_text(encoding="utf-8") == made


def test_the_guide_is_that_of_the_kept_battles(kept: Kept) -> None:
    assert (KEPT / "ENCOUNTERS.md").read_text(encoding="utf-8") == encounters(kept, SEED)


def test_each_verdict_that_is_kept_has_advice(kept: Kept) -> None:
    told = [found(rule, kept, SEED) for rule in RULES]
    assert sum(one.complete for one in told) >= 10
    for one in told:
        assert not one.complete or ADVICE[one.rule.id].get(one.verdict), one.rule.id


def test_nothing_is_kept_that_no_page_tells(kept: Kept) -> None:
    known = {(one.key, one.agent) for one in (*cells(), *(each.cell for each in entries()))}
    assert {(one.key, one.agent) for one in kept.found.values()} <= known


def test_kept_battles_are_those_that_are_played(kept: Kept) -> None:
    """The first battles of one conflict, played again."""
    one = next(each for each in cells() if each.agent == BRAWLER)
    before = kept.of(one, SEED)
    assert before is not None
    assert before.winners.startswith(play(one, 20, SEED).winners)
