"""A scenario without somebody: what it says of who does not take part is left out. Compels of them
go, and that somebody protects them; objectives are about the others. One that is about nobody else
stays and is about nobody, which is a fault: without it this would be another conflict.
"""

from __future__ import annotations

from typing import Any


def forget(data: dict[str, Any], who: str) -> None:
    """Leave out of a scenario's data, in place, what is said of somebody who is not there."""
    if "compels" in data:
        data["compels"] = [
            one
            for one in data["compels"]
            if not (isinstance(one, dict) and one.get("victim") == who)
        ]
    for side in data.get("sides", {}).values():
        for one in side.get("fighters", {}).values():
            if isinstance(one, dict) and one.get("protects") == who:
                del one["protects"]
    objectives = data.get("objectives")
    if isinstance(objectives, dict):
        for side, goals in objectives.items():
            if isinstance(goals, list | tuple):
                objectives[side] = [_without(one, who) for one in goals]


def _without(goal: Any, who: str) -> Any:
    """An objective without somebody."""
    if not isinstance(goal, dict) or who not in goal.get("who", ()):
        return goal
    others = [one for one in goal["who"] if one != who]
    found = goal | {"who": others}
    if isinstance(goal.get("number"), int):
        found["number"] = max(1, min(goal["number"], len(others)))
    return found
