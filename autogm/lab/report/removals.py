"""What can be taken out of a conflict, one thing at a time: each fighter, stunt, weapon, aspect and
zone, as changes of its fields. What that makes of it is checked like any file; where it is no
conflict any more, the removal says why it was not tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from autogm.lab.called import written_names
from autogm.model.variants import Change
from autogm.model.words import SIDES

PLAIN = {"text": "Plain Ground", "actions": [], "adverse": False, "free": {"open": 0}}
"""What stands for the aspect of a zone that is taken out: every zone has one."""

NO_BREAK = "\u00a0"


@dataclass(frozen=True)
class Removal:
    """One thing that is taken out: what kind of thing, its words, whose it is (an id as it was
    written, a zone, or `scene`), the side (None: nobody's), and the changes that do it. `text` is
    the aspect's or the stunt's own words; whether it is used always `shows` in what happens."""

    kind: str
    words: str
    whose: str
    side: str | None
    changes: tuple[Change, ...]
    text: str = ""
    shows: bool = True

    @property
    def key(self) -> tuple[str, str, str]:
        """As `came_up` names it."""
        kind = "stunt" if self.kind == "weapon" else self.kind
        return kind, self.whose, self.text


def removals_of(data: Mapping[str, Any]) -> list[Removal]:
    """All that can be taken out. `data` is the scenario as it is written, its sheets with it
    (`autogm.model.variants.whole`)."""
    found: list[Removal] = []
    fighters = {side: data["sides"][side]["fighters"] for side in SIDES}
    names = written_names({name: one for own in fighters.values() for name, one in own.items()})
    for side, own in fighters.items():
        for name, sheet in own.items():
            found += _of_fighter(side, name, names[name], sheet, len(own))
    found += _of_scene(data)
    found += _of_zones(data)
    return [_with_what_it_brings(one, found, data) for one in found]


def _with_what_it_brings(
    removal: Removal, others: Sequence[Removal], data: Mapping[str, Any]
) -> Removal:
    """A removal that also takes out the compels and effects which an aspect brings, where no other
    brings them as well: of compels an aspect of the victim, of a zone, or of the scene."""
    if removal.kind != "aspect":
        return removal
    fighters = {name for side in SIDES for name in data["sides"][side]["fighters"]}
    bearers = {one.whose for one in others
               if one.kind == "aspect" and one.text == removal.text and one != removal}  # fmt: skip

    def stays(one: Any) -> bool:
        if not isinstance(one, dict) or one.get("aspect") != removal.text:
            return True
        if "victim" not in one:
            return bool(bearers)
        brings = {one["victim"]} | (bearers - fighters)
        return removal.whose in fighters - brings or bool(bearers & brings)

    changes = list(removal.changes)
    for field in ("compels", "effects"):
        written = list(data.get(field) or ())
        left = [one for one in written if stays(one)]
        if len(left) < len(written):
            changes.append(Change((field,), left))
    return replace(removal, changes=tuple(changes))


def _of_fighter(
    side: str, name: str, called: str, sheet: Mapping[str, Any], others: int
) -> Iterator[Removal]:
    at = ("sides", side, "fighters", name)
    copies = int(sheet.get("copies", 1))
    if copies > 1:
        fewer = Change((*at, "copies"), copies - 1)
        yield Removal("fighter", f"one {called} of{NO_BREAK}{copies}", name, side, (fewer,))
    elif others > 1:
        yield Removal("fighter", called, name, side, (Change(at, None, remove=True),))
    stunts = list(sheet.get("stunts", ()))
    for number, stunt in enumerate(stunts):
        kind = "weapon" if stunt.get("equipment") else "stunt"
        left = Change((*at, "stunts"), stunts[:number] + stunts[number + 1 :])
        said = str(stunt.get("name", ""))
        shows = stunt.get("does", "bonus") == "bonus"
        yield Removal(kind, f"{said} ({called})", name, side, (left,), said, shows)
    for skill, attack in dict(sheet.get("attacks", {}) or {}).items():
        if isinstance(attack, dict) and attack:
            left = Change((*at, "attacks", skill), None, remove=True)
            words = f"what {called} attacks with by {skill}"
            yield Removal("weapon", words, name, side, (left,))
    aspects = list(sheet.get("aspects", ()))
    for number, aspect in enumerate(aspects):
        left = Change((*at, "aspects"), aspects[:number] + aspects[number + 1 :])
        said = _text(aspect)
        yield Removal("aspect", f"{said} ({called})", name, side, (left,), said)


def _of_scene(data: Mapping[str, Any]) -> Iterator[Removal]:
    aspects: Sequence[Any] = data.get("aspects", ()) or ()
    for number, aspect in enumerate(aspects):
        left = Change(("aspects",), [*aspects[:number], *aspects[number + 1 :]])
        said = _text(aspect)
        yield Removal("aspect", f"{said} (the scene)", "scene", None, (left,), said)


def _of_zones(data: Mapping[str, Any]) -> Iterator[Removal]:
    begins = {
        fighter.get("zone")
        for side in SIDES
        for fighter in data["sides"][side]["fighters"].values()
    }
    zones = {name: zone or {} for name, zone in data["zones"].items()}
    names = written_names(zones)
    for name, written in zones.items():
        called = names[name]
        if "aspect" in written:
            plain = Change(("zones", name, "aspect"), dict(PLAIN))
            said = _text(written["aspect"])
            yield Removal("aspect", f"{said} (in {called})", name, None, (plain,), said)
        if name in begins:
            continue
        ways = [one for one in data.get("edges", ()) if name not in _ends(one)]
        gone = (Change(("zones", name), None, remove=True), Change(("edges",), ways))
        yield Removal("zone", called, name, None, gone)


def _ends(edge: Any) -> tuple[str, ...]:
    between = edge.get("between", ()) if isinstance(edge, dict) else edge
    return tuple(between)


def _text(aspect: Any) -> str:
    return str(aspect.get("text", "")) if isinstance(aspect, dict) else str(aspect)
