"""What a report says of a run of a store, counted from its rows: no battle is played again, and
none is held in memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autogm.engine.codes import POOL
from autogm.game.contract import WINNERS
from autogm.lab.playouts import Playouts
from autogm.lab.records import LEVELS
from autogm.lab.report.along import BOTH, NO_OBJECTIVE, Along, Sums
from autogm.lab.report.conflict import Findings, KeptIn, Subject
from autogm.lab.store.base import Store
from autogm.lab.store.counted import playouts_of, simulation_of
from autogm.lab.store.jobs import Job, Ready, ready
from autogm.lab.store.storing import check_alike
from autogm.model.version import version
from autogm.model.words import SIDES

if TYPE_CHECKING:
    from autogm.engine.game import Game

OF = "b.run = ? AND b.battle < ?"
ENTERED = f"""
    SELECT e.battle, e.exchange + 1 AS exchange, e.zone, r.side, e.here, e.points, e.pool
    FROM battles b JOIN exchanges e ON e.run = b.run AND e.battle = b.battle
    JOIN roster r ON r.run = e.run AND r.fighter = e.fighter
    WHERE {OF} AND e.exchange < b.exchanges
"""
"""How each fighter stood as each exchange but the first began."""


def stored_findings(path: Path, run: int, subject: Subject, *, replays: bool) -> Findings:
    """What a run of a conflict comes to, as the `subject` says of how many of its battles; with
    `replays` some of them are to be played again.

    Raises:
        StoreError: where the file cannot be read, or battles that are to be played again would go
            otherwise.
    """
    job, asked = _job(subject.files, subject.agents, subject.seed), subject.battles
    with Store(path, read_only=True) as store:
        made = ready(job)
        found = simulation_of(store, run, job, made, asked, 0.0)
        if replays:
            _check(store, run, job, made, found.battles)
        along = along_of(store, run, asked, subject.game)
        kept = KeptIn(path, keeps_exchanges(store, run))
    return Findings(subject, found, along, stored=kept)


def stored_plays(
    path: Path,
    run: int,
    files: Mapping[str, str],
    agents: str | None,
    seed: int,
    asked: int,
    *,
    replays: bool,
) -> Playouts:
    """What a run of another game comes to, its first `asked` plays; with `replays` some of them
    are to be played again.

    Raises:
        StoreError: as `stored_findings`.
    """
    job = _job(files, agents, seed)
    with Store(path, read_only=True) as store:
        made = ready(job)
        found = playouts_of(store, run, job, made, asked, 0.0)
        if replays:
            _check(store, run, job, made, found.battles)
        return found


def _check(store: Store, run: int, job: Job, made: Ready, battles: int) -> None:
    without = "Without --minutes the report counts what is stored"
    check_alike(store, run, job, made, battles - 1, without)


def _job(files: Mapping[str, str], agents: str | None, seed: int) -> Job:
    """A job of which nothing is played."""
    return Job(tuple(files.items()), agents, seed, None, LEVELS[0], version())


def along_of(store: Store, run: int, asked: int, game: Game) -> Along:
    """What the first `asked` battles of a run come to on their way; without what was not stored,
    if only its battles and fighters were."""
    first = [run, asked]
    found = Along(endings=Counter(), lengths=Counter(), gone=Counter())
    for winner, objective, exchange, count in store.ask(
        "SELECT b.winner, b.objective, b.exchanges, count(*) FROM battles b "
        f"WHERE {OF} GROUP BY ALL ORDER BY ALL",
        first,
    ):
        number = WINNERS.index(winner) + 1
        found.battles += count
        found.exchanges = max(found.exchanges, exchange)
        found.endings[number, NO_OBJECTIVE if objective is None else objective] += count
        found.lengths[exchange, number] += count
    places = {one.id: n for n, one in enumerate(game.encounter.fighters)}
    for fighter, exchange, count in store.ask(
        f"SELECT b.fighter, b.exchange, count(*) FROM fighters b WHERE {OF} "
        "AND b.exchange IS NOT NULL GROUP BY ALL",
        first,
    ):
        found.gone[places[fighter], exchange] += count
    if keeps_exchanges(store, run):
        _add_points(found, store, first, game)
        _add_stays(found, store, first, game)
        _add_harm(found, store, first, game)
    return found


def keeps_exchanges(store: Store, run: int) -> bool:
    """Whether a run has rows of exchanges."""
    return store.ask("SELECT level FROM runs WHERE run = ?", [run]) != [("fighters",)]


def _add_points(found: Along, store: Store, first: list[Any], game: Game) -> None:
    """The points that the sides held as exchanges began; the first begins as it is written."""
    opening = game.first_record[0]
    for side, name in enumerate(SIDES):
        held = int(opening["points"][POOL]) if side else 0
        held += sum(
            int(opening["points"][n]) for n, one in _there(game) if one.side == name
        )  # fmt: skip
        found.held[1, side] = Sums(held * found.battles, held * held * found.battles, found.battles)
    for exchange, side, total, squares, number in store.ask(
        f"""
        SELECT exchange, side, sum(held)::BIGINT, sum(held * held)::BIGINT, count(*) FROM (
            SELECT battle, exchange, side, (coalesce(sum(points) FILTER (here), 0)
                + CASE side WHEN 'gm' THEN any_value(pool) ELSE 0 END)::BIGINT AS held
            FROM ({ENTERED}) GROUP BY battle, exchange, side
        ) GROUP BY ALL ORDER BY ALL
        """,
        first,
    ):
        found.held[exchange, SIDES.index(side)] = Sums(total, squares, number)


def _there(game: Game) -> list[tuple[int, Any]]:
    """Who is there at the beginning."""
    present = int(game.first_record[0]["present"])
    fighters = enumerate(game.encounter.fighters)
    return [(n, one) for n, one in fighters if (present >> n) & 1]


def _add_stays(found: Along, store: Store, first: list[Any], game: Game) -> None:
    """Who stood where: what was counted as later exchanges began, and with it those who are there
    at the beginning, the same in every battle."""
    begun, zones = Counter[tuple[str, str]](), game.words.zones
    for n, one in _there(game):
        zone = zones[int(game.first_record[0]["zone"][n])]
        for side in (one.side, BOTH):
            begun[zone, side] += 1
    everybody, number = len(_there(game)), found.battles
    by_battle = f"""
        WITH stay AS (SELECT battle, zone, side, count(*) AS n FROM ({ENTERED}) WHERE here
                      GROUP BY ALL),
             whole AS (SELECT battle, sum(n)::BIGINT AS t FROM stay GROUP BY ALL),
             part AS (SELECT battle, zone, side, n FROM stay UNION ALL
                      SELECT battle, zone, '{BOTH}', sum(n)::BIGINT FROM stay GROUP BY ALL)
    """
    [(total, squares)] = store.ask(
        f"{by_battle} SELECT coalesce(sum(t), 0)::BIGINT, coalesce(sum(t * t), 0)::BIGINT "
        "FROM whole",
        first,
    )
    found.all_stays = Sums(
        total + number * everybody,
        squares + 2 * everybody * total + number * everybody**2,
        number,
    )
    counted = {
        (zone, side): sums
        for zone, side, *sums in store.ask(
            f"{by_battle} SELECT zone, side, sum(n)::BIGINT, sum(n * n)::BIGINT, "
            "sum(n * t)::BIGINT FROM part JOIN whole USING (battle) GROUP BY ALL",
            first,
        )
    }
    for zone in zones:
        for side in (*SIDES, BOTH):
            more = begun[zone, side]
            own, own_squares, products = counted.get((zone, side), (0, 0, 0))
            found.stays[zone, side] = Sums(
                own + number * more,
                own_squares + 2 * more * own + number * more**2,
                number,
                products + everybody * own + more * total + number * more * everybody,
            )


def _add_harm(found: Along, store: Store, first: list[Any], game: Game) -> None:
    """Where it hurt."""
    harm = f"SELECT b.battle, b.zone, b.side, b.shifts FROM harm b WHERE {OF}"
    counted = {
        (zone, side): Sums(total, squares, found.battles)
        for zone, side, total, squares in store.ask(
            f"""
            WITH hurt AS ({harm}),
                 part AS (SELECT battle, zone, side, shifts FROM hurt UNION ALL
                          SELECT battle, zone, '{BOTH}', sum(shifts) FROM hurt GROUP BY ALL)
            SELECT zone, side, sum(shifts)::BIGINT, sum(shifts::BIGINT * shifts)::BIGINT
            FROM part GROUP BY ALL
            """,
            first,
        )
    }
    for zone in game.words.zones:
        for side in (*SIDES, BOTH):
            found.harm[zone, side] = counted.get((zone, side), Sums(number=found.battles))
