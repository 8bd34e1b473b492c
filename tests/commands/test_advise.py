"""The command `advise`: the order of the choices, states out of replays, levels, battles played on,
refusals. What it says stands in `tests/analysis/test_counsel.py`.
"""

from __future__ import annotations

import base64
import json
import zlib
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import autogm.lab.trials
from autogm.agents.base import RandomSource
from autogm.agents.roster import agent
from autogm.analysis.advice import advise
from autogm.analysis.counsel import advice_values, odds_words
from autogm.cli import app
from autogm.commands.frame import guarded
from autogm.engine.game import Game, load_game
from autogm.lab.trials import StoppedTrying
from autogm.planner.levels import setting
from autogm.planner.planner import Planner
from autogm.view.words.choices import ChoiceWords
from tests.analysis.test_counsel import staged

SCENARIOS = Path(__file__).parents[2] / "scenarios"
DUEL = str(SCENARIOS / "duel.yaml")


def run(*arguments: str) -> int:
    return guarded(lambda: app(list(arguments)))


ANSWERED: dict[tuple[str, ...], str] = {}


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """What the command answers as JSON, alone on stdout; nothing is played unless asked for. The
    same is asked once."""
    if arguments not in ANSWERED:
        played = () if "--battles" in arguments else ("--battles", "0")
        assert run("advise", *arguments, *played, "--json") == 0
        ANSWERED[arguments] = capsys.readouterr().out
    value = json.loads(ANSWERED[arguments])
    assert isinstance(value, dict)
    return value


def test_people_read_a_sentence_and_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("advise", DUEL) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert shown.startswith("A Duel at Dawn Exchange 1: Ilse chooses what to do this turn. Ilse ")
    said = [shown.index(words) for words in (
        "Ilse should attack Bruno. «Ilse attacks Bruno. That hits about two times in five.»",
        "Played on after that 40 times, both sides as the tactician: the players won ",
        "After creating «Off Balance» on Bruno instead, with the same dice: ",
    )]  # fmt: skip
    assert said == sorted(said)
    table = shown[shown.index("choice to the best won after it") :]
    assert table.index("attack Bruno") < table.index("create «Off")


def test_json_has_every_choice_best_first(capsys: pytest.CaptureFixture[str]) -> None:
    """Each with the worth that a planner of that level gives it, which is no chance, and the best
    was followed as far as any."""
    found = asked(capsys, DUEL, "--level", "great:positions=1500:states=0")
    assert (found["chooses"], found["fighter"], found["node"]) == ("players", "ilse", "turn")
    assert (found["level"], found["solved"]) == ("great", False)
    game, level = load_game(DUEL), setting("great:positions=1500:states=0")
    state = game.new_initial_state()
    thought, _ = Planner(game, level.budget, level.misjudgement).think(state)
    assert [(one["value"], one["turns"]) for one in found["choices"]] == [
        (line.worth, line.turns) for line in thought.lines
    ]
    assert len(found["choices"]) == len(state.legal_actions())
    assert [one["followed"] for one in found["choices"]] == [
        line.place not in thought.estimated for line in thought.lines
    ]
    assert found["choices"][0]["turns"] == max(one["turns"] for one in found["choices"]) > 0
    for one in found["choices"]:
        assert one["chance"] is None
        assert {"verb", "words"} <= set(one)
    assert found["choices"][0]["words"] == "attack Bruno"


def test_odds_are_exact(capsys: pytest.CaptureFixture[str]) -> None:
    """Quick 3 against Forceful 3: eight Fate dice, four of them subtracted, come to what eight
    come to. Counted face by face."""
    margins = [sum(faces) for faces in product((-1, 0, 1), repeat=8)]
    hits = [margin for margin in margins if margin > 0]
    game = load_game(DUEL)
    found = advise(game, game.new_initial_state())
    odds = found.odds
    assert odds is not None
    assert odds.succeeds == Fraction(len(hits), len(margins))
    assert odds.ties == Fraction(margins.count(0), len(margins))
    assert odds.shifts == Fraction(sum(hits), len(hits))
    assert odds_words(found) == (
        "Before invokes, Ilse's Quick against Bruno's Forceful hits "
        f"{len(hits) / len(margins):.1%} of the time, by {sum(hits) / len(hits):.1f} on average, "
        f"and ties {margins.count(0) / len(margins):.1%}."
    )
    plain = asked(capsys, DUEL)["odds"]
    assert plain == asked(capsys, DUEL)["choices"][0]["odds"]
    assert (plain["roller"], plain["opponent"]) == ("ilse", "bruno")
    assert plain["margins"]["-8"] == pytest.approx(1 / 3**8)
    assert plain["succeeds"] == pytest.approx(len(hits) / len(margins))


