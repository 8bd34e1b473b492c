"""The puzzles: all can be posed, are proved by the table and have what a collection promises; the
small ones are proved anew. And the reading of them: what is refused, and that by name; an answer
whose margin can be worked out by hand.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from autogm.engine.codes import PLAYERS
from evaluation import puzzles as command
from evaluation.positions import Puzzle, PuzzleError, puzzles, read
from evaluation.puzzles import MARGIN, MOST_STATES, ask, main, prove, read_proofs
from tests.evaluation.results import ASKED, RESULTS, TABLE

PROOFS = read_proofs()
SMALL = [name for name, proof in PROOFS.items() if proof.states <= 5_000]
RULESETS = {"fate-core", "accelerated", "war-of-ashes", "autarch", "minifate"}
Posed = dict[str, Puzzle]

WHOLE = """
theme: a test
puzzles:
  the-one:
    why: Whoever hits wins.
    scenario:
      ruleset: fate-core
      exchanges: 1
      zones: {here: }
      sides:
        players: {fighters: {ann: {skills: {Fight: 1}}}}
        gm: {fighters: {bob: {}, cid: {skills: {Fight: 3}}}}
      objectives: {players: [{do: take out, who: [bob]}], gm: [{do: survive, exchanges: 1}]}
      actions: [attack]
      turn_order: {first: players}
    right: [{verb: attack, target: bob}]
