"""The compiler's one entrance: every kernel is made by `kernel`, so that the cache folder is
settled before any decorator runs, and so that the same source runs interpreted when
`NUMBA_DISABLE_JIT=1`. It carries no rule.

The cache of numba looks only at the file a function stands in, so editing a helper elsewhere
would run stale machine code. Here the folder's name is a hash of all kernel sources and of the
versions of numba, numpy and Python: a changed source is another folder.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import platform
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from autogm.engine.layout import BUFFER, LOG, SCENE, STATE, TALLIES

KEEP_FOLDERS = 3
OUR_FOLDER = re.compile("[0-9a-f]{20}")
_ENGINE = Path(__file__).resolve().parent
_KERNEL_ROOTS = tuple(_ENGINE.parent / room for room in ("engine", "planner", "agents", "lab"))


def source_hash() -> str:
    """A hash of every source that may hold a kernel and of what compiles it."""
    digest = hashlib.sha256()
    for root in _KERNEL_ROOTS:
        for path in sorted(root.rglob("*.py")):
            digest.update(path.relative_to(root.parent).as_posix().encode())
            digest.update(path.read_bytes())
    from importlib.metadata import version

    for name in ("numba", "llvmlite", "numpy"):
        digest.update(version(name).encode())
    digest.update(f"{sys.version_info[:3]}{platform.machine()}".encode())
    digest.update(os.environ.get("NUMBA_BOUNDSCHECK", "").encode())
    return digest.hexdigest()[:20]


def _roots() -> list[Path]:
    """Where a cache may live, best first."""
    chosen = os.environ.get("AUTOGM_CACHE_DIR")
    if chosen:
        return [Path(chosen)]
    base = os.environ.get("XDG_CACHE_HOME")
    return [
        Path(base) / "autogm" if base else Path.home() / ".cache" / "autogm",
        Path(tempfile.gettempdir()) / f"autogm-{os.getuid() if hasattr(os, 'getuid') else 0}",
    ]


def _writable(folder: Path) -> bool:
    """Whether a folder is ours to write to. Machine code out of a folder that somebody else made
    is not run."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
            return False
        probe = folder / f".probe-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError:
        return False
    return True


def cache_folder() -> Path:
    """The folder for this source's machine code: the first root that can be written to. As a
    last resort a fresh temporary folder, so that a read-only home never runs stale code."""
    name = source_hash()
    for root in _roots():
        folder = root / name
        if _writable(folder):
            _prune(root, keep=folder)
            return folder
    return Path(tempfile.mkdtemp(prefix="autogm-"))


def _prune(root: Path, keep: Path) -> None:
    """Delete the folders of older sources, the newest few excepted. Whatever else stands in a root
    that a person chose is left alone."""
    others = [
        path
        for path in root.iterdir()
        if path.is_dir() and path != keep and OUR_FOLDER.fullmatch(path.name)
    ]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[KEEP_FOLDERS:]:
        shutil.rmtree(path, ignore_errors=True)


CACHE = cache_folder()
os.environ["NUMBA_CACHE_DIR"] = str(CACHE)

import numba  # noqa: E402

numba.config.CACHE_DIR = str(CACHE)  # type: ignore[attr-defined]
INTERPRETED = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]


SCENE_TYPE = numba.from_dtype(SCENE)
STATE_TYPE = numba.from_dtype(STATE)
SCENES_TYPE = numba.types.Array(SCENE_TYPE, 1, "C")
STATES_TYPE = numba.types.Array(STATE_TYPE, 1, "C")
BUFFER_TYPE = numba.from_dtype(BUFFER)
LOG_TYPE = numba.from_dtype(LOG)
TALLIES_TYPE = numba.from_dtype(TALLIES)
BUFFERS_TYPE = numba.types.Array(BUFFER_TYPE, 1, "C")
LOGS_TYPE = numba.types.Array(LOG_TYPE, 1, "C")
_TYPE_OF = {
    "scene": SCENE_TYPE,
    "state": STATE_TYPE,
    "buffer": BUFFER_TYPE,
    "log": LOG_TYPE,
    "tallies": TALLIES_TYPE,
}


_waiting: dict[int, tuple[Any, tuple[Any, ...]]] = {}
_told_of_compiling: list[Callable[[], None]] = []


def kernel(function: Callable[..., Any] | None = None, **types: Any) -> Any:
    """A kernel that other kernels call: compiled into whoever calls it. Parameters are typed by
    their names (`scene`, `state`, `buffer`, `log`, `tallies`, or as `types` says; all others are
    64-bit integers), so that each is compiled once and not again for every width of integer it is
    called with."""
    if function is None:
        return partial(kernel, **types)
    if INTERPRETED:
        return function
    names = inspect.signature(function).parameters
    dispatcher = numba.njit(function)
    known = {**_TYPE_OF, **types}
    signature = tuple(known.get(name, numba.types.int64) for name in names)
    _waiting[id(dispatcher)] = (dispatcher, signature)
    return dispatcher


def _compile_callees(function: Callable[..., Any]) -> None:
    """Compile the kernels that a function calls, innermost first, each with its one signature."""
    for name in function.__code__.co_names:
        callee = function.__globals__.get(name)
        known = _waiting.pop(id(callee), None)
        if known is not None:
            dispatcher, signature = known
            _compile_callees(dispatcher.py_func)
            dispatcher.compile(signature)
            dispatcher.disable_compile()


