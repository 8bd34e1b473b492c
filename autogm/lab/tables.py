"""A simulation as tables for a person: who wins, how long it takes, what it costs whom."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from autogm.engine.game import Game
from autogm.lab.intervals import Share
from autogm.lab.progress import counted_battles
from autogm.lab.simulate import Simulation
from autogm.view.words.grammar import counted, start
from autogm.view.words.names import Names, names_of

SIDES = ("players", "gm")
SIDE_STYLE = {"players": "cyan", "gm": "red"}
NOTHING = "·"
WIDE = 0.2
"""An interval wider than this, which about a hundred battles give, says too little."""
MOST_DECIMALS = 4
BAR, GAP = 30, 2
"""Letters of a whole bar, and between two columns."""


@dataclass(frozen=True)
class Figures:
    """A table of figures by name, none of which is ever cut: where they do not fit side by side,
    those that are left stand below, by the same names. `beside` has what is drawn beside the last
    of them where there is room for it, and nowhere else."""

    first: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Text, tuple[str, ...]], ...]
    beside: tuple[Text, ...] = ()
    right: bool = False  # the names are figures, too

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        texts = [self.first, *(name.plain for name, _ in self.rows)]
        least, most = max(map(_longest_word, texts)), max(map(len, texts))
        widths = [
            max(_longest_word(head), *(len(cells[column]) for _, cells in self.rows))
            for column, head in enumerate(self.heads)
        ]
        column, blocks = 0, 0
        while column < len(widths):
            last, room = column + 1, options.max_width - least - widths[column] - GAP
            while last < len(widths) and room >= widths[last] + GAP:
                room -= widths[last] + GAP
                last += 1
            drawn = last == len(widths) and self.beside and room >= BAR + GAP
            room -= BAR + GAP if drawn else 0
            name = min(most, least + max(0, room))
            room -= name - least
            for one in range(column, last):  # headings on one line, where there is room for that
                more = max(0, len(self.heads[one]) - widths[one])
                if more <= room:
                    widths[one], room = widths[one] + more, room - more
            yield self._block(range(column, last), widths, name, bool(drawn), blocks > 0)
            column, blocks = last, blocks + 1

    def _block(
        self, columns: range, widths: list[int], name: int, drawn: bool, apart: bool
    ) -> RenderableType:
        table = Table(box=None, pad_edge=False, header_style="dim")
        table.add_column(self.first, width=name, justify="right" if self.right else "left")
        for column in columns:
            table.add_column(self.heads[column], justify="right", width=widths[column])
        if drawn:
            table.add_column("", width=BAR)
        for row, (called, cells) in enumerate(self.rows):
            beside = (self.beside[row],) if drawn else ()
            table.add_row(called, *(cells[column] for column in columns), *beside)
        return Padding(table, (1 if apart else 0, 0, 0, 0))


def _longest_word(text: str) -> int:
    return max(map(len, text.split()), default=1)


def simulation_tables(game: Game, found: Simulation) -> list[RenderableType]:
    """The tables of a simulation, from the answer down to the details."""
    title = game.encounter.scenario.title
    names = names_of(game.encounter)
    players, gm = (found.agents[side] for side in SIDES)
    agents = f"{players} plays for {names.sides['players']}, {gm} for {names.sides['gm']}"
    head = Text.assemble(
        (title, "bold"),
        f"\n{_number(found)}{_since(game, found)}, seed {found.seed}: {agents}\n",
        (headline(names, found), "bold"),
    )
    length = found.exchanges
    tail = Text(
        "Consequences, hits dealt and their shifts are means a battle; intervals: --json.\n"
        f"Exchanges: {length['p50']:.0f} in the middle; {length['p25']:.0f} to {length['p75']:.0f} "
        f"in half of the battles, {length['p90']:.0f} or more in a tenth.\n"
        f"{found.seconds:.2f} s, {_pace(found)}.",
        style="dim",
    )
    parts: list[RenderableType] = [head, _wins(names, found), _fighters(found)]
    spent = _points(found)
    if spent is not None:
        parts.append(spent)
    return [*parts, tail]


def _number(found: Simulation) -> str:
    """How many battles were played, and of how many where that was interrupted."""
    if found.battles == found.asked:
        return counted_battles(found.battles)
    return f"Interrupted after {found.battles:,} of {counted_battles(found.asked)}"


def _since(game: Game, found: Simulation) -> str:
    """Where the battles begin that were not played from the beginning."""
    if found.state is None:
        return ""
    return f" from a state of exchange {game.deserialize(found.state).exchange} on"


def _pace(found: Simulation) -> str:
    """How fast the battles were played."""
    if found.battles_per_second >= 1:
        return f"{found.battles_per_second:,.0f} battles a second"
    return f"{found.seconds / found.battles:.1f} s a battle"


def played_on(names: Names, found: Simulation) -> str:
    """How often each side won the battles that one agent played on for both, from a known state, in
    a sentence, the greater share first."""
    first, second = sorted(SIDES, key=lambda side: -found.wins[side].count)
    often = "once" if found.battles == 1 else f"{found.battles:,} times"
    words = (
        f"Played on from here {often}, both sides as the {found.agents['players']}: "
        f"{names.sides[first]} won {_about(found.wins[first])}, "
        f"{names.sides[second]} {_about(found.wins[second])}"
    )
    if found.undecided.count:
        words += f", {_whole(found.undecided.share)} ended undecided"
    return f"{words}."


def headline(names: Names, found: Simulation) -> str:
    """Who wins, in a sentence: both sides' shares with their 95% intervals, the greater first,
    after the undecided battles if those are the most. If the two intervals meet, the sentence says
    that they say too little, if they are wide, or that it is close."""
    first, second = sorted(SIDES, key=lambda side: -found.wins[side].count)
    wins, others, open_ = found.wins[first], found.wins[second], found.undecided
    also = f", {names.sides[second]} {_about(others)}"
    if open_.count > wins.count:
        wins_some = names.says(names.sides[first], f"wins {_about(wins)}")
        return f"{_about(open_)} of the battles end undecided; {wins_some}{also}."
    words = names.says(names.sides[first], f"wins {_about(wins)} of the battles{also}")
    if wins.low <= others.high and wins.high - wins.low > WIDE:
        few = "battle tells" if found.battles == 1 else "battles tell"
        words = f"{counted(found.battles)} {few} too little: {words}"
    elif wins.low <= others.high:
        words = f"too close to call: {words}"
    if open_.count:
        words += f"; {_whole(open_.share)} end undecided"
    return start(f"{words}.")


def _about(share: Share) -> str:
    """A share and its interval, with decimals where whole per cents would hide the interval; one
    that lies within a per cent of 0 or 1 has a single end."""
    said, low, high = _whole(share.share), _whole(share.low), _whole(share.high)
    if high.startswith("<") or low.startswith(">"):
        ends = high if high.startswith("<") else low
        return said if ends == said else f"{said} ({ends})"
    if low.startswith("<") or high.startswith(">") or (low == high and share.low < share.high):
        decimals = _telling(share)
        said, low, high = (percent(one, decimals) for one in (share.share, share.low, share.high))
    return f"{said} ({low.removesuffix('%')}–{high})"


def _telling(share: Share) -> int:
    """How many decimals keep the ends of an interval apart."""
    for decimals in range(1, MOST_DECIMALS):
        if share.low == share.high or percent(share.low, decimals) != percent(share.high, decimals):
            return decimals
    return MOST_DECIMALS


def _whole(share: float) -> str:
    """A share in whole per cents; what is not 0 or 1 never shows as either."""
    if 0 < share < 0.01:
        return "<1%"
    return ">99%" if 0.99 < share < 1 else f"{share:.0%}"


def percent(share: float, decimals: int = 1) -> str:
    """A share as a percentage; what is not 0 or 1 never shows as either."""
    if share in (0.0, 1.0):
        return f"{share:.0%}"
    least = 10**-decimals
    shown = f"{100 * share:.{decimals}f}%"
    if shown == f"{0:.{decimals}f}%":
        return f"<{least:.{decimals}f}%"
    return f">{100 - least:.{decimals}f}%" if shown == f"{100:.{decimals}f}%" else shown


def _wins(names: Names, found: Simulation) -> Figures:
    said = {side: start(names.says(name, "wins")) for side, name in names.sides.items()}
    rows, bars = [], []
    for side, share in (*found.wins.items(), ("undecided", found.undecided)):
        style, decimals = SIDE_STYLE.get(side, "dim"), _telling(share)
        interval = f"{percent(share.low, decimals)} – {percent(share.high, decimals)}"
        called = Text(said.get(side, "undecided"), style=style)
        rows.append((called, (percent(share.share, decimals), interval)))
        bars.append(Text("█" * round(BAR * share.share), style=style))
    return Figures("outcome", ("share", "95% interval"), tuple(rows), tuple(bars))


def _fighters(found: Simulation) -> Figures:
    """What became of each fighter, and what it dealt, per battle. What happened to nobody has no
    column."""
    columns: list[tuple[str, list[str]]] = [
        ("out", [_cell(one.taken_out) for one in found.fighters]),
        ("conceded", [_cell(one.conceded) for one in found.fighters]),
        ("left", [_cell(one.left) for one in found.fighters]),
        *(
            (severity, [_mean(one.consequences[severity].mean) for one in found.fighters])
            for severity in ("mild", "moderate", "severe")
        ),
        ("hits", [_mean(one.hits.mean, 1) for one in found.fighters]),
        ("shifts", [_mean(one.damage.mean, 1) for one in found.fighters]),
    ]
    shown = [(name, cells) for name, cells in columns if set(cells) != {NOTHING}]
    rows = tuple(
        (Text(one.name, style=SIDE_STYLE[one.side]), tuple(cells[row] for _, cells in shown))
        for row, one in enumerate(found.fighters)
    )
    return Figures("fighter", tuple(name for name, _ in shown), rows)


def _cell(share: Share) -> str:
    return percent(share.share) if share.count else NOTHING


def _mean(value: float, digits: int = 2) -> str:
    """A mean; what is not 0 never shows as 0."""
    if not value:
        return NOTHING
    least = 10**-digits
    return f"{value:.{digits}f}" if value >= least else f"<{least}"


def _points(found: Simulation) -> Figures | None:
    """Fate points per battle, by whom and on what; nothing if none were spent."""
    rows = [(one.name, one.side, one.points_spent) for one in found.fighters if one.points_spent]
    if found.pool:
        rows.append(("the GM's pool", "gm", found.pool))
    if not rows:
        return None
    reasons = sorted({reason for _, _, spent in rows for reason in spent})
    lines = tuple(
        (
            Text(name, style=SIDE_STYLE[side]),
            tuple(f"{spent[one].mean:.2f}" if one in spent else NOTHING for one in reasons),
        )
        for name, side, spent in rows
    )
    return Figures("fate points a battle on", tuple(reasons), lines)
