"""Kernels: plain functions over records that are compiled. `kernel` marks those that kernels call,
`entry` those that Python calls too; the same source runs interpreted where the compiler is off
(`NUMBA_DISABLE_JIT=1`). Every parameter and result is annotated, with `int` (64 bits), `float`,
`bool`, `None`, tuples of these, named tuples, and the kinds of value declared here; a missing
annotation is refused at import, since a guessed type would cast silently. Indexes count from the
start, and nothing is divided by zero: neither is tested once compiled (`autogm.game.compiler`).

Nothing is compiled before it is needed: an entry is compiled when it is first called, with the
kernels that it reaches and no others (`autogm.game.building`). This module knows nothing of the
compiler itself, so that importing kernels costs little.
"""

from __future__ import annotations

import builtins
import inspect
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, TypeVar, get_args, get_origin

import numpy as np

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""Whether the compiler is off, so that kernels run as plain functions."""

Function = TypeVar("Function", bound=Callable[..., Any])
KEYED_MODULES = ("math", "numpy")
"""Modules whose attributes kernels may read: those of a version that machine code is keyed by."""
SCALARS = {int: "int", float: "float", bool: "bool", None: "none", type(None): "none"}


class UntypedKernelError(TypeError):
    """A parameter or the result of a kernel has no annotation, or one that no kernel knows."""


class UnknownValueError(TypeError):
    """A kernel reads a global value that machine code cannot be keyed by."""


@dataclass(frozen=True)
class RecordKind:
    """The kind of a record that kernels are handed by reference."""

    name: str
    dtype: np.dtype[Any]

    @cached_property
    def identity(self) -> str:
        """What distinguishes it from other kinds: its layout."""
        return f"record {sha256(repr(self.dtype).encode()).hexdigest()}"


@dataclass(frozen=True)
class ArrayKind:
    """The kind of an array, contiguous, of numbers or records."""

    item: RecordKind | type[np.generic]
    dimensions: int = 1

    @cached_property
    def identity(self) -> str:
        """What distinguishes it from other kinds."""
        item = self.item.identity if isinstance(self.item, RecordKind) else self.item.__name__
        return f"array {self.dimensions} {item}"


@dataclass(frozen=True)
class PointerKind:
    """The kind of an entry that is handed on as a value: its result, then its parameters."""

    result: Any
    parameters: tuple[Any, ...]

    @cached_property
    def identity(self) -> str:
        """What distinguishes it from other kinds."""
        return f"pointer {', '.join(identity(one) for one in (self.result, *self.parameters))}"


def identity(kind: Any) -> str:
    """What distinguishes a kind of value from all others, the same in every process.

    Raises:
        UntypedKernelError: for what is no kind that a kernel knows.
    """
    if isinstance(kind, RecordKind | ArrayKind | PointerKind):
        return kind.identity
    if kind in SCALARS:
        return SCALARS[kind]
    if get_origin(kind) is tuple:
        return f"tuple {', '.join(identity(one) for one in get_args(kind))}"
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        fields = zip(kind._fields, fields_of(kind), strict=True)  # names stand for places
        told = (f"{name}: {identity(one)}" for name, one in fields)
        return f"{kind.__qualname__} {', '.join(told)}"
    raise UntypedKernelError(f"no kernel knows what {kind!r} is")


def fields_of(kind: Any) -> tuple[Any, ...]:
    """The kinds of a named tuple's fields, in order."""
    return tuple(_kind_of(text, vars(inspect.getmodule(kind))) for text in _annotations(kind))


def _annotations(kind: Any) -> list[Any]:
    found: dict[str, Any] = kind.__annotations__
    return [found[name] for name in kind._fields]


def _kind_of(annotation: Any, names: dict[str, Any]) -> Any:
    """The kind of value that an annotation, usually a text and mostly a name, stands for."""
    if isinstance(annotation, str):
        for known in (names, _BUILTINS):  # quicker than compiling the text, a thousand times
            if annotation in known:
                return known[annotation]
        return eval(annotation, names)
    if hasattr(annotation, "__forward_arg__"):
        return eval(annotation.__forward_arg__, names)
    return annotation


