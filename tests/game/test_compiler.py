"""The compiler's adapter, one private part of numba and llvmlite after the other: that the version
which is installed has it, and that what the adapter makes of it is right. Where another version has
changed one of them, the test that fails says which.
"""

from __future__ import annotations

import ctypes
import inspect
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from llvmlite import binding as llvm
from numba.core import compiler as numba_compiler
from numba.core import typeconv
from numba.core.errors import LoweringError, TypingError
from numba.core.itanium_mangler import mangle
from numba.core.registry import cpu_target
from numba.core.typed_passes import NopythonTypeInference
from numba.np import arrayobj

from autogm.game import compiler
from autogm.game.kernels import (
    INTERPRETED,
    ArrayKind,
    Entry,
    Kernel,
    PointerKind,
    RecordKind,
)
from autogm.game.kinds import Floats

pytestmark = pytest.mark.skipif(INTERPRETED, reason="the compiler is off")

POINT = np.dtype([("x", np.int64), ("y", np.float64)])
Point = RecordKind("Point", POINT)
Types = numba.types


class Pair(NamedTuple):
    """Two numbers."""

    first: int
    second: float


def _twice(number: int) -> int:
    return 2 * number


twice = Kernel(_twice)


def _doubled(number: int) -> int:
    if number < 0:
        raise RuntimeError("below zero")
    return twice(number) + 1  # type: ignore[no-any-return]


doubled = Entry(_doubled)


def _halved(number: int) -> int:
    return number / 2  # type: ignore[return-value]


def _by_a_float(number: int) -> int:
    return twice(0.5 * number)  # type: ignore[no-any-return]


def _half(number: int) -> float:
    return number


def _swallows(number: int) -> None:
    twice(number)


def _share(part: float, whole: float) -> float:
    return part / whole


def _from_the_start(row: Floats, place: int) -> float:
    return row[place]  # type: ignore[no-any-return]


def _from_the_end(row: Floats) -> float:
    return row[-1]  # type: ignore[no-any-return]


def defined(bitcode: bytes) -> dict[str, llvm.Linkage]:
    """The functions that a module defines, and who may call them."""
    module = llvm.parse_bitcode(bitcode)
    return {one.name: one.linkage for one in module.functions if not one.is_declaration}


@pytest.fixture(scope="module")
def answer() -> Callable[[int], int]:
    """An entry, lowered, linked and loaded."""
    machine_code = compiler.link(doubled, [compiler.lower(doubled), compiler.lower(twice)])
    return compiler.load(doubled, machine_code)


@pytest.mark.parametrize(
    ("kind", "is_"),
    [
        (int, Types.int64),
        (float, Types.float64),
        (bool, Types.boolean),
        (None, Types.none),
        (ArrayKind(np.int32, 2), Types.Array(Types.int32, 2, "C")),
        (tuple[int, float], Types.Tuple((Types.int64, Types.float64))),
        (Pair, Types.NamedTuple((Types.int64, Types.float64), Pair)),
        (PointerKind(int, (float,)), Types.FunctionType(Types.int64(Types.float64))),
    ],
)
def test_kinds_are_types(kind: Any, is_: Any) -> None:
    assert compiler.numba_type(kind) == is_


def test_a_record_is_handed_over_with_its_fields() -> None:
    """`numpy_support.from_dtype`."""
    found = compiler.numba_type(Point)
    assert isinstance(found, Types.Record)
    assert {name: found.typeof(name) for name in found.fields} == {
        "x": Types.int64,
        "y": Types.float64,
    }
    assert compiler.numba_type(ArrayKind(Point)).dtype == found


def test_a_kernel_type_answers_all_that_numba_asks_of_what_is_called() -> None:
    """`types.Callable`, `typeof_impl`."""
    assert Types.Callable.__abstractmethods__ <= vars(compiler.KernelType).keys()
    found = numba.typeof(twice)
    assert isinstance(found, compiler.KernelType)
    assert found is numba.typeof(twice)
    (signature,), is_more = found.get_call_signatures()
    assert (signature, is_more) == (Types.int64(Types.int64), False)
    asked = found.get_call_type(cpu_target.typing_context, (Types.int64,), {})
    assert (asked.return_type, asked.args) == (signature.return_type, signature.args)
    assert list(asked.pysig.parameters) == ["number"]
    assert found.get_impl_key(signature) is found


def test_a_kernel_that_is_called_is_known_to_the_target() -> None:
    """`insert_user_function`."""
    kind = numba.typeof(twice)
    found = compiler._target().get_function(kind, Types.int64(Types.int64))
    assert callable(found)


INT, FLOAT, BOOL = Types.int64, Types.float64, Types.boolean


