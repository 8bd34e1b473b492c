"""Kernels before anything is compiled: what must be annotated, what their machine code is keyed by,
and what an entry contains.
"""

from __future__ import annotations

from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
import pytest

from autogm.game.kernels import (
    ArrayKind,
    Entry,
    Kernel,
    PointerKind,
    RecordKind,
    UnknownValueError,
    UntypedKernelError,
    check_annotated,
    entries_below,
    identity,
    reached_from,
    unit_key,
)
from autogm.model import library
from tests.game.processes import in_a_process

POINT = RecordKind("Point", np.dtype([("x", np.int64)]))


class Pair(NamedTuple):
    """Two numbers."""

    first: int
    second: float


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("def f(a, b: int) -> int: return b", "f: its parameter `a` has no annotation"),
        ("def f(a: int): return a", "f: its result has no annotation"),
        ("def f(a: int = 2) -> int: return a", "no defaults"),
        (
            "def g(b):\n    def f(a: int) -> int: return a + b\n    return f\nf = g(1)",
            "encloses no",
        ),
    ],
)
def test_what_is_not_annotated_is_refused(source: str, says: str) -> None:
    names: dict[str, Any] = {}
    exec(source, names)
    with pytest.raises(UntypedKernelError, match=says):
        check_annotated(names["f"])


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(UntypedKernelError, match="no kernel knows"):
        identity(dict)


def test_kinds_that_differ_have_identities_that_differ() -> None:
    wide = RecordKind("Point", np.dtype([("x", np.int64), ("y", np.int64)]))
    kinds = [
        int, float, bool, None, POINT, wide, ArrayKind(POINT), ArrayKind(wide), ArrayKind(np.int32),
        ArrayKind(np.int32, 2), tuple[int, int], tuple[int, float], Pair, PointerKind(int, (int,)),
        PointerKind(int, (float,)),
    ]  # fmt: skip
    assert len({identity(kind) for kind in kinds}) == len(kinds)


def test_fields_of_one_kind_are_told_apart_by_their_places() -> None:
    """Compiled code takes them by place, and source by name."""

    def pair(*names: str) -> type:
        return type(
            "Pair", (tuple,), {"_fields": names, "__annotations__": dict.fromkeys(names, int)}
        )

    assert identity(pair("first", "second")) == identity(pair("first", "second"))
    assert identity(pair("first", "second")) != identity(pair("second", "first"))


def made(source: str, *others: Kernel, kind: type[Kernel] = Kernel, **values: Any) -> Kernel:
    """A kernel of that source, which may name other kernels and values."""
    names: dict[str, Any] = {one.__name__: one for one in others} | values | {"__name__": "made"}
    exec(source, names)
    function = next(one for one in names.values() if isinstance(one, FunctionType))
    return kind(function)


PLAIN = "def f(a: int) -> int:\n    return a + B"
SAYS = 'def f(a: int) -> int:\n    "It does {}."\n    return a + B'


def test_a_fingerprint_hangs_on_what_the_code_depends_on() -> None:
    first = made(PLAIN, B=1).fingerprint
    assert made("\n\n# a comment\n" + PLAIN, B=1).fingerprint == first
    one, other = (made(SAYS.format(words), B=1) for words in ("one thing", "another"))
    assert one.fingerprint == other.fingerprint
    changed = [
        made(PLAIN, B=2),
        made(PLAIN.replace("+", "-"), B=1),
        made(PLAIN.replace("a: int", "a: float"), B=1),
        made(PLAIN.replace("-> int", "-> float"), B=1),
        made(PLAIN.replace("a + B", "a + B + 3"), B=1),
        made(PLAIN, B=np.arange(3)),
        made(PLAIN, B=np.arange(4)),
    ]
    assert len({first, *(one.fingerprint for one in changed)}) == 1 + len(changed)


@pytest.mark.parametrize(("value", "kind"), [({1: 2}, "dict"), (library, "module")])
def test_a_value_that_cannot_be_keyed_by_is_refused(value: Any, kind: str) -> None:
    """A module of our own among them, whose constants may change under the machine code."""
    with pytest.raises(UnknownValueError, match=f"`B`, a {kind}"):
        _ = made(PLAIN, B=value).fingerprint


def test_tuples_are_keyed_by_their_shape() -> None:
    one, other = (made(PLAIN, B=value).fingerprint for value in ((1, (2, 3)), ((1, 2), 3)))
    assert one != other


CALLS = "def f_caller(a: int) -> int:\n    return f(a)"


def test_a_caller_depends_on_the_header_of_those_it_calls_and_not_on_their_code() -> None:
    caller, other = (made(CALLS, made(PLAIN, B=number)) for number in (1, 2))
    assert caller.fingerprint == other.fingerprint
    assert unit_key(caller, "") != unit_key(other, "")
    wider = made(CALLS, made(PLAIN.replace("a: int", "a: float"), B=1))
    assert wider.fingerprint != caller.fingerprint


def test_an_entry_contains_kernels_and_no_other_entries() -> None:
    inner = made("def f_inner(a: int) -> int:\n    return a", kind=Entry)
    part = made("def f_part(a: int) -> int:\n    return f_inner(a)", inner)
    outer = made("def f_outer(a: int) -> int:\n    return f_part(a)", part, kind=Entry)
    assert {one.__name__ for one in reached_from(outer)} == {"f_outer", "f_part"}
    assert [one.__name__ for one in entries_below(outer)] == ["f_inner", "f_outer"]


INTERPRETED = """
from autogm.game import kernels
from autogm.game.kernels import entry, interpret, kernel

@kernel
def twice(a: int) -> int:
    return 2 * a

interpret()

@entry
def answer(a: int) -> int:
    return twice(a) + 1

print(answer(20))
import sys
print("numba" in sys.modules)
"""


@pytest.mark.parametrize("disabled", ["0", "1"])
def test_what_is_interpreted_needs_no_compiler(tmp_path: Path, disabled: str) -> None:
    """Whether it is so from the start or from some point on."""
    done = in_a_process(INTERPRETED, tmp_path, NUMBA_DISABLE_JIT=disabled)
    assert done.split() == ["41", "False"]
    assert not (tmp_path / "cache").exists()
