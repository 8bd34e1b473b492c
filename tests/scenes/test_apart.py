"""What is above the games depends on the contract, and asks of none whether it is of cards."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "autogm"
BELOW = {"engine", "game", "model", "rules", "scenes"}
"""Packages that are not above the games, and the package of the games itself."""
MODULES = sorted(
    path for path in ROOT.rglob("*.py") if path.relative_to(ROOT).parts[0] not in BELOW
)
KIND = ("aspect-cards", "aspect_cards", "scenes.cards")
CLASSES = {"CardGame", "CardState", "SettledScene"}


def asked(tree: ast.AST) -> Iterator[str]:
    """Whatever in code, or in a text that is no docstring, means card scenes."""
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            named = (f"{node.module}.{one.name}" for one in node.names)
            yield from (one for one in named if one.startswith("autogm.scenes."))
        elif isinstance(node, ast.Import):
            yield from (one.name for one in node.names if one.name.startswith("autogm.scenes."))
        elif isinstance(node, ast.Name | ast.Attribute):
            name = node.id if isinstance(node, ast.Name) else node.attr
            if name in CLASSES:
                yield name
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in docstrings and any(one in node.value for one in KIND):
                yield node.value


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_above_the_games_asks_whether_one_is_of_cards(path: Path) -> None:
    assert list(asked(ast.parse(path.read_text("utf-8")))) == []


def test_what_would_ask_is_found() -> None:
    """The look itself finds each way of asking."""
    for code in (
        "from autogm.scenes.cards.game import X",
        "from autogm.scenes import cards",
        "import autogm.scenes.cards",
        "isinstance(game, CardGame)",
        "kind.name == 'aspect-cards'",
    ):
        assert list(asked(ast.parse(code)))
    assert list(asked(ast.parse('"""Of aspect-cards."""'))) == []
