"""The table of puzzles that `evaluation/README.md` shows, and what is not solved below it.
`python -m tests.evaluation.readme` asks the agents and writes it anew; read the difference before
committing it.
"""

from __future__ import annotations

import re
import sys
from io import StringIO

from rich.console import Console

from evaluation.positions import HERE, puzzles
from evaluation.puzzles import ask, show

README = HERE.parent / "README.md"
ASKED = ("brawler", "tactician", "planner:great")
TABLE = re.compile(r"(?<=```text\n) *Puzzles solved\n.*?(?=```)", re.S)


def printed() -> str:
    """What `python -m evaluation.puzzles` prints of those agents."""
    out, posed = StringIO(), puzzles()
    show(posed, {name: ask(name, posed) for name in ASKED}, Console(file=out, width=80))
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


if __name__ == "__main__":
    before = README.read_text("utf-8")
    after = TABLE.sub(lambda _: printed(), before)
    README.write_text(after, "utf-8")
    sys.stdout.write("nothing has changed\n" if after == before else f"wrote {README}\n")
