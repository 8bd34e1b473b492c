"""How a weaker player errs (`levels.Misjudgement`): what it does not see, and what it misreads of
what it sees, when it decides what a turn is about; within a roll nobody errs. Both depend on the
position and on what people judge as one choice (`CLASS`), by a hash of them as data, and not on how
records are laid out. The same position is misread in the same way whenever it is met, by every
level in the same direction, and the weaker the level, the further. Solved positions are not
misjudged.
"""

from __future__ import annotations

import json
import math
from dataclasses import replace
from hashlib import blake2b
from statistics import NormalDist
from typing import Any, NamedTuple

from autogm.engine import codes
from autogm.engine.codes import PLAYERS, VERB_SHIFT
from autogm.engine.game import Game
from autogm.engine.position import position_data
from autogm.engine.stakes import stake_at
from autogm.engine.state import State
from autogm.game.rows import rows
from autogm.planner.levels import Misjudgement
from autogm.planner.search.beam import Line, Thought

CERTAIN = 0.001
"""Chances nearer to 0 or 1 than this count as certain, and certain chances are not misread."""
MOST = math.log((1.0 - CERTAIN) / CERTAIN)
SURE = 3.0
"""From these log-odds on a choice all but wins the conflict, and nobody overlooks it."""

HIDDEN = {
    codes.V_MOVE: 0.3, codes.V_SPRINT: 0.5, codes.V_BLOCK: 0.5,
    codes.V_CHARGE: 0.5, codes.V_ATTACK_EVERYONE: 0.3,
    codes.V_FULL_ATTACK: 0.7, codes.V_FULL_DEFENSE: 0.7,
    codes.V_PUSH: 0.7, codes.V_PULL: 0.7, codes.V_GRAB: 0.4, codes.V_LEAVE: 0.4,
    codes.V_CREATE: 0.5, codes.V_EXPLORE: 0.7, codes.V_DISCOVER: 0.8, codes.V_OVERCOME: 0.8,
    codes.V_HELP: 0.8, codes.V_RECOVER: 0.6, codes.V_ROAR: 0.5, codes.V_DECLARE: 0.8,
    codes.V_STUNT: 0.4, codes.V_EFFECT: 0.7, codes.V_CALL_ON_STUNT: 0.4,
    codes.V_INVOKE: 0.3, codes.V_INVOKE_FREE: 0.3, codes.V_INVOKE_FULL_DEFENSE: 0.3,
    codes.V_KNOCK_BACK: 0.5, codes.V_DISARM: 0.5, codes.V_FOOTWORK: 0.5, codes.V_DRIVE_ON: 0.5,
    codes.V_COMPEL: 0.7, codes.V_CONCEDE: 0.6, codes.V_DIVIDE: 0.7,
}  # fmt: skip
"""How easily a player that overlooks all it can (`overlooks` 1) overlooks a choice with this
verb."""
PLAIN = (
    codes.V_PASS, codes.V_ATTACK, codes.V_USE, codes.V_ACT_NEXT,
    codes.V_ABSORB, codes.V_BE_TAKEN_OUT, codes.V_TAKE_THE_BOOST, codes.V_PUT,
    codes.V_NAME_COST, codes.V_PAY_THE_COST, codes.V_FAIL, codes.V_LET_IT_STAND,
    codes.V_STAY, codes.V_GO_ON, codes.V_ACCEPT, codes.V_REFUSE, codes.V_ALLOW, codes.V_DENY,
    codes.V_PAY_TO_KEEP_ROARING, codes.V_OPPOSE,
)  # fmt: skip
"""The verbs that nobody overlooks: a plain attack, to pass, how to take a hit, whom to let act, and
what answers a question."""


OPENINGS = (codes.N_TURN, codes.N_ORDER, codes.N_ROAR, codes.N_COMPEL)
"""The choices that decide what a turn is about. Only these are misread and overlooked: whoever has
decided to attack takes the best skill for it and pays what is cheapest."""
CLASS = ("verb", "target", "zone", "where", "compel")
"""What of an action people judge as one: whatever else tells choices apart, the same error is made
about them all."""


def bias(parameters: Any, misjudgement: Misjudgement) -> None:
    """Let evaluation parameters (`parameters_of`) count points and free invokes as such a player
    does."""
    parameters["point"] *= misjudgement.hoards
    parameters["free"] *= misjudgement.trusts


class Seen(NamedTuple):
    """A line as the player reads it: to the side that chooses, its log-odds before the noise, and
    the utility after it."""

    plain: float
    read: float
    line: Line


class Eyes:
    """The perception of a player of one game: what it sees of what a search found."""

    def __init__(self, game: Game, misjudgement: Misjudgement) -> None:
        self.misjudgement = misjudgement
        nobody, won, lost, _ = (float(one) for one in game.scene[0]["win_value"])
        self._nobody, self._lost, self._span = nobody, lost, (won - lost) or 1.0

    def see(self, state: State, thought: Thought) -> Thought:
        """The thought with the lines that the player sees, as it reads them. The first line, the
        one to take, is among those that were expanded as far as the best and are within the
        cap."""
        how = self.misjudgement
        if (not how.noise and not how.overlooks) or state.node() not in OPENINGS:
            return thought
        sign = 1.0 if state.current_player() == PLAYERS else -1.0
        legal = state.legal_actions()
        settled = stake_at(state.game.scene_rows, rows(state.record), 0) - self._nobody
        position = _digest(position_data(state))
        seen: list[Seen] = []
        hidden: list[Seen] = []
        for line in thought.lines:
            action = legal[line.place]
            described = state.game.describe(state, action).as_dict()
            alike = {name: described[name] for name in CLASS if name in described}
            drawn, error = _draws(position, alike)
            plain = sign * self._log_odds(line.worth - settled)
            certain = abs(plain) > MOST - 1e-9
            read = line.worth
            if not certain:
                read = settled + self._worth(sign * plain + how.noise * error)
            likely = how.overlooks * HIDDEN.get(action >> VERB_SHIFT, 0.0)
            overlooked = drawn < likely and plain < SURE
            (hidden if overlooked else seen).append(
                Seen(plain, sign * read, Line(line.place, read, line.turns))
            )
        seen = seen or hidden[:1]
        deepest = max(one.line.turns for one in seen)
        least = max(one.plain for one in seen if one.line.turns == deepest) - how.cap
        seen.sort(key=lambda one: (one.line.turns != deepest or one.plain < least, -one.read))
        return replace(thought, lines=tuple(one.line for one in seen))

    def _log_odds(self, worth: float) -> float:
        """Log-odds of how far u, less what is settled of the stakes already, lies on the way from
        the players' defeat to their victory."""
        share = (worth - self._lost) / self._span
        share = min(1.0 - CERTAIN, max(CERTAIN, share))
        return math.log(share / (1.0 - share))

    def _worth(self, log_odds: float) -> float:
        """The utility that has these log-odds."""
        return self._lost + self._span / (1.0 + math.exp(-log_odds))


def _digest(data: dict[str, Any], key: bytes = b"") -> bytes:
    """A hash of plain data."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), key=key, digest_size=16).digest()


def _draws(position: bytes, action: dict[str, Any]) -> tuple[float, float]:
    """Two numbers that depend only on a position, given by its hash, and an action: one uniform
    between 0 and 1, one normal."""
    both = _digest(action, key=position)
    uniform, other = (
        ((int.from_bytes(half, "little") >> 11) + 0.5) / 2**53 for half in (both[:8], both[8:])
    )
    return uniform, NormalDist().inv_cdf(other)
