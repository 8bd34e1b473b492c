"""Building entries. What is cached is loaded. Of the rest, kernels are lowered and entries linked
in as many processes as there are cores, each unit by itself, and cached. Whoever waits is told how
far it is, also about what another process is building meanwhile.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from hashlib import sha256
from queue import SimpleQueue
from threading import RLock
from typing import Any, NamedTuple

from autogm.game.code_cache import BITCODE, MACHINE_CODE, CodeCache, code_cache
from autogm.game.kernels import Kernel, entries_below, reached_from, unit_key

FEW = 12  # up to this many kernels are lowered here: a process takes longer to start
MOST_PROCESSES = 8
A_PART = 0.12  # seconds that lowering one kernel takes, about
A_WHILE = 0.5  # seconds between looks at what another process is building
LINKING = 12  # linking one entry takes about as long as lowering this many kernels
LOWER, LINK = "lower", "link"


class Progress(NamedTuple):
    """How far building is: parts that are done, of how many, and whether this process builds."""

    done: int
    parts: int
    ours: bool = True


Listener = Callable[[Progress], None]
_listeners: list[Listener] = []
_loading = RLock()
_pointers: dict[Kernel, Any] = {}
_left_alone: list[subprocess.Popen[str]] = []  # processes that are not waited for


@contextmanager
def reported_to(listener: Listener) -> Iterator[None]:
    """Report to somebody how far building is, whenever there is something to build, until the end
    of this context."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def build(wanted: Sequence[Any]) -> None:
    """Make entries callable, with those that they call. Threads wait for each other, since machine
    code is loaded once in a process."""
    with _loading:
        store, units = code_cache(), _needed(wanted)
        kept = {one.name: store.read(key_of(one), MACHINE_CODE) for one in units}
        if None in kept.values():
            build_ahead(units)
        for one in units:  # in order: loading machine code binds it to what it calls
            found = kept[one.name] or store.read(key_of(one), MACHINE_CODE)
            _load(one, found or link_one(one, store))


def build_ahead(wanted: Sequence[Any]) -> None:
    """Compile entries, and those that they call, and cache them; none is loaded."""
    store = code_cache()
    with _sole_builder(store):
        lost = [one for one in _needed(wanted) if store.read(key_of(one), MACHINE_CODE) is None]
        if lost:
            _Builder(store, lost).run()
            store.prune()


def seconds_to_build(wanted: Sequence[Any]) -> float:
    """About how long compiling entries will take."""
    store, units = code_cache(), _needed(wanted)
    kernels = {one.name: one for unit in units for one in reached_from(unit)}
    lost = sum(1 for one in kernels.values() if not store.has(bitcode_key(one), BITCODE))
    linked = sum(1 for one in units if not store.has(key_of(one), MACHINE_CODE))
    return A_PART * (lost / cores() + linked * LINKING / 2)


