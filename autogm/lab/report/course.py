"""The course of battles, followed step by step: who is still there after each exchange, how many
points each side holds, what points bought, where everybody stood and where it hurt, what came up,
and how it stood for the players. All of it is counted from events and states, as `replay` tells
them; nothing is inferred.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import exp, log
from typing import TYPE_CHECKING, Any

from autogm.engine.codes import POOL, UNDECIDED_WIN
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.model.words import SIDES
from autogm.view.words.events import EventWords

if TYPE_CHECKING:
    from autogm.engine.events import Event
    from autogm.lab.replay import Step
    from autogm.planner.planner import Planner

SUPPLY = "supply"
MOVED_ALONG = frozenset({"leaving the scene", "arriving", "a compel refused"})
"""Reasons for which a point moves and nothing is bought."""
CERTAIN = 1e-4
"""Chances nearer to 0 or 1 are as good as certain."""


@dataclass(frozen=True)
class Moment:
    """How it stands as an exchange begins, or at the end: the exchange that comes, or the last one;
    the fighters who have gone for good, by index; the points that each side holds, and what the
    position is worth to the players (utility, an estimate as it stands)."""

    exchange: int
    gone: frozenset[int]
    points: tuple[int, int]
    worth: float


@dataclass
class Followed:
    """One battle: its number, who won (`players`, `gm`, `undecided`), how it ended in words, and
    its moments, the first as it begins and the last at its end. The counters are by (zone id, side)
    of who stood there as an exchange began, by (zone id, side) of the shifts taken there, by (side,
    reason) of points spent, and by what came up (`aspect` or `stunt`, whose, its words)."""

    number: int
    winner: str = "undecided"
    how: str = ""
    moments: list[Moment] = field(default_factory=list)
    presence: Counter[tuple[str, str]] = field(default_factory=Counter)
    harm: Counter[tuple[str, str]] = field(default_factory=Counter)
    spent: Counter[tuple[str, str]] = field(default_factory=Counter)
    came_up: set[tuple[str, str, str]] = field(default_factory=set)

    @property
    def exchanges(self) -> int:
        """The exchange it ended in."""
        return self.moments[-1].exchange


class Follower:
    """Follows battles of one conflict."""

    def __init__(self, game: Game, planner: Planner) -> None:
        self.game, self._planner, self._words = game, planner, EventWords(game)
        fighters = game.encounter.fighters
        self.index = {one.id: n for n, one in enumerate(fighters)}
        mobs = game.scene[0]["mob_of"]
        self.whole = [n for n, one in enumerate(fighters) if one.part_of is None]
        self._parts = {n: [m for m in range(len(fighters)) if int(mobs[m]) == n]
                       for n in self.whole}  # fmt: skip

    def follow(self, number: int, steps: Iterable[Step]) -> Followed:
        """A battle, out of its steps."""
        found, last = Followed(number), None
        for step in steps:
            before = step.before if step.before is not None else last
            for event in step.events:
                self._note(found, event, before if before is not None else step.after)
            if last is None or last.exchange != step.after.exchange:
                found.moments.append(self._moment(step.after))
                self._stand(found, step.after)
            last = step.after
        assert last is not None
        found.moments.append(self._moment(last))
        won = int(last.record[0]["winner"])
        found.winner = "undecided" if won == UNDECIDED_WIN else SIDES[won - 1]
        return found

    def _moment(self, state: State) -> Moment:
        record = state.record[0]
        present, exchange = int(record["present"]), state.exchange
        fighters = self.game.encounter.fighters
        gone = frozenset(
            n
            for n in self.whole
            if fighters[n].arrives <= exchange
            and not any((present >> m) & 1 for m in self._parts[n])
        )
        held = [0, 0]
        for n, one in enumerate(fighters):
            if (present >> n) & 1:
                held[SIDES.index(one.side)] += int(record["points"][n])
        held[1] += int(record["points"][POOL])
        worth = state.returns()[0] if state.is_terminal() else self._planner.value(state)
        return Moment(exchange, gone, (held[0], held[1]), worth)

    def _stand(self, found: Followed, state: State) -> None:
        record = state.record[0]
        for n, one in enumerate(self.game.encounter.fighters):
            if (int(record["present"]) >> n) & 1:
                found.presence[self.game.words.zones[int(record["zone"][n])], one.side] += 1

    def _note(self, found: Followed, event: Event, state: State) -> None:
        facts = event.facts
        if event.kind == "damage" and facts["shifts"] > 0:
            hurt = self.index[facts["target"]]
            zone = self.game.words.zones[int(state.record[0]["zone"][hurt])]
            found.harm[zone, self.game.encounter.fighters[hurt].side] += facts["shifts"]
        elif event.kind == "point":
            self._pay(found, facts)
        elif event.kind == "invoke" and "stunt" in facts:
            found.came_up.add(("stunt", self._origin(event.who), facts["stunt"]))
        elif event.kind == "invoke":
            found.came_up.add(("aspect", self._origin(facts["on"]), facts["aspect"]))
        elif event.kind == "compel" and "aspect" in facts:
            found.came_up.add(("aspect", self._origin(event.who), facts["aspect"]))
        elif event.kind == "stunt":
            found.came_up.add(("stunt", self._origin(event.who), facts["stunt"]))
        elif event.kind == "roll":
            for one in facts.get("bonuses", ()):
                if one["by"] == "stunt":
                    found.came_up.add(("stunt", self._origin(event.who), one["stunt"]))
        elif event.kind == "end":
            found.how = self._words.tell(event)

    def _origin(self, who: str | None) -> str:
        """The id under which somebody was written; a zone, or the scene, is what it is."""
        if who is None:
            return "scene"
        n = self.index.get(who)
        return who if n is None else self.game.encounter.fighters[n].origin

    def _pay(self, found: Followed, facts: dict[str, Any]) -> None:
        payer = facts["from"].removeprefix("owed to ")
        side = "gm" if payer == "gm" else None
        if payer in self.index:
            side = self.game.encounter.fighters[self.index[payer]].side
        if facts["reason"] == "a compel refused" and facts["to"] != SUPPLY:
            back = facts["to"].removeprefix("owed to ")
            whose = "gm" if back == "gm" else self.game.encounter.fighters[self.index[back]].side
            found.spent[whose, "offering a compel"] -= facts["count"]
        elif side is not None and facts["reason"] not in MOVED_ALONG:
            found.spent[side, facts["reason"]] += facts["count"]


def calibrated(worth: float, start: float, score: float) -> float:
    """The players' chance at a moment, draws counted half: the estimate of its worth, moved by as
    many log-odds as the estimate of the beginning is off from the `score` that battles showed."""
    if abs(worth) >= 1.0:
        return (1 + worth) / 2
    odds = _log_odds((1 + worth) / 2) + _log_odds(score) - _log_odds((1 + start) / 2)
    return 1 / (1 + exp(-odds))


def _log_odds(chance: float) -> float:
    inside = min(1 - CERTAIN, max(CERTAIN, chance))
    return log(inside / (1 - inside))


def chances(battle: Followed, score: float) -> list[float]:
    """The players' chance at each moment of a battle."""
    start = battle.moments[0].worth
    return [calibrated(one.worth, start, score) for one in battle.moments]


