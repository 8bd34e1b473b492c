"""A report on a game of another kind than a conflict, such as a scene of aspect cards: how it
ends, how long it takes, what mattered, and some plays told. It is made by the contract alone; what
mattered is told of games that are `Divisible`. For the players it is about the game as they know
it at its beginning.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autogm.analysis.intervals import wilson
from autogm.analysis.outcomes import about
from autogm.analysis.pairs import Results
from autogm.analysis.review.scale import Scale
from autogm.game.contract import UNDECIDED, Divisible
from autogm.lab.report.drawings import depends, outcomes
from autogm.lab.report.parts import Figure, Report, Section, Told, as_stored, played_again
from autogm.lab.report.telling import Parts, lines_of, parted, prose
from autogm.model.words import SIDES
from autogm.view.figures import whole
from autogm.view.words.endings import ending_told, unwon
from autogm.view.words.grammar import start
from autogm.view.words.sides import CALLED, says

if TYPE_CHECKING:
    from autogm.agents.base import Agent
    from autogm.analysis.review import Review
    from autogm.lab.playouts import Playouts

LOOKED_AT = 200
"""Plays among which those that are told are chosen."""
MOST_TOLD = 3
MOST_PAIRED = 10_000
"""Plays without something at most."""
PLAYING, LEAST_LEFT, TELLING = 0.4, 0.3, 0.2
"""What of the time the plays may take at most, what finding out what mattered has at least, and
what telling some of them may take; a play that is begun is played to its end."""


@dataclass(frozen=True)
class Scene:
    """What is reported on: a game, what it is in words, who plays, the seed, how many times, and
    the command that tells a play again, where it may be said."""

    game: Any
    kind: str
    agents: tuple[Agent, Agent]
    seed: int
    number: int
    again: str = ""


def scene_report(
    scene: Scene,
    seconds: float | None,
    tell: Callable[[str], None],
    found: Playouts | None = None,
    stored: Path | None = None,
) -> tuple[Report, Playouts]:
    """Play and report; what is `found` already, in the file `stored`, is not played again. All of
    it takes so many `seconds` (None: nothing more is played for it, which the page says)."""
    from autogm.lab.playout_tables import luck_lines, who_plays
    from autogm.lab.playouts import play_many

    clock = time.perf_counter
    began = clock()
    if found is None:
        tell(f"playing {scene.number:,} times")
        over = _past(None if seconds is None else began + PLAYING * seconds)
        found = play_many(scene.game, scene.number, scene.seed, scene.agents, over=over)
    sections = [_ends(scene.game, found)]
    if seconds is not None:
        until = max(began + (1 - TELLING) * seconds, clock() + LEAST_LEFT * seconds)
        sections.append(_mattered(scene, found, until, tell))
        tell("telling some of them")
        among = min(found.battles, LOOKED_AT)
        sections.append(_told(scene, among, clock() + TELLING * seconds))
    sections.append(_made(found, scene.again, stored, more=seconds is not None))
    first, second = sorted(SIDES, key=lambda side: -found.wins[side].count)
    wins = [f"{says(one, 'win', 'wins')} {about(found.wins[one])}" for one in (first, second)]
    answer = [start(f"{wins[0]} of the plays, {wins[1]}.")]
    if found.undecided.count:
        how = unwon(scene.game)
        ends = "undecided" if how == UNDECIDED else "in a bargain" if how == "a bargain" else how
        answer.append(f"{about(found.undecided)} end {ends}.")
    answer.append(f"A play takes {found.steps:.0f} choices and rolls.")
    answer += luck_lines(found)
    if found.battles < found.asked:
        answer.append(f"{found.asked:,} plays were asked for; there was no time for more.")
    ways = [("players", start(says("players", "win", "wins")), found.wins["players"]),
            ("undecided", unwon(scene.game), found.undecided),
            ("gm", start(says("gm", "win", "wins")), found.wins["gm"])]  # fmt: skip
    return Report(
        scene.game.title,
        start(scene.kind),
        start(f"{says(first, 'win', 'wins')} {whole(found.wins[first].share)}"),
        tuple(answer),
        f"{found.battles:,} plays, seed {found.seed}: {who_plays(found.agents)}; the intervals are "
        "95%.",
        _table(scene.game),
        outcomes.outcome(ways, "plays"),
        tuple(one for one in sections if one is not None),
    ), found


def _past(ends: float | None) -> Callable[[], bool]:
    """Whether it is later than `ends` (of `time.perf_counter`; None: it never is)."""
    return lambda: ends is not None and time.perf_counter() > ends


def _mattered(
    scene: Scene, found: Playouts, until: float, tell: Callable[[str], None]
) -> Section | None:
    """What mattered, where things can be taken out of the game."""
    game = scene.game
    if not isinstance(game, Divisible):
        return None
    from autogm.lab.playouts import play_many
    from autogm.lab.report.mattered import NotPlayable, what_mattered
    from autogm.lab.report.mattered_section import mattered_section
    from autogm.lab.report.removals import Removal

    taken = {
        Removal(one.kind, one.words, one.whose, one.side, (), one.text, shows=False): one
        for one in game.parts()
    }
    as_it_is, pace = found.results, found.seconds / max(1, found.battles)
    if not len(as_it_is):  # counted in a store, where they are not told one by one
        half = (time.perf_counter() + until) / 2
        number = min(found.battles, MOST_PAIRED)
        probe = play_many(game, number, scene.seed, scene.agents, over=_past(half))
        as_it_is, pace = probe.results, probe.seconds / probe.battles

    def play(removal: Removal, number: int) -> Results:
        try:
            made = game.without(taken[removal])
        except ValueError as error:
            raise NotPlayable(str(error)) from None
        return play_many(made, number, scene.seed, scene.agents).results

    paired = as_it_is.first(MOST_PAIRED)
    mattered = what_mattered(list(taken), {}, play, paired, pace, until, tell)
    return mattered_section(mattered, CALLED, "scene", "plays")


def _table(game: Any) -> Figure | None:
    """The table at the beginning, where the game lays one out."""
    if not hasattr(game, "tableau"):
        return None
    from autogm.view.picture.tableau import tableau_picture

    laid = game.tableau(game.new_initial_state(), None)
    return Figure("table", f"The table of {game.title} at the beginning.", tableau_picture(laid))


def _ends(game: Any, found: Playouts) -> Section | None:
    if not found.endings:
        return None
    shares = {
        ending_told(game, name): wilson(count, found.battles)
        for name, count in found.endings.items()
    }
    figure = outcomes.shares("endings", "How it ends", shares, runs="plays")
    return Section("ends", "How it ends", (), (figure,))


def _told(scene: Scene, among: int, ends: float) -> Section:
    """Plays told: one for each of the endings that come most often, of usual length, as many as
    there is time for until `ends`, one at least. They are chosen `among` the first ones, of which
    fewer are looked at where half the time is over before."""
    from autogm.agents.plain import played

    game, agents, seed = scene.game, scene.agents, scene.seed
    over, looked_at = _past((time.perf_counter() + ends) / 2), 0
    plays: dict[str, list[tuple[int, int]]] = {}
    for number in range(among):
        if number and over():
            break
        looked_at += 1
        steps = list(played(game, seed, number, agents))
        end = steps[-1].after if steps else game.new_initial_state()
        how = game.ending(end) if hasattr(game, "ending") else start(str(end.winner))
        plays.setdefault(how, []).append((len(steps), number))
    most = sorted(plays, key=lambda how: -len(plays[how]))[:MOST_TOLD]
    told, courses = list[Told](), dict[str, list[depends.Point]]()
    scale = Scale(game)
    for how in most:
        if told and time.perf_counter() > ends:
            break
        number = sorted(plays[how])[len(plays[how]) // 2][1]
        one, review = _one(game, agents, seed, number, how, scene.again)
        told.append(one)
        if review is not None:
            courses[f"{how}, play {number}"] = [
                depends.Point(float(n), scale.value(u)) for n, u in enumerate(review.line(0))
            ]
    figures: tuple[Figure, ...] = ()
    if courses:
        values = [one.y for points in courses.values() for one in points]
        title = "What it was worth to the players, in percent of the stakes"
        figures = (
            depends.courses(courses, title, scale.reach(values), "choices and rolls", "play"),
        )
    says = [scale.explained] if courses else []
    first: tuple[str, ...] = ()
    if looked_at < among:
        first = (f"Chosen among {looked_at:,} of them: there was no time to look at more.",)
    return Section("plays", "Some plays", first, figures, told=tuple(told), after=tuple(says))


def _one(
    game: Any, agents: tuple[Agent, Agent], seed: int, number: int, how: str, again: str
) -> tuple[Told, Review | None]:
    from autogm.agents.plain import played
    from autogm.analysis.review import UnmeasuredError, moves_of_steps, review_moves
    from autogm.analysis.review.recap import recap
    from autogm.lab.told import told_lines

    steps = list(played(game, seed, number, agents))
    begins = game.new_initial_state()
    review, parts = None, Parts()
    try:
        review = review_moves(begins, moves_of_steps(begins, steps))
        parts = prose(recap(review))
    except UnmeasuredError:
        pass
    summary = f"Play {number}, {len(steps)} choices and rolls."
    command = f"{again} --battle {number}" if again else ""
    whole, course = parted(parts)
    lines = tuple(lines_of(list(told_lines(game, iter(steps)))))
    return Told(
        f"One that ends {ending_told(game, how)}", summary, whole, course, lines, command
    ), review


def _made(found: Playouts, again: str, stored: Path | None, *, more: bool) -> Section:
    from autogm.model.version import version

    says_how = ["The same seed and version give the same plays."]
    if stored is not None:
        says_how = [f"{found.battles:,} plays, {as_stored(stored, more)}."]
    if not more and stored is not None:
        says_how.append(
            "Some plays told and what mattered need the game to be played again, which --minutes "
            f"does: `{played_again(stored)}`"
        )
    if again:
        simulate = again.replace("autogm replay", "autogm simulate")
        says_how.append(f"The same figures: `{simulate} -n {found.battles}`")
    return Section("made", "How this was made", (*says_how, f"Made by autogm {version()}."))
