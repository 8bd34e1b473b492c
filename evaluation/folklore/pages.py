"""The two pages that a GM reads, made of what has been played: the rules of thumb with their
verdicts, and the encounter guide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.table import Table

from autogm.analysis.intervals import Mean, wilson
from autogm.analysis.verdict import verdict as how_hard
from evaluation.folklore.advice import ADVICE
from evaluation.folklore.guide import GUIDE, PARTIES, entries
from evaluation.folklore.played import Kept, Played
from evaluation.folklore.results import Found, Trial
from evaluation.folklore.rules import BRAWLER, FAIR, SKIRMISHER, TACTICIAN
from evaluation.folklore.sheets import ASHES, CORE
from evaluation.folklore.verdicts import (
    FALLEN,
    GAIN,
    LENGTH,
    SCORE,
    Answer,
    Claim,
    Figure,
    Verdict,
    score,
)
from evaluation.tables import plain_table

COMMAND = "python -m evaluation.folklore"
PLAYERS = {
    BRAWLER: "brawlers",
    SKIRMISHER: "skirmisher",
    FAIR: "level Fair",
    TACTICIAN: "tactician",
}
TITLES = {CORE: "Fate Core", ASHES: "War of Ashes"}
ANSWERS = {Answer.yes: "kept", Answer.no: "broken", Answer.open: "open"}
MISSING = "·"


def folklore(results: Sequence[Found], seed: int) -> str:
    """The page of the rules."""
    return "\n".join([*_opening(results), *_each(results), *_method(results, seed)]) + "\n"


def _opening(results: Sequence[Found]) -> Iterator[str]:
    yield f"<!-- Made by `{COMMAND} --into evaluation`; do not edit. -->"
    yield "# What Fate GMs tell each other, tried"
    yield ""
    yield (
        "Rules of thumb for fights, each played some hundred times by programs that know the "
        "rules. A rule **holds** if all that it claims was seen every time, **holds only in part** "
        "if the players or the opposition decide it, and **does not hold** if nothing of it was "
        "seen. How that was measured, and what it leaves out, stands at the end. For «how many of "
        "these are fair?» see the [encounter guide](ENCOUNTERS.md)."
    )
    yield ""
    yield "| rule | verdict |"
    yield "|---|---|"
    for one in results:
        yield f"| [{one.rule.says}](#{_anchor(one.rule.says)}) | {said(one)} |"


def _anchor(heading: str) -> str:
    """Where a link to a heading leads."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def said(one: Found) -> str:
    """The verdict in words."""
    if not one.complete:
        return "not played through yet"
    if one.verdict is Verdict.undecided:
        return f"not decided by {_battles(one)} battles"
    words: str = one.verdict.value
    return words


def _battles(one: Found) -> str:
    numbers = sorted({len(played.winners) for trial in one.trials for played in
                      trial.played.values()})  # fmt: skip
    return " or ".join(f"{number:,}" for number in numbers) or "0"


def _each(results: Sequence[Found]) -> Iterator[str]:
    for one in results:
        rule = one.rule
        yield ""
        yield f"## {rule.says}"
        yield ""
        yield f"**{said(one).capitalize()}.** {rule.tried} {_advice(one)}".rstrip()
        yield ""
        yield from _table(one)
        yield ""
        for number, claim in enumerate(rule.claims):
            yield f"- Kept where {claim.says}: {_answers(one, number, claim)}."
        yield ""
        places = "; ".join(f"[{at.work}]({at.address}), {at.where}" for at in rule.sources)
        yield f"Said in: {places}. Not tried: {_lower(rule.leaves_out)}"


def _advice(one: Found) -> str:
    return ADVICE.get(one.rule.id, {}).get(one.verdict, "") if one.complete else ""


def _lower(text: str) -> str:
    return text[0].lower() + text[1:]


def _answers(one: Found, number: int, claim: Claim) -> str:
    told = []
    for trial in one.trials:
        answer = trial.answers[number]
        if answer is None:
            told.append(f"{_column(one, trial)} not played")
        else:
            told.append(f"{_column(one, trial)} {ANSWERS[answer[1]]} ({_figure(claim, answer[0])})")
    return "; ".join(told)


