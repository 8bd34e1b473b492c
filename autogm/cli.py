"""The command `autogm`: its frame, and the list of its commands. Each command is a few lines in
`autogm.commands` over the library. Exit codes: 0 done, 1 the run failed, 2 bad input, 130 and 143
ended by Ctrl-C and by SIGTERM, 141 nobody reads the output any more.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from autogm.commands import advise, battles, cache, files, library, odds, rules, show, solve
from autogm.commands.frame import guarded
from autogm.commands.streams import ready
from autogm.commands.usage import Commands

app = typer.Typer(
    name="autogm",
    cls=Commands,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
)
app.command()(files.check)
app.command()(files.schema)
app.command("list")(library.list_)
app.command()(library.new)
app.command()(rules.rules)
app.command()(show.show)
app.command()(odds.odds)
app.command()(battles.simulate)
app.command()(battles.replay)
app.command()(solve.solve)
app.command()(advise.advise)
app.command()(cache.cache)


def _tell_version(wanted: bool) -> None:
    if wanted:
        from autogm.commands.version import version

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
    ready()
    sys.exit(guarded(app))


if __name__ == "__main__":
    main()
