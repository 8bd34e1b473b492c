"""A battlefield as text for a terminal: zones with aspects, free-invoke boxes and ways (Z6), who
stands where and who outweighs whom (W1, W2), fighters with aspects and stunts, goals (H7), compels,
waves and turn order (T1, T2). It says everything without colour too, and reads no markup into what
people wrote.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from rich.box import ROUNDED, SIMPLE_HEAD
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from autogm.model.words import SIDES
from autogm.view.board import (
    Balance,
    Board,
    BoardAspect,
    BoardCompel,
    BoardEdge,
    BoardFighter,
    BoardZone,
    Slot,
    Track,
)
from autogm.view.lettering import clean
from autogm.view.words.board import (
    side_words,
    skill_words,
    slot_words,
    type_words,
    way_words,
    weight_rule,
    weight_words,
)
from autogm.view.words.grammar import counted_of, listed, start

STYLES = {"players": "bold cyan", "gm": "bold red", "open": "yellow"}
SIGNS = {"players": "●", "gm": "■"}
FREE, CHECKED, UNCHECKED = "☐", "▣", "□"
OWNERS = {"players": "players", "gm": "gm", "open": "open to both sides"}
"""Whose a free invoke is."""
_PANEL = 35
_TABLE_FITS = 96
"""Columns that the table of fighters needs without breaking words."""


def battlefield(board: Board) -> RenderableType:
    """The board for a rich console, as wide as the console is."""
    compels = [_section("Compels", *(_compel(board, one) for one in board.compels))]
    return Group(
        *_ground(board), *_sheets(board), *_outlook(board), *(compels if board.compels else [])
    )


def battle_map(board: Board) -> RenderableType:
    """The same without what is on sheets: the zones with who stands there, who has how many fate
    points, goals, who is still to come, and turn order."""
    points = [f"{clean(one.name)} {_points(one)}" for one in board.left() if one.points is not None]
    purses = [_section("Fate points", _words(", ".join(points)))] if points else []
    return Group(*_ground(board), *purses, *_outlook(board))


def sheets(board: Board, whose: str = "") -> RenderableType:
    """What is on the sheets of all who are left, or of those whose names have `whose` in them.

    Raises:
        ValueError: where nobody is called so.
    """
    named = [one for one in board.fighters if whose.casefold() in one.name.casefold()]
    if not named:
        there = ", ".join(clean(one.name) for one in board.left())
        raise ValueError(f"nobody here is called «{clean(whose)[:60]}»; there are {there}")
    if all(one.presence != "in" for one in named):
        gone = listed([f"{clean(one.name)} ({one.presence})" for one in named])
        raise ValueError(f"no longer here: {gone}")
    return Group(*_sheets(replace(board, fighters=tuple(named))))


def _ground(board: Board) -> list[RenderableType]:
    parts: list[RenderableType] = [_heading(board)]
    if board.aspects:
        parts.append(_section("On the whole scene", *map(_aspect, board.aspects)))
    zones = [_zone(board, zone) for zone in board.zones]
    parts.append(Padding(Columns(zones, width=_PANEL, padding=(0, 1)), (0, 0, 1, 0)))
    rule = weight_rule(board)
    if rule:
        parts.append(Padding(_words(rule, "dim"), (0, 0, 1, 0)))
    return parts


def _sheets(board: Board) -> list[RenderableType]:
    """Those who are left, with their skills, boxes, aspects and stunts."""
    if not board.left():
        return []
    parts: list[RenderableType] = [_Fighters(board)]
    for title, tell in (("Aspects of the fighters", _aspects_of), ("Stunts", _stunts_of)):
        told = [line for line in map(tell, board.left()) if line is not None]
        parts += [_section(title, *told)] if told else []
    return parts


def battlefield_text(board: Board, width: int = 100) -> str:
    """The board as plain text without colours, `width` columns wide, ending with a line break."""
    out = io.StringIO()
    console = Console(
        file=out, width=width, color_system=None, markup=False, emoji=False, highlight=False
    )
    console.print(battlefield(board))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def _heading(board: Board) -> Text:
    text = Text(clean(board.title), style="bold")
    text.append(f"\n{board.subtitle}", "dim")
    for side in SIDES:
        shown = board.side(side)
        text.append(f"\n{SIGNS[side]} {clean(shown.name)}", STYLES[side])
        if shown.pool is not None:
            text.append(f"  {counted_of(shown.pool, 'fate point')} in the pool", "not bold")
    if board.now:
        text.append(f"\n{clean(start(board.now))}.", "not dim")
    return text.append("\n")


def _section(title: str, *lines: RenderableType) -> RenderableType:
    body = (Padding(line, (0, 0, 0, 2)) for line in lines)
    return Padding(Group(Text(title, "bold"), *body), (0, 0, 1, 0))


def _aspect(aspect: BoardAspect) -> Text:
    text = _words(aspect.text, "italic")
    for owner, boxes in groupby(aspect.free.boxes()):
        text.append(f" {FREE * len(list(boxes))} {OWNERS[owner]}", f"not italic {STYLES[owner]}")
    says = ["new"] if aspect.new else []
    says += ["hinders movement"] if aspect.adverse else []
    says += [f"for {side_words(aspect.side)} only"] if aspect.side else []
    says += [f"hidden from {side_words(aspect.hidden_from)}"] if aspect.hidden_from else []
    return text.append(f" ({', '.join(says)})" if says else "", "not italic dim")


def _zone(board: Board, zone: BoardZone) -> Panel:
    name = _words(zone.name, "bold")
    titled = name.cell_len <= _PANEL - 6
    lines: list[RenderableType] = [] if titled else [name]
    if zone.unexplored:
        difficulty = "" if zone.difficulty is None else f", difficulty {zone.difficulty}"
        lines.append(_words(f"unexplored{difficulty}", "dim italic"))
    lines += [_aspect(aspect) for aspect in zone.aspects]
    says = [*(["exit"] if zone.exit else []), *zone.tags]
    if says:
        lines.append(_words(" · ".join(says), "dim"))
    if zone.item:
        lines.append(_words(f"here lies: {zone.item}"))
    lines += [_way(board, zone, edge) for edge in board.edges if zone.id in (edge.start, edge.end)]
    for fighter in board.standing(zone.id):
        lines.append(_standing(board, fighter))
        lines += [Padding(_aspect(aspect), (0, 0, 0, 2)) for aspect in _hanging(fighter)]
    balance = board.balance(zone.id)
    if balance is not None:
        lines.append(_balance(board, balance))
    return Panel(
        Group(*lines),
        title=name if titled else None,
        title_align="left",
        box=ROUNDED,
        border_style="dim",
    )


def _way(board: Board, zone: BoardZone, edge: BoardEdge) -> Text:
    """A way as seen from one of its zones: where it leads, or where one comes from by it."""
    leads = edge.start == zone.id
    other = board.zone_name(edge.end if leads else edge.start)
    sign = "─╫─" if edge.barrier else "───"
    if edge.one_way:
        sign = "──▶" if leads else "◀──"
    says = way_words(edge)
    return _words(f"{sign} {other}{f' ({says})' if says else ''}", "dim")


def _standing(board: Board, fighter: BoardFighter) -> Text:
    text = _words(f"{SIGNS[fighter.side]} {fighter.name}", STYLES[fighter.side])
    if fighter.counted:
        text.append(f" ×{fighter.members}", "not bold")
    boxes = " ".join(_boxes(track) for track in fighter.tracks if track.checked)
    text.append(f" {boxes}" if boxes else "", "not bold default")
    says = ["has the turn"] if board.turn == fighter.id else []
    says += ["in ambush"] if fighter.hidden_from else []
    text.append(f" ({', '.join(says)})" if says else "", "not bold default")
    for words in fighter.news:
        text.append(f" ‹{clean(words)}›", "not bold yellow")
    return text


def _hanging(fighter: BoardFighter) -> Iterable[BoardAspect]:
    """What stands beside a fighter: its consequences, and aspects attached to it or held freely."""
    for slot in fighter.slots:
        if slot.text is not None:
            yield BoardAspect(slot_words(slot), "consequence", slot.free)
    yield from fighter.beside


def _balance(board: Board, balance: Balance) -> Text:
    if not balance.contested:
        return _words(f"weight {balance.players or balance.gm}", "dim")
    text = _words(f"weight {balance.players} : {balance.gm}", "dim")
    says = weight_words(board, balance)
    if says:
        side = "players" if balance.players_dice else "gm"
        text.append(f"\n{clean(says)}", f"not dim {STYLES[side]}")
    return text


class _Fighters:
    """The fighters as a table, or in a console too narrow for one, as a few lines each."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> Iterable[RenderableType]:
        if options.max_width >= _TABLE_FITS:
            yield _fighter_table(self.board)
        else:
            yield _section("Fighters", *map(self._lines, self.board.left()))

    def _lines(self, fighter: BoardFighter) -> RenderableType:
        board = self.board
        harms = {track.harm for one in board.fighters for track in _tracks(one)}
        says = [", ".join(_track(track, len(harms) > 1) for track in _tracks(fighter))]
        says.append(_slots(fighter))
        if fighter.points is not None:
            what = " fate point" if fighter.points == 1 else " fate points"
            says.append(_points(fighter, what))
        says += fighter.status
        name = Text(f"{SIGNS[fighter.side]} {clean(fighter.name)}", STYLES[fighter.side])
        name.append(f": {_kind(board, fighter)}; {_where(board, fighter)}", "default")
        lines = (" · ".join(part for part in says if part), _skills(fighter))
        below = (Padding(_words(line), (0, 0, 0, 2)) for line in lines if line)
        return Group(name, *below)