@pytest.mark.parametrize(
    ("given", "wanted", "safe"),
    [
        (INT, INT, True),
        (Types.int8, INT, True),
        (INT, FLOAT, True),
        (BOOL, FLOAT, True),
        (BOOL, INT, True),
        (Types.literal(3), INT, True),
        (Types.literal(3), FLOAT, True),
        (Types.float32, FLOAT, True),
        (FLOAT, INT, False),
        (FLOAT, BOOL, False),
        (INT, BOOL, False),
        (Types.complex128, FLOAT, False),
        (Types.none, INT, False),
        (Types.Tuple((INT,)), Types.Tuple((FLOAT,)), True),
        (Types.Tuple((FLOAT,)), Types.Tuple((INT,)), False),
        (INT, Types.Array(INT, 1, "C"), False),
        (Types.Array(INT, 1, "A"), Types.Array(INT, 1, "C"), False),
    ],
    ids=str,
)
def test_a_cast_is_safe_where_nothing_can_be_lost(given: Any, wanted: Any, safe: bool) -> None:
    """`can_convert`, `unliteral`."""
    assert compiler._is_safe(cpu_target.typing_context, given, wanted) is safe


def test_conversions_are_in_order() -> None:
    """`typeconv.Conversion`: `_is_safe` compares them."""
    how = typeconv.Conversion
    assert how.exact < how.promote < how.safe < how.unsafe


@pytest.mark.parametrize(
    ("function", "says"),
    [(_halved, "its result is int64, and not float64"), (_by_a_float, "`number` is int64")],
)
def test_what_would_lose_by_a_cast_is_refused(function: Any, says: str) -> None:
    """`_CheckResult`, behind the inference of types, and `get_call_type`."""
    with pytest.raises(TypingError, match=says):
        compiler.lower(Kernel(function))


@pytest.mark.parametrize("function", [_half, _swallows])
def test_what_loses_nothing_is_lowered(function: Any) -> None:
    kernel = Kernel(function)
    assert compiler._descriptor(kernel).mangled_name in defined(compiler.lower(kernel))


def test_symbols_of_kernels_are_made_from_their_names_alone() -> None:
    """`itanium_mangler.mangle`, with the words that numba hands a mangler."""
    name = twice.name
    assert compiler._symbol(name, (INT,), abi_tags=("v1",), uid=7) == mangle(name, ())
    of_environment = compiler._symbol(f".NumbaEnv.{name}", (INT,), uid=8)
    assert of_environment == mangle(f".NumbaEnv.{name}", ())
    assert of_environment != mangle(name, ())
    first, second = (compiler._symbol("numba.other", (INT,), uid=number) for number in (1, 2))
    assert first != second


def test_the_target_has_a_mangler_of_its_own() -> None:
    """`subtarget`: numba's own target keeps its mangler."""
    assert compiler._target().mangler is compiler._symbol
    assert compiler._target().enable_nrt
    assert cpu_target.target_context.mangler is not compiler._symbol


def test_a_descriptor_has_the_names_of_all_that_is_kept() -> None:
    """`PythonFunctionDescriptor`: those that `link` keeps, all different."""
    found = compiler._descriptor(doubled)
    names = {
        found.mangled_name, found.llvm_cpython_wrapper_name, found.llvm_cfunc_wrapper_name,
        found.env_name,
    }  # fmt: skip
    assert len(names) == 4
    assert found.mangled_name == mangle(doubled.name, ())
    assert found.env_name == mangle(f".NumbaEnv.{doubled.name}", ())
    assert found.lookup_module() is inspect.getmodule(_doubled)


def passes_of(pipeline: Any) -> list[str]:
    """The names of a pipeline's passes, in order."""
    return [one.__name__ for one, _ in pipeline.passes]


def states() -> Iterator[Any]:
    """States of numba's compiler, each as far as pipelines read them to be made."""
    while True:
        flags = numba_compiler.Flags()
        cpu_target.options.parse_as_flags(flags, {"nopython": True})
        state = numba_compiler.StateDict()
        state.flags, state.typingctx = flags, cpu_target.typing_context
        state.targetctx, state.func_ir = compiler._target(), None
        yield state


def test_the_pipeline_is_numbas_less_what_no_kernel_needs() -> None:
    """`DefaultPassBuilder`: each pass that is left out is one that there is."""
    state = next(states())
    whole = passes_of(numba_compiler.DefaultPassBuilder.define_nopython_pipeline(state))
    assert set(compiler.UNNEEDED) <= set(whole)
    ours = compiler._Pipeline.__new__(compiler._Pipeline)
    ours.state = state
    (made,) = ours.define_pipelines()
    check, inference = compiler._CheckResult.__name__, NopythonTypeInference.__name__
    names = passes_of(made)
    assert [one for one in names if one != check] == [
        one for one in whole if one not in compiler.UNNEEDED
    ]
    assert names[names.index(inference) + 1] == check
    assert made.finalized


