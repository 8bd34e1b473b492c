"""The compiler: the one module that touches private parts of numba and llvmlite, so that another
version of theirs means work here and nowhere else. It carries no rule.

There are three steps. `lower` turns one kernel into bitcode by itself: callees are known by their
headers, so that any number of kernels can be lowered in any order, in any process. `link` puts the
bitcode of an entry and of all kernels that it contains together, optimises it as a whole and emits
machine code once. `load` makes that callable. Plain numba would finalise and optimise every kernel
by itself, over and over along the calls, and make two wrappers for it that nobody calls.

All that numba would import when an entry is first called is imported here: such modules change how
values are typed, and another thread may be typing its arguments at that moment.
"""

from __future__ import annotations

import ctypes
import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, get_args, get_origin

import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core import codegen, compiler, compiler_lock, funcdesc, ir, typing
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.datamodel import models
from numba.core.errors import LoweringError, TypingError
from numba.core.imputils import lower_constant
from numba.core.itanium_mangler import mangle
from numba.core.lowering import Environment
from numba.core.registry import cpu_target
from numba.core.runtime import _nrt_python, rtsys
from numba.core.typed_passes import NopythonTypeInference
from numba.experimental import function_type  # noqa: F401
from numba.extending import register_model, typeof_impl
from numba.np import arrayobj, numpy_support

from autogm.game.kernels import KERNELS, ArrayKind, Kernel, PointerKind, RecordKind, fields_of
from autogm.game.versions import OPTIONS

_SCALARS = {int: numba.int64, float: numba.float64, bool: numba.boolean}
UNNEEDED = (
    "WithLifting",
    "MakeFunctionToJitFunction",
    "FindLiterallyCalls",
    "LiteralUnroll",
    "LiteralPropagationSubPipelinePass",
    "InlineOverloads",
    "AnnotateTypes",
    "DumpParforDiagnostics",
)
"""Passes for what no kernel contains: closures, `with`, literal arguments and their like."""


class UnsafeCastError(TypingError):
    """A value would be cast to a type that cannot hold it, such as a float to an integer."""


# Kinds of value as numba types.


@cache
def numba_type(kind: Any) -> Any:
    """The type that numba has for a kind of value."""
    if kind in _SCALARS:
        return _SCALARS[kind]
    if kind is None or kind is type(None):
        return numba.types.none
    if isinstance(kind, RecordKind):
        return numpy_support.from_dtype(kind.dtype)
    if isinstance(kind, ArrayKind):
        item = kind.item
        of = (
            numba_type(item)
            if isinstance(item, RecordKind)
            else numpy_support.from_dtype(np.dtype(item))
        )
        return numba.types.Array(of, kind.dimensions, "C")
    if isinstance(kind, PointerKind):
        result, *parameters = (numba_type(one) for one in (kind.result, *kind.parameters))
        return numba.types.FunctionType(result(*parameters))
    if get_origin(kind) is tuple:
        return numba.types.Tuple(tuple(numba_type(one) for one in get_args(kind)))
    return numba.types.NamedTuple(tuple(numba_type(one) for one in fields_of(kind)), kind)


class KernelType(numba.types.Callable, numba.types.Opaque):
    """What a kernel that another one calls is to numba: known by its header alone."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        super().__init__(f"kernel({kernel.name})")

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        """The one signature that a kernel has.

        Raises:
            UnsafeCastError: where the cast of an argument to its parameter could lose information.
        """
        bound = inspect.signature(self.kernel.function).bind(*args, **kws).arguments
        for (name, given), wanted in zip(bound.items(), _arguments(self.kernel), strict=True):
            if not _is_safe(context, given, wanted):
                raise UnsafeCastError(
                    f"{self.kernel.name}: its parameter `{name}` is {wanted}, and not {given}"
                )
        pysig = inspect.signature(self.kernel.function)
        return _signature(self.kernel).replace(pysig=pysig)

    def get_call_signatures(self) -> Any:
        """The same, for messages."""
        return [_signature(self.kernel)], False

    def get_impl_key(self, sig: Any) -> Any:
        """The key of the implementation."""
        return self


register_model(KernelType)(models.OpaqueModel)


@lower_constant(KernelType)
def _kernel_constant(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return context.get_dummy_value()


@typeof_impl.register(Kernel)
def _kernel_type(value: Kernel, context: Any) -> KernelType:
    return _declared(value)


@cache
def _declared(kernel: Kernel) -> KernelType:
    """The type of a kernel, its symbol known to the target."""
    kind = KernelType(kernel)
    _target().insert_user_function(kind, _descriptor(kernel))
    return kind


@cache
def _arguments(kernel: Kernel) -> tuple[Any, ...]:
    return tuple(numba_type(one) for one in kernel.parameters)


@cache
def _signature(kernel: Kernel) -> Any:
    return typing.signature(numba_type(kernel.result), *_arguments(kernel))


def _is_safe(context: Any, given: Any, wanted: Any) -> bool:
    """Whether a value may become another type: unchanged, or a number that cannot lose by it."""
    if given == wanted:
        return True
    given = numba.types.unliteral(given)
    if isinstance(wanted, numba.types.Float):
        return isinstance(given, numba.types.Integer | numba.types.Boolean | numba.types.Float)
    if isinstance(wanted, numba.types.Integer):
        return isinstance(given, numba.types.Integer | numba.types.Boolean)
    if isinstance(wanted, numba.types.Boolean):
        return isinstance(given, numba.types.Boolean)
    found = context.can_convert(given, wanted)
    return found is not None and found <= numba.core.typeconv.Conversion.safe


# Symbol names.


def _symbol(name: str, argtypes: Any, *, abi_tags: Any = (), uid: Any = None) -> str:
    """Kernels have symbols made from their names alone, which are the same in every process;
    whatever else numba compiles keeps numba's names."""
    plain = name.removeprefix(".NumbaEnv.")
    if plain in KERNELS:
        return str(mangle(name, ()))
    return str(mangle(name, argtypes, abi_tags=abi_tags, uid=uid))