def door(signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """A kernel with a fixed signature, compiled once, cached, releasing the GIL. Loading it from
    a damaged cache deletes the folder and compiles again."""

    def compiled(function: Callable[..., Any]) -> Any:
        if INTERPRETED:
            return function
        dispatcher = _cached(function)
        try:
            loaded = dispatcher._cache.load_overload(signature.args, dispatcher.targetctx)
        except Exception:  # unpickling damaged bytes raises anything
            shutil.rmtree(CACHE, ignore_errors=True)
            CACHE.mkdir(parents=True, exist_ok=True)
            dispatcher, loaded = _cached(function), None
        if loaded is None:
            for tell in _told_of_compiling:
                tell()
            _compile_callees(function)
        dispatcher.compile(signature.args)
        dispatcher.disable_compile()
        return dispatcher

    return compiled


def _cached(function: Callable[..., Any]) -> Any:
    return numba.njit(cache=True, nogil=True)(function)


class Pointer(numba.types.WrapperAddressProtocol):
    """A compiled door as other doors are handed it: its type and its address, looked up once. The
    door itself would do as well, but then every call looks both up anew, some 30 microseconds."""

    def __init__(self, function: Any, kind: Any) -> None:
        self.function = function
        self._numba_type_ = kind
        found = function.get_compile_result(kind.signature)
        name = found.fndesc.llvm_cfunc_wrapper_name
        self._address = int(found.library.get_pointer_to_function(name))

    def __wrapper_address__(self) -> int:
        return self._address

    def signature(self) -> Any:
        """The door's."""
        return self._numba_type_.signature


def pointer(function: Any, kind: Any) -> Any:
    """What a door is given for another door, of that type of function."""
    return function if INTERPRETED else Pointer(function, kind)


def announce_compilation(say: Callable[[str], None]) -> Callable[[], None]:
    """Tell the person once that something is being compiled, as soon as it is; the returned
    function says when it is done."""
    started: list[float] = []

    def begin() -> None:
        if not started:
            started.append(time.monotonic())
            say("Compiling the game for this machine: a minute or two, once for each version.")

    def done() -> None:
        _told_of_compiling.remove(begin)
        if started:
            say(f"Compiled in {time.monotonic() - started[0]:.0f} s.")

    _told_of_compiling.append(begin)
    return done


_MASK = (1 << 64) - 1


class Row:
    """A record as interpreted kernels see it: fields are Python integers or floats, arrays are
    checked for range and for negative indices, so that what compiled code does in silence is an
    error here. 64-bit fields are bit masks: they are read as numbers without a sign, since
    Python's integers never run out of sign bits."""

    __slots__ = ("_row",)

    def __init__(self, row: Any) -> None:
        object.__setattr__(self, "_row", row)

    def __getattr__(self, name: str) -> Any:
        value = self._row[name]
        if not isinstance(value, np.ndarray):
            return _read(value)
        return Rows(value) if value.dtype.names else Cells(value)

    def __setattr__(self, name: str, value: Any) -> None:
        self._row[name] = _fitting(self._row.dtype[name], value, name)


class Cells:
    """An array field of a `Row`."""

    __slots__ = ("_cells", "shape")

    def __init__(self, cells: np.ndarray[Any, Any]) -> None:
        self._cells = cells
        self.shape = cells.shape

    def __getitem__(self, index: Any) -> Any:
        _check_index(index)
        value = self._cells[index]
        return Cells(value) if isinstance(value, np.ndarray) else _read(value)

    def __setitem__(self, index: Any, value: Any) -> None:
        _check_index(index)
        self._cells[index] = _fitting(self._cells.dtype, value, "cell")


class Rows:
    """A structured array as interpreted kernels see it."""

    __slots__ = ("array", "shape")

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.array = array
        self.shape = array.shape

    def __getitem__(self, index: int) -> Row:
        return Row(self.array[index])

    def __setitem__(self, index: int, row: Row) -> None:
        self.array[index] = object.__getattribute__(row, "_row")


def _read(value: Any) -> Any:
    number = value.item()
    return number & _MASK if value.dtype == np.int64 else number


def _fitting(dtype: np.dtype[Any], value: Any, name: str) -> Any:
    kind = dtype.base
    if kind.kind != "i" or isinstance(value, Cells):
        return value
    number = int(value)
    if kind == np.int64 and number > _MASK >> 1:
        number -= _MASK + 1
    info = np.iinfo(kind)
    if not info.min <= number <= info.max:
        raise OverflowError(f"{name} cannot hold {value}")
    return number


def _check_index(index: Any) -> None:
    for part in index if isinstance(index, tuple) else (index,):
        if part < 0:
            raise IndexError(f"negative index {index}")


def rows(array: np.ndarray[Any, Any]) -> Any:
    """What a door is given for a structured array: the array itself, or its checked view."""
    return Rows(array) if INTERPRETED else array


def cells(array: np.ndarray[Any, Any]) -> Any:
    """What a door is given for an array of numbers: the array itself, or its checked view."""
    return Cells(array) if INTERPRETED else array
