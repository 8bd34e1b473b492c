"""Plays for the tests of reviews: battles of agents as moves, and a small conflict to be solved."""

from __future__ import annotations

from typing import Any

from autogm.agents.roster import seats
from autogm.analysis.review import Move
from autogm.engine.game import Game
from autogm.lab.replay import replay
from tests.table import scene

BARE = {"tracks": {"physical": 1, "mental": 0}, "consequences": dict.fromkeys(
    ("mild", "moderate", "severe"), 0)}  # fmt: skip
CALM = {"attack_tie": "nothing", "attack_style_boost": False, "defend_style_boost": [],
        "free_invoke_cap": 1}  # fmt: skip


def small(**fields: Any) -> Game:
    """Two fencers of one box, over three exchanges: a few hundred states."""
    plain: dict[str, Any] = {"exchanges": 3, "templates": [], "actions": ["attack"], "rules": CALM,
                             "sheets": {"ann": BARE, "bob": BARE}}  # fmt: skip
    return scene("fate-core", "ann Fight 2", "bob Fight 1", **(plain | fields)).game


def battle_of(game: Game, agents: str, battle: int = 0, seed: int = 1) -> tuple[Move, ...]:
    """A battle as moves."""
    both = seats(agents, encounter=game.encounter)
    first, *steps = replay(game, seed, battle, both)
    before, moves = first.after, list[Move]()
    for step in steps:
        by = None if step.decision is None else str(step.decision.facts["by"])
        moves.append(Move(step.number, before, step.action, step.after, by))
        before = step.after
    return tuple(moves)