@cache
def _target() -> Any:
    """Numba's target, with symbols by `_symbol`, and with everything that compiling needs."""
    target = cpu_target.target_context.subtarget(mangler=_symbol, enable_nrt=True)
    target.refresh()  # a third of a second, which loading does without
    rtsys.initialize(cpu_target.target_context)
    return target


@cache
def _engine() -> Any:
    """What runs machine code, with the functions of numba's runtime in reach that are written in C.
    The others are linked into the machine code, and compiling them anew takes as long as loading
    all of it."""
    for name, address in _nrt_python.c_helpers.items():
        llvm.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)
    return cpu_target.target_context.codegen()._engine


@cache
def _descriptor(kernel: Kernel) -> Any:
    """What numba knows of a compiled function: all that calling it needs."""
    function = kernel.function
    return funcdesc.PythonFunctionDescriptor(
        True, function.__module__, function.__qualname__, None, "", {}, numba_type(kernel.result),
        {}, list(inspect.signature(function).parameters), {}, mangler=_symbol,
        argtypes=_arguments(kernel),
    )  # fmt: skip


# From a kernel to bitcode.


@register_pass(mutates_CFG=False, analysis_only=True)
class _CheckResult(FunctionPass):
    """Refuses results that would be cast unsafely, which type inference would do silently."""

    _name = "autogm_check_result"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        wanted = state.return_type
        for block in state.func_ir.blocks.values():
            last = block.terminator
            if isinstance(last, ir.Return):
                cast = next(
                    one.value for one in block.find_insts(ir.Assign) if one.target == last.value
                )
                given = state.typemap[cast.value.name]
                if wanted != numba.types.none and not _is_safe(state.typingctx, given, wanted):
                    name = state.func_id.func_qualname
                    raise UnsafeCastError(f"{name}: its result is {wanted}, and not {given}")
        return False


class _Pipeline(compiler.CompilerBase):
    """Numba's pipeline from bytecode to LLVM, without what kernels do not use."""

    def define_pipelines(self) -> list[Any]:
        made = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        whole = compiler.PassManager("kernel")
        for one, words in made.passes:
            if one.__name__ not in UNNEEDED:
                whole.add_pass(one, words)
            if one is NopythonTypeInference:
                whole.add_pass(_CheckResult, "check the result")
        whole.finalize()
        return [whole]


