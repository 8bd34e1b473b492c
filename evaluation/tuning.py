"""How well conflicts are tuned to a target:
`python -m evaluation.tuning [--scenarios NAMES] [--targets 0.35,0.5,0.65,0.8] [--check N]
[--seed S] [--minutes M] [--into FOLDER] [--json]`. With `--into` every case is kept there as it is
done, and what is kept for the same seed, check and tuner is not done again.

Each starting scenario, shipped or generated (`evaluation.fresh`), is tuned to each target by the
default agent, as `autogm tune` does. The first answer, the cheapest, is then played `--check` times
with other dice: told is how far the share of wins, with half of what ends undecided, lies from its
target. Where no answer was found, sets of up to three edits are drawn and played apart from the
tuner, without its model: a target that none of them comes near to is told as not known to be
reachable.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from statistics import median

import numpy as np
import yaml

from autogm.agents import measured
from autogm.analysis import luck
from autogm.game.plays import read_kept, read_noted
from autogm.lab.tune import tuner
from autogm.lab.tune.aims import Counted, aims, chance_within
from autogm.lab.tune.conflict import Conflict
from autogm.lab.tune.knobs import Edits, Knob, knobs_of
from autogm.lab.tune.tuned import Tuned
from autogm.lab.tune.tuner import Tuner
from autogm.model.library import shipped
from autogm.model.variants import whole
from autogm.planner.turn import measuring
from evaluation.arguments import above_zero, count, names
from evaluation.fresh import fresh_scenario
from evaluation.lines import Lines
from evaluation.tables import console, plain_table

STARTS = (
    "duel",
    "mirrored-06",
    "practice-11",
    "practice-16",
    "practice-36",
    "practice-32",
    "practice-06",
    "practice-07",
    "practice-21",
    "mirrored-02",
    "mirrored-11",
    "practice-18",
    "autarch-diplomacy",
    "mirrored-18",
    "autarch-skirmish",
    "mirrored-01",
    "mirrored-04",
    "royal-court",
    "harbour-run",
    "farmhouse-raiders",
    "hold-the-bridge",
    "mountain-path",
)
"""Shipped and generated conflicts of which the default agent plays more than 150 battles a second
on two cores, about from the fastest to the slowest. Of the slowest large ones it plays ten: a check
of one case takes half an hour there."""
TARGETS = (0.35, 0.5, 0.65, 0.8)
WITHIN = 0.02
CHECK, SEED, MINUTES = 20_000, 1, 240.0
OTHER_DICE = 900_000_011
"""What is added to the seed for the battles that check an answer."""
DRAWN, PLAYED = 60, 400
"""Sets that are drawn where the tuner found none, and the battles of each."""


@dataclass(frozen=True)
class Case:
    """A scenario and a target: whether an answer was found, what the first one costs, how often the
    players won by the tuner's battles and by others, whether all answers are no supersets of each
    other, how long it took, and, where there is none, whether one was found apart from it."""

    scenario: str
    target: float
    answers: int
    cost: float | None
    verified: float | None
    checked: float | None
    low: float | None
    high: float | None
    apart: bool
    seconds: float
    battles: int
    reachable: bool

    @property
    def near(self) -> bool:
        """Whether the answer is as near to the target as it has to be."""
        return self.checked is not None and abs(self.checked - self.target) <= WITHIN


def files_of(name: str) -> dict[str, str]:
    """The texts of a shipped or generated scenario."""
    if name in shipped():
        return read_noted(shipped()[name])[1]
    data = fresh_scenario(name).model_dump(mode="json", by_alias=True, exclude_unset=True)
    return {f"{name}.yaml": yaml.safe_dump(data, sort_keys=False, allow_unicode=True)}


def case(name: str, target: float, check: int, seed: int) -> Case:
    """Tune a scenario to a target, and check what was found."""
    files = files_of(name)
    encounter = read_kept(files).content
    knobs = knobs_of(encounter, whole(files))
    aim = aims("players")["win"]
    conflict = Conflict(files, encounter, knobs, None, seed, measures=aim.measures)
    began = time.perf_counter()
    tuned = Tuner(knobs, conflict, aim, target, WITHIN).run()
    seconds = time.perf_counter() - began
    first = tuned.answers[0] if tuned.answers else None
    checked, (low, high) = None, (None, None)
    if first is not None:
        fresh = Conflict(files, encounter, knobs, None, seed + OTHER_DICE)
        counted = aim.as_it_came(fresh.play(first.edits, check, 0))
        checked, (low, high) = counted.mean, aim.interval(counted)
    return Case(
        name,
        target,
        len(tuned.answers),
        None if first is None else tuned.cost(first.edits),
        None if first is None else first.verified.mean,
        checked,
        low,
        high,
        apart(tuned),
        seconds,
        tuned.battles,
        first is not None or _reachable(conflict, knobs, target, seed),
    )


def apart(tuned: Tuned) -> bool:
    """Whether no answer holds all edits of another."""
    sets = [set(one.edits) for one in tuned.answers]
    return not any(one <= other or other <= one for one, other in combinations(sets, 2))


def _reachable(conflict: Conflict, knobs: Sequence[Knob], target: float, seed: int) -> bool:
    """Whether a set that was drawn comes near to a target: by more than an even chance, and then
    surely by more battles."""
    aim = aims("players")["win"]
    for edits in _drawn(knobs, seed):
        if not conflict.legal(edits):
            continue
        found: Counted = aim.count(conflict.play(edits, PLAYED, 0))
        while chance_within(found, target, WITHIN) > 0.3:
            found += aim.count(conflict.play(edits, PLAYED, found.battles))
            if chance_within(found, target, WITHIN) > 0.95:
                return True
    return False


def _drawn(knobs: Sequence[Knob], seed: int) -> Iterator[Edits]:
    """Sets of up to three edits, drawn evenly by number, knob and value."""
    draw = np.random.default_rng(seed)
    for _ in range(DRAWN):
        number = int(draw.integers(1, min(3, len(knobs)) + 1))
        picked = sorted(int(one) for one in draw.choice(len(knobs), number, replace=False))
        others = [
            [value for value in range(len(knobs[one].values)) if value != knobs[one].now]
            for one in picked
        ]
        yield tuple(
            (one, int(draw.choice(values)))
            for one, values in zip(picked, others, strict=True)
            if values
        )


FILE = "tuning.jsonl"
"""The cases that a folder keeps, one a line."""


def code() -> str:
    """What a case depends on, apart from the game and its agents: the tuner, and what it takes out
    of the battles that it sees."""
    files = sorted(Path(tuner.__file__).parent.glob("*.py"))
    files += [Path(one) for one in (luck.__file__, measured.__file__, measuring.__file__)]
    return sha256(b"".join(one.read_bytes() for one in files)).hexdigest()[:12]


class CaseLog:
    """Cases in a folder (`evaluation.lines`); without a folder they are only remembered.

    Raises:
        OSError: if the folder cannot be written to.
    """

    def __init__(self, folder: Path | None, check: int, seed: int) -> None:
        self._key = {"check": check, "seed": seed, "code": code()}
        self.known: dict[tuple[str, float], Case] = {}
        self._lines = Lines(folder, FILE)
        for line in self._lines.found:
            try:
                told = json.loads(line)
                key, kept = told["key"], Case(**told["case"])
            except (ValueError, KeyError, TypeError):
                continue
            if key == self._key:
                self.known[kept.scenario, kept.target] = kept

    def add(self, found: Case) -> None:
        """Keep a case."""
        self.known[found.scenario, found.target] = found
        self._lines.add(json.dumps({"key": self._key, "case": asdict(found)}))


def summary(found: Sequence[Case]) -> Mapping[str, float]:
    """Of the cases known to be reachable: how many there are, the share with an answer, the share
    of answers that are near, of cases that are; the median time to all answers."""
    reachable = [one for one in found if one.reachable]
    answered = [one for one in reachable if one.answers]
    return {
        "cases": len(found),
        "reachable": len(reachable),
        "answered": len(answered),
        "near": sum(one.near for one in answered),
        "three": sum(one.answers >= 3 for one in answered),
        "apart": sum(one.apart for one in answered),
        "seconds": median(one.seconds for one in found) if found else 0.0,
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Tune, check and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.tuning", description=__doc__)
    parser.add_argument("--scenarios", type=names, default=STARTS)
    parser.add_argument(
        "--targets", type=lambda text: [float(one) for one in text.split(",")], default=TARGETS
    )
    parser.add_argument("--check", type=count, default=CHECK)
    parser.add_argument("--seed", type=count, default=SEED)
    parser.add_argument("--minutes", type=above_zero, default=MINUTES)
    parser.add_argument("--into", type=Path, help="a folder that keeps every case")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(arguments)
    until = time.monotonic() + 60 * asked.minutes
    try:
        log = CaseLog(asked.into, asked.check, asked.seed)
    except OSError as error:
        parser.error(f"--into: {error}")
    found = []
    for name in asked.scenarios:
        for target in asked.targets:
            if (name, target) not in log.known:
                if time.monotonic() > until:
                    break
                log.add(case(name, target, asked.check, asked.seed))
            found.append(log.known[name, target])
            print(_row(found[-1]), file=sys.stderr, flush=True)
    if asked.json:
        print(json.dumps({"cases": [asdict(one) for one in found], "summary": summary(found)}))
        return 0
    title = f"tuned by the default agent, seed {asked.seed}; {asked.check:,} battles check each"
    heads = ("answers", "cost", "verified", "checked", "95% interval", "seconds")
    table = plain_table(title, "scenario, target", *heads)
    for one in found:
        table.add_row(*_row(one))
    out = console()
    out.print(table)
    out.print(", ".join(f"{name} {value:g}" for name, value in summary(found).items()))
    return 0


def _row(one: Case) -> tuple[str, ...]:
    what = f"{one.scenario}, {one.target:.0%}"
    if one.checked is None or one.low is None or one.high is None:
        said = "none" if one.reachable else "none known"
        return (what, said, "·", "·", "·", "·", f"{one.seconds:.0f}")
    return (
        what,
        str(one.answers),
        f"{one.cost:g}",
        f"{one.verified:.1%}",
        f"{one.checked:.1%}",
        f"{one.low:.1%}–{one.high:.1%}",
        f"{one.seconds:.0f}",
    )


if __name__ == "__main__":
    sys.exit(main())
