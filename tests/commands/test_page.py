"""The command `play` without `--text`: how it begins and ends, and what it says where it cannot."""

from __future__ import annotations

import os
import signal
import socket
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from autogm.commands import page
from tests.commands.test_odds_and_show import run
from tests.page.serving import READY, Served, served

SCENARIOS = Path(__file__).parents[2] / "scenarios"


def status(table: Served, path: str = "/") -> int:
    try:
        with urllib.request.urlopen(table.address + path, timeout=READY) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.skipif(sys.platform == "win32", reason="other signals there")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_begins_and_ends_without_a_word_too_many(tmp_path: Path, number: int) -> None:
    with served(tmp_path) as table:
        assert status(table) == 403
        assert status(table, table.link.removeprefix(table.address)) == 403  # keeps no cookie
        table.process.send_signal(number)
        out, told = table.process.communicate(timeout=READY)
        assert table.process.returncode == 0
        assert out == ""
        assert told == "autogm: the table is open until Ctrl-C\n"
    assert {one.name for one in tmp_path.iterdir()} == {"table.key", "games.sqlite"}


def test_a_file_is_opened_at_once(tmp_path: Path) -> None:
    with served(tmp_path, str(SCENARIOS / "duel.yaml")) as table:
        assert table.link.endswith("?open=duel")
    with served(tmp_path, "the-vault") as table:
        assert table.link.endswith("?open=the-vault")


def test_others_of_the_network_get_a_link_of_their_own(tmp_path: Path) -> None:
    with served(tmp_path, "--host", "0.0.0.0") as table:
        assert "/enter/gm." in table.link
        assert table.process.stdout is not None
        players = table.process.stdout.readline()
        assert players.startswith("For the players: http://")
        assert "/enter/players." in players
        assert "overheard" in table.process.stdout.readline()


def test_a_port_in_use_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert run("play", "--port", str(port), "--no-browser") == 2
    told = capsys.readouterr().err
    assert f"port {port} is in use" in told
    assert "--port" in told


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nowhere.yaml"], "there is no such file"),
        (["duell"], "did you mean duel?"),
        (["-"], "name a file"),
        (["--host", "no.such.host.invalid"], "no address of this machine"),
        (["--host", "192.0.2.1"], "nobody can listen"),
        (["--port", "70000"], "65535"),
        (["--seed", "3"], "--seed can be said only with --text"),
        (["--text"], "--no-browser can be said only without --text"),
    ],
)
def test_what_it_cannot_do_is_told(
    capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    assert run("play", "--no-browser", *arguments) == 2
    assert says in capsys.readouterr().err


def test_a_file_with_faults_is_told_before_anything_begins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text((SCENARIOS / "duel.yaml").read_text("utf-8").replace("title:", "titel:"))
    assert run("play", str(file), "--no-browser") == 2
    assert "Did you mean `title`?" in capsys.readouterr().err


def test_without_its_packages_it_says_how_to_get_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "NEEDED", ("no_such_server", "json"))
    assert run("play", "--no-browser") == 1
    told = capsys.readouterr().err
    assert "no_such_server" in told
    assert "pip install" in told
    assert "json" not in told


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no such folders there")
def test_a_folder_that_keeps_nothing_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("AUTOGM_DATA_DIR", str(tmp_path / "file"))
    assert run("play", "--no-browser", "--port", "0") == 1
    assert "games.sqlite" in capsys.readouterr().err
