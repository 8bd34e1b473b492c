"""The command `rules`: what a ruleset does, where two differ, and rules by their ids or words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from autogm.commands.frame import AsJson, InputError, console, print_json

_WIDE = 100
"""Letters of a line from which on a table of fields has all its columns."""
_IDS, _NAMES = 9, 30
"""Letters of a column of rule ids, which has three in a line, and of one of names."""


def rules(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RULESET | RULE-ID | WORD",
            help="A ruleset, rules by id, such as H5, or words that rules speak of, such as "
            "weight; none: list the rulesets.",
            show_default=False,
        ),
    ] = None,
    diff: Annotated[bool, typer.Option("--diff", help="Show where two rulesets differ.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print what a ruleset does, where two differ, or what rules say, by their ids or words."""
    from autogm.rules.rulebook import SCENES, rules_at_home
    from autogm.rules.rulesets import RULESETS, ruleset

    given = names or []
    if diff:
        if len(given) != 2:
            raise InputError(
                f"--diff compares two rulesets, such as --diff {' '.join(RULESETS[:2])}"
            )
        _differ(_ruleset(given[0]), _ruleset(given[1]), as_json)
    elif not given:
        _list([ruleset(name) for name in RULESETS], as_json)
    elif all(_is_id(name) for name in given):
        _tell_rules(given, as_json)
    elif len(given) == 1 and given[0] in SCENES:
        _tell_all(rules_at_home(given[0]), as_json)
    elif not any(_is_id(name) or name in RULESETS for name in given) and _tell_found(
        given, as_json
    ):
        return
    elif len(given) == 1:
        _one(_ruleset(given[0]), as_json)
    else:
        raise InputError(
            "give one ruleset, two after --diff, rules by their ids, or words that all stand in "
            "one rule"
        )


def _is_id(name: str) -> bool:
    from autogm.rules.rulebook import ID

    return ID.fullmatch(name.strip().upper()) is not None


def _ruleset(name: str) -> Any:
    from autogm.rules.rulebook import SCENES, rule_ids
    from autogm.rules.rulesets import RULESETS, RulesetError, ruleset

    try:
        return ruleset(name)
    except RulesetError as error:
        problem = error.problems[0]
        meant = f"; did you mean `{problem.suggestion}`?" if problem.suggestion else "."
        known = ", ".join(RULESETS)
        ids = rule_ids()
        if name in SCENES:
            message = f"`{name}` has no fields: `autogm rules {name}` tells its rules"
        else:
            none = "" if problem.suggestion else ", and no rule has that word"
            message = (
                f"{problem.message}{none}{meant} There are {known} and {', '.join(SCENES)}; and "
                f"rules from {ids[0]} to X1"
            )
        raise InputError(message) from None


def _tell_rules(names: list[str], as_json: bool) -> None:
    from autogm.rules.rulebook import UnknownRuleError, rule

    found = []
    for name in names:
        try:
            found.append(rule(name))
        except UnknownRuleError as error:
            near = f"; did you mean {error.suggestion}?" if error.suggestion else "."
            kind = "There are" if len(error.family[0]) > 1 else "The ids begin with"
            raise InputError(f"{error}{near} {kind} {', '.join(error.family)}") from None
    if as_json:
        print_json([_rule_values(one) for one in found])
        return
    for place, one in enumerate(found):
        _print_rule(one, apart=place > 0)


def _tell_found(words: list[str], as_json: bool) -> bool:
    """Tell the rules that speak of those words; whether there are any."""
    from autogm.rules.rulebook import find_rules

    found = find_rules(words)
    _tell_all(found, as_json)
    return bool(found)


def _tell_all(found: Sequence[Any], as_json: bool) -> None:
    """Tell one rule with all that there is to it, several by a line each."""
    if found and as_json:
        print_json([_rule_values(one) for one in found])
    elif len(found) == 1:
        _print_rule(found[0], apart=False)
    elif found:
        _print_table(
            ["rule", "what it says", "in play in"],
            [(one.id, one.says, _where(one.at_home) or "-") for one in found],
        )
        console().print(f"\n`autogm rules {found[0].id}` tells more about one of them.")


