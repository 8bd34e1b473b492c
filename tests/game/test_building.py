"""Building entries: the compiler's adapter step by step, the cache, several processes at once."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.game.processes import in_a_process, settings_for

SCRIPT = """
from __future__ import annotations
from typing import NamedTuple
import numpy as np
from autogm.game import building, compiler
from autogm.game.code_cache import code_cache
from autogm.game.kernels import ArrayKind, PointerKind, RecordKind, entry, kernel, pointer
from autogm.game.rows import rows

POINT = np.dtype([("x", np.int64), ("y", np.float64)])
Point = RecordKind("Point", POINT)
Points = ArrayKind(Point)
Answer = PointerKind(int, (int,))

class Pair(NamedTuple):
    point: Point
    number: int

@kernel
def twice(number: int) -> int:
    return 2 * number

@entry
def answer(number: int) -> int:
    if number < 0:
        raise RuntimeError("below zero")
    return twice(number) + 1

@kernel
def weighed(pair: Pair) -> float:
    return pair.number * pair.point.y

@entry
def total(points: Points, number: int) -> float:
    point = points[0]
    point.x = answer(number)
    return weighed(Pair(point, point.x))

@entry
def asked(function: Answer, number: int) -> int:
    return function(number) + 100
"""
USE = """
points = np.zeros(1, POINT)
points["y"] = 0.5
print(total(rows(points), 20), int(points["x"][0]), asked(pointer(answer), 1))
try:
    answer(-1)
except RuntimeError as error:
    print(error)
"""
USED = ["20.5 41 103", "below zero"]


def run(folder: Path, source: str, **settings: str) -> list[str]:
    """The lines that a script prints that builds into a cache of that folder."""
    return in_a_process(SCRIPT + source, folder, **settings).splitlines()


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache in which all of the script is compiled; whoever changes it takes a copy."""
    folder = tmp_path_factory.mktemp("built")
    assert run(folder, USE) == USED
    return folder / "cache"


@pytest.fixture
def built(once: Path, tmp_path: Path) -> Path:
    """A folder with a copy of that cache."""
    shutil.copytree(once, tmp_path / "cache")
    return tmp_path


def kept(folder: Path) -> dict[str, bytes]:
    """The files of a cache."""
    cache = folder / "cache"
    return {
        path.name: path.read_bytes() for path in cache.iterdir() if path.suffix in (".o", ".bc")
    }


@pytest.mark.usefixtures("once")
def test_records_pointers_and_errors_cross_into_compiled_code(tmp_path: Path) -> None:
    """As `once` has seen; and what is compiled is the same as what is interpreted."""
    assert run(tmp_path, USE, NUMBA_DISABLE_JIT="1") == USED


def test_what_was_compiled_is_not_compiled_again(built: Path) -> None:
    before = kept(built)
    assert len(before) == 8, "five kernels and three entries"
    told = "from autogm.game.building import reported_to\nwith reported_to(print):\n    total"
    assert run(built, told + "(np.zeros(1, POINT), 1)") == []
    assert kept(built) == before


def test_an_edit_compiles_what_it_changes_and_no_more(built: Path) -> None:
    before = kept(built)
    edited = (SCRIPT + USE).replace("return 2 * number", "return 3 * number")
    assert in_a_process(edited, built).splitlines()[0] == "30.5 61 104"
    more = {name.rpartition(".")[2] for name in kept(built).keys() - before.keys()}
    assert len(kept(built)) == len(before) + 2, "twice, and answer, which contains it"
    assert more == {"o", "bc"}


@pytest.mark.parametrize("ending", ["o", "bc"])
def test_damage_costs_the_damaged_file(built: Path, ending: str) -> None:
    before = kept(built)
    damaged = next(path for path in (built / "cache").iterdir() if path.suffix == f".{ending}")
    damaged.write_bytes(damaged.read_bytes()[:40])
    assert run(built, USE) == USED
    after = kept(built)
    if ending == "o":
        assert after.keys() == before.keys()
    same = {name for name, data in after.items() if data == before.get(name)}
    assert len(same) >= len(before) - 1


def test_nothing_is_compiled_before_it_is_called(tmp_path: Path) -> None:
    assert run(tmp_path, "print(answer(1))") == ["3"]
    assert len(kept(tmp_path)) == 3, "two kernels and one entry"


