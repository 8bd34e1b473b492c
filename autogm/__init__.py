"""An automated game master and opponent for the Fate role-playing family.

What other programs may build on is what this module names; all else may change from one version to
the next. Importing it costs next to nothing: each name is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autogm.agents.base import Agent, Decision, RandomSource
    from autogm.agents.names import AgentKind, register
    from autogm.agents.roster import agent
    from autogm.engine.actions import Action
    from autogm.engine.events import Event
    from autogm.engine.game import Game
    from autogm.engine.state import State
    from autogm.game.registry import GameKind, load_game
    from autogm.game.registry import register as register_game
    from autogm.model.faults import ScenarioError
    from autogm.view.words.choices import ChoiceWords
    from autogm.view.words.events import EventWords
    from autogm.view.words.reasons import reason

__version__ = "0.1.0"

_HOMES = {
    "Action": "autogm.engine.actions",
    "Agent": "autogm.agents.base",
    "AgentKind": "autogm.agents.names",
    "ChoiceWords": "autogm.view.words.choices",
    "Decision": "autogm.agents.base",
    "Event": "autogm.engine.events",
    "EventWords": "autogm.view.words.events",
    "Game": "autogm.engine.game",
    "GameKind": "autogm.game.registry",
    "RandomSource": "autogm.agents.base",
    "ScenarioError": "autogm.model.faults",
    "State": "autogm.engine.state",
    "agent": "autogm.agents.roster",
    "load_game": "autogm.game.registry",
    "reason": "autogm.view.words.reasons",
    "register": "autogm.agents.names",
    "register_game": "autogm.game.registry",
}
_NAMES = {"register_game": "register"}
"""Names that are others in their modules."""
__all__ = [
    "Action",
    "Agent",
    "AgentKind",
    "ChoiceWords",
    "Decision",
    "Event",
    "EventWords",
    "Game",
    "GameKind",
    "RandomSource",
    "ScenarioError",
    "State",
    "__version__",
    "agent",
    "load_game",
    "reason",
    "register",
    "register_game",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), _NAMES.get(name, name))


def __dir__() -> list[str]:
    return __all__


import autogm.engine  # noqa: E402  # these register their kinds of games
import autogm.scenes  # noqa: E402, F401
