"""Which functions several kernels of the list call: found in their sources, before anything is compiled."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from linkwork.numerics.ahead.entry import Entry
from linkwork.numerics.ahead.kernel_list import is_complex, listed_kernels
from linkwork.numerics.ahead.objects import function_of

_LONG = 400  # bytes of Python's code; shorter functions are small ones for LLVM, too


@cache
def shared(in_complex: bool) -> frozenset[FunctionType]:
    """Long functions that at least two kernels in these numbers, or others of these functions, have inside."""
    roots = set(_roots(in_complex))
    inside: dict[FunctionType, set[FunctionType]] = {}
    apart = set()
    for function in _callers_first(roots):
        holders = inside.get(function, set())
        if len(holders) > 1 and len(function.__code__.co_code) >= _LONG:
            apart.add(function)
            holders = {function}
        if function in roots:
            holders = holders | {function}
        for callee in _callees(function):
            inside.setdefault(callee, set()).update(holders)
    return frozenset(apart)


def _roots(in_complex: bool) -> Iterator[FunctionType]:
    for module, name, what in listed_kernels():
        if is_complex(what) == in_complex:
            with suppress(ImportError, AttributeError):  # what is there no more
                yield function_of(module, name)


def _callers_first(roots: set[FunctionType]) -> list[FunctionType]:
    """All functions that these call, directly or through others, each behind all its callers."""
    last_first: list[FunctionType] = []
    seen: set[FunctionType] = set()
    for root in sorted(roots, key=lambda each: (each.__module__, each.__qualname__)):
        waiting = [(root, False)]
        while waiting:
            function, is_done = waiting.pop()
            if is_done:
                last_first.append(function)
            elif function not in seen:
                seen.add(function)
                waiting.append((function, True))
                waiting += [(callee, False) for callee in _callees(function)]
    return last_first[::-1]


@cache
def _callees(function: FunctionType) -> tuple[Any, ...]:
    """The compiled functions that a function names: its own module's, or those of a module that it names."""
    names = function.__code__.co_names
    values: list[Any] = [function.__globals__.get(name) for name in names]
    values += [getattr(each, name, None) for each in values if isinstance(each, ModuleType) for name in names]
    return tuple(dict.fromkeys(each.py_func for each in values if isinstance(each, Entry)))
