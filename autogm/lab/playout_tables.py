"""Many plays of any kind of game (`autogm.lab.playouts`) in words and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from autogm.analysis.intervals import wilson
from autogm.analysis.swing import how_settled
from autogm.game.contract import PLAYERS
from autogm.lab.playouts import Playouts
from autogm.lab.progress import counted_battles
from autogm.model.words import SIDES
from autogm.view.figures import Figures, percent, whole
from autogm.view.words.endings import ending_told, unwon
from autogm.view.words.grammar import start as sentence
from autogm.view.words.sides import CALLED, says
from autogm.view.words.stakes import share_of_stakes, stakes_explained


def playout_tables(game: Any, found: Playouts) -> list[RenderableType]:
    """The tables of many plays."""
    number = counted_battles(found.battles, "play")
    if found.battles < found.asked:
        number = f"Interrupted after {found.battles:,} of {counted_battles(found.asked, 'play')}"
    who = who_plays(found.agents)
    head = Text.assemble((game.title, "bold"), f"\n{number}, seed {found.seed}: {who}")
    shares = [*((sentence(says(side, "win", "wins")), share) for side, share in found.wins.items()),
              (unwon(game), found.undecided)]  # fmt: skip
    rows = tuple(
        (Text(name), (percent(one.share), f"{percent(one.low)} – {percent(one.high)}"))
        for name, one in shares
    )
    steps = f"{found.steps:.1f} choices and rolls a play."
    tail = Text(f"{worth_told(game, found, steps)}\n{found.seconds:.2f} s.", style="dim")
    shown: list[RenderableType] = [head, Figures("outcome", ("share", "95% interval"), rows)]
    if found.endings:
        ways = tuple(
            (Text(ending_told(game, name)), _share(count, found))
            for name, count in found.endings.items()
        )
        shown.append(Figures("how it ends", ("share", "95% interval"), ways))
    return [*shown, *(Text(one) for one in luck_lines(found)), tail]


def worth_told(game: Any, found: Playouts, steps: str) -> str:
    """What plays were worth to the players on average, how many `steps` they had, and what the
    figure is a share of."""
    share = 100 * share_of_stakes(game, PLAYERS, found.worth[PLAYERS])
    worth = f"It is worth {share:.1f}% of the stakes to the players on average"
    return f"{worth}; {steps}\n{stakes_explained(game, CALLED[SIDES[PLAYERS]])}"


def who_plays(agents: Mapping[str, str]) -> str:
    """Who plays which side: `planner:great plays both sides`."""
    if len(set(agents.values())) == 1:
        return f"{agents[SIDES[0]]} plays both sides"
    return ", ".join(f"{name} plays for {CALLED[side]}" for side, name in agents.items())


def luck_lines(found: Playouts) -> Iterator[str]:
    """The share with the luck of the dice taken out, and how much is settled early, where that is
    known."""
    fair = found.adjusted
    if fair is not None:
        yield (
            f"With the luck of the dice taken out, {says(SIDES[0], 'win', 'wins')} "
            f"{percent(fair.mean)} ({percent(fair.low)} – {percent(fair.high)}): worth "
            f"{fair.gain:.1f} times as many plays; dice explain {whole(fair.decided)} of who wins."
        )
    early = found.settled
    if early is not None:
        yield (
            f"After {early.step} choices and rolls, a third of a play, {whole(early.share)} "
            f"({whole(early.low)} – {whole(early.high)}) of the result is decided; "
            f"{how_settled(early.share)}."
        )


def _share(count: int, found: Playouts) -> tuple[str, ...]:
    one = wilson(count, found.battles)
    return percent(one.share), f"{percent(one.low)} – {percent(one.high)}"
