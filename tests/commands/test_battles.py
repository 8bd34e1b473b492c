"""The commands `simulate` and `replay`: what they print, where, and how they refuse."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGINT, SIGTERM, default_int_handler, getsignal, raise_signal, signal
from threading import Event

import pytest

import autogm.lab.progress
import autogm.lab.simulate
from autogm.cli import app
from autogm.commands.arguments import count
from autogm.commands.frame import guarded
from autogm.commands.players import seating_of
from autogm.engine.game import load_game
from autogm.lab.amount import usual
from autogm.lab.progress import battle_progress, status_line

SCENARIOS = Path(__file__).parents[2] / "scenarios"
DUEL = str(SCENARIOS / "duel.yaml")
CARDS = "party-crashers"


def run(*arguments: str) -> int:
    return guarded(lambda: app(list(arguments)))


def test_simulate_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("simulate", DUEL, "-n", "600", "--seed", "4", "--agents", "brawler,gm=random") == 0
    captured = capsys.readouterr()
    assert "A Duel at Dawn" in captured.out
    assert (
        "600 battles, seed 4: brawler («if nobody thought») plays for the players, random for the "
        "GM's side" in " ".join(captured.out.split())
    )
    for words in (
        "95% interval",
        "undecided",
        "Ilse",
        "Bruno",
        "A battle lasts",
        "battles a second",
    ):
        assert words in captured.out
    told = [line for line in captured.err.splitlines() if "ompil" not in line]
    assert told == [], "nobody can concede in a duel"


def test_it_is_played_by_agents_who_think(capsys: pytest.CaptureFixture[str]) -> None:
    """As often as soon shows something; the first lines are the answer for whoever prepares it."""
    hits = ("--state", load_game(DUEL).serialize(load_game(DUEL).new_initial_state()))
    assert run("simulate", DUEL, *hits, "-n", "30", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["agents"] == {"players": "tactician", "gm": "tactician"}
    assert set(found["verdict"]) == {"word", "easiest", "hardest"}
    assert found["heroes"]["any_falls"] == found["fighters"]["ilse"]["taken_out"]
    assert found["heroes"]["fallen"]["mean"] == found["fighters"]["ilse"]["taken_out"]["share"]
    assert run("simulate", DUEL, "-n", "30") == 0
    lines = " ".join(capsys.readouterr().out.partition("outcome")[0].split())
    order = [lines.index(one) for one in ("tactician plays both sides", "of the battles, the",
             "The hero falls in ", "A battle lasts ",
             "For the players, played by veterans, this is ",
             "How hard it is for beginners and regulars: --levels.")]  # fmt: skip
    assert order == sorted(order)


def test_how_often_it_is_played_depends_on_who_plays_and_how_many_fight() -> None:
    """Two fighters think a thousand times, eleven a hundred."""
    duel, camp = (load_game(SCENARIOS / f"{name}.yaml").encounter
                  for name in ("duel", "lizardfolk-camp"))  # fmt: skip
    for encounter, agents, battles in (
        (duel, None, 1000),
        (camp, None, 100),
        (camp, "brawler,rolf=tactician", 100),
        (camp, "brawler,gm=random", 10_000),
        (camp, "tactician:cruel,rolf=skirmisher", 100),
        (duel, "tactician,ilse=planner:fair", 20),
    ):
        assert usual(encounter, seating_of(encounter, agents)) == battles


def test_agents_are_given_by_fighter(capsys: pytest.CaptureFixture[str]) -> None:
    who = ("--agents", "brawler,ilse=random")
    assert run("simulate", DUEL, "-n", "3", *who) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "brawler («if nobody thought») plays both sides, random for Ilse" in shown
    assert "If nobody thought, this would be " in shown
    assert run("simulate", DUEL, "-n", "1", *who, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["agents"] == {"players": "brawler", "gm": "brawler", "ilse": "random"}
    assert run("replay", DUEL, *who, "--json") == 0
    steps = json.loads(capsys.readouterr().out)
    assert steps[-1]["events"][-1]["exchange"] == found["exchanges"]["p50"]
    assert {one["decision"]["side"] for one in steps if one["decision"]} == {"players", "gm"}


def test_what_agents_cannot_play_is_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    fight = str(SCENARIOS / "street-fight.yaml")
    assert run("simulate", fight, "-n", "5", "--agents", "players=random") == 0
    captured = capsys.readouterr()
    words = "Who plays at random concedes as readily as anything else"
    assert f"note: {words}: the Hearts of Steel will give up early." in captured.err
    assert words not in captured.out


def test_a_headline_says_who_wins(capsys: pytest.CaptureFixture[str]) -> None:
    """The sentence has the very shares of the JSON, with the sides' own names."""
    camp = str(SCENARIOS / "lizardfolk-camp.yaml")
    assert run("simulate", camp, "-n", "500", "--seed", "4", "--agents", "brawler", "--json") == 0
    wins = json.loads(capsys.readouterr().out)["wins"]
    players, gm = (f"{wins[side]['share']:.0%}" for side in ("players", "gm"))
    assert run("simulate", camp, "-n", "500", "--seed", "4", "--agents", "brawler") == 0
    sentence = " ".join(capsys.readouterr().out.split())
    assert f"The expedition wins {players} (" in sentence
    assert f"of the battles, the lizardfolk {gm} (" in sentence


