"""The odds of the roll that a choice of a card scene leads to, read from what the scene itself does
with each way in which the dice can fall: as it is, with every invoke that its player can still
make, and with every answer that the GM can still give. No rule is here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from autogm.game.contract import CHANCE, DifficultyOdds
from autogm.scenes.cards.codes import (
    ARGUMENT_BITS,
    EV_FAILED,
    EV_SUCCEEDED,
    GM_ANSWERS,
    ROLL_PHASES,
    V_INVOKE,
    V_REVEAL,
    V_TURN,
)
from autogm.scenes.cards.events import KINDS
from autogm.scenes.cards.state import CardState

ENDS = (KINDS[EV_SUCCEEDED], KINDS[EV_FAILED])
Choose = Callable[[CardState], int]
"""What is chosen on the way to the end of a roll."""


def odds(state: CardState, action: int) -> DifficultyOdds | None:
    """The odds of the roll that a choice leads to, or which it is about; none where there is no
    such roll."""
    found = _ends(state, action, _nothing)
    if found is None:
        return None
    ends, difficulty = found
    most, least = _ends(state, action, _invokes), _ends(state, action, _answers)
    return DifficultyOdds(
        difficulty, ends, _chance(most[0] if most else ends), _chance(least[0] if least else ends)
    )


Ends = tuple[tuple[int, float], ...]


def _ends(state: CardState, action: int, choose: Choose) -> tuple[Ends, int] | None:
    """By how much a roll meets its difficulty or misses it, with the chances, which sum to 1, and
    the difficulty that it has at its end."""
    found: dict[int, float] = defaultdict(float)
    frontier, difficulty = [(state, action, 1.0)], 0
    while frontier:
        here, step, chance = frontier.pop()
        told = [one.facts for one in here.game.events(here, step) if one.kind in ENDS]
        if told:
            difficulty = told[0]["difficulty"]
            found[told[0]["total"] - difficulty] += chance
            continue
        after = here.child(step)
        if after.current_player() == CHANCE:
            frontier += [(after, one, chance * share) for one, share in after.chance_outcomes()]
        elif (ROLL_PHASES >> after.phase) & 1:
            frontier.append((after, choose(after), chance))
        else:
            return None
    return tuple(sorted(found.items())), difficulty


def _nothing(state: CardState) -> int:
    """What costs nothing, which stands first."""
    return state.legal_actions()[0]


def _invokes(state: CardState) -> int:
    """An invoke, as long as there is one."""
    legal = state.legal_actions()
    return next((one for one in legal if one >> ARGUMENT_BITS == V_INVOKE), legal[0])


def _answers(state: CardState) -> int:
    """An answer of the GM, as long as there is one."""
    legal = state.legal_actions()
    if state.phase != GM_ANSWERS:
        return legal[0]
    return next((one for one in legal if one >> ARGUMENT_BITS in (V_REVEAL, V_TURN)), legal[0])


def _chance(ends: Ends) -> float:
    return sum((chance for shifts, chance in ends if shifts >= 0), 0.0)
