"""Numba keeps no records that nobody reads: of what lives in which block, of what it does, of where it is.

After five of its steps it finds out which names live at the beginning of each block, which only generators need; around
every statement it makes a generator that would add to the words of an error; it writes notes for a log that nobody
keeps, asks abstract classes whether a type is of their kind, sorts the forms of an operation anew, keeps every line of
text that it hands to LLVM, and after every step looks through all statements for some
that no step of its own leaves behind. Before it improves the whole of a kernel it improves it once in a hurry, to see
where references are counted; kernels have none. The code is the same.

This reaches into numba, so `compiling` uses it only with the versions with which it was tried.
"""

from __future__ import annotations

from typing import Any

from llvmlite.ir import values
from numba.core import byteflow, errors, interpreter, lowering, postproc, ssa, transforms, typeinfer, utils
from numba.core import types as numba_types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager, pass_timings
from numba.core.typing import context

_errors: Any = errors
_lives: Any = postproc.PostProcessor
_kinds: Any = type(numba_types.Type)
_blocks: Any = values.Block
_find_lives = _lives.run
_order = utils.order_by_target_specificity
_orders: dict[Any, list[Any]] = {}
_NO_TIMES = pass_timings(0.0, 0.0, 0.0)


class ErrorContext:
    """What an error inside gets as a further line of its words."""

    __slots__ = ("args", "kwargs", "text")

    def __init__(self, fmt_: Any, *args: Any, **kwargs: Any) -> None:
        self.text, self.args, self.kwargs = fmt_, args, kwargs
        place = kwargs.get("loc")
        if place is not None and not place.filename.startswith(_errors._numba_path):
            _errors.loc_info.update(kwargs)

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if isinstance(error, _errors.NumbaError):
            error.add_context(_errors._format_msg(self.text, self.args, self.kwargs))


def _live(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
    """The blocks put in order, and the ends of names where they are asked for."""
    function = self.func_ir
    if function.is_generator:
        _find_lives(self, emit_dels, extend_lifetimes)
        return
    function.blocks = transforms.canonicalize_cfg(function.blocks)
    function.variable_lifetime = postproc.VariableLifetime(function.blocks)
    function.generator_info = None
    if emit_dels:
        self._insert_var_dels(extend_lifetimes=extend_lifetimes)


def _ordered(target: Any, templates: Any, fnkey: Any = "") -> list[Any]:
    """The forms of an operation that this kind of processor has, the nearest first."""
    key = target, tuple(templates)
    if key not in _orders:
        _orders[key] = _order(target, templates, fnkey)
    return list(_orders[key])


def _write(block: Any, lines: list[str]) -> None:
    """The text of a block, of which nothing is kept."""
    lines.append(f"{block._format_name()}:\n")
    lines.extend([f"  {each._to_string()}\n" for each in block.instructions])


class NoLog:
    """Takes notes for nobody."""

    @staticmethod
    def debug(*_: Any) -> None:
        """Nothing is written."""


class Steps(PassManager):
    """Numba's steps one after the other, without what watches them."""

    @global_compiler_lock
    def _runPass(self, index: int, pss: Any, internal_state: Any) -> None:
        pss.analysis = self._analysis
        with ErrorContext("Pass {name}", name=pss.name()):
            pss.run_initialization(internal_state)
            pss.run_pass(internal_state)
            pss.run_finalizer(internal_state)
        self.exec_times[f"{index}_{pss.name()}"] = _NO_TIMES


CHANGES: Any = (
    (_lives, "run", _live),
    (_errors, "new_error_context", ErrorContext),
    (typeinfer, "new_error_context", ErrorContext),
    (lowering, "new_error_context", ErrorContext),
    (_kinds, "__instancecheck__", type.__instancecheck__),
    (utils, "order_by_target_specificity", _ordered),
    (context, "order_by_target_specificity", _ordered),
    (_blocks, "descr", _write),
    (ssa, "_logger", NoLog),
    (byteflow, "_logger", NoLog),
    (interpreter, "_logger", NoLog),
)
"""Whose attribute of which name becomes what."""
NUMBAS = tuple(getattr(owner, name) for owner, name, _ in CHANGES)
"""What stood there."""


def spare() -> None:
    """Let numba keep no such records from now on."""
    for owner, name, ours in CHANGES:
        setattr(owner, name, ours)
