"""How hard the shipped conflicts are, for the table's gallery: `python -m evaluation.hardness
[--scenarios NAMES] [--battles N] [--seed S] [--write]`. The default agents play both sides of each,
and the word is that of the figures that were counted (`autogm.analysis.verdict`), so that one near
the end of a step may have the word of the next. With `--write` the table's file is written anew:
`autogm/table/hardness.json`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import date

from autogm.agents.roster import seats
from autogm.engine.game import load_game
from autogm.game.registry import CONFLICT, read_file
from autogm.lab.simulate import simulate
from autogm.model.library import shipped
from autogm.table.known import FILE, Known, as_text, text_of
from evaluation.arguments import count, names

BATTLES, SEED = 400, 1


def conflicts() -> list[str]:
    """The names of the conflicts that ship."""
    return [name for name, path in shipped().items() if read_file(path).kind.name == CONFLICT]


def known_of(name: str, battles: int, seed: int) -> Known:
    """How hard a shipped conflict is."""
    game = load_game(name)
    found = simulate(game, battles, seed, seats(None, encounter=game.encounter))
    share = found.wins["players"]
    word = found.verdict.word.said.removeprefix("a ")
    return Known(text_of(shipped()[name]), word, share.share, share.low, share.high, battles, seed)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and write or print the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenarios", type=names, default=conflicts())
    parser.add_argument("--battles", type=count, default=BATTLES)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args(arguments)
    found = dict[str, Known]()
    for name in chosen.scenarios:
        print(name, file=sys.stderr)
        found[name] = known_of(name, chosen.battles, chosen.seed)
    given = " ".join(one for one in sys.argv[1:] if one != "--write")
    made = f"python -m evaluation.hardness {given}".strip()
    text = as_text(found, made, date.today().isoformat())
    if chosen.write:
        FILE.write_text(text, "utf-8")
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
