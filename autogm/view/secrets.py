"""A board as a side may see it: without the aspects that are hidden from it (A16), without those
who lie in ambush and have had no turn yet and what would give them away, without the other side's
reinforcements. What exploring a zone would reveal is on no board (A14).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from autogm.model.words import SideName
from autogm.view.board import Board, BoardAspect, BoardFighter, BoardSide, Goal

UNKNOWN = Goal("a goal that cannot be told yet")


def seen_by(board: Board, side: SideName) -> Board:
    """The same battle without what a side may not see."""

    def known(aspects: Iterable[BoardAspect]) -> tuple[BoardAspect, ...]:
        return tuple(aspect for aspect in aspects if aspect.hidden_from != side)

    secret = {one.id for one in board.fighters if _secret(one, side)}
    turns = [replace(one, who=tuple(w for w in one.who if w not in secret)) for one in board.order]
    return replace(
        board,
        zones=tuple(replace(zone, aspects=known(zone.aspects)) for zone in board.zones),
        aspects=known(board.aspects),
        fighters=tuple(
            replace(one, aspects=known(one.aspects), attached=known(one.attached))
            for one in board.fighters
            if one.id not in secret
        ),
        players=_side(board.players, secret),
        gm=_side(board.gm, secret),
        order=tuple(
            now for was, now in zip(board.order, turns, strict=True) if now.who or not was.who
        ),
        order_by=tuple(note for note in board.order_by if note.hidden_from != side),
        turn=None if board.turn in secret else board.turn,
        compels=tuple(
            one for one in board.compels if one.victim not in secret and one.hidden_from != side
        ),
        moves=tuple(one for one in board.moves if one.who not in secret),
    )


def _secret(fighter: BoardFighter, side: SideName) -> bool:
    """Whether a side may not know of a fighter."""
    coming = fighter.arrives is not None and fighter.presence == "in"
    return fighter.hidden_from == side or (coming and fighter.side != side)


def _side(shown: BoardSide, secret: set[str]) -> BoardSide:
    """A side whose goals name nobody who is hidden."""
    goals = (UNKNOWN if secret & set(goal.who) else goal for goal in shown.goals)
    return replace(shown, goals=tuple(dict.fromkeys(goals)))
