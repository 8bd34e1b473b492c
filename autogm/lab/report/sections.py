"""The report on a conflict, section by section, out of what was found out about it. The figures of
`simulate` are taken as they are; what was followed step by step says of how many battles it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from autogm.analysis.intervals import Share, wilson
from autogm.analysis.outcomes import about
from autogm.analysis.review.scale import Scale
from autogm.lab.cautions import cautions, second_thoughts
from autogm.lab.insight_words import decisive_table, more_lines
from autogm.lab.report import drawings
from autogm.lab.report.conflict import Findings, harm_by_zone
from autogm.lab.report.parts import Figure, Report, Section, Table, Told
from autogm.lab.report.removals import Removal
from autogm.lab.report.telling import told
from autogm.lab.tables import first_lines
from autogm.model.words import SIDES
from autogm.view.figures import percent
from autogm.view.picture.cards import Shading
from autogm.view.picture.drawing import field_picture
from autogm.view.picture.svg import COLOURS
from autogm.view.snapshot import opening_board
from autogm.view.words.grammar import listed, start
from autogm.view.words.names import Names, names_of

if TYPE_CHECKING:
    from autogm.lab.simulate import Simulation
    from autogm.view.board import Board

MOST_EFFECTS = 14
"""Things that mattered in a chart; the table behind it has all."""
MOST_NAMED = 12


def report(found: Findings, again: str = "") -> Report:
    """The report; `again` is the command that plays the same battles, where it may be told."""
    encounter = found.game.encounter
    names, played = names_of(encounter), found.simulation
    board = opening_board(encounter)
    fighters = len([one for one in encounter.fighters if one.part_of is None])
    sentences = first_lines(names, played, found.insight)
    hard = sentences.pop()
    seen = "as the players know it at its beginning, " if found.subject.side == 0 else ""
    agents = listed([f"{name} for {names.sides.get(who, names.of(who))}"
                     for who, name in played.agents.items()])  # fmt: skip
    told_of = (
        f"{played.battles:,} battles, {seen}seed {played.seed}, played by {agents}; the intervals "
        "are 95%."
    )
    notes = [*cautions(found.game, played.agents), *second_thoughts(played)]
    if played.battles < played.asked:
        notes.append(f"{played.asked:,} battles were asked for; there was no time for more.")
    return Report(
        encounter.scenario.title,
        f"{board.subtitle} · {fighters} fighters",
        start(hard.rstrip(".")),
        (*sentences, *notes),
        told_of,
        _map(names, board),
        drawings.outcome(_outcomes(names, played)),
        tuple(one for one in _sections(found, names, board, again) if one is not None),
    )


def _outcomes(names: Names, played: Simulation) -> list[tuple[str, str, Share]]:
    won = {side: start(names.says(name, "wins")) for side, name in names.sides.items()}
    return [
        ("players", won["players"], played.wins["players"]),
        ("undecided", "undecided", played.undecided),
        ("gm", won["gm"], played.wins["gm"]),
    ]


def _map(names: Names, board: Board) -> Figure:
    where = "; ".join(
        f"{zone.name}: {listed([one.name for one in here]) if here else 'nobody'}"
        for zone in board.zones
        for here in (board.standing(zone.id),)
    )
    return Figure("map", f"The map at the beginning. {where}.", field_picture(board))


def _sections(found: Findings, names: Names, board: Board, again: str) -> list[Section | None]:
    return [
        _ends(found, names),
        _standing(found, names),
        _cost(found, names),
        _decided(found, names),
        _points(found, names),
        _ground(found, names, board),
        _mattered(found, names),
        _battles(found, names, again),
        _made(found, again),
    ]


def _followed_words(found: Findings) -> str:
    number, total = len(found.followed), found.simulation.battles
    which = "all" if number == total else f"the first {number:,} of {total:,}"
    return f"This is counted from {which} battles, followed step by step."


def _ends(found: Findings, names: Names) -> Section:
    total = len(found.followed)
    ways = Counter(one.how for one in found.followed)
    endings = {how: wilson(count, total) for how, count in ways.most_common()}
    figures = [drawings.shares("endings", "How it ends", endings)]
    figures.append(drawings.lengths(names, found.simulation))
    after = f"How it ends: {_followed_words(found)[0].lower()}{_followed_words(found)[1:]}"
    return Section("ends", "Who wins, and how it ends", (), tuple(figures), after=(after,))


def _standing(found: Findings, names: Names) -> Section:
    fighters = [
        (index, one.id, one.side)
        for index, one in enumerate(found.game.encounter.fighters)
        if one.part_of is None
    ]
    figures = [drawings.survival(names, fighters, found.along)]
    heroes = found.simulation.heroes
    if heroes is not None and heroes.number > 1:
        whom = "heroes" if heroes.characters else f"of {names.sides['players']}"
        figures.append(drawings.fallen(heroes.numbers, whom))
    return Section("standing", "Who is still there", (), tuple(figures))


def _cost(found: Findings, names: Names) -> Section | None:
    figures = [drawings.wounds(names, found.simulation), drawings.dealt(names, found.simulation)]
    kept = tuple(one for one in figures if one is not None)
    everyone = found.simulation.fighters
    kinds = {"taken out": [one.taken_out for one in everyone],
             "conceded": [one.conceded for one in everyone],
             "left": [one.left for one in everyone]}  # fmt: skip
    shown = {name: shares for name, shares in kinds.items()
             if name == "taken out" or any(one.count for one in shares)}  # fmt: skip
    rows = tuple(
        (start(names.of(one.id)), *(about(shares[n]) for shares in shown.values()))
        for n, one in enumerate(everyone)
    )
    ways = Table("How fighters leave", ("fighter", *shown), rows)
    foes = [one for one in found.simulation.fighters if one.side == "gm" and one.damage.mean]
    says: tuple[str, ...] = ()
    if foes:
        worst = max(foes, key=lambda one: one.damage.mean)
        total = sum(one.damage.mean for one in foes)
        does = names.says(names.of(worst.id), "does")
        part = f"{does} {worst.damage.mean / total:.0%} of the harm done by {names.sides['gm']}"
        says = (start(f"{part}: {worst.damage.mean:.1f} shifts a battle."),)
    return Section("cost", "What it costs, and who does the harm", says, kept, (ways,))


def _decided(found: Findings, names: Names) -> Section:
    """How open it stays, who decides it, and what luck did."""
    told = found.insight
    figures = decisive_table(told, dict.fromkeys(SIDES, ""))
    rows = tuple((row.plain, *cells) for row, cells in figures.rows)
    table = Table("Who decides it", ("fighter", *figures.heads), rows)
    said = tuple(more_lines(names, told)[1:])
    return Section("decided", "How open it stays, and who decides it", said, (), (table,))


def _points(found: Findings, names: Names) -> Section | None:
    figures = [drawings.points_over_time(names, found.along),
               drawings.bought(names, found.simulation)]  # fmt: skip
    kept = tuple(one for one in figures if one is not None)
    if not kept:
        return None
    return Section("points", "Fate points", (), kept)


def _ground(found: Findings, names: Names, board: Board) -> Section | None:
    """Where the fighting was; nothing where there is one zone alone."""
    if len(board.zones) < 2:
        return None
    stood, hurt = found.along.presence, harm_by_zone(found.followed)
    battles = len(found.followed)
    bare = replace(board, fighters=(), order=(), aspects=())
    zones = [one.id for one in board.zones]
    there = {zone: [stood[zone, side] for side in SIDES] for zone in zones}
    harm = {zone: [hurt[zone, side] / battles for side in SIDES] for zone in zones}
    turns, most = sum(map(sum, there.values())), max(map(sum, there.values()))
    worst = max(map(sum, harm.values()))
    sides = [names.sides[side] for side in SIDES]
    shades = {
        zone: Shading(COLOURS["players"], sum(one) / max(1, most), (
            f"{percent(sum(one) / max(1, turns), 0)} of all stays", *_by_side(sides, one, turns)))
        for zone, one in there.items()
    }  # fmt: skip
    reds = {
        zone: Shading(COLOURS["gm"], sum(one) / max(1e-9, worst), (
            f"{sum(one):.1f} shifts a battle",
            *(f"{shifts:.1f} to {side}"
              for side, shifts in zip(sides, one, strict=True) if shifts)))
        for zone, one in harm.items()
    }  # fmt: skip
    called = {one.id: one.name for one in board.zones}
    busiest = max(zones, key=lambda zone: sum(there[zone]))
    bloodiest = max(zones, key=lambda zone: sum(harm[zone]))
    presence = Table(
        "Where everybody stood and was hurt", ("zone", *(f"stays of {side}" for side in sides),
                                               *(f"shifts to {side}" for side in sides)),
        tuple((called[zone], *(percent(one / max(1, turns)) for one in there[zone]),
               *(f"{one:.2f}" for one in harm[zone])) for zone in zones),
    )  # fmt: skip
    figures = (
        Figure("presence", f"The map, darker where more stood; most in {called[busiest]}.",
               field_picture(bare, shades), presence,
               "Where everybody stood as exchanges began: the darker, the more."),
        Figure("harm-by-zone", f"The map, darker where it hurt more; most in {called[bloodiest]}.",
               field_picture(bare, reds), None, "Where it hurt: the darker, the more."),
    )  # fmt: skip
    return Section("ground", "Where the fighting was", (), figures,
                   after=(_followed_words(found),))  # fmt: skip


def _by_side(sides: Sequence[str], counts: Sequence[int], total: int) -> tuple[str, ...]:
    return tuple(
        f"{side} {percent(count / max(1, total), 0)}"
        for side, count in zip(sides, counts, strict=True)
        if count
    )


def _mattered(found: Findings, names: Names) -> Section:
    mattered, whose = found.mattered, names.sides["players"]
    rows = [
        {"name": one.removal.words, "kind": one.removal.kind, "side": one.removal.side,
         "mean": one.difference.mean, "low": one.difference.low, "high": one.difference.high,
         "battles": one.battles}
        for one in mattered.effects
    ]  # fmt: skip
    says, figures, tables, after = list[str](), list[Figure](), list[Table](), list[str]()
    if rows:
        sure = [one for one in mattered.effects if one.difference.told_apart]
        pairs = sorted({one.battles for one in mattered.effects})
        says.append(
            f"Each thing is taken out alone, and {pairs[-1]:,} battles are played with the same "
            f"dice as those of the conflict as it is: how the share of wins of {whose} changes is "
            "what it was worth to them."
        )
        if sure:
            told_most = [
                f"{one.removal.words} ({100 * one.difference.mean:+.0f})".replace("-", "−")
                for one in sure[:3]
            ]
            says.append(f"What surely mattered most, in points: without {listed(told_most)}.")
        else:
            says.append("Nothing of it can be told from chance with so few battles.")
        full = drawings.effects(rows, names.sides, whose)
        shown = drawings.effects(rows[:MOST_EFFECTS], names.sides, whose)
        figures.append(replace(shown, table=full.table))
    if mattered.unused:
        after.append(
            f"In none of the {len(found.followed):,} battles that were followed came up: "
            f"{_some(mattered.unused)}."
        )
    if mattered.untried:
        after.append(f"There was no time for {_some(mattered.untried)}; more --minutes bring them.")
    if mattered.impossible:
        after.append(
            "These cannot be taken out: "
            + "; ".join(f"{one.words} ({why})" for one, why in mattered.impossible[:MOST_NAMED])
            + "."
        )
    return Section("mattered", "What mattered", tuple(says), tuple(figures), tuple(tables),
                   after=tuple(after))  # fmt: skip


def _some(removals: Sequence[Removal]) -> str:
    said = [one.words for one in removals[:MOST_NAMED]]
    more = len(removals) - len(said)
    return listed([*said, f"{more} more"] if more > 0 else said)


def _battles(found: Findings, names: Names, again: str) -> Section | None:
    if not found.told:
        return None
    courses = {f"{one.name}, battle {one.battle.number}": one.course() for one in found.told}
    scale = Scale(found.game)
    values = [y for points in courses.values() for _, y in points]
    domain = [0.0, 1.0] if scale.chances else [min(-1.0, *values), max(1.0, *values)]
    whose = names.sides["players"]
    title = f"The chance of {whose} to win" if scale.chances else f"Worth to {whose}"
    chart = drawings.courses(courses, title, domain, scale.chances)
    parts = [_told(one.name, one.battle.number, one.battle.how, one.battle.exchanges, again, told(
        one, f"The {one.name} battle", "", found.game)) for one in found.told]  # fmt: skip
    after = [
        f"How it stood was measured by {one.review.measured}."
        for one in found.told
        if one.review is not None
    ][:1]
    short = [one.name for one in found.told if one.review is None]
    if short:
        after.append(
            f"There was no time to look at every move of the {listed(short)} battle: how it stood "
            "is an estimate by exchanges; more --minutes bring a recap."
        )
    return Section("battles", "Three battles", (), (chart,), told=tuple(parts),
                   after=tuple(after))  # fmt: skip


def _told(name: str, number: int, how: str, exchanges: int, again: str, one: Told) -> Told:
    played = f"Battle {number}, {exchanges} exchanges. {how}"
    if again:
        played += f" Every roll of it again: {again} --battle {number}."
    return replace(one, summary=played)


def _made(found: Findings, again: str) -> Section:
    from autogm.model.version import version

    played = found.simulation
    says = [
        f"{played.battles:,} battles with seed {played.seed}; the first {len(found.followed):,} of "
        "them followed step by step, three told. The same seed and version give the same battles."
    ]
    if again:
        simulate = again.replace("autogm replay", "autogm simulate")
        says.append(f"The same figures: {simulate} -n {played.battles}.")
    if found.subject.side == 0:
        says.append(
            "This page is about the conflict as the players know it at its beginning: what is "
            "hidden from them was left out before anything was played, so that the figures are "
            "those of what they can see."
        )
    says.append(f"Made by autogm {version()}.")
    return Section("made", "How this was made", tuple(says))
