"""The command that plays in the terminal: through a pipe, gone on with another time, from a
position, at a real table, and what it refuses.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from autogm.cli import app
from autogm.commands.frame import guarded
from autogm.model.library import shipped
from autogm.session.session import Session
from autogm.session.store import FILE, Store


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AUTOGM_DATA_DIR", str(tmp_path / "data"))


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    def given(text: str) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO(text))

    return given


def run(*arguments: str) -> int:
    return guarded(lambda: app(["play", "--text", *arguments]))


def test_a_game_is_begun_and_gone_on_with(
    typed: Callable[[str], None], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    typed("1\n1\ns\n")
    assert run("duel", "--agents", "brawler", "--seed", "3") == 0
    shown = capsys.readouterr()
    assert "A Duel at Dawn" in shown.out
    assert "--resume" in shown.err
    with Store(tmp_path / "data" / FILE) as store:
        (one,) = store.listed()
        left = store.open(one.id)
    typed("")
    assert run("--resume", "latest") == 0
    assert f"Going on after {left.here} steps" in capsys.readouterr().out
    assert run() == 0
    listed = capsys.readouterr().out
    assert one.id in listed
    assert "A Duel at Dawn" in listed
    typed("n Tuesday night\n")
    assert run("--resume", one.id) == 0
    assert "«Tuesday night» now" in capsys.readouterr().out


def test_what_is_left_of_a_game_is_gone_on_with_under_its_own_id(
    typed: Callable[[str], None], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    typed("1\n1\ns\n")
    assert run("duel", "--agents", "brawler", "--seed", "3") == 0
    with Store(tmp_path / "data" / FILE) as store:
        saved = store.read(store.listed()[0].id)
        last = saved.entries[-1].model_copy(update={"data": {"verb": "of a later version"}})
        damaged = store.add(saved.model_copy(update={"entries": [*saved.entries[:-1], last]}))
    capsys.readouterr()
    typed("s\n")
    assert run("--resume", damaged) == 0
    said = capsys.readouterr().err
    assert "does not accept all of this game" in said
    (kept,) = re.findall(r"--resume (\S+) goes on", said)
    assert kept != damaged
    typed("s\n")
    assert run("--resume", kept) == 0
    assert "does not accept" not in capsys.readouterr().err


def test_fighters_can_be_played_apart(
    typed: Callable[[str], None], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    typed("=1\n" * 8)
    assert (
        run("street-fight", "--as", "Zird the Arcane,CYNERE", "--own-dice", "--agents", "brawler")
        == 0
    )
    with Store(tmp_path / "data" / FILE) as store:
        saved = store.read(store.listed()[0].id)
    assert {key: one.name for key, one in saved.seats.items()} == {
        "players": "brawler", "gm": "brawler", "zird": "you", "cynere": "you",
    }  # fmt: skip
    assert saved.own_dice == ("players",)
    assert "rolls: which dice fell?" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("duel", "--as", "nobdy"), "nobody is called `nobdy` here; there are players, gm, ilse"),
        (("ravine-ambush", "--as", "x"), "there are players, gm, olivia, rabble, spears, slinger,"),
        (("duel", "--agents", "brawlr"), "no agent is called `brawlr`"),
        (("duel", "--agents", "tactician:protects=brno"), "--agents: `tactician` is to protect"),
        (("duel", "--agents", "tactician:protects=ilse"), "`ilse` is an enemy"),
        (("party-crashers", "--agents", "planner:cruel"), "`cruel` is a temper"),
        (("duel", "--seed", "-1"), "a seed is a number"),
        (("nowhere",), "there is no such file"),
        (("--resume", "xyz"), "no game is kept as `xyz`: none is kept yet"),
        (("duel", "--resume", "latest"), "leave duel.yaml out"),
        (("--resume", "latest", "--as", "gm"), "--as is for a new game"),
        (("--resume", "latest", "--agents", "brawler"), "--agents is for a new game"),
        (("--resume", "latest", "--seed", "5"), "--seed is for a new game"),
        (("--resume", "latest", "--party", "zird"), "--party is for a new game"),
        (("--resume", "latest", "--set", "gm.pool=3"), "--set is for a new game"),
        (("duel", "--set", "gm.pool"), "write PATH=VALUE"),
        (("duel", "--set", ""), "changes nothing"),
        (("duel", "--set", "gm.poll=3"), "--set: "),
        (("duel", "--set", "gm.fighters.bruno.boxes=many"), "boxes"),
        (("--resume", "latest", "--own-dice"), "--own-dice is for a new game"),
        (("duel", "--as", "nobody", "--own-dice"), "--own-dice: nobody sits there who could roll"),
        (("--resume", "latest", "--assist"), "--assist is for a new game"),
        ((), "no game is kept yet: name a scenario"),
    ],
)
def test_what_cannot_be_played_is_told(
    arguments: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*arguments) == 2
    assert says in " ".join(capsys.readouterr().err.split())


def test_a_variant_is_played(
    typed: Callable[[str], None], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Seats of those whom a change brings in are taken, too."""
    typed("s\n")
    change = "gm.fighters.bruno.copies=2; gm.pool=3"
    assert run("duel", "--set", change, "--agents", "bruno=skirmisher,gm=brawler") == 0
    with Store(tmp_path / "data" / FILE) as store:
        saved = store.read(store.listed()[0].id)
    assert saved.seats["bruno-2"].agent == "skirmisher"
    assert "pool: 3" in next(iter(saved.files.values()))
    assert saved.origin == "", "the file is another scenario"


