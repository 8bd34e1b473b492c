"""One short battle of every shipped scenario as a text that a person can read like a story.

Both sides are played by somebody who tries things out: any verb is as good as another, and rarely
does anyone concede or spend on an invoke. Every choice is a hash of battle and step, so the text
changes only where the game or its words do.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from autogm.agents.base import Decision, RandomSource
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.lab.replay import replay
from autogm.model.reading import survey
from autogm.rules.loading import settle
from autogm.view.story import story

FOLDER = Path(__file__).parent
SHIPPED = sorted((FOLDER.parents[1] / "scenarios").glob("*.yaml"))
LONGEST = 140
BATTLES = 40
RARELY = {"concede": 60, "pass": 3, "be taken out": 30, "invoke": 2, "compel": 2}
"""How much rarer than others some verbs are chosen."""


@dataclass(frozen=True)
class Experimenter:
    """Tries things out: first a verb, then one of its actions."""

    name: str = "experimenter"

    def decide(self, state: State, source: RandomSource) -> Decision:
        """Choose by a hash of the source."""
        key = sha256(f"{source.seed} {source.battle} {source.step}".encode()).digest()
        verbs: dict[str, list[int]] = {}
        for action in state.legal_actions():
            verbs.setdefault(state.game.describe(state, action).verb, []).append(action)
        most = 60
        weighted = [verb for verb in verbs for _ in range(most // RARELY.get(verb, 1))]
        verb = weighted[int.from_bytes(key[:8], "big") % len(weighted)]
        action = verbs[verb][int.from_bytes(key[8:16], "big") % len(verbs[verb])]
        return Decision(action, {})


@cache
def shortened(scenario: Path, exchanges: int) -> Game:
    """The game of a scenario that ends after so many exchanges."""
    written = survey(scenario).scenario
    return Game(settle(written.model_copy(update={"exchanges": exchanges})))


def told(scenario: Path, exchanges: int, battle: int) -> tuple[str, int]:
    """A battle as text, and how many kinds of events are in it."""
    game = shortened(scenario, exchanges)
    steps = list(replay(game, 1, battle, (Experimenter(), Experimenter())))
    lines = "\n".join(line.plain for line in story(game, [step.events for step in steps]))
    head = f"{scenario.name}: battle {battle} of seed 1, ended after exchange {exchanges}"
    return f"{head}\n\n{lines}\n", len({event.kind for step in steps for event in step.events})


def tale(scenario: Path) -> str:
    """The battle of a scenario that is told: over as many exchanges as fit, of the first few, the
    one with the most kinds of events (ties: the shortest)."""
    for exchanges in (3, 2, 1):
        texts = [told(scenario, exchanges, battle) for battle in range(BATTLES)]
        short = [(-kinds, text.count("\n"), text) for text, kinds in texts]
        fitting = [one for one in short if one[1] <= LONGEST]
        if fitting:
            return min(fitting)[2]
    raise ValueError(f"no battle of {scenario} is short enough to be told")


def tale_file(scenario: Path) -> Path:
    """Where it stands."""
    return FOLDER / f"{scenario.stem}.txt"