def build_in_background(wanted: Sequence[Any]) -> Progress:
    """Let another process compile entries, which goes on after this one has ended. If one is
    compiling already, return how far it is, and start none."""
    store = code_cache()
    with store.lock(0) as free:
        if not free:
            return Progress(*store.progress(), ours=False)
    order = json.dumps([[one.function.__module__, one.name] for one in wanted])
    process = _started(["--ahead"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    assert process.stdin is not None
    with suppress(OSError), process.stdin as into:
        into.write(order)
    _left_alone.append(process)
    return Progress(0, 1)


def is_built(wanted: Sequence[Any]) -> bool:
    """Whether entries can be called without compiling anything."""
    store = code_cache()
    return all(store.has(key_of(one), MACHINE_CODE) for one in _needed(wanted))


def _needed(wanted: Sequence[Any]) -> list[Kernel]:
    """The entries that are not callable yet, each after those that it calls."""
    units = {unit.name: unit for one in wanted for unit in entries_below(one)}
    return [unit for unit in units.values() if not unit.is_installed]


def key_of(unit: Kernel) -> str:
    """The cache key of an entry's machine code."""
    from autogm.game.versions import versions

    return unit_key(unit, versions())


def bitcode_key(kernel: Kernel) -> str:
    """The cache key of a kernel's bitcode."""
    from autogm.game.versions import versions

    return sha256(f"{versions()}|{kernel.fingerprint}".encode()).hexdigest()[:32]


def _load(unit: Kernel, machine_code: bytes) -> None:
    """Make an entry callable."""
    from autogm.game.compiler import load

    unit.install(load(unit, machine_code))


def lower_one(kernel: Kernel, store: CodeCache) -> bytes:
    from autogm.game.compiler import lower

    made = lower(kernel)
    store.write(bitcode_key(kernel), BITCODE, made)
    return made


def link_one(unit: Kernel, store: CodeCache) -> bytes:
    from autogm.game.compiler import link

    parts = [
        store.read(bitcode_key(one), BITCODE) or lower_one(one, store) for one in reached_from(unit)
    ]
    made = link(unit, parts)
    store.write(key_of(unit), MACHINE_CODE, made)
    return made


@contextmanager
def _sole_builder(store: CodeCache) -> Iterator[None]:
    """Wait until no other process builds."""
    while True:
        with store.lock(A_WHILE) as ours:
            if ours:
                yield
                return
            _tell(Progress(*store.progress(), ours=False))


def _tell(progress: Progress) -> None:
    for listener in _listeners:
        listener(progress)


class _Builder:
    """Compiles entries into the cache: first all their kernels, then the entries, the largest
    first."""

    def __init__(self, store: CodeCache, units: Sequence[Kernel]) -> None:
        self._store = store
        kernels = {one.name: one for unit in units for one in reached_from(unit)}
        self._kernels = [
            one for one in kernels.values() if not store.has(bitcode_key(one), BITCODE)
        ]
        sizes = {unit.name: sum(1 for _ in reached_from(unit)) for unit in units}
        self._units = sorted(units, key=lambda one: -sizes[one.name])
        self._parts = len(self._kernels) + LINKING * len(units)
        self._done = 0

    def run(self) -> None:
        """Compile them all."""
        self._report(0)
        count = min(cores(), MOST_PROCESSES, 1 + len(self._kernels) // FEW + len(self._units) // 2)
        workers = [Worker() for _ in range(count)] if count > 1 else []
        try:
            self._run_all(workers, LOWER, self._kernels, 1)
            self._run_all(workers, LINK, self._units, LINKING)
        finally:
            for worker in workers:
                worker.close()

    def _run_all(
        self, workers: Sequence[Worker], what: str, kernels: Sequence[Kernel], parts: int
    ) -> None:
        """Do the same to kernels, side by side; what no other process can do is done here."""
        left = list(kernels)
        if workers and len(kernels) > 1:
            idle: SimpleQueue[Worker] = SimpleQueue()
            for worker in workers:
                idle.put(worker)

            def ask(kernel: Kernel) -> bool:
                worker = idle.get()
                try:
                    return worker.does(what, kernel)
                finally:
                    idle.put(worker)

            left = []
            with ThreadPoolExecutor(len(workers)) as pool:
                for kernel, done in zip(kernels, pool.map(ask, kernels), strict=True):
                    if done:
                        self._report(parts)
                    else:
                        left.append(kernel)
        for kernel in left:
            if what == LOWER:
                lower_one(kernel, self._store)
            else:
                link_one(kernel, self._store)
            self._report(parts)

    def _report(self, parts: int) -> None:
        self._done += parts
        self._store.note_progress(self._done, self._parts)
        _tell(Progress(self._done, self._parts))


class Worker:
    """Another process that compiles into the same cache, one thing at a time."""

    def __init__(self) -> None:
        self._process = _started([], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def does(self, what: str, kernel: Kernel) -> bool:
        """Ask it to do something; returns whether it did."""
        order = json.dumps([what, kernel.function.__module__, kernel.name, kernel.fingerprint])
        into, out = self._process.stdin, self._process.stdout
        assert into is not None
        assert out is not None
        try:
            into.write(order + "\n")
            into.flush()
            return out.readline() == "done\n"
        except (OSError, ValueError):
            return False

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()


def _started(arguments: list[str], stdin: int, stdout: int) -> subprocess.Popen[str]:
    """A process that compiles into the same cache and finds the same modules (`worker`)."""
    settings = {
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "AUTOGM_CACHE_DIR": str(code_cache().folder),
    }
    return subprocess.Popen(
        [sys.executable, "-m", "autogm.game.worker", *arguments],
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, **settings},
        start_new_session=True,  # an interrupt is meant for the process that asked
    )


def pointer_to(unit: Kernel) -> Any:
    """An entry as other entries are handed it. It is made once, by one thread: the compiler takes
    a type that two threads make at the same moment for two types."""
    found = _pointers.get(unit)
    if found is None:
        from autogm.game.compiler import Address

        with _loading:
            build([unit])
            found = _pointers.get(unit) or Address(unit)
            _pointers[unit] = found
    return found


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
