"""The conflicts that try the rules of thumb: for each rule, what is compared in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaluation.folklore.sheets import (
    ASHES,
    CORE,
    Fields,
    arriving,
    boss,
    changed,
    conflict,
    lieutenants,
    minions,
    mobs,
    party,
    peers,
    thugs,
    with_stunts,
)


@dataclass(frozen=True)
class Case:
    """Conflicts that differ in one thing, by what each is called."""

    name: str
    variants: Mapping[str, Fields]


FOUR = party(CORE, 4)


def _boss_cases(peaks: Sequence[int], variants: Mapping[str, Mapping[str, Any]]) -> list[Case]:
    """A lone boss of each peak against four heroes, with what each variant changes."""
    return [
        Case(f"peak +{peak}", {
            name: conflict(CORE, FOUR, boss(peak), **more) for name, more in variants.items()
        })
        for peak in peaks
    ]  # fmt: skip


def boss_peaks() -> list[Case]:
    return [
        Case("four heroes", {f"peak +{peak}": conflict(CORE, FOUR, boss(peak))
                             for peak in range(4, 9)})
    ]  # fmt: skip


def alone() -> list[Case]:
    return [
        Case(f"peak +{peak}", {
            "two heroes": conflict(CORE, party(CORE, 2), boss(peak)),
            "four heroes": conflict(CORE, FOUR, boss(peak)),
            "four, and six thugs beside it": conflict(CORE, FOUR, boss(peak), thugs("fair", 6)),
        })
        for peak in (5, 6, 7)
    ]  # fmt: skip


def half_ladder() -> list[Case]:
    def foes(
        mooks: int, named: int, late_mooks: int, late_named: int
    ) -> list[Mapping[str, Fields]]:
        late = [arriving(boss(5), 3)]
        if late_mooks:
            late.append(arriving(thugs("fair", late_mooks), 3))
        if late_named:
            late.append(arriving(lieutenants(late_named), 3))
        return [thugs("fair", mooks), lieutenants(named), *late]

    return [
        Case("four heroes", {
            "Fair, four opponents": conflict(CORE, FOUR, *foes(2, 1, 0, 0)),
            "Good, six": conflict(CORE, FOUR, *foes(3, 1, 0, 1)),
            "Great, eight": conflict(CORE, FOUR, *foes(4, 1, 1, 1)),
            "Superb, ten": conflict(CORE, FOUR, *foes(4, 1, 2, 2)),
        })
    ]  # fmt: skip


def outnumber() -> list[Case]:
    return [
        Case("four heroes", {
            "four as good": conflict(CORE, FOUR, peers(4)),
            "six as good": conflict(CORE, FOUR, peers(6)),
            "six, one lower": conflict(CORE, FOUR, peers(6, 3)),
            "six, two lower": conflict(CORE, FOUR, peers(6, 2)),
        })
    ]  # fmt: skip


def nameless() -> list[Case]:
    return [
        Case(quality.capitalize(), {
            f"{number} of them": conflict(CORE, FOUR, thugs(quality, number))
            for number in (4, 8, 12)
        })
        for quality in ("average", "fair", "good")
    ]  # fmt: skip


def in_mobs() -> list[Case]:
    two = party(CORE, 2)
    return [
        Case(quality.capitalize(), {
            "eight singles": conflict(CORE, two, thugs(quality, 8)),
            "four mobs of two": conflict(CORE, two, mobs(quality, 4, 2)),
            "two mobs of four": conflict(CORE, two, mobs(quality, 2, 4)),
        })
        for quality in ("average", "fair", "good")
    ]  # fmt: skip


def pool() -> list[Case]:
    return [
        Case(f"{number} against {number} as good", {
            f"{share} a hero": conflict(
                CORE, party(CORE, number), peers(number), pool=share * number
            )
            for share in range(4)
        })
        for number in (3, 4, 5)
    ]  # fmt: skip


TURF = ("Murder Holes Overhead", "They Know Every Step", "Tripwires in the Dark",
        "Barricades of Their Own")  # fmt: skip


def home_turf() -> list[Case]:
    against = {
        "a boss, peak +6": boss(6),
        "four as good": peers(4),
        "eight good thugs": thugs("good", 8),
    }
    return [
        Case(name, {
            ("none", "one", "two", "three", "four")[number]: conflict(
                CORE, FOUR, foes,
                aspects=[
                    {"text": text, "helps": "both", "actions": ["attack", "defend"], "side": "gm",
                     "free": {"gm": 1}}
                    for text in TURF[:number]
                ],
            )
            for number in range(5)
        })
        for name, foes in against.items()
    ]  # fmt: skip


VERBS = ["move", "sprint", "attack", "create", "overcome", "help", "concede", "invoke"]
OFF_BALANCE = {"text": "Off Balance", "on": "enemy", "helps": "against", "skills": []}
GROUND = {"text": "Favourable Ground", "on": "zone", "helps": "bearer", "skills": [],
          "adverse": False}  # fmt: skip


def create() -> list[Case]:
    return _boss_cases((5, 6, 7), {
        "attacks alone": {
            "actions": VERBS,
            "templates": [one | {"side": "gm"} for one in (OFF_BALANCE, GROUND)],
        },
        "advantages too": {"actions": VERBS, "templates": [OFF_BALANCE, GROUND]},
    })  # fmt: skip


def teamwork() -> list[Case]:
    return _boss_cases((5, 6, 7), {
        "nobody helps": {"actions": [verb for verb in VERBS if verb != "help"]},
        "help": {"actions": VERBS},
    })  # fmt: skip


def ratings(both: bool) -> list[Case]:
    def armed(rating: int, armour: bool) -> Fields:
        struck = {"skills": ["Fight", "Shoot"]}  # what armour stops: physical harm
        stunts = [{"name": "Weapon", "does": "weapon", "amount": rating, **struck}]
        if armour:
            stunts.append({"name": "Armour", "does": "armour", "amount": rating})
        return conflict(CORE, with_stunts(FOUR, *stunts), with_stunts(peers(4), *stunts))

    plain = conflict(CORE, FOUR, peers(4))
    name = "weapons and armour" if both else "weapons"
    return [
        Case(f"rating {rating}", {"no ratings": plain, name: armed(rating, both)})
        for rating in (1, 2, 3)
    ]


def concede() -> list[Case]:
    against = {
        "a boss, peak +7": boss(7),
        "six as good": peers(6),
        "four as good": peers(4),
    }
    return [
        Case(name, {
            words: conflict(CORE, changed(FOUR, concedes=when), foes, stakes="careful")
            for words, when in (("never", "never"), ("once hurt", "hurt"), ("any time", "any"))
        })
        for name, foes in against.items()
    ]  # fmt: skip


def weight() -> list[Case]:
    three = party(ASHES, 3)
    return [
        Case(f"{number} raiders", {
            "weight off": conflict(ASHES, three, minions(number, 1), weight=False),
            "weight on": conflict(ASHES, three, minions(number, 1), weight=True),
        })
        for number in (6, 9, 12)
    ]  # fmt: skip


def lengths() -> list[Case]:
    return [
        Case("four heroes", {
            "eight nameless, Good": conflict(CORE, FOUR, thugs("good", 8)),
            "four supporting": conflict(CORE, FOUR, lieutenants(4)),
            "one main, peak +6": conflict(CORE, FOUR, boss(6)),
            "four main, as good": conflict(CORE, FOUR, peers(4)),
        })
    ]  # fmt: skip