def test_two_processes_at_once_compile_once(tmp_path: Path) -> None:
    """The second waits, is told so, and writes nothing."""
    slow = (
        "from autogm.game.building import reported_to\nwith reported_to(lambda p: print(p.ours)):"
    )
    script = tmp_path / "slow.py"
    script.write_text(SCRIPT + slow + "\n    print(total(np.zeros(1, POINT), 1))\n")
    both = [
        subprocess.Popen(
            [sys.executable, str(script)], stdout=subprocess.PIPE, text=True,
            env=settings_for(tmp_path),
        )
        for _ in range(2)
    ]  # fmt: skip
    said = [one.communicate(timeout=120)[0].split() for one in both]
    assert all(one.returncode == 0 for one in both)
    assert sum("True" in lines for lines in said) == 1, "one of them compiled"


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("@entry\ndef wrong(number: float) -> int:\n    return twice(number)\n", "`number`"),
        ("@entry\ndef wrong(number: float) -> int:\n    return number\n", "its result"),
    ],
)
def test_casts_that_lose_are_refused(tmp_path: Path, source: str, says: str) -> None:
    """Numba would make an integer of 1.7 without a word."""
    use = "try:\n    wrong(1.7)\nexcept Exception as error:\n    print(error)\n"
    assert says in "\n".join(run(tmp_path, source + use))


def test_kernels_are_compiled_by_several_processes(tmp_path: Path) -> None:
    """By as many as there are cores, who find the same modules."""
    module = tmp_path / "many.py"
    names = [f"kernel_{number}" for number in range(30)]
    lines = ["from autogm.game.kernels import entry, kernel"]
    for number, name in enumerate(names):
        lines += ["@kernel", f"def {name}(a: int) -> int:", f"    return a + {number}"]
    lines += ["@entry", "def summed(a: int) -> int:", f"    return {'(a) + '.join(names)}(a)"]
    module.write_text("\n".join(lines) + "\n")
    use = """
import os
from autogm.game import building
building.cores = lambda: 2
asked = []
does = building.Worker.does
building.Worker.does = lambda self, *given: asked.append(does(self, *given)) or asked[-1]
from many import summed
print(summed(1), sum(asked))
"""
    total = 30 + sum(range(30))
    done = in_a_process(use, tmp_path, PYTHONPATH=f"{tmp_path}:{Path(__file__).parents[2]}")
    assert done.split() == [str(total), "31"]


def test_numba_keeps_its_own_cache(tmp_path: Path) -> None:
    """Whoever else uses numba in this process is not redirected."""
    source = "import numba\nimport autogm.engine.step\nprint(numba.config.CACHE_DIR)"
    assert in_a_process(source, tmp_path, NUMBA_CACHE_DIR="/elsewhere").split() == ["/elsewhere"]


def test_threads_that_call_an_entry_first_at_once_load_it_once(tmp_path: Path) -> None:
    """Whether they call it or hand it on."""
    use = """
from threading import Barrier, Thread
loaded, load, start, said = [], compiler.load, Barrier(4), []
compiler.load = lambda unit, code: loaded.append(unit.name) or load(unit, code)

def ask(number):
    start.wait()
    said.append(asked(pointer(answer), number) if number % 2 else answer(number) + 100)

threads = [Thread(target=ask, args=(number,)) for number in range(4)]
for one in threads:
    one.start()
for one in threads:
    one.join()
print(sorted(said), sorted(loaded))
"""
    loaded = ["__main__.answer", "__main__.asked"]
    assert run(tmp_path, use) == [f"[101, 103, 105, 107] {loaded}"]


def test_an_address_is_made_once_by_whichever_thread(tmp_path: Path) -> None:
    """Two that are made at once would be of two types, and a call with one of them be refused."""
    use = """
from threading import Barrier, Thread
from time import sleep
start, made, make = Barrier(4), [], compiler.Address.__init__

def slowly(self, entry):
    made.append(entry.name)
    sleep(0.05)
    make(self, entry)

compiler.Address.__init__ = slowly

def ask():
    start.wait()
    pointer(answer)

threads = [Thread(target=ask) for _ in range(4)]
for one in threads:
    one.start()
for one in threads:
    one.join()
print(made)
"""
    assert run(tmp_path, use) == ["['__main__.answer']"]


def test_a_first_call_teaches_numba_no_types(tmp_path: Path) -> None:
    """Another thread may be typing its arguments meanwhile."""
    use = """
from numba.core.typing.typeof import typeof_impl
before = set(typeof_impl.registry)
asked(pointer(answer), 1)
print(sorted(one.__name__ for one in set(typeof_impl.registry) - before))
"""
    assert run(tmp_path, use) == ["[]"]
