"""What a board shows, in words that the text battlefield and the picture share: skills and types of
fighters, consequences, ways, and what weight does.
"""

from __future__ import annotations

from autogm.model.words import SideName
from autogm.view.board import (
    Balance,
    Board,
    BoardEdge,
    BoardFighter,
    BoardSide,
    BoardSkill,
    Slot,
)
from autogm.view.words.grammar import inside, listed, plural, start

ROLL_WORDS = {"create": "create an advantage", "oppose": "oppose"}
"""Kinds of roll that need more than their name after «rolls to»."""


def skill_words(skill: BoardSkill) -> str:
    """A skill with its ratings: `Forceful +1 (+3 to attack and defend)`."""
    other = "; ".join(f"{rating:+d} to {listed(list(rolls))}" for rating, rolls in skill.other)
    return f"{skill.name} {skill.rating:+d}" + (f" ({other})" if other else "")


def type_words(fighter: BoardFighter) -> str:
    """A fighter's type in words."""
    words = {
        "player": "player character",
        "main": "main NPC",
        "supporting": "supporting NPC",
        "nameless": "nameless NPC",
        "minion": "minion",
        "swarm": "swarm",
    }
    return words.get(fighter.type, f"group of {fighter.members}")


def slot_words(slot: Slot) -> str:
    """A consequence in its slot: `mild: Bruised Ribs`; one that nobody has named by its severity
    alone."""
    plain = f"{slot.severity} consequence"
    return plain if slot.text == plain else f"{slot.severity}: {slot.text}"


def dice_words(dice: int) -> str:
    """What outweighing gives, in words (W2)."""
    return f"{('no', 'one', 'two')[dice]} [+]"


def weight_words(board: Board, balance: Balance) -> str:
    """Who gets how many dice against whom, as a sentence without its end; nothing where the
    weights tip no roll (W2, W5)."""
    dice = balance.players_dice or balance.gm_dice
    if not dice:
        return ""
    heavy, light = (board.players, board.gm) if balance.players_dice else (board.gm, board.players)
    gets = "get" if plural(heavy.name) else "gets"
    return f"{start(_within(heavy))} {gets} {dice_words(dice)} against {_within(light)}"


def _within(side: BoardSide) -> str:
    """A side's name within a sentence; one that nobody has named is called by what it is."""
    plain = {"Players": "the players", "GM": "the GM"}
    return plain.get(side.name) or inside(side.name, article=True)


def weight_rule(board: Board) -> str:
    """What weight does, as a sentence (W2, W5); nothing where it does not count."""
    if board.weight_ratio is None:
        return ""
    two, four = board.weight_ratio
    *others, last = [ROLL_WORDS.get(roll, roll) for roll in board.weight_rolls]
    rolls = f"{', '.join(others)} or {last}" if others else last
    return (
        f"Weight: the side that outweighs the other in a zone by {two}:1 turns one of its dice to "
        f"[+] when it rolls to {rolls}, by {four}:1 two of them."
    )


def side_words(side: SideName) -> str:
    """A side as someone to whom something is done."""
    return "the players" if side == "players" else "the GM"


def way_words(edge: BoardEdge) -> str:
    """What is special about a way (Z6)."""
    says = ["barrier, no passing"] if edge.barrier else []
    says += ["one way"] if edge.one_way else []
    says += [] if edge.difficulty is None else [f"difficulty {edge.difficulty}"]
    if edge.sight == edge.barrier:
        says.append("in sight" if edge.sight else "no sight")
    return ", ".join(says)
