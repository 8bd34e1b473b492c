"""The commands `odds` and `show`: what they print, where, and their exit codes."""

from __future__ import annotations

import errno
import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from autogm.cli import app
from autogm.commands.frame import guarded

DUEL = Path(__file__).parents[2] / "scenarios" / "duel.yaml"


def run(*arguments: str) -> int:
    return guarded(lambda: app(list(arguments)))


def test_odds_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    """D1, D4, D5."""
    assert run("odds", "--skill", "3", "--against", "2", "--json") == 0
    out = json.loads(capsys.readouterr().out)
    assert out["outcomes"]["style"]["exactly"] == "5/27"
    assert out["roll"]["active"] is False


def test_ratings_by_their_names_on_the_ladder(capsys: pytest.CaptureFixture[str]) -> None:
    """D3."""
    assert run("odds", "--skill", "Great", "--versus", "good (+3)", "--json") == 0
    by_name = capsys.readouterr().out
    assert run("odds", "--skill", "+4", "--versus", "3", "--json") == 0
    assert capsys.readouterr().out == by_name
    for wrong in ("tremendous", "100", "2.5", ""):
        assert run("odds", "--versus", wrong) == 2
        said = " ".join(capsys.readouterr().err.split())
        assert f"«{wrong}» is no rating" in said
        assert "from Terrible to Legendary" in said


@pytest.mark.parametrize(
    ("weight", "own", "other"),
    [("2:1", 1, 0), ("1:2", 0, 1), ("4:1", 2, 0), ("3:0", 2, 0), ("0:1", 0, 2), ("3:2", 0, 0)],
)
def test_odds_weight(capsys: pytest.CaptureFixture[str], weight: str, own: int, other: int) -> None:
    """W2."""
    assert run("odds", "--versus", "2", "--weight", weight, "--json") == 0
    roll = json.loads(capsys.readouterr().out)["roll"]
    assert (roll["plus_dice"], roll["opposition_plus_dice"]) == (own, other)


def test_odds_by_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    """D5: in minifate style begins at two, and meeting a passive target succeeds."""
    assert run("odds", "--against", "0", "--ruleset", "minifate", "--json") == 0
    out = json.loads(capsys.readouterr().out)
    assert out["roll"]["style_at"] == 2
    assert out["outcomes"]["tie"]["chance"] == 0


def test_odds_of_six_sided_dice(capsys: pytest.CaptureFixture[str]) -> None:
    """D2: of 36 falls 21 are no more than 0, and 5 are +1."""
    six = ("odds", "--ruleset", "autarch", "--dice", "d6-d6")
    assert run(*six, "--skill", "2", "--against", "3", "--json") == 0
    found = json.loads(capsys.readouterr().out)["outcomes"]
    assert found["fail"]["exactly"] == "7/12"
    assert found["tie"]["chance"] == 0
    assert run(*six, "--versus", "2", "--weight", "2:1") == 2
    assert "weight does not combine with d6-d6" in capsys.readouterr().err


def test_odds_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("odds", "--against", "1", "--invokes", "1", "--reroll", "--reroll") == 0
    out = capsys.readouterr().out
    assert "1 invoke (+2), up to 2 rerolls against 1" in out
    assert "█" in out


def test_passive_opposition_has_no_dice_to_outweigh(capsys: pytest.CaptureFixture[str]) -> None:
    """W2."""
    assert run("odds", "--against", "1", "--weight", "1:2", "--json") == 0
    captured = capsys.readouterr()
    assert "changes nothing" in captured.err
    assert json.loads(captured.out)["outcomes"]


