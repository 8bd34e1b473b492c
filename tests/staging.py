"""The lines that set a scene for a test (see `tests.table`): ground and fighters as a scenario's
fields."""

from __future__ import annotations

import re
from typing import Any

import yaml

PLAIN = {"actions": [], "helps": "both", "adverse": False, "free": {"open": 0}}
"""What an aspect of ground is that speaks to no roll."""
_WAY = re.compile(r"\s+([->|])\s+")
_ZONE = re.compile(r"(?P<id>[a-z0-9_]+)(?:\s*\[(?P<aspect>[^]]*)\])?(?P<unexplored>\?)?$")


def read_ground(text: str) -> tuple[dict[str, Any], list[Any]]:
    """Zones and edges of a line such as `path [Narrow Path] - slope; slope > lake`."""
    zones: dict[str, Any] = {}
    edges: list[Any] = []
    for part in text.split(";"):
        pieces = _WAY.split(part.strip())
        names = []
        for piece in pieces[::2]:
            found = _ZONE.match(piece.strip())
            assert found, f"this is no zone: {piece!r}"
            name, aspect = found["id"], found["aspect"]
            names.append(name)
            if found["unexplored"]:
                zones[name] = {"unexplored": True}
            elif aspect is not None:
                zones[name] = {"aspect": {"text": aspect, "free": {"open": 0}}}
            else:
                zones.setdefault(name, {"aspect": {"text": f"The {name}", **PLAIN}})
        for way, start, end in zip(pieces[1::2], names, names[1:], strict=False):
            between = [start, end]
            kinds: dict[str, Any] = {
                "-": between,
                ">": {"between": between, "one_way": True},
                "|": {"between": between, "barrier": True, "sight": True},
            }
            edges.append(kinds[way])
    return zones, edges


def read_fighters(
    text: str, plain: dict[str, Any], zones: dict[str, Any], sheets: dict[str, Any]
) -> dict[str, Any]:
    """Fighters of a line such as `rolf@deck Forceful 3 boxes=2; hans`."""
    fighters: dict[str, Any] = {}
    for part in text.split(";"):
        name, *words = part.split()
        name, _, zone = name.partition("@")
        sheet: dict[str, Any] = {**plain, "zone": zone or next(iter(zones)), "skills": {}}
        while words:
            word = words.pop(0)
            if "=" in word:
                key, _, value = word.partition("=")
                sheet[key] = yaml.safe_load(value)
            else:
                sheet["skills"][word] = int(words.pop(0))
        fighters[name] = {**sheet, **sheets.get(name, {})}
    return fighters
