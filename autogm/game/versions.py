"""What machine code depends on besides the kernels, found without starting the compiler."""

from __future__ import annotations

import os
import platform
import sys
from functools import cache
from importlib.metadata import version

WAY = 2
"""Counted up whenever `compiler` makes other code of the same kernels."""
OPTIONS = {"nopython": True, "boundscheck": None, "error_model": "numpy"}
"""How kernels are compiled. They never divide by zero, so that what that comes to is left to the
processor: with the test before each division nearly every kernel could raise, and whoever calls one
would ask whether it has. Bounds are checked where `NUMBA_BOUNDSCHECK` says so."""


@cache
def versions() -> str:
    """The compiler, its settings and how it is used, Python, and this machine's processor."""
    import llvmlite.binding as llvm

    parts = [
        f"way {WAY} {OPTIONS}",
        *(f"{name} {version(name)}" for name in ("numba", "llvmlite", "numpy")),
    ]
    parts += [f"python {sys.version_info[:2]}", platform.machine(), llvm.get_host_cpu_name()]
    parts.append(llvm.get_host_cpu_features().flatten())
    parts += [f"{name}={os.environ.get(name, '')}" for name in ("NUMBA_BOUNDSCHECK", "NUMBA_OPT")]
    return "; ".join(parts)
