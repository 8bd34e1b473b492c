"""The command `rules`: what a ruleset does, and where two differ."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from autogm.commands.frame import AsJson, InputError, console, print_json


def rules(
    rulesets: Annotated[
        list[str] | None, typer.Argument(help="Rulesets; none: list them.", show_default=False)
    ] = None,
    diff: Annotated[bool, typer.Option("--diff", help="Show where two rulesets differ.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print what a ruleset does, with the ids of its rules, or where two rulesets differ."""
    from autogm.rules.rulesets import RULESETS, RulesetError, ruleset

    names = rulesets or []
    if diff != (len(names) == 2) or len(names) > 2:
        raise InputError("give one ruleset, or two after --diff")
    try:
        found = [ruleset(name) for name in names]
    except RulesetError as error:
        problem = error.problems[0]
        meant = f"; did you mean {problem.suggestion}?" if problem.suggestion else ""
        known = ", ".join(RULESETS)
        raise InputError(f"{problem.message}{meant} There are: {known}") from None
    if not found:
        _list([ruleset(name) for name in RULESETS], as_json)
    elif diff:
        _differ(found[0], found[1], as_json)
    else:
        _one(found[0], as_json)


def _list(found: list[Any], as_json: bool) -> None:
    if as_json:
        print_json([{"id": one.id, "title": one.title, "source": one.source} for one in found])
        return
    _print_table(["ruleset", "title", "source"], [(one.id, one.title, one.source) for one in found])


def _one(rules: Any, as_json: bool) -> None:
    from autogm.rules.tables import rows

    found = rows(rules)
    if as_json:
        fields = [
            {"field": r.field, "value": r.value, "rules": r.rules, "says": r.says, "from": r.origin}
            for r in found
        ]
        print_json({"ruleset": rules.id, "fields": fields})
        return
    _print_table(
        ["field", rules.id, "rules", "what it says"],
        [(r.field, r.text, " ".join(r.rules), r.says) for r in found],
    )


def _differ(one: Any, other: Any, as_json: bool) -> None:
    from autogm.rules.tables import differences

    found = differences(one, other)
    if as_json:
        fields = [
            {"field": d.field, "values": d.values, "rules": d.rules, "says": d.says} for d in found
        ]
        print_json({"rulesets": [one.id, other.id], "fields": fields})
        return
    _print_table(
        ["field", one.id, other.id, "rules", "what it says"],
        [(d.field, *d.texts, " ".join(d.rules), d.says) for d in found],
    )


def _print_table(heads: list[str], lines: list[tuple[str, ...]]) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, head in enumerate(heads):
        table.add_column(head, style="bold" if place == 0 else None, overflow="fold")
    for line in lines:
        table.add_row(*(Text(cell) for cell in line))
    console().print(table, soft_wrap=False)
