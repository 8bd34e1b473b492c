"""What the README shows, commands and Python, prints what stands below it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.examples.readme import DRAWN, PICTURE, README, printed, shown, timeless

ROOT = Path(__file__).parents[2]
THINKING = re.compile(r"tactician|planner|advise")
BLOCK = re.compile(r"```python\n(?P<code>.*?)```\n\n```text\n(?P<output>.*?)```", re.S)


def test_the_python_of_the_readme(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = BLOCK.search(README.read_text("utf-8"))
    assert found, "the README shows no Python with its output"
    monkeypatch.chdir(ROOT)
    exec(compile(found["code"], "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert printed == found["output"]
    assert "-0.0" not in printed
    assert printed.splitlines()[-1].startswith(("players", "gm")), "the battle is decided"


@pytest.mark.parametrize(("command", "output"), shown(README.read_text("utf-8")))
def test_the_commands_of_the_readme(command: str, output: str) -> None:
    """Whatever is not a matter of time; `python -m tests.examples.readme` renews it. Who thinks may
    choose otherwise where another processor rounds otherwise: of such battles only the words."""
    found, told = timeless(printed(command)), timeless(output)
    if THINKING.search(command):
        assert words_of(found) == words_of(told)
    else:
        assert found == told


def test_the_picture_of_the_readme() -> None:
    """To renew it: `python -m tests.examples.readme`."""
    assert f"({PICTURE.relative_to(ROOT).as_posix()})" in README.read_text("utf-8")
    assert PICTURE.read_text("utf-8") == printed(DRAWN)


def words_of(text: str) -> set[str]:
    """Its words without figures."""
    return set(re.findall(r"[A-Za-z]{3,}", text))


def test_the_readme_shows_an_evening_that_can_be_won() -> None:
    """Its own scenario, by players who think: neither side is without hope."""
    (output,) = (out for command, out in shown(README.read_text("utf-8"))
                 if "simulate scenarios/ford.yaml" in command
                 and not re.search("brawler|--set", command))  # fmt: skip
    shares = [float(one) for one in re.findall(r" wins?  +([0-9.]+)%", output)]
    assert len(shares) == 2
    assert min(shares) > 10