@pytest.mark.parametrize("scenario", ["harbour-run", "street-fight"])
@pytest.mark.parametrize("command", ["simulate", "replay"])
def test_json_is_alone_on_stdout(
    capfd: pytest.CaptureFixture[str], command: str, scenario: str
) -> None:
    """One JSON value and nothing else, whatever there is to say about the run; no bar where
    nobody looks at a terminal."""
    more = ("-n", "300") if command == "simulate" else ("--battle", "2")
    path = str(SCENARIOS / f"{scenario}.yaml")
    assert run(command, path, *more, "--agents", "gm=random", "--json") == 0
    captured = capfd.readouterr()
    value = json.loads(captured.out)
    assert isinstance(value, dict if command == "simulate" else list)
    assert captured.out.endswith("}\n" if command == "simulate" else "]\n")
    assert "\x1b" not in captured.out + captured.err
    for line in captured.err.splitlines():
        assert line.startswith(("note: ", "autogm: ")), line


def test_a_bar_is_drawn_on_terminals_and_lines_elsewhere(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    said = Event()

    def tell(words: str) -> None:
        told.append(words)
        said.set()

    with battle_progress(1, tell) as progress:
        progress(1)
    assert told == [], "nothing that takes less time than a line is apart"
    with battle_progress(12, tell, every=0.01) as progress:
        progress(3)
        assert said.wait(20)
    assert told[0].startswith("3 of 12 battles after one second; about ")
    assert capsys.readouterr().err == ""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    with battle_progress(10, tell) as progress:
        progress(10)
    captured = capsys.readouterr()
    assert "battles" in captured.err
    assert captured.out == ""


def test_what_is_being_done_is_told_in_lines() -> None:
    """Off a terminal; of what was said last."""
    told: list[str] = []
    said = Event()
    with status_line("looking", told.append, every=30) as say:
        say("found")
    assert told == []

    def tell(words: str) -> None:
        told.append(words)
        said.set()

    with status_line("looking", tell, every=0.2) as say:
        say("10 states found")
        assert said.wait(20)
    assert told[0] == "10 states found, after one second"


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C as a program in the foreground has it. A job that a script puts in the background
    ignores it from the start, and so does the program then, as it should."""
    before = signal(SIGINT, default_int_handler)
    yield
    signal(SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(("number", "code"), [(SIGINT, 130), (SIGTERM, 143)])
def test_what_was_played_before_a_signal_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, number: int, code: int
) -> None:
    """The signal comes when the first part of the battles is over."""

    @contextmanager
    def signalled(total: int, tell: Callable[[str], None]) -> Iterator[Callable[[int], None]]:
        yield lambda _: raise_signal(number)

    brawls = (DUEL, "-n", "9000", "--seed", "4", "--agents", "brawler")
    before = getsignal(SIGTERM)
    monkeypatch.setattr(autogm.lab.progress, "battle_progress", signalled)
    assert run("simulate", *brawls) == code
    shown = " ".join(capsys.readouterr().out.split())
    assert "Interrupted after 500 of 9,000 battles, seed 4: " in shown
    assert "95% interval" in shown
    assert run("simulate", *brawls, "--json") == code
    found = json.loads(capsys.readouterr().out)
    assert (found["battles"], found["asked"]) == (500, 9000)
    assert getsignal(SIGTERM) is before


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(("number", "code"), [(SIGINT, 130), (SIGTERM, 143)])
def test_a_signal_before_the_first_battle_is_over(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, number: int, code: int
) -> None:
    def signalled(*_: object, **__: object) -> None:
        raise_signal(number)

    monkeypatch.setattr(autogm.lab.simulate, "simulate", signalled)
    assert run("simulate", DUEL, "-n", "90", "--json") == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "interrupted: none of 90 battles is over" in captured.err


def test_simulate_in_json_alone_on_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    outs = []
    for workers in ("1", "2"):
        arguments = ("-n", "1100", "--seed", "9", "--workers", workers, "--json")
        assert run("simulate", DUEL, *arguments) == 0
        out = json.loads(capsys.readouterr().out)
        assert out.pop("seconds") > 0
        assert out.pop("battles_per_second") > 0
        outs.append(out)
    assert outs[0] == outs[1]
    assert set(outs[0]) >= {"battles", "seed", "wins", "undecided", "exchanges", "fighters"}


def test_replay_tells_the_battle(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("replay", DUEL, "--seed", "4", "--battle", "3") == 0
    first = capsys.readouterr().out
    assert first.startswith("A Duel at Dawn\n")
    assert "  (D4)\n" in first
    assert run("replay", DUEL, "--seed", "4", "--battle", "3") == 0
    assert capsys.readouterr().out == first
    assert run("replay", DUEL, "--seed", "4", "--battle", "2") == 0
    assert capsys.readouterr().out != first


def test_replay_in_json_is_the_simulated_battle(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("simulate", DUEL, "-n", "1", "--seed", "4", "--agents", "random", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert run("replay", DUEL, "--seed", "4", "--agents", "random", "--json") == 0
    steps = json.loads(capsys.readouterr().out)
    end = steps[-1]["events"][-1]
    assert end["kind"] == "end"
    assert end["exchange"] == found["exchanges"]["p50"]
    shares = {**found["wins"], "undecided": found["undecided"]}
    assert shares[end["winner"]]["count"] == 1


def test_battles_are_played_on_and_told_from_a_line_of_a_replay(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The one battle that is counted is the one that is told, from that choice on."""
    assert run("replay", DUEL, "--seed", "4", "--agents", "random", "--json") == 0
    steps = [one for one in json.loads(capsys.readouterr().out) if one["state"]]
    middle = steps[len(steps) // 2]["state"]
    state = load_game(DUEL).deserialize(middle)
    more = (DUEL, "--seed", "9", "--agents", "gm=random", "--state", middle)
    assert run("simulate", *more, "-n", "1", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["state"] == middle
    assert run("replay", *more, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told[0]["events"] == []
    assert told[1]["state"] == middle
    end = told[-1]["events"][-1]
    assert {**found["wins"], "undecided": found["undecided"]}[end["winner"]]["count"] == 1
    assert found["exchanges"]["p50"] == end["exchange"] >= state.exchange
    assert run("simulate", *more, "-n", "30") == 0
    says = f"30 battles from a state of exchange {state.exchange} on, seed 9: "
    assert says in " ".join(capsys.readouterr().out.split())
    assert run("replay", *more) == 0
    assert capsys.readouterr().out.startswith(
        f"A Duel at Dawn\n\nExchange {state.exchange}\n(From where "
    )


@pytest.mark.parametrize("command", ["simulate", "replay"])
def test_lines_that_nothing_is_played_on_from(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    duel, camp = (load_game(SCENARIOS / f"{name}.yaml") for name in ("duel", "lizardfolk-camp"))
    over = duel.new_initial_state()
    good = duel.serialize(over)
    while not over.is_terminal():
        over.apply_action(over.legal_actions()[0])
    for wrong, says in (
        (camp.serialize(camp.new_initial_state()), "belongs to another scenario"),
        (good[:-6], "this state line is damaged"),
        ("yesterday", "«yesterday» is no state line"),
        ("", "«» is no state line"),
        (duel.serialize(over), "the conflict is over in this state"),
    ):
        assert run(command, DUEL, "--state", wrong) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert says in captured.err
        assert "`autogm replay FILE --json` has the line" in captured.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ("simulate", DUEL, "-n", "0"),
            "error: --battles says how many battles to play: at least 1, not 0",
        ),
        (("simulate", DUEL, "-n", "-5"), "not -5"),
        (("simulate", DUEL, "-n", "99999999999"), "not 99,999,999,999"),
        (("simulate", DUEL, "-n", "ten"), "such as 500, 10k"),
        (("simulate", DUEL, "--workers", "0"), "than or equal to 1"),
        (("simulate", DUEL, "--agents", "brawlr"), "Did you mean `brawler`"),
        (("simulate", DUEL, "--agents", "gm=randm"), "Did you mean `random`"),
        (("simulate", DUEL, "--agents", "left=random"), "`left`"),
        (("simulate", DUEL, "--agents", "ilze=random"), "Did you mean `ilse`? The sides are"),
        (("replay", DUEL, "--agents", "ilze=random"), "the fighters here: ilse, bruno."),
        (("advise", DUEL, "--agents", "ilze=random"), "the fighters here: ilse, bruno."),
        (
            ("simulate", DUEL, "--agents", "gm=planner:protects=brno"),
            "error: --agents: `planner` is to protect `brno`, and `brno` is nobody's id here. Did "
            "you mean `bruno`? Fighters on its side: bruno.",
        ),
        (("simulate", DUEL, "--set", "gm.pool=3", "--agents", "tactician:protects=x"), "`x` is no"),
        (("replay", DUEL, "--agents", "gm=tactician:protects=ilse"), "`ilse` is an enemy"),
        (("review", DUEL, "--agents", "tactician:protects=x"), "`x` is nobody's id here"),
        (("advise", DUEL, "--agents", "tactician:protects=x"), "`x` is nobody's id here"),
        (("report", DUEL, "--agents", "tactician:protects=x"), "`x` is nobody's id here"),
        (
            ("tune", DUEL, "--target", "50%", "--agents", "tactician:protects=x"),
            "`x` is nobody's id here",
        ),
        (
            ("simulate", CARDS, "--agents", "planner:cruel"),
            "error: --agents: `cruel` is a temper, and tempers are for conflicts on zones, not for "
            "games of the kind `aspect-cards`: leave it out",
        ),
        (("replay", CARDS, "--agents", "gm=planner:even"), "`even` is a temper"),
        (("report", CARDS, "--agents", "planner:protects=x"), "`protects=x` is a temper"),
        (("simulate", DUEL, "--agents", ""), "nobody is named"),
        (("simulate", DUEL, "--agents", "gm=brawler,gm=random"), "`gm` is named twice"),
        (("simulate", str(SCENARIOS)), "this is a folder"),
        (("simulate", DUEL, "--seed", "-1"), "not -1"),
        (("simulate", DUEL, "--seed", str(1 << 53)), str(1 << 53)),
        (("simulate", "nowhere.yaml"), f"no such file; {Path('nowhere.yaml').absolute()} was"),
        (("simulate", "/nowhere.yaml"), "error: /nowhere.yaml: there is no such file\n"),
        (("simulate", "lizardfolk"), "; did you mean lizardfolk-camp?\n"),
        (("check", "duell.yaml"), "; did you mean duel?\n"),
        (("simulate", "nowhere.yaml", "--json"), "nowhere.yaml"),
        (("replay", DUEL, "--battle", "-1"), "none is -1"),
        (("replay", DUEL, "--battle", "-1", "--json"), "none is -1"),
        (("replay", DUEL, "--battle", str(10**25)), "numbered from 0"),
        (("replay", DUEL, "--seed", "-3"), "not -3"),
        (("replay", DUEL, "--agents", "nobody"), "nobody"),
        (("replay", "nowhere.yaml"), "nowhere.yaml"),
    ],
)
def test_bad_input_is_told_in_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str
) -> None:
    assert run(*arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert says in captured.err
    assert "Traceback" not in captured.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", DUEL, "--agents", "brawlr"),
        ("simulate", DUEL, "--seed", "-1"),
        ("simulate", DUEL, "-n", "0"),
        ("replay", DUEL, "--battle", "-1"),
    ],
)
def test_what_is_wrong_is_told_before_anything_is_compiled(arguments: tuple[str, ...]) -> None:
    code = (
        "import sys; from autogm.cli import app; from autogm.commands.frame import guarded; "
        f"print(guarded(lambda: app({list(arguments)!r})), 'numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["2", "False"]


@pytest.mark.parametrize(
    ("text", "number"),
    [("7", 7), ("10k", 10_000), ("2.5K", 2_500), ("1m", 1_000_000), ("10,000", 10_000)],
)
def test_numbers_of_battles_as_people_write_them(text: str, number: int) -> None:
    assert count(text) == number


@pytest.mark.parametrize("text", ["ten", "", "k", "2.5", "1.0005k", "1e3", "10 k k", "0x10"])
def test_what_is_no_number_of_battles(capsys: pytest.CaptureFixture[str], text: str) -> None:
    assert run("simulate", DUEL, "-n", text) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(f"error: --battles: «{text}» is not a ")
    assert captured.err.count("\n") == 1


def test_thousands_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("simulate", DUEL, "-n", "0.6k", "--json") == 0
    assert json.loads(capsys.readouterr().out)["battles"] == 600
