"""What `simulate --levels` adds: the same game for players of each level of skill."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from autogm.commands.frame import DONE, tell, terminable

if TYPE_CHECKING:
    from autogm.agents.names import Seating
    from autogm.analysis.outcomes import Outcomes
    from autogm.lab.skill import SkillResult
    from autogm.rules.encounter import Encounter


def by_skill(
    kind: str,
    seating: Seating,
    of_gm: Mapping[str, str],
    found: Outcomes,
    number: int,
    play: Callable[[str, int], tuple[Outcomes | None, int]],
) -> tuple[list[SkillResult], int]:
    """The same game for players of each level of skill, and the exit code. The GM plays as before,
    the fighters `of_gm` that were named among them; `play` is told who plays and how often, and
    answers what came of it and an exit code. Where the players were played so already, what was
    `found` is told. After an interruption those levels are told that had played to the end."""
    from autogm.lab.simulate import Simulation
    from autogm.lab.skill import SKILLS, agent_of, agents_for, played

    told: list[SkillResult] = []
    own_players = len(seating.fighters) > len(of_gm)
    with terminable() as stopped:
        for skill in SKILLS:
            own: Outcomes | None = found
            leave = DONE
            if own_players or seating.players != agent_of(skill, kind):
                who = agents_for(skill, seating.gm, kind, of_gm)
                tell("playing", f"as {skill.name} would ({who})", "dim")
                try:
                    own, leave = play(who, number)
                except KeyboardInterrupt:  # while it was made ready
                    leave = stopped()
            if own is None or leave != DONE:
                tell("interrupted", f"{skill.name} did not play to the end", "bold red")
                return told, leave
            verdict = own.verdict.said if isinstance(own, Simulation) else None
            told.append(played(skill, own, verdict))
    return told, DONE


def named_of_gm(encounter: Encounter, seating: Seating) -> dict[str, str]:
    """Who plays single fighters of the GM's side, by what was written for them."""
    from autogm.agents.names import fighters_of

    means, sides = fighters_of(encounter), {one.id: one.side for one in encounter.fighters}
    return {who: name for who, name in seating.fighters.items() if sides[means[who][0]] == "gm"}
