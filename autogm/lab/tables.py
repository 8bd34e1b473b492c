"""A simulation as tables for a person: who wins, how long it takes, what it costs whom."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from autogm.agents.names import THOUGHTLESS
from autogm.analysis.intervals import Share
from autogm.analysis.outcomes import about, telling
from autogm.engine.game import Game
from autogm.lab.insight import Insight, insight
from autogm.lab.insight_words import (
    decisive_line,
    decisive_table,
    insight_lines,
    minutes_told,
    more_lines,
)
from autogm.lab.progress import counted_battles
from autogm.lab.simulate import Simulation
from autogm.lab.skill import skill_of
from autogm.model.words import SEVERITIES, SIDES
from autogm.view.figures import BAR, Figures, percent, whole
from autogm.view.words.grammar import counted, listed, start
from autogm.view.words.names import Names, names_of

SIDE_STYLE = {"players": "cyan", "gm": "red"}
NOTHING = "·"
WAYS_OUT = ("out", "conceded", "left")
WIDE = 0.2
"""An interval wider than this, which about a hundred battles give, says too little."""


def simulation_tables(
    game: Game, found: Simulation, told: Insight | None = None, more: bool = False
) -> list[RenderableType]:
    """The tables of a simulation, from the answer down to the details, `more` of them if asked;
    `told` is what was found out of it besides."""
    told = told or insight(game, found)
    title = game.encounter.scenario.title
    names = names_of(game.encounter)
    head = Text.assemble(
        (title, "bold"),
        f"\n{_number(found)}{_since(game, found)}, seed {found.seed}: {who_plays(names, found)}\n",
        ("\n".join(first_lines(names, found, told)), "bold"),
    )
    tail = Text(
        "Consequences, hits dealt and their shifts are means a battle; intervals: --json.\n"
        f"{found.seconds:.2f} s{_pace(found)}.",
        style="dim",
    )
    parts: list[RenderableType] = [head, _wins(names, found), _fighters(found)]
    spent = _points(found)
    if spent is not None:
        parts.append(spent)
    if more:
        parts += [decisive_table(told, SIDE_STYLE), Text("\n".join(more_lines(names, told)))]
    return [*parts, tail]


def first_lines(names: Names, found: Simulation, told: Insight | None = None) -> list[str]:
    """The answer for whoever prepares a conflict, in sentences: who wins, who falls, how long it
    takes, what it costs, how open it stays, who stands out, and how hard it is."""
    lines = [headline(names, found), *_heroes(names, found), _length(found, told)]
    if told is not None:
        chars = found.heroes is None or found.heroes.characters
        one = "a hero" if chars else f"each of {names.sides['players']}"
        lines += insight_lines(names, told, one)
        stands_out = decisive_line(told, names)
        lines += [stands_out] if stands_out else []
    side, verdict = names.sides["players"], found.verdict.said
    if _nobody_thinks(found):
        lines.append(f"If nobody thought, this would be {verdict} for {side}.")
    else:
        skill = skill_of(found.agents["players"])
        whose = f", played by {skill}," if skill else ""
        lines.append(f"For {side}{whose} this is {verdict}.")
    return lines


def _nobody_thinks(found: Simulation) -> bool:
    return THOUGHTLESS.issuperset(found.agents.values())


def who_plays(names: Names, found: Simulation) -> str:
    """Who plays whom; of a brawler, that it is as if nobody thought."""
    agents = {who: f"{agent} («if nobody thought»)" if agent == "brawler" else agent
              for who, agent in found.agents.items()}  # fmt: skip
    own = [f"{agents.pop(who)} for {names.of(who)}" for who in found.agents if who not in SIDES]
    if agents["players"] == agents["gm"]:
        return ", ".join([f"{agents['players']} plays both sides", *own])
    plays = f"{agents['players']} plays for {names.sides['players']}"
    return ", ".join([plays, f"{agents['gm']} for {names.sides['gm']}", *own])


def _heroes(names: Names, found: Simulation) -> list[str]:
    """In how many battles all heroes are taken out and in how many at least one, and how many are
    on average."""
    heroes = found.heroes
    if heroes is None:
        return []
    number = counted(heroes.number)
    some, every = about(heroes.any_falls), about(heroes.all_fall)
    if heroes.number == 1:
        one = "The hero" if heroes.characters else f"The last of {names.sides['players']}"
        return [f"{one} {names.worded('falls')} in {some} of the battles."]
    them = "heroes" if heroes.characters else f"of {names.sides['players']}"
    if not heroes.any_falls.count:
        none = "hero" if heroes.characters else f"fighter of {names.sides['players']}"
        most = percent(heroes.any_falls.high)
        fell = f"No {none} {names.worded('falls')} in any of the battles"
        return [f"{fell}; that means in {most} of them at most."]
    both = "both" if heroes.number == 2 else f"all {number}"
    fall = names.worded("fall")
    words = start(f"{both} {them} {fall} in {every} of the battles, at least one in {some}")
    mean = heroes.fallen
    lines = [f"{words}; {_between(mean.mean, mean.low, mean.high)} on average."]
    if heroes.number > 2 and heroes.numbers:
        shares = [f"{counted(number)} in {whole(one.share)}"
                  for number, one in enumerate(heroes.numbers) if number and one.count]  # fmt: skip
        none = whole(heroes.numbers[0].share)
        lines.append(f"How many {fall}: none in {none}, {listed(shares)}.")
    return lines


def _length(found: Simulation, told: Insight | None = None) -> str:
    """How many exchanges a battle takes, and how long that is at a table."""
    length = found.exchanges
    mean = _between(length["mean"] or 0.0, length["low"], length["high"])
    lasts = (
        f"A battle ends in exchange {mean}" if found.state else f"A battle lasts {mean} exchanges"
    )
    table = "" if told is None else f"; that is {minutes_told(told)} at a table"
    low, high, most = (f"{length[one]:.0f}" for one in ("p25", "p75", "p90"))
    if length["p25"] == length["p90"]:
        return f"{lasts} on average, mostly {most}{table}."
    half = f"{low} in half of them or more" if low == high else f"{low} to {high} in half of them"
    return f"{lasts} on average, {half}, more than {most} in at most a tenth{table}."


def _between(mean: float, low: float | None, high: float | None) -> str:
    """A mean and its interval, with decimals where one would hide it."""
    if low is None or high is None:
        return f"{mean:.1f}"
    digits = 2 if mean < 0.1 or (f"{low:.1f}" == f"{high:.1f}" and low < high) else 1
    return f"{mean:.{digits}f} ({low:.{digits}f}–{high:.{digits}f})"


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
    """How fast the battles were played, if any were."""
    pace = found.battles_per_second
    if pace is None:
        return ""
    return f", {pace:,.0f} battles a second" if pace >= 1 else f", {1 / pace:.1f} s a battle"


def headline(names: Names, found: Simulation) -> str:
    """Who wins, in a sentence: both sides' shares with their 95% intervals, the greater first,
    after the undecided battles if those are the most. If the two intervals meet, the sentence says
    that the battles are too few, if they are wide, or that it is close."""
    first, second = sorted(SIDES, key=lambda side: -found.wins[side].count)
    wins, others, open_ = found.wins[first], found.wins[second], found.undecided
    also = f", {names.sides[second]} {about(others)}"
    if open_.count > wins.count:
        wins_some = names.says(names.sides[first], f"wins {about(wins)}")
        return f"{about(open_)} of the battles end undecided; {wins_some}{also}."
    words = names.says(names.sides[first], f"wins {about(wins)} of the battles{also}")
    if wins.low <= others.high and wins.high - wins.low > WIDE:
        few = "battle is" if found.battles == 1 else "battles are"
        words = f"{counted(found.battles)} {few} too few to tell who is ahead: {words}"
    elif wins.low <= others.high:
        words = f"too close to call: {words}"
    if open_.count:
        words += f"; {whole(open_.share)} end undecided"
    return start(f"{words}.")


def _wins(names: Names, found: Simulation) -> Figures:
    said = {side: start(names.says(name, "wins")) for side, name in names.sides.items()}
    rows, bars = [], []
    for side, share in (*found.wins.items(), ("undecided", found.undecided)):
        style, decimals = SIDE_STYLE.get(side, "dim"), telling(share)
        interval = f"{percent(share.low, decimals)} – {percent(share.high, decimals)}"
        called = Text(said.get(side, "undecided"), style=style)
        rows.append((called, (percent(share.share, decimals), interval)))
        bars.append(Text("█" * round(BAR * share.share), style=style))
    return Figures("outcome", ("share", "95% interval"), tuple(rows), tuple(bars))


def _fighters(found: Simulation) -> Figures:
    """What became of each fighter, and what it dealt, per battle. What happened to nobody has no
    column, but how fighters leave always has."""
    ways = [(one.taken_out, one.conceded, one.left) for one in found.fighters]
    columns: list[tuple[str, list[str]]] = [
        *((name, [_cell(one[way]) for one in ways]) for way, name in enumerate(WAYS_OUT)),
        *(
            (severity, [_mean(one.consequences[severity].mean) for one in found.fighters])
            for severity in SEVERITIES
        ),
        ("hits", [_mean(one.hits.mean, 1) for one in found.fighters]),
        ("shifts", [_mean(one.damage.mean, 1) for one in found.fighters]),
    ]
    shown = [
        (name, cells) for name, cells in columns if name in WAYS_OUT or set(cells) != {NOTHING}
    ]
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
