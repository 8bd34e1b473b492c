"""Commands about files that people write: `check` and `schema`."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from autogm.commands import plain
from autogm.commands.arguments import file_or_input
from autogm.commands.frame import (
    BAD_INPUT,
    AsJson,
    InputError,
    console,
    print_json,
    tell,
    tell_faults,
)
from autogm.commands.positions import position_row
from autogm.game.registry import CONFLICT
from autogm.model.faults import Fault, ScenarioError, shorten

if TYPE_CHECKING:
    from autogm.rules.encounter import Encounter

MOST_SHOWN = 12
"""Judgements that are shown; a scenario with more leaves nearly everything to its words."""
MOST_NAMED = 3
SUITING = ("suits: []", "skills: []")
"""What overrules a judgement of which skills suit."""
NEXT = {"players": "the players", "gm": "the GM", "dice": "the dice"}
_FIGHTER = 4
"""Steps of a field's name that ends at a fighter: sides, side, fighters, id."""


class Warned(NamedTuple):
    """What is worth a look about one fighter, or another part of a file: what that is, where, and
    what is to be said by field."""

    what: str
    where: str
    says: dict[str, list[str]]


Row = tuple[dict[str, Any], list[Warned]]
"""What is in a file, and what is worth a look there."""


def check(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE",
            help="Scenario, character or position files; - is standard input.",
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
    """Check files of scenarios, characters and positions: all that is wrong, or what is in them and
    inferred. A position has to name its scenario."""
    faults: list[Fault] = []
    rows: list[dict[str, Any]] = []
    for file in files:
        warnings: list[Warned] = []
        try:
            row, warnings = _row(file, character)
        except ScenarioError as error:
            faults.extend(error.faults)
            found = [fault.as_dict() for fault in error.faults]
            row = {"file": str(file), "ok": False, "faults": found}
        rows.append(row)
        if not as_json and row["ok"]:
            _print_row(row, warnings)
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
    position: Annotated[
        bool, typer.Option("--position", help="Of positions of them instead of scenarios.")
    ] = False,
    kind: Annotated[
        str, typer.Option("--kind", metavar="KIND", help="Of files of that kind of games.")
    ] = CONFLICT,
) -> None:
    """Print the JSON schema that editors use to complete and check scenario files."""
    from autogm.game.positions import positions_of
    from autogm.game.registry import kind_called, schema_of_kind
    from autogm.model.schema import character_schema, schema_text

    if character and (kind != CONFLICT or position):
        other = "--position" if position else "--kind"
        raise InputError(f"--character takes no {other}: the files of characters are the same")
    try:
        if position:
            made = positions_of(kind_called(kind)).schema()
        else:
            made = character_schema() if character else schema_of_kind(kind)
    except ValueError as error:
        raise InputError(f"--kind: {error}") from None
    sys.stdout.write(schema_text(made))


def _row(file: Path, character: bool) -> Row:
    """What is in a file and what is worth a look there; a character's file is known by what it
    holds."""
    from autogm.model.cast import is_character
    from autogm.model.position import is_position
    from autogm.model.source import read_source

    data = read_source(file).data
    if is_position(data) and not character:
        return position_row(file), []
    is_sheet = character or is_character(data)
    return _character_row(file) if is_sheet else _game_row(file)


def _character_row(file: Path) -> Row:
    from autogm.model.cast import read_character
    from autogm.model.places import Places
    from autogm.rules.doubts import character_doubts
    from autogm.rules.rulesets import knowing

    sheet, source = read_character(file)
    notes = [Places(source).fault(one) for one in character_doubts(sheet)]
    row = {
        "file": str(file),
        "ok": True,
        "faults": [],
        "title": sheet.name,
        "type": sheet.type,
        "aspects": len(sheet.aspects),
        "skills": len(sheet.skills),
        "stunts": len(sheet.stunts),
        "rulesets": list(knowing(sheet.skills)),
        "warnings": list(map(str, notes)),
    }
    return row, grouped(notes, {str(file): sheet.name})


def _game_row(file: Path) -> Row:
    from autogm.game.registry import read_file

    found = read_file(file)
    if not plain.is_conflict(found):
        each = [Warned("", one.where, {one.field: [one.message]}) for one in found.notes]
        return plain.row(found), each
    return _scenario_row(file, found.content)


def _scenario_row(file: Path, encounter: Encounter) -> Row:
    from autogm.rules.judgements import judgements, reasons

    notes = (*encounter.notes, *_cramped(file, encounter))
    encounter = replace(encounter, notes=notes)
    scenario = encounter.scenario
    sides = Counter(fighter.side for fighter in encounter.fighters)
    row = {
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
        "unsuited_skill": encounter.ruleset.unsuited_skill,
        "judgements": [one.as_dict() for one in judgements(encounter)],
        "reasons": list(reasons(encounter)),
        "warnings": list(encounter.warnings),
    }
    return row, grouped(encounter.notes, _names(encounter))


def _cramped(file: Path, encounter: Encounter) -> list[Fault]:
    """What the game holds only with mobs that divide less than they could (N4). What it cannot hold
    at all is a fault of the file."""
    from autogm.engine.compile import compile_encounter
    from autogm.model.places import Places
    from autogm.model.source import read_source
    from autogm.rules.parts import undivided

    compiled = compile_encounter(encounter)
    found = dict.fromkeys(undivided(compiled.encounter, compiled.cramped))
    if not found:
        return []
    places = Places(read_source(file))
    return [places.fault(one) for one in found]