def _rule_values(one: Any) -> dict[str, Any]:
    from autogm.rules.rulesets import RULESETS, ruleset

    fields = {
        field: {name: ruleset(name).model_dump(mode="json")[field] for name in RULESETS}
        for field in one.fields
    }
    return {
        "rule": one.id,
        "says": one.says,
        "rulesets": one.at_home,
        "switch": one.switch or None,
        "switched_on_in": one.others,
        "fields": fields,
    }


def _print_rule(one: Any, *, apart: bool) -> None:
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from autogm.model.faults import shorten
    from autogm.rules.tables import texts_of

    out = console()
    told = Table.grid(padding=(0, 2))
    told.add_column(style="bold", no_wrap=True)
    told.add_row(one.id, Text(one.says))
    told.add_row("", f"In play in {_where(one.at_home) or 'no ruleset by itself'}.")
    if one.others:
        told.add_row("", f"`{one.switch}` turns it on in {_where(one.others)}.")
    lines = [
        (field if first else "", shorten(text), _where(names))
        for field in one.fields
        for first, (text, names) in zip([True, *[False] * 9], texts_of(field), strict=False)
    ]
    out.print(Padding(told, (int(apart), 0, int(bool(lines)), 0)), soft_wrap=False)
    if lines:
        _print_table(["field", "value", "rulesets"], lines)


def _where(names: tuple[str, ...]) -> str:
    """Rulesets in words."""
    from autogm.rules.rulesets import RULESETS

    return "every ruleset" if names == RULESETS else ", ".join(names)


def _list(found: list[Any], as_json: bool) -> None:
    from autogm.rules.rulebook import SCENES

    rows = [(one.id, one.title, one.source) for one in found]
    rows += [(name, title, source) for name, (title, source) in SCENES.items()]
    heads = ("id", "title", "source")
    if as_json:
        print_json([dict(zip(heads, row, strict=True)) for row in rows])
        return
    _print_table(["ruleset", *heads[1:]], rows)


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
    _print_fields(
        [rules.id],
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
    if not found:
        both = f"{one.id} and {other.id}" if one.id != other.id else f"{one.id} and itself"
        console().print(f"{both} do not differ.")
        return
    _print_fields(
        [one.id, other.id],
        [(d.field, *d.texts, " ".join(d.rules), d.says) for d in found],
    )


def _print_fields(heads: list[str], lines: list[tuple[str, ...]]) -> None:
    """A table of fields: name, values, ids of rules, what they say. Where the console is narrow,
    the last two stand below the name."""
    if console().width >= _WIDE:
        _print_table(["field", *heads, "rules", "what it says"], lines)
        return
    below = [
        (f"{name}\n{says}{f' ({ids})' if ids else ''}", *values)
        for name, *values, ids, says in lines
    ]
    _print_table(["field", *heads], below)


def _print_table(heads: list[str], lines: Sequence[tuple[str, ...]]) -> None:
    """A table whose first column has names in bold, and below them what they mean; none of its
    words is broken where it would fit a line."""
    from rich import box
    from rich.console import Group
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    longest = max(len(name.partition("\n")[0]) for name, *_ in lines)
    table.add_column(heads[0], min_width=longest, max_width=max(longest, _NAMES))
    for head in heads[1:]:
        table.add_column(head, overflow="fold", max_width=_IDS if head == "rules" else None)
    for first, *others in lines:
        name, _, below = first.partition("\n")
        told = [Padding(Text(below, "dim"), (0, 0, 0, 2))] if below else []
        values = (Text(cell.replace("/", " / ")) for cell in others)
        table.add_row(Group(Text(name, "bold"), *told), *values)
    console().print(table, soft_wrap=False)
