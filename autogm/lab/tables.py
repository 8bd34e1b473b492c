"""A simulation as tables for a person: who wins, how long it takes, what it costs whom."""

from __future__ import annotations

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from autogm.engine.game import Game
from autogm.lab.intervals import Share
from autogm.lab.simulate import FighterCount, Simulation

SIDE_STYLE = {"players": "cyan", "gm": "red"}


def simulation_tables(game: Game, found: Simulation) -> list[RenderableType]:
    """The tables of a simulation, from the answer down to the details."""
    title = game.encounter.scenario.title
    agents = f"{found.agents['players']} plays the players, {found.agents['gm']} the GM's side"
    head = Text.assemble(
        (title, "bold"), f"\n{found.battles:,} battles, seed {found.seed}: {agents}"
    )
    length = found.exchanges
    tail = Text(
        f"Exchanges: half of the battles last {length['p25']:.0f} to {length['p75']:.0f}, "
        f"the middle one {length['p50']:.0f}, one in ten over {length['p90']:.0f}.\n"
        f"{found.seconds:.2f} s, {found.battles_per_second:,.0f} battles a second.",
        style="dim",
    )
    parts: list[RenderableType] = [head, _wins(game, found), _fighters(found)]
    spent = _points(found)
    if spent is not None:
        parts.append(spent)
    return [*parts, tail]


def percent(share: float) -> str:
    """A share as a percentage; what is not 0 or 1 never looks like it."""
    if share in (0.0, 1.0):
        return f"{share:.0%}"
    shown = f"{100 * share:.1f}%"
    return {"0.0%": "<0.1%", "100.0%": ">99.9%"}.get(shown, shown)


def _wins(game: Game, found: Simulation) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("outcome")
    table.add_column("share", justify="right")
    table.add_column("95% interval", justify="right")
    table.add_column("", min_width=30)
    sides = game.encounter.scenario.sides
    names = {
        "players": f"{sides.players.name or 'players'} win",
        "gm": f"{sides.gm.name or 'the GM side'} win",
    }
    for side, share in (*found.wins.items(), ("undecided", found.undecided)):
        style = SIDE_STYLE.get(side, "dim")
        table.add_row(
            Text(names.get(side, "undecided"), style=style),
            percent(share.share),
            f"{percent(share.low)} – {percent(share.high)}",
            Text("█" * round(30 * share.share), style=style),
        )
    return table


def _fighters(found: Simulation) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("fighter")
    for name in ("out", "conceded", "left", "mild", "moderate", "severe", "hits dealt"):
        table.add_column(name, justify="right")
    for one in found.fighters:
        table.add_row(*_row(one))
    return table


def _row(one: FighterCount) -> list[Text | str]:
    def cell(share: Share) -> str:
        return percent(share.share) if share.count else "·"

    def mean(value: float) -> str:
        return f"{value:.2f}" if value else "·"

    return [
        Text(one.name, style=SIDE_STYLE[one.side]),
        cell(one.taken_out),
        cell(one.conceded),
        cell(one.left),
        *(mean(value) for value in one.consequences.values()),
        f"{one.damage:.1f}",
    ]


def _points(found: Simulation) -> Table | None:
    """Fate points a battle, by whom and on what; nothing if none were spent."""
    rows = [(one.name, one.side, one.points_spent) for one in found.fighters if one.points_spent]
    if found.pool:
        rows.append(("the GM's pool", "gm", found.pool))
    if not rows:
        return None
    reasons = sorted({reason for _, _, spent in rows for reason in spent})
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("fate points a battle on")
    for reason in reasons:
        table.add_column(reason, justify="right")
    for name, side, spent in rows:
        cells = [f"{spent[reason]:.2f}" if reason in spent else "·" for reason in reasons]
        table.add_row(Text(name, style=SIDE_STYLE[side]), *cells)
    return table
