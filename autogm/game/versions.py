"""What machine code depends on besides the kernels, found without starting the compiler."""

from __future__ import annotations

import os
import platform
import sys
from functools import cache
from importlib.metadata import version

WAY = 2
"""Counted up whenever `compiler` makes other code of the same kernels."""


@cache
def versions() -> str:
    """The compiler, its settings and how it is used, Python, and this machine's processor."""
    import llvmlite.binding as llvm

    parts = [f"way {WAY}", *(f"{name} {version(name)}" for name in ("numba", "llvmlite", "numpy"))]
    parts += [f"python {sys.version_info[:2]}", platform.machine(), llvm.get_host_cpu_name()]
    parts.append(llvm.get_host_cpu_features().flatten())
    parts += [f"{name}={os.environ.get(name, '')}" for name in ("NUMBA_BOUNDSCHECK", "NUMBA_OPT")]
    return "; ".join(parts)
