"""Rules of thumb, checked, and the encounter guide:
`python -m evaluation.folklore [--rules IDS] [--battles N] [--seed S] [--minutes M] [--into FOLDER]
[--json]`.

Each rule's conflicts are played, and the guide's after them. With `--into` every conflict is kept
in that folder as soon as it is played (`folklore.jsonl`), so that the same command goes on where it
was stopped, and the two pages are written there: FOLKLORE.md and ENCOUNTERS.md. With `--rules`
those rules alone are played, and no page is written.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from evaluation.arguments import above_zero, count, some_of
from evaluation.folklore.pages import encounters, folklore, plain, told
from evaluation.folklore.played import Kept, KeptError
from evaluation.folklore.results import found, play_all
from evaluation.folklore.rules import BY_ID
from evaluation.tables import console

BATTLES, SEED, MINUTES = 300, 1, 240.0
KEPT, FOLKLORE, ENCOUNTERS = "folklore.jsonl", "FOLKLORE.md", "ENCOUNTERS.md"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, write and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.folklore", description=__doc__)
    parser.add_argument("--rules", type=some_of("rule", [*BY_ID]), default=None)
    parser.add_argument("--battles", type=count, default=BATTLES)
    parser.add_argument("--seed", type=count, default=SEED)
    parser.add_argument("--minutes", type=above_zero, default=MINUTES)
    parser.add_argument("--into", type=Path)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(arguments)
    if asked.into is not None and not asked.into.is_dir():
        parser.error(f"{asked.into} is no folder")
    try:
        kept = Kept(None if asked.into is None else asked.into / KEPT)
    except (KeptError, OSError) as error:
        parser.error(str(error))
    rules = [BY_ID[name] for name in asked.rules or BY_ID]
    until = time.monotonic() + 60 * asked.minutes
    try:
        whole = asked.rules is None
        for number, total in play_all(kept, rules, asked.battles, asked.seed, until, whole):
            print(f"\r{number} of {total} conflicts", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
    except KeyboardInterrupt:
        print("\nstopped: what has been played counts", file=sys.stderr)
    results = [found(rule, kept, asked.seed) for rule in rules]
    if asked.into is not None and asked.rules is None:
        for name, text in (
            (FOLKLORE, folklore(results, asked.seed)),
            (ENCOUNTERS, encounters(kept, asked.seed)),
        ):
            (asked.into / name).write_text(text, encoding="utf-8")
    if asked.json:
        print(json.dumps({"seed": asked.seed, "rules": [plain(one) for one in results]}))
    else:
        out = console()
        for one in results:
            out.print(told(one))
    return 0


if __name__ == "__main__":
    sys.exit(main())
