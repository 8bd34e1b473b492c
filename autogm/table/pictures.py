"""The pictures of the page: battlefields and tables of cards as their openings are, drawn when they
are first asked for and then kept. What the players may not know is on none but the GM's.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from autogm.game.tableau import Tableau
from autogm.model.words import SIDES, SideName
from autogm.table.gallery import GalleryItem, fingerprint
from autogm.view.board import Board

Part = Literal["field", "whole"]
"""The zones or cards alone, or all that belongs to the picture."""
Scheme = Literal["day", "night"]
MOST_KEPT = 400
"""Pictures: some 15 MB."""


@dataclass(frozen=True)
class Drawn:
    """A picture and a name for what is on it."""

    svg: str
    tag: str


class Pictures:
    """Draws pictures, each once; threads may share it."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, Part, SideName | None, Scheme], Drawn] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, item: GalleryItem, part: Part, side: SideName | None, scheme: Scheme) -> Drawn:
        """A picture as a side may see it; None sees everything."""
        key = (item.tag, part, side, scheme)
        with self._lock:
            drawn = self._kept.get(key)
            if drawn is None:
                drawn = self._kept[key] = _drawn(item, part, side, scheme)
            self._kept.move_to_end(key)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
            return drawn


def opening(item: GalleryItem, side: SideName | None) -> Board | Tableau | None:
    """How a game begins, as a side may see it: a conflict's battlefield, or the table of a game
    that lays one out.

    Raises:
        ScenarioError: for what the game cannot hold.
    """
    if item.conflict:
        from autogm.view.secrets import seen_by
        from autogm.view.snapshot import opening_board

        board = opening_board(item.found.content)
        return board if side is None else seen_by(board, side)
    game: Any = item.found.game()
    if not hasattr(game, "tableau"):
        return None
    number = None if side is None else SIDES.index(side)
    laid: Tableau = game.tableau(game.new_initial_state(), number)
    return laid


def _drawn(item: GalleryItem, part: Part, side: SideName | None, scheme: Scheme) -> Drawn:
    from autogm.view.picture.night import by_night

    shown = opening(item, side)
    if isinstance(shown, Board):
        from autogm.view.picture.drawing import field_picture, picture

        svg = field_picture(shown) if part == "field" else picture(shown)
    elif shown is not None:
        from autogm.view.picture.tableau import cards_picture, tableau_picture

        svg = cards_picture(shown) if part == "field" else tableau_picture(shown)
    else:
        svg = _blank()
    svg = by_night(svg) if scheme == "night" else svg
    return Drawn(svg, fingerprint(svg.encode()))


@cache
def _blank() -> str:
    """What stands for a game that cannot be drawn."""
    from autogm.view.picture.svg import PAPER

    size = 'viewBox="0 0 320 200" width="320" height="200"'
    body = f'<rect width="320" height="200" fill="{PAPER}" />'
    return f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size}>{body}</svg>\n'
