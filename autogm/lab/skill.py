"""The same conflict for players of several levels of skill, the GM plays as before: «fair for
beginners, easy for veterans». Who stands for whom is defined here once. Beginners and regulars are
the planner's levels Mediocre and Fair, which err as people do and were measured 321 Elo apart;
veterans are the tactician, who was measured above Great against those who only brawl and thinks far
less long (evaluation/RESULTS.md). Other kinds of games, which no tactician plays, have Great.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from autogm.analysis.intervals import Share
from autogm.analysis.outcomes import Outcomes, about
from autogm.game.registry import CONFLICT
from autogm.view.figures import whole
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

    @property
    def score(self) -> float:
        """Their share of wins, a draw counted half."""
        return self.wins.share + self.undecided.share / 2

    @property
    def square(self) -> float:
        """The mean of the squares of their results: 1 for a victory, ½ for a draw."""
        return self.wins.share + self.undecided.share / 4

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


def decided_by_play(found: Sequence[SkillResult]) -> float | None:
    """The share of what results differ in, over tables of these levels in equal parts, that goes
    with the level: the variance of the levels' scores to that of all results (law of total
    variance). The rest is up to the dice. What the levels' own intervals would bring without any
    difference is taken off. Nothing where all went alike, or where not all levels were played."""
    if len(found) < len(SKILLS):
        return None
    scores = [one.score for one in found]
    mean = fmean(scores)
    variance = fmean(one.square for one in found) - mean**2
    if variance <= 0:
        return None
    noise = fmean((one.square - one.score**2) / one.battles for one in found)
    between = fmean((one - mean) ** 2 for one in scores)
    between -= noise * (len(found) - 1) / len(found)
    return min(1.0, max(0.0, between / variance))


def skill_lines(found: Sequence[SkillResult]) -> list[str]:
    """What came of it in sentences, the least skilled first."""
    lines = []
    for one in found:
        hard = f": for them this is {one.said}" if one.said else ""
        lines.append(start(f"{one.skill.name} win {about(one.wins)}{hard}."))
    play = decided_by_play(found)
    if play is not None:
        dice = 1 - play
        lines.append(f"Over such tables, {whole(dice)} of who wins is up to the dice and "
                     f"{whole(play)} to how well they play.")  # fmt: skip
    return lines


def as_dict(found: Sequence[SkillResult]) -> dict[str, Any]:
    """As plain data."""
    return {
        "levels": {one.skill.name: one.as_dict() for one in found},
        "decided_by_play": decided_by_play(found),
    }