def test_changes_are_made_to_a_party_as_simulate_makes_them(
    typed: Callable[[str], None], tmp_path: Path
) -> None:
    """Each after a --set of its own."""
    typed("s\n")
    asked = ("--set", "players.fighters.olivia.skills.Forceful=0", "--set", "gm.pool=4")
    assert run("lizardfolk-camp", "--party", "rolf", *asked, "--agents", "brawler") == 0
    with Store(tmp_path / "data" / FILE) as store:
        saved = store.read(store.listed()[0].id)
    encounter = Session(saved).state.game.encounter
    hero = next(one for one in encounter.fighters if one.id == "olivia")
    assert hero.name == "Rolf"
    assert hero.ratings["attack", "Forceful"] == 0
    assert encounter.pool == 4


def test_what_a_game_does_not_ask_cannot_be_left_to_it(
    typed: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    typed("c\nl skills\ns\n")
    assert run("one-question", "--agents", "frugal") == 0
    assert capsys.readouterr().out.count("you are asked everything") == 2


def test_nobody_may_look_on(
    typed: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    typed("")
    assert run("duel", "--as", "nobody", "--agents", "brawler") == 0
    assert "It is over" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("lines", "told"), [("s\n", "goes on with it"), ("1\n" * 200, "looks back")]
)
def test_what_can_be_done_with_a_kept_battle_is_told(
    lines: str, told: str, typed: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    """One that is over is reviewed, and the other gone on with."""
    typed(lines)
    assert run("duel", "--agents", "brawler", "--seed", "3") == 0
    assert told in " ".join(capsys.readouterr().err.split())


def test_a_data_folder_that_takes_nothing_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("AUTOGM_DATA_DIR", str(tmp_path / "file"))
    assert run("duel") == 1
    assert "could not be opened" in capsys.readouterr().err


def test_at_a_real_table_the_npcs_are_proposed_and_the_players_dice_typed(
    typed: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    lines = "pass\n\n\n\n\nu\nw\ns\n"
    typed(lines)
    assert run("duel", "--assist", "--agents", "tactician") == 0
    said = capsys.readouterr().out
    assert "tactician proposes" in said
    assert "Enter takes it" in said
    typed("attack\n")
    assert run("duel", "--assist", "--agents", "tactician") == 0
    assert "Ilse rolls: which dice fell?" in capsys.readouterr().out


def test_a_reason_asked_for_at_the_dice_is_of_what_was_chosen(
    typed: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    """Where one was proposed before, and something else chosen."""
    typed("w\npass\nw\nattack\nw\ns\n")
    assert run("duel", "--assist", "--agents", "tactician") == 0
    said = capsys.readouterr().out
    assert "which dice fell?" in said
    assert "error" not in said


def test_things_are_set_by_hand_by_a_line(
    typed: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    lines = "e\ne box Bruno 1; points ilse 0\ne move bruno nowhere\nu\ns\n"
    typed(lines)
    assert run("duel", "--assist", "--agents", "brawler") == 0
    said = capsys.readouterr().out
    assert "Fighters: ilse, bruno. Zones: court." in said
    assert "Bruno's physical stress: box 1 is checked." in said
    assert "no zone is called `nowhere`" in said
    assert "Taken back." in said


def test_a_game_begins_from_a_position_that_is_the_beginning(
    typed: Callable[[str], None], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "beginning.yaml"
    file.write_text("scenario: duel\n", encoding="utf-8")
    typed("s\n")
    assert run("duel", "--agents", "brawler", "--position", str(file)) == 0
    assert "A Duel at Dawn" in capsys.readouterr().out


def test_a_game_begins_from_a_position_in_a_file(
    tmp_path: Path, typed: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "evening.yaml"
    file.write_text("scenario: duel\nexchange: 3\nfighters: {bruno: {stress: {physical: [1]}}}\n")
    words = ("duel", "--agents", "brawler", "--position", str(file))
    typed("m\ns\n")
    assert run(*words) == 0
    assert "exchange 3 of 8" in capsys.readouterr().out
    file.write_text("scenario: duel\nfighters: {nobody: {}}\n")
    assert run(*words) == 2
    assert "no fighter is called `nobody`" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--position", "x.yaml", "--text"], "name the scenario"),
        (["duel", "--assist"], "only with --text"),
        (["duel", "--assist", "--as", "gm", "--text"], "leave --as out"),
    ],
)
def test_what_cannot_be_said_together_is_refused(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert guarded(lambda: app(["play", *words])) == 2
    assert says in capsys.readouterr().err


def test_why_something_cannot_be_done_is_told_with_its_rule(
    typed: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    typed("x attack ilse\nx attack bruno\nx dance\nx attack nobody\n! fair\n! awful\ns\n")
    assert run("duel", "--agents", "brawler") == 0
    said = capsys.readouterr().out
    assert "is on the same side. (E1)" in said
    assert "That can be done" in said
    assert "names nothing that somebody does" in said
    assert "is nobody and no place here" in said
    assert "awful" in said


def test_why_something_cannot_be_done_in_a_scene_of_cards(
    typed: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    typed("x invoke swanky\nx try bluff\nx invoke suspicious officer\nx resolve\ns\n")
    assert run("party-crashers", "--agents", "frugal") == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "aspects are invoked once somebody tries something. (G3)" in said
    assert "That can be done" in said
    assert "«suspicious officer» is nothing that you know of" in said
    assert "say how it is to end besides" in said


def test_a_scenario_that_has_changed_since_is_told(
    tmp_path: Path, typed: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "own.yaml"
    text = shipped()["duel"].read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    typed("pass\ns\n")
    assert run(str(file), "--agents", "brawler") == 0
    typed("s\n")
    assert run("--resume", "latest") == 0
    assert "has changed" not in "".join(capsys.readouterr())
    file.write_text(text.replace("Bruno", "Bertram"), encoding="utf-8")
    typed("m\ns\n")
    assert run("--resume", "latest") == 0
    said = capsys.readouterr()
    assert "the file of this scenario has changed" in said.err
    assert "Bruno" in said.out
    assert "Bertram" not in said.out
