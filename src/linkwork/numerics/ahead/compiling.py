"""Numba made ready for the program's kernels; imported where something has to be compiled, and by nobody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from numba.core import sigutils
from numba.core.ccallback import CFunc
from numba.core.registry import cpu_target
from numba.extending import typeof_impl

from linkwork.numerics.ahead import intrinsics
from linkwork.numerics.ahead.entry import Entry
from linkwork.numerics.collecting import seldom_collecting
from linkwork.numerics.jit import Instruction, become_ready
from linkwork.numerics.kept_code import kept_code
from linkwork.numerics.without_blas import without_blas

with without_blas():
    import numba.np.arraymath

_LINKED = (0, 63), (0, 68)  # first and last version of numba with which `linked` was tried


@typeof_impl.register(Entry)
def _type_of_entry(entry: Entry, _: Any) -> Any:
    return numba.types.Dispatcher(entry.dispatcher)


@typeof_impl.register(Instruction)
def _type_of_instruction(instruction: Instruction, _: Any) -> Any:
    return cpu_target.typing_context.resolve_value_type(intrinsics.NAMED[instruction.name])


def linked(function: Callable[..., Any]) -> Any:
    """A function for compiled callers and for Python; what Python calls is kept."""
    if not _LINKED[0] <= numba.version_info.short <= _LINKED[1]:
        kernel = numba.njit(**intrinsics.OPTIONS)(function)
        kernel._cache = kept_code(function)
        return kernel
    from linkwork.numerics.linked import Linked

    kernel = Linked(py_func=function, locals={}, targetoptions={"nopython": True, **intrinsics.OPTIONS})
    kernel._cache = kept_code(function)
    return kernel


def callback(body: Callable[..., Any], kind: str, scalar: str) -> Any:
    """A function that is called by its address."""
    made = _callback(body, kind, scalar)
    with seldom_collecting():
        made.compile()
    return made


def keep(body: Callable[..., Any], kind: str, scalar: str) -> None:
    """Compile a function that is called by its address for the library, if it is not kept; it is not loaded here."""
    made = _callback(body, kind, scalar)
    with seldom_collecting():
        made._cache.keep(made._sig, made._compile_uncached)


def _callback(body: Callable[..., Any], kind: str, scalar: str) -> Any:
    taken = sigutils.normalize_signature(intrinsics.signature_of(kind, scalar))
    made = CFunc(body, taken, {}, intrinsics.OPTIONS)
    made._cache = kept_code(body)
    return made


become_ready()
