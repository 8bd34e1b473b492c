"""What came up in battles that are told step by step: which aspects were invoked or compelled, and
which stunts were used. It is counted from events, as `replay` tells them; nothing is inferred.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autogm.engine.events import Event
    from autogm.engine.game import Game
    from autogm.lab.replay import Step

Key = tuple[str, str, str]
"""What it is (`aspect` or `stunt`), whose (an id as it was written, a zone, or `scene`), and its
words."""


class CameUp:
    """Looks through battles of one conflict."""

    def __init__(self, game: Game) -> None:
        self._origin = {one.id: one.origin for one in game.encounter.fighters}

    def in_steps(self, steps: Iterable[Step]) -> set[Key]:
        """What came up in a battle."""
        return {key for step in steps for event in step.events for key in self._in_event(event)}

    def _in_event(self, event: Event) -> list[Key]:
        facts = event.facts
        if event.kind == "invoke" and "stunt" not in facts:
            return [("aspect", self._whose(facts["on"]), facts["aspect"])]
        if event.kind == "compel" and "aspect" in facts:
            return [("aspect", self._whose(event.who), facts["aspect"])]
        used = [one["stunt"] for one in facts.get("bonuses", ()) if one["by"] == "stunt"]
        if event.kind in ("invoke", "stunt"):
            used.append(facts["stunt"])
        return [("stunt", self._whose(event.who), one) for one in used]

    def _whose(self, who: str | None) -> str:
        return "scene" if who is None else self._origin.get(who, who)