def _figure(claim: Claim, of: Figure) -> str:
    if claim.figure == SCORE:
        return f"{_percent(of)} of wins"
    if claim.figure == GAIN:
        middle, low, high = (_points(value) for value in (of.mean, of.low, of.high))
        return f"{middle} points, {low} to {high}"
    if of.high == float("inf"):
        return "too few to tell"
    return f"{of.mean:.2f} times, {of.low:.2f}–{of.high:.2f}"


def _points(value: float) -> str:
    return f"{100 * value:+.0f}".replace("-", "−")


def _percent(of: Figure) -> str:
    return f"{100 * of.mean:.0f}% ({100 * of.low:.0f}–{100 * of.high:.0f})"


def _mean(of: Mean) -> str:
    if of.low is None or of.high is None:
        return f"{of.mean:.1f}"
    return f"{of.mean:.1f} ({of.low:.1f}–{of.high:.1f})"


def _column(one: Found, trial: Trial) -> str:
    """What a trial is called: the case, the players, or both, where they differ."""
    names = []
    if len(one.rule.cases) > 1:
        names.append(trial.case.name)
    if len(one.rule.agents) > 1:
        names.append(PLAYERS[trial.agent])
    return ", ".join(names) or trial.case.name


def _rows(one: Found) -> Iterator[tuple[str, list[str]]]:
    """The rows of a rule's table: the share of each variant, exchanges and heroes taken out where
    a claim is about them."""
    figures = {claim.figure for claim in one.rule.claims}
    for name in one.rule.cases[0].variants:
        found = [trial.played.get(name) for trial in one.trials]
        yield name, [MISSING if played is None else _percent(score(played)) for played in found]
    for figure, words in ((LENGTH, "exchanges"), (FALLEN, "heroes out")):
        if figure not in figures:
            continue
        for name in one.rule.cases[0].variants:
            found = [trial.played.get(name) for trial in one.trials]
            yield (
                f"{words}, {name}",
                [MISSING if at is None else _mean(_of(figure, at)) for at in found],
            )


def _of(figure: str, played: Played) -> Mean:
    return played.mean(played.exchanges if figure == LENGTH else played.fallen)


def _table(one: Found) -> Iterator[str]:
    columns = [_column(one, trial) for trial in one.trials]
    yield f"| heroes win | {' | '.join(columns)} |"
    yield "|---|" + "---:|" * len(columns)
    for name, figures in _rows(one):
        yield f"| {name} | {' | '.join(figures)} |"


def _method(results: Sequence[Found], seed: int) -> Iterator[str]:
    battles = sorted({
        len(played.winners)
        for one in results for trial in one.trials for played in trial.played.values()
    })  # fmt: skip
    numbers = " or ".join(f"{number:,}" for number in battles)
    yield ""
    yield "## How it was measured"
    yield ""
    yield (
        f"Each figure is of {numbers} battles with seed {seed}; the smallest number is that of "
        "level Fair, who thinks longer. In brackets stand 95% intervals. A battle that nobody has "
        "won after thirty exchanges counts half. What a table has one under the other was played "
        "with the same dice, and differences have intervals for pairs of battles. A claim is kept "
        "where its whole interval lies in the range that it names, broken where none of it does, "
        "and open otherwise. Claims were written down before these battles were played, but "
        "after a first look, with forty battles each, at some of the conflicts."
    )
    yield ""
    yield (
        "Heroes of Fate Core have the pyramid that starts at +4, three fate points, five aspects "
        "and one stunt that is of use in a fight; those of War of Ashes approaches from +3 down. "
        "NPCs are built as the books say for their kind, and the GM has a point for each hero. "
        "The ground is two zones with an aspect each. Sheets and conflicts are "
        "[here](folklore/sheets.py), the rules [here](folklore/rules.py), the battles "
        "[here](folklore.jsonl)."
    )
    yield ""
    yield (
        "Both sides are always played by the same kind of player. Brawlers hit the nearest enemy "
        "and spend nothing. Level Fair plays as a group that has fought some conflicts together: "
        "it looks at the turn at hand, overlooks and misjudges. The tactician looks one turn ahead "
        "and spends well; the skirmisher does what the tactician would mostly do, without looking. "
        "At least three of them play where a rule is about how hard a fight is, Fair in one rule "
        "alone since it needs a hundred times as long. Where a rule is about what brawlers never "
        "do, there are three strengths of the opposition instead."
    )
    yield ""
    yield "## What that does not cover"
    yield ""
    yield (
        "Real people, who talk, improvise, and stop fighting when the story says so. Compels, "
        "which these conflicts leave out. Ground with more to it than two zones. Other sheets: a "
        "party of scholars does worse, one of swordsmen better. Points and consequences that are "
        "missed in the next scene. And win shares depend on who plays: read a difference between "
        "two rows rather than a single figure."
    )
    yield ""
    yield (
        f"`{COMMAND} --into evaluation` plays what is missing and writes this page again; "
        "`--battles N` plays more."
    )