def _fighter_table(board: Board) -> RenderableType:
    table = _table("", "Name", "Type", "Skills", "Boxes", "Consequences", "Points", "Where")
    table.columns[6].justify = "right"
    harms = {track.harm for fighter in board.fighters for track in _tracks(fighter)}
    for fighter in board.left():
        table.add_row(
            Text(SIGNS[fighter.side], STYLES[fighter.side]),
            Text(clean(fighter.name), STYLES[fighter.side]),
            Text(_kind(board, fighter)),
            Text(_skills(fighter)),
            Text("\n".join(_track(track, len(harms) > 1) for track in _tracks(fighter))),
            Text(_slots(fighter)),
            Text("" if fighter.points is None else _points(fighter)),
            Text("\n".join([_where(board, fighter), *map(clean, fighter.status)])),
        )
    return _section("Fighters", table)


def _kind(board: Board, fighter: BoardFighter) -> str:
    kind = type_words(fighter)
    if board.weight_ratio is not None and fighter.weight != 1:
        kind += f", weight {fighter.weight}"
    return kind


def _where(board: Board, fighter: BoardFighter) -> str:
    if fighter.presence != "in":
        return fighter.presence
    later = "" if fighter.arrives is None else f", from exchange {fighter.arrives}"
    return clean(board.zone_name(fighter.zone)) + later


