"""The command `autogm`: its frame, and the list of its commands. Each command is a few lines in
`autogm.commands` over the library. Exit codes: 0 done, 1 the run failed, 2 bad input, 130 and 143
ended by Ctrl-C and by SIGTERM, 141 nobody reads the output any more.
"""

from __future__ import annotations

import gc
import sys
from typing import Annotated

import typer

from autogm.commands import (
    advise,
    cache,
    files,
    levels,
    library,
    odds,
    play,
    replay,
    report,
    review,
    rules,
    show,
    simulate,
    solve,
    stored,
    tune,
)
from autogm.commands.frame import guarded
from autogm.commands.streams import ready
from autogm.commands.usage import Commands

MANY = 200_000
"""So many objects more, instead of 700, before Python looks for cycles among them: what is imported
makes as many, all to stay, and looking took a fifth of a short command."""

app = typer.Typer(
    name="autogm",
    cls=Commands,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # its boxes take twice as long to import as all the rest
)
COMMANDS = (
    (files.check, "Check scenario and character files, and say what is inferred."),
    (files.schema, "Print the schema that editors complete and check with."),
    (library.list_, "List the scenarios that ship, agents, levels, tempers, rulesets."),
    (levels.levels, "Tell which level of the planner suits whom."),
    (library.new, "Write a commented scenario to start from."),
    (rules.rules, "Print a ruleset, where two differ, or what rules say."),
    (show.show, "Show the battlefield, as text or as a picture."),
    (odds.odds, "Count the exact chances of a roll."),
    (play.play, "Play yourself: open the table in a browser, or in the terminal."),
    (simulate.simulate, "Play a conflict many times, and count who wins."),
    (stored.export, "Write stored battles as Parquet or CSV."),
    (replay.replay, "Tell one of those battles step by step."),
    (report.report, "Write a page about it: who wins, what it costs, what mattered."),
    (tune.tune, "Find the smallest changes that bring a conflict to a target."),
    (review.review, "Review a battle: where it turned, luck and judgement, a recap."),
    (solve.solve, "Find the exact value of a small conflict."),
    (advise.advise, "Say what is best for whoever is to choose, and why."),
    (cache.cache, "Tell where compiled code is kept; delete it, or compile ahead."),
)
for _function, _says in COMMANDS:
    app.command(_function.__name__.rstrip("_"), short_help=_says)(_function)


def _tell_version(wanted: bool) -> None:
    if wanted:
        from autogm.model.version import version

        typer.echo(f"autogm {version()}")
        raise typer.Exit


@app.callback()
def frame(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_tell_version, is_eager=True, help="Print the version and leave."
        ),
    ] = False,
) -> None:
    """An automated game master and opponent for the Fate role-playing family."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), nl=False)


def main() -> None:
    """Runs the command line and leaves with its exit code."""
    gc.set_threshold(MANY)
    ready()
    code = guarded(app)
    gc.freeze()  # the process ends, and with it what Python would look through three times more
    sys.exit(code)


if __name__ == "__main__":
    main()
