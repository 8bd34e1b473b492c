"""The command `levels`: which level of the planner suits whom, as it was measured."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autogm.agents.names import LEVELLED, names
from autogm.commands.frame import AsJson, console, print_json
from autogm.planner.levels import DEFAULT, LevelError, there_are

if TYPE_CHECKING:
    from rich.table import Table

    from autogm.agents.strengths import Strength, Strengths
    from autogm.planner.levels import Level


def levels(*, as_json: AsJson = False) -> None:
    """Tell the nine levels of the planner: whom each suits, how often an average player wins
    against it, how strong it is, how long a turn takes it, and the mistakes it makes."""
    from rich.text import Text

    from autogm.agents.strengths import AVERAGE, shipped_strengths
    from autogm.planner.levels import LEVELS
    from autogm.planner.mistakes import told

    found = shipped_strengths()
    measured = {one.level: one for one in found.levels}
    if as_json:
        print_json(_values(found, [(one, measured[one.name], told(one)) for one in LEVELS]))
        return
    out = console()
    out.print(_figures(measured, AVERAGE), soft_wrap=False)
    out.print()
    for level in LEVELS:
        name = (f"{level.number} {level.name}", "bold")
        out.print(Text.assemble(name, f" suits {level.suits}. It {told(level)}."))
    out.print(Text(_measured(found, AVERAGE), style="dim"))


def level_alone(text: str) -> str:
    """A level without the agent whose level it is: `planner:great` is `great`, and `planner` the
    usual level.

    Raises:
        LevelError: for another agent.
    """
    name, _, level = text.partition(":")
    if name in names() and name != LEVELLED:
        raise LevelError(f"`{name}` is an agent without levels. {there_are()}")
    return (level or DEFAULT.name) if name == LEVELLED else text


def _figures(measured: dict[str, Strength], average: str) -> Table:
    """The figures of all levels as a table."""
    from rich.table import Table

    table = Table(box=None, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("\nlevel", no_wrap=True)
    for title in (
        "an average\nplayer wins", "Elo over\na brawler", "over the\nlevel below", "ms\na turn"
    ):  # fmt: skip
        table.add_column(title, justify="right", no_wrap=True)
    for number, one in enumerate(measured.values()):
        takes = one.average_takes
        cells = ["its model" if one.level == average else "·"]
        if takes is not None:
            cells = [f"{takes.value:.0%} ({100 * takes.low:.0f}–{100 * takes.high:.0f}%)"]
        cells += [f"{e.value:+.0f} ({e.low:+.0f} to {e.high:+.0f})" for e in (one.elo, one.step)]
        turn = f"{one.turn:.0f}" if one.turn >= 1 else "under 1"
        table.add_row(f"{number} {one.level}", *(cells if one.known else "···"), turn)
    return table


def _measured(found: Strengths, average: str) -> str:
    """How the figures came about."""
    from autogm.agents.strengths import ENOUGH

    return (
        f"The average player is modelled by the level {average}. Points in {found.conflicts}, "
        f"an undecided battle half a victory for each, intervals of 95%; a turn in {found.timed}, "
        f"in the middle; dots: fewer than {ENOUGH} battles; where an interval over the level below "
        "holds 0, they do not tell which of the two is stronger. "
        f"Measured {found.date}: {found.made}"
    )


def _values(found: Strengths, rows: list[tuple[Level, Strength, str]]) -> dict[str, Any]:
    """All of it as plain data."""
    return {
        "made": found.made,
        "date": found.date,
        "conflicts": found.conflicts,
        "timed": found.timed,
        "levels": [
            {"number": level.number, "suits": level.suits, "mistakes": mistakes}
            | measured.as_dict()
            for level, measured, mistakes in rows
        ],
    }