def test_any_choice_of_a_replay_can_be_asked_about(capsys: pytest.CaptureFixture[str]) -> None:
    """The state before each choice is in its steps, in the middle of rolls too; dice have none."""
    path = str(SCENARIOS / "lizardfolk-camp.yaml")
    assert run("replay", path, "--agents", "random", "--battle", "2", "--json") == 0
    steps = json.loads(capsys.readouterr().out)
    nodes, kinds = set(), set()
    game = load_game(path)
    for step in steps:
        assert (step["state"] is None) == (step["decision"] is None)
        if step["state"] is None:
            continue
        state = game.deserialize(step["state"])
        assert step["code"] in state.legal_actions()
        assert state.side() == step["decision"]["side"]
        if state.node() not in kinds:
            kinds.add(state.node())
            found = asked(capsys, path, "--state", step["state"])
            nodes.add(found["node"])
            chosen = [{k: one[k] for k in step["decision"]["action"]} for one in found["choices"]
                      if set(step["decision"]["action"]) <= set(one)]  # fmt: skip
            assert step["decision"]["action"] in chosen
            assert found["sentence"].endswith(".")
    assert {"turn", "skill", "duel", "roar"} <= nodes


def test_dice_and_ends_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    game = load_game(DUEL)
    state = game.new_initial_state()
    while state.current_player() >= 0:
        state.apply_action(state.legal_actions()[-1])
    roller = state.actor()
    found = asked(capsys, DUEL, "--state", game.serialize(state))
    assert (found["node"], found["chooses"], found["choices"]) == ("dice", None, [])
    assert run("advise", DUEL, "--state", game.serialize(state)) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert f"Dice come next: {str(roller).title()} rolls." in shown
    assert "`autogm replay FILE --json`" in shown
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    found = asked(capsys, DUEL, "--state", game.serialize(state))
    assert (found["node"], found["choices"]) == ("end", [])
    says = {"players": "The players have won.", "gm": "The GM's side has won."}
    assert found["sentence"] == says.get(str(state.winner), "Nobody has won.")


def rebuilt(game: Game, data: bytes) -> str:
    """A line of that game made by hand out of bytes."""
    body = base64.urlsafe_b64encode(zlib.compress(data)).decode().rstrip("=")
    return f"{game.fingerprint}.{body}"


def test_lines_that_are_no_states_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    game = load_game(DUEL)
    good = game.serialize(game.new_initial_state())
    camp = load_game(SCENARIOS / "lizardfolk-camp.yaml")
    for wrong, says in (
        (camp.serialize(camp.new_initial_state()), "belongs to another scenario"),
        (good[:-6], "this state line is damaged: it is cut off"),
        (good + good, "this state line is damaged: it has characters that no line has"),
        (good + good.partition(".")[2], "damaged: it is cut off, or something follows it"),
        (rebuilt(game, b"\0" * game.state_bytes), "damaged: `exchange` is 0, not 1 to 8"),
        (rebuilt(game, b"\xff" * game.state_bytes), "is -1, not 0"),
        (rebuilt(game, b"\0" * game.state_bytes * 2), "it is cut off, or something follows it"),
        ("yesterday", "«yesterday» is no state line"),
        ("", "«» is no state line"),
    ):
        assert run("advise", DUEL, "--state", wrong) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert says in captured.err
        assert "`autogm replay FILE --json` has the line" in captured.err
    assert run("advise", "nowhere.yaml") == 2
    assert "nowhere.yaml" in capsys.readouterr().err


def test_advice_comes_from_a_level(capsys: pytest.CaptureFixture[str]) -> None:
    """Its numbers are those by which that level chooses; an unknown one is refused by name."""
    camp = str(SCENARIOS / "lizardfolk-camp.yaml")
    whole = ("--for", "all")  # agents see everything
    great, fair = (
        asked(capsys, camp, *whole, "--level", level) for level in ("4:positions=2000", "fair")
    )
    assert (great["level"], fair["level"]) == ("great", "fair")
    decision = agent("planner:fair").decide(load_game(camp).new_initial_state(), RandomSource(1))
    assert decision.reasons()["lines"][0]["value"] == fair["choices"][0]["value"]
    assert decision.reasons()["action"].items() <= fair["choices"][0].items()
    assert fair["choices"] != great["choices"]
    same = asked(capsys, camp, *whole, "--level", "planner:4:positions=2000")
    assert same["choices"] == great["choices"]
    for wrong, says in (
        ("supreb", "Did you mean `superb`?"),
        ("planner:supreb", "Did you mean `superb`?"),
        ("4:positions=0", "1 at least"),
        ("tactician", "`tactician` is an agent without levels. The levels of the planner are medi"),
    ):
        assert run("advise", camp, "--level", wrong) == 2
        assert says in capsys.readouterr().err