def _skills(fighter: BoardFighter) -> str:
    return ", ".join(clean(skill_words(skill)) for skill in fighter.skills)


def _slots(fighter: BoardFighter) -> str:
    return " ".join(
        f"[{slot.absorbs}]" if slot.text is None else f"[{slot.absorbs}: {clean(_named(slot))}]"
        for slot in fighter.slots
    )


def _named(slot: Slot) -> str:
    return "taken" if slot_words(slot) == slot.text else slot.text or ""


def _tracks(fighter: BoardFighter) -> Sequence[Track]:
    return [track for track in fighter.tracks if track.checked]


def _track(track: Track, told: bool) -> str:
    harm = "any harm" if track.harm == "any" else track.harm
    return f"{_boxes(track)} {harm}" if told else _boxes(track)


def _boxes(track: Track) -> str:
    return "".join(CHECKED if checked else UNCHECKED for checked in track.checked)


def _points(fighter: BoardFighter, what: str = "") -> str:
    owed = f" (+{fighter.owed} after the scene)" if fighter.owed else ""
    return f"{fighter.points}{what}{owed}"


def _aspects_of(fighter: BoardFighter) -> Text | None:
    if not fighter.aspects:
        return None
    text = Text().append(clean(fighter.name), STYLES[fighter.side]).append(": ")
    return text.append_text(Text(" · ").join(map(_aspect, fighter.aspects)))


def _stunts_of(fighter: BoardFighter) -> Text | None:
    if not fighter.stunts:
        return None
    text = Text().append(clean(fighter.name), STYLES[fighter.side]).append(": ")
    told = []
    for stunt in fighter.stunts:
        used = "; used" if stunt.used else ""
        told.append(Text.assemble((clean(stunt.name), "italic"), f" ({clean(stunt.does)}{used})"))
    return text.append_text(Text(" · ").join(told))


def _compel(board: Board, compel: BoardCompel) -> Text:
    victim = next(one for one in board.fighters if one.id == compel.victim)
    text = Text().append(clean(victim.name), STYLES[victim.side]).append(": ")
    text.append(clean(compel.aspect), "italic").append(f" {clean(compel.demand)}")
    return text.append(" (used)" if compel.used else "", "dim")


def _outlook(board: Board) -> list[RenderableType]:
    """Goals, what is still to come, and who acts when."""
    goals = [
        Text.assemble(
            (clean(side.name), STYLES[name]), ": ", clean(" or ".join(map(str, side.goals)))
        )
        for name, side in (("players", board.players), ("gm", board.gm))
        if side.goals
    ]
    parts = [_section("Goals", *goals)] if goals else []
    waves = [
        Text(f"exchange {time}: " + ", ".join(
            f"{clean(f.name)} ({clean(board.zone_name(f.zone))})" for f in wave
        ))
        for time, wave in board.waves()
    ]  # fmt: skip
    if waves:
        parts.append(_section("Arriving", *waves))
    gone = [Text(f"{clean(fighter.name)}: {fighter.presence}") for fighter in board.gone()]
    if gone:
        parts.append(_section("Gone", *gone))
    if board.order:
        names = Text(", ").join(
            Text(
                f"{place} {clean(turn.name)}",
                "bold" if board.turn in turn.who else "",
            )
            for place, turn in enumerate(board.order, 1)
        )
        lines = [names]
        if board.order_by:
            lines.append(Text(clean("; ".join(note.text for note in board.order_by)), "dim"))
        parts.append(_section("Turn order", *lines))
    return parts


def _words(text: str, style: str = "") -> Text:
    """What somebody wrote, made safe to print; too long a word is broken, never cut off."""
    return Text(clean(text), style, overflow="fold")


def _table(*heads: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for head in heads:
        table.add_column(Text(head), overflow="fold")
    return table
