"""Numba does the same in fewer steps: names are listed in one walk, and nothing is done for nobody.

It walks through every statement nine times to list the names in it, with a list for every part; it takes tuples of
numbers apart to count references that they have not, tells listeners of every call of LLVM although there are none,
lets LLVM improve functions of which only the name is known, and looks in all its modules for new declarations before
every function. The code is the same.

This reaches into numba, so `compiling` uses it only with the versions with which it was tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import base
from numba.core import event as numba_event
from numba.core import ir as numba_ir
from numba.core.codegen import JITCodeLibrary
from numba.core.runtime import context as numba_context
from numba.core.typing.context import BaseContext

ir: Any = numba_ir
event: Any = numba_event
_references: Any = numba_context.NRTContext
_code: Any = base.BaseContext
_typing: Any = BaseContext
_nameless = {ir.Loc, str, int, bool, float, complex, type(None)}

_SIMPLE = 1  # of LLVM's levels: what is put together is improved once more as a whole, by the highest

_list_names = ir.Inst._rec_list_vars
_count_references = _references._call_incref_decref
_begin, _end = event.start_event, event.end_event
_refresh, _refresh_types = _code.refresh, _typing.refresh
_inside: list[str] = []  # the functions of ours whose callees are prepared just now
_unchanged = False  # whether a function is begun inside another: nothing was registered in between


def _collect(value: Any, names: list[Any]) -> None:
    """Add the names in a part of a statement, in numba's order."""
    kind = type(value)
    if kind is ir.Var:
        names.append(value)
    elif kind in _nameless:
        return
    elif kind is ir.Expr:
        for each in value._kws.values():
            _collect(each, names)
    elif kind is list or kind is tuple:
        for each in value:
            _collect(each, names)
    elif kind is dict:
        for each in value.values():
            _collect(each, names)
    elif issubclass(kind, ir.Inst):
        names += value.list_vars()
    elif issubclass(kind, (ir.Var, list, tuple, dict)):
        names += _list_names(value, value)
    else:
        _nameless.add(kind)


def _names(_: Any, value: Any) -> list[Any]:
    names: list[Any] = []
    _collect(value, names)
    return names


def _names_of_statement(statement: Any) -> list[Any]:
    names: list[Any] = []
    for each in vars(statement).values():
        _collect(each, names)
    return names


def _names_of_expression(expression: Any) -> list[Any]:
    names: list[Any] = []
    for each in expression._kws.values():
        _collect(each, names)
    return names


def _count(self: Any, builder: Any, kind: Any, value: Any, name: str) -> None:
    """Count references to what a value holds; a number and a tuple of numbers hold none."""
    models = self._context.data_model_manager  # that of all functions
    known = vars(models).setdefault("_holding", {})
    holds = known.get(kind)
    if holds is None:
        holds = known[kind] = models[kind].contains_nrt_meminfo()
    if holds:
        _count_references(self, builder, kind, value, name)


def _begun(kind: str, data: Any = None) -> None:
    if event._registered.get(kind):
        _begin(kind, data)


def _ended(kind: str, data: Any = None, exc_details: Any = None) -> None:
    if event._registered.get(kind):
        _end(kind, data, exc_details)


def _new_code(context: Any) -> None:
    if not _unchanged:
        _refresh(context)


def _new_types(context: Any) -> None:
    if not _unchanged:
        _refresh_types(context)


@contextmanager
def inside(name: str) -> Iterator[None]:
    """A function of ours is prepared for another, which has looked for what modules of numba's register."""
    _inside.append(name)
    try:
        yield
    finally:
        _inside.pop()


@contextmanager
def beginning() -> Iterator[None]:
    """Numba begins with a function of ours; it looks for new registrations once for all that it calls."""
    global _unchanged
    _unchanged = bool(_inside)
    try:
        yield
    finally:
        _unchanged = False


class Prepared(JITCodeLibrary):
    """Code in which only functions that have a body are improved before they are put together, and simply."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout
        for function in ll_module.functions:
            if not function.is_declaration:
                passes, builder = self._codegen._function_pass_manager(opt=_SIMPLE)
                passes.run(function, builder)


CHANGES: Any = (
    (ir.Inst, "_rec_list_vars", _names),
    (ir.Stmt, "list_vars", _names_of_statement),
    (ir.Expr, "list_vars", _names_of_expression),
    (_references, "_call_incref_decref", _count),
    (_code, "refresh", _new_code),
    (_typing, "refresh", _new_types),
    (event, "start_event", _begun),
    (event, "end_event", _ended),
)
"""Whose method of which name becomes what."""
NUMBAS = tuple(getattr(owner, name) for owner, name, _ in CHANGES)
"""What stood there."""


def hurry() -> None:
    """Let numba take fewer steps from now on."""
    for owner, name, ours in CHANGES:
        setattr(owner, name, ours)
