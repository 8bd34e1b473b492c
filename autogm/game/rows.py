"""What entries are given for structured arrays: the arrays themselves, or, where kernels run
interpreted, views whose every index and range is checked, so that what compiled code does silently
is an error.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autogm.game.kernels import runs_interpreted

_MASK = (1 << 64) - 1


class Row:
    """A record as interpreted kernels see it: fields are Python integers or floats, arrays are
    checked for range and for negative indices, so that what compiled code does silently is an error
    here. 64-bit fields are bit masks: they are read as unsigned numbers, since Python's integers
    never run out of sign bits."""

    __slots__ = ("_row",)

    def __init__(self, row: Any) -> None:
        object.__setattr__(self, "_row", row)

    def __getattr__(self, name: str) -> Any:
        value = self._row[name]
        if isinstance(value, np.void):
            return Row(value)
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
    """What an entry is given for a structured array: the array itself, or its checked view."""
    return Rows(array) if runs_interpreted() else array


def copied(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """A copy of a structured array, byte by byte: numpy's own goes field by field, which takes
    thirty times as long for the state of a conflict."""
    return np.frombuffer(bytearray(array.tobytes()), array.dtype).reshape(array.shape)


def cells(array: np.ndarray[Any, Any]) -> Any:
    """What an entry is given for an array of numbers: the array itself, or its checked view."""
    return Cells(array) if runs_interpreted() else array
