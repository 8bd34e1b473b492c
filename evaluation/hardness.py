"""How hard the shipped conflicts are, and harder or easier versions of them, for the table:
`python -m evaluation.hardness [--scenarios NAMES] [--battles N] [--seed S] [--into FOLDER]
[--write]`. The default agents play both sides of each, and the word is that of the figures that
were counted (`autogm.analysis.verdict`), so that one near the end of a step may have the word of
the next. Each conflict is tuned to every target that it is not near as it is; whoever tunes plays
other dice than those that count. With `--into` every conflict is kept there as it is done. With
`--write` the table's file is written anew: `autogm/table/hardness.json`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from datetime import date
from pathlib import Path

from autogm.agents.roster import seats
from autogm.analysis.intervals import Share
from autogm.engine.game import Game, load_game
from autogm.game.plays import read_kept, read_noted
from autogm.game.registry import CONFLICT, read_file
from autogm.lab.simulate import simulate
from autogm.lab.tune.aims import aims
from autogm.lab.tune.conflict import Conflict
from autogm.lab.tune.knobs import MORE, Knob, knobs_of
from autogm.lab.tune.tuner import Tuner
from autogm.model.library import shipped
from autogm.model.variants import read_changes, whole, with_changes
from autogm.table.known import FILE, Known, Version, as_text, known_from, shipped_hardness, text_of
from evaluation.arguments import count, names
from evaluation.lines import Lines

BATTLES, SEED = 400, 1
TARGETS, APART, WITHIN = (0.75, 0.5), 0.12, 0.06
"""What versions are tuned to, where the conflict as it is lies so far from that; how near they have
to come."""
MOST = 8_000
"""Battles that tuning one takes at most; where that is not enough there is no such version."""
OTHER_DICE = 1_000
"""What is added to the seed for tuning."""


def conflicts() -> list[str]:
    """The names of the conflicts that ship."""
    return [name for name, path in shipped().items() if read_file(path).kind.name == CONFLICT]


def known_of(name: str, battles: int, seed: int) -> Known:
    """How hard a shipped conflict is, as it is."""
    word, share = _measured(load_game(name), battles, seed)
    return Known(text_of(shipped()[name]), word, share.share, share.low, share.high, battles, seed)


def version_of(name: str, changes: str, words: Sequence[str], battles: int, seed: int) -> Version:
    """How hard a shipped conflict is with changes made, which are also told in words."""
    files = with_changes(read_noted(shipped()[name])[1], read_changes(changes))
    word, share = _measured(Game(read_kept(files).content), battles, seed)
    return Version(changes, tuple(words), word, share.share, share.low, share.high)


def versions_of(name: str, known: Known) -> Iterator[Version]:
    """Versions of a shipped conflict, the easiest first."""
    found, files = read_noted(shipped()[name])
    knobs = list(_kept(knobs_of(found.content, whole(files))))
    wins = aims("players")["win"]
    seed = known.seed + OTHER_DICE
    conflict = Conflict(files, found.content, knobs, None, seed, measures=wins.measures)
    for target in TARGETS:
        if abs(known.share - target) < APART:
            continue
        tuned = Tuner(knobs, conflict, wins, target, WITHIN, wanted=1, budget=MOST).run()
        for one in tuned.answers[:1]:
            changes = "; ".join(change.words for change in conflict.changes(one.edits))
            words = [knobs[knob].said(value) for knob, value in one.edits]
            version = version_of(name, changes, words, known.battles, known.seed)
            if abs(version.share - target) < APART:  # else most battles end undecided
                yield version


def _kept(knobs: Sequence[Knob]) -> Iterator[Knob]:
    """The knobs that leave the story as it is: of somebody there is one stays one, of others some
    are left; and without a new aspect, for which somebody would have to find words."""
    for knob in knobs:
        if knob.path.endswith(".copies"):
            values = tuple(one for one in knob.values if one.value)
            if knob.values[knob.now].value > 1:
                yield replace(knob, values=values, now=values.index(knob.values[knob.now]))
        elif MORE not in knob.words:
            yield knob


def _measured(game: Game, battles: int, seed: int) -> tuple[str, Share]:
    """The word of a conflict, and the players' share of wins."""
    found = simulate(game, battles, seed, seats(None, encounter=game.encounter))
    return found.verdict.word.said.removeprefix("a "), found.wins["players"]


def whole_of(name: str, battles: int, seed: int, kept: Lines) -> Known:
    """How hard a shipped conflict is, with its versions; what is kept of its texts holds."""
    plain = known_of(name, battles, seed)
    key = {"name": name, "tuned": [*TARGETS, APART, WITHIN, MOST]}
    for line in kept.found:
        told = json.loads(line)
        if told["key"] == key and (one := known_from(told["known"])).plain == plain:
            return one
    made = replace(plain, versions=tuple(versions_of(name, plain)))
    kept.add(json.dumps({"key": key, "known": asdict(made)}))
    return made


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and write or print the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenarios", type=names, default=conflicts())
    parser.add_argument("--battles", type=count, default=BATTLES)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--into", type=Path, help="a folder that keeps every conflict")
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args(arguments)
    kept = Lines(chosen.into, "hardness.jsonl")
    found = dict(shipped_hardness()) if chosen.write else {}  # of those that are not measured now
    for name in chosen.scenarios:
        print(name, file=sys.stderr, flush=True)
        found[name] = whole_of(name, chosen.battles, chosen.seed, kept)
    found = {one: found[one] for one in conflicts() if one in found}
    usual = (chosen.battles, chosen.seed) == (BATTLES, SEED)
    asked = "" if usual else f" --battles {chosen.battles} --seed {chosen.seed}"
    made = f"python -m evaluation.hardness{asked}"
    text = as_text(found, made, date.today().isoformat())
    if chosen.write:
        FILE.write_text(text, "utf-8")
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