def chosen(battles: list[Followed], score: float) -> dict[str, Followed]:
    """The battles that are told: the `typical` one ends as most do, and its length and its chances
    on the way are nearest to the mean of those; the `closest` is nearest to even on the way; the
    most `one-sided` is farthest from it, among the shortest. No battle is told twice."""
    if not battles:
        return {}
    found: dict[str, Followed] = {}
    wins = Counter(one.winner for one in battles)
    usual = wins.most_common(1)[0][0]
    alike = [one for one in battles if one.winner == usual]
    length = sum(one.exchanges for one in alike) / len(alike)
    middle = sum(_tilt(one, score) for one in alike) / len(alike)

    def strange(one: Followed) -> float:
        far = abs(one.exchanges - length) / max(1.0, length)
        return far + abs(_tilt(one, score) - middle)

    found["typical"] = min(alike, key=lambda one: (strange(one), one.number))
    rest = [one for one in battles if one is not found["typical"]]
    if rest:
        found["closest"] = min(rest, key=lambda one: (_apart(one, score), one.number))
    rest = [one for one in rest if one is not found["closest"]]
    if rest:
        found["most one-sided"] = max(
            rest, key=lambda one: (_apart(one, score) - 0.01 * one.exchanges, -one.number)
        )
    return found


def _tilt(battle: Followed, score: float) -> float:
    told = chances(battle, score)[:-1]
    return sum(told) / len(told)


def _apart(battle: Followed, score: float) -> float:
    """How far from even it stood, on the mean over its exchanges; the beginning, which is the same
    in all battles, does not count unless there is nothing else."""
    told = chances(battle, score)[1:-1] or chances(battle, score)
    return sum(abs(one - 0.5) for one in told) / len(told)
