"""Commands about files that people write: `check` and `schema`."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from autogm.commands.arguments import file_or_input
from autogm.commands.frame import BAD_INPUT, AsJson, console, print_json, tell, tell_faults
from autogm.model.faults import Fault, ScenarioError, shorten

MOST_SHOWN = 12
"""Judgements that are shown; a scenario with more leaves nearly everything to its words."""


def check(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE",
            help="Scenario or character files; - is standard input.",
            show_default=False,
            parser=file_or_input,
        ),
    ],
    character: Annotated[
        bool,
        typer.Option("--character", help="They are character files, whatever they look like."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check scenario and character files: all that is wrong, or what is in them and inferred."""
    faults: list[Fault] = []
    rows: list[dict[str, Any]] = []
    for file in files:
        try:
            row = _row(file, character)
        except ScenarioError as error:
            faults.extend(error.faults)
            found = [fault.as_dict() for fault in error.faults]
            row = {"file": str(file), "ok": False, "faults": found}
        rows.append(row)
        if not as_json and row["ok"]:
            _print_row(row)
    if as_json:
        print_json(rows)
    elif faults:
        tell_faults(faults)
    if faults:
        raise typer.Exit(BAD_INPUT)


def schema(
    character: Annotated[
        bool, typer.Option("--character", help="Of character files instead of scenarios.")
    ] = False,
) -> None:
    """Print the JSON schema that editors use to complete and check scenario files."""
    from autogm.model.schema import character_schema, scenario_schema, schema_text

    sys.stdout.write(schema_text(character_schema() if character else scenario_schema()))


def _row(file: Path, character: bool) -> dict[str, Any]:
    """What is in a file; a character's is known by what it holds."""
    from autogm.model.cast import is_character
    from autogm.model.source import read_source

    return (
        _character_row(file)
        if character or is_character(read_source(file).data)
        else (_scenario_row(file))
    )


def _character_row(file: Path) -> dict[str, Any]:
    from autogm.model.cast import read_character

    sheet = read_character(file)[0]
    return {
        "file": str(file),
        "ok": True,
        "faults": [],
        "title": sheet.name,
        "type": sheet.type,
        "aspects": len(sheet.aspects),
        "skills": len(sheet.skills),
        "stunts": len(sheet.stunts),
        "warnings": [],
    }


def _scenario_row(file: Path) -> dict[str, Any]:
    from autogm.engine.compile import compile_encounter
    from autogm.rules.judgements import judgements, reasons
    from autogm.rules.loading import load

    encounter = load(file)
    compile_encounter(encounter)  # what the game cannot hold is a fault of the file
    scenario = encounter.scenario
    sides = Counter(fighter.side for fighter in encounter.fighters)
    return {
        "file": str(file),
        "ok": True,
        "faults": [],
        "title": scenario.title,
        "ruleset": scenario.ruleset,
        "kind": scenario.kind,
        "zones": len(scenario.zones),
        "edges": len(scenario.edges),
        "players": sides["players"],
        "gm": sides["gm"],
        "aspects": len(encounter.zone_aspects)
        + len(encounter.scene_aspects)
        + sum(len(fighter.aspects) for fighter in encounter.fighters),
        "stunts": sum(len(fighter.stunts) for fighter in encounter.fighters),
        "compels": len(scenario.compels),
        "exchanges": scenario.exchanges,
        "judgements": [one.as_dict() for one in judgements(encounter)],
        "reasons": list(reasons(encounter)),
        "warnings": list(encounter.warnings),
    }


def _print_row(row: dict[str, Any]) -> None:
    from rich.text import Text

    out = console()
    out.print(Text.assemble((shorten(row["title"], 120), "bold"), f"  ({row['file']})"))
    if "ruleset" in row:
        sides = f"{row['players']} against {row['gm']}"
        out.print(
            f"  {row['ruleset']}, {row['kind']}, {sides}, at most {row['exchanges']} exchanges"
        )
    counted = ("zones", "edges", "aspects", "skills", "stunts", "compels")
    out.print("  " + "  ".join(_count(row[name], name) for name in counted if name in row))
    if "ruleset" not in row:
        out.print(f"  a character file ({row['type']})")
    _print_judgements(row)
    for warning in row["warnings"]:
        tell("warning", warning, "yellow")


def _print_judgements(row: dict[str, Any]) -> None:
    """What was inferred from words and changes much; what else was is only counted."""
    from rich import box
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from autogm.model.syntax import as_text

    out, found = console(), row.get("judgements", [])
    if found:
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
        for head in ("aspect", "inferred from its words (A8)", "to overrule"):
            table.add_column(head, no_wrap=head.startswith("to"))
        for one in found[:MOST_SHOWN]:
            name = Text.assemble((one["text"], "bold"), "\n", (one["where"], "dim"))
            table.add_row(name, f"«{one['word']}»: {one['says']}", one["overrule"])
        out.print(Padding(table, (1, 0, 1, 2)), soft_wrap=False)
        first = f"{{text: {as_text(found[0]['text'])}, {found[0]['overrule']}}}"
        out.print(f"  To overrule one, write the aspect with it: {first}")
    more = max(0, len(found) - MOST_SHOWN)
    every = len(row.get("reasons", ()))
    if every:
        cut = f", {more} more like these" if more else ""
        as_what = "them as sentences" if every > 1 else "it as a sentence"
        out.print(f"  {_count(every, 'inferences')} from words{cut}; --json tells {as_what}")


def _count(number: int, plural: str) -> str:
    return f"{number} {plural if number != 1 else plural.removesuffix('s')}"
