"""The table of perft counts: `tests/perft/NAME.yaml` is a conflict small enough to count,
`tests/perft/NAME.txt` its counts, one line for each depth: depth, decisions, chances, terminals.

`python -m tests.engine.perft_table` counts anew, says what has changed and writes it down. Two of
the tables are checked against counts made without the engine (tests/engine/test_perft.py); the
others against the same engine run interpreted, which is another way to run and not another rule:
look at a change before you keep it.
"""

from __future__ import annotations

from pathlib import Path

from autogm.engine.game import load_game
from autogm.engine.perft import perft

FOLDER = Path(__file__).parents[1] / "perft"
NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))
MOST_NODES = 400_000
DEEPEST = 12
Row = tuple[int, int, int, int]


def count(name: str, most: int = MOST_NODES) -> list[Row]:
    """Depth, decisions, chances and terminals of a conflict, to the depth at which its tree has
    over `most` nodes."""
    state = load_game(FOLDER / f"{name}.yaml").new_initial_state()
    rows: list[Row] = []
    for depth in range(DEEPEST + 1):
        found = perft(state, depth)
        rows.append((depth, *found.counts))
        if found.nodes > most:
            break
    return rows


def read(name: str) -> list[Row]:
    """The table as it is written."""
    path = FOLDER / f"{name}.txt"
    if not path.exists():
        return []
    lines = path.read_text().splitlines()
    numbers = (tuple(map(int, line.split())) for line in lines if line and line[0] != "#")
    return [(depth, decisions, chances, ends) for depth, decisions, chances, ends in numbers]


def write(name: str, rows: list[Row]) -> None:
    """Write a table down."""
    lines = ["# depth decisions chances terminals"]
    lines += [" ".join(map(str, row)) for row in rows]
    (FOLDER / f"{name}.txt").write_text("\n".join(lines) + "\n")


def main() -> None:
    """Count every conflict anew, and say what has changed."""
    for name in NAMES:
        before, now = read(name), count(name)
        changed = [row for row in now if row not in before]
        print(f"{name}: {'unchanged' if before == now else f'changed, now {changed}'}")
        write(name, now)


if __name__ == "__main__":
    main()