@pytest.mark.parametrize(("ruleset", "told"), [("fate-core", True), ("war-of-ashes", False)])
def test_weight_that_a_ruleset_does_not_count_is_told(
    capsys: pytest.CaptureFixture[str], ruleset: str, told: bool
) -> None:
    """W1."""
    assert run("odds", "--versus", "1", "--weight", "2:1", "--ruleset", ruleset, "--json") == 0
    captured = capsys.readouterr()
    assert ("`weight: true` (W1)" in captured.err) == told
    assert json.loads(captured.out)["roll"]["plus_dice"] == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--versus", "2", "--weight", "0:0"), "nobody weighs anything"),
        (("--weight", "3"), "--weight '3': give both weights"),
        (("--against", "2", "--versus", "2"), "give one of them"),
        ((), "say --against N for passive opposition, or --versus N"),
    ],
)
def test_odds_says_what_is_wrong(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str
) -> None:
    assert run("odds", *arguments) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ("--weight", "3", "--against", "1"),
        ("--weight", "two:one", "--against", "1"),
        ("--weight=-1:2", "--against", "1"),
        (),
        ("--against", "1", "--versus", "1"),
        ("--against", "one"),
        ("--against", "1", "--invokes", "-1"),
        ("--against", "1", "--ruleset", "fate-cor"),
        ("--against", "1", "--goal", "glory"),
    ],
)
def test_odds_refuses(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    assert run("odds", *arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err
    assert "Traceback" not in captured.err


def test_show_prints_the_battlefield(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("show", str(DUEL)) == 0
    captured = capsys.readouterr()
    assert "A Duel at Dawn" in captured.out
    assert "Fencing Court" in captured.out
    assert captured.err == ""


def test_show_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "duel.svg"
    assert run("show", str(DUEL), "--svg", str(out)) == 0
    assert capsys.readouterr().out == ""
    first = out.read_bytes()
    assert ET.fromstring(first).tag.endswith("svg")
    assert run("show", str(DUEL), "--svg", "-") == 0
    assert capsys.readouterr().out.encode() == first


def test_show_fails_clearly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("show", str(tmp_path / "nothing.yaml")) == 2
    assert run("show", str(DUEL), "--svg", str(tmp_path / "no" / "such" / "place.svg")) == 2
    said = capsys.readouterr().err
    assert said.splitlines()[-1].startswith("error: ")
    nowhere = tmp_path / "no" / "such"
    assert said.endswith(
        f"place.svg cannot be written: there is no folder {nowhere}; make it first\n"
    )


def test_a_full_disk_is_a_run_that_failed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, text: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("autogm.commands.show.write_whole", full)
    assert run("show", str(DUEL), "--svg", str(tmp_path / "duel.svg")) == 1
    said = capsys.readouterr().err
    assert said.startswith("failed: ")
    assert said.endswith("duel.svg cannot be written: No space left on device\n")


def test_show_draws_sheets_only_into_a_picture(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("show", str(DUEL), "--sheets") == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("error: --sheets says what to draw; say where to with --svg OUT")


@pytest.mark.parametrize("name", ["scenario.yaml", "notes.txt", "picture.png", "picture"])
def test_show_overwrites_pictures_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """Neither the scenario that it shows nor any other file that is no SVG file."""
    scenario = tmp_path / "scenario.yaml"
    scenario.write_bytes(DUEL.read_bytes())
    other = tmp_path / name
    if other != scenario:
        other.write_text("kept")
    before = other.read_bytes()
    assert run("show", str(scenario), "--svg", str(other)) == 2
    captured = capsys.readouterr()
    assert f"--svg {other.with_suffix('.svg')}\n" in captured.err
    assert other.read_bytes() == before
    other.unlink()
    if other != scenario:
        assert run("show", str(scenario), "--svg", str(other)) == 2
        assert not other.exists()


def test_show_follows_links_and_overwrites_what_it_drew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario, link = tmp_path / "scenario.svg", tmp_path / "link.svg"
    scenario.write_bytes(DUEL.read_bytes())
    link.symlink_to(scenario)
    for target in (scenario, link):
        assert run("show", str(scenario), "--svg", str(target)) == 2
    notes = tmp_path / "notes.txt"
    notes.write_text("kept")
    (tmp_path / "notes.svg").symlink_to(notes)
    assert run("show", str(scenario), "--svg", str(tmp_path / "notes.svg")) == 2
    assert notes.read_text() == "kept"
    assert scenario.read_bytes() == DUEL.read_bytes()
    drawn = tmp_path / "drawn.svg"
    drawn.write_text("<svg>an older picture</svg>")
    assert run("show", str(scenario), "--svg", str(drawn)) == 0
    assert ET.fromstring(drawn.read_bytes()).tag.endswith("svg")
    assert {one.name for one in tmp_path.iterdir()} == {
        "scenario.svg", "link.svg", "notes.txt", "notes.svg", "drawn.svg",
    }  # fmt: skip


def test_text_that_is_piped_is_as_wide_as_columns_says(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    widths = {}
    for columns in ("70", "140"):
        monkeypatch.setenv("COLUMNS", columns)
        assert run("show", str(DUEL)) == 0
        widths[columns] = max(map(len, capsys.readouterr().out.splitlines()))
    assert widths["70"] <= 70 < widths["140"] <= 140