"""


@pytest.fixture(scope="module")
def posed() -> Posed:
    """The whole collection by name."""
    return {one.name: one for one in puzzles()}


def written(folder: Path, text: str) -> Path:
    """A file of puzzles with that text."""
    path = folder / "some.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_every_puzzle_is_proved_by_the_table(posed: Posed) -> None:
    assert list(PROOFS) == list(posed)
    for proof in PROOFS.values():
        assert proof.margin >= MARGIN
        assert proof.states <= MOST_STATES


def test_the_collection_is_broad(posed: Posed) -> None:
    assert len(posed) >= 40
    assert {one.state.game.encounter.scenario.ruleset for one in posed.values()} == RULESETS
    assert {one.state.current_player() for one in posed.values()} == {0, 1}
    assert min(Counter(one.theme for one in posed.values()).values()) >= 3
    assert all(one.why.endswith(".") for one in posed.values())


@pytest.mark.parametrize("name", SMALL)
def test_the_small_ones_are_proved_anew(name: str, posed: Posed) -> None:
    assert prove(posed[name]).line() == PROOFS[name].line()


def test_the_results_tell_of_the_puzzles_as_they_are(posed: Posed) -> None:
    """How many each theme has, and what the brawler and the tactician solve and do not. If this
    fails, `python -m tests.evaluation.results` renews them."""
    text = TABLE.search(RESULTS.read_text(encoding="utf-8"))
    assert text
    told = re.findall(r"^ ([a-z' ]+?) +(\d+) +(\d+) +(\d+) +\d+$", text[0], re.MULTILINE)
    answers = {name: ask(name, posed.values()) for name in ASKED[:2]}
    themes = Counter(one.theme for one in posed.values())
    solved = [Counter(one.theme for one in of if one.right) for of in answers.values()]
    rows = [(theme, number, *(of[theme] for of in solved)) for theme, number in themes.items()]
    rows.append(("all", len(posed), *(of.total() for of in solved)))
    assert told == [(theme, *map(str, numbers)) for theme, *numbers in rows]
    for name, of in answers.items():
        failed = [f"  {one.puzzle}: {one.played}\n" for one in of if not one.right]
        below = re.findall(rf"^{name} does not solve:\n((?:  .*\n)+)", text[0], re.MULTILINE)
        assert "".join(below) == "".join(failed)


def hit(lead: int) -> float:
    """The chance of beating somebody's dice with dice of one's own and a lead."""
    spread = {-4: 1, -3: 4, -2: 10, -1: 16, 0: 19, 1: 16, 2: 10, 3: 4, 4: 1}
    pairs = [(a + lead > b, p * q) for a, p in spread.items() for b, q in spread.items()]
    return sum(p for better, p in pairs if better) / 81**2


def test_a_margin_is_the_difference_to_the_best_wrong_choice(tmp_path: Path) -> None:
    """Bob has no box: to hit him wins, everything else loses (-1) when the exchange is over."""
    (one,) = read(written(tmp_path, WHOLE))
    assert (one.name, one.theme, one.state.current_player()) == ("the-one", "a test", PLAYERS)
    assert [str(one.state.game.describe(one.state, a)) for a in one.right] == [
        "attack (target bob)"
    ]
    assert prove(one).margin == pytest.approx(2 * hit(1))


def test_what_is_not_wrong_is_right(tmp_path: Path) -> None:
    text = WHOLE.replace("right: [{verb: attack, target: bob}]", "wrong: [{verb: pass}]")
    (one,) = read(written(tmp_path, text))
    assert len(one.right) == 2
    assert prove(one).margin == pytest.approx(0.0)  # to attack cid is no better than to pass


def test_steps_lead_to_the_position(tmp_path: Path) -> None:
    """Ann strikes, cid parries, Ann misses; cid's turn and his choice is the gm's."""
    with_fight = "{verb: use, skill: Fight}"
    steps = "steps: [{verb: attack, target: cid}, {dice: '- - 0 0'}, {dice: 1}]\n    right"
    text = WHOLE.replace("right", steps).replace("attack, target: bob}]", "attack}]")
    with pytest.raises(PuzzleError, match="step 2 throws dice where none are pending"):
        read(written(tmp_path, text))
    text = text.replace("cid}, ", f"cid}}, {with_fight}, {with_fight}, ").replace(
        "right: [{verb: attack}]", "right: [{verb: act next, target: cid}]"
    )
    (one,) = read(written(tmp_path, text))
    assert one.state.side() == "gm"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("target: bob", "target: dan", r"`the-one`: its answer, .*'dan'.* is not legal here"),
        ("right: [{verb: attack", "right: [{verb: atack", "no action in words"),
        ("target: bob", "targt: bob", "no action in words"),
        ("right:", "steps: [{verb: move}]\n    right:", "step 1, .* is not legal here: ann may"),
        ("right:", "steps: [{verb: attack}]\n    right:", "step 1 may mean several actions"),
        ("right:", "steps: [attack]\n    right:", "a step is `dice` or an action"),
        ("right:", "steps: [{dice: 0}]\n    right:", "throws dice where none are pending"),
        ("    right: [{verb: attack, target: bob}]", "", "either what is `right`"),
        ("right:", "wrong: []\n    right:", "either what is `right`"),
        ("[{verb: attack, target: bob}]", "[{verb: attack}, {verb: pass}]", "something wrong"),
        ("why: Whoever hits wins.", "why: ''", "`why` is missing"),
        ("right:", "rihgt:", "`rihgt` is no part of a puzzle"),
        ("ruleset: fate-core", "ruleset: fate", "`the-one`: "),
        ("gm: {fighters: {bob", "gn: {fighters: {bob", "the side `gm` of a scenario"),
        ("zones: {here: }", "zones: ", "a scenario has `ruleset`, `zones` and `sides`"),
        ("  the-one:", "  none:\n  the-one:", "`none`: a puzzle has"),
        ("theme: a test", "them: a test", "has `theme` and `puzzles`"),
        ("theme: a test", "theme: a test\ntheme: two", "theme"),
    ],
)  # fmt: skip
def test_what_cannot_be_posed_is_refused_by_name(
    old: str, new: str, words: str, tmp_path: Path
) -> None:
    assert old in WHOLE
    with pytest.raises(PuzzleError, match=words) as told:
        read(written(tmp_path, WHOLE.replace(old, new)))
    assert "some.yaml" in str(told.value)


def test_no_two_puzzles_have_one_name(tmp_path: Path) -> None:
    written(tmp_path, WHOLE)
    (tmp_path / "other.yaml").write_text(WHOLE, encoding="utf-8")
    with pytest.raises(PuzzleError, match="two puzzles are called `the-one`"):
        puzzles(tmp_path)


def test_an_agent_is_asked_once_and_told_what_it_did(tmp_path: Path) -> None:
    text = WHOLE.replace("right: [{verb: attack, target: bob}]", "wrong: [{verb: pass}]")
    (answer,) = ask("brawler", read(written(tmp_path, text)))
    assert (answer.puzzle, answer.right) == ("the-one", True)
    assert answer.played == "attack (target bob)"


def test_the_command_prints_a_table_and_json(
    posed: Posed, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    few = [posed["finish-the-wounded"], posed["refuse-and-strike"]]
    monkeypatch.setattr(command, "puzzles", lambda: few)
    main(["--agents", "brawler"])
    told = capsys.readouterr().out
    assert "finish-the-wounded: attack (target fresh)" in told
    assert "refuse-and-strike:" not in told
    main(["--agents", "brawler", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["puzzles"] == 2
    assert found["agents"]["brawler"]["solved"] == 1


def test_proving_writes_the_table_only_if_all_is_proved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "PROOFS", tmp_path / "proofs.txt")
    monkeypatch.setattr(command, "puzzles", lambda: read(tmp_path / "some.yaml"))
    written(tmp_path, WHOLE)
    main(["--prove"])
    assert read_proofs()["the-one"].margin == pytest.approx(2 * hit(1), abs=1e-4)
    before = command.PROOFS.read_text(encoding="utf-8")
    written(tmp_path, WHOLE.replace("[{verb: attack, target: bob}]", "[{verb: pass}]"))
    capsys.readouterr()
    with pytest.raises(SystemExit) as told:
        main(["--prove"])
    assert told.value.code == 1
    out, err = capsys.readouterr()
    assert out.startswith(f"the-one {-2 * hit(1):.4f} ")
    assert "the-one; nothing is written" in err
    assert command.PROOFS.read_text(encoding="utf-8") == before


def test_an_unknown_agent_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as told:
        main(["--agents", "tactican"])
    assert told.value.code == 2
    assert "Did you mean `tactician`" in capsys.readouterr().err
