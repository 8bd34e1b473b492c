"""How far places are from each other, in steps (Z1)."""

from __future__ import annotations

from collections.abc import Iterable


def distances(ways: Iterable[tuple[str, str]], start: str) -> dict[str, int]:
    """How many ways lead from `start` to each place that can be reached from it, itself (0)
    included. Each of the `ways` leads from its first place to its second."""
    onward: dict[str, list[str]] = {}
    for here, there in ways:
        onward.setdefault(here, []).append(there)
    found, reached = {start: 0}, [start]
    for here in reached:  # it grows meanwhile, nearer places first
        for there in onward.get(here, ()):
            if there not in found:
                found[there] = found[here] + 1
                reached.append(there)
    return found
