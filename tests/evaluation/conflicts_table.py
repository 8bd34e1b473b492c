"""The table of solved conflicts. `tests/evaluation/conflicts.txt` has a line for each file in
`evaluation/conflicts`: its name, how many states it has, and the utility of the first one to six
digits.

`python -m tests.evaluation.conflicts_table` solves all of them anew, says what has changed and
writes it down. Look at a change before you keep it: a rule has changed, or a conflict has.
"""

from __future__ import annotations

from pathlib import Path

from autogm.planner.solving.solver import Solution
from evaluation.loss import CONFLICTS, solved

TABLE = Path(__file__).with_name("conflicts.txt")
Row = tuple[int, str]


def row(found: Solution) -> Row:
    """States and value of a solution, as they are written."""
    return found.states, f"{round(found.value, 6) + 0.0:+.6f}"


def read() -> dict[str, Row]:
    """The table as it is written."""
    lines = TABLE.read_text(encoding="utf-8").splitlines() if TABLE.exists() else []
    rows = (line.split() for line in lines if line and line[0] != "#")
    return {name: (int(states), value) for name, states, value in rows}


def main() -> None:
    """Solve every conflict anew, and say what has changed."""
    before = read()
    lines = ["# conflict states value"]
    for name in CONFLICTS:
        now = row(solved(name))
        print(f"{name}: {'unchanged' if before.get(name) == now else f'changed, now {now}'}")
        lines.append(f"{name} {now[0]} {now[1]}")
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
