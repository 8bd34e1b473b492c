"""Random card scenes, settled, in which every rule can come up."""

from __future__ import annotations

from random import Random
from typing import Any

from autogm.scenes.cards.settled import (
    Card,
    CardAspect,
    CardCharacter,
    Ending,
    Intention,
    SettledScene,
    SideStakes,
    Source,
    Valence,
)

VALENCES: tuple[Valence, ...] = ("detrimental", "beneficial", "neutral")


def random_scene(seed: int, size: int = 4) -> SettledScene:
    """A scene of about so many aspects of each kind, the same for the same seed."""
    rng = Random(f"scene {seed}")
    intentions = [f"deed-{n}" for n in range(rng.randint(1, 3))]
    characters = [f"hero-{n}" for n in range(rng.randint(1, 2))]
    tries = {
        one: frozenset(rng.sample(intentions, rng.randint(1, len(intentions))))
        for one in characters
    }
    aspects = _aspects(rng, size, intentions, characters)
    simple = rng.random() < 0.25
    always = [one for one in aspects if one.source == "standing" and not one.status
              and not one.hidden]  # fmt: skip
    needed = 0 if simple else sum(one.valence == "detrimental" for one in always)
    return SettledScene(
        title=f"Scene {seed}",
        shows=None,
        cards=(Card("place", "The Place"), Card("crowd", "The Crowd")),
        characters=tuple(
            CardCharacter(one, one.title(), rng.randint(0, 2), tries[one]) for one in characters
        ),
        intentions=tuple(Intention(one, f"do {one}", (one[-1:],)) for one in intentions),
        aspects=tuple(aspects),
        endings=tuple(_endings(rng, aspects)),
        gm_points=needed + rng.randint(0, 2),
        bowl=rng.randint(0, 1),
        max_rolls=rng.randint(1, 3),
        simple=simple,
        stakes={
            side: SideStakes(rng.choice((0.0, 0.05)), rng.choice((0.0, 0.02, -0.02)))
            for side in ("players", "gm")
        },
    )


def _aspects(
    rng: Random, size: int, intentions: list[str], characters: list[str]
) -> list[CardAspect]:
    found = []
    for number in range(rng.randint(1, size)):
        framed = rng.random() < 0.4
        source: Source = "framed" if framed else "standing"
        hidden = source == "standing" and rng.random() < 0.3
        more: dict[str, Any] = {"hidden": hidden, "kept": rng.random() < 0.3}
        more["after"] = frozenset(intentions[:1] if rng.random() < 0.5 else intentions)
        found.append(_aspect(rng, f"Card {number}", "place", source, intentions, more))
    for who in characters:
        for number in range(rng.randint(0, 2)):
            found.append(_aspect(rng, f"Sheet {who} {number}", who, "sheet", intentions, {}))
        if rng.random() < 0.4:
            lasts = rng.choice((None, "it heals"))
            more = {"status": True, "lasts": lasts}
            found.append(_aspect(rng, f"Status {who}", who, "standing", intentions, more))
    for side in ("players", "gm"):
        for number in range(rng.randint(0, 2)):
            on = rng.choice(("crowd", characters[0]))
            more = {"status": on != "crowd", "kept": on == "crowd" and rng.random() < 0.3}
            more["lasts"] = "it heals" if on != "crowd" and rng.random() < 0.5 else None
            more["after"] = frozenset(rng.sample(intentions, rng.randint(1, len(intentions))))
            if side == "players":
                more["who"] = frozenset(rng.sample(characters, rng.randint(1, len(characters))))
            source = "players" if side == "players" else "gm"
            found.append(_aspect(rng, f"Added {side} {number}", on, source, intentions, more))
    return found


def _aspect(
    rng: Random, text: str, on: str, source: Source, intentions: list[str], more: dict[str, Any]
) -> CardAspect:
    helps, opposes, turns = set[str](), set[str](), set[str]()
    for one in intentions:
        drawn = rng.random()
        if drawn < 0.4:
            helps.add(one)
        elif drawn < 0.75 and source != "sheet":
            opposes.add(one)
        if one not in opposes and rng.random() < 0.25:
            turns.add(one)
    sets: dict[str, Any] = {"helps": helps, "opposes": opposes, "turns": turns}
    sets = {name: frozenset(some) for name, some in sets.items()}
    valence: Valence = "neutral" if source == "sheet" else rng.choice(VALENCES)
    fixed = source != "sheet" and rng.random() < 0.3
    if source != "sheet" and rng.random() < 0.3:
        more = {**more, "removed": frozenset(rng.sample(intentions, 1))}
    return CardAspect(text=text, on=on, source=source, valence=valence, fixed=fixed, **sets, **more)


def _endings(rng: Random, aspects: list[CardAspect]) -> list[Ending]:
    gone = [one.text for one in aspects if one.source != "sheet" and not one.fixed]
    stands = [one.text for one in aspects if one.source in ("players", "framed")]
    conditions: dict[str, Any] = {"successes": rng.randint(0, 1)}
    if gone and rng.random() < 0.5:
        conditions["gone"] = frozenset(rng.sample(gone, 1))
    free = [one for one in stands if one not in conditions.get("gone", ())]
    if free and rng.random() < 0.4:
        conditions["standing"] = frozenset(rng.sample(free, 1))
    found = [
        Ending("won", "it is won", "resolution", "players", _worth(rng), "players", **conditions),
        Ending("over", "it is over", "resolution", "gm", _worth(rng), "gm",
               at_the_end=rng.random() < 0.7),
    ]  # fmt: skip
    if rng.random() < 0.5:
        found.append(
            Ending("lost", "it is lost", "resolution", "gm", _worth(rng), "gm", failures=1)
        )
    for name, price in (("dear", "a price"), ("owed", None)):
        if rng.random() < 0.5:
            found.append(Ending(name, name, "bargain", "gm", _worth(rng), "undecided", price=price))
    return found


def _worth(rng: Random) -> tuple[float, float]:
    return rng.choice((-1.0, -0.3, 0.2, 1.0)), rng.choice((-0.5, 0.1, 0.6))
