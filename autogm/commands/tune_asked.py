"""What `tune` is asked for, as people write it: targets and how near is near enough, levels, what
may be changed, and what that costs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from autogm.commands.arguments import precision
from autogm.commands.frame import InputError
from autogm.planner.levels import DEFAULT, LEVELS, Level, LevelError, level_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autogm.lab.tune.aims import Aim
    from autogm.lab.tune.knobs import Allowed, Knob
    from autogm.rules.encounter import Encounter

WITHIN_SHARE, WITHIN_MEAN = 0.02, 0.05
"""How far from the target is near enough: of a share so much, of a mean this part of it."""


def target_of(said: str, aim: Aim) -> float:
    """A target as people write it.

    Raises:
        InputError: for what is none.
    """
    text = said.strip()
    try:
        value = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        raise InputError(f"--target: «{said}» is no number; write 65%, or 0.65") from None
    if aim.share and 1 <= value <= 99 and not text.endswith("%"):
        raise InputError(f"--target: the figure is a share; write {text}%, or {value / 100:g}")
    if text.endswith("%") and not aim.share:
        raise InputError(f"--target: the figure is a mean and no share; write a number, not {said}")
    if aim.share and not 0.01 <= value <= 0.99:
        raise InputError(f"--target: a share between 1% and 99% can be aimed at, not {said}")
    if not 0 < value < 10_000:
        raise InputError(f"--target: a mean above 0 can be aimed at, not {said}")
    return value


def check_reachable(target: float, aim: Aim, encounter: Encounter) -> None:
    """Refuse a mean that no change of the GM's side leads to.

    Raises:
        InputError: with the most that there can be.
    """
    from autogm.lab.ends import heroes_of

    alone = [number for number, one in enumerate(encounter.fighters) if one.part_of is None]
    heroes, limit = len(heroes_of(encounter, alone)), encounter.scenario.exchanges
    only = "is one hero" if heroes == 1 else f"are {heroes} heroes"
    for name, most, why in (
        ("fallen", heroes, f"there {only}"),
        ("exchanges", limit, f"it ends after {limit} exchanges at the latest"),
    ):
        if aim.name == name and target > most:
            raise InputError(f"--target: {why}: aim at no more than {most}, not {target:g}")


def check_values(may: Sequence[str], files: Mapping[str, str]) -> None:
    """Refuse values that a field can never have.

    Raises:
        InputError: naming the first, and why.
    """
    from autogm.game.plays import read_kept
    from autogm.model.faults import ScenarioError
    from autogm.model.variants import ChangeError, read_sweep, with_changes

    for said in (one for one in may if "=" in one):
        try:
            for change in read_sweep(said):
                read_kept(with_changes(files, [change]))
        except ChangeError as error:
            raise InputError(f"--may {said}: {error}") from None
        except ScenarioError as error:
            value, why = change.value, error.faults[0].says
            raise InputError(f"--may {said}: `{value}` can never stand there: {why}") from None


def within_of(said: str | None, aim: Aim, target: float) -> float:
    """How near a figure has to be to its target, in the figure's own unit.

    Raises:
        InputError: for what says no such thing.
    """
    if said is None:
        return WITHIN_SHARE if aim.share else WITHIN_MEAN * target
    if aim.share or said.rstrip().endswith("%"):
        try:
            part = precision(said)
        except typer.BadParameter as error:
            raise InputError(f"--within: {error.message}") from None
        return part if aim.share else part * target
    try:
        near = float(said.strip().removeprefix("±"))
    except ValueError:
        near = 0.0
    if not 0.0005 * target <= near < target:
        raise InputError(
            f"--within: «{said}» is no precision for {target:g}; write one such as ±5%, or "
            f"{0.05 * target:.2g}"
        )
    return near


def planners_of(said: str) -> tuple[str, list[Knob]]:
    """Planners of a level, or of one for each side, as `--agents` names them, and the knob of the
    GM's level where several are named for it.

    Raises:
        InputError: for levels that are none, and for several that are not the GM's.
    """
    from autogm.lab.tune.knobs import level_knob

    named: dict[str, str] = {}
    for part in said.split(","):
        side, sign, level = (one.strip() for one in part.partition("="))
        if sign and not side:
            raise InputError(f"--levels: «{part.strip()}» says of nobody that they play so")
        who = side if sign else ""
        if who in named:
            both = f"{who}={named[who]} and {who}={level}" if who else f"{named['']} and {side}"
            raise InputError(f"--levels: {both} contradict each other: say one")
        named[who] = level if sign else side
    for side, said_level in named.items():
        if side != "gm" and ".." in said_level:
            raise InputError(f"--levels: only the GM's level can be tuned: write gm={said_level}")
        if ".." not in said_level:
            _level(said_level)
    room = named.get("gm", "")
    if ".." not in room:
        return _seated(named), []
    first, last = (_level(one).number for one in room.split("..", 1))
    if first >= last:
        raise InputError(f"--levels: gm={room}: name the weaker level first")
    beside = _level(named.get("players", named.get("", DEFAULT.name))).number
    now = min(max(beside, first), last)
    names = [one.name for one in LEVELS[first : last + 1]]
    return _seated(named | {"gm": LEVELS[now].name}), [level_knob(names, LEVELS[now].name)]


def _seated(named: Mapping[str, str]) -> str:
    return ",".join(
        f"{side}=planner:{level.lower()}" if side else f"planner:{level.lower()}"
        for side, level in named.items()
    )


def _level(said: str) -> Level:
    try:
        return level_of(said.strip().lower())
    except LevelError as error:
        raise InputError(f"--levels: {error}") from None


def allowed_of(said: str) -> Allowed:
    from autogm.lab.tune.knobs import Allowed, shown
    from autogm.model.variants import read_sweep

    if "=" not in said:
        return Allowed(said.strip())
    values = read_sweep(said)
    return Allowed(shown(values[0].path), values)


def cost_of(said: str) -> tuple[str, float]:
    pattern, _, number = said.partition("=")
    try:
        cost = float(number)
    except ValueError:
        cost = -1.0
    if not 0 < cost <= 1000:
        raise InputError(f"--cost: «{said}» is none; write a path and what a unit costs, gm.pool=2")
    return pattern.strip(), cost
