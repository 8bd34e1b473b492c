"""The kinds of record that the kernels of card scenes take (`layout` says what stands in them); the
plural is an array of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from autogm.game.kernels import ArrayKind, PointerKind, RecordKind
from autogm.scenes.cards.layout import BUFFER, LOG, SCENE, STATE

if TYPE_CHECKING:
    Scene: TypeAlias = Any
    State: TypeAlias = Any
    Buffer: TypeAlias = Any
    Log: TypeAlias = Any
    Scenes: TypeAlias = Any
    States: TypeAlias = Any
    Buffers: TypeAlias = Any
    Logs: TypeAlias = Any
    Apply: TypeAlias = Any
else:
    Scene, State = RecordKind("CardScene", SCENE), RecordKind("CardState", STATE)
    Buffer, Log = RecordKind("CardBuffer", BUFFER), RecordKind("CardLog", LOG)
    Scenes, States, Buffers = ArrayKind(Scene), ArrayKind(State), ArrayKind(Buffer)
    Logs = ArrayKind(Log)
    Apply = PointerKind(int, (Scene, State, int, Buffer, Log))
"""`Apply` is how other entries are handed `step.apply`."""