class Kernel:
    """A compiled function. Python may call any, but only an entry is linked by itself."""

    is_entry = False

    def __init__(self, function: Callable[..., Any]) -> None:
        """Wrap a function.

        Raises:
            UntypedKernelError: where an annotation is missing.
        """
        check_annotated(function)
        self.function = function
        self.name = f"{function.__module__}.{function.__qualname__}"
        self._compiled: Callable[..., Any] | None = function if runs_interpreted() else None
        self.__doc__, self.__name__ = function.__doc__, function.__name__
        self.__module__, self.__wrapped__ = function.__module__, function
        KERNELS[self.name] = self

    def __repr__(self) -> str:
        return f"<{'entry' if self.is_entry else 'kernel'} {self.name}>"

    @cached_property
    def parameters(self) -> tuple[Any, ...]:
        """The kinds of its parameters, in order."""
        names = self.function.__globals__
        found = self.function.__annotations__
        order = self.function.__code__.co_varnames[: self.function.__code__.co_argcount]
        return tuple(_kind_of(found[name], names) for name in order)

    @cached_property
    def result(self) -> Any:
        """The kind of its result."""
        return _kind_of(self.function.__annotations__["return"], self.function.__globals__)

    @cached_property
    def header(self) -> str:
        """All that a caller's machine code depends on: name and kinds."""
        kinds = ", ".join(identity(one) for one in self.parameters)
        return f"{type(self).__name__} {self.name}({kinds}) -> {identity(self.result)}"

    @cached_property
    def reads(self) -> dict[str, Any]:
        """The global values that its code names, by name, in a fixed order."""
        names = self.function.__globals__
        return {
            name: names[name] if name in names else _BUILTINS[name]
            for name in sorted(_names_in(self.function.__code__))
            if name in names or name in _BUILTINS
        }

    @cached_property
    def callees(self) -> tuple[Kernel, ...]:
        """The kernels that it calls."""
        return tuple(one for one in self.reads.values() if isinstance(one, Kernel))

    @cached_property
    def fingerprint(self) -> str:
        """A hash of all that its own machine code depends on: its code without comments, docstring
        and place, the headers of those that it calls, and the values that it reads.

        Raises:
            UnknownValueError: for a value that cannot be part of a key.
        """
        digest = sha256(self.header.encode())
        _digest_code(digest, self.function.__code__, skip=self.function.__doc__)
        for name, value in self.reads.items():
            digest.update(f"|{name}=".encode())
            digest.update(_digest_of(value, self.name, name))
        return digest.hexdigest()

    @property
    def compiled(self) -> Callable[..., Any]:
        """What Python calls: loaded, or compiled if necessary."""
        if self._compiled is None:
            from autogm.game.building import build

            build([self])
        assert self._compiled is not None
        return self._compiled

    def install(self, compiled: Callable[..., Any]) -> None:
        """Call this from now on."""
        self._compiled = compiled

    @property
    def is_installed(self) -> bool:
        """Whether it can be called without being loaded first."""
        return self._compiled is not None

    def __call__(self, *arguments: Any) -> Any:
        return (self._compiled or self.compiled)(*arguments)


class Entry(Kernel):
    """A kernel that is linked by itself, with all that it reaches: what Python calls, or what is
    handed on as a pointer. Other units call it and do not contain it."""

    is_entry = True


_BUILTINS = {
    name: one for name, one in vars(builtins).items() if isinstance(one, BuiltinFunctionType | type)
}
KERNELS: dict[str, Kernel] = {}
"""All kernels that were imported, by module and name."""


class _Mode:
    """How kernels run in this process."""

    interpreting = False


_mode = _Mode()


def kernel(function: Function) -> Function:
    """A kernel that other kernels call.

    Raises:
        UntypedKernelError: where an annotation is missing.
    """
    if INTERPRETED:
        check_annotated(function)
        return function
    return Kernel(function)  # type: ignore[return-value]


def entry(function: Function) -> Function:
    """A kernel that Python calls: compiled when it is first called, cached, and releasing the GIL.

    Raises:
        UntypedKernelError: where an annotation is missing.
    """
    if INTERPRETED:
        check_annotated(function)
        return function
    return Entry(function)  # type: ignore[return-value]


def bound(template: Function, module: str, **given: Any) -> Function:
    """A function made of a template: the same code and annotations, whose names stand for what is
    `given`, and for what the template's module has where nothing is. It is a function of `module`,
    where other processes find the kernel that is made of it."""
    function = inspect.unwrap(template)
    names = {**function.__globals__, **given, "__name__": module}
    made = FunctionType(function.__code__, names, function.__name__)
    made.__annotations__, made.__doc__ = function.__annotations__, function.__doc__
    return made  # type: ignore[return-value]


def pointer(function: Any) -> Any:
    """An entry as it is handed to other entries."""
    if runs_interpreted():
        return function
    from autogm.game.building import pointer_to

    return pointer_to(function)


