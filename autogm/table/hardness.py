"""How hard a scenario is, for whoever looks at its page: the battles that `autogm simulate` plays
where nobody says how many are played beside everything else, once, and told in the same sentences.
These name nobody, so that nothing hidden is given away.
"""

from __future__ import annotations

from concurrent.futures import Executor, Future
from dataclasses import dataclass
from threading import Lock

from autogm.agents.names import seating
from autogm.agents.playing import needed
from autogm.agents.roster import seats
from autogm.engine.game import Game
from autogm.game.building import build
from autogm.game.kernels import runs_interpreted
from autogm.rules.encounter import Encounter
from autogm.table.offers import Offer
from autogm.view.words.names import names_of

SEED = 1


@dataclass(frozen=True)
class Hardness:
    """What so many battles of a conflict say, the verdict first, and who played them."""

    battles: int
    agent: str
    lines: tuple[str, ...]


class Judge:
    """What was asked of which scenarios. `executor` plays in the order in which it is asked."""

    def __init__(self, executor: Executor) -> None:
        self._executor, self._lock = executor, Lock()
        self._asked: dict[str, Future[Hardness]] = {}

    def of(self, offer: Offer) -> Hardness | None:
        """How hard a conflict is, once that was played; it is begun when it is first asked for."""
        with self._lock:
            if offer.id not in self._asked:
                self._asked[offer.id] = self._executor.submit(hardness_of, offer.found.content)
            asked = self._asked[offer.id]
        return asked.result() if asked.done() else None


def hardness_of(encounter: Encounter) -> Hardness:
    """Play a conflict as often as `autogm simulate` does where nobody says how often, and tell what
    that comes to."""
    from autogm.lab.amount import usual  # whoever only plays need not wait for the laboratory
    from autogm.lab.simulate import simulate
    from autogm.lab.tables import first_lines

    sitting, agents = seating(None), seats(None, encounter=encounter)
    if not runs_interpreted():
        build(needed(agents))
    found = simulate(Game(encounter), usual(encounter, sitting), SEED, agents)
    *others, verdict = first_lines(names_of(encounter), found)
    return Hardness(found.battles, found.agents["players"], (verdict, *others))
