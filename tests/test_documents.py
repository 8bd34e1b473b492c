"""The documents: every link leads somewhere, utility is defined before it is used, and no private
word stands where the field has one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.core import TyperGroup
from typer.main import get_command

from autogm.cli import app

ROOT = Path(__file__).parents[1]
DOCUMENTS = tuple(
    ROOT / name
    for name in (
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "scenarios/README.md",
        "evaluation/README.md",
        "evaluation/RESULTS.md",
        "evaluation/METHOD.md",
        "evaluation/HISTORY.md",
        "evaluation/MUTANTS.md",
        "evaluation/FOLKLORE.md",
        "evaluation/ENCOUNTERS.md",
        "autogm/agents/README.md",
    )
)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
PRIVATE = re.compile(r"\b(glances?|glanced|desk|crew|purse|aftermath|heeds?|peters? out)\b", re.I)


def prose(path: Path) -> str:
    """A document without its blocks of code and output."""
    return FENCED.sub("", path.read_text("utf-8"))


def anchors(path: Path) -> set[str]:
    """Where a link may lead within a document: its headings as GitHub names them."""
    titles = re.findall(r"^#+ (.*)$", prose(path), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in titles}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(path: Path) -> None:
    for link in LINK.findall(prose(path)):
        if "://" in link:
            continue
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_utility_is_defined_before_it_is_used(path: Path) -> None:
    """In words: the stake of the players less the stake of the GM."""
    text = " ".join(path.read_text("utf-8").split())
    used = re.search(r"`u`|\bu [=+−-]|\bu (at least|to)\b", text)
    if used:
        defined = re.search(r"[Uu]tility\W+\(?`u`", text)
        assert defined, f"{used[0]} is used and not defined"
        assert defined.start() <= used.start()
        assert "stake of the players less the stake of the GM" in text[defined.start() :][:200]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_fields_words_are_used(path: Path) -> None:
    assert PRIVATE.findall(prose(path)) == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_that_is_named_is_there(path: Path) -> None:
    """Of this project's, by its path from the top."""
    named = re.findall(r"`((?:autogm|tests|evaluation|scenarios)/[\w./-]+)`", prose(path))
    assert [one for one in named if not (ROOT / one).exists()] == []


def test_the_parts_of_the_layers_are_there() -> None:
    """CONTRIBUTING has every package."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    packages = {one.parent.name for one in (ROOT / "autogm").glob("*/__init__.py")}
    table = text.partition("## Layers")[2].partition("## From a file")[0]
    assert packages == set(re.findall(r"`autogm/(\w+)`", table))


def test_the_table_of_commands_has_every_command() -> None:
    """The README's, and no command that is none."""
    rows = re.findall(r"^\| (.*?) \|", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    told = {name for row in rows for name in re.findall(r"`autogm (\w+)", row)}
    group = get_command(app)
    assert isinstance(group, TyperGroup)
    assert told == set(group.commands)
