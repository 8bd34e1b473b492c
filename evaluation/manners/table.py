"""The manners, each by its name: what it says of a battle, what is counted, out of what. What an
agent has been cured of is kept out by this table: a rate that rises again is seen beside the kept
one (`--compare`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from evaluation.manners import endings, rolls, turns
from evaluation.manners.battle import Battle, Sighting


@dataclass(frozen=True)
class Manner:
    """One manner: its name, what is odd, what it is counted out of, and what counts it."""

    name: str
    means: str
    out_of: str
    count: Callable[[Battle], Iterator[Sighting]]


MANNERS = (
    Manner("unhurt-concession", "somebody concedes who is not hurt at all", "concessions",
           endings.unhurt_concession),
    Manner("undecided", "nobody wins before the limit", "battles", endings.undecided),
    Manner("empty-turn", "a turn without a deed that leads nowhere", "turns", turns.empty_turn),
    Manner("to-and-fro", "a step back to where the last one came from, nothing done between",
           "moves", turns.to_and_fro),
    Manner("blocked", "a move that an enemy blocks, given up, and nothing else done",
           "moves that could be blocked",
           turns.blocked),
    Manner("idle", "nothing done beside an enemy that could be hurt", "turns in reach of an enemy",
           turns.idle),
    Manner("creates", "an advantage rather than an attack", "advantages and attacks",
           turns.creates),
    Manner("third-advantage", "an advantage on an aspect after two that are unused", "advantages",
           turns.third_advantage),
    Manner("advantage-over-kill", "an advantage where an attack would likely take somebody out",
           "advantages", turns.advantage_over_kill),
    Manner("invokes-left", "free invokes unused at the end", "free invokes",
           endings.invokes_left),
    Manner("hopeless", "a roll with a chance below a tenth, instead of a guard or help",
           "rolls on turns", rolls.hopeless),
    Manner("worse-skill", "a skill a point or more behind another for the same deed",
           "choices of skill", rolls.worse_skill),
    Manner("wasted-invoke", "an invoke without which all would be the same", "invokes for +2",
           rolls.wasted_invoke),
    Manner("dearer-payment", "an invoke paid more dearly than it need be",
           "invokes with several prices", rolls.dearer_payment),
    Manner("paid-preparation", "a point for one more free invoke",
           "advantages with a duel, points in one", rolls.paid_preparation),
    Manner("gm-dies-rich", "the GM's points unused in a battle not won", "points",
           endings.gm_dies_rich),
    Manner("players-die-rich", "the players' points unused in a battle not won", "points",
           endings.players_die_rich),
    Manner("grave-cost", "a moderate or severe consequence as the cost of a trifle",
           "such costs named", endings.grave_cost),
    Manner("lonely-guard", "Full Defense with no enemy who could attack", "Full Defenses",
           turns.lonely_guard),
    Manner("overcomes-nothing", "getting rid of an aspect that does nothing", "aspects tackled",
           turns.overcomes_nothing),
    Manner("unused-help", "help that did not come to count", "help given", turns.unused_help),
)  # fmt: skip
"""All of them, the gravest first."""

NAMES = tuple(one.name for one in MANNERS)


def manner(name: str) -> Manner:
    """The manner of that name."""
    return MANNERS[NAMES.index(name)]


def described() -> str:
    """The table of manners that `evaluation/METHOD.md` shows."""
    lines = [f"| `{one.name}` | {one.means} | {one.out_of} |" for one in MANNERS]
    return "\n".join(["| manner | what is odd | out of |", "|---|---|---|", *lines])
