"""Numba does less for plain functions: it remembers what it found out, and does not look for what they never hold.

For every sum and every index numba tries all forms of the operation that it knows, once for its type and once more for
its code, and it walks through every statement nine times to list the names in it. Both depend on the types alone, and
the same few come again and again. And it looks through every function for closures, array expressions, overloads to be
put in place and arguments that decide a branch; kernels have none. The code is the same; it takes a quarter less time.

This reaches into numba, so `compiling` uses it only with the versions with which it was tried.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import ir
from numba.core import types as numba_types
from numba.core.compiler import Compiler, CompilerBase, DefaultPassBuilder
from numba.core.typed_passes import InlineOverloads, NopythonRewrites
from numba.core.untyped_passes import InlineClosureLikes

types: Any = numba_types
_instructions: Any = ir.Inst
_PLAIN = types.Number, types.Boolean, types.Literal, types.Array, types.BaseTuple
_NEEDLESS = InlineClosureLikes, InlineOverloads, NopythonRewrites
_NAMELESS = frozenset({ir.Loc, str, int, bool, float, complex, type(None)})

_try_all = types.Function.get_call_type
_list_names = _instructions._rec_list_vars


def _call_type(function: Any, context: Any, args: Any, kws: Any) -> Any:
    """The signature that suits these types; an error is found anew, with its words."""
    if kws or not all(isinstance(one, _PLAIN) for one in args):
        return _try_all(function, context, args, kws)
    known = vars(function).setdefault("_known", {})
    key = (context, tuple(args))
    if key not in known:
        known[key] = _try_all(function, context, args, kws)
    return known[key]


def _names(statement: Any, value: Any) -> Any:
    """The names in a part of a statement."""
    kind = type(value)
    if kind is ir.Var:
        return [value]
    if kind in _NAMELESS:
        return []
    return _list_names(statement, value)


def remember() -> None:
    """Let numba remember from now on."""
    types.Function.get_call_type = _call_type
    _instructions._rec_list_vars = _names


class PlainCompiler(CompilerBase):
    """Numba's own steps without those that kernels do not need."""

    def define_pipelines(self) -> list[Any]:
        """The steps in their order."""
        steps: Any = DefaultPassBuilder.define_nopython_pipeline(self.state)
        steps.passes = [step for step in steps.passes if step[0] not in _NEEDLESS]
        steps.finalize()
        return [steps]


def compiler_of(function: Callable[..., Any]) -> Any:
    """The steps for a function: a user's law may hold anything."""
    return PlainCompiler if function.__module__.startswith("linkwork.") else Compiler