def encounters(kept: Kept, seed: int) -> str:
    """The page of the encounter guide."""
    return "\n".join(_guide(kept, seed)) + "\n"


def _guide(kept: Kept, seed: int) -> Iterator[str]:
    cells = {(one.ruleset, one.kind, one.row, one.heroes): one.cell for one in entries()}
    numbers: set[int] = set()
    body: list[str] = []
    for ruleset, kinds in GUIDE.items():
        body += ["", f"## {TITLES[ruleset]}", ""]
        heads = " | ".join(f"{number} heroes" for number in PARTIES)
        body += [f"| opponents | how many | {heads} |", "|---|---|" + "---:|" * len(PARTIES)]
        for kind in kinds:
            for row in kind.rows:
                found = [kept.of(cells[ruleset, kind.name, row, one], seed) for one in PARTIES]
                numbers |= {len(one.winners) for one in found if one is not None}
                told = (MISSING if one is None else f"{_percent(score(one))} {word(one)}"
                        for one in found)  # fmt: skip
                body.append(f"| {kind.name} | {row} | {' | '.join(told)} |")
        body.append("")
        body += [f"- **{kind.name}.** {kind.says}" for kind in kinds]
    battles = " or ".join(f"{number:,}" for number in sorted(numbers)) or "0"
    yield f"<!-- Made by `{COMMAND} --into evaluation`; do not edit. -->"
    yield "# Encounter guide"
    yield ""
    yield (
        "How often a party wins against so many of a kind. In brackets stands the 95% interval, "
        "and behind it a word for how hard that is by the share of wins alone. Both sides are "
        f"played by the tactician, who looks one turn ahead; {battles} battles each, seed {seed}. "
        "Heroes are fresh: all their points (three each), no consequences. A weaker table loses "
        "more often, and so does one that comes from another fight. Add one hero, or take away "
        "some opponents, when in doubt; `autogm simulate` plays your own fight with your own "
        "sheets, and `autogm tune` changes it until it is as hard as you like."
    )
    yield from body
    yield ""
    yield (
        "The words: a walkover from 95% on, easy from 80%, fair from 45%, hard from 20%, deadly "
        "from 5%, hopeless below. Sheets, ground and players are those of "
        "[the rules of thumb](FOLKLORE.md#how-it-was-measured); what that page does not cover is "
        "not covered here."
    )


def word(played: Played) -> str:
    """How hard it is, by the players' score alone."""
    total = len(played.winners)
    wins = wilson(played.winners.count("1"), total)
    undecided = wilson(played.winners.count("0"), total)
    return how_hard(wins, undecided, total, None).word.said


def told(one: Found) -> Table:
    """A rule as a table for the terminal."""
    table = plain_table(
        f"{one.rule.id}: {said(one)}",
        "heroes win",
        *(_column(one, trial) for trial in one.trials),
    )
    for name, figures in _rows(one):
        table.add_row(name, *figures)
    return table


def plain(one: Found) -> Mapping[str, Any]:
    """A rule as plain data."""
    return {
        "rule": one.rule.id,
        "says": one.rule.says,
        "verdict": one.verdict.name,
        "complete": one.complete,
        "trials": [
            {
                "case": trial.case.name,
                "agent": trial.agent,
                "variants": {
                    name: {"battles": len(played.winners), **_plain(score(played))}
                    for name, played in trial.played.items()
                },
                "claims": [
                    None if found is None else {"answer": found[1].value, **_plain(found[0])}
                    for found in trial.answers
                ],
            }
            for trial in one.trials
        ],
    }


def _plain(of: Figure) -> dict[str, float | None]:
    high = None if of.high == float("inf") else of.high
    return {"mean": of.mean, "low": of.low, "high": high}