class _Library(codegen.JITCodeLibrary):
    """Collects modules; they are optimised once, when an entry is linked."""

    def add_llvm_module(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout
        self._final_module.link_in(ll_module)

    def whole(self, keep: set[str]) -> Any:
        """The module with all that was linked; only what is kept can be called from outside."""
        for library in self._linking_libraries:
            if library is not rtsys.library:  # done once, when an entry is linked
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        module = self._final_module
        for one in (*module.functions, *module.global_variables):
            if not one.is_declaration and one.name not in keep:
                one.linkage = llvm.Linkage.internal
        return module


@contextmanager
def _our_way() -> Iterator[None]:
    """While something is compiled, records are named by their cached names, since numba would write
    their long representations again and again, for messages that nobody reads; and indexes are
    `_counted_from_the_start`. Nobody else compiles meanwhile: whoever is here holds the lock."""
    kind = numba.types.Record
    before, wrapped = kind.__repr__, arrayobj.fix_integer_index
    kind.__repr__ = lambda self: self.name
    arrayobj.fix_integer_index = _counted_from_the_start
    try:
        yield
    finally:
        kind.__repr__, arrayobj.fix_integer_index = before, wrapped


def _counted_from_the_start(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """The index itself. Numba would ask of each whether it is negative, to count from the end then,
    which no kernel does. With `NUMBA_BOUNDSCHECK=1` a negative index raises an `IndexError` like
    any other that is out of bounds.

    Raises:
        LoweringError: for an index that is written as a negative number.
    """
    if isinstance(getattr(index, "constant", None), int) and index.constant < 0:
        raise LoweringError(f"kernels count from the start, and {index.constant} is negative")
    return context.cast(builder, index, kind, numba.types.intp)


def lower(kernel: Kernel) -> bytes:
    """The bitcode of one kernel.

    Raises:
        TypingError: for what numba cannot compile, and for casts that are not safe.
        LoweringError: for an index that counts from the end.
    """
    flags = compiler.Flags()
    cpu_target.options.parse_as_flags(flags, OPTIONS)
    flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    target = _target()
    library = _Library(target.codegen(), kernel.name)
    with compiler_lock.global_compiler_lock, _our_way():
        compiler.compile_extra(
            cpu_target.typing_context, target, kernel.function, _arguments(kernel),
            numba_type(kernel.result), flags, {}, library=library, pipeline_class=_Pipeline,
        )  # fmt: skip
        module = library.whole({_descriptor(kernel).mangled_name})
        passes, builder = target.codegen()._module_pass_manager(
            loop_vectorize=False, slp_vectorize=False, opt=2
        )
        passes.run(module, builder)  # here, in parallel, instead of in every entry
        return bytes(module.as_bitcode())


# From bitcode to machine code.


def link(first: Kernel, parts: Sequence[bytes]) -> bytes:
    """The machine code of an entry, as an object file, from its bitcode and that of all kernels
    that it contains."""
    target, found = _target(), _descriptor(first)
    library = _Library(target.codegen(), first.name)
    with compiler_lock.global_compiler_lock:
        for part in parts:
            library._final_module.link_in(llvm.parse_bitcode(part))
        environment = Environment.from_fndesc(found)
        target.create_cpython_wrapper(library, found, environment, None, release_gil=True)
        target.create_cfunc_wrapper(library, found, environment, None)
        library._final_module.link_in(rtsys.library._get_module_for_linking(), preserve=True)
        names = (
            found.mangled_name, found.llvm_cpython_wrapper_name, found.llvm_cfunc_wrapper_name,
            found.env_name,
        )  # fmt: skip
        module = library.whole(set(names))
        library._optimize_final_module()
        module.verify()
        return bytes(target.codegen()._tm.emit_object(module))


_LOADED: list[Any] = []


def load(first: Kernel, machine_code: bytes) -> Callable[..., Any]:
    """What Python calls of an entry. The entries that it calls have to be loaded already."""
    from numba import _dynfunc

    found, engine = _descriptor(first), _engine()
    with compiler_lock.global_compiler_lock:
        engine._ee.add_object_file(llvm.object_file.ObjectFileRef.from_data(machine_code))
        engine.finalize_object()
        address = engine.get_function_address(found.llvm_cpython_wrapper_name)
        environment = Environment.from_fndesc(found)
        place = engine.get_global_value_address(found.env_name)
        if place:
            ctypes.c_void_p.from_address(place).value = id(environment)
        compiled = _dynfunc.make_function(
            found.lookup_module(), first.__name__, first.__doc__ or "", address, environment,
            (environment,),
        )  # fmt: skip
        dispatcher = numba.njit(nogil=True)(first.function)
        _LOADED.append(compiled)  # the dispatcher does not count its references
        dispatcher._insert([one._code for one in _arguments(first)], compiled, False)
        dispatcher._can_compile = False
        dispatcher._can_fallback = False
    return dispatcher  # type: ignore[no-any-return]


class Address(numba.types.WrapperAddressProtocol):
    """An entry as it is handed to other entries: its type and its address, looked up once. What
    Python calls would do as well, but then every call would look both up anew, some 30
    microseconds."""

    def __init__(self, entry: Kernel) -> None:
        found = _descriptor(entry)
        self._numba_type_ = numba.types.FunctionType(_signature(entry))
        self._address = int(_engine().get_function_address(found.llvm_cfunc_wrapper_name))

    def __wrapper_address__(self) -> int:
        return self._address

    def signature(self) -> Any:
        """The entry's signature."""
        return self._numba_type_.signature
