"""The same conflict for players of several levels of skill, the GM plays as before: «fair for
beginners, easy for veterans». Who stands for whom is defined here once. Beginners and regulars are
the planner's levels Mediocre and Fair, which err as people do and were measured 321 Elo apart;
veterans are the tactician, who was measured above Great against those who only brawl and thinks far
less long (evaluation/RESULTS.md). Other kinds of games, which no tactician plays, have Great.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from autogm.analysis.intervals import Mean, Share
from autogm.analysis.outcomes import Outcomes, about
from autogm.game.registry import CONFLICT
from autogm.lab.progress import counted_battles
from autogm.view.words.grammar import start


@dataclass(frozen=True)
class Skill:
    """Players of a level of skill, and who stands for them in a conflict and in other games."""

    name: str
    agent: str
    elsewhere: str


SKILLS = (
    Skill("beginners", "planner:mediocre", "planner:mediocre"),
    Skill("regulars", "planner:fair", "planner:fair"),
    Skill("veterans", "tactician", "planner:great"),
)
DRAWN, SEED = 2_000, 1
"""Tables of such levels that are drawn for an interval, and with which dice."""
Array = np.ndarray[Any, Any]
PART, LEAST, MOST = 4, 20, 400
"""Each level plays so much less than was asked for, but at least and at most so many battles."""


def skill_of(agent: str) -> str | None:
    """Whom an agent stands for in a conflict, if anybody: `veterans`."""
    return next((one.name for one in SKILLS if one.agent == agent), None)


@dataclass(frozen=True)
class SkillResult:
    """What players of a level of skill came to; `said` is how hard it is for them, where the game
    has a scale for that."""

    skill: Skill
    agent: str
    wins: Share
    undecided: Share
    battles: int
    said: str | None

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "agent": self.agent,
            "battles": self.battles,
            "players_win": self.wins.as_dict(),
            "undecided": self.undecided.as_dict(),
            "verdict": self.said,
        }


def agent_of(skill: Skill, kind: str) -> str:
    """Who stands for players of a level of skill in games of a kind."""
    return skill.agent if kind == CONFLICT else skill.elsewhere


def agents_for(
    skill: Skill, gm: str, kind: str = CONFLICT, fighters: Mapping[str, str] | None = None
) -> str:
    """Who plays, as `--agents` has it: the players by skill, the GM's side by `gm`, and those
    `fighters` of it as they are named."""
    seats = {"players": agent_of(skill, kind), "gm": gm, **(fighters or {})}
    return ",".join(f"{who}={name}" for who, name in seats.items())


def battles_for(number: int) -> int:
    """How many battles each level plays where `number` are asked for."""
    return min(MOST, max(LEAST, number // PART))


def played(skill: Skill, found: Outcomes, said: str | None) -> SkillResult:
    """What players of a level of skill came to."""
    return SkillResult(skill, found.agents["players"], found.wins["players"], found.undecided,
                  found.battles, said)  # fmt: skip


def decided_by_play(found: Sequence[SkillResult]) -> Mean | None:
    """The share of what results differ in, over tables of these levels in equal parts, that goes
    with the level: the variance of the levels' scores to that of all results (law of total
    variance). The rest is up to the dice. What the levels' own intervals would bring without any
    difference is taken off. Its interval is that of a parametric bootstrap, half a victory and half
    a defeat added to each level, moved to where its mean is the share. Nothing where all went
    alike, or where not all levels were played."""
    if len(found) < len(SKILLS):
        return None
    battles = np.array([one.battles for one in found])
    wins, draws = (
        np.array([share.count for share in each])
        for each in zip(*((one.wins, one.undecided) for one in found), strict=True)
    )
    share = float(_of_play(wins, draws, battles))
    if np.isnan(share):
        return None
    rng = np.random.default_rng(SEED)
    drawn = np.stack(
        [
            rng.multinomial(n, np.array([won + 0.5, drew, n - won - drew + 0.5]) / (n + 1), DRAWN)
            for n, won, drew in zip(battles, wins, draws, strict=True)
        ],
        axis=1,
    )
    again = np.nan_to_num(_of_play(drawn[..., 0], drawn[..., 1], battles))
    low, high = np.quantile(again, (0.025, 0.975)) - again.mean() + share
    ends = (min(1.0, max(0.0, float(one))) for one in (share, low, high))
    return Mean(*ends)


def _of_play(wins: Array, draws: Array, battles: Array) -> Array:
    """That share of numbers of victories and draws (…, levels); no number where all went alike."""
    scores, squares = (wins + draws / 2) / battles, (wins + draws / 4) / battles
    mean = scores.mean(axis=-1)
    variance = squares.mean(axis=-1) - mean**2
    noise = ((squares - scores**2) / battles).mean(axis=-1)
    between = ((scores - mean[..., None]) ** 2).mean(axis=-1)
    between -= noise * (len(battles) - 1) / len(battles)
    with np.errstate(divide="ignore", invalid="ignore"):
        found: Array = np.where(variance > 0, between / variance, np.nan)
    return found


def skill_lines(found: Sequence[SkillResult]) -> list[str]:
    """What came of it in sentences, the least skilled first."""
    lines = []
    for one in found:
        hard = f": for them this is {one.said}" if one.said else ""
        of = f" of {counted_battles(one.battles)}"
        lines.append(start(f"{one.skill.name} win {about(one.wins)}{of}{hard}."))
    play = decided_by_play(found)
    if play is not None:
        share = about(Share(0, play.mean, play.low or 0.0, play.high or 0.0))
        lines.append(f"Over such tables, {share} of who wins is up to how well they play, the rest "
                     "to the dice.")  # fmt: skip
    return lines


def as_dict(found: Sequence[SkillResult]) -> dict[str, Any]:
    """As plain data."""
    play = decided_by_play(found)
    return {
        "levels": {one.skill.name: one.as_dict() for one in found},
        "decided_by_play": None if play is None else play.as_dict(),
    }
