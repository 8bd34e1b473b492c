"""Tournaments: pairs with the seats changed, results that are saved whole and continued, and a
command that prints its tables and refuses unknown names.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from autogm.agents.base import RandomSource
from autogm.agents.names import UnknownAgentError
from autogm.agents.roster import seats
from autogm.engine.game import load_game
from autogm.engine.state import State
from autogm.game.code_cache import code_cache
from autogm.lab.replay import replay
from autogm.planner.evaluation.weights import FEATURES
from autogm.planner.planner import Planner
from evaluation.loss import HERE as CONFLICTS
from evaluation.players import VARIANTS, WHOLE, player, soak_alone
from evaluation.strength import LARGE, main, standings
from evaluation.tournament import (
    BattleLog,
    Field,
    Meeting,
    Played,
    code,
    fields_known,
    meetings,
    play,
    run,
)
from tests.game.processes import in_a_process

SMALL = "crossed-blades"
BRAWL = Meeting.between(SMALL, "random", "brawler", 0)


def played(number: int, code: str = "this") -> Played:
    """A result that nobody played."""
    meeting = replace(BRAWL, number=number)
    return Played(meeting, meeting.seed(1), code, (1.0, 0.5), (3, 20))


def test_fields_are_of_every_size_and_ruleset() -> None:
    fields = [Field(name) for name in fields_known()]
    sizes = [one.size for one in fields]
    assert min(sizes) == (1, 1)
    assert max(sizes) == (6, 12)
    assert (4, 8) in sizes
    assert sum(min(size) >= LARGE for size in sizes) >= 4
    assert len({one.game.encounter.ruleset.id for one in fields}) == 5
    assert any(one.game.scene[0]["objectives"] for one in fields)
    assert any(one.game.scene[0]["weight_on"] for one in fields)


def test_both_battles_have_the_same_dice_and_the_seats_changed() -> None:
    """The same player on both sides of a field plays one battle twice: what it wins from one seat
    it loses from the other."""
    agents = {"brawler": player("brawler"), "twin": player("brawler")}
    game = Field(SMALL).game
    for number in range(10):
        done = play(Meeting(SMALL, "brawler", "twin", number), game, agents, 1, "")
        assert sum(done.scores) == 1.0
        assert done.exchanges[0] == done.exchanges[1]


def test_a_result_can_be_told_again() -> None:
    game = Field(SMALL).game
    agents = {name: player(name) for name in ("random", "brawler")}
    done = play(BRAWL, game, agents, 1, "")
    assert BRAWL.first == "brawler"
    state = game.new_initial_state()
    for step in replay(game, done.seed, BRAWL.number, seats("players=brawler,gm=random")):
        if step.number:
            state.apply_action(step.action)
    worth = state.returns()[0]
    assert done.scores[0] == (1 + worth / game.scene[0]["win_value"][1]) / 2


def test_every_two_have_dice_of_their_own() -> None:
    one, other = BRAWL, Meeting.between(SMALL, "tactician", "brawler", 0)
    seeds = {meeting.seed(seed) for meeting in (one, other) for seed in (1, 2)}
    assert len(seeds) == 4
    assert Meeting.between(SMALL, "brawler", "random", 0) == one


def test_whoever_stops_early_has_played_everything_equally_often() -> None:
    todo = meetings(["a", "b"], [("x", "y"), ("y", "z")], 3)
    assert len(todo) == len(set(todo)) == 12
    assert [one.number for one in todo] == sorted(one.number for one in todo)


def test_results_are_kept_and_gone_on_from(tmp_path: Path) -> None:
    log = BattleLog(tmp_path, 1, "this")
    todo = [replace(BRAWL, number=number) for number in range(4)]
    first = list(run(todo[:2], log))
    assert len(first) == 2
    again = BattleLog(tmp_path, 1, "this")
    assert again.known == {one.meeting: one for one in first}
    rest = list(run(todo, again))
    assert {one.meeting.number for one in rest} == {2, 3}
    assert BattleLog(tmp_path, 1, "this").known == again.known


def test_a_line_that_broke_off_is_played_again(tmp_path: Path) -> None:
    log = BattleLog(tmp_path, 1, "this")
    log.add(played(0))
    log.add(played(1))
    path = tmp_path / "battles.jsonl"
    path.write_text(path.read_text()[:-20])
    broken = BattleLog(tmp_path, 1, "this")
    assert [one.number for one in broken.known] == [0]
    broken.add(played(1))
    assert BattleLog(tmp_path, 1, "this").known == {p.meeting: p for p in (played(0), played(1))}


def test_results_of_other_code_or_seeds_are_left_alone(tmp_path: Path) -> None:
    BattleLog(tmp_path, 1, "this").add(played(0))
    for other in (BattleLog(tmp_path, 1, "that"), BattleLog(tmp_path, 2, "this")):
        assert not other.known
        assert other.others == 1


def test_what_ratings_are_told_of_the_levels_is_no_code(tmp_path: Path) -> None:
    """Else whoever writes them would have to play them anew; all other data count."""
    for name in ("agents/strengths.json", "agents/others.json", "agents/agent.py", "view/told.py"):
        (tmp_path / "autogm" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "autogm" / name).write_text("1")
    before = code(tmp_path)
    for name in ("agents/strengths.json", "view/told.py"):
        (tmp_path / "autogm" / name).write_text("2")
        assert code(tmp_path) == before
    for name in ("agents/others.json", "agents/agent.py"):
        (tmp_path / "autogm" / name).write_text("2")
        assert code(tmp_path) != before
        before = code(tmp_path)


def test_battles_are_played_without_what_is_left_aside(tmp_path: Path) -> None:
    """But for words that join names, and what tells how far they are."""
    source = """
