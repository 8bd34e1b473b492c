"""The kinds of plain arrays that kernels take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from autogm.game.kernels import ArrayKind

if TYPE_CHECKING:
    Ints: TypeAlias = Any
    Shorts: TypeAlias = Any
    Kinds: TypeAlias = Any
    Floats: TypeAlias = Any
    IntTable: TypeAlias = Any
    FloatTable: TypeAlias = Any
    Raw: TypeAlias = Any
else:
    Ints, Shorts, Kinds = ArrayKind(np.int64), ArrayKind(np.int32), ArrayKind(np.int8)
    Floats = ArrayKind(np.float64)
    IntTable, FloatTable = ArrayKind(np.int64, 2), ArrayKind(np.float64, 2)
    Raw = ArrayKind(np.uint8, 2)
