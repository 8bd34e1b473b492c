"""How hard a scenario is, for whoever looks at its page: the battles that `autogm simulate` plays
where nobody says how many are played beside everything else, once, and told in the same sentences.
These name nobody, so that nothing hidden is given away.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event, Lock

from autogm.agents.names import seating
from autogm.agents.playing import needed
from autogm.agents.roster import seats
from autogm.engine.game import Game
from autogm.game.building import build, cores
from autogm.game.kernels import runs_interpreted
from autogm.rules.encounter import Encounter
from autogm.table.gallery import GalleryItem
from autogm.view.words.names import names_of

SEED = 1


class NotPlayedError(RuntimeError):
    """A conflict could not be played out: why."""


@dataclass(frozen=True)
class Hardness:
    """What so many battles of a conflict say, the verdict first, and who played them."""

    battles: int
    agent: str
    lines: tuple[str, ...]


class Judge:
    """Who plays conflicts out, one at a time, and leaves a core to those who play at the table."""

    def __init__(self) -> None:
        self._executor, self._lock, self._closing = ThreadPoolExecutor(1, "judge"), Lock(), Event()
        self._asked: dict[str, Future[Hardness]] = {}

    def of(self, item: GalleryItem) -> Hardness | None:
        """How hard a conflict is, once that was played; it is begun when it is first asked for.

        Raises:
            NotPlayedError: where it failed; it is begun again when it is asked for again.
        """
        with self._lock:
            if item.tag not in self._asked:
                work = self._executor.submit(hardness_of, item.found.content, self._go_on)
                self._asked[item.tag] = work
            asked = self._asked[item.tag]
            if not asked.done():
                return None
            if asked.exception() is not None:
                del self._asked[item.tag]
        try:
            return asked.result()
        except Exception as error:
            raise NotPlayedError(f"{type(error).__name__}: {error}") from error

    def close(self) -> None:
        """End what is played after the battles that are under way; nothing is begun any more."""
        self._closing.set()
        self._executor.shutdown(wait=True, cancel_futures=True)

    def _go_on(self, battles: int) -> None:
        if self._closing.is_set():
            raise KeyboardInterrupt


def hardness_of(encounter: Encounter, progress: Callable[[int], None]) -> Hardness:
    """Play a conflict as often as `autogm simulate` does where nobody says how often, and tell what
    that comes to. `progress` is told of each part, and may raise KeyboardInterrupt to end it."""
    from autogm.lab.amount import usual  # whoever only plays need not wait for the laboratory
    from autogm.lab.simulate import simulate
    from autogm.lab.tables import first_lines

    sitting, agents = seating(None), seats(None, encounter=encounter)
    if not runs_interpreted():
        build(needed(agents))
    number, workers = usual(encounter, sitting), max(1, cores() - 1)
    found = simulate(Game(encounter), number, SEED, agents, workers=workers, progress=progress)
    *others, verdict = first_lines(names_of(encounter), found)
    return Hardness(found.battles, found.agents["players"], (verdict, *others))