LOOK = ("--level", "good:positions=50:states=0")


def test_battles_played_on_are_counted_as_simulated(capsys: pytest.CaptureFixture[str]) -> None:
    """By tacticians, or whom one names, with the dice of the first seed: where dice are pending
    from there, and at a choice from what it leads to."""
    game = load_game(DUEL)
    rolling = game.new_initial_state()
    while rolling.current_player() >= 0:
        rolling.apply_action(rolling.legal_actions()[-1])
    for state in (game.new_initial_state(), rolling):
        line = ("--state", game.serialize(state))
        answer = asked(capsys, DUEL, *LOOK, *line, "--battles", "12")
        played = [(answer["played"], state)]
        if state is not rolling:
            codes = {words.phrase(state, code): code for code in state.legal_actions()
                     for words in (ChoiceWords(game),)}  # fmt: skip
            played = [(one["played"], state.child(codes[one["words"]])) for one in answer["tried"]]
            assert [one["words"] for one in answer["tried"]] == [
                one["words"] for one in answer["choices"][:2]
            ]
            assert answer["played"] == answer["tried"][0]["played"]
        for found, start in played:
            assert found["state"] == game.serialize(start)
            after, who = ("--state", found["state"]), ("--agents", "tactician", "--seed", "1")
            assert run("simulate", DUEL, *after, *who, "-n", "12", "--json") == 0
            counts = json.loads(capsys.readouterr().out)
            assert found == {key: counts[key] for key in found}
    assert run("advise", DUEL, *LOOK, *line, "--battles", "12") == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Played on from here 12 times, both sides as the tactician: the " in shown
    found = asked(capsys, DUEL, *LOOK, "--battles", "2", "--agents", "brawler,gm=random")
    assert found["played"]["agents"] == {"players": "brawler", "gm": "random"}
    assert "the players as the brawler and the GM as the random" in found["measured"]


def test_an_interruption_before_the_first_battle_is_over(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The advice of the level is told, and that no battle was played on after it."""

    def stopped(*_: object, **__: object) -> None:
        raise StoppedTrying([])

    monkeypatch.setattr(autogm.lab.trials, "try_choices", stopped)
    assert run("advise", DUEL, *LOOK, "--battles", "12", "--json") == 130
    said = capsys.readouterr()
    assert json.loads(said.out)["tried"] == []
    assert "interrupted: battles were played on after none of the choices" in said.err


def test_an_estimate_says_how_to_count(capsys: pytest.CaptureFixture[str]) -> None:
    """And what is counted out already is not played."""
    assert asked(capsys, DUEL, *LOOK)["played"] is None
    assert run("advise", DUEL, *LOOK, "--battles", "0") == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Played on" not in shown
    assert (
        "It only ranks choices: in large fights they lie farther apart when they are played; "
        "--battles N plays on after the best ones and counts. The estimates are those of the level "
        "good, which "
    ) in shown
    wharf = str(SCENARIOS.parent / "evaluation" / "conflicts" / "wharf.yaml")
    found = asked(capsys, wharf, "--battles", "9")
    assert (found["solved"], found["played"]) == (True, None)
    assert run("advise", DUEL, "--battles", "-1") == 2
    assert "--battles" in capsys.readouterr().err


def test_the_worth_of_a_point_and_how_it_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    """A point is worth what the value of the position loses without it; who has none is told of
    none. The line goes on with legal choices, each with who makes it."""
    game = load_game(DUEL)
    state = game.new_initial_state()
    poorer = state.clone()
    poorer.record["points"][0, 0] -= 1
    planner = Planner(game, setting("great").budget)
    found = asked(capsys, DUEL)
    assert found["point"] == pytest.approx(planner.value(state) - planner.value(poorer))
    assert 0 < found["point"] < 0.5
    assert {one["who"] for one in found["line"]} == {"Ilse", "Bruno"}
    broke = staged().settle_duel()
    assert advice_values(advise(broke.game, broke.state))["point"] is None
    assert run("advise", DUEL) == 0
    shown = " ".join(capsys.readouterr().out.split())
    worth = f"{50 * found['point']:.0f} percentage points to the players"
    says = "; what is told of each choice has that counted in."
    assert f"A fate point kept for later looks worth about {worth}{says}" in shown
    assert "After that, with average dice, it may go on like this: " in shown
    assert " would attack " in shown
