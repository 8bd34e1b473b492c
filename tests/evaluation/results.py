"""The table of puzzles that `evaluation/RESULTS.md` shows, and what is not solved below it.
`python -m tests.evaluation.results` asks the agents and writes it anew; read the difference before
committing it.
"""

from __future__ import annotations

import re
import sys
from io import StringIO

from rich.console import Console

from evaluation.positions import HERE, puzzles
from evaluation.puzzles import ask, show

RESULTS = HERE.parent / "RESULTS.md"
ASKED = ("brawler", "tactician", "planner:great")
TABLE = re.compile(r"(?<=```text\n) *Puzzles solved\n.*?(?=```)", re.S)


def printed() -> str:
    """What `python -m evaluation.puzzles` prints of those agents."""
    out, posed = StringIO(), puzzles()
    show(posed, {name: ask(name, posed) for name in ASKED}, Console(file=out, width=80))
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


if __name__ == "__main__":
    before = RESULTS.read_text("utf-8")
    after = TABLE.sub(lambda _: printed(), before)
    RESULTS.write_text(after, "utf-8")
    sys.stdout.write("nothing has changed\n" if after == before else f"wrote {RESULTS}\n")
