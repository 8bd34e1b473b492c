"""Commands about files that people write: `check` and `schema`."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from autogm.commands.frame import BAD_INPUT, AsJson, console, print_json, tell, tell_faults
from autogm.model.faults import Fault, ScenarioError, shorten


def check(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE", help="Scenario or character files.", show_default=False),
    ],
    character: Annotated[
        bool, typer.Option("--character", help="They are character files.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check scenario files and say what is in them, or all that is wrong with them."""
    describe = _character_row if character else _scenario_row
    faults: list[Fault] = []
    rows: list[dict[str, Any]] = []
    for file in files:
        try:
            row = describe(file)
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
    for warning in row["warnings"]:
        tell("warning", warning, "yellow")


def _count(number: int, plural: str) -> str:
    return f"{number} {plural if number != 1 else plural.removesuffix('s')}"
