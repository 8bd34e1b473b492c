"""The report on a conflict, section by section, out of what was found out about it. All figures are
those of all battles; what takes more playing, and was not played, is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from autogm.analysis.intervals import Share
from autogm.analysis.outcomes import about
from autogm.analysis.review.scale import Scale
from autogm.analysis.swing import LEAST
from autogm.lab.cautions import cautions, second_thoughts
from autogm.lab.insight_words import decisive_table, more_lines
from autogm.lab.report.conflict import Findings, PlayedMore
from autogm.lab.report.drawings import depends, fighters, ground, outcomes, points
from autogm.lab.report.mattered_section import mattered_section
from autogm.lab.report.parts import Figure, Report, Section, Table, Told, as_stored, played_again
from autogm.lab.report.telling import PLAYED_ON, TellableBattle, told
from autogm.lab.tables import first_lines, who_plays
from autogm.model.words import SIDES
from autogm.view.figures import whole
from autogm.view.picture.drawing import field_picture
from autogm.view.snapshot import opening_board
from autogm.view.words.grammar import counted, counted_of, listed, start
from autogm.view.words.names import Names, names_of

if TYPE_CHECKING:
    from autogm.engine.game import Game
    from autogm.lab.simulate import Simulation
    from autogm.view.board import Board


def report(found: Findings, again: str = "") -> Report:
    """The report; `again` is the command that plays the same battles, where it may be told."""
    encounter = found.game.encounter
    names, played = names_of(encounter), found.simulation
    board = opening_board(encounter)
    number = len([one for one in encounter.fighters if one.part_of is None])
    sentences = first_lines(names, played, found.insight)
    hard, seen = sentences.pop(), ""
    if found.subject.side == 0:
        seen = "as the players know it at its beginning, "
        hard = f"by what they know beforehand: {hard[0].lower()}{hard[1:]}"
    told_of = (
        f"{played.battles:,} battles, {seen}seed {played.seed}: {who_plays(names, played)}; the "
        "intervals are 95%."
    )
    notes = [*cautions(found.game, played.agents), *second_thoughts(found.game, played)]
    if played.battles < played.asked:
        notes.append(f"{played.asked:,} battles were asked for; there was no time for more.")
    return Report(
        encounter.scenario.title,
        f"{board.subtitle} · {number} fighters",
        start(hard.rstrip(".")),
        (*sentences, *notes),
        told_of,
        _map(names, board),
        outcomes.outcome(_outcomes(names, played)),
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
        *(_more(found, found.more, names, again) if found.more is not None else ()),
        _made(found, again),
    ]


def _more(
    found: Findings, more: PlayedMore, names: Names, again: str
) -> tuple[Section, Section | None]:
    """What takes more playing than the battles that are counted."""
    section = mattered_section(more.mattered, names.sides, "conflict", "battles", more.seen)
    return section, _battles(found, more.told, names, again)


def _ends(found: Findings, names: Names) -> Section:
    ends = found.along.ends(found.game)
    shares, whose = {how: share for _, how, share in ends}, [who for who, _, _ in ends]
    drawn = outcomes.shares("endings", "How it ends", shares, whose=whose)
    figures = drawn, outcomes.lengths(names, found.along)
    return Section("ends", "Who wins, and how it ends", (), figures)


def _standing(found: Findings, names: Names) -> Section:
    whole = [
        (index, one.id, one.side)
        for index, one in enumerate(found.game.encounter.fighters)
        if one.part_of is None
    ]
    figures = [fighters.survival(names, whole, found.along)]
    heroes = found.simulation.heroes
    if heroes is not None and heroes.number > 1:
        whom = "heroes" if heroes.characters else f"of {names.sides['players']}"
        figures.append(outcomes.fallen(heroes.numbers, whom))
    return Section("standing", "Who is still there", (), tuple(figures))


def _cost(found: Findings, names: Names) -> Section | None:
    drawings = (fighters.stress, fighters.wounds, fighters.dealt)
    figures = [draw(names, found.simulation) for draw in drawings]
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
        part = f"{does} {whole(worst.damage.mean / total)} of the harm done by {names.sides['gm']}"
        says = (start(f"{part}: {worst.damage.mean:.1f} shifts a battle."),)
    return Section("cost", "What it costs, and who does the harm", says, kept, (ways,))


def _decided(found: Findings, names: Names) -> Section:
    """How open it stays, who decides it, and what luck did."""
    told = found.insight
    figures = decisive_table(told, dict.fromkeys(SIDES, ""))
    rows = tuple((row.plain, *cells) for row, cells in figures.rows)
    table = Table("Who decides it", ("fighter", *figures.heads), rows)
    said = tuple(more_lines(names, told)[1:])
    if told.swing is not None:
        return Section("decided", "How open it stays, and who decides it", said, (), (table,))
    few = (
        f"Fewer than {LEAST} battles, or such as all end alike or early, do not tell how open it "
        "stays."
    )
    return Section("decided", "Who decides it", (few, *said), (), (table,))


def _points(found: Findings, names: Names) -> Section | None:
    figures = [points.points_over_time(names, found.along),
               points.bought(names, found.simulation)]  # fmt: skip
    kept = tuple(one for one in figures if one is not None)
    if not kept:
        return None
    return Section("points", "Fate points", (), kept)


def _ground(found: Findings, names: Names, board: Board) -> Section | None:
    """Where the fighting was; nothing where there is one zone alone, or it was not stored."""
    if len(board.zones) < 2 or not found.along.all_stays.total:
        return None
    figures = ground.presence(names, board, found.along), ground.harm(names, board, found.along)
    return Section("ground", "Where the fighting was", (), figures)


def _battles(
    found: Findings, battles: Sequence[TellableBattle], names: Names, again: str
) -> Section | None:
    if not battles:
        return None
    scale = Scale(found.game)
    courses = {f"{one.name}, battle {one.line.number}": one.course() for one in battles}
    drawn = {name: course for name, course in courses.items() if course}
    title = f"The chance of {scale.side} to win, as exchanges began"
    charts = (depends.courses(drawn, title, (0.0, 1.0)),) if drawn else ()
    parts = [_told(one, found.game, again) for one in battles]
    after = list(_measured(found, battles))
    after += [
        f"What a recap says of single moves was measured by {one.review.measured}."
        for one in battles
        if one.review is not None
    ][:1]
    if not scale.chances:
        after.append(f"More than victory is at stake. {scale.explained}")
    short = [one.name for one in battles if one.review is None]
    if short:
        after.append(
            f"There was no time to look at every move of the {listed(short)} battle; more "
            "--minutes bring a recap."
        )
    number = start(counted(len(battles)))
    title = f"{number} battle{'' if len(battles) == 1 else 's'}"
    return Section("battles", title, (), charts, told=tuple(parts),
                   after=tuple(after))  # fmt: skip


def _measured(found: Findings, battles: Sequence[TellableBattle]) -> Iterator[str]:
    """How the chances of the battles were measured, and how many were not, for want of time."""
    from autogm.analysis.review.playing_on import MOST_PLACES, OTHER_DICE, STAND_IN, in_kernels

    if any(one.played_on for one in battles):
        given = found.subject.players(found.game)
        stands_in = in_kernels(given) != given
        by = (
            f"the {STAND_IN} in place of agents that think longer"
            if stands_in
            else "the same agents"
        )
        yield (
            f"Each point is the share of {PLAYED_ON} battles that {by} played on from there, with "
            f"seed {found.subject.seed + OTHER_DICE}, draws counted half. The end is as it was."
        )
    if any(one.line.exchanges > MOST_PLACES for one in battles):
        yield f"Of a longer battle {MOST_PLACES} exchanges were measured, evenly spread."
    left = sum(one.left_out for one in battles)
    if left:
        yield (
            f"There was no time to play on from {counted_of(left, 'exchange')}; more "
            "--minutes bring them."
        )


def _told(one: TellableBattle, game: Game, again: str) -> Told:
    number, last = one.line.number, one.line.exchanges
    summary = f"Battle {number}, {counted_of(last, 'exchange')}. {one.how}"
    command = f"{again} --battle {number}" if again else ""
    return told(one, f"The {one.name} battle", summary, game, command)


def _made(found: Findings, again: str) -> Section:
    from autogm.model.version import version

    played = found.simulation
    says = [
        f"{played.battles:,} battles with seed {played.seed}, all of them counted. The same seed "
        "and version give the same battles."
    ]
    if found.stored is not None:
        how = as_stored(found.stored.file, found.more is not None)
        says = [f"{played.battles:,} battles with seed {played.seed}, {how}."]
        if not found.stored.exchanges:
            says.append(
                "What points the sides held over time and where the fighting was is not stored: "
                "simulate keeps it with --rows exchanges."
            )
    if found.more is None and found.stored is not None:
        says.append(
            "Three battles told and what mattered need battles to be played again, which --minutes "
            f"does: `{played_again(found.stored.file)}`"
        )
    if again:
        simulate = again.replace("autogm replay", "autogm simulate")
        says.append(f"The same figures: `{simulate} -n {played.battles}`")
    if found.subject.side == 0:
        says.append(
            "This page is about the conflict as the players know it at its beginning: what is "
            "hidden from them was left out before anything was played, so that the figures are "
            "those of what they can see."
        )
    says.append(f"Made by autogm {version()}.")
    return Section("made", "How this was made", tuple(says))
