"""Numba does less for plain functions: it remembers what it found out, and does not look for what they never hold.

For every sum and every index numba tries all forms of the operation that it knows, once for its type and once more for
its code; it depends on the types alone, and the same few come again and again. It asks LLVM for the size of a type with
a module made for that, and finds the type of a function by trial and error. And it looks through every function for
closures, array expressions, overloads to be put in place and arguments that decide a branch; kernels have none. The
code is the same.

This reaches into numba, so `compiling` uses it only with the versions with which it was tried.
"""

from __future__ import annotations

from collections.abc import Callable
from types import BuiltinFunctionType, CodeType, FunctionType
from typing import Any

from numba.core import base
from numba.core import types as numba_types
from numba.core.compiler import Compiler, CompilerBase, DefaultPassBuilder
from numba.core.typed_passes import InlineOverloads, NopythonRewrites
from numba.core.typing.context import BaseContext
from numba.core.untyped_passes import InlineClosureLikes

from linkwork.numerics.ahead.leaner import Steps
from linkwork.numerics.ahead.quicker import beginning

types: Any = numba_types
_calls: Any = base
_PLAIN = types.Number, types.Boolean, types.Literal, types.Array, types.BaseTuple
_NEEDLESS = InlineClosureLikes, InlineOverloads, NopythonRewrites
_BY_IDENTITY = FunctionType, BuiltinFunctionType, type

_try_all = types.Function.get_call_type
_ask_size = base.BaseContext.get_abi_sizeof
_read_places = _calls._has_loc
_typing: Any = BaseContext
_ask_value = _typing.resolve_value_type
_takes_place: dict[CodeType, bool] = {}


def _call_type(function: Any, context: Any, args: Any, kws: Any) -> Any:
    """The signature that suits these types; an error is found anew, with its words."""
    if kws or not all(isinstance(one, _PLAIN) for one in args):
        return _try_all(function, context, args, kws)
    known = vars(function).setdefault("_known", {})
    key = (context, tuple(args))
    if key not in known:
        known[key] = _try_all(function, context, args, kws)
    return known[key]


def _size(context: Any, kind: Any) -> int:
    """The bytes of a type of LLVM's; one with a name of its own is asked for every time."""
    text = str(kind)
    if "%" in text:
        return int(_ask_size(context, kind))
    known = vars(context.codegen()).setdefault("_known_sizes", {})  # a function has a context of its own
    if text not in known:
        known[text] = int(_ask_size(context, kind))
    return int(known[text])


def _has_place(function: Any) -> bool:
    """Whether a function that makes code takes the place in the source."""
    code = getattr(function, "__code__", None)
    if type(code) is not CodeType or vars(function):  # one that stands for another
        return bool(_read_places(function))
    if code not in _takes_place:
        _takes_place[code] = bool(_read_places(function))
    return _takes_place[code]


def _value_type(context: Any, value: Any) -> Any:
    """The type of a constant or of a function that is called by its name."""
    if type(value) is float:
        return types.float64
    if not isinstance(value, _BY_IDENTITY):
        return _ask_value(context, value)
    known = vars(context).setdefault("_known_values", {})
    if value not in known:
        known[value] = _ask_value(context, value)
    return known[value]


CHANGES: Any = (
    (types.Function, "get_call_type", _call_type),
    (_calls.BaseContext, "get_abi_sizeof", _size),
    (_calls, "_has_loc", _has_place),
    (_typing, "resolve_value_type", _value_type),
)
"""Whose method of which name becomes what."""
NUMBAS = tuple(getattr(owner, name) for owner, name, _ in CHANGES)
"""What stood there."""


def remember() -> None:
    """Let numba remember from now on."""
    for owner, name, ours in CHANGES:
        setattr(owner, name, ours)


class PlainCompiler(CompilerBase):
    """Numba's own steps without those that kernels do not need."""

    def __init__(self, *args: Any, **named: Any) -> None:
        with beginning():
            super().__init__(*args, **named)

    def define_pipelines(self) -> list[Any]:
        """The steps in their order."""
        numbas: Any = DefaultPassBuilder.define_nopython_pipeline(self.state)
        steps: Any = Steps("nopython")
        steps.passes = [step for step in numbas.passes if step[0] not in _NEEDLESS]
        steps.finalize()
        return [steps]


def compiler_of(function: Callable[..., Any]) -> Any:
    """The steps for a function: a user's law may hold anything."""
    return PlainCompiler if function.__module__.startswith("linkwork.") else Compiler