def runs_interpreted() -> bool:
    """Whether kernels run as plain functions."""
    return INTERPRETED or _mode.interpreting


def interpret() -> None:
    """Run all kernels interpreted from now on, compiled or not, where that is sooner done than
    compiling. Records that were handed to `rows` before can no longer be used."""
    _mode.interpreting = True
    for one in KERNELS.values():
        one.install(one.function)


def plain(function: Function) -> Function:
    """A kernel that calls no other as the Python function that it is: for a rule over plain
    numbers, or over the view of a record (`autogm.game.rows.Row`), that is asked too seldom to be
    compiled.
    """
    return inspect.unwrap(function)  # type: ignore[no-any-return]


def check_annotated(function: Callable[..., Any]) -> None:
    """Check that every parameter and the result of a kernel are annotated, and that its code is all
    there is to it: no defaults, and nothing of a function around it.

    Raises:
        UntypedKernelError: naming the first fault.
    """
    code = function.__code__
    if function.__defaults__ or code.co_freevars:
        where = f"{function.__module__}.{function.__qualname__}"
        raise UntypedKernelError(f"{where}: a kernel has no defaults and encloses no variables")
    for name in (*code.co_varnames[: code.co_argcount], "return"):
        if name not in function.__annotations__:
            where = f"{function.__module__}.{function.__qualname__}"
            what = "its result" if name == "return" else f"its parameter `{name}`"
            raise UntypedKernelError(f"{where}: {what} has no annotation, and none is guessed")


def reached_from(first: Kernel) -> Iterator[Kernel]:
    """A kernel and those that it contains, at any depth: all that it calls but other entries."""
    seen, waiting = {first.name}, [first]
    while waiting:
        one = waiting.pop()
        yield one
        for callee in one.callees:
            if not callee.is_entry and callee.name not in seen:
                seen.add(callee.name)
                waiting.append(callee)


def entries_below(first: Kernel) -> list[Kernel]:
    """The entries that a kernel calls at any depth, innermost first, itself last."""
    found: dict[str, Kernel] = {}

    def visit(one: Kernel) -> None:
        if one.name in found:
            return
        for part in reached_from(one):
            for callee in part.callees:
                if callee.is_entry and callee is not one:
                    visit(callee)
        found[one.name] = one

    visit(first)
    return list(found.values())


def unit_key(first: Kernel, compiler: str) -> str:
    """The cache key of an entry's machine code: a hash of all kernels that it contains and of what
    compiles them."""
    digest = sha256(compiler.encode())
    for one in sorted(one.fingerprint for one in reached_from(first)):
        digest.update(one.encode())
    return digest.hexdigest()[:32]


def _names_in(code: CodeType) -> set[str]:
    """Every name that code may read from its module. Attributes of the same name are included,
    which costs a compilation at worst."""
    names = set(code.co_names)
    for one in code.co_consts:
        if isinstance(one, CodeType):
            names |= _names_in(one)
    return names


def _digest_code(digest: Any, code: CodeType, skip: str | None = None) -> None:
    digest.update(code.co_code)
    digest.update(repr((code.co_names, code.co_varnames, code.co_argcount)).encode())
    for one in code.co_consts:
        if isinstance(one, CodeType):
            _digest_code(digest, one)
        elif not (skip is not None and one == skip):
            digest.update(repr(one).encode())


def _digest_of(value: Any, kernel: str, name: str) -> bytes:
    """What distinguishes a global value from others."""
    if isinstance(value, Kernel):
        return value.header.encode()
    if value is None or isinstance(value, bool | int | float | str):
        return repr(value).encode()
    if isinstance(value, tuple | frozenset):
        items = sorted(value) if isinstance(value, frozenset) else value
        return b"(%s)" % b",".join(_digest_of(one, kernel, name) for one in items)
    if isinstance(value, np.ndarray):
        return f"{value.dtype.str}{value.shape}".encode() + value.tobytes()
    if isinstance(value, np.generic):
        return f"{value.dtype.str}{value!r}".encode()
    if isinstance(value, BuiltinFunctionType):
        return value.__name__.encode()
    if isinstance(value, ModuleType) and value.__name__ in KEYED_MODULES:
        return value.__name__.encode()
    if isinstance(value, type):
        if value.__module__ == "builtins" or issubclass(value, np.generic | Exception):
            return value.__qualname__.encode()
        return identity(value).encode()
    raise UnknownValueError(
        f"{kernel} reads `{name}`, a {type(value).__name__}, which machine code is not keyed by"
    )
