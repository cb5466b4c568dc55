"""The one door to numba: where compiled code is cached, and how kernels are compiled and called by address.

Every compiled function of Linkwork is made by `njit` or `address` of this module, so that all of them share one
cache folder. Numba does not notice that a callee in another file has changed; therefore the folder's name holds a
hash of all sources that contain compiled code, of numba and of Python, and folders of other hashes are pruned.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

_KEPT_CACHES = 3
_OPTIONS: dict[str, Any] = {"cache": True, "error_model": "numpy"}


def cache_root() -> Path:
    """The user's folder for compiled code; `LINKWORK_CACHE` overrides it."""
    chosen = os.environ.get("LINKWORK_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return base / "linkwork"


def _sources_with_kernels() -> list[Path]:
    package = Path(__file__).resolve().parent.parent
    return sorted(
        path
        for path in package.rglob("*.py")
        if path.parent.name == "numerics" or path.stem.endswith("_kernel") or path.stem == "kernel"
    )


def source_hash() -> str:
    """Twelve hexadecimal digits that change whenever compiled code may have changed."""
    digest = hashlib.sha256()
    digest.update(f"{numba.__version__} {sys.version} {platform.machine()}".encode())
    for path in _sources_with_kernels():
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _prune(root: Path, current: Path) -> None:
    others = [path for path in root.glob("kernels-*") if path != current and path.is_dir()]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for old in others[_KEPT_CACHES - 1 :]:
        shutil.rmtree(old, ignore_errors=True)


def _cache_folder() -> Path:
    folder = cache_root() / f"kernels-{source_hash()}"
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _prune(folder.parent, folder)
    return folder


def is_cold() -> bool:
    """Whether nothing has been compiled yet for these sources (the first run compiles for some seconds)."""
    return next(CACHE_FOLDER.rglob("*.nbi"), None) is None


try:
    CACHE_FOLDER = _cache_folder()
    vars(numba.config)["CACHE_DIR"] = str(CACHE_FOLDER)
except OSError:  # a home that cannot be written: compile in memory
    CACHE_FOLDER = Path(os.devnull)
    _OPTIONS["cache"] = False


def njit(function: Callable[..., Any]) -> Any:
    """Compile a function that is called from other compiled code, cached on disk."""
    return numba.njit(**_OPTIONS)(function)


_REAL, _COMPLEX, _INT = types.float64, types.complex128, types.int64
_SCALARS = {"real": _REAL, "complex": _COMPLEX}


def _function_signature(scalar: Any) -> Any:
    array, ints = types.CPointer(scalar), types.CPointer(_INT)
    return types.void(scalar, array, ints, _INT, _INT, array, _INT)


def _constraint_signature(scalar: Any) -> Any:
    array, ints = types.CPointer(scalar), types.CPointer(_INT)
    return types.void(_INT, scalar, array, array, array, array, ints, _INT, _INT, _INT, array)


def _rate_signature(scalar: Any) -> Any:
    array, ints = types.CPointer(scalar), types.CPointer(_INT)
    return types.void(ints, array, array, scalar, array, array)


_SIGNATURES = {"function": _function_signature, "constraint": _constraint_signature, "rate": _rate_signature}
_compiled: dict[tuple[Callable[..., Any], str, str], Any] = {}
compile_seconds = 0.0


def address(body: Callable[..., Any], kind: str, scalar: str) -> int:
    """The machine address of a kernel body compiled for `scalar` ("real" or "complex"), made on first use.

    kind "function":   body(x, p, k, a, b, out, c)
    kind "constraint": body(stage, t, pose, twist, memory, p, k, a, b, c, out)
    kind "rate":       body(k, p, w, t, y, dy)
    """
    global compile_seconds
    key = (body, kind, scalar)
    if key not in _compiled:
        start = time.perf_counter()
        _compiled[key] = numba.cfunc(_SIGNATURES[kind](_SCALARS[scalar]), **_OPTIONS)(body)
        compile_seconds += time.perf_counter() - start
    return int(_compiled[key].address)


def _pointer(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return context.make_array(kind)(context, builder, value).data if isinstance(kind, types.Array) else value


def _call(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    values = [_pointer(context, builder, kind, value) for kind, value in zip(signature.args, args, strict=True)]
    function = ir.FunctionType(ir.VoidType(), [value.type for value in values[1:]]).as_pointer()
    builder.call(builder.inttoptr(values[0], function), values[1:])
    return context.get_dummy_value()


def _part(typing, array, start):
    """Pointer to an array's (or pointer's) numbers from `start` on: indexing it costs less than indexing an array."""
    pointer = types.CPointer(array.dtype)

    def shift(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.gep(_pointer(context, builder, signature.args[0], args[0]), [args[1]])

    return pointer(array, _INT), shift


def _call_function(typing, where, x, p, k, a, b, out, c):
    """Call a function kernel by its address; arrays and pointers are both taken."""
    return types.void(_INT, x, p, k, _INT, _INT, out, _INT), _call


def _call_constraint(typing, where, stage, t, pose, twist, memory, p, k, a, b, c, out):
    """Call a constraint kernel by its address."""
    return types.void(_INT, _INT, t, pose, twist, memory, p, k, _INT, _INT, _INT, out), _call


def _call_rate(typing, where, k, p, w, t, y, dy):
    """Call the right-hand side of a differential equation by its address: dy = f(t, y)."""
    return types.void(_INT, k, p, w, t, y, dy), _call


part: Any = intrinsic(_part)
call_function: Any = intrinsic(_call_function)
call_constraint: Any = intrinsic(_call_constraint)
call_rate: Any = intrinsic(_call_rate)