import sys
from evaluation import exploit, levels, strength, tempers, versus
from evaluation.tournament import ASIDE, BattleLog, meetings, run

players = ["exploiter:never-pays", "planner:great", "tactician:cruel", "skirmisher"]
found = meetings(["mirrored-01"], list(zip(players, players[1:])), 1)
assert len(list(run(found, BattleLog(None, 1, "this")))) == 3
print(*(one for one in sys.modules if f"{one}.".replace(".", "/").startswith(ASIDE)))
"""
    loaded = in_a_process(source, tmp_path, AUTOGM_CACHE_DIR=str(code_cache().folder)).split()
    assert set(loaded) <= {
        "autogm.lab", "autogm.lab.progress", "autogm.view", "autogm.view.words",
        "autogm.view.words.grammar",
    }  # fmt: skip


def test_nothing_is_begun_after_the_last_minute() -> None:
    log = BattleLog(None, 1, "this")
    assert list(run([BRAWL], log, minutes=1e-9)) == []


def test_threads_change_nothing() -> None:
    todo = meetings([SMALL], [("tactician", "brawler")], 4)
    results = []
    for workers in (1, 2):
        done = run(todo, BattleLog(None, 1, ""), workers=workers)
        results.append(sorted((one.meeting, one.scores, one.exchanges) for one in done))
    assert results[0] == results[1]


def test_a_variant_lacks_what_its_name_says_and_the_planner_does_not() -> None:
    """The wharf is small: the planner solves it, and knows more of it than who can take what."""
    state = load_game(CONFLICTS / "wharf.yaml").new_initial_state()
    told = {name: player(name).decide(state, RandomSource(1)).facts for name in VARIANTS}
    solved = {name for name, facts in told.items() if facts["solved"]}
    assert solved == {*VARIANTS} - {"without-solving"}
    flat = player("without-looking-ahead").decide(late(), RandomSource(1)).facts
    assert not flat["solved"]
    assert {line["turns"] for line in flat["lines"]} == {0}
    soak = Planner(state.game, WHOLE.budget)
    soak_alone(soak)
    weights = dict(zip(FEATURES, soak.tactician.parameters[0]["weights"], strict=True))
    assert [name for name, weight in weights.items() if weight] == ["soak"]


def late() -> State:
    """A position too large to be solved."""
    return Field("four-winds").game.new_initial_state()


@pytest.mark.parametrize("name", ["brawler", "planner", "planner:0", *VARIANTS, "mcts-20ms"])
def test_a_player_is_found_again_by_its_name(name: str) -> None:
    full = player(name).name
    assert player(full).name == full


@pytest.mark.parametrize(
    "name", ["tacticain", "mcts-1", "mcts-0", "mcts-ms", "mcts--3", "planner:grate", ""]
)
def test_unknown_players_are_refused(name: str) -> None:
    with pytest.raises(UnknownAgentError, match="is called"):
        player(name)


def test_the_command_prints_one_json_value(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--json", "--agents", "random,brawler", "--pairs", "8"])
    told = json.loads(capsys.readouterr().out)
    assert told["pairs"] == {"asked": 80, "played": 80}
    whole = told["standings"]["All fields"]
    assert whole["players"]["random"]["elo"]["value"] == 0
    assert whole["steps"][0]["elo"]["low"] > 0
    assert len(told["standings"]) == 3
    assert {row["field"] for row in told["fields"]} == set(fields_known())


def test_fields_in_which_not_all_have_met_are_not_rated_by_themselves() -> None:
    """As when time is up: the planner has been only in small fields."""
    names = ("random", "brawler", "planner")
    small = [Meeting.between(SMALL, names[a], names[b], 0) for a, b in ((0, 1), (1, 2))]
    large = Meeting.between("eight-streets", "random", "brawler", 0)
    done = [Played(one, 1, "", (1.0, 0.5), (3, 3)) for one in (*small, large)]
    assert [*standings(names, done)] == ["All fields", "Up to three against three"]
    assert [*standings(names[:2], [done[0], done[2]])] == [
        "All fields",
        "Four against four and larger",
        "Up to three against three",
    ]
    assert [*standings(names, done[:2])] == ["All fields"]
    with pytest.raises(ValueError, match="no ratings"):
        standings(names, done[::2])


def test_the_command_prints_tables(capsys: pytest.CaptureFixture[str]) -> None:
    main(
        ["--agents", "random,brawler,tactician", "--apart", "1", "--pairs", "2", "--fields", SMALL]
    )
    told = capsys.readouterr().out
    for words in ("1 random → brawler", "2 brawler → tactician", "field by field", "ms a decision"):
        assert words in told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--agents", "brawler,tacticain"], "Did you mean `tactician`"),
        (["--agents", "brawler"], "two agents"),
        (["--fields", "crossed-blade"], "no field is called `crossed-blade`"),
        (["--fields", ""], "name one field at least of breach"),
        (["--pairs", "0"], "not above zero"),
        (["--minutes", "-1"], "not above zero"),
        (["--minutes", "nan"], "not above zero"),
        (["--apart", "0"], "not above zero"),
        (["--into", "/dev/null/there"], "--into"),
    ],
)
def test_bad_arguments_are_refused(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as told:
        main(arguments)
    assert told.value.code == 2
    assert words in capsys.readouterr().err


def test_too_little_time_for_any_rating_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as told:
        main(["--agents", "random,brawler", "--minutes", "1e-9"])
    assert told.value.code == 1
    assert "give it more time" in capsys.readouterr().err
