"""The one door to compiled code: how kernels are made, and how they are called by address.

Every compiled function of Linkwork is made by `njit` or `address` of this module. It is taken from the library of
kernels compiled ahead where there is one of these sources (`ahead/library.py`); else numba compiles it and keeps it in
the user's cache, in a folder named by a hash of the module and of all that it imports (`ahead/sources.py`). Numba is
not imported before it has something to compile.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any

from linkwork.base.errors import LinkworkError
from linkwork.numerics.ahead.entry import Entry, EntryByName
from linkwork.numerics.ahead.library import address_ahead, named_address, opened
from linkwork.numerics.ahead.sources import PACKAGE, cache_folder, cache_root, source_hash

__all__ = [
    "PACKAGE",
    "EntryByName",
    "address",
    "address_of",
    "cache_folder",
    "cache_root",
    "call_constraint",
    "call_dense",
    "call_factor",
    "call_function",
    "call_method",
    "call_rate",
    "call_solve",
    "call_world",
    "compiling_errors",
    "is_cold",
    "njit",
    "part",
    "source_hash",
    "when_compiling",
]

njit = Entry
"""Make a function one that compiled code and Python call."""
_waiting: list[Callable[[], None]] | None = []
_addresses: dict[tuple[Callable[..., Any], str, str], int] = {}
_named: dict[tuple[str, str, str], int] = {}
_compiled: dict[tuple[Callable[..., Any], str, str], Any] = {}


def when_compiling(register: Callable[[], None]) -> Callable[[], None]:
    """Let numba be told something as soon as it is imported; at once, if it is."""
    if _waiting is None:
        register()
    else:
        _waiting.append(register)
    return register


def become_ready() -> None:
    """Tell numba everything that waited for it."""
    global _waiting
    waiting, _waiting = _waiting or [], None
    for register in waiting:
        register()


def compiler(wanted: str = "code that is not compiled yet") -> Any:
    """The module that compiles; it imports numba. Where there is none, it is said what is wanted of it."""
    try:
        from linkwork.numerics.ahead import compiling
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("numba", "llvmlite"):
            raise
        raise LinkworkError(
            f"this needs {wanted}, and numba, which compiles it, is missing: pip install numba"
        ) from None
    return compiling


def not_compiled(function: Callable[..., Any]) -> str:
    """The words for a function that no library has."""
    return f"{function.__module__}.{function.__qualname__}, which is not compiled yet"


def compiling_errors() -> tuple[type[Exception], ...]:
    """The errors of a function that cannot be compiled; none where nothing was."""
    errors = sys.modules.get("numba.core.errors")
    return () if errors is None else (errors.NumbaError,)


def is_cold() -> bool:
    """Whether the loop of the kinematics is not compiled yet for these sources (the first run takes some seconds)."""
    if any(library.agrees("linkwork.system.loop.kinematics_kernel") for library in opened()):
        return False
    folder = cache_folder(PACKAGE / "system" / "loop" / "kinematics_kernel.py")
    return folder is None or next(folder.glob("*.nbc"), None) is None


def address(body: Callable[..., Any], kind: str, scalar: str) -> int:
    """The machine address of a kernel body compiled for `scalar` ("real" or "complex"), made on first use.

    kind "function":   body(x, p, k, a, b, out, c)
    kind "constraint": body(stage, t, pose, twist, memory, p, k, a, b, c, out)
    kind "rate":       body(k, p, w, t, y, dy)
    kind "world":      body(k, p, w, z, i, j, x)
    kind "method":     body(rate, k, p, w, z, s), returns an int
    kind "dense":      body(z, s, t, out), returns an int
    kind "factor":     body(k, base, w, values_at, factor_at, d, e, bare), returns an int
    kind "solve":      body(k, base, w, values_at, factor_at, rhs_at, x_at, work_at, refinements, tolerance), likewise
    """
    key = (body, kind, scalar)
    address = _addresses.get(key)
    if address is None:
        address = address_ahead(body, kind, scalar)
        if address is None:
            _compiled[key] = made = compiler(not_compiled(body)).callback(body, kind, scalar)
            address = int(made.address)
        _addresses[key] = address
    return address


def address_of(path: str, kind: str, scalar: str) -> int:
    """The same for a kernel body named by its module and name; if a library has it, the module is not imported."""
    place = _named.get((path, kind, scalar))
    if place is None:
        module, _, name = path.rpartition(".")
        place = None if module in sys.modules else named_address(module, name, kind, scalar)
        if place is None:
            return address(_body(path), kind, scalar)
        _named[path, kind, scalar] = place
    return place


def _body(path: str) -> Callable[..., Any]:
    module, _, name = path.rpartition(".")
    body: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return body


def kernel_at(place: int) -> tuple[Callable[..., Any], str]:
    """The body of the kernel whose machine code lies at an address, and its kind."""
    for (body, kind, _), address in _addresses.items():
        if address == place:
            return body, kind
    for (path, kind, _), address in _named.items():
        if address == place:
            return _body(path), kind
    raise LookupError(f"no kernel lies at the address {place}")


class Instruction:
    """What only compiled code does; a kernel that calls it becomes machine code at that place."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, *_: Any) -> Any:
        raise TypeError(f"{self.name} is called from compiled code only")


part: Any = Instruction("part")
call_function: Any = Instruction("call_function")
call_constraint: Any = Instruction("call_constraint")
call_rate: Any = Instruction("call_rate")
call_world: Any = Instruction("call_world")
call_method: Any = Instruction("call_method")
call_dense: Any = Instruction("call_dense")
call_factor: Any = Instruction("call_factor")
call_solve: Any = Instruction("call_solve")