def test_a_lowered_kernel_shows_its_own_symbol_alone() -> None:
    """`_Library`: everything else is internal, and callees are declared only."""
    found = defined(compiler.lower(doubled))
    outside = {name for name, linkage in found.items() if linkage == llvm.Linkage.external}
    assert outside == {compiler._descriptor(doubled).mangled_name}
    module = llvm.parse_bitcode(compiler.lower(doubled))
    callee = module.get_function(compiler._descriptor(twice).mangled_name)
    assert callee.is_declaration


def test_lowering_twice_gives_the_same_bytes() -> None:
    """No address and no counter of a process is in them, so that a cache can hold them."""
    assert compiler.lower(doubled) == compiler.lower(Entry(_doubled))


def test_numba_is_as_it_was_once_something_is_compiled() -> None:
    """`Record.__repr__` and `fix_integer_index`, put back whatever happens."""
    before = Types.Record.__repr__, arrayobj.fix_integer_index
    record = compiler.numba_type(Point)
    with compiler._our_way():
        assert repr(record) == record.name
    assert (Types.Record.__repr__, arrayobj.fix_integer_index) == before
    with pytest.raises(ZeroDivisionError), compiler._our_way():
        _ = 1 // 0
    assert (Types.Record.__repr__, arrayobj.fix_integer_index) == before


def test_no_index_is_tested_for_its_sign() -> None:
    """`fix_integer_index`: what numba compiles for others does."""
    reads = Kernel(_from_the_start)
    assert "icmp" not in str(llvm.parse_bitcode(compiler.lower(reads)))
    usual = numba.njit(Types.float64(Types.float64[::1], Types.int64))(_from_the_start)
    assert "icmp" in next(iter(usual.inspect_llvm().values()))
    assert usual(np.array([1.0, 2.0]), -1) == 2.0


def test_no_divisor_is_tested() -> None:
    """`error_model`: else whatever divides could raise."""
    shares = Kernel(_share)
    assert "icmp" not in (ours := str(llvm.parse_bitcode(compiler.lower(shares))))
    assert "fcmp" not in ours
    usual = numba.njit(Types.float64(Types.float64, Types.float64))(_share)
    with pytest.raises(ZeroDivisionError):
        usual(1.0, 0.0)


def test_an_index_that_counts_from_the_end_is_refused() -> None:
    with pytest.raises(LoweringError, match="kernels count from the start, and -1 is negative"):
        compiler.lower(Kernel(_from_the_end))


def test_a_negative_index_is_out_of_bounds_where_bounds_are_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`boundscheck`: which reads memory before the row else."""
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", 1)
    reads = Entry(_from_the_start)
    read = compiler.load(reads, compiler.link(reads, [compiler.lower(reads)]))
    assert read(np.array([1.0, 2.0]), 1) == 2.0
    with pytest.raises(IndexError):
        read(np.array([1.0, 2.0]), -1)


def test_machine_code_has_the_wrappers_of_its_entry() -> None:
    """`create_cpython_wrapper`, `create_cfunc_wrapper`, `_tm`."""
    machine_code = compiler.link(doubled, [compiler.lower(doubled), compiler.lower(twice)])
    llvm.object_file.ObjectFileRef.from_data(machine_code)
    found = compiler._descriptor(doubled)
    for name in (found.llvm_cpython_wrapper_name, found.llvm_cfunc_wrapper_name, found.env_name):
        assert name.encode() in machine_code
    assert compiler._descriptor(twice).mangled_name.encode() not in machine_code


def test_what_is_loaded_answers_and_raises(answer: Callable[[int], int]) -> None:
    """`_dynfunc`, `_insert`, and the environment that an exception is kept in."""
    assert answer(20) == 41
    with pytest.raises(RuntimeError, match="below zero"):
        answer(-1)


def test_what_is_loaded_compiles_nothing_more(answer: Callable[[int], int]) -> None:
    """`_can_compile`: another type of argument is refused and not compiled for."""
    with pytest.raises(TypeError, match="No matching definition"):
        answer("one")  # type: ignore[arg-type]


def test_an_address_is_that_of_a_plain_function(answer: Callable[[int], int]) -> None:
    """`WrapperAddressProtocol`, `get_function_address`: machine code calls it with numbers only."""
    assert answer(1) == 3
    found = compiler.Address(doubled)
    assert isinstance(found, Types.WrapperAddressProtocol)
    assert found.signature() == Types.int64(Types.int64)
    assert numba.typeof(found) == Types.FunctionType(Types.int64(Types.int64))
    plain = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(found.__wrapper_address__())
    assert plain(20) == 41
