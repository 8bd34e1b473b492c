"""The kinds of record that the engine's kernels take, each by the name of what it is; the plural is
an array of them. What stands in them says `layout`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from autogm.engine.layout import BUFFER, LOG, SCENE, STATE, TALLIES
from autogm.game.kernels import ArrayKind, RecordKind

if TYPE_CHECKING:
    Scene: TypeAlias = Any
    State: TypeAlias = Any
    Buffer: TypeAlias = Any
    Log: TypeAlias = Any
    Tallies: TypeAlias = Any
    Scenes: TypeAlias = Any
    States: TypeAlias = Any
    Buffers: TypeAlias = Any
    Logs: TypeAlias = Any
    TalliesRows: TypeAlias = Any
else:
    Scene, State, Buffer = (
        RecordKind("Scene", SCENE),
        RecordKind("State", STATE),
        RecordKind("Buffer", BUFFER),
    )
    Log, Tallies = RecordKind("Log", LOG), RecordKind("Tallies", TALLIES)
    Scenes, States, Buffers = ArrayKind(Scene), ArrayKind(State), ArrayKind(Buffer)
    Logs, TalliesRows = ArrayKind(Log), ArrayKind(Tallies)
