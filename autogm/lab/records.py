"""What is kept of battles, row by row: the tables, and what each column means. Rows come from whole
battles in compiled code where a conflict is played, and from the contract alone for other games. A
batch holds columns as arrays, so that a million battles never become a million Python objects.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from autogm.agents import battles, counting, recorded
from autogm.agents.base import Agent
from autogm.agents.measured import WORTH
from autogm.agents.playing import Chunk
from autogm.engine.codes import POOL, UNDECIDED_WIN
from autogm.engine.event_names import REASONS
from autogm.engine.game import Game
from autogm.game.contract import UNDECIDED, WINNERS
from autogm.model.words import MAX_FIGHTERS, SIDES
from autogm.planner.evaluation.weights import FEATURES

Columns = dict[str, np.ndarray[Any, Any]]
Batch = dict[str, Columns]
"""Columns by the names of tables and columns."""

LEVELS = ("fighters", "exchanges", "decisions")
"""How much is kept; each level keeps what those before it keep."""


class Column(NamedTuple):
    """A column: its name, its type in SQL, and what it says. Where `of` names a list of names, a
    batch holds places in it."""

    name: str
    sql: str
    says: str
    of: str = ""


_BATTLE = (
    Column("run", "INTEGER", "the run that it belongs to (`runs.run`)"),
    Column("battle", "INTEGER", "its number, from 0; `autogm replay --battle` tells it"),
)
TABLES: dict[str, tuple[Column, ...]] = {
    "battles": (
        *_BATTLE,
        Column("winner", "VARCHAR", "players, gm or undecided", "winners"),
        Column(
            "ending",
            "VARCHAR",
            "how it ended: an `objective` reached, even where nobody was left either; `nobody "
            "left` of a side, and no objective reached; or `undecided`; in other games what the "
            "game calls its ending",
            "endings",
        ),
        Column(
            "objective",
            "SMALLINT",
            "the number of the objective that ended it, those of the players first, from 0; NULL: "
            "none did",
        ),
        Column("exchanges", "SMALLINT", "the exchange that it ended in; NULL in other games"),
        Column("choices", "INTEGER", "choices that were made; in other games with the rolls"),
        Column("rolls", "INTEGER", "rolls of dice; NULL in other games"),
        Column("worth", "DOUBLE", "what the end is worth to the players; NULL in conflicts"),
        Column("gm_worth", "DOUBLE", "what it is worth to the GM's side; NULL in conflicts"),
        Column(
            "luck_worth",
            "DOUBLE",
            "by how much dice were worth more to the players than their mean, in u, where rolls "
            "have an estimate; NULL: not measured, as where only brawlers and skirmishers play",
        ),
        Column("fallen", "BIGINT", "bit n: fighter number n was taken out"),
        Column("pool_gained", "SMALLINT", "points that came into the GM's pool"),
        Column("pool_left", "SMALLINT", "points in the GM's pool at the end"),
    ),
    "fighters": (
        *_BATTLE,
        Column("fighter", "VARCHAR", "its id", "fighters"),
        Column(
            "fate",
            "VARCHAR",
            "standing, taken out, conceded, left, never came or gone before",
            "fates",
        ),
        Column("exchange", "SMALLINT", "the exchange in which it went; NULL: it did not"),
        Column("mild", "TINYINT", "mild consequences taken"),
        Column("moderate", "TINYINT", "moderate consequences taken"),
        Column("severe", "TINYINT", "severe consequences taken"),
        Column("boxes", "SMALLINT", "boxes of stress marked in all"),
        Column("hits", "SMALLINT", "hits dealt"),
        Column("dealt", "SMALLINT", "their shifts"),
        Column("hits_taken", "SMALLINT", "hits suffered"),
        Column("taken", "SMALLINT", "their shifts"),
        Column("spent", "SMALLINT", "fate points spent; on what says `spending`"),
        Column("gained", "SMALLINT", "fate points gained"),
        Column("points_left", "SMALLINT", "fate points at the end; 0 once it is gone for good"),
        Column(
            "luck_attacks",
            "DOUBLE",
            "by how much its dice showed more than their mean, attacking and answering attacks; "
            "NULL: not measured, as in all but the first battles of a run",
        ),
        Column("luck_else", "DOUBLE", "the same of all its other dice"),
    ),
    "spending": (
        *_BATTLE,
        Column("holder", "VARCHAR", "a fighter's id, or `pool`, the GM's", "holders"),
        Column("purpose", "VARCHAR", "what on", "purposes"),
        Column("points", "SMALLINT", "how many; no row where none were spent"),
    ),
    "exchanges": (
        *_BATTLE,
        Column("exchange", "SMALLINT", "the exchange at whose end this holds"),
        Column("fighter", "VARCHAR", "the id of a fighter", "fighters"),
        Column("here", "BOOLEAN", "whether it is still, or already, in the conflict"),
        Column("zone", "VARCHAR", "the id of its zone; NULL: not here", "zones"),
        Column("members", "TINYINT", "how many a group still has"),
        Column("boxes", "TINYINT", "boxes of stress that are marked"),
        Column("points", "SMALLINT", "fate points it may spend"),
        Column("mild", "TINYINT", "mild consequences so far"),
        Column("moderate", "TINYINT", "moderate consequences so far"),
        Column("severe", "TINYINT", "severe consequences so far"),
        Column("dealt", "SMALLINT", "shifts of its hits so far"),
        Column("taken", "SMALLINT", "shifts of the hits on it so far"),
        Column("pool", "SMALLINT", "points in the GM's pool, the same for every fighter"),
    ),
    "harm": (
        *_BATTLE,
        Column("zone", "VARCHAR", "the id of a zone", "zones"),
        Column("side", "VARCHAR", "players or gm: whose fighters were hit there", "winners"),
        Column("shifts", "SMALLINT", "shifts of the hits on them; no row where there were none"),
    ),
    "standing": (
        *_BATTLE,
        Column("exchange", "SMALLINT", "the exchange at whose first dice the sides stood so"),
        *(
            Column(name, "DOUBLE", f"{name}, the players' less the GM's, as the evaluation has it")
            for name in FEATURES
        ),
    ),
    "decisions": (
        *_BATTLE,
        Column("number", "INTEGER", "which choice of the battle, from 0"),
        Column("side", "VARCHAR", "players or gm"),
        Column("fighter", "VARCHAR", "whose choice it is; NULL: the side's"),
        Column("state", "VARCHAR", "the state as a line; it dies with a change of its layout"),
        Column("action", "VARCHAR", "what was chosen, as JSON that outlives versions"),
        Column("choices", "SMALLINT", "among how many"),
        Column("worth", "DOUBLE", "what the agent thinks it is worth to the players, if it says"),
    ),
}
"""Every table of rows."""

FATES = ("standing", "taken out", "conceded", "left", "never came", "gone before")
NEVER_CAME = FATES.index("never came")
ENDINGS = ("nobody left", "objective", UNDECIDED)
PURPOSES = tuple(REASONS[code] for code in sorted(REASONS))
POOL_NAME = "pool"
NONE = -1
"""Stands for NULL in columns of places and whole numbers."""


class Lists(NamedTuple):
    """The names that places in columns stand for."""

    winners: Sequence[str] = WINNERS
    endings: Sequence[str] = ENDINGS
    fates: Sequence[str] = FATES
    purposes: Sequence[str] = PURPOSES
    fighters: Sequence[str] = ()
    holders: Sequence[str] = ()
    zones: Sequence[str] = ()


def lists_of(game: Any) -> Lists:
    """The lists of a game."""
    if not isinstance(game, Game):
        return Lists()
    fighters = tuple(game.words.fighters)
    return Lists(fighters=fighters, holders=(*fighters, POOL_NAME), zones=tuple(game.words.zones))


def rows_of(game: Game, played: Chunk, level: str) -> Batch:
    """The rows of recorded battles of a conflict, without decisions."""
    wanted = LEVELS.index(level)
    number = len(played.results)
    size = int(game.scene[0]["fighters"])
    numbers = np.arange(played.first, played.first + number)
    winner, last = played.results[:, battles.R_WINNER], played.results[:, battles.R_EXCHANGES]
    moment, count = played.records["moment"], played.records["count"]
    final = moment[np.arange(number), last]
    objective = played.records["objective"] - 1
    batch: Batch = {
        "battles": {
            "battle": numbers,
            "winner": winner - 1,
            "ending": _endings(winner, objective),
            "objective": objective,
            "exchanges": last,
            "choices": played.results[:, battles.R_CHOICES],
            "rolls": played.results[:, battles.R_ROLLS],
            "worth": np.full(number, np.nan),
            "gm_worth": np.full(number, np.nan),
            "luck_worth": _luck_worth(played),
            "fallen": played.results[:, battles.R_FALLEN],
            "pool_gained": count[:, POOL, counting.T_GAINED],
            "pool_left": final[:, POOL, recorded.M_POINTS],
        }
    }
    batch["fighters"] = _fighters(game, played, numbers, final)
    batch["spending"] = _spending(numbers, count, size)
    batch["standing"] = _standing(numbers, played.course)
    if wanted >= LEVELS.index("exchanges"):
        batch["exchanges"] = _exchanges(game, played, numbers, size)
        batch["harm"] = _harm(numbers, played.records["hurt"])
    # Copies, which keep nothing else in memory: records are large, and are used again.
    return {
        table: {name: one.copy() for name, one in rows.items()} for table, rows in batch.items()
    }


def _endings(winner: Any, objective: Any) -> Any:
    """How battles ended, from who has won and by which objective. Who is there still does not say
    it: an objective may be reached while others of the losing side are yet to come."""
    reached = objective != NONE
    decided = np.where(reached, ENDINGS.index("objective"), ENDINGS.index("nobody left"))
    return np.where(winner == UNDECIDED_WIN, ENDINGS.index(UNDECIDED), decided)


def _owners(game: Game) -> Any:
    """The number of the group that each fighter is a part of, or its own."""
    fighters = game.encounter.fighters[: int(game.scene[0]["fighters"])]
    numbers = {one.id: number for number, one in enumerate(fighters)}
    return np.array([numbers[one.part_of or one.id] for one in fighters])


def _fighters(game: Game, played: Chunk, numbers: Any, final: Any) -> Columns:
    """A row for each fighter and battle; parts of a group count as the group, which stands while
    any of them does."""
    records, owners = played.records, _owners(game)
    whole = np.unique(owners)
    count = records["count"][:, whole]
    there = final[:, : len(owners), recorded.M_ZONE] > 0
    here = np.stack([there[:, owners == one].any(axis=1) for one in whole], axis=1)
    absent = np.where((played.gone >> whole) & 1, FATES.index("gone before"), NEVER_CAME)
    fate = np.where(here, 0, absent)
    for place, column in enumerate((counting.T_OUT, counting.T_CONCEDED, counting.T_LEFT), 1):
        fate = np.where(count[:, :, column] > 0, place, fate)
    gone = records["gone"][:, whole]
    went = (fate > 0) & (fate < NEVER_CAME)
    columns = {
        "fate": fate,
        "exchange": np.where(went, gone, NONE),
        "mild": count[:, :, counting.T_MILD],
        "moderate": count[:, :, counting.T_MODERATE],
        "severe": count[:, :, counting.T_SEVERE],
        "boxes": count[:, :, counting.T_BOXES],
        "hits": count[:, :, counting.T_HITS],
        "dealt": count[:, :, counting.T_DAMAGE],
        "hits_taken": records["struck"][:, whole],
        "taken": records["taken"][:, whole],
        "spent": count[:, :, counting.T_SPENT : counting.T_SPENT + len(PURPOSES)].sum(axis=2),
        "gained": count[:, :, counting.T_GAINED],
        "points_left": final[:, whole, recorded.M_POINTS],
        **_luck(played, owners),
    }
    return {
        "battle": np.repeat(numbers, len(whole)),
        "fighter": np.tile(whole, len(numbers)),
        **{name: np.ascontiguousarray(one).reshape(-1) for name, one in columns.items()},
    }


def _luck(played: Chunk, owners: Any) -> Columns:
    """The luck of each fighter's dice, that of a group's parts with the group's; NaN where battles
    were not measured."""
    whole = np.unique(owners)
    if played.luck is None:
        none = np.full((len(played.results), len(whole)), np.nan)
        return {"luck_attacks": none, "luck_else": none}
    summed = np.zeros_like(played.luck)
    for number, to in enumerate(owners.tolist()):
        for first in (0, MAX_FIGHTERS):
            summed[:, first + to] += played.luck[:, first + number]
    return {"luck_attacks": summed[:, whole], "luck_else": summed[:, MAX_FIGHTERS + whole]}


def _luck_worth(played: Chunk) -> Any:
    """What the dice of each battle were worth above their mean; NaN where that was not noted."""
    if played.luck is None or played.luck.shape[1] == WORTH:
        return np.full(len(played.results), np.nan)
    return played.luck[:, WORTH]


def _standing(numbers: Any, course: Any) -> Columns:
    """A row for each exchange of which the course is noted."""
    if course is None:
        course = np.zeros((len(numbers), 0))
    shaped = course.reshape(len(numbers), -1, len(FEATURES))
    battle, exchange = np.nonzero(~np.isnan(shaped[:, :, 0]))
    noted = shaped[battle, exchange]
    return {
        "battle": numbers[battle],
        "exchange": exchange + 1,
        **{name: noted[:, place] for place, name in enumerate(FEATURES)},
    }


def _spending(numbers: Any, count: Any, size: int) -> Columns:
    """A row for each purpose that somebody spent points on."""
    spent = count[:, [*range(size), POOL], counting.T_SPENT : counting.T_SPENT + len(PURPOSES)]
    battle, holder, purpose = np.nonzero(spent)
    return {
        "battle": numbers[battle],
        "holder": holder,
        "purpose": purpose,
        "points": spent[battle, holder, purpose],
    }


def _harm(numbers: Any, hurt: Any) -> Columns:
    """A row for each zone in which somebody of a side was hit."""
    battle, zone, side = np.nonzero(hurt)
    return {
        "battle": numbers[battle],
        "zone": zone,
        "side": side,
        "shifts": hurt[battle, zone, side],
    }


def _exchanges(game: Game, played: Chunk, numbers: Any, size: int) -> Columns:
    """A row for each fighter at the end of each exchange; of parts of a group, only those who are
    there."""
    parts = np.array([one.part_of is not None for one in game.encounter.fighters[:size]])
    last = played.results[:, battles.R_EXCHANGES]
    most = int(last.max())
    moment = played.records["moment"][:, : most + 1]
    reached = np.arange(most + 1)
    over = (reached[None] >= played.opened) & (reached[None] <= last[:, None])
    here = moment[:, :, :size, recorded.M_ZONE] > 0
    battle, exchange, fighter = np.nonzero(over[:, :, None] & (here | ~parts))
    row = moment[battle, exchange, fighter]
    return {
        "battle": numbers[battle],
        "exchange": exchange,
        "fighter": fighter,
        "here": row[:, recorded.M_ZONE] > 0,
        "zone": row[:, recorded.M_ZONE] - 1,
        "members": row[:, recorded.M_MEMBERS],
        "boxes": row[:, recorded.M_BOXES],
        "points": row[:, recorded.M_POINTS],
        "mild": row[:, recorded.M_MILD],
        "moderate": row[:, recorded.M_MODERATE],
        "severe": row[:, recorded.M_SEVERE],
        "dealt": row[:, recorded.M_DEALT],
        "taken": row[:, recorded.M_TAKEN],
        "pool": moment[battle, exchange, POOL, recorded.M_POINTS],
    }


def decisions_of(
    game: Any, seed: int, battles: Iterable[int], agents: tuple[Agent, Agent], start: Any = None
) -> Columns:
    """A row for each choice of these battles, which are told step by step for it."""
    found: dict[str, list[Any]] = {one.name: [] for one in TABLES["decisions"][1:]}
    for battle in battles:
        for number, (before, decision) in enumerate(_choices(game, seed, battle, agents, start)):
            worth = _worth(decision.facts)
            row = (
                battle,
                number,
                SIDES[before.current_player()],
                before.actor(),
                game.serialize(before),
                json.dumps(game.entry(before, decision.action), ensure_ascii=False),
                decision.facts.get("choices", len(before.legal_actions())),
                np.nan if worth is None else worth,
            )
            for column, value in zip(found.values(), row, strict=True):
                column.append(value)
    texts = {"side", "fighter", "state", "action"}
    return {
        name: np.array(values, object if name in texts else None) for name, values in found.items()
    }


def _worth(facts: Mapping[str, Any]) -> float | None:
    """What an agent thinks that what it took is worth to the players; nothing where it does not
    say. The lines of conflicts are worth so much to the players, those of other games to the side
    that chooses: these say so apart, since a side's gain need not be the other's loss."""
    if "to_players" in facts:
        return float(facts["to_players"])
    for line in facts.get("lines", ()):
        if line["action"] == facts.get("action"):
            return float(line["value"])
    return None


def _choices(
    game: Any, seed: int, battle: int, agents: tuple[Agent, Agent], start: Any
) -> Iterable[tuple[Any, Any]]:
    """The choices of one battle: the state before each, and what was decided."""
    if isinstance(game, Game):
        from autogm.lab.replay import replay

        for step in replay(game, seed, battle, agents, start):
            if step.decision is not None:
                yield step.before, step.decision
        return
    from autogm.agents.plain import played

    for one in played(game, seed, battle, agents, start):
        if one.decision is not None:
            yield one.before, one.decision
