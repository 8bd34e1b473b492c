"""Plays a game of a store at random and says after each step where it stands, until it is killed:
`python -m tests.session.killed FILE GAME`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from autogm.session.store import Store


def main() -> None:
    """Play, and acknowledge each step on a line of its own: the number of its entry, how many
    there are, and the state."""
    path, game = sys.argv[1:]
    session = Store(Path(path)).open(game)
    rng = Random(session.here)
    while True:
        step = session.go_on()
        if step is None and session.waits().on == "choice":
            step = session.take(rng.choice(session.state.legal_actions()))
        if step is None:
            for _ in range(rng.randrange(1, 9)):
                if session.history.before_asked() is not None:
                    session.undo()
        print(session.here, len(session.history), session.game.serialize(session.state), flush=True)


if __name__ == "__main__":
    main()