def grouped(notes: Sequence[Fault], names: Mapping[str, str]) -> list[Warned]:
    """Warnings by whom they are about, in their order. `names` says what fighters are called: by
    the beginning of their fields, and by the files of their own."""
    found: dict[tuple[Path, str], Warned] = {}
    for note in notes:
        steps = note.field.split(".")
        whole = ".".join(steps[:_FIGHTER]) if steps[0] == "sides" and len(steps) > 2 else ""
        name = names.get(whole or str(note.file), "")
        group = found.setdefault((note.file, whole), Warned(name, note.where, {}))
        field = ".".join(steps[_FIGHTER:]) if whole else note.field
        group.says.setdefault(re.sub(r"\[\d+\].*", "", field), []).append(note.message)
    return list(found.values())


def _names(encounter: Encounter) -> dict[str, str]:
    """What fighters are called, as `grouped` asks it."""
    names: dict[str, list[str]] = {}
    for fighter in encounter.fighters:
        written = getattr(encounter.scenario.sides, fighter.side).fighters[fighter.id]
        whole = f"sides.{fighter.side}.fighters.{fighter.origin}"
        names.setdefault(whole, []).append(fighter.name)
        if written.character is not None and encounter.source is not None:
            file = str(encounter.source.parent / written.character)
            names.setdefault(file, []).append(fighter.name)
    return {where: _short_list(called) for where, called in names.items()}


def _short_list(names: Sequence[str]) -> str:
    """Names, of many only the first."""
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _print_warnings(warnings: list[Warned]) -> None:
    """One paragraph for each fighter on stderr."""
    out = console(stderr=True)
    for one in warnings:
        said = [
            f"{field}: {'; '.join(says)}" if field else "; ".join(says)
            for field, says in one.says.items()
        ]
        head = f"{one.what} ({one.where})" if one.what else one.where
        if len(said) == 1:
            tell("warning", f"{head}: {said[0]}", "yellow")
            continue
        tell("warning", head, "yellow")
        for line in said:
            out.print(f"  {line}")


def _print_row(row: dict[str, Any], warnings: list[Warned]) -> None:
    from rich.text import Text

    out = console()
    out.print(Text.assemble((shorten(row["title"], 120), "bold"), f"  ({row['file']})"))
    if "scenario" in row:
        who = NEXT[row["chooses"]] if row["fighter"] is None else row["fighter"]
        out.print(f"  a position of {row['scenario']}; next: {who}")
        return
    if "steps" in row:
        facts = row["facts"] or (
            f"at most {row['choices']} choices at once, {row['outcomes']} ways that dice fall, "
            f"{row['steps']} choices and rolls in a play",
        )
        out.print(f"  a game of the kind `{row['kind']}`: {'; '.join(facts)}")
        _print_judgements(row)
        _print_warnings(warnings)
        return
    if "ruleset" in row:
        sides = f"{row['players']} against {row['gm']}"
        from autogm.view.words.grammar import counted_of

        most = counted_of(row["exchanges"], "exchange")
        out.print(f"  {row['ruleset']}, {row['kind']}, {sides}, at most {most}")
    counted = ("zones", "edges", "aspects", "skills", "stunts", "compels")
    out.print("  " + "  ".join(_count(row[name], name) for name in counted if name in row))
    if "ruleset" not in row:
        out.print(f"  a character file ({row['type']}){_played_in(row)}")
    _print_judgements(row)
    _print_warnings(warnings)


def _played_in(row: Mapping[str, Any]) -> str:
    """Where a sheet can be played, and how."""
    if not row["rulesets"] or row["type"] != "player":
        return ""
    return (
        f", with the skills of {' and '.join(row['rulesets'])}: "
        f"autogm simulate SCENARIO --party {row['file']}"
    )


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
        cut = f" ({more} more like these)" if more else ""
        rest = _untold(row["reasons"], found[:MOST_SHOWN])
        others = "; those not shown yet" if rest and len(rest) < every else ""
        out.print(f"  {_count(every, 'inferences')} from words{cut}{others}{':' if rest else '.'}")
        for says, texts in _alike(rest).items():
            out.print(Padding(f"{', '.join(texts)}: {says}", (0, 0, 0, 4)), soft_wrap=False)
        if any("» suits " in reason for reason in row["reasons"]):
            out.print(
                "  Who creates an advantage on an aspect with a skill that does not suit it rolls "
                f"at {-row['unsuited_skill']} (C6)."
            )
            out.print(
                "  Which skills suit says `suits` in an aspect, `skills` in a template; `[]`: all."
            )


def _untold(reasons: Sequence[str], shown: Sequence[Mapping[str, str]]) -> list[str]:
    """The reasons without those that say which skills suit an aspect, where the table says it."""
    told = {f"«{one['text']}» suits" for one in shown if one["overrule"] in SUITING}
    return [one for one in reasons if f"{one.partition('» suits ')[0]}» suits" not in told]


def _alike(reasons: Sequence[str]) -> dict[str, list[str]]:
    """What is said of several aspects alike, said once: the sentences about «texts» by what they
    say."""
    said: dict[str, list[str]] = {}
    for reason in reasons:
        text, _, says = reason.partition("» ")
        said.setdefault(says, []).append(f"{text}»")
    return said


def _count(number: int, plural: str) -> str:
    return f"{number} {plural if number != 1 else plural.removesuffix('s')}"
