"""Who plays, as a command is told it: agents by name, what seed they meet, and the game compiled
for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from autogm.agents.names import DEFAULT, LEVELLED, THOUGHTLESS, names, tempered
from autogm.commands.frame import InputError
from autogm.planner.levels import DEFAULT as PLAIN_LEVEL
from autogm.planner.levels import LEVELS
from autogm.planner.temper.names import PROTECTS

if TYPE_CHECKING:
    from autogm.agents.base import Agent
    from autogm.agents.names import Seating
    from autogm.engine.game import Game
    from autogm.rules.encounter import Encounter

Seed = Annotated[
    int, typer.Option("--seed", metavar="N", help="The same seed meets the same dice.")
]
AGENTS_HELP = (
    f"{', '.join(names()[:-1])} or {names()[-1]}; a name for both sides, or "
    f"players=tactician,gm={LEVELLED}:superb,rolf=brawler with the ids of fighters, or of what "
    f"several are copies of. The {LEVELLED}'s levels, from weak to strong: "
    f"{', '.join(level.name for level in LEVELS)}; {LEVELLED} alone is {PLAIN_LEVEL.name}. In a "
    f"conflict a {', '.join(tempered()[:-1])} or {tempered()[-1]} may have a temper, as "
    f"{LEVELLED}:fair:cruel, and somebody to protect, {DEFAULT}:{PROTECTS}=ID: see "
    "`autogm list tempers`."
)
Agents = Annotated[
    str | None,
    typer.Option(
        "--agents",
        metavar="WHO",
        help=f"Who plays: {AGENTS_HELP}",
        show_default=DEFAULT,
    ),
]


def seating_of(encounter: Encounter, agents: str | None) -> Seating:
    """Who plays, by name.

    Raises:
        InputError: for what is wrong with it; nothing is compiled before.
    """
    from autogm.agents.names import UnknownAgentError, seating

    try:
        return seating(agents, encounter=encounter)
    except UnknownAgentError as error:
        raise InputError(f"--agents: {error}") from None


def prepared(
    encounter: Encounter,
    agents: str | None,
    number: int | None = None,
    more: Sequence[Any] = (),
    *,
    stored: bool = False,
    measures: bool = False,
) -> tuple[Game, tuple[Agent, Agent]]:
    """The compiled game and who plays it, `number` battles or, to tell it, one; tells the person
    when kernels must be compiled, `more` ones among them. Battles that are `stored` are
    recorded.

    Raises:
        InputError: as `seating_of`.
    """
    seating_of(encounter, agents)
    from autogm.agents.playing import needed
    from autogm.agents.roster import entries_of, seats
    from autogm.agents.seated import names_of_agents
    from autogm.commands.building import INTERPRETED_BATTLE, prepare
    from autogm.engine.entries import apply_at, legal_at
    from autogm.engine.game import Game

    players = seats(agents, encounter=encounter)
    shortcut = None
    if all(one in THOUGHTLESS for one in names_of_agents(players).values()):
        shortcut = INTERPRETED_BATTLE * len(encounter.fighters) ** 2 * (number or 1)
    told_alone = [apply_at, legal_at, *entries_of(players)]
    entries = needed(players, measures, stored)
    prepare([*(told_alone if number is None else entries), *more], shortcut)
    return Game(encounter), players
