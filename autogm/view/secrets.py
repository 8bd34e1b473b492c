"""A board as a side may see it: without the aspects and the fighters that are marked as hidden from
it, and what would give them away. What is hidden is decided in `autogm.engine.secrets` and marked
by `autogm.view.snapshot`. What exploring a zone would reveal is on no board (A14).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from autogm.model.words import SideName
from autogm.view.board import Board, BoardAspect, BoardSide, Goal, Turn
from autogm.view.words.grammar import listed, one_of

UNKNOWN = Goal("a goal that cannot be told yet")


def seen_by(board: Board, side: SideName) -> Board:
    """The same battle without what a side may not see."""

    def known(aspects: Iterable[BoardAspect]) -> tuple[BoardAspect, ...]:
        return tuple(aspect for aspect in aspects if aspect.hidden_from != side)

    ids = hidden_from(board, side)
    telling = _naming([one.name for one in board.fighters if one.id in ids])

    turns = (_turn(board, turn, ids) for turn in board.order)
    return replace(
        board,
        zones=tuple(replace(zone, aspects=known(zone.aspects)) for zone in board.zones),
        aspects=known(board.aspects),
        fighters=tuple(
            replace(
                one,
                aspects=known(one.aspects),
                attached=known(one.attached),
                status=tuple(words for words in one.status if not telling(words)),
            )
            for one in board.fighters
            if one.id not in ids
        ),
        players=_side(board.players, ids, telling),
        gm=_side(board.gm, ids, telling),
        order=tuple(turn for turn in turns if turn is not None),
        order_by=tuple(note for note in board.order_by if note.hidden_from != side),
        turn=None if board.turn in ids else board.turn,
        now="" if telling(board.now) else board.now,
        compels=tuple(
            one for one in board.compels if one.victim not in ids and one.hidden_from != side
        ),
        moves=tuple(one for one in board.moves if one.who not in ids),
    )


def _naming(names: Iterable[str]) -> Callable[[str], bool]:
    """Whether a text names one of these, also as sentences do: without what stands after a comma or
    before it all («the»), or as one of several."""
    forms = set[str]()
    for name in names:
        head = name.partition(",")[0]
        bare = re.sub(r"^(?:the|an?) ", "", head, flags=re.IGNORECASE)
        forms |= {name, bare, re.sub(r"^the ", "", one_of(head))} if bare else {name}
    if not forms:
        return lambda _: False
    any_of = "|".join(map(re.escape, sorted(forms, key=len, reverse=True)))
    pattern = re.compile(rf"(?<!\w)(?:{any_of})(?!\w)")
    return lambda text: pattern.search(text) is not None


def hidden_from(board: Board, side: SideName) -> set[str]:
    """The ids of those who are hidden from a side."""
    return {one.id for one in board.fighters if one.hidden_from == side}


def _turn(board: Board, turn: Turn, secret: set[str]) -> Turn | None:
    """A place in the order with those alone who may be known of; none where nobody is left."""
    who = tuple(one for one in turn.who if one not in secret)
    if who == turn.who:
        return turn
    if not who:
        return None
    of_a_side = turn.name in (board.players.name, board.gm.name)
    name = turn.name if of_a_side else listed([board.fighter(one).name for one in who])
    return Turn(name, who)


def _side(shown: BoardSide, secret: set[str], telling: Callable[[str], bool]) -> BoardSide:
    """A side whose goals name nobody who is hidden."""
    goals = (
        UNKNOWN if secret & set(goal.who) or telling(str(goal)) else goal for goal in shown.goals
    )
    return replace(shown, goals=tuple(dict.fromkeys(goals)))
